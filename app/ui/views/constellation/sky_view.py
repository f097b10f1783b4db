"""The sky a person pans, zooms, points at and walks with the arrow keys."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.core.constellation.layers import Layer
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import NO_CLUSTER, Chart
from app.ui.views.constellation.focus import Focus, Stars
from app.ui.views.constellation.sky_camera import SEVERAL, SkyCamera
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


class SkyView(SkyCamera):
    """Drag pans, the wheel zooms, a click selects, a double click or Enter opens.

    A star is dragged to where it shall stay; Shift or Ctrl and a click, or a line drawn with Shift,
    select several. Arrow keys go from star to star, Tab from cluster to cluster.
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
    found = Signal(object)
    """The indices of the stars that are not dimmed by a search or a question; None: of all."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(SkyItem(theme), parent)
        self._theme = theme
        self._pressed = QPointF()
        self._dragged: frozenset[int] = frozenset()
        """The stars that the pressed mouse moves."""
        self._lasso: QPainterPath | None = None
        self._way = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=_GLIDE)
        self._way.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._way.valueChanged.connect(self._glide)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Constellation of skills"))
        self.setAccessibleDescription(
            _("Use the arrow keys to move between stars and Enter to open one.")
        )
        theme.changed.connect(self._paint_ground)
        self._paint_ground()

    def show_chart(
        self,
        chart: Chart,
        look: Appearance,
        hulls: list[QPainterPath],
        selected: int | None,
        chosen: frozenset[int] = frozenset(),
    ) -> None:
        """Show other stars; `selected` and those `chosen` together are indices in the new chart."""
        before, self._chart = self._chart, chart
        around = self._focus.around
        if before is not None and around is not None:
            around = chart.same(around, before)
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

    def leave_ring(self, reach: float) -> None:
        """So far (px) around the selected star is what belongs to it."""
        self._item.leave_ring(reach)

    def select(self, star: int | None) -> None:
        """Select a star, and bring it into view; one that is clicked stays below the mouse."""
        self._set_focus(replace(self._focus, selected=star, hovered=None))
        self.selected.emit(star)
        if star is not None and self._is_pointed:
            self._uncover_soon()
        elif star is not None:
            self._bring_into_view(star)

    def find(
        self,
        matches: frozenset[int] | None,
        ranked: tuple[int, ...] = (),
        meant: frozenset[int] = frozenset(),
        faint: frozenset[int] = frozenset(),
    ) -> None:
        """Dim everything but the matches; None stops searching.

        Those of a search are `ranked`, the best first, `meant` where none of the words is said, and
        `faint` where others have them in their name.
        """
        self._set_focus(
            replace(
                self._focus,
                hovered=None,
                matches=matches,
                ranked=ranked,
                meant=meant,
                faint=faint,
            )
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

    def _glide(self, part: float) -> None:
        """Let the stars be on their way to their new places."""
        self._item.set_moving(part < 1)
        self._item.glide(part)

    def _paint_ground(self) -> None:
        self.setBackground(self._theme.colour("sky"))

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Tab goes from cluster to cluster, the largest first, and after the last one on.

        Qt also asks for a bar over the sky, and when the sky that has the keyboard is hidden.
        """
        star = self._beyond(forwards) if self.hasFocus() and self.isVisible() else None
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
        self._stay()
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
            self._point_at(star, besides=bool(event.modifiers() & SEVERAL))
        elif lasso is not None:
            lasso.closeSubpath()
            self._is_pointed = True
            self._choose_inside(lasso)
            self._is_pointed = False
        elif dragged and self._chart is not None:
            by = self._carried(event.position())
            at = self._chart.at
            self.moved.emit({n: (at[n][0] + by.x(), at[n][1] + by.y()) for n in dragged})

    def _point_at(self, star: int | None, *, besides: bool) -> None:
        """Select what was clicked, alone or besides what is selected."""
        self._is_pointed = True
        if besides:
            self._choose_too(star)
        else:
            self.select(star)
            self.choose(frozenset())
        self._is_pointed = False

    def _choose_inside(self, lasso: QPainterPath) -> None:
        """Add what a line was drawn around; what was selected alone is so no longer."""
        inside = frozenset(self._item.stars_in(lasso))
        self.choose(self._focus.chosen | inside)
        if inside and self._focus.selected is not None:
            self.select(None)

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
        """Of the star under the mouse; with the key, of the one that is selected, or of several."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        near = self._item.star_near(self.mapToScene(event.pos()))
        selected = self._focus.selected
        several = min(self._focus.chosen, default=None)
        star = (several if selected is None else selected) if by_key else near
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
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            listed = self._focus.listed
            self.choose(frozenset(range(len(self._chart.stars))) if listed is None else listed)
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
