"""Where the text on the sheet is kept: its versions in the library, and drafts in between."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import AppError, StaleEdit
from app.core.library import drafts, library
from app.core.library.drafts import Draft
from app.core.vault import Vault
from app.ui.views.editor.text_buffer import LONGEST, TextBuffer, beginning

SAVE_IDLE = 1500
"""Milliseconds without typing before the text is saved."""
DRAFT_EVERY = 2000
"""Milliseconds at most between typing and its draft."""
_LIVING = timedelta(seconds=5)
"""A draft of a new skill younger than this may belong to an editor that is open."""


class Trouble(Enum):
    """What stands between the text on the sheet and the library."""

    KEPT = auto()
    """A draft of an earlier session waits for a decision."""
    RESTORED = auto()
    """A new skill began with the draft of an earlier session."""
    CHANGED = auto()
    """Somebody else saved another text meanwhile."""
    DELETED = auto()
    LONG = auto()
    """The text is too long to be worked on; only its beginning is on the sheet."""
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
    """Saves the sheet 1.5 s after the last key, and keeps a draft of what is not yet saved.

    `noticed` is a `Notice`, or None when the trouble is over. While a text of somebody else's
    waits for a decision nothing is saved, and the draft goes on.
    """

    dirty_changed = Signal(bool)
    saved = Signal()
    reloaded = Signal()
    noticed = Signal(object)

    def __init__(self, vault: Vault, buffer: TextBuffer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vault, self._buffer = vault, buffer
        self.skill_id: int | None = None
        self.saved_at: datetime | None = None
        self._engram: int | None = None
        self._base: int | None = None
        self._on_disk = ""
        self._clean = ""
        self._draft: int | None = None
        self._kept: Draft | None = None
        self._dirty = False
        self._watching = True
        self._notice: Notice | None = None
        self.idle = QTimer(self, interval=SAVE_IDLE, singleShot=True)
        self.idle.timeout.connect(self.save_soon)
        self.drafting = QTimer(self, interval=DRAFT_EVERY, singleShot=True)
        self.drafting.timeout.connect(self._draft_soon)
        buffer.changed.connect(self._on_changed)

    @property
    def dirty(self) -> bool:
        return self._dirty

    @property
    def watching(self) -> bool:
        """Whether what is on the sheet is kept."""
        return self._watching

    @property
    def notice(self) -> Notice | None:
        return self._notice

    def open(self, skill: int) -> None:
        """Put the current text of a skill on the sheet; raises `NotFound`.

        Of a text that is too long there is only the beginning, and nothing of it is kept.
        """
        text = library.text(self._vault, skill)
        state = library.current(self._vault, skill)
        self._forget()
        self.skill_id = skill
        self._base = state[0].version if state is not None else None
        self._load(beginning(text))
        if len(text) > LONGEST:
            self._watching = False
            self._tell(Notice(Trouble.LONG, length=len(text)))
            return
        for draft in drafts.drafts(self._vault):
            if draft.skill == skill and draft.text == self._buffer.stored:
                drafts.drop(self._vault, draft.id)
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
        """Let go of the skill: from now on nothing on the sheet is kept."""
        self._forget()
        self._watching = False

    def dismiss(self) -> None:
        """The person has seen the notice."""
        self._tell(None)

    def complain(self, error: AppError) -> None:
        """Say why something that was asked for could not be done."""
        if self._notice is None or self._notice.trouble is Trouble.REFUSED:
            self._tell(Notice(Trouble.REFUSED, error=error))

    def save(self) -> bool:
        """Store the text as the current version; False if that has to wait or did not work."""
        self.idle.stop()
        if not self._dirty:
            return self._notice is None or self._notice.trouble is not Trouble.FAILED
        if self._notice is not None and self._notice.trouble in (Trouble.CHANGED, Trouble.DELETED):
            return False
        if self.skill_id is None and not self._buffer.text.strip():
            return True
        return self._write(self._base)

    def save_soon(self) -> None:
        """Store the text, but not before a long write of somebody else is over."""
        if not self._vault.is_busy:
            self.save()
        elif self._dirty:
            self.idle.start()

    def keep_mine(self) -> bool:
        """Save over what somebody else saved; theirs stays in the history."""
        return self._write(None)

    def take_theirs(self) -> None:
        """Show what somebody else saved; ours can be had back with undo."""
        assert self.skill_id is not None
        state = library.current(self._vault, self.skill_id)
        if state is None:
            return
        if len(state[1]) > LONGEST:
            self.open(self.skill_id)
        else:
            self._adopt(state[0].version, state[1])
            self._buffer.become(state[1])
            self._clean = self._buffer.stored
            self._settle()
        self.reloaded.emit()

    def restore_draft(self) -> None:
        """Put the kept draft on the sheet."""
        if self._kept is not None:
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

    def keep_draft(self) -> None:
        """Store the unsaved text now, so that no crash can take it."""
        self.drafting.stop()
        if not self._dirty or self._kept is not None:
            return
        try:
            self._draft = drafts.keep(
                self._vault, self.skill_id, self._base, self._buffer.stored, self._draft
            )
        except AppError as error:
            self._tell(Notice(Trouble.FAILED, error=error))

    def _draft_soon(self) -> None:
        if self._vault.is_busy:
            self.drafting.start()
        else:
            self.keep_draft()

    def look_again(self) -> None:
        """Compare with the library after somebody committed something."""
        if self.skill_id is None:
            return
        state = library.current(self._vault, self.skill_id)
        if state is None:
            self._tell(Notice(Trouble.DELETED))
            return
        version, text = state[0].version, state[1]
        if version == self._base:
            return
        if not self._watching:
            self.open(self.skill_id)
            self.reloaded.emit()
            return
        if text == self._on_disk:
            self._base = version
            if self._notice is not None and self._notice.trouble is Trouble.DELETED:
                self._tell(None)
        elif self._dirty:
            self._tell(Notice(Trouble.CHANGED))
        else:
            self.take_theirs()

    def theirs(self) -> str:
        """The text in the library, to be compared with the one on the sheet."""
        state = library.current(self._vault, self.skill_id) if self.skill_id is not None else None
        return state[1] if state is not None else ""

    def mine(self) -> str:
        """The text on the sheet as it would be stored."""
        return self._buffer.stored

    def _write(self, base: int | None) -> bool:
        text = self._buffer.stored
        try:
            stored = library.save(self._vault, self.skill_id, text, base=base, engram=self._engram)
        except StaleEdit:
            self._tell(Notice(Trouble.CHANGED))
            return False
        except AppError as error:
            self._tell(Notice(Trouble.FAILED, error=error))
            return False
        self.skill_id = stored.skill
        self._adopt(stored.version, text)
        self._settle()
        self.saved.emit()
        return True

    def _adopt(self, version: int, text: str) -> None:
        self._base, self._on_disk, self._clean = version, text, text
        self.saved_at = self._vault.now()

    def _settle(self) -> None:
        """What is on the sheet is in the library."""
        self.idle.stop()
        self.drafting.stop()
        if self._kept is None:
            self._drop_draft()
            self._tell(None)
        else:
            self._tell(Notice(Trouble.KEPT, self._kept.at))
        self._set_dirty(self._buffer.stored != self._clean)

    def _drop_draft(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            drafts.drop(self._vault, draft)

    def _forget(self) -> None:
        """Let go of the skill before, saved or kept."""
        self.save()
        self.keep_draft()
        self.skill_id = self._engram = self._base = self._draft = self._kept = None
        self.saved_at = None
        self._tell(None)

    def _load(self, text: str) -> None:
        self._watching = True
        self._buffer.load(text)
        self._on_disk, self._clean = text, self._buffer.stored
        self._set_dirty(False)
        self.idle.stop()
        self.drafting.stop()

    def _on_changed(self) -> None:
        if not self._watching:
            return
        self._set_dirty(self._buffer.stored != self._clean)
        if self._dirty:
            self.idle.start()
            if not self.drafting.isActive():
                self.drafting.start()

    def _set_dirty(self, dirty: bool) -> None:
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit(dirty)

    def _tell(self, notice: Notice | None) -> None:
        if notice != self._notice:
            self._notice = notice
            self.noticed.emit(notice)
