"""How a change looks in the preview: the line before and after, with the words marked."""

from PySide6.QtCore import QEvent, QPointF, QRect
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyleOptionViewItem

from app.core.library.replace import Found, Place
from app.core.words import ngettext
from app.ui.views.skills.find.changes import FOUND, PLACE, on_one_line
from app.ui.widgets.list_delegate import Elide, Index, ListDelegate
from app.ui.widgets.prose.layouts import lay_out
from app.ui.widgets.prose.text_style import format_range
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.roles import role_icon

FURTHER = 26
"""Px that places stand further in than their skill."""
WORDS = 30
"""Px from the edge of a row to its words, behind the tick."""
SIGN = 16
"""Px of the sign that says which line is which. All three are at the usual size of text."""
LEAD = 0.45
"""As much of the width at most is taken by what stands before the words."""


class ChangeDelegate(ListDelegate):
    """Qt draws the tick as well."""

    HEIGHT = 44

    def _ground(self, place: QRect, index: Index) -> QRect:
        return (
            place
            if index.data(PLACE) is None
            else place.adjusted(self._theme.scaled(FURTHER), 0, 0, 0)
        )

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        place, words = (
            index.data(PLACE),
            bounds.adjusted(self._theme.scaled(WORDS), 0, -self.PADDING, 0),
        )
        if place is not None:
            self._paint_place(painter, words, place)
        else:
            self._paint_skill(painter, words, index.data(FOUND))

    def _paint_skill(self, painter: QPainter, place: QRect, found: Found) -> None:
        row, top = found.skill, place.center().y() - self.ICON // 2
        self._icon(painter, place.left(), top, role_icon(row.role), "t3")
        place = place.adjusted(self.ICON + 8, 0, 0, 0)
        count = len(found.places)
        places = ngettext("{count} place", "{count} places", count).format(count=count)
        upper = place.adjusted(0, 4, 0, -place.height() // 2)
        lower = place.adjusted(0, place.height() // 2, 0, -4)
        colour = self._theme.colour
        self._line(painter, upper, row.title, 13, colour("t1"), 600)
        self._line(painter, lower, f"{row.engram_name} · {places}", 11, colour("t3"))

    def _paint_place(self, painter: QPainter, bounds: QRect, place: Place) -> None:
        """Two lines; a sign in front says which is which."""
        half = bounds.height() // 2
        for number, (sign, words, ground) in enumerate(
            (("−", place.old, "diff_removed"), ("+", place.new, "diff_added"))
        ):
            line = QRect(bounds.left(), bounds.top() + number * half, bounds.width(), half)
            line.translate(0, 1 - 2 * number)  # the two belong together
            self._line(painter, line, sign, 12, self._theme.colour("t3"))
            self._paint_words(
                painter, line.adjusted(self._theme.scaled(SIGN), 0, 0, 0), place, words, ground
            )

    def _paint_words(
        self, painter: QPainter, bounds: QRect, place: Place, words: str, ground: str
    ) -> None:
        most = round(bounds.width() * LEAD)
        lead = self._elided(place.lead, 12, 400, most, Elide.ElideLeft)
        room = bounds.width() - self._width(lead, 12)
        words = self._elided(on_one_line(words), 12, 400, room, Elide.ElideMiddle)
        room -= self._width(words, 12)
        tail = self._elided(place.tail, 12, 400, room)
        text = f"{lead}{words}{tail}"
        layout = QTextLayout(text, self._font(12)[0])
        height = lay_out(layout, bounds.width(), most=1)
        units, made = Units(text), QTextCharFormat()
        made.setBackground(self._theme.colour(ground))
        made.setForeground(self._theme.colour("t1"))
        start, end = units.qt(len(lead)), units.qt(len(lead) + len(words))
        painter.setPen(self._theme.colour("t2"))
        top = bounds.top() + (bounds.height() - height) / 2
        marked = [format_range(start, end - start, made)] if words else []
        layout.draw(painter, QPointF(bounds.left(), top), marked, bounds)

    # Qt

    def editorEvent(
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """The tick is where it is painted."""
        option.rect = self._ground(QRect(option.rect), index)
        return super().editorEvent(event, model, option, index)  # type: ignore[arg-type]
