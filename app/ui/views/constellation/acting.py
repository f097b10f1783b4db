"""What is done with stars of the sky that is shown. Public name: `Acting`."""

from functools import partial

from app.ui.context import AppContext
from app.ui.views.constellation import surroundings
from app.ui.views.constellation.answers import Answers
from app.ui.views.constellation.overlays import Overlays
from app.ui.views.constellation.placing import Placing
from app.ui.views.constellation.shown_sky import ShownSky
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.star_actions import StarActions
from app.ui.views.constellation.toolbar import Toolbar


class Acting:
    """Stars are given by their index in the chart that is shown."""

    def __init__(
        self,
        context: AppContext,
        showing: ShownSky,
        sky: SkyView,
        bar: Toolbar,
        overlays: Overlays,
        placing: Placing,
        answers: Answers,
    ) -> None:
        self._context, self._showing, self._sky, self._bar = context, showing, sky, bar
        self._overlays, self._placing, self._answers = overlays, placing, answers

    def actions(self) -> StarActions:
        """For menus and the panel."""
        return StarActions(
            around=self._show_around,
            callers=partial(self._reach, backwards=True),
            callees=partial(self._reach, backwards=False),
            path=self._find_path,
            export_around=self._export_around,
            pin=self._pin,
            steps=self._overlays.toggle_steps,
        )

    def find_path(self) -> None:
        """Between the two stars that are selected."""
        surroundings.find_path(self._context, self._sky, self._find_path)

    def pin_selected(self) -> None:
        """Pin what is selected, or unpin it if all of it is pinned."""
        chart, stars = self._showing.chart, surroundings.selection(self._sky)
        if chart is not None and stars:
            self._pin(stars, not chart.pinned[sorted(stars)].all())

    def _show_around(self, star: int) -> None:
        self._sky.select(star)
        self._bar.show_around()

    def _reach(self, star: int, *, backwards: bool) -> None:
        if (chart := self._showing.chart) is not None:
            self._answers.reach(chart.stars[star].id, backwards=backwards)

    def _find_path(self, start: int, end: int) -> None:
        if (chart := self._showing.chart) is not None:
            self._answers.path(chart.stars[start].id, chart.stars[end].id)

    def _export_around(self, star: int) -> None:
        """A pack of what is shown around a star: one line away, or as far as was asked for."""
        if (chart := self._showing.chart) is not None:
            near = chart.within({star}, self._bar.reached or 1, self._overlays.legend.layers)
            self._context.go.export(*(chart.stars[one].id for one in sorted(near)))

    def _pin(self, stars: frozenset[int], pinned: bool) -> None:
        self._placing.pin(self._showing.skills(stars), pinned)
