"""Where the text in the editor is kept: its versions in the library, and drafts in between."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import AppError, StaleEdit
from app.core.library import conflict, drafts, library
from app.core.library.record import Saved
from app.core.library.renaming import Renamed
from app.core.store.errors import VaultBusy
from app.core.vault import Vault
from app.core.words import _
from app.ui.views.skills.editor.draft_keeper import DraftKeeper
from app.ui.views.skills.editor.notice import Merged, Notice, Notices, Trouble
from app.ui.views.skills.editor.saved_text import MERGED_AT_ONCE, SavedText
from app.ui.views.skills.editor.text_buffer import LONGEST, TextBuffer, beginning, editable
from app.ui.write_queue import FEW, WriteQueue

SAVE_IDLE = 1500
"""Milliseconds without typing before the text is saved."""
DRAFT_EVERY = 500
"""Milliseconds at most between typing and its draft, which is no version and takes about one."""


class Autosave(QObject):
    """Saves the text 1.5 s after the last key, and keeps a draft of what is not yet saved.

    `notices` has what is in its way. What somebody else saved is merged
    with what is typed where nothing of either is lost; while it waits for a decision nothing is
    saved, and the draft goes on. A save that waits for the vault is `saving`: typing goes on, and
    what is typed is saved after it.
    """

    dirty_changed = Signal(bool)
    saving_changed = Signal()
    saved = Signal()
    reloading = Signal()
    """What somebody else saved is about to be shown; `reloaded` when it is."""
    reloaded = Signal()
    merged = Signal(object)
    """It was brought together with what is not saved yet: `Merged`."""
    set_aside = Signal(int)
    """Theirs was taken; ours is the version with this number."""
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
        self._engram: int | None = None
        self._line = SavedText()
        self._sent: list[str] = []
        """The texts on their way to the vault, oldest first."""
        self._has_waited = False
        self._is_merging = False
        self._torn: tuple[str, str, str] | None = None
        """Three texts that were found not to merge: what both began with, ours, theirs."""
        self._clean = ""
        self._drafts = DraftKeeper(vault, writes, self)
        self._dirty = False
        self._watching = True
        self.notices = Notices(self)
        self._tell, self._is_among = self.notices.tell, self.notices.is_among
        self.idle = QTimer(self, interval=SAVE_IDLE, singleShot=True)
        self.idle.timeout.connect(self.save_soon)
        self.drafting = QTimer(self, interval=DRAFT_EVERY, singleShot=True)
        self.drafting.timeout.connect(self.keep_draft)
        buffer.changed.connect(self._on_changed)
        buffer.pasting.connect(self._make_new)

    @property
    def dirty(self) -> bool:
        return self._dirty

    @property
    def saving(self) -> bool:
        """Whether a text waits for the vault, or to be merged."""
        return self._is_merging or bool(self._sent)

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
        return self.notices.current

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
        self._drafts.look_for(skill, self._buffer.stored)
        self._tell(self._drafts.offer)

    def start(self, engram: int | None) -> None:
        """Begin a new skill, with what was typed into one before a crash if there is any."""
        self._forget()
        self._engram = engram
        self._load("")
        found = self._drafts.look_for_new()
        if found is not None:
            self._buffer.become(found.text)
            self._tell(Notice(Trouble.RESTORED, found.at))

    def stop(self) -> None:
        """Let go of the skill: from now on nothing in the editor is kept."""
        self._forget()
        self._watching = False

    def _make_new(self) -> None:
        """Store a new skill as it is, so that what comes next is taken back before the skill is."""
        if self.skill_id is None and self._watching and not self.saving:
            self._save()

    def save(self) -> bool:
        """Store the text as the current version; False if that has to wait or did not work."""
        self.idle.stop()
        if self._is_among(Trouble.CHANGED):
            self.look_again()  # with what was typed since, there may be nothing to decide
        if not self._dirty and not self.saving:
            return not self._is_among(Trouble.FAILED)
        if self._is_merging or self._is_among(Trouble.CHANGED, Trouble.DELETED):
            return False
        if self.skill_id is None and not self._buffer.text.strip():
            return True
        if self._sent[-1:] == [self._buffer.stored]:
            return False
        if self._save():
            return True
        if self.saving or self._is_among(Trouble.CHANGED, Trouble.DELETED, Trouble.FAILED):
            return False
        return not self._dirty or self._save()  # somebody else was faster, and it was merged

    def save_soon(self) -> None:
        """Store the text, unless it is `held`; behind one that waits only when that is over."""
        if not self.saving and not self.held():
            self.save()

    def keep_mine(self) -> bool:
        """Save over what somebody else saved; theirs stays in the history."""
        self._line.sitting = False
        return self._save(over=True)

    def take_theirs(self) -> None:
        """Show what somebody else saved; ours becomes a version of its own before it."""
        vault, line, mine, state = self._vault, self._line, self.mine(), self.in_library()
        if state is None:
            self.look_again()
            return
        theirs = state[0]

        def done(kept: Saved) -> None:
            self.set_aside.emit(kept.number)
            if line is self._line:
                self._is_merging, line.restored = False, None
                line.version, line.text, self._clean = kept.version, mine, mine
                self._look()
                self.look_again()

        def failed(error: AppError) -> None:
            if line is self._line:
                self._is_merging = False
                self._explain(error)

        self._is_merging = True  # ours is current for a moment before theirs is again
        work = partial(conflict.set_aside, vault, theirs.skill, mine, theirs)
        self._writes.write(self, _("Saving"), work, done, failed)

    def restore_draft(self) -> None:
        """Put the kept draft in the editor, and bring what was saved since together with it."""
        if self._drafts.offered is not None:
            self.save()  # what was typed beside the offer
        if (kept := self._drafts.take()) is not None:
            if not self.saving:
                self._line.go_back(self._vault, kept.base)
            self._line.sitting, self._line.restored = False, kept.at
            self._tell(None)
            self._buffer.become(kept.text)
            self.look_again()

    def discard_draft(self) -> None:
        """Forget the kept draft, and offer the next; of a new skill, start empty."""
        restored = self._drafts.offered is None
        self._drafts.discard()
        self._tell(self._drafts.offer)
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
        line = self._line

        def failed(error: AppError) -> None:
            if line is self._line:
                self._tell(Notice(Trouble.FAILED, error=error))

        if self._dirty and not self.saving:
            self._drafts.keep(line, self._buffer.stored, failed)

    def look_again(self) -> None:
        """Compare with the library after somebody committed something.

        While a text of ours is on its way that may be it, so it is done after that.
        """
        if self.skill_id is None or self.saving:
            return
        state = self.in_library()
        if state is None:
            self._tell(Notice(Trouble.DELETED))
            return
        version, text = state[0].version, state[1]
        if version == self._line.version:
            return
        if not self._watching or (len(text) > LONGEST and not self._dirty):
            self.open(self.skill_id)
            self.reloaded.emit()
        elif text == self._line.text:
            self._line.version = version
            self._calm()
        elif self._dirty:
            self._merge(version, text)
        else:
            self._take(version, text, editable(text))

    def in_library(self) -> tuple[Saved, str] | None:
        """The version in the library and its text, to be compared with the one in the editor."""
        state = library.current(self._vault, self.skill_id) if self.skill_id is not None else None
        return state[:2] if state is not None else None

    def mine(self) -> str:
        """The text in the editor as it would be stored."""
        return self._buffer.stored

    def _merge(self, version: int, theirs: str) -> None:
        """Bring what somebody else saved into what is typed, or ask which of them is to be."""
        line, before = self._line, self._buffer.text

        def done(both: str | None) -> None:
            if line is not self._line:
                return
            self._is_merging = False
            state = self.in_library()
            if self._buffer.text == before and state is not None and state[0].version == version:
                self._go_on_with(version, theirs, before, both)
            self._end_waiting()  # which looks again at what was changed or typed since

        if self._torn == (line.text, before, theirs):
            self._go_on_with(version, theirs, before, None)
        elif max(len(before), len(theirs)) <= MERGED_AT_ONCE:
            self._go_on_with(version, theirs, before, line.merged(before, theirs))
        else:
            self._is_merging = self._has_waited = True
            work = partial(line.merged, before, theirs)
            self._writes.write(self, _("Merging"), work, done, short=False)
            self._look()
            self.saving_changed.emit()

    def _go_on_with(self, version: int, theirs: str, before: str, both: str | None) -> None:
        """Go on from `both` texts merged; None where that would lose something."""
        if both is None or len(both) > LONGEST:
            self._torn = self._line.text, before, theirs
            self._tell(Notice(Trouble.CHANGED, self._line.restored))
            self.keep_draft()
            return
        self._take(version, theirs, both)
        if self._dirty:
            self.idle.start()
        if both != before:
            self.merged.emit(Merged(before, both, conflict.author(self._vault, version)))

    def _take(self, version: int, theirs: str, text: str) -> None:
        """Go on from what somebody else saved, with `text` in the editor."""
        self.reloading.emit()
        self._line.version, self._line.text = version, theirs
        self._adopt(self._buffer.as_stored(editable(theirs)))
        self._calm()
        self._buffer.follow(text)
        self._look()
        if not self._dirty:
            self._settle()
        self.reloaded.emit()

    def _calm(self) -> None:
        """There is nothing to decide any more, but perhaps about a draft."""
        if self._is_among(Trouble.CHANGED, Trouble.DELETED):
            self._tell(self._drafts.offer)

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
        self._explain(error)
        if isinstance(error, VaultBusy):
            self.idle.start()
        if self._has_waited:
            self.drafting.start()
        self._end_waiting()

    def _explain(self, error: AppError) -> None:
        """Say why the text is not saved; that somebody was faster may be no trouble at all."""
        if isinstance(error, StaleEdit):
            self.look_again()
        else:
            self._tell(Notice(Trouble.FAILED, error=error))

    def _end_waiting(self) -> None:
        """Look for what others did meanwhile, once nothing of ours is on its way any more."""
        if self._has_waited and not self.saving:
            self._has_waited = False
            self._look()
            self.saving_changed.emit()
            self.look_again()

    def _adopt(self, text: str) -> None:
        self._clean = text

    def _settle(self) -> None:
        """What is in the editor is in the library."""
        self.idle.stop()
        self.drafting.stop()
        self._drafts.drop_saved(self._clean)
        self._tell(self._drafts.offer)
        self._look()
        if self._dirty and not self.saving:
            self.idle.start()
            self.drafting.start()

    def _forget(self) -> None:
        """Let go of the skill before, saved or kept."""
        if self._watching:
            self.save()
            self.keep_draft()
        self.skill_id = self._engram = None
        self._line, self._drafts = SavedText(), DraftKeeper(self._vault, self._writes, self)
        self._sent.clear()
        self._has_waited = self._is_merging = False
        self._torn = None
        self._tell(None)

    def _load(self, text: str) -> None:
        self._watching = True
        self._buffer.load(text)
        self._line.text, self._clean = text, self._buffer.stored
        self._look()
        self.idle.stop()
        self.drafting.stop()

    def _on_changed(self) -> None:
        if not self._watching:
            return
        self._look()
        if self._dirty or self._is_among(Trouble.CHANGED):
            self.idle.start()
        if self._dirty and not self.drafting.isActive():
            self.drafting.start()

    def _look(self) -> None:
        """What waits is not in the library, even where what was there before is typed again."""
        dirty = self.saving or self._buffer.stored != self._clean
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit(dirty)
