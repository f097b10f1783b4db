"""The original, passage by passage, with what became of each. Public name: `OriginalDelegate`."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from app.core.documents import tables
from app.core.documents.content import Form, Passage
from app.core.documents.roles import Becomes, Role
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.documents import looks
from app.ui.views.documents.grid import Grid, strike
from app.ui.views.documents.row_list import THING
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose import layouts

BAR = 3
SIDE = 16
TOP = 5
LABEL = 44
"""The column of numbers and bullets, and by how much each level is further in."""
STEP_IN = 18
LONGEST = 4_000
"""Characters of a passage that are shown; nobody reads a longer one here."""
MOST_ROWS = 200
"""The same of the rows of a table."""
_SIZES = {Form.TITLE: (15, 600), Form.HEADING: (13, 600)}


@dataclass(frozen=True, slots=True)
class Original:
    """A passage, what became of it, and whether a person said so."""

    passage: Passage
    role: Becomes
    is_chosen: bool


def said(one: Original) -> str:
    """For a screen reader: "5.2.1 Put the vaccines … becomes Step"."""
    words = " ".join(filter(None, (one.passage.label, tables.as_words(one.passage.text))))
    remarks = " ".join(one.passage.remarks)
    return _("{words}, becomes {role}. {remarks}").format(
        words=words, role=looks.words(one.role), remarks=remarks
    )


class OriginalDelegate(ListDelegate):
    """The words as in the document, a bar and a ground in the colour of what they became."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._heights: dict[tuple[Passage, int], int] = {}
        theme.changed.connect(self._heights.clear)

    def _laid_out(
        self, one: Original, width: int
    ) -> tuple[QTextLayout | Grid, list[QTextLayout], int]:
        """The words or the table, the remarks, and how far the words are in."""
        passage = one.passage
        size, weight = _SIZES.get(passage.form, (12, 600 if passage.is_strong else 400))
        left = self._scaled(SIDE)
        if passage.form is Form.ITEM:
            left += self._scaled(passage.level * STEP_IN) + self._label_width(passage)
        elif passage.form is Form.TEXT and passage.level >= 0 and not passage.verbatim:
            left += self._scaled(passage.level * STEP_IN + LABEL)
        elif passage.label and passage.form is Form.HEADING:
            left += self._label_width(passage)
        room = max(width - left - SIDE, 80)
        text = passage.text[:LONGEST].replace("\n", "\u2028")
        if passage.form is Form.PICTURE:
            text = _("Picture: {name}").format(name=passage.label)
        words: QTextLayout | Grid
        if passage.form is Form.TABLE:
            rows = tables.cells(passage.text)[:MOST_ROWS]
            words = Grid(rows, self._font(size, 600)[0], self._font(size)[0], room)
        else:
            words = QTextLayout(text, self._font(size, weight)[0])
            layouts.lay_out(words, room)
        remarks = []
        for remark in passage.remarks:
            layout = QTextLayout(remark.replace("\n", " "), self._font(11)[0])
            layouts.lay_out(layout, room)
            remarks.append(layout)
        return words, remarks, left

    def _label_width(self, passage: Passage) -> int:
        return max(self._scaled(LABEL // 2), self._width(passage.label, 12, 600) + 10)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        one: Original = index.data(THING)
        words, remarks, left = self._laid_out(one, bounds.width())
        place = bounds.adjusted(0, 1, 0, -1)
        soft = looks.ground(self._theme, one.role)
        if soft is not None and not selected:
            painter.fillRect(place, soft)
        painter.fillRect(
            QRect(place.left(), place.top(), BAR, place.height()),
            looks.colour(self._theme, one.role),
        )
        ink = self._theme.colour("t1")
        if one.role is Role.LEFT_OUT:
            ink = self._theme.colour("t4")
        elif one.role is Role.CONTEXT:
            ink = self._theme.colour("t2")
        top = float(bounds.top() + self._scaled(TOP))
        at, struck = QPointF(bounds.left() + left, top), one.role is Role.LEFT_OUT
        if isinstance(words, Grid):
            words.draw(painter, at, ink, self._theme.colour("line2"), struck=struck)
        else:
            self._draw(painter, words, at.x(), top, ink)
            if one.passage.label and one.passage.form in (Form.ITEM, Form.HEADING):
                self._paint_label(painter, one.passage, words, bounds.left() + left, top, ink)
            if struck:
                painter.setPen(ink)
                strike(painter, words, at)
        top += _height(words)
        for remark in remarks:
            top += 2
            self._draw(painter, remark, bounds.left() + left, top, self._theme.colour("warn"))
            top += layouts.height(remark)

    def _paint_label(
        self,
        painter: QPainter,
        passage: Passage,
        words: QTextLayout,
        left: int,
        top: float,
        ink: QColor,
    ) -> None:
        weight = 600 if passage.form is Form.HEADING else 400
        size = 13 if passage.form is Form.HEADING else 12
        painter.setFont(self._font(size, weight)[0])
        painter.setPen(ink)
        line = words.lineAt(0)
        width = self._width(passage.label, size, weight)
        begin = left - self._label_width(passage)
        place = QRectF(begin, top + line.y(), width + 2, line.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, passage.label)

    def _draw(
        self, painter: QPainter, layout: QTextLayout, left: float, top: float, ink: QColor
    ) -> None:
        painter.setPen(ink)
        layout.draw(painter, QPointF(left, top))

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        width = view.viewport().width()
        one: Original = index.data(THING)
        key = one.passage, width
        if key not in self._heights:
            words, remarks, _left = self._laid_out(one, width)
            height = _height(words) + sum(layouts.height(remark) + 2 for remark in remarks)
            self._heights[key] = round(height) + 2 * self._scaled(TOP) + 2
        return QSize(width, self._heights[key])


def _height(words: QTextLayout | Grid) -> float:
    return words.height if isinstance(words, Grid) else layouts.height(words)
