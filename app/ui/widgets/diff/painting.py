"""How the lines of a comparison look. Public name: `LinePainter`."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.widgets.diff.placing import Placed

MARK_LEFT = 14
HATCH = 7


class LinePainter:
    """Paints section heads, folds and rows."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint(
        self, painter: QPainter, placed: Placed, width: float, *, focused: bool, hovered: bool
    ) -> None:
        """At its place, `width` px wide."""
        whole = QRectF(0, placed.top, width, placed.height)
        if placed.line.what == "section":
            self._paint_section(painter, whole, placed.line.text)
        elif placed.line.what == "fold":
            self._paint_fold(painter, whole, placed.line.text, hovered=hovered)
        else:
            for column in placed.columns:
                frame = QRectF(column.left, placed.top, column.width, placed.height)
                self._paint_ground(painter, frame, column.tint, missing=column.cell is None)
                if column.cell is not None:
                    self._paint_mark(painter, frame, column.mark)
                    column.cell.paint(painter, column.left, placed.top)
            if len(placed.columns) == 2:
                middle = round(placed.columns[1].left) - 0.5
                painter.setPen(self._theme.colour("line"))
                painter.drawLine(QPointF(middle, whole.top()), QPointF(middle, whole.bottom()))
        if focused:
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(whole.adjusted(1, 1, -1, -2), 4, 4)

    def _paint_section(self, painter: QPainter, place: QRectF, text: str) -> None:
        painter.fillRect(place, self._theme.colour("bg1"))
        painter.setPen(self._theme.colour("line"))
        for y in (place.top() + 0.5, place.bottom() - 0.5):
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        painter.setFont(self._theme.font(12, 600))
        painter.setPen(self._theme.colour("t2"))
        painter.drawText(place.adjusted(16, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_fold(self, painter: QPainter, place: QRectF, text: str, *, hovered: bool) -> None:
        if hovered:
            painter.fillRect(place, self._theme.colour("bg3"))
        scale = painter.device().devicePixelRatio()
        side = self._theme.scaled(14)
        mark = self._theme.pixmap("chevron-right", "t3", side, scale)
        painter.drawPixmap(QPointF(51, place.center().y() - side / 2), mark)
        painter.setFont(self._theme.font(12))
        painter.setPen(self._theme.colour("t1" if hovered else "t3"))
        words = place.adjusted(58 + side, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_ground(self, painter: QPainter, frame: QRectF, tint: str, *, missing: bool) -> None:
        tokens = self._theme.tokens
        if missing:
            painter.save()
            painter.setClipRect(frame)
            painter.setPen(QPen(QColor(tokens.line), 1))
            x = frame.left() - frame.height()
            while x < frame.right():
                painter.drawLine(
                    QPointF(x, frame.bottom()), QPointF(x + frame.height(), frame.top())
                )
                x += HATCH
            painter.restore()
        elif tint:
            soft = tokens.err_soft if tint == "err" else tokens.ok_soft
            painter.fillRect(frame, QColor(mix(soft, tokens.bg2, 0.45)))
            painter.setPen(QColor(tokens.bg2))
            y = frame.bottom() - 0.5
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))

    def _paint_mark(self, painter: QPainter, frame: QRectF, mark: str) -> None:
        if not mark:
            return
        token = {"−": "err", "+": "ok"}.get(mark, "goal:On completion")
        painter.setFont(self._theme.font(13, 600))
        painter.setPen(self._theme.colour(token))
        line = 19 * QFontMetricsF(self._theme.font(13)).height() / 16
        place = QRectF(frame.left() + MARK_LEFT - 6, frame.top() + 7, 18, line)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, mark)
