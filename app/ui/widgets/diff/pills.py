"""Calls, loops and branches as they stand under the text of a step.

Public names: `PillBox`, `laid_out`.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.core.library.comparison import Kind
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.prose import Look, Piece, Pill

HEIGHT = 24
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
    """One pill at a place below the text."""

    def __init__(self, theme: Theme, pill: Pill, room: float, *, unknown: bool) -> None:
        self._theme, self._pill, self._unknown = theme, pill, unknown
        self._font = theme.font(12)
        self._bold = theme.font(12, 600)
        extra = (Piece("  " + _("not found")),) if unknown else ()
        self._pieces = [(p, self._advance(p)) for p in (*pill.pieces, *extra)]
        wanted = 2 * SIDES + ICON + 6 + sum(width for _p, width in self._pieces)
        self.bounds = QRectF(0, 0, min(wanted, room), HEIGHT)

    def _advance(self, piece: Piece) -> float:
        font = self._bold if piece.look in ("name", "step") else self._font
        return QFontMetricsF(font).horizontalAdvance(piece.text)

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
        painter.drawPixmap(QPointF(box.left() + SIDES, box.center().y() - ICON / 2), mark)
        painter.save()
        painter.setClipRect(box.adjusted(0, 0, -SIDES / 2, 0))
        x = box.left() + SIDES + ICON + 6
        for piece, width in self._pieces:
            self._paint_piece(painter, piece, QRectF(x, box.top(), width, HEIGHT), side)
            x += width
        painter.restore()

    def _paint_piece(self, painter: QPainter, piece: Piece, place: QRectF, side: str) -> None:
        if piece.changed:
            painter.setPen(Qt.PenStyle.NoPen)
            token = "diff_removed" if side == "left" else "diff_added"
            painter.setBrush(self._theme.colour(token))
            painter.drawRoundedRect(place.adjusted(-2, 3, 2, -3), 3, 3)
        bold = piece.look in ("name", "step")
        painter.setFont(self._bold if bold else self._font)
        token = "err" if self._unknown and piece.look == "name" else _INK[piece.look]
        painter.setPen(self._theme.colour("t1" if piece.changed and token == "t2" else token))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, piece.text)
        if piece.look == "step":
            y = place.center().y() + 8.5
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))


def laid_out(
    theme: Theme, pills: Sequence[Pill], room: float, known: Callable[[str], bool] | None
) -> tuple[list[PillBox], float]:
    """The pills in lines of `room` px, and the height of all lines."""
    made: list[PillBox] = []
    x = y = 0.0
    for pill in pills:
        unknown = bool(pill.target) and known is not None and not known(pill.target)
        box = PillBox(theme, pill, room, unknown=unknown)
        if x and x + box.bounds.width() > room:
            x, y = 0.0, y + HEIGHT + GAP
        box.bounds.moveTo(x, y)
        x += box.bounds.width() + GAP
        made.append(box)
    return made, (y + HEIGHT if made else 0.0)
