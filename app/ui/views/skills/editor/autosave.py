"""Where the text in the editor is kept: its versions in the library, and drafts in between."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import AppError, StaleEdit
from app.core.library import drafts, library
from app.core.library.drafts import Draft
from app.core.library.renaming import Renamed
from app.core.store.errors import VaultBusy
from app.core.vault import Vault
from app.core.words import _
from app.ui.views.skills.editor.saved_text import SavedText
from app.ui.views.skills.editor.text_buffer import LONGEST, TextBuffer, beginning
from app.ui.write_queue import FEW, WriteQueue

SAVE_IDLE = 1500
"""Milliseconds without typing before the text is saved."""
DRAFT_EVERY = 2000
"""Milliseconds at most between typing and its draft."""
_LIVING = timedelta(seconds=5)
"""A draft of a new skill younger than this may belong to an editor that is open."""


class Trouble(Enum):
    """What stands between the text in the editor and the library."""

    KEPT = auto()
    """A draft of an earlier session waits for a decision."""
    RESTORED = auto()
    """A new skill began with the draft of an earlier session."""
    CHANGED = auto()
    """Somebody else saved another text meanwhile."""
    DELETED = auto()
    LONG = auto()
    """The text is too long to be worked on; only its beginning is in the editor."""
    FAILED = auto()
    REFUSED = auto()
    """Something else that was asked for could not be done; the text is safe."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A trouble, with the time of the draft or failure, or the characters, it is about."""

    trouble: Trouble
    at: datetime | None = None
    error: AppError | None = None
    length: int = 0


class Autosave(QObject):
    """Saves the text 1.5 s after the last key, and keeps a draft of what is not yet saved.

    `noticed` is a `Notice`, or None when the trouble is over. While a text of somebody else's
    waits for a decision nothing is saved, and the draft goes on. A save that waits for the vault
    is `saving`: typing goes on, and what is typed is saved after it.
    """

    dirty_changed = Signal(bool)
    saving_changed = Signal()
    saved = Signal()
    reloaded = Signal()
    noticed = Signal(object)
    renamed = Signal(object)
    """What became of the callers of a skill whose title was saved: `Renamed`."""

    def __init__(
        self, vault: Vault, writes: WriteQueue, buffer: TextBuffer, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._vault, self._writes, self._buffer = vault, writes, buffer
        self.skill_id: int | None = None
        self.held: Callable[[], bool] = lambda: False
        """Whether somebody is in the middle of something that is to be saved when it is whole."""
        self.following: Callable[[], int] = lambda: 0
        """How many skills are to call this one by the title that is saved now."""
        self.saved_at: datetime | None = None
        self._engram: int | None = None
        self._line = SavedText()
        self._sent: list[str] = []
        """The texts on their way to the vault, oldest first."""
        self._has_waited = False
        self._is_drafting = False
        self._clean = ""
        self._draft: int | None = None
        self._kept: Draft | None = None
        self._dirty = False
        self._watching = True
        self._notice: Notice | None = None
        self.idle = QTimer(self, interval=SAVE_IDLE, singleShot=True)
        self.idle.timeout.connect(self.save_soon)
        self.drafting = QTimer(self, interval=DRAFT_EVERY, singleShot=True)
        self.drafting.timeout.connect(self.keep_draft)
        buffer.changed.connect(self._on_changed)

    @property
    def dirty(self) -> bool:
        return self._dirty

    @property
    def saving(self) -> bool:
        """Whether a text waits for somebody else to let go of the vault."""
        return bool(self._sent)

    @property
    def version(self) -> int | None:
        """The version that was opened, or saved last."""
        return self._line.version

    @property
    def watching(self) -> bool:
        """Whether what is in the editor is kept."""
        return self._watching

    @property
    def notice(self) -> Notice | None:
        return self._notice

    def open(self, skill: int) -> None:
        """Put the current text of a skill in the editor; raises `NotFound`.

        Of a text that is too long there is only the beginning, and nothing of it is kept.
        """
        text = library.text(self._vault, skill)
        state = library.current(self._vault, skill)
        self._forget()
        self.skill_id = skill
        self._line = SavedText(skill, state[0].version if state is not None else None)
        self._load(beginning(text))
        if len(text) > LONGEST:
            self._watching = False
            self._tell(Notice(Trouble.LONG, length=len(text)))
            return
        for draft in drafts.drafts(self._vault):
            if draft.skill == skill and draft.text == self._buffer.stored:
                self._drop(draft.id)
            elif draft.skill == skill:
                self._kept, self._draft = draft, draft.id
                self._tell(Notice(Trouble.KEPT, draft.at))

    def start(self, engram: int | None) -> None:
        """Begin a new skill, with what was typed into one before a crash if there is any."""
        self._forget()
        self._engram = engram
        now = self._vault.now()
        found = [
            draft
            for draft in drafts.drafts(self._vault)
            if draft.skill is None and now - draft.at >= _LIVING
        ]
        self._load("")
        if found:
            self._draft = found[0].id
            self._buffer.become(found[0].text)
            self._tell(Notice(Trouble.RESTORED, found[0].at))

    def stop(self) -> None:
        """Let go of the skill: from now on nothing in the editor is kept."""
        self._forget()
        self._watching = False

    def dismiss(self) -> None:
        """The person has seen the notice."""
        self._tell(None)

    def complain(self, error: AppError) -> None:
        """Say why something that was asked for could not be done."""
        if self._notice is None or self._notice.trouble is Trouble.REFUSED:
            self._tell(Notice(Trouble.REFUSED, error=error))

    def relent(self) -> None:
        """What could not be done before has been done."""
        if self._notice is not None and self._notice.trouble is Trouble.REFUSED:
            self._tell(None)

    def save(self) -> bool:
        """Store the text as the current version; False if that has to wait or did not work."""
        self.idle.stop()
        if not self._dirty and not self.saving:
            return self._notice is None or self._notice.trouble is not Trouble.FAILED
        if self._notice is not None and self._notice.trouble in (Trouble.CHANGED, Trouble.DELETED):
            return False
        if self.skill_id is None and not self._buffer.text.strip():
            return True
        return self._sent[-1:] != [self._buffer.stored] and self._save()

    def save_soon(self) -> None:
        """Store the text, unless it is `held`; behind one that waits only when that is over."""
        if not self.saving and not self.held():
            self.save()

    def keep_mine(self) -> bool:
        """Save over what somebody else saved; theirs stays in the history."""
        return self._save(over=True)

    def take_theirs(self) -> None:
        """Show what somebody else saved; ours can be had back with undo."""
        assert self.skill_id is not None
        state = library.current(self._vault, self.skill_id)
        if state is None:
            return
        if len(state[1]) > LONGEST:
            self.open(self.skill_id)
        else:
            self._line.version, self._line.text = state[0].version, state[1]
            self._adopt(state[1])
            self._buffer.become(state[1])
            self._clean = self._buffer.stored
            self._settle()
        self.reloaded.emit()

    def restore_draft(self) -> None:
        """Put the kept draft in the editor."""
        if self._kept is not None:
            self.save()  # what was typed beside the offer
            self._line.sitting = False
            text, self._kept = self._kept.text, None
            self._tell(None)
            self._buffer.become(text)

    def discard_draft(self) -> None:
        """Forget the kept draft; of a new skill, start empty."""
        restored = self._kept is None
        self._kept = None
        self._drop_draft()
        self._tell(None)
        if restored:
            self._buffer.become("")

    def go_to(self, version: int | None, *, anew: bool) -> None:
        """The text becomes that of a version, with what training had placed there.

        With `anew` what is saved next does not go on with the version there is.
        """
        self._line.past = version
        if anew:
            self._line.sitting = False

    def keep_draft(self) -> None:
        """Store the unsaved text now, so that no crash can take it."""
        self.drafting.stop()
        if not self._dirty or self._kept is not None or self.saving or self._is_drafting:
            return
        vault, line, text, draft = self._vault, self._line, self._buffer.stored, self._draft

        def done(made: int) -> None:
            self._is_drafting = False
            if line is self._line:
                self._draft = made

        def failed(error: AppError) -> None:
            self._is_drafting = False
            if line is self._line:
                self._tell(Notice(Trouble.FAILED, error=error))

        self._is_drafting = True
        self._writes.write(
            self,
            _("Saving"),
            lambda: drafts.keep(vault, line.skill, line.version, text, draft),
            done,
            failed,
        )

    def look_again(self) -> None:
        """Compare with the library after somebody committed something.

        While a text of ours is on its way that may be it, so it is done after that.
        """
        if self.skill_id is None or self.saving:
            return
        state = library.current(self._vault, self.skill_id)
        if state is None:
            self._tell(Notice(Trouble.DELETED))
            return
        version, text = state[0].version, state[1]
        if version == self._line.version:
            return
        if not self._watching:
            self.open(self.skill_id)
            self.reloaded.emit()
            return
        if text == self._line.text:
            self._line.version = version
            if self._notice is not None and self._notice.trouble is Trouble.DELETED:
                self._tell(None)
        elif self._dirty:
            self._tell(Notice(Trouble.CHANGED))
        else:
            self.take_theirs()

    def theirs(self) -> str:
        """The text in the library, to be compared with the one in the editor."""
        state = library.current(self._vault, self.skill_id) if self.skill_id is not None else None
        return state[1] if state is not None else ""

    def mine(self) -> str:
        """The text in the editor as it would be stored."""
        return self._buffer.stored

    def _save(self, *, over: bool = False) -> bool:
        """Send the text to the vault, also `over` what somebody else saved; whether it is there."""
        vault, line, text, engram = self._vault, self._line, self._buffer.stored, self._engram
        followers = self.following()
        is_there = False

        def work() -> Renamed | None:
            return line.save(vault, text, engram, over=over, follow=followers > 0)

        def done(renamed: Renamed | None) -> None:
            nonlocal is_there
            is_there = True
            if line is self._line:
                self._on_saved(text)
            if renamed is not None:
                self.renamed.emit(renamed)

        def failed(error: AppError) -> None:
            if line is self._line:
                self._on_failed(error)
            else:  # the editor shows another skill by now
                self._writes.write(
                    self, _("Saving"), lambda: drafts.keep(vault, line.skill, line.version, text)
                )

        self._sent.append(text)
        self._writes.write(self, _("Saving"), work, done, failed, short=followers <= FEW)
        if self.saving and not self._has_waited:
            self._has_waited = True
            self._look()
            self.saving_changed.emit()
        return is_there

    def _on_saved(self, text: str) -> None:
        self._sent.pop(0)
        self.skill_id = self._line.skill
        if self._line.text != text == self._buffer.stored:  # it calls itself by its new name now
            self._buffer.become(self._line.text)
        self._adopt(self._line.text)
        self._settle()
        self.saved.emit()
        self._end_waiting()

    def _on_failed(self, error: AppError) -> None:
        self._sent.pop(0)
        stale = isinstance(error, StaleEdit)
        self._tell(Notice(Trouble.CHANGED) if stale else Notice(Trouble.FAILED, error=error))
        if isinstance(error, VaultBusy):
            self.idle.start()
        if self._has_waited:
            self.drafting.start()
        self._end_waiting()

    def _end_waiting(self) -> None:
        """Look for what others did meanwhile, once nothing of ours is on its way any more."""
        if self._has_waited and not self.saving:
            self._has_waited = False
            self._look()
            self.saving_changed.emit()
            self.look_again()

    def _adopt(self, text: str) -> None:
        self._clean = text
        self.saved_at = self._vault.now()

    def _settle(self) -> None:
        """What is in the editor is in the library."""
        self.idle.stop()
        self.drafting.stop()
        if self._kept is None:
            self._drop_draft()
            self._tell(None)
        else:
            self._tell(Notice(Trouble.KEPT, self._kept.at))
        self._look()
        if self._dirty and not self.saving:
            self.idle.start()
            self.drafting.start()

    def _drop_draft(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            self._drop(draft)

    def _drop(self, draft: int) -> None:
        vault = self._vault
        self._writes.write(self, _("Saving"), lambda: drafts.drop(vault, draft))

    def _forget(self) -> None:
        """Let go of the skill before, saved or kept."""
        self.save()
        self.keep_draft()
        self.skill_id = self._engram = self._draft = self._kept = None
        self._line = SavedText()
        self._sent.clear()
        self._has_waited = False
        self.saved_at = None
        self._tell(None)

    def _load(self, text: str) -> None:
        self._watching = True
        self._buffer.load(text)
        self._line.text, self._clean = text, self._buffer.stored
        self._set_dirty(False)
        self.idle.stop()
        self.drafting.stop()

    def _on_changed(self) -> None:
        if not self._watching:
            return
        self._look()
        if self._dirty:
            self.idle.start()
            if not self.drafting.isActive():
                self.drafting.start()

    def _look(self) -> None:
        """What waits is not in the library, even where what was there before is typed again."""
        self._set_dirty(self.saving or self._buffer.stored != self._clean)

    def _set_dirty(self, dirty: bool) -> None:
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit(dirty)

    def _tell(self, notice: Notice | None) -> None:
        if notice != self._notice:
            self._notice = notice
            self.noticed.emit(notice)
