"""How a skill looks in the library: mark, two lines and the age."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.core.library.catalogue import SkillRow
from app.core.library.record import DiskState, Status
from app.core.words import _
from app.ui.models.skill_list import FRESH, HEAD, IMPORTANCE, ROW, Head
from app.ui.theme.theme import Theme
from app.ui.widgets.ages import age
from app.ui.widgets.disk_signs import DISK
from app.ui.widgets.gauges import BAR, paint_bar
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.roles import role_icon, role_name
from app.ui.widgets.tag_chip import DOT, paint_tag, tag_colour, tag_width
from app.ui.widgets.tag_chip import HEIGHT as CHIP

HEAD_HEIGHT = 27
TICK, TICKS = 15, 23
"""A check box, and how far it moves the row aside."""
STAR = 14
SIGN = 12
CHEVRON = 14
MOST_DOTS = 4
NEWS = 8


class RowDelegate(ListDelegate):
    """`now` is the moment ages are counted from.

    The head of a group stands above its first row and belongs to it.
    """

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        self._now, self._shows_ticks = now, False
        super().__init__(theme, parent)

    def show_ticks(self, shown: bool) -> None:
        """Let there be a check box in front of every row, or none."""
        self._shows_ticks = shown
        self._make_room()

    def _forget(self) -> None:
        super()._forget()
        self._make_room()

    def _make_room(self) -> None:
        self._ticks = self._scaled(TICKS) if self._shows_ticks else 0
        self.INDENT = self._scaled(ListDelegate.INDENT) + self._ticks

    def is_tick(self, place: QRect, index: Index, at: QPoint) -> bool:
        """Whether the check box of a row is there, and what surrounds it."""
        left = place.left() + self.PADDING + self._ticks
        return bool(self._ticks) and at.x() < left and not self.is_head(place, index, at)

    def is_head(self, place: QRect, index: Index, at: QPoint) -> bool:
        """Whether the head of a group is there."""
        return at.y() < place.top() + self.head_height(index)

    def is_tag(self, place: QRect, index: Index, at: QPoint) -> bool:
        """Whether the tag in the head of a group is there."""
        head = index.data(HEAD)
        return head is not None and bool(head.tag) and self._tag_place(place, head).contains(at)

    def _height(self, index: Index) -> int:
        head = index.data(HEAD)
        if head is not None and head.is_folded:
            return HEAD_HEIGHT
        return self.HEIGHT + (HEAD_HEIGHT if head is not None else 0)

    def _ground(self, place: QRect, index: Index) -> QRect:
        if (head := index.data(HEAD)) is not None and head.is_folded:
            return place
        return place.adjusted(0, self.head_height(index), 0, 0)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        if above := self.head_height(index):
            head: Head = index.data(HEAD)
            top = bounds.top() - (0 if head.is_folded else above)
            self._paint_head(painter, QRect(bounds.left(), top, bounds.width(), above), head)
            if head.is_folded:
                return
        left, top = bounds.left() + self.PADDING, bounds.top() + self._scaled(7)
        if self._ticks:
            side = self._scaled(TICK)
            self._paint_tick(painter, QRect(left - 1, top, side, side), on=selected)
        mark = role_icon(index.data(ROW).role), "acc" if selected else "t3"
        self._icon(painter, left + self._ticks, top, *mark)
        if index.data(FRESH):
            self._paint_fresh(painter, left + self._ticks + self.ICON, top)
        self._paint_words(painter, bounds, index, selected=selected)

    def _paint_fresh(self, painter: QPainter, right: int, top: int) -> None:
        """A dot at the corner of the mark, as of news that nobody has read."""
        painter.setPen(QPen(self._theme.colour("bg1"), 1.5))
        painter.setBrush(self._theme.colour("acc"))
        painter.drawEllipse(QRectF(right - NEWS + 2, top - 2, NEWS, NEWS))

    def _paint_words(
        self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool
    ) -> None:
        """Everything right of the mark."""
        row, importance = index.data(ROW), index.data(IMPORTANCE)
        colour, live = self._theme.colour, row.status is not Status.DEPRECATED
        quiet = colour("t2" if selected else "t3")
        edge = self._paint_end(painter, bounds, row, selected=selected)
        first = self._place(bounds, 5, 19, edge - self.PADDING - self._star_room(row))
        end = self._line(painter, first, row.title, 13, colour("t1") if live else quiet, 500)
        self._paint_star(painter, end, first, row)
        end = self._paint_dots(painter, bounds, row.tags)
        second = self._place(bounds, 23, 17, end - self.PADDING)
        if importance is not None:
            self._paint_importance(painter, second, importance, selected=selected)
        if row.disk not in (None, DiskState.SYNCED):
            self._paint_disk(painter, second, row.disk)
        self._line(painter, second, self._second_line(row), 11, quiet)

    def _paint_disk(self, painter: QPainter, place: QRect, state: DiskState) -> None:
        """What is to be done about its file, in front of the words, which begin behind it."""
        side = self._scaled(SIGN)
        self._icon(painter, place.left(), place.center().y() - side // 2, *DISK[state], side)
        place.setLeft(place.left() + side + 5)

    def _paint_importance(
        self, painter: QPainter, place: QRect, value: float, *, selected: bool
    ) -> None:
        """A bar and the number, in front of the words, which begin behind them."""
        colour = self._theme.colour
        top = place.center().y() - BAR.height() / 2 + 1
        bar = QRectF(place.left(), top, BAR.width(), BAR.height())
        paint_bar(painter, bar, value, colour("acc" if selected else "t2"), colour("line2"))
        place.setLeft(place.left() + BAR.width() + self.PADDING)
        end = self._line(painter, place, f"{value:.2f}", 11, colour("t2"))
        place.setLeft(end + self.PADDING)

    def head_height(self, index: Index) -> int:
        """How much above a row is the head of its group."""
        return self._scaled(HEAD_HEIGHT) if index.data(HEAD) is not None else 0

    def _paint_head(self, painter: QPainter, place: QRect, head: Head) -> None:
        """The tag of the group and how many have it."""
        left, mark = (
            place.left() + self.PADDING,
            "chevron-right" if head.is_folded else "chevron-down",
        )
        middle = place.bottom() - 3 - self._scaled(CHIP) // 2
        side = self._scaled(CHEVRON)
        self._icon(painter, left, middle - side // 2 + 1, mark, "t3", side)
        left += side + 4
        if head.tag:
            tag = self._tag_place(place, head)
            paint_tag(painter, self._theme, tag, head.tag)
            left = tag.right() + 1 + self.PADDING
        line = QRect(left, place.bottom() - 3 - self._scaled(CHIP), 0, self._scaled(CHIP))
        line.setRight(place.right() - self.PADDING)
        said = str(head.count) if head.tag else _("No tag  {count}").format(count=head.count)
        self._line(painter, line, said, 11, self._theme.colour("t3"))

    def _tag_place(self, place: QRect, head: Head) -> QRect:
        """Where the tag is in a head that begins at the top of that place."""
        left, height = place.left() + self.PADDING + self._scaled(CHEVRON) + 4, self._scaled(CHIP)
        room = place.right() - left - 5 * self.PADDING
        top = place.top() + self._scaled(HEAD_HEIGHT) - 4 - height
        return QRect(left, top, min(tag_width(self._theme, head.tag), room), height)

    def _paint_tick(self, painter: QPainter, place: QRect, *, on: bool) -> None:
        colour = self._theme.colour
        painter.setPen(colour("acc_fill" if on else "t3"))
        painter.setBrush(colour("acc_fill") if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if on:
            self._icon(
                painter, place.left() + 1, place.top() + 1, "check", "on_acc", place.width() - 2
            )

    def _star_room(self, row: SkillRow) -> int:
        return self._scaled(STAR) + 5 if row.favourite else 0

    def _paint_star(self, painter: QPainter, end: int, line: QRect, row: SkillRow) -> None:
        """Behind the title, which ends there."""
        if row.favourite:
            side = self._scaled(STAR)
            self._icon(painter, end + 5, line.center().y() - side // 2, "star-full", "warn", side)

    def _paint_dots(self, painter: QPainter, bounds: QRect, tags: Sequence[str]) -> int:
        """A dot for each tag, at the end of the second line; where they begin."""
        painter.setPen(Qt.PenStyle.NoPen)
        right = bounds.right() - self.PADDING
        top = bounds.top() + self._scaled(23) + (self._scaled(17) - DOT) / 2
        for tag in tags[:MOST_DOTS][::-1]:
            painter.setBrush(tag_colour(self._theme, tag))
            painter.drawEllipse(QRectF(right - DOT, top, DOT, DOT))
            right -= DOT + 3
        return right + (self.PADDING if not tags else 0)

    def _second_line(self, row: SkillRow) -> str:
        deprecated = row.status is Status.DEPRECATED
        role = _("deprecated") if deprecated else role_name(row.role)
        return f"{role} · {row.engram_name}" if role else row.engram_name

    def _paint_end(self, painter: QPainter, bounds: QRect, row: SkillRow, *, selected: bool) -> int:
        """The age or the quarantine tag at the end of the first line; where that begins."""
        line = self._place(bounds, 5, 19)
        if row.status is not Status.QUARANTINED:
            quiet = self._theme.colour("t2" if selected else "t3")
            return self._end(painter, line, age(row.updated, self._now()), quiet)
        text, colour = _("quarantine"), self._theme.colour
        line.setLeft(line.right() - self._width(text) - 11)
        self._tag(painter, line.adjusted(0, 1, 0, -1), text, colour("warn"), colour("warn_soft"))
        return line.left()
