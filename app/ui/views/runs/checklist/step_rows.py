"""Steps of a check list, one line each: those that are done, or those to come.

Public names: `StepRows`, `StepRing`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.runs.place_words import clock
from app.core.runs.state import Mark
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.rail_rows import RailRow
from app.ui.widgets.bidi import isolated
from app.ui.widgets.tips import tell_whole

ROW, RING, SIDE, GAP, TIME = 32, 20, 16, 12, 44
"""Px of a line, its ring, the room beside both, and the time at its end."""
WORDS, SMALL = 13, 12
_MARKS = {
    Mark.DONE: ("ok_soft", "ok", "check"),
    Mark.FAILED: ("err_soft", "err", "close"),
    Mark.SKIPPED: ("bg4", "t2", "skip"),
}


def _paint_ring(painter: QPainter, theme: Theme, ring: QRect, row: RailRow, scale: float) -> None:
    """The number of a step, or a drawing of what became of it."""
    ground, ink, icon = _MARKS[row.mark] if row.mark is not None else ("bg1", "t2", "")
    if row.is_here:
        ground, ink, icon = "acc_fill", "on_acc", ""
    painter.setPen(QPen(theme.colour("line2"), 1) if ground == "bg1" else Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(ground))
    painter.drawEllipse(ring.adjusted(0, 0, -1, -1))
    if icon:
        side = theme.scaled(12)
        at = ring.center() - QRect(0, 0, side, side).center()
        painter.drawPixmap(at, theme.pixmap(icon, ink, side, scale))
        return
    painter.setFont(theme.font(10 if len(row.label) > 2 else 11, 500))
    painter.setPen(theme.colour("t4" if row.passed else ink))
    painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, row.label[:4])


class StepRows(QWidget):
    """Paints only what is seen, so that it may be long."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """`name` is what screen readers call it."""
        super().__init__(parent)
        self._theme, self._name = theme, name
        self.rows: tuple[RailRow, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_rows(self, rows: Sequence[RailRow]) -> None:
        self.rows = tuple(rows)
        self.setVisible(bool(rows))
        self.setAccessibleName(self._name)
        said = (f"{row.label} {row.text}, {_state(row)}".rstrip(", ") for row in rows)
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def _row_at(self, y: int) -> RailRow | None:
        place = y // self._theme.scaled(ROW)
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def _paint_row(self, painter: QPainter, row: RailRow, line: QRect) -> None:
        theme, scaled = self._theme, self._theme.scaled
        side = scaled(RING)
        ring = QRect(scaled(SIDE), line.center().y() - side // 2, side, side)
        _paint_ring(painter, theme, ring, row, self.devicePixelRatioF())
        left = ring.right() + scaled(GAP)
        words = line.adjusted(left, 0, -scaled(SIDE), 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        if row.seconds is not None:
            painter.setFont(theme.font(SMALL))
            painter.setPen(theme.colour("t3"))
            painter.drawText(words, middle | Qt.AlignmentFlag.AlignRight, clock(row.seconds))
            words.setRight(words.right() - scaled(TIME))
        quiet = row.mark is not None or row.passed
        painter.setFont(theme.font(WORDS))
        painter.setPen(theme.colour("t3" if quiet else "t1"))
        cut = painter.fontMetrics().elidedText(
            row.text, Qt.TextElideMode.ElideRight, max(words.width(), 0)
        )
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignLeft, isolated(cut))

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(0, len(self.rows) * self._theme.scaled(ROW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and (row := self._row_at(event.pos().y())) is not None:
            about = (row.text, *(one.words for one in row.about))
            return tell_whole(self, event, "\n".join(about))
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        high = self._theme.scaled(ROW)
        first, last = event.rect().top() // high, event.rect().bottom() // high
        for place in range(first, min(last + 1, len(self.rows))):
            self._paint_row(painter, self.rows[place], QRect(0, place * high, self.width(), high))


def _state(row: RailRow) -> str:
    return {
        Mark.DONE: _("done"),
        Mark.FAILED: _("failed"),
        Mark.SKIPPED: _("skipped"),
        None: _("passed by") if row.passed else "",
    }[row.mark]


class StepRing(QWidget):
    """The number of the present step."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: RailRow | None = None

    def show_row(self, row: RailRow | None) -> None:
        self._row = row
        self.setVisible(row is not None)
        self.update()

    # Qt

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(RING)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self._theme.scaled(RING)
        ring = QRect(0, (self.height() - side) // 2, side, side)
        _paint_ring(painter, self._theme, ring, self._row, self.devicePixelRatioF())
