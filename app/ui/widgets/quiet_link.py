"""Quiet words that lead somewhere. Public name: `QuietLink`."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import isolated
from app.ui.widgets.pressable import PaintedButton

LEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
ICON, GAP = 14, 5
SIZE = 12
LONGEST = 320


class QuietLink(PaintedButton):
    """Looks like the words around it, underlined under the mouse; not enabled it is only words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._mark = theme, ""
        self.setProperty("radius", 4)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_words(self, words: str, mark: str, *, leads: bool) -> None:
        """The words, the icon before them, if any, and whether there is something to see."""
        self._mark = mark
        self.setText(words)
        self.setAccessibleName(words)
        self.setEnabled(leads)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.updateGeometry()
        self.update()

    def _font(self) -> QFont:
        font = self._theme.font(SIZE)
        font.setUnderline(self.isEnabled() and self.underMouse())
        return font

    def _indent(self) -> int:
        return self._theme.scaled(ICON) + GAP if self._mark else 0

    # Qt

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        words = min(metrics.horizontalAdvance(self.text()), self._theme.scaled(LONGEST))
        return QSize(self._indent() + words + 1, max(self._theme.scaled(ICON), metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._indent() + 40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rtl, colour = self.isRightToLeft(), "t2" if self.isEnabled() else "t3"
        if self.isEnabled() and self.underMouse():
            colour = "t1"
        if self._mark:
            side = self._theme.scaled(ICON)
            mark = self._theme.pixmap(self._mark, "t3", side, self.devicePixelRatioF())
            left = self.width() - side if rtl else 0
            painter.drawPixmap(left, (self.height() - side) // 2, mark)
        font = self._font()
        painter.setFont(font)
        painter.setPen(self._theme.colour(colour))
        words = self.rect().adjusted(self._indent(), 0, 0, 0)
        if rtl:
            words = QRect(0, 0, self.width() - self._indent(), self.height())
        cut = QFontMetrics(font).elidedText(
            self.text(), Qt.TextElideMode.ElideMiddle, words.width()
        )
        painter.drawText(words, LEADING, isolated(cut))
