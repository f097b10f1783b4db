"""The sky that is shown, and which stars of it are which skills. Public name: `ShownSky`."""

from collections.abc import Iterable
from datetime import datetime

from app.core.constellation.sky import Sky
from app.ui.context import AppContext
from app.ui.views.constellation.appearance import Appearance, appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.drawn_sky import DrawnSky
from app.ui.views.constellation.kept_selection import KeptSelection
from app.ui.views.constellation.legend import kept_choice


class ShownSky:
    """`today` is all of today's sky once it was read; `chart` has the stars in view, of today or of
    the past. `kept` is what is selected."""

    def __init__(self, context: AppContext, kept: KeptSelection) -> None:
        self._context, self.kept = context, kept
        self.today: DrawnSky | None = None
        self.chart: Chart | None = None

    def first(self, found: Sky) -> DrawnSky:
        """Only the stars; in a job, as the next one."""
        return DrawnSky.first(*kept_choice(self._context.window_state), self._now, found)

    def drawn(self, found: Sky) -> DrawnSky:
        """What is painted and listed of a sky that takes the place of today's."""
        choice = kept_choice(self._context.window_state)
        return DrawnSky.of(found, self.today, *choice, self._now)

    def look(self, chart: Chart) -> Appearance:
        """Sizes and colours as they are chosen now."""
        return appearance(chart, *kept_choice(self._context.window_state), self._now)

    @property
    def selected(self) -> int | None:
        """The star of the selected skill, if the chart has it."""
        if self.chart is None or self.kept.selected is None:
            return None
        return self.chart.index.get(self.kept.selected)

    @property
    def chosen(self) -> frozenset[int]:
        """The stars of those selected together, as far as the chart has them."""
        index = self.chart.index if self.chart is not None else {}
        return frozenset(index[skill] for skill in self.kept.chosen if skill in index)

    def skills(self, stars: Iterable[int]) -> frozenset[int]:
        """Which skills these stars are."""
        if self.chart is None:
            return frozenset()
        return frozenset(self.chart.stars[star].id for star in stars)

    @property
    def _now(self) -> datetime:
        return self._context.vault.now()
