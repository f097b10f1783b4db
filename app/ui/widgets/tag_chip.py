"""A tag in a colour of its own.

Public names: `TagChip`, `AddTagChip`, `paint_tag`, `tag_width`, `tag_colour`.
"""

import zlib

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

HEIGHT, RADIUS, DOT = 18, 4, 6
PADDING, GAP, CROSS = 6, 5, 10
LEFT = PADDING + DOT + GAP
"""Where the words begin."""
SIZE = 11
LONGEST = 180
"""A name that is wider, in px, is cut."""
_REMOVES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def tag_colour(theme: Theme, tag: str) -> QColor:
    """The colour of a tag, which is always the same one."""
    return QColor(theme.tokens.cluster(zlib.crc32(tag.casefold().encode())))


def tag_width(theme: Theme, tag: str) -> int:
    """How wide its chip is, in px."""
    words = QFontMetrics(theme.font(SIZE, 500)).horizontalAdvance(tag)
    return LEFT + min(words, LONGEST) + PADDING + 1


def paint_tag(
    painter: QPainter,
    theme: Theme,
    place: QRect,
    tag: str,
    *,
    lit: bool = False,
    has_dot: bool = True,
) -> None:
    """A tag on a ground of its colour; `lit` under the mouse."""
    tokens, colour = theme.tokens, tag_colour(theme, tag)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    share = (0.16 if tokens.dark else 0.11) * (1.6 if lit else 1)
    painter.setBrush(QColor(mix(colour.name(), tokens.bg2, share)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(QRectF(place), RADIUS, RADIUS)
    rtl = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
    if has_dot:
        x = place.right() + 1 - PADDING - DOT if rtl else place.left() + PADDING
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(x, place.top() + (place.height() - DOT) / 2, DOT, DOT))
    painter.setFont(theme.font(SIZE, 500))
    painter.setPen(colour)
    words = place.adjusted(PADDING, 0, -LEFT, 0) if rtl else place.adjusted(LEFT, 0, -PADDING, 0)
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(tag, Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)


class TagChip(PaintedButton):
    """`clicked` to see what has it; the dot becomes a cross under the mouse, for `removed`."""

    removed = Signal()

    def __init__(self, theme: Theme, tag: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._removable = True
        self.setText(tag)
        self.setAccessibleName(_("Tag {tag}").format(tag=tag))
        self.setProperty("radius", RADIUS)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_removable(True)
        theme.changed.connect(self.updateGeometry)

    def set_removable(self, removable: bool) -> None:
        """Whether it can be taken off."""
        self._removable = removable
        said = _("Show the skills tagged “{tag}”").format(tag=self.text())
        if removable:
            said += "\n" + _("Press Delete or click the cross to remove it")
        self.setToolTip(plain_tip(said))
        self.setAccessibleDescription(said)

    # Qt

    def sizeHint(self) -> QSize:
        height = max(HEIGHT, QFontMetrics(self._theme.font(SIZE, 500)).height() + 3)
        return QSize(tag_width(self._theme, self.text()), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().x()
        near = self.width() - at if self.isRightToLeft() else at
        if self._removable and near < LEFT and self.hitButton(event.position().toPoint()):
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVES and self._removable:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        lit = self.underMouse()
        has_cross = self._removable and (lit or self.hasFocus())
        paint_tag(painter, self._theme, self.rect(), self.text(), lit=lit, has_dot=not has_cross)
        if has_cross:
            left = PADDING + (DOT - CROSS) // 2
            x = self.width() - left - CROSS if self.isRightToLeft() else left
            mark = self._theme.pixmap("close", "t1", CROSS, self.devicePixelRatioF())
            painter.drawPixmap(x, (self.height() - CROSS) // 2, mark)


class AddTagChip(PaintedButton):
    """A dashed place for one more tag."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText(_("+ tag"))
        self.setAccessibleName(_("Add a tag"))
        self.setToolTip(plain_tip(_("Add a tag")))
        self.setProperty("radius", RADIUS)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.updateGeometry)

    # Qt

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._theme.font(SIZE))
        width = metrics.horizontalAdvance(self.text()) + 2 * PADDING + 1
        return QSize(width, max(HEIGHT, metrics.height() + 3))

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._theme.colour
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour("t3" if self.underMouse() else "line2"))
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        painter.setFont(self._theme.font(SIZE))
        painter.setPen(colour("t1" if self.underMouse() else "t2"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
