"""How the cells of the table of health look. Public name: `HealthDelegate`."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.core.lifecycle.health import Health
from app.core.words import _
from app.ui.views.lifecycle.health_model import HEALTH, Column, HealthModel
from app.ui.views.lifecycle.health_words import Sign, sign, success_words
from app.ui.widgets.ages import age
from app.ui.widgets.gauges import BAR, paint_bar
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.roles import role_icon, role_name
from app.ui.widgets.switch import HEIGHT as SWITCH_HEIGHT
from app.ui.widgets.switch import WIDTH as SWITCH_WIDTH
from app.ui.widgets.switch import paint_switch

LINE = 20
"""Px of the height of a sparkline."""
MARK = 8
PILL = 22
SAME = 0.005
"""A smaller change is none, for it is shown in whole percent."""


class HealthDelegate(ListDelegate):
    """One for all columns; the row under the mouse is `over`."""

    HEIGHT = 37
    INDENT = 36
    over = -1

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hovered = QStyle.StateFlag.State_MouseOver
        option.state &= ~hovered
        if index.row() == self.over and not option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, self._theme.colour("bg4"))
        super()._paint_ground(painter, option, index)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        one: Health = index.data(HEALTH)
        model = index.model()
        assert isinstance(model, HealthModel)
        column = Column(index.column())
        cell = bounds.adjusted(self.PADDING, 0, -self.PADDING, 0)
        quiet = self._theme.colour("t2" if selected else "t3")
        if column is Column.SKILL:
            self._paint_name(painter, bounds, one, selected=selected)
        elif column is Column.ROLE:
            self._line(painter, cell, role_name(one.skill.role), 12, quiet)
        elif column is Column.POINTS:
            self._paint_points(painter, cell, one, model)
        elif column is Column.SUCCESS:
            said, known = success_words(one)
            ink = self._theme.colour("t1" if one.success.invocations else "t3")
            end = self._line(painter, cell, said, 13, ink, 600 if one.success.invocations else 400)
            rest = cell.adjusted(end + self._scaled(7) - cell.left(), 0, 0, 0)
            self._line(painter, rest, known, 11, quiet)
        elif column is Column.TREND:
            self._paint_trend(painter, cell, one)
        elif column is Column.IMPORTANCE:
            self._paint_importance(painter, cell, one)
        elif column is Column.USED:
            said = age(one.last_used, model.now) if one.last_used else _("never")
            self._line(painter, cell, said, 12, quiet)
        elif column is Column.STATUS:
            self._paint_status(painter, cell, sign(one, model.settings), selected=selected)
        else:
            self._paint_protection(painter, bounds, on=one.protected)
        painter.setPen(self._theme.colour("line"))
        painter.drawLine(bounds.bottomLeft(), bounds.bottomRight())

    def _paint_name(self, painter: QPainter, bounds: QRect, one: Health, *, selected: bool) -> None:
        top = bounds.center().y() - self.ICON // 2
        icon = role_icon(one.skill.role)
        left = bounds.left() + self._scaled(12)
        self._icon(painter, left, top, icon, "acc" if selected else "t3")
        place = self._place(bounds, 0, self.HEIGHT)
        ink = "t2" if one.is_deprecated else "t1"
        self._line(painter, place, one.skill.title, 13, self._theme.colour(ink), 500)

    def _paint_points(
        self, painter: QPainter, cell: QRect, one: Health, model: HealthModel
    ) -> None:
        """How the rate went, over the bounds below which something follows."""
        colour, settings, points = self._theme.colour, model.settings, one.success.points
        if not points:
            return
        high = self._scaled(LINE)
        area = QRectF(cell.left(), cell.center().y() - high / 2, cell.width(), high)
        warn, fatal = (
            area.bottom() - area.height() * share
            for share in (settings.warn_below, settings.deprecate_below)
        )
        painter.fillRect(QRectF(area.left(), warn, area.width(), fatal - warn), colour("warn_soft"))
        painter.fillRect(
            QRectF(area.left(), fatal, area.width(), area.bottom() - fatal), colour("err_soft")
        )
        step = area.width() / max(settings.success_window - 1, 1)
        line = QPolygonF(
            [QPointF(area.left() + n * step, area.bottom() - area.height() * rate)
             for n, rate in enumerate(points)]
        )  # fmt: skip
        ink = colour(sign(one, settings).colour)
        painter.setPen(QPen(ink, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(line.last(), 2.5, 2.5)

    def _paint_trend(self, painter: QPainter, cell: QRect, one: Health) -> None:
        trend = one.success.trend
        if trend is None:
            return
        if abs(trend) < SAME:
            self._line(painter, cell, "–", 12, self._theme.colour("t3"))
            return
        side = self._scaled(12)
        icon, token = ("arrow-up", "ok") if trend > 0 else ("arrow-down", "err")
        self._icon(painter, cell.left(), cell.center().y() - side // 2, icon, token, side)
        place = cell.adjusted(side + self._scaled(5), 0, 0, 0)
        self._line(painter, place, str(round(100 * abs(trend))), 12, self._theme.colour("t2"))

    def _paint_importance(self, painter: QPainter, cell: QRect, one: Health) -> None:
        bar = QRectF(cell.left(), cell.center().y() - 1, BAR.width(), BAR.height())
        colour = self._theme.colour
        paint_bar(painter, bar, one.importance, colour("t2"), colour("line2"))
        place = cell.adjusted(BAR.width() + self.PADDING, 0, 0, 0)
        self._line(painter, place, f"{one.importance:.2f}", 12, colour("t2"))

    def _paint_status(self, painter: QPainter, cell: QRect, shown: Sign, *, selected: bool) -> None:
        """A pill where something is the matter."""
        colour, scaled = self._theme.colour, self._scaled
        mark, inset = scaled(MARK), scaled(7)
        width = min(mark + 3 * inset + self._width(shown.words, 12) + 1, cell.width())
        high = scaled(PILL)
        pill = QRectF(cell.left(), cell.center().y() - high / 2 + 0.5, width, high)
        if shown.colour in ("warn", "err"):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(f"{shown.colour}_soft"))
            painter.drawRoundedRect(pill, high / 2, high / 2)
        self._paint_mark(painter, QPointF(pill.left() + inset + mark / 2, pill.center().y()), shown)
        words = pill.toRect().adjusted(mark + 2 * inset - 1, 0, 0, 0)
        ink = {"ok": "t2", "t3": "t2" if selected else "t3"}.get(shown.colour, shown.colour)
        self._line(painter, words, shown.words, 12, colour(ink))
        rest = cell.adjusted(width + inset, 0, 0, 0)
        if 2 * rest.width() > self._width(shown.more):  # a few letters would tell nothing
            quiet = colour("t2" if selected else "t3")
            self._line(painter, rest, shown.more, 11, quiet)

    def _paint_mark(self, painter: QPainter, middle: QPointF, shown: Sign) -> None:
        """Each has its own shape: no meaning by colour alone."""
        ink, half = self._theme.colour(shown.colour), self._scaled(MARK) / 2 - 0.5
        painter.setPen(QPen(ink, 1.4) if shown.shape == "ring" else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if shown.shape == "ring" else ink)
        x, y = middle.x(), middle.y()
        if shown.shape == "square":
            painter.drawRect(QRectF(x - half, y - half, 2 * half, 2 * half))
        elif shown.shape == "triangle":
            corners = ((x, y - half - 0.5), (x + half + 1, y + half), (x - half - 1, y + half))
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        else:
            painter.drawEllipse(middle, half, half)

    def _paint_protection(self, painter: QPainter, bounds: QRect, *, on: bool) -> None:
        scaled = self._scaled
        wide, high, side = scaled(SWITCH_WIDTH), scaled(SWITCH_HEIGHT), scaled(14)
        right = bounds.right() - scaled(14)
        track = QRectF(right - wide + 0.5, bounds.center().y() - high / 2 + 0.5, wide - 1, high - 1)
        paint_switch(painter, self._theme, track, on=on, at_right=on)
        icon, token = ("shield-check", "acc") if on else ("shield", "t3")
        left = round(track.left()) - side - scaled(8)
        if left < bounds.left() + scaled(4):  # the switch says it, too
            return
        self._icon(painter, left, bounds.center().y() - side // 2, icon, token, side)
