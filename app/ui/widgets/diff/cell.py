"""One side of a row, laid out for a width, ready to be painted. Public names: `Cell`, `Looks`."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.core.library.comparison import Item, Kind
from app.core.skills.model import GoalKind
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.item_text import Known, said
from app.ui.widgets.prose.hits import paint_ground
from app.ui.widgets.prose.paragraph import Paragraph
from app.ui.widgets.prose.pill_box import LOOKS, PillBox, begin_right, in_rows
from app.ui.widgets.prose.text_style import Run, TextStyle
from app.ui.widgets.prose.utf16 import Units

Side = Literal["left", "right"]

TEXT_LEFT = 61
RIGHT = 16
PADDING = 7
ICON = 14
NOTE = 18
NOTE_SIDES = 6
PILL_GAP = 6
"""Between the text and the pills, and between pills."""

_ICONS = {
    **{kind: LOOKS[kind.value][:2] for kind in (Kind.CALL, Kind.LOOP, Kind.BRANCH)},
    Kind.MEMORY: ("memory", "mem"),
    Kind.RECIPE: ("search", "t3"),
    Kind.NOTE: ("text", "t3"),
    Kind.HEADING: ("text", "t3"),
    Kind.TITLE: ("edit", "t3"),
    Kind.FRONTMATTER: ("file", "t3"),
    Kind.COMMENT: ("file", "t3"),
}


@dataclass(frozen=True, slots=True)
class Looks:
    """How a cell is told apart: its side, whether nothing happened to it, and a word about it."""

    side: Side
    quiet: bool = False
    note: str = ""
    known: Known | None = None


class Cell:
    """`height` px of an item when it is `width` px wide."""

    def __init__(
        self, theme: Theme, item: Item, other: Item | None, width: float, looks: Looks
    ) -> None:
        self._theme, self._item, self._looks = theme, item, looks
        self._said = shown = said(item, other, looks.known)
        room = max(40.0, width - TEXT_LEFT - RIGHT)
        runs = [_quiet(run) for run in shown.runs] if looks.quiet else shown.runs
        self._paragraph = paragraph = Paragraph(theme, runs)
        height = paragraph.height_for(room)
        self._boxes = [PillBox(theme, pill, room) for pill in shown.pills]
        lines = paragraph.layout.lineCount() if paragraph.text.strip() else 0
        end = float(PADDING + (height if lines else 0))
        self._pills_top = end + (PILL_GAP if lines else 0)
        if self._boxes:
            from_right = begin_right(shown.pills, paragraph)
            end = self._pills_top + in_rows(self._boxes, room, from_right=from_right)
        self._note, end = self._placed_note(room, lines, end)
        self.height = max(end, PADDING + paragraph.line) + PADDING

    def _placed_note(self, room: float, lines: int, end: float) -> tuple[QRectF, float]:
        """After the last pill or word if there is room for it, else on a line of its own."""
        if not self._looks.note:
            return QRectF(), end
        font = self._theme.font(11, 500)
        width = QFontMetricsF(font).horizontalAdvance(self._looks.note) + 2 * NOTE_SIDES
        line = float(self._paragraph.line)
        if self._boxes:
            last = self._boxes[-1].bounds
            x, y, height = last.right() + PILL_GAP, self._pills_top + last.top(), last.height()
        else:
            layout = self._paragraph.layout
            used = layout.lineAt(lines - 1).naturalTextWidth() + 2 * PILL_GAP if lines else 0
            x, y, height = used, PADDING + max(0, lines - 1) * line, line
        if x + width > room and x:
            x, y = 0.0, end + PILL_GAP
            end = y + NOTE
        return QRectF(x, y + (height - NOTE) / 2, width, NOTE), end

    # Painting

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """The number or icon, the text with what changed in it, and the pills."""
        self._paint_lead(painter, left, top)
        at = QPointF(left + TEXT_LEFT, top + PADDING)
        removed = self._looks.side == "left"
        token = "diff_removed" if removed else "diff_added"
        layout = self._paragraph.layout
        changes = _in_units(self._paragraph.text, self._said.changes)
        self._paragraph.paint_grounds(painter, at)
        for start, end in changes:
            places = self._paragraph.shown(start, end)
            paint_ground(painter, layout, *places, self._theme.colour(token), at)
        self._paragraph.paint(painter, at)
        for start, end in changes if removed else ():
            self._strike(painter, at, start, end)
        for box, news in zip(self._boxes, self._said.pill_changes, strict=True):
            place = box.bounds.translated(left + TEXT_LEFT, top + self._pills_top)
            box.paint(painter, place, changed=_in_units(box.said.text, news), token=token)
        if self._looks.note:
            self._paint_note(painter, self._note.translated(left + TEXT_LEFT, top))

    def _paint_note(self, painter: QPainter, place: QRectF) -> None:
        ink = self._theme.tokens.goal(GoalKind.ON_COMPLETION)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink.soft))
        painter.drawRoundedRect(place, 4, 4)
        painter.setFont(self._theme.font(11, 500))
        painter.setPen(QColor(ink.colour))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._looks.note)

    def _paint_lead(self, painter: QPainter, left: float, top: float) -> None:
        item = self._item
        first = QRectF(left, top + PADDING, TEXT_LEFT - 8, self._paragraph.line)
        if item.kind is Kind.STEP:
            painter.setFont(self._theme.font(12))
            painter.setPen(self._theme.colour("t3"))
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(first, flags, item.number)
            return
        if item.goal is not None:
            icon, token = GOALS[item.goal].icon, f"goal:{item.goal}"
        else:
            icon, token = _ICONS[item.kind]
        if self._said.runs and self._said.runs[-1].style is TextStyle.WRONG:
            token = "err"
        scale = painter.device().devicePixelRatio()
        size = min(self._theme.scaled(ICON), round(first.width()))
        mark = self._theme.pixmap(icon, token, size, scale)
        y = first.center().y() - size / 2
        painter.drawPixmap(QPointF(first.right() - size, y), mark)

    def _strike(self, painter: QPainter, at: QPointF, start: int, end: int) -> None:
        painter.setPen(QPen(self._theme.colour("err"), 1))
        for stretch in self._paragraph.stretches(start, end):
            placed = stretch.translated(at)
            y = round(placed.center().y()) + 0.5
            painter.drawLine(QPointF(placed.left(), y), QPointF(placed.right(), y))

    @property
    def words(self) -> str:
        """What a screen reader says."""
        pills = ", ".join(box.said.text for box in self._boxes)
        number = f"{self._item.number}. " if self._item.kind is Kind.STEP else ""
        return " ".join(w for w in (number + self._paragraph.text, pills) if w.strip())


def _quiet(run: Run) -> Run:
    return replace(run, style=TextStyle.NOTE) if run.style is TextStyle.PLAIN else run


def _in_units(text: str, found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    units = Units(text)
    return [(units.qt(start), units.qt(end)) for start, end in found]
