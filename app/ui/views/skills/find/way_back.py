"""Undo in a field whose words were just written in the place of others. Public name: `WayBack`."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from app.ui.views.skills.editor.view import EditorView


class WayBack(QObject):
    """Takes back what was replaced, until something is typed in the field or in the skill."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self._editor: EditorView | None = None
        self._after = ""
        field.textEdited.connect(self.forget)
        field.installEventFilter(self)

    def note(self, editor: EditorView) -> None:
        """Something was just replaced there."""
        self._editor, self._after = editor, editor.buffer.text

    def forget(self, *_typed: object) -> None:
        """Undo is about the field again."""
        self._editor, self._after = None, ""

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        pressed, editor = event.type(), self._editor
        if pressed not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or editor is None:
            return False
        assert isinstance(event, QKeyEvent)
        is_undo = event.matches(QKeySequence.StandardKey.Undo)
        if not is_undo or editor.buffer.text != self._after:
            return False
        event.accept()
        if pressed is QEvent.Type.KeyPress:
            self.forget()
            editor.undoing.undo_here()
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        return True
