"""The sky a person pans, zooms, points at and walks with the arrow keys."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QWidget

from app.core.constellation.layers import Layer
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import NO_CLUSTER, Chart, Floats
from app.ui.views.constellation.focus import Focus, Stars
from app.ui.views.constellation.framing import framed
from app.ui.views.constellation.sky_box import SkyBox
from app.ui.views.constellation.sky_item import SkyItem

_ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}
_CLICK = 4
"""A press that moves less (px) is a click, not a pan."""
_GLIDE = 500
"""Milliseconds that stars take to a new place."""
_REST = 140
"""Milliseconds without a move after which the whole picture is painted."""
_MARGIN = 110
"""How far (px) from the edge a selected star is kept."""
_NAME = 190
"""The same at the right, where its name stands."""


class SkyView(pg.GraphicsView):  # type: ignore[misc]
    """Drag pans, the wheel zooms, a click selects, a double click or Enter opens.

    A star is dragged to where it shall stay; Shift and a click, or a line drawn with Shift, select
    several. Arrow keys go from star to star, Tab from cluster to cluster.
    """

    selected = Signal(object)
    """The index of a star, or None."""
    hovered = Signal(object)
    opened = Signal(int)
    """The index of a star."""
    menu_requested = Signal(int, QPoint)
    """The index of a star, and where on the screen."""
    moved = Signal(object)
    """The new places of the stars that were dragged, by their index."""
    chosen = Signal(object)
    """The indices of the stars that are selected together, by lasso or Shift and a click."""
    dismissed = Signal()
    """Nothing is selected, and what is dimmed shall not be any more."""
    view_changed = Signal()
    found = Signal(object)
    """The indices of the stars that are not dimmed by a search or a question; None: of all."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self._theme = theme
        self._chart: Chart | None = None
        self._focus = Focus()
        self._pressed = QPointF()
        self._covered = 0
        self._free: tuple[int, tuple[QRectF, ...]] = (0, ())
        self._is_fitted = True
        """All of it shall be in view: nobody has moved the sky since."""
        self._dragged: frozenset[int] = frozenset()
        """The stars that the pressed mouse moves."""
        self._lasso: QPainterPath | None = None
        self.box = SkyBox()
        self.box.setMouseMode(SkyBox.PanMode)
        self.box.disableAutoRange()
        self._item = SkyItem(theme)
        self.box.addItem(self._item)
        self._rest = QTimer(self, interval=_REST, singleShot=True)
        self._rest.timeout.connect(self._come_to_rest)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._fit_if_covered)
        self._way = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=_GLIDE)
        self._way.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._way.valueChanged.connect(self._glide)
        self.box.sigRangeChanged.connect(self._on_range)
        self.box.sigRangeChangedManually.connect(self._leave_fit)
        self.setCentralItem(self.box)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Names reach beyond the stars, which Qt takes for all there is to paint anew.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Constellation of skills"))
        self.setAccessibleDescription(
            _("Use the arrow keys to move between stars and Enter to open one.")
        )
        theme.changed.connect(self._paint_ground)
        self._paint_ground()

    @property
    def focus(self) -> Focus:
        return self._focus

    def show_chart(
        self, chart: Chart, look: Appearance, hulls: list[QPainterPath], selected: int | None
    ) -> None:
        """Show other stars; `selected` is an index in the new chart."""
        before, self._chart = self._chart, chart
        chosen, around = self._focus.chosen, self._focus.around
        if before is not None:
            chosen = _same(chosen, before, chart)
            around = _same(around, before, chart) if around is not None else None
        self._focus = Focus(selected, chosen=chosen, around=around)
        self.box.at = chart.at
        has_moved = self._item.show_chart(chart, look, hulls, self._focus)
        self._way.stop()
        if not has_moved:
            return
        if before is not None and not self._theme.reduced_motion:
            self._way.start()
        else:
            self._item.glide(1.0)
        self.fit_again()

    def set_look(self, look: Appearance, *, with_hulls: bool) -> None:
        """Other sizes and colours; hulls belong to the colours of clusters."""
        self._item.set_look(look, with_hulls=with_hulls)

    def set_layers(self, layers: AbstractSet[Layer]) -> None:
        """Show only the lines of these layers."""
        self._item.set_layers(layers)

    def update_chart(self, chart: Chart) -> None:
        """The same picture, of stars about which something unseen is new."""
        self._chart = chart
        self._item.update_chart(chart)

    def fit(self) -> None:
        """Show the whole sky, beside what lies over it."""
        if self._chart is not None and len(self._chart.at):
            self._show_all(self._chart.at)
            self._is_fitted = True

    def fit_again(self) -> None:
        """The same where there is other room, unless the person has moved the sky since."""
        if self._is_fitted:
            self.fit()

    def fit_soon(self) -> None:
        """The same once a second click would have come, whose star must not have moved away."""
        if self._is_fitted:
            self._soon.start(QApplication.doubleClickInterval())

    def _fit_if_covered(self) -> None:
        """Nothing moves for a panel that lies over no star."""
        right, _taken = self._free
        if self._chart is not None and len(self._chart.at):
            end = self.box.mapSceneToView(QPointF(self.width() - right, 0)).x()
            if not right or self._chart.at[:, 0].max() > end:
                self.fit_again()

    def leave_free(self, right: int, taken: Sequence[QRect]) -> None:
        """So many px at the right, and these places, are covered by what lies over the sky."""
        self._free = (right, tuple(QRectF(place) for place in taken))
        self._item.leave_free(*self._free)

    def leave_ring(self, reach: float) -> None:
        """So far (px) around the selected star is what belongs to it."""
        self._item.leave_ring(reach)

    def _show_all(self, at: Floats) -> None:
        (right, taken), seen = self._free, self.box.viewRect()
        self.box.setRange(framed(at, QSizeF(self.size()), right, taken), padding=0)
        if self.box.viewRect() != seen:
            self._item.paint_anew()
        self._come_to_rest()  # it is there at once

    def select(self, star: int | None) -> None:
        """Select a star, and bring it into view."""
        self._set_focus(replace(self._focus, selected=star, hovered=None))
        self.selected.emit(star)
        if star is not None:
            self._bring_into_view(star)

    def fit_stars(self, stars: AbstractSet[int]) -> None:
        """Show all of these, and little else."""
        if self._chart is not None and stars:
            self._leave_fit()
            self._show_all(self._chart.at[sorted(stars)])

    def look_at(self, place: QPointF) -> None:
        """Bring a place of the scene into the middle."""
        self._leave_fit()
        away = place - self.box.viewRect().center()
        self.box.translateBy(x=away.x(), y=away.y())

    def cover(self, width: int) -> None:
        """So many pixels at the right are hidden by something that lies over the sky."""
        self._covered = width

    def _bring_into_view(self, star: int) -> None:
        if self._chart is None or self._is_fitted:
            return  # it is in view, with all the others
        at = self.box.mapViewToScene(QPointF(*self._chart.at[star]))
        right, bottom = self.width() - self._covered - _NAME, self.height() - _MARGIN
        x = min(max(at.x(), _MARGIN), max(right, _MARGIN))
        y = min(max(at.y(), _MARGIN), max(bottom, _MARGIN))
        if (x, y) == (at.x(), at.y()):
            return
        self._leave_fit()
        wide, high = self.box.viewPixelSize()
        self.box.translateBy(x=(at.x() - x) * wide, y=(y - at.y()) * high)

    def find(
        self,
        matches: frozenset[int] | None,
        ranked: tuple[int, ...] = (),
        meant: frozenset[int] = frozenset(),
    ) -> None:
        """Dim everything but the matches; None stops searching.

        Those of a search are `ranked`, the best first, and `meant` where none of the words is said.
        """
        self._set_focus(
            replace(self._focus, hovered=None, matches=matches, ranked=ranked, meant=meant)
        )
        self.found.emit(matches)

    def choose(self, stars: AbstractSet[int]) -> None:
        """Select several together."""
        if stars != self._focus.chosen:
            self._set_focus(replace(self._focus, chosen=frozenset(stars)))
            self.chosen.emit(self._focus.chosen)

    def look_around(self, stars: Stars, touched: Stars = None) -> None:
        """Show only these; None shows all again, dimmed but for those that are `touched`."""
        self._set_focus(replace(self._focus, around=stars, touched=touched))

    def trace(self, stars: tuple[int, ...]) -> None:
        """Let a path from star to star stand out; without any, nothing does."""
        self._set_focus(replace(self._focus, path=stars))

    def where(self, star: int) -> QPointF:
        """Where a star stands in this widget, in pixels."""
        return self._item.screen_position(star)

    def _set_focus(self, focus: Focus) -> None:
        self._focus = focus
        self._item.set_focus(focus)

    def _hover(self, star: int | None) -> None:
        if star != self._focus.hovered:
            self._set_focus(replace(self._focus, hovered=star))
            self.setCursor(
                Qt.CursorShape.ArrowCursor if star is None else Qt.CursorShape.PointingHandCursor
            )
            self.hovered.emit(star)

    def _on_range(self, *_what: object) -> None:
        self._item.set_moving(True)
        self._rest.start()
        self.view_changed.emit()

    def _come_to_rest(self) -> None:
        self._rest.stop()
        self._item.set_moving(False)

    def _glide(self, part: float) -> None:
        """Let the stars be on their way to their new places."""
        self._item.set_moving(part < 1)
        self._item.glide(part)

    def _leave_fit(self, *_what: object) -> None:
        """From now on the person chooses what is in view."""
        self._is_fitted = False

    def _paint_ground(self) -> None:
        self.setBackground(self._theme.colour("sky"))

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Tab goes from cluster to cluster, the largest first, and after the last one on."""
        star = self._beyond(forwards)
        if star is None:
            return bool(super().focusNextPrevChild(forwards))
        self.select(star)
        return True

    def _beyond(self, forwards: bool) -> int | None:
        """The most visible star of the next cluster, or of the one before."""
        chart, now = self._chart, self._focus.selected
        if chart is None or not chart.clusters:
            return None
        here = int(chart.cluster[now]) if now is not None else NO_CLUSTER
        number = here + (1 if forwards else -1)  # from none on to the first, and back out
        return self._item.largest_of(number) if 0 <= number < len(chart.clusters) else None

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        star = self._star_at(event.position())
        left = event.button() is Qt.MouseButton.LeftButton
        if left and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            if star is None:
                self._lasso = QPainterPath(event.position())
        elif left and star is not None:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._dragged = self._focus.chosen if star in self._focus.chosen else frozenset({star})
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._lasso is not None:
            self._lasso.lineTo(event.position())
            self.viewport().update()
        elif self._dragged:
            if self._is_click(event):
                return
            self._hover(None)
            self._item.drag(self._dragged, self._carried(event.position()))
        else:
            super().mouseMoveEvent(event)
            if not event.buttons():
                self._hover(self._star_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        star, left = self._star_at(event.position()), event.button() is Qt.MouseButton.LeftButton
        lasso, self._lasso = self._lasso, None
        dragged, self._dragged = self._dragged, frozenset()
        if lasso is None and not dragged:
            super().mouseReleaseEvent(event)
        if lasso is not None:
            self.viewport().update()
        is_drawn = lasso is not None and lasso.length() >= _CLICK
        if left and not is_drawn and self._is_click(event):
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._choose_too(star)
            else:
                self.choose(frozenset())
                self.select(star)
        elif lasso is not None:
            lasso.closeSubpath()
            self._choose_inside(lasso)
        elif dragged and self._chart is not None:
            by = self._carried(event.position())
            at = self._chart.at
            self.moved.emit({n: (at[n][0] + by.x(), at[n][1] + by.y()) for n in dragged})

    def _choose_inside(self, lasso: QPainterPath) -> None:
        """Add what a line was drawn around; what was selected alone is so no longer."""
        inside = frozenset(self._item.stars_in(lasso))
        if inside and self._focus.selected is not None:
            self.select(None)
        self.choose(self._focus.chosen | inside)

    def _choose_too(self, star: int | None) -> None:
        """Add a star to those selected together, or take it out; the first joins the selected."""
        chosen, selected = self._focus.chosen, self._focus.selected
        if star is None:
            return
        first = {star} if selected is None else {star, selected}
        self.choose(chosen ^ {star} if chosen else first)

    def _star_at(self, place: QPointF) -> int | None:
        return self._item.star_near(self.mapToScene(place.toPoint()))

    def _is_click(self, event: QMouseEvent) -> bool:
        return (event.position() - self._pressed).manhattanLength() < _CLICK

    def _carried(self, place: QPointF) -> QPointF:
        """How far the pressed mouse moved, in units of the scene."""
        start = self.box.mapSceneToView(self.mapToScene(self._pressed.toPoint()))
        now = self.box.mapSceneToView(self.mapToScene(place.toPoint()))
        return QPointF(now - start)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._lasso is not None:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("acc"), 1.4, Qt.PenStyle.DashLine))
            painter.drawPath(self._lasso)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        star = self._item.star_near(self.mapToScene(event.position().toPoint()))
        if star is not None:
            self.opened.emit(star)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the star under the mouse; with the key, of the one that is selected."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        near = self._item.star_near(self.mapToScene(event.pos()))
        star = self._focus.selected if by_key else near
        if star is not None:
            place = self.where(star).toPoint() if by_key else event.pos()
            self.menu_requested.emit(star, self.mapToGlobal(place))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, star = Qt.Key(event.key()), self._focus.selected
        if self._chart is None or not self._chart.stars:
            super().keyPressEvent(event)
        elif key in _ARROWS:
            # What is dimmed by a search, or not shown, is passed over.
            lit = self._focus.standing_out or self._focus.around or None
            first = min(lit or {0})
            following = first if star is None else self._chart.towards(star, *_ARROWS[key], lit)
            self.select(star if following is None else following)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and star is not None:
            self.opened.emit(star)
        elif key == Qt.Key.Key_Escape and self._focus.chosen:
            self.choose(frozenset())
        elif key == Qt.Key.Key_Escape and star is not None:
            self.select(None)
        elif key == Qt.Key.Key_Escape and self._focus.matches is not None:
            self.dismissed.emit()
        elif key == Qt.Key.Key_Space and star is not None:
            self.choose(self._focus.chosen ^ {star})
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1.25 if key == Qt.Key.Key_Minus else 0.8
            self._leave_fit()
            middle = QPointF(*self._chart.at[star]) if star is not None else QPointF()
            in_view = star is not None and self.box.viewRect().contains(middle)
            self.box.scaleBy((factor, factor), middle if in_view else None)
        else:
            event.ignore()


def _same(stars: AbstractSet[int], before: Chart, after: Chart) -> frozenset[int]:
    """The indices of the same stars in another chart, of those that it has."""
    skills = (before.stars[star].id for star in stars)
    return frozenset(after.index[skill] for skill in skills if skill in after.index)
