"""Back and forth in one document. Public names: `Past`, `UndoKeys`."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.core.library import history
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.text_buffer import LONGEST, TextBuffer

State = tuple[int | None, str]
"""A text, and the version with the training that belongs to it."""


class Past(QObject):
    """First what was typed, then what was saved before that, version by version.

    Every undo leads further back, and none to another skill or out of the library.
    """

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
        buffer.changed.connect(self._on_changed)

    def begin(self) -> None:
        """Another text was loaded."""
        self._version = self._autosave.version
        self._behind, self._ahead, self._has_typed = [], [], True

    @property
    def can_undo(self) -> bool:
        """Whether there is anything before this."""
        return self._buffer.document.isUndoAvailable() or bool(self._behind) or bool(self._stored())

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return self._buffer.document.isRedoAvailable() or bool(self._ahead)

    def undo(self) -> int | None:
        """Take back the last edit or version; where it was, or None when there is none."""
        at = self._walk(self._buffer.undo)
        if at is None and (before := self._before()) is not None:
            return self._leave(before, self._ahead)
        if at is None:
            self._context.say.tell(_("Nothing more to undo in this skill"))
        return at

    def redo(self) -> int | None:
        """Do again what was undone last; where it was, or None when there is nothing."""
        at = self._walk(self._buffer.redo)
        if at is None and self._ahead:
            return self._leave(self._ahead.pop(), self._behind)
        if at is None:
            self._context.say.tell(_("Nothing more to redo in this skill"))
        return at

    def _before(self) -> State | None:
        """The state before everything that was typed."""
        return self._behind.pop() if self._behind else self._stored()

    def _stored(self) -> State | None:
        """The version before, if it can be worked on."""
        autosave, text = self._autosave, self._buffer.stored
        if autosave.skill_id is None or self._version is None or not autosave.watching:
            return None
        found = history.before(self._context.vault, autosave.skill_id, self._version, text)
        return found if found is not None and len(found[1]) <= LONGEST else None

    def _leave(self, state: State, way_back: list[State]) -> int | None:
        """Show another state; what was typed here and undone is one step on the way back."""
        here = self._version, self._buffer.stored
        if way_back is self._ahead and self._buffer.document.isRedoAvailable():
            newest = self._autosave.version
            while self._walk(self._buffer.redo) is not None:
                pass
            way_back.append((newest, self._buffer.stored))
        way_back.append(here)
        self._autosave.go_to(state[0], anew=self._has_typed)
        self._version, self._has_typed = state[0], False
        return self._walk(lambda: self._buffer.turn_into(state[1]))

    def _walk(self, step: Callable[[], int | None]) -> int | None:
        self._is_walking = True
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
        applies: Callable[[QKeySequence.StandardKey], bool] = lambda _key: True,
    ) -> None:
        super().__init__(where)
        keys = QKeySequence.StandardKey
        self._acts, self._applies = {keys.Undo: undo, keys.Redo: redo}, applies
        where.installEventFilter(self)

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        pressed = event.type()
        if pressed not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        assert isinstance(event, QKeyEvent)
        for key, act in self._acts.items():
            if event.matches(key) and self._applies(key):
                event.accept()
                if pressed is QEvent.Type.KeyPress:
                    act()
                return True
        return False
