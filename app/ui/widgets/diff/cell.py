"""One side of a row, laid out for a width, ready to be painted. Public names: `Cell`, `Looks`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.core.library.comparison import Item, Kind
from app.core.skills.model import Call, GoalKind
from app.core.words import _
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.item_text import prose
from app.ui.widgets.diff.pills import laid_out

Side = Literal["left", "right"]
Known = Callable[[str], bool]

TEXT_LEFT = 53
RIGHT = 16
PADDING = 7
ICON = 14
LINE = 19 / 13
"""Line height per pixel of font size."""
NOTE = 18
NOTE_SIDES = 6
PILL_GAP = 6
"""Between the text and the pills, and between pills."""

_ICONS = {
    Kind.CALL: ("call", "acc"),
    Kind.LOOP: ("loop", f"goal:{GoalKind.PREREQUISITES}"),
    Kind.BRANCH: ("branch", f"goal:{GoalKind.TRIGGER}"),
    Kind.MEMORY: ("memory", "mem"),
    Kind.RECIPE: ("search", "t3"),
    Kind.NOTE: ("text", "t3"),
    Kind.HEADING: ("text", "t3"),
    Kind.TITLE: ("edit", "t3"),
    Kind.FRONTMATTER: ("file", "t3"),
    Kind.COMMENT: ("file", "t3"),
}
_TOKENS = {
    "name": "acc",
    "read": f"goal:{GoalKind.REQUIRES}",
    "captured": f"goal:{GoalKind.PRODUCES}",
    "step": "t1",
    "plain": "t2",
    "source": "mem",
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
        self._prose = prose(item, other)
        self._lead = f"{item.goal.spec.title()}  " if item.goal is not None else ""
        self._font = theme.font(13)
        self._line = round(self._font.pixelSize() * LINE)
        room = max(40.0, width - TEXT_LEFT - RIGHT)
        called = item.link.target if isinstance(item.link, Call) else ""
        self._tail = "   " + _("not found") if self._unknown(called) else ""
        self._layout = self._laid_out(self._lead + self._prose.text + self._tail, room)
        self._pills, pills_height = laid_out(theme, self._prose.pills, room, looks.known)
        lines = self._layout.lineCount() if self._lead or self._prose.text else 0
        self._pills_top = PADDING + lines * self._line + (PILL_GAP if lines else 0)
        end = self._pills_top + pills_height if self._pills else PADDING + lines * self._line
        self._note, end = self._placed_note(room, lines, end)
        self.height = max(end, PADDING + self._line) + PADDING

    def _placed_note(self, room: float, lines: int, end: float) -> tuple[QRectF, float]:
        """After the last pill or word if there is room for it, else on a line of its own."""
        if not self._looks.note:
            return QRectF(), end
        font = self._theme.font(11, 500)
        width = QFontMetricsF(font).horizontalAdvance(self._looks.note) + 2 * NOTE_SIDES
        if self._pills:
            last = self._pills[-1].bounds
            x, y, height = last.right() + PILL_GAP, self._pills_top + last.top(), last.height()
        else:
            used = self._layout.lineAt(lines - 1).naturalTextWidth() + 2 * PILL_GAP if lines else 0
            x, y, height = used, PADDING + max(0, lines - 1) * self._line, float(self._line)
        if x + width > room and x:
            x, y = 0.0, end + PILL_GAP
            end = y + NOTE
        return QRectF(x, y + (height - NOTE) / 2, width, NOTE), end

    def _laid_out(self, text: str, room: float) -> QTextLayout:
        layout = QTextLayout(text.replace("\n", "\u2028"), self._font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            line.setPosition(QPointF(0, top + (self._line - line.height()) / 2))
            top += self._line
        layout.endLayout()
        return layout

    def _formats(self) -> list[QTextLayout.FormatRange]:
        colour = self._theme.colour
        whole = len(self._lead) + len(self._prose.text)
        token = "t2" if self._looks.quiet or self._item.kind is Kind.MEMORY else "t1"
        made = [self._format(0, whole, colour(token))]
        if self._lead:
            made.append(self._format(0, len(self._lead), colour(token), QFont.Weight.DemiBold))
        if self._item.kind is Kind.HEADING or self._item.kind is Kind.TITLE:
            made.append(self._format(0, whole, colour(token), QFont.Weight.DemiBold))
        for found in self._prose.looks:
            start, end = found.start + len(self._lead), found.end + len(self._lead)
            range_token = "err" if self._unknown(found.target) else _TOKENS[found.look]
            source = found.look == "source"
            made.append(self._format(start, end, colour(range_token), italic=source))
        if self._tail:
            made.append(self._format(whole, whole + len(self._tail), colour("err")))
        return made

    def _format(
        self,
        start: int,
        end: int,
        colour: QColor,
        weight: QFont.Weight = QFont.Weight.Normal,
        *,
        italic: bool = False,
    ) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        first, last = self._unit(start), self._unit(end)
        made.start, made.length = first, last - first
        style = QTextCharFormat()
        style.setForeground(colour)
        if weight is not QFont.Weight.Normal:
            style.setFontWeight(weight)
        if italic:
            style.setFontItalic(True)
        made.format = style
        return made

    def _unit(self, index: int) -> int:
        """A position of the text as Qt counts, in UTF-16."""
        text = self._lead + self._prose.text + self._tail
        if text.isascii():
            return index
        return len(text[:index].encode("utf-16-le")) // 2

    # Painting

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """The number or icon, the text with what changed in it, and the pills."""
        self._paint_lead(painter, left, top)
        origin = QPointF(left + TEXT_LEFT, top + PADDING)
        for start, end in self._prose.changes:
            self._paint_change(painter, origin, start + len(self._lead), end + len(self._lead))
        self._layout.draw(painter, origin)
        if self._looks.side == "left":
            for start, end in self._prose.changes:
                self._strike(painter, origin, start + len(self._lead), end + len(self._lead))
        for pill in self._pills:
            pill.paint(painter, left + TEXT_LEFT, top + self._pills_top, self._looks.side)
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
        first = QRectF(left, top + PADDING, TEXT_LEFT - 8, self._line)
        if item.kind is Kind.STEP:
            painter.setFont(self._theme.font(12))
            painter.setPen(self._theme.colour("t3"))
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(first, flags, str(item.number))
            return
        if item.goal is not None:
            icon, token = GOALS[item.goal].icon, f"goal:{item.goal}"
        else:
            icon, token = _ICONS[item.kind]
        if self._tail:
            token = "err"
        scale = painter.device().devicePixelRatio()
        mark = self._theme.pixmap(icon, token, ICON, scale)
        y = first.center().y() - ICON / 2
        painter.drawPixmap(QPointF(first.right() - ICON, y), mark)

    def _unknown(self, target: str) -> bool:
        return bool(target) and self._looks.known is not None and not self._looks.known(target)

    def _paint_change(self, painter: QPainter, origin: QPointF, start: int, end: int) -> None:
        token = "diff_removed" if self._looks.side == "left" else "diff_added"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(token))
        for stretch in self._stretches(start, end):
            painter.drawRoundedRect(stretch.translated(origin).adjusted(-2, 1, 2, -1), 3, 3)

    def _strike(self, painter: QPainter, origin: QPointF, start: int, end: int) -> None:
        painter.setPen(QPen(self._theme.colour("err"), 1))
        for stretch in self._stretches(start, end):
            placed = stretch.translated(origin)
            y = round(placed.center().y()) + 0.5
            painter.drawLine(QPointF(placed.left(), y), QPointF(placed.right(), y))

    def _stretches(self, start: int, end: int) -> list[QRectF]:
        """Where a range of the text is on each line it touches."""
        first, last = self._unit(start), self._unit(end)
        found = []
        for n in range(self._layout.lineCount()):
            line = self._layout.lineAt(n)
            a = max(first, line.textStart())
            b = min(last, line.textStart() + line.textLength())
            if a < b:
                x, y = _edge(line.cursorToX(a)), _edge(line.cursorToX(b))
                found.append(QRectF(min(x, y), n * self._line, abs(y - x), self._line))
        return found

    @property
    def words(self) -> str:
        """What a screen reader says."""
        pills = ", ".join("".join(p.text for p in pill.pieces) for pill in self._prose.pills)
        number = f"{self._item.number}. " if self._item.kind is Kind.STEP else ""
        return " ".join(
            w for w in (number + self._lead + self._prose.text + self._tail, pills) if w.strip()
        )


def _edge(found: object) -> float:
    """`cursorToX` answers with the position and, depending on its overload, the cursor."""
    return float(found[0]) if isinstance(found, tuple) else float(str(found))
