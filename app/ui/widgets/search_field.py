"""A field to search in, with the key that leads to it. Public name: `SearchField`."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import key_hint
from app.ui.widgets.tips import tell_whole, whole_field

EDGE = 8


class SearchField(QLineEdit):
    """Shows `hint` (the key that focuses it) while empty, a cross while not.

    Everywhere the same keys: ↓ goes into what was found (`entered`), Enter to the best
    (`returnPressed`), Esc empties the field, and leaves it when it is empty (`left`).
    """

    entered = Signal()
    left = Signal()
    focused = Signal()

    def __init__(
        self, theme: Theme, placeholder: str, hint: str = "/", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.is_emptied_by_escape = True
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.addAction(theme.icon("search", "t3"), QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(theme.icon("close", "t3"), _("Clear search"), self)
        self._clear.triggered.connect(self.clear)
        self._hint = key_hint(hint)
        self._hint.setParent(self)
        self._hint.setVisible(bool(hint))
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.textChanged.connect(self._show_end)

    def _show_end(self, text: str) -> None:
        """The hint and the cross share the end of the field."""
        self._show_hint()
        if text and self._clear not in self.actions():
            self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        elif not text:
            self.removeAction(self._clear)

    def _show_hint(self) -> None:
        """The key gives way to the words that say what the field is for."""
        words = self.fontMetrics().horizontalAdvance(self.placeholderText())
        icons = sum(one.width() for one in self.findChildren(QToolButton) if not one.isHidden())
        room = self.width() - icons - self._hint.sizeHint().width() - 2 * EDGE
        fits = words <= room or not self.isVisible()
        self._hint.setVisible(not self.text() and bool(self._hint.text()) and fits)

    # Qt

    def event(self, event: QEvent) -> bool:
        return tell_whole(self, event, whole_field(self)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Escape and self.is_emptied_by_escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            event.ignore()  # a dialog closes
        elif event.key() == Qt.Key.Key_Down and plain:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._hint.sizeHint()
        left = EDGE if self.isRightToLeft() else self.width() - size.width() - EDGE
        self._hint.setGeometry(
            left, (self.height() - size.height()) // 2, size.width(), size.height()
        )
        self._show_hint()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_hint()
