"""Back and forth in one document. Public names: `Past`, `UndoKeys`."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.core.library import history, undo_reach, undoing
from app.core.library.undoing import Undoable
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.text_buffer import LONGEST, Step, TextBuffer

State = tuple[int | None, str]
"""A text, and the version with the training that belongs to it."""


class Past(QObject):
    """First what was typed, then what was saved before that, version by version.

    Every undo leads further back, and none to another skill or out of the library. `ended` where
    there is nothing more to undo (0) or redo (1); `filed` where the details of this skill, and not
    its text, are the next to be undone or redone; `shared(Undoable)` where the next step back was
    done in other skills as well, which would not fit this one any more; `left(version)` when undo
    went beyond what was typed, to an earlier version.
    """

    ended = Signal(int)
    filed = Signal(int)
    shared = Signal(object)
    left = Signal(int)

    def __init__(
        self, context: AppContext, autosave: Autosave, buffer: TextBuffer, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave, self._buffer = context, autosave, buffer
        self._version: int | None = None
        """What the text was before anything was typed that can be undone."""
        self._behind: list[State] = []
        self._ahead: list[State] = []
        """Where undo and redo lead beyond what was typed, the nearest last."""
        self._has_typed, self._is_walking = True, False
        self._opened = ""
        self._taken: dict[str, Undoable] = {}
        """What others wrote here and in other skills, by the text that came of it."""
        buffer.changed.connect(self._on_changed)
        autosave.reloaded.connect(self._on_reloaded)

    def begin(self) -> None:
        """Another text was loaded."""
        self._version = self._autosave.version
        self._behind, self._ahead, self._has_typed = [], [], True
        self._taken.clear()
        self._opened = self._buffer.text
        self._note_taken()

    @property
    def typed(self) -> tuple[bool, bool]:
        """Whether anything that was typed, not only saved before, can be undone and done again."""
        document = self._buffer.document
        return document.isUndoAvailable(), document.isRedoAvailable()

    @property
    def can_undo(self) -> bool:
        """Whether there is anything before this."""
        return self.typed[0] or bool(self._behind) or bool(self._stored())

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return self.typed[1] or bool(self._ahead)

    def undo(self, by: Step | None = None) -> int | None:
        """Take back the last edit or version; where it was, or None when there is none. What was
        typed is taken back `by` a field that does it itself.
        """
        if self._is_filed(0):
            self.filed.emit(0)
            return None
        if (entry := self._shared()) is not None:
            self.shared.emit(entry)
            return None
        at = self._step(partial(self._buffer.undo, by))
        if at is None and (before := self._before()) is not None:
            at = self._leave(before, self._ahead)
            if before[0] is not None:
                self.left.emit(before[0])
        elif at is None:
            self.ended.emit(0)
        return at

    def redo(self, by: Step | None = None) -> int | None:
        """Do again what was undone last; where it was, or None when there is nothing."""
        if self._is_filed(1):
            self.filed.emit(1)
            return None
        at = self._step(partial(self._buffer.redo, by))
        if at is None and self._ahead:
            return self._leave(self._ahead.pop(), self._behind)
        if at is None:
            self.ended.emit(1)
        return at

    def _is_filed(self, which: int) -> bool:
        """Whether the newest change of all was undone or done in the details of this skill."""
        vault, skill = self._context.vault, self._autosave.skill_id
        if skill is None or self._autosave.dirty:
            return False
        entry = undoing.undoable(vault)[which]
        return entry is not None and undo_reach.filed(vault, entry, skill)

    def _step(self, step: Callable[[], int | None]) -> int | None:
        """Go a step in what was typed, to which also belongs what others wrote meanwhile: a text
        that was saved before is again what it was, with its training and where its calls led.
        """
        at, skill = self._walk(step), self._autosave.skill_id
        if at is not None and skill is not None:
            saved = history.newest_with(self._context.vault, skill, self._buffer.stored)
            if saved is not None:
                self._autosave.go_to(saved, anew=False)
        return at

    def _before(self) -> State | None:
        """The state before everything that was typed."""
        return self._behind.pop() if self._behind else self._stored()

    def _stored(self) -> State | None:
        """The version before, if it can be worked on."""
        autosave, text = self._autosave, self._buffer.stored
        if autosave.skill_id is None or self._version is None or not autosave.watching:
            return None
        vault, skill = self._context.vault, autosave.skill_id
        found = history.before(vault, skill, self._version, text)
        while found is not None and self._is_passed(undo_reach.with_others(vault, found[0])):
            found = history.before(vault, skill, found[0], text)
        return found if found is not None and len(found[1]) <= LONGEST else None

    def _shared(self) -> Undoable | None:
        """What was done here and in other skills, if that is the next to be undone."""
        entry = None
        if self._buffer.document.isUndoAvailable():
            entry = self._taken.get(self._buffer.text)
        elif not self._behind and self._version is not None and self._stored() is not None:
            entry = undo_reach.with_others(self._context.vault, self._version)
        return None if self._is_passed(entry) else entry

    def _is_passed(self, entry: Undoable | None) -> bool:
        """Whether what was done in several skills was undone in all of them."""
        return entry is not None and undo_reach.is_undone(self._context.vault, entry)

    def _on_reloaded(self) -> None:
        """Somebody else wrote this. Where that undid what was there when it was opened, it begins
        anew: back leads further than to that.
        """
        if self._autosave.dirty:
            return
        if self._is_passed(self._taken.get(self._opened)):
            self._buffer.document.clearUndoRedoStacks()
            self.begin()
        else:
            self._note_taken()

    def _note_taken(self) -> None:
        version = self._autosave.version
        entry = undo_reach.with_others(self._context.vault, version) if version else None
        if entry is not None:
            self._taken[self._buffer.text] = entry

    def _leave(self, state: State, way_back: list[State]) -> int | None:
        """Show another state; what was typed here and undone is one step on the way back."""
        here = self._version, self._buffer.stored
        if way_back is self._ahead and self._buffer.document.isRedoAvailable():
            newest = self._autosave.version
            while self._walk(self._buffer.redo) is not None:
                pass
            if self._buffer.stored != here[1]:
                way_back.append((newest, self._buffer.stored))
        way_back.append(here)
        self._autosave.go_to(state[0], anew=self._has_typed)
        self._version, self._has_typed = state[0], False
        return self._walk(lambda: self._buffer.turn_into(state[1]))

    def _walk(self, step: Callable[[], int | None]) -> int | None:
        self._is_walking = True
        at = step()
        while at is not None and self._is_passed(self._taken.get(self._buffer.text)):
            step()  # it was done and undone again: neither is a step here
            at = step()
        self._is_walking = False
        return at

    def _on_changed(self) -> None:
        if not self._is_walking:
            self._has_typed = True
            self._ahead.clear()


class UndoKeys(QObject):
    """Undo and redo of a document: the keys are its own before they are the window's."""

    def __init__(
        self,
        where: QWidget,
        undo: Callable[[], object],
        redo: Callable[[], object],
    ) -> None:
        super().__init__(where)
        keys = QKeySequence.StandardKey
        self._acts = {keys.Undo: undo, keys.Redo: redo}
        where.installEventFilter(self)

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        pressed = event.type()
        if pressed not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        assert isinstance(event, QKeyEvent)
        for key, act in self._acts.items():
            if event.matches(key):
                event.accept()
                if pressed is QEvent.Type.KeyPress:
                    act()
                return True
        return False
