"""What folds the sub-steps of a step away, and says how many there are."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

SIDE, CHEVRON = 18, 12


class CardFold(PaintedButton):
    """A chevron in front of the words of a step."""

    def __init__(self, theme: Theme, card: QWidget) -> None:
        super().__init__(card)
        self._theme = theme
        self.folded = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_state(self, folded: bool, count: int) -> None:
        self.folded = folded
        said = _("Show {what}") if folded else _("Hide {what}")
        self.setToolTip(plain_tip(said.format(what=sub_steps(count))))
        self.setAccessibleName(said.format(what=sub_steps(count)))
        self.update()

    @property
    def side(self) -> int:
        """Px it is wide and high."""
        return self._theme.scaled(SIDE)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(self.side, self.side)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        name = "chevron-right" if self.folded else "chevron-down"
        ink = "t1" if self.underMouse() else "t3"
        wide = self._theme.scaled(CHEVRON)
        mark = self._theme.pixmap(name, ink, wide, self.devicePixelRatioF())
        side = QRect(0, 0, wide, wide)
        side.moveCenter(self.rect().center())
        painter.drawPixmap(QPointF(side.topLeft()), mark)


def sub_steps(count: int) -> str:
    """So many of them, in words."""
    return ngettext("{count} sub-step", "{count} sub-steps", count).format(count=count)
