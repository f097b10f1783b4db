"""The draft, row by row, as the editor shows a skill. Public name: `DraftDelegate`."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from app.core.documents.roles import Role
from app.core.skills.model import GoalKind
from app.ui.theme.theme import Theme
from app.ui.views.documents import looks
from app.ui.views.documents.draft_rows import Row
from app.ui.views.documents.row_list import THING
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose import layouts

SIDE = 14
GOAL = 118
"""The column of the names of goals."""
NUMBER = 34
"""The column of the numbers of steps."""
RING = 20
INSIDE = 10
"""Between the border of a step and its words."""
STEP_IN = 20
BETWEEN = 6
LONGEST = 2_000


def said(row: Row) -> str:
    """For a screen reader."""
    parts = (looks.words(row.role), row.label, row.text, *row.readings, *row.doubts)
    return ", ".join(part for part in parts if part)


class DraftDelegate(ListDelegate):
    """Titles and phases as lines, goals with their name before them, steps as cards."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._heights: dict[tuple[Row, int], int] = {}
        theme.changed.connect(self._heights.clear)

    def _left(self, row: Row) -> int:
        """Where the words begin."""
        side = self._scaled(SIDE)
        if isinstance(row.role, GoalKind):
            return side + self._scaled(GOAL)
        if row.role is Role.STEP:
            return side + self._scaled(NUMBER + INSIDE)
        if row.role is Role.SUB_STEP:
            return side + self._scaled(NUMBER + INSIDE + STEP_IN * row.depth + RING + 2)
        return side + (self._scaled(24) if row.role in (Role.CONTEXT, Role.PHASE) else 0)

    def _laid_out(self, row: Row, width: int) -> tuple[QTextLayout, list[tuple[QTextLayout, str]]]:
        """The words, and the lines below them with the colour of each."""
        size, weight = {Role.TITLE: (20, 600), Role.PHASE: (13, 600), Role.CONTEXT: (12, 400)}.get(
            row.role if isinstance(row.role, Role) else Role.STEP, (13, 400)
        )
        room = max(width - self._left(row) - self._scaled(SIDE + INSIDE), 80)
        text = row.text[:LONGEST].replace("\n", "\u2028")
        if row.role is Role.CONTEXT and row.label:
            text = f"{row.label}: {text}"
        words = QTextLayout(text, self._font(size, weight)[0])
        layouts.lay_out(words, room)
        below = []
        for line, colour in (
            *((one, "trigger") for one in row.readings),
            *((one, "warn") for one in row.doubts),
        ):
            layout = QTextLayout(line, self._font(12, 500 if colour == "trigger" else 400)[0])
            layouts.lay_out(layout, room - self._scaled(20))
            below.append((layout, colour))
        return words, below

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: Row = index.data(THING)
        words, below = self._laid_out(row, bounds.width())
        left, top = bounds.left() + self._left(row), float(bounds.top() + self._padding(row))
        colour = looks.colour(self._theme, row.role)
        if row.role in (Role.STEP, Role.SUB_STEP):
            self._paint_card(painter, bounds, row, selected=selected)
        elif isinstance(row.role, GoalKind) or row.role in (Role.CONTEXT, Role.PHASE):
            self._paint_name(painter, bounds, row, words, top, colour)
        ink = "t2" if row.role is Role.CONTEXT else "t1"
        painter.setPen(self._theme.colour(ink))
        words.draw(painter, QPointF(left, top))
        top += layouts.height(words)
        for layout, tone in below:
            top += 4
            token = "warn" if tone == "warn" else "t1"
            mark = "help" if tone == "warn" else "branch"
            self._icon(painter, left, round(top) + 1, mark, "warn", self._scaled(14))
            painter.setPen(self._theme.colour(token))
            layout.draw(painter, QPointF(left + self._scaled(20), top))
            top += layouts.height(layout)

    def _paint_card(self, painter: QPainter, bounds: QRect, row: Row, *, selected: bool) -> None:
        side, is_step = self._scaled(SIDE), row.role is Role.STEP
        inner = side + self._scaled(NUMBER + (0 if is_step else INSIDE + STEP_IN * row.depth))
        place = QRectF(bounds.adjusted(inner, self._scaled(BETWEEN) // 2, -side, -3))
        border = "warn" if row.doubts else "line2"
        if is_step or row.doubts:
            painter.setPen(QPen(self._theme.colour(border), 1))
            ground = QColor(Qt.GlobalColor.transparent) if selected else self._theme.colour("bg3")
            painter.setBrush(ground)
            painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        else:
            rail = QPen(self._theme.colour("line2"), 1.5)
            painter.setPen(rail)
            painter.drawLine(
                QPointF(place.left() - 6, bounds.top()), QPointF(place.left() - 6, bounds.bottom())
            )
        painter.setFont(self._font(11, 500)[0])
        size = self._scaled(RING)
        if is_step:
            ring = QRectF(bounds.left() + side, bounds.top() + self._padding(row) - 1, size, size)
            painter.setBrush(self._theme.colour("bg2"))
            painter.setPen(QPen(self._theme.colour("line2"), 1))
            painter.drawEllipse(ring)
        else:
            ring = QRectF(place.left() - 2, bounds.top() + self._padding(row) - 1, size, size)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._theme.colour("t2"))
        painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, row.label)

    def _paint_name(
        self,
        painter: QPainter,
        bounds: QRect,
        row: Row,
        words: QTextLayout,
        top: float,
        colour: QColor,
    ) -> None:
        """The icon of a goal, a phase or context, and the name of a goal."""
        size = self._scaled(14)
        line = words.lineAt(0)
        at = round(top + line.y() + (line.height() - size) / 2)
        left = bounds.left() + self._scaled(SIDE)
        scale = painter.device().devicePixelRatio()
        mark = self._theme.pixmap(looks.icon(row.role), looks.token(row.role), size, scale)
        painter.drawPixmap(left, at, mark)
        if isinstance(row.role, GoalKind):
            font, metrics = self._font(13, 500)
            painter.setFont(font)
            painter.setPen(colour)
            room = self._scaled(GOAL) - size - 10
            name = metrics.elidedText(looks.words(row.role), Qt.TextElideMode.ElideRight, room)
            place = QRectF(left + size + 6, top + line.y(), room, line.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)

    def _padding(self, row: Row) -> int:
        """Above and below the words."""
        return self._scaled({Role.TITLE: 8, Role.STEP: 11, Role.SUB_STEP: 4, Role.PHASE: 8}.get(
            row.role if isinstance(row.role, Role) else Role.CONTEXT, 4
        ))  # fmt: skip

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        width = view.viewport().width()
        row: Row = index.data(THING)
        if (row, width) not in self._heights:
            words, below = self._laid_out(row, width)
            height = layouts.height(words) + sum(
                layouts.height(layout) + 4 for layout, _tone in below
            )
            self._heights[row, width] = round(height) + 2 * self._padding(row)
        return QSize(width, self._heights[row, width])
