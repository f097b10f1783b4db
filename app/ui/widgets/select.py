"""A choice from a list that opens. Public name: `Select`."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from app.ui.theme.theme import Theme

MARK = 14


class Select(QComboBox):
    """Qt draws the field, we add the chevron."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.view().setAccessibleName(name)
        self.setItemDelegate(QStyledItemDelegate(self))
        theme.changed.connect(self.update)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        left = 8 if self.isRightToLeft() else self.width() - MARK - 8
        mark = self._theme.pixmap(
            "chevron-down", "t2" if self.isEnabled() else "t4", MARK, self.devicePixelRatioF()
        )
        painter.drawPixmap(left, (self.height() - MARK) // 2, mark)
