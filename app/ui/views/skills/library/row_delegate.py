"""How a skill looks in the library: Qt draws the ground, we add mark, two lines and the age."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.words import _
from app.ui.models.skill_list import HEAD, IMPORTANCE, ROW, Head
from app.ui.theme.theme import Theme
from app.ui.widgets.ages import age
from app.ui.widgets.gauges import BAR, paint_bar
from app.ui.widgets.roles import role_icon, role_name
from app.ui.widgets.tag_chip import DOT, paint_tag, tag_colour, tag_width
from app.ui.widgets.tag_chip import HEIGHT as CHIP
from app.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
BODY = 13
HEIGHT = 45
ICON = 16
PADDING = 8
INDENT = 34
RADIUS = 6
HEAD_HEIGHT = 27
MOST_DOTS = 4


class RowDelegate(QStyledItemDelegate):
    """`now` is the moment ages are counted from.

    The head of a group stands above its first row and belongs to it.
    """

    TALL = HEIGHT

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._now = theme, now
        self._fonts: dict[tuple[int, int], tuple[QFont, QFontMetrics]] = {}
        self._marks: dict[tuple[str, str], QPixmap] = {}
        self._ratio = 1.0
        self._forget()
        theme.changed.connect(self._forget)

    def _forget(self) -> None:
        """Fonts and pictures are made once per scheme, for rows are painted in great numbers."""
        self._fonts.clear()
        self._marks.clear()
        self._ratio = self._theme.font(BODY).pixelSize() / BODY

    def _scaled(self, pixels: int) -> int:
        """A measure of the row when text is larger or smaller than usual."""
        return round(pixels * self._ratio)

    def _font(self, size: int, weight: int = 400) -> tuple[QFont, QFontMetrics]:
        if (size, weight) not in self._fonts:
            font = self._theme.font(size, weight)
            self._fonts[size, weight] = font, QFontMetrics(font)
        return self._fonts[size, weight]

    def _mark(self, role: str, token: str, scale: float) -> QPixmap:
        if (role, token) not in self._marks:
            self._marks[role, token] = self._theme.pixmap(role_icon(role), token, ICON, scale)
        return self._marks[role, token]

    def _paint_words(
        self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool
    ) -> None:
        """Everything right of the mark."""
        row, importance = index.data(ROW), index.data(IMPORTANCE)
        colour, live = self._theme.colour, row.status is not Status.DEPRECATED
        quiet = colour("t2" if selected else "t3")
        edge = self._paint_end(painter, bounds, row, selected=selected)
        first = QRect(bounds.left() + INDENT, bounds.top() + 5, 0, self._scaled(19))
        first.setRight(edge - PADDING)
        self._line(painter, first, row.title, 13, 500, colour("t1") if live else quiet)
        second = QRect(first.left(), bounds.top() + self._scaled(23), 0, self._scaled(17))
        second.setRight(self._paint_dots(painter, bounds, row.tags) - PADDING)
        if importance is not None:
            self._paint_importance(painter, second, importance, selected=selected)
        self._line(painter, second, self._second_line(row), 11, 400, quiet)

    def _paint_importance(
        self, painter: QPainter, place: QRect, value: float, *, selected: bool
    ) -> None:
        """A bar and the number, in front of the words, which begin behind them."""
        colour, metrics = self._theme.colour, self._font(11)[1]
        top = place.center().y() - BAR.height() / 2 + 1
        bar = QRectF(place.left(), top, BAR.width(), BAR.height())
        paint_bar(painter, bar, value, colour("acc" if selected else "t2"), colour("line2"))
        place.setLeft(place.left() + BAR.width() + PADDING)
        text = f"{value:.2f}"
        self._line(painter, place, text, 11, 400, colour("t2"))
        place.setLeft(place.left() + metrics.horizontalAdvance(text) + PADDING)

    def head_height(self, index: Index) -> int:
        """How much above a row is the head of its group."""
        return self._scaled(HEAD_HEIGHT) if index.data(HEAD) is not None else 0

    def _paint_head(self, painter: QPainter, place: QRect, head: Head) -> None:
        """The tag of the group and how many have it."""
        painter.save()
        left = place.left() + PADDING
        if head.tag:
            width, height = tag_width(self._theme, head.tag), self._scaled(CHIP)
            top = place.bottom() - 3 - height
            paint_tag(painter, self._theme, QRect(left, top, width, height), head.tag)
            left += width + PADDING
        line = QRect(left, place.bottom() - 3 - self._scaled(CHIP), 0, self._scaled(CHIP))
        line.setRight(place.right() - PADDING)
        said = str(head.count) if head.tag else _("No tag  {count}").format(count=head.count)
        self._line(painter, line, said, 11, 400, self._theme.colour("t3"))
        painter.restore()

    def _paint_dots(self, painter: QPainter, bounds: QRect, tags: Sequence[str]) -> int:
        """A dot for each tag, at the end of the second line; where they begin."""
        painter.setPen(Qt.PenStyle.NoPen)
        right = bounds.right() - PADDING
        top = bounds.top() + self._scaled(23) + (self._scaled(17) - DOT) / 2
        for tag in tags[:MOST_DOTS][::-1]:
            painter.setBrush(tag_colour(self._theme, tag))
            painter.drawEllipse(QRectF(right - DOT, top, DOT, DOT))
            right -= DOT + 3
        return right + (PADDING if not tags else 0)

    def _second_line(self, row: SkillRow) -> str:
        deprecated = row.status is Status.DEPRECATED
        role = _("deprecated") if deprecated else role_name(row.role)
        return f"{role} · {row.engram_name}" if role else row.engram_name

    def _paint_end(self, painter: QPainter, bounds: QRect, row: SkillRow, *, selected: bool) -> int:
        """The age or the quarantine tag at the end of the first line; where that begins."""
        font, metrics = self._font(11)
        painter.setFont(font)
        if row.status is not Status.QUARANTINED:
            text = age(row.updated, self._now())
            width = metrics.horizontalAdvance(text)
            place = QRect(
                bounds.right() - PADDING - width, bounds.top() + 5, width + 1, self._scaled(19)
            )
            painter.setPen(self._theme.colour("t2" if selected else "t3"))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
            return place.left()
        text = _("quarantine")
        width = metrics.horizontalAdvance(text) + 12
        place = QRect(bounds.right() - PADDING - width, bounds.top() + 6, width, self._scaled(17))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("warn_soft"))
        painter.drawRoundedRect(place, 4, 4)
        painter.setPen(self._theme.colour("warn"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        return place.left()

    def _line(
        self, painter: QPainter, place: QRect, text: str, size: int, weight: int, colour: QColor
    ) -> None:
        font, metrics = self._font(size, weight)
        painter.setFont(font)
        painter.setPen(colour)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._scaled(self.TALL) + self.head_height(index))

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """What skills are called is shown as it is."""
        tip = index.data(Qt.ItemDataRole.ToolTipRole) or ""
        QToolTip.showText(event.globalPos(), plain_tip(tip), view)
        return True

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""
        option.state &= ~State.State_HasFocus  # the ring is ours

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if above := self.head_height(index):
            self._paint_head(
                painter,
                QRect(option.rect).adjusted(0, 0, 0, -self._scaled(self.TALL)),
                index.data(HEAD),
            )
            option.rect = QRect(option.rect).adjusted(0, above, 0, 0)
        super().paint(painter, option, index)
        row = index.data(ROW)
        bounds: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & State.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.device().devicePixelRatio()
        mark = self._mark(row.role, "acc" if selected else "t3", scale)
        painter.drawPixmap(bounds.left() + PADDING, bounds.top() + 7, mark)
        self._paint_words(painter, bounds, index, selected=selected)
        keyboard = state & State.State_KeyboardFocusChange
        if state & State.State_HasFocus and (keyboard or not selected):
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(bounds).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        painter.restore()
