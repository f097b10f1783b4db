"""What lies over the sky, which keeps its place below: bars, legend, overview, card, dust."""

from PySide6.QtCore import QPointF, QRect, QSize
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.core.constellation.about import About
from app.core.constellation.layers import Layer
from app.core.constellation.sequence import Stage
from app.ui.context import AppContext
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.dust import Dust
from app.ui.views.constellation.hover_card import HoverCard
from app.ui.views.constellation.legend import Legend
from app.ui.views.constellation.minimap import Minimap
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.step_chain import StepChain
from app.ui.widgets.labels import card

_EDGE = 12
_ROOMY = 4
"""So many times as wide and high as the overview a sky has to be, that it does not cover it."""
_WIDEST = 640
"""Px of a bar that are comfortable to read, at the usual size of text."""


class Overlays:
    """`found` tells what a search found; `bars` stand at the top or the bottom, one a line."""

    def __init__(self, context: AppContext, sky: SkyView, found: QLabel, *bars: QWidget) -> None:
        self._context, self._sky, self._bars = context, sky, bars
        self._room = 0
        """How wide the sky is beside the panel, in px."""
        theme = context.theme
        self.legend = Legend(theme, context.window_state)
        self._legend = _framed(self.legend, sky)
        self._legend.hide()  # until there is something to count
        self._found, self._found_card = found, _framed(found, sky)
        sky.set_layers(self.legend.layers)
        self._dust = Dust(theme, sky, self._legend, context.go.memory)
        self._steps = StepChain(theme, sky, self._legend, self._open_step)
        self._with_steps = False
        self._about: About | None = None
        self._minimap = Minimap(theme, sky)
        self._card = HoverCard(theme, sky)
        self._top = QWidget(sky)
        self._column = QVBoxLayout(self._top)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for bar in bars:
            if (shadow := bar.graphicsEffect()) is not None:
                shadow.setEnabled(False)  # it would be cut off around it, and cards have none
            self._column.addWidget(bar)
        self._top.hide()
        self._is_low, self._were_seen = False, False
        """Whether the bars are at the bottom, and were seen the last time."""
        self._chart: Chart | None = None
        self._minimap.sought.connect(sky.look_at)
        sky.hovered.connect(self._show_card)
        sky.menu_requested.connect(self.hide_card)
        sky.view_changed.connect(self._follow)

    def show_chart(self, chart: Chart) -> None:
        """What the sky shows now, all of it."""
        self._chart = chart
        self._legend.show()
        self._follow()

    def update_chart(self, chart: Chart) -> None:
        """One that looks like the one before."""
        self._chart = chart
        self._minimap.update_chart(chart)

    def show_overview(self, chart: Chart, look: Appearance) -> None:
        self._minimap.show_chart(chart, look)

    def show_about(self, found: About | None) -> None:
        """The memories of the selected star; None for none."""
        self._about = found
        remembered = found.memories if found is not None else ()
        self._dust.show_memories(remembered)
        self.legend.show_dust(bool(remembered))
        self._list_steps()

    def toggle_steps(self) -> None:
        """Show the steps of the selected skill around its star, or hide them."""
        self._with_steps = not self._with_steps
        self._list_steps()

    def _list_steps(self) -> None:
        wanted = self._with_steps and self._about is not None
        self._steps.show_steps(self._about.steps if wanted and self._about is not None else ())
        self._sky.leave_ring(self._steps.reach)
        self._place_dust()

    def _open_step(self, step: Stage) -> None:
        if self._about is not None:
            self._context.go.place(self._about.skill, step.start, step.end)

    def place(self, covered: int) -> None:
        """So many pixels at the right are hidden by the panel."""
        sky = self._sky
        room = sky.width() - covered
        self._room = room
        self._found_card.setVisible(bool(self._found.text()))
        self._found_card.resize(self._found_card.sizeHint().boundedTo(QSize(room - 2 * _EDGE, 200)))
        self._found_card.move(_EDGE, _EDGE)
        self._top.setVisible(any(not bar.isHidden() for bar in self._bars))
        column, wide = self._column, self._context.theme.scaled(_WIDEST)
        for part in self._bars:
            if (layout := part.layout()) is not None:
                layout.activate()  # words may have come or gone just now
            if not part.isHidden():
                wide = max(wide, part.sizeHint().width())
        wide = min(wide, room - 2 * _EDGE)
        column.activate()
        high = column.heightForWidth(wide) if column.hasHeightForWidth() else 0
        high = max(high, self._top.minimumSizeHint().height())
        left, top = (room - wide) // 2, _EDGE
        if self._found.text() and left < self._found_card.geometry().right():
            top = self._found_card.geometry().bottom() + 8
        above = QRect(left, top, wide, high)
        self.legend.give_room(QSize(room, sky.height()))
        for part in (self.legend, self._legend):
            if (layout := part.layout()) is not None:
                layout.activate()  # rows may have come or gone just now
        self._legend.resize(self._legend.sizeHint())
        self._legend.move(_EDGE, sky.height() - self._legend.height() - _EDGE)
        wide, high = self._minimap.width(), self._minimap.height()
        is_roomy = room > _ROOMY * wide and sky.height() > _ROOMY * high
        is_roomy &= room >= self._legend.width() + wide + 3 * _EDGE
        self._minimap.setVisible(is_roomy and self._chart is not None)
        self._minimap.move(room - wide - _EDGE, sky.height() - high - _EDGE)
        self._place_bars(above)
        shown = [part.geometry() for part in self._covering if not part.isHidden()]
        sky.leave_free(covered, shown)
        self._follow()

    def _place_bars(self, above: QRect) -> None:
        """At the top, or at the bottom where fewer stars are; there they stay while they are seen,
        so that no star goes below them that is about to be clicked."""
        low = QRect(above)
        low.moveBottom(self._sky.height() - _EDGE)
        others = [part for part in (self._legend, self._minimap) if not part.isHidden()]
        is_free = not any(low.intersects(part.geometry()) for part in others)
        if self._top.isHidden():
            self._is_low = False
        elif not self._were_seen:
            count = self._sky.count_below
            self._is_low = is_free and count(low) < count(above)
        self._were_seen = not self._top.isHidden()
        self._top.setGeometry(low if self._is_low and is_free else above)

    @property
    def _covering(self) -> tuple[QWidget, ...]:
        return self._legend, self._minimap, self._top, self._found_card

    def hide_card(self) -> None:
        self._card.hide()

    def _show_card(self, star: int | None) -> None:
        if star is None or self._chart is None or star == self._sky.focus.selected:
            self._card.hide()
        else:
            now = self._context.vault.now()
            at = self._sky.where(star)
            self._card.show_star(self._chart, star, at, now, self._sky.focus)

    def _follow(self) -> None:
        self._card.hide()
        seen = self._sky.box.viewRect()
        # What the panel hides is not seen.
        seen.setWidth(seen.width() * self._room / max(self._sky.width(), 1))
        self._minimap.show_seen(seen)
        self._place_dust()

    def _place_dust(self) -> None:
        star, chart = self._sky.focus.selected, self._chart
        if star is None or chart is None or star >= len(chart.at):
            self._dust.place(None)
            self._steps.place(None, {})
            return
        centre = self._place_of(chart, star)
        self._dust.place(centre)
        near = chart.around(star, frozenset({Layer.CALLS})) if self._with_steps else ()
        self._steps.place(
            centre, {chart.stars[one].id: self._place_of(chart, one) for one in near if one != star}
        )

    def _place_of(self, chart: Chart, star: int) -> QPointF:
        """In px of the sky."""
        at = self._sky.box.mapViewToScene(QPointF(*chart.at[star]))
        return QPointF(self._sky.mapFromScene(at))


def _framed(part: QWidget, sky: QWidget) -> QFrame:
    frame = card()
    frame.setParent(sky)
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(12, 10, 12, 10)
    inside.addWidget(part)
    return frame
