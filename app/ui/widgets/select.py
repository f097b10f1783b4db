"""A choice from a list that opens. Public name: `Select`."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.ui.theme.theme import Theme
from app.ui.widgets.tips import tell_whole

MARK = 14
MOST = 12
"""Choices that are seen at once."""
SLACK = 2
"""Px beside the words that Qt counts as theirs when it asks for room, and not when it draws."""


class Select(QComboBox):
    """Qt draws the field, we add the chevron. Where there is too little room its words end in an
    ellipsis, and its tooltip has the whole. The wheel scrolls what it stands in.
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.view().setAccessibleName(name)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setMaxVisibleItems(MOST)
        theme.changed.connect(self.update)

    def may_be_cut(self, letters: int) -> None:
        """It can be as narrow as so many letters."""
        self.setMinimumContentsLength(letters)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def _shown(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self).width()
        cut = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(self.currentText(), cut, room + SLACK)
        return option

    # Qt

    def event(self, event: QEvent) -> bool:
        asked = event.type() is QEvent.Type.ToolTip
        is_cut = asked and self._shown().currentText != self.currentText()
        return tell_whole(self, event, self.currentText() if is_cut else "") or super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # nobody who scrolls a page past it makes a choice

    def paintEvent(self, event: QPaintEvent) -> None:
        field, shown = QStylePainter(self), self._shown()
        field.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, shown)
        field.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, shown)
        field.end()
        painter = QPainter(self)
        side = self._theme.scaled(MARK)
        left = 8 if self.isRightToLeft() else self.width() - side - 8
        mark = self._theme.pixmap(
            "chevron-down", "t2" if self.isEnabled() else "t4", side, self.devicePixelRatioF()
        )
        painter.drawPixmap(left, (self.height() - side) // 2, mark)
