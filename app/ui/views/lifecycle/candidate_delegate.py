"""How a candidate looks in the list: its calls or its changes, when it was done, what to decide."""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.lifecycle.candidate_rows import LISTED, CandidateRows, Listed
from app.ui.widgets.list_delegate import Index, ListDelegate

Part = Literal["", "promote", "dismiss", "reopen"]
NAME, DOTS, COUNT, SURE = 210, 150, 76, 76
"""Px of the columns while text has its usual size."""
NAME_SHARE = 0.36
"""The most of a narrow row that its name takes."""
ROOMY, WIDE = 700, 980
"""From these widths on there is room for how often it was done, and for when."""
PROMOTE_KEY, REOPEN_KEY, KEY_ROOM = "P", "R", 24
NAME_GAP, COUNT_GAP = 10, 6
BUTTON, INSIDE, GAP = 26, 10, 12
CHIP, CHIP_EDGE, CHIP_MOST = 22, 7, 160
CHIP_GAP = 19
CHANGED = 320
"""Px of the words for a change that a name leaves."""
DOT = 3.5


class _Need(NamedTuple):
    """Px that names, calls, and each of the counts have to have for none of them to be cut."""

    names: int
    calls: int
    counts: tuple[int, ...]


class CandidateDelegate(ListDelegate):
    """Buttons are painted; `place_of` says where. Looks back so many `days`."""

    HEIGHT = 50
    PADDING = 14
    days = 30
    _needed: tuple[tuple[Listed, ...], _Need] | None = None
    """Rows, and what they need."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._over: tuple[int, Part] = (-1, "")

    def set_over(self, row: int, part: Part) -> bool:
        """Which painted button the mouse is over; whether that is another one than before."""
        before, self._over = self._over, (row, part)
        return before != self._over

    def place_of(self, bounds: QRect, part: Part) -> QRect:
        """Where a button of a row is."""
        right = bounds.right() - self._scaled(8)
        if part == "reopen":
            width = self._width(_("Reopen"), 12, 500) + self._scaled(KEY_ROOM)
            return self._button_at(bounds, right, width)
        dismiss = self._button_at(bounds, right, self._width(_("Dismiss"), 12, 500))
        if part == "dismiss":
            return dismiss
        words = max(self._width(said, 12, 500) for said in (_("Promote"), _("Accept")))
        width = words + self._scaled(KEY_ROOM)
        return self._button_at(bounds, dismiss.left() - self._scaled(4), width)

    def part_at(self, bounds: QRect, at: QPoint, row: Listed) -> Part:
        """The button of a row at a point of the list, or none."""
        parts: tuple[Part, ...] = ("reopen",) if row.is_dismissed else ("promote", "dismiss")
        found = (part for part in parts if self.place_of(bounds, part).contains(at))
        return next(found, "")

    def _button_at(self, bounds: QRect, right: int, width: int) -> QRect:
        high, wide = self._scaled(BUTTON), width + 2 * INSIDE
        return QRect(right - wide, bounds.center().y() - high // 2, wide, high)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: Listed = index.data(LISTED)
        model = index.model()
        assert isinstance(model, CandidateRows) and model.now is not None
        scaled, colour = self._scaled, self._theme.colour
        quiet = colour("t2" if selected else "t3")
        edge = self._paint_buttons(painter, bounds, index, selected=selected)
        if bounds.width() >= scaled(ROOMY):
            wide = bounds.width() >= scaled(WIDE)
            widths = self._need_of(model).counts[: 3 if wide else 2]
            for text, width in reversed(tuple(zip(row.counted, widths, strict=False))):
                edge -= width
                cell = QRect(edge, bounds.top(), width - COUNT_GAP, bounds.height())
                self._line(painter, cell, text, 12, colour("t2"))
            if wide:
                edge -= scaled(DOTS)
                dots = QRectF(edge, bounds.top(), scaled(DOTS - 20), bounds.height())
                self._paint_dots(painter, dots, row, model.now)
                edge -= scaled(12)
        left = bounds.left() + self.PADDING
        least = min(scaled(NAME), round(NAME_SHARE * bounds.width()))
        end = left + self._name_width(model, least, edge - left)
        first = QRect(left, bounds.top() + scaled(8), end - left - NAME_GAP, scaled(17))
        self._line(painter, first, row.title, 13, colour("t1"), 500)
        first.translate(0, scaled(18))
        ink = colour("warn") if row.is_marked else quiet
        self._line(painter, first, row.about(model.now), 11, ink)
        middle = QRect(end, bounds.top(), edge - end - 8, bounds.height())
        if row.changed:
            self._line(painter, middle, row.changed, 12, colour("t1"))
        else:
            self._paint_calls(painter, middle, row, selected=selected)
        painter.setPen(colour("line"))
        painter.drawLine(bounds.bottomLeft(), bounds.bottomRight())

    def _name_width(self, model: CandidateRows, least: int, room: int) -> int:
        """The same for all rows: what names need, as far as calls leave it or half the room is."""
        need = self._need_of(model)
        most = max(least, room - need.calls, room // 2)
        return min(max(least, need.names), most, max(room, 0))

    def _need_of(self, model: CandidateRows) -> _Need:
        """Of the rows that are there; worked out once."""
        if self._needed is None or self._needed[0] is not model.rows:
            self._needed = model.rows, self._worked_out(model)
        return self._needed[1]

    def _worked_out(self, model: CandidateRows) -> _Need:
        assert model.now is not None
        counts = [self._scaled(width) for width in (COUNT, COUNT, SURE)]
        names = calls = 0
        for row in model.rows:
            said = [self._width(text, 12) + 2 + COUNT_GAP for text in row.counted]
            counts = [max(pair) for pair in zip(counts, said, strict=True)]
            told = self._width(row.about(model.now))
            names = max(names, self._width(row.title, 13, 500), told)
            if row.changed:
                calls = max(calls, min(self._width(row.changed, 12), self._scaled(CHANGED)))
                continue
            chips = (min(self._width(call), self._scaled(CHIP_MOST)) for call in row.calls)
            gaps = (len(row.calls) - 1) * self._scaled(CHIP_GAP) + NAME_GAP
            calls = max(calls, sum(chip + 2 * CHIP_EDGE for chip in chips) + gaps)
        return _Need(names + NAME_GAP, calls, tuple(counts))

    def _forget(self) -> None:
        super()._forget()
        self._needed = None

    def _paint_calls(self, painter: QPainter, place: QRect, row: Listed, *, selected: bool) -> None:
        """As many as there is room for, and how many more there are."""
        scaled, colour = self._scaled, self._theme.colour
        x, high = place.left(), scaled(CHIP)
        ground = colour("bg3" if selected else "bg4")
        top = place.center().y() - high // 2
        for number, call in enumerate(row.calls):
            left = len(row.calls) - number - 1
            reserved = scaled(CHIP_GAP) + self._width(f"+{left}") + 2 if left else 0
            room = place.right() - x - reserved - 2 * CHIP_EDGE
            most = scaled(CHIP_MOST) if number else min(scaled(CHIP_MOST), room)  # never only “+8”
            words = self._elided(call, 11, 400, most)
            width = self._width(words) + 2 * CHIP_EDGE
            if x + width + reserved > place.right():
                more = QRect(x, place.top(), max(place.right() - x, 0), place.height())
                self._line(painter, more, f"+{left + 1}", 11, colour("t3"))
                return
            chip = QRect(x, top, width, high)
            self._tag(painter, chip, words, colour("t1"), ground)
            x += width
            if left:
                side = scaled(10)
                middle = place.center().y() - side // 2
                self._icon(painter, x + 4, middle, "chevron-right", "t3", side)
                x += scaled(CHIP_GAP)

    def _paint_dots(self, painter: QPainter, place: QRectF, row: Listed, now: datetime) -> None:
        """A line of the days that it looks back, and a dot for each time."""
        colour, y = self._theme.colour, place.center().y()
        painter.setPen(QPen(colour("line2"), 1.5, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        span = timedelta(days=self.days)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("acc"))
        for at in row.times:
            share = 1 - (now - at) / span
            if 0 <= share <= 1:
                painter.drawEllipse(QPointF(place.left() + share * place.width(), y), DOT, DOT)

    def _paint_buttons(
        self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool
    ) -> int:
        """Promote or Accept, and Dismiss, or Reopen, at the end; where they begin."""
        row: Listed = index.data(LISTED)
        over = self._over[1] if self._over[0] == index.row() else ""
        if row.is_dismissed:
            place = self.place_of(bounds, "reopen")
            self._paint_main(painter, place, _("Reopen"), REOPEN_KEY, over == "reopen", selected)
            return place.left() - self._scaled(GAP)
        place = self.place_of(bounds, "promote")
        taking = _("Accept") if row.evolves else _("Promote")
        self._paint_main(painter, place, taking, PROMOTE_KEY, over == "promote", selected)
        dismiss = self.place_of(bounds, "dismiss")
        if over == "dismiss":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("bg4"))
            painter.drawRoundedRect(dismiss, 5, 5)
        inside = dismiss.adjusted(INSIDE, 0, -INSIDE + 2, 0)
        self._line(painter, inside, _("Dismiss"), 12, self._theme.colour("t2"), 500)
        return place.left() - self._scaled(GAP)

    def _paint_main(
        self, painter: QPainter, place: QRect, words: str, key: str, over: bool, selected: bool
    ) -> None:
        """The button of a row that is meant most; with its key where the row is selected."""
        colour = self._theme.colour
        painter.setPen(colour("acc_fill" if selected else "line2"))
        painter.setBrush(colour("acc_fill" if selected else "bg4" if over else "bg3"))
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        ink = colour("on_acc" if selected else "t1")
        room = place.width() - self._width(words, 12, 500)
        room -= self._scaled(KEY_ROOM) if selected else 0  # in the middle without the key
        inside = place.adjusted(room // 2, 0, 2, 0)
        end = self._line(painter, inside, words, 12, ink, 500)
        if not selected:
            return
        side = self._scaled(16)
        box = QRect(end + self._scaled(8), place.center().y() - side // 2, side, side)
        painter.setPen(ink)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(self._font(11)[0])
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
