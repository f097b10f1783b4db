"""What the rows of all lists have in common. Public names: `Index`, `ListDelegate`."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QPainter,
    QPen,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from app.ui.theme.fonts import BODY
from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import isolated
from app.ui.widgets.prose.layouts import lay_out
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
Elide = Qt.TextElideMode
RADIUS = 6
LEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading


class ListDelegate(QStyledItemDelegate):
    """Qt draws the ground, `_paint_row` what is on it; the ring of the keyboard is ours.

    What had to be cut can be read in the tooltip, above what the model has to say.
    """

    HEIGHT = 45
    ICON = 16
    PADDING = 8
    INDENT = 34
    """Where words begin, behind an icon. Both are at the usual size of text, and grow with it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fonts: dict[tuple[int, int], tuple[QFont, QFontMetrics]] = {}
        self._cut: list[str] = []
        self._ratio = 1.0
        self._forget()
        theme.changed.connect(self._forget)

    def show_in(self, view: QAbstractItemView, name: str) -> None:
        """Make a view one of these lists; `name` is what a screen reader calls it."""
        view.setItemDelegate(self)
        view.setAccessibleName(name)
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._theme.changed.connect(view.doItemsLayout)

    def cut(self, option: QStyleOptionViewItem, index: Index) -> str:
        """What of the row cannot be read for want of room, found by painting it on nothing."""
        nothing = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(nothing)
        self.paint(painter, option, index)
        painter.end()
        return "\n".join(self._cut)

    def tip(self, option: QStyleOptionViewItem, index: Index) -> str:
        """What the model says about the row, and what of it could not be read."""
        said = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
        missing = self.cut(option, index)
        return said if missing in said else "\n".join(filter(None, (missing, said)))

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        raise NotImplementedError

    def _height(self, index: Index) -> int:
        """Px at the usual size of text."""
        return self.HEIGHT

    def _ground(self, place: QRect, index: Index) -> QRect:
        """The part of its place that the row stands on."""
        return place

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)

    # What rows are made of

    def _forget(self) -> None:
        """Fonts are made once per scheme, for rows are painted in great numbers."""
        self._fonts.clear()
        self._ratio = self._theme.font(BODY).pixelSize() / BODY
        self.ICON, self.INDENT = self._scaled(type(self).ICON), self._scaled(type(self).INDENT)

    def _scaled(self, pixels: int) -> int:
        """A measure of the row when text is larger or smaller than usual."""
        return round(pixels * self._ratio)

    def _font(self, size: int, weight: int = 400) -> tuple[QFont, QFontMetrics]:
        if (size, weight) not in self._fonts:
            font = self._theme.font(size, weight)
            self._fonts[size, weight] = font, QFontMetrics(font)
        return self._fonts[size, weight]

    def _width(self, text: str, size: int = 11, weight: int = 400) -> int:
        return self._font(size, weight)[1].horizontalAdvance(text)

    def _place(self, bounds: QRect, top: int, height: int, right: int | None = None) -> QRect:
        """A line behind the icon, up to `right`; top and height at the usual size of text."""
        place = QRect(bounds.left() + self.INDENT, bounds.top(), 0, self._scaled(height))
        place.translate(0, self._scaled(top))
        place.setRight(bounds.right() - self.PADDING if right is None else right)
        return place

    def _icon(
        self, painter: QPainter, left: int, top: int, icon: str, token: str, size: int = 0
    ) -> None:
        scale = painter.device().devicePixelRatio()
        painter.drawPixmap(left, top, self._theme.pixmap(icon, token, size or self.ICON, scale))

    def _elided(
        self,
        text: str,
        size: int,
        weight: int,
        width: int,
        where: Qt.TextElideMode = Elide.ElideRight,
    ) -> str:
        shown = self._font(size, weight)[1].elidedText(text, where, max(width, 0))
        if shown != text:
            self._cut.append(text)
        return shown

    def _line(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        size: int,
        colour: QColor,
        weight: int = 400,
        where: Qt.TextElideMode = Elide.ElideRight,
    ) -> int:
        """One line, cut where there is no room for more; where it ends."""
        font, metrics = self._font(size, weight)
        shown = self._elided(text, size, weight, place.width(), where)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(place, LEADING, isolated(shown))
        return place.left() + metrics.horizontalAdvance(shown)

    def _end(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        colour: QColor,
        size: int = 11,
        weight: int = 400,
    ) -> int:
        """A few words at the end of a line, where there is always room for them; their left."""
        left = place.right() - self._width(text, size, weight)
        painter.setFont(self._font(size, weight)[0])
        painter.setPen(colour)
        at = QRect(left, place.top(), place.right() - left + 1, place.height())
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, isolated(text))
        return left

    def _key(self, painter: QPainter, place: QRect, key: str, half: int = 8) -> int:
        """A key in its frame at the end of a line, at the usual size of text `half` its height;
        where it begins.
        """
        half = self._scaled(half)
        end = QRect(place)
        end.setRight(place.right() - 5)
        left = self._end(painter, end, key, self._theme.colour("t2")) - 5
        painter.setPen(self._theme.colour("line2"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        top = place.center().y() - half
        painter.drawRoundedRect(left, top, place.right() - left, 2 * half + 1, 4, 4)
        return left

    def _tag(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        ink: QColor,
        soft: QColor,
        weight: int = 400,
    ) -> None:
        """A word on a soft ground."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(soft)
        painter.drawRoundedRect(place, 4, 4)
        painter.setFont(self._font(11, weight)[0])
        painter.setPen(ink)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _lines(self, text: str, size: int, width: float, most: int, high: float) -> QTextLayout:
        """As many lines as are shown, `isolated`; the last one ends in an ellipsis if there are
        more."""
        font, metrics = self._font(size)
        layout = QTextLayout(text, font)
        lay_out(layout, width, high, most)
        last = layout.lineAt(layout.lineCount() - 1)
        if text and layout.lineCount() == most:
            start = Units(text).ours(last.textStart())
            rest = metrics.elidedText(text[start:], Elide.ElideRight, int(width))
            if rest != text[start:]:
                self._cut.append(text)
                text = text[:start] + rest
        if layout.text() != (shown := isolated(text)):
            layout.setText(shown)
            lay_out(layout, width, high, most)
        return layout

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._scaled(self._height(index)))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""
        option.state &= ~State.State_HasFocus

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._cut.clear()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bounds = option.rect = self._ground(QRect(option.rect), index)
        self._paint_ground(painter, option, index)
        state: QStyle.StateFlag = option.state
        selected = bool(state & State.State_Selected)
        self._paint_row(painter, QRect(bounds), index, selected=selected)
        keyboard = state & State.State_KeyboardFocusChange
        if state & State.State_HasFocus and (keyboard or not selected):
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(bounds)
            painter.drawRoundedRect(ring.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        painter.restore()

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if event.type() is QEvent.Type.ToolTip and index.isValid():
            QToolTip.showText(event.globalPos(), plain_tip(self.tip(option, index)), view)
            return True
        return super().helpEvent(event, view, option, index)
