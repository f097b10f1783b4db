"""Calls, loops and branches as they stand under the text of a step.

Public names: `PillBox`, `laid_out`.
"""

from collections.abc import Callable, Sequence
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from app.core.library.comparison import Kind
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.item_text import Look, Piece, Pill

LINE = 18
EDGE = 3
"""A line of a pill at the usual text size, and what is above and below."""
GAP = 6
SIDES = 8
ICON = 14

_TOKENS = {
    Kind.CALL: "acc",
    Kind.LOOP: f"goal:{GoalKind.PREREQUISITES}",
    Kind.BRANCH: f"goal:{GoalKind.TRIGGER}",
}
_ICONS = {Kind.CALL: "call", Kind.LOOP: "loop", Kind.BRANCH: "branch"}
_INK: dict[Look, str] = {
    "plain": "t2",
    "name": "acc",
    "read": f"goal:{GoalKind.REQUIRES}",
    "captured": f"goal:{GoalKind.PRODUCES}",
    "step": "t1",
}


class PillBox:
    """One pill at a place below the text; one that is too long goes on in a second line."""

    def __init__(self, theme: Theme, pill: Pill, room: float, *, unknown: bool) -> None:
        self._theme, self._pill, self._unknown = theme, pill, unknown
        self._font = theme.font(12)
        self._bold = theme.font(12, 600)
        extra = (Piece("  " + _("not found")),) if unknown else ()
        self._pieces: list[tuple[Piece, QRectF]] = []
        self._line = line = max(LINE, ceil(QFontMetricsF(self._bold).height()) + 2)
        start = float(SIDES + ICON + 6)
        x, y, widest = start, float(EDGE), start
        for piece in (*pill.pieces, *extra):
            width = QFontMetricsF(self._font_of(piece)).horizontalAdvance(piece.text)
            if x > start and x + width > room - SIDES:
                x, y = start, y + line
            width = min(width, room - SIDES - start)
            self._pieces.append((piece, QRectF(x, y, width, line)))
            x += width
            widest = max(widest, x)
        self.bounds = QRectF(0, 0, min(widest + SIDES, room), y + line + EDGE)

    def _font_of(self, piece: Piece) -> QFont:
        return self._bold if piece.look in ("name", "step") else self._font

    def _fill_and_border(self) -> tuple[QColor, QColor | None]:
        tokens = self._theme.tokens
        if self._unknown:
            return QColor(tokens.err_soft), QColor(tokens.err_line)
        if self._pill.kind is Kind.CALL:
            return QColor(tokens.acc_soft), QColor(tokens.acc_line)
        goal = GoalKind.TRIGGER if self._pill.kind is Kind.BRANCH else GoalKind.PREREQUISITES
        return QColor(tokens.goal(goal).soft), None

    def paint(self, painter: QPainter, left: float, top: float, side: str) -> None:
        """With the upper left corner of the place for pills at `left`, `top`."""
        box = self.bounds.translated(left, top)
        fill, border = self._fill_and_border()
        painter.setPen(QPen(border) if border is not None else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(fill)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        scale = painter.device().devicePixelRatio()
        token = "err" if self._unknown else _TOKENS[self._pill.kind]
        mark = self._theme.pixmap(_ICONS[self._pill.kind], token, ICON, scale)
        painter.drawPixmap(
            QPointF(box.left() + SIDES, box.top() + EDGE + (self._line - ICON) / 2), mark
        )
        for piece, place in self._pieces:
            self._paint_piece(painter, piece, place.translated(box.topLeft()), side)

    def _paint_piece(self, painter: QPainter, piece: Piece, place: QRectF, side: str) -> None:
        if piece.changed:
            painter.setPen(Qt.PenStyle.NoPen)
            token = "diff_removed" if side == "left" else "diff_added"
            painter.setBrush(self._theme.colour(token))
            painter.drawRoundedRect(place.adjusted(-2, 0, 2, 0), 3, 3)
        painter.setFont(self._font_of(piece))
        token = "err" if self._unknown and piece.look == "name" else _INK[piece.look]
        painter.setPen(self._theme.colour("t1" if piece.changed and token == "t2" else token))
        metrics = QFontMetricsF(self._font_of(piece))
        said = metrics.elidedText(piece.text, Qt.TextElideMode.ElideRight, place.width() + 1)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, said)
        if piece.look == "step":
            y = place.bottom() - 0.5
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))


def laid_out(
    theme: Theme, pills: Sequence[Pill], room: float, known: Callable[[str], bool] | None
) -> tuple[list[PillBox], float]:
    """The pills in lines of `room` px, and the height of all lines."""
    made: list[PillBox] = []
    x = y = tallest = 0.0
    for pill in pills:
        unknown = bool(pill.target) and known is not None and not known(pill.target)
        box = PillBox(theme, pill, room, unknown=unknown)
        if x and x + box.bounds.width() > room:
            x, y, tallest = 0.0, y + tallest + GAP, 0.0
        box.bounds.moveTo(x, y)
        x += box.bounds.width() + GAP
        tallest = max(tallest, box.bounds.height())
        made.append(box)
    return made, y + tallest
