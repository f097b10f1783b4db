"""What is around the selection, and nothing else: the local graph."""

from collections.abc import Callable

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.legend import Legend
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.toolbar import Toolbar


def selection(sky: SkyView) -> frozenset[int]:
    """The stars that are selected together, else the one that is."""
    focus = sky.focus
    return focus.chosen or frozenset(star for star in (focus.selected,) if star is not None)


def two_selected(sky: SkyView) -> tuple[int, ...]:
    """The two stars that are selected, one perhaps besides the other; none if there are not two."""
    focus = sky.focus
    ends = set(focus.chosen)
    if len(ends) == 1 and focus.selected is not None:
        ends.add(focus.selected)
    return tuple(sorted(ends)) if len(ends) == 2 else ()


def find_path(context: AppContext, sky: SkyView, path: Callable[[int, int], None]) -> None:
    """Between the two stars that are selected, or say that there are not two."""
    if ends := two_selected(sky):
        path(*ends)
    else:
        context.say.tell_here(_("Select two skills with Shift+click or Space, then press P."))


def other_selected(sky: SkyView, star: int) -> int | None:
    """The one star that is selected besides this one."""
    focus = sky.focus
    others = focus.chosen - {star} or ({focus.selected} - {star, None})
    return next(iter(others)) if len(others) == 1 else None


def tell_reach(context: AppContext, sky: SkyView, depth: int | None) -> None:
    """The whole sky was asked for, which then is in view; or what is around a selection, which may
    be missing."""
    if depth is None:
        sky.fit()
    elif not selection(sky):
        context.say.tell_here(_("Select a skill to see what is around it."))


def are_listed(sky: SkyView) -> bool:
    """Whether all that is selected is among what is shown around a selection."""
    around = sky.focus.around
    return around is not None and selection(sky) <= around


def end_without_centre(sky: SkyView, bar: Toolbar) -> None:
    """Where what was around a selection is shown and there is none any more, the bar says so."""
    if bar.reached is not None and sky.focus.around is not None and not selection(sky):
        bar.show_whole()


def look_around(sky: SkyView, chart: Chart | None, depth: int | None, legend: Legend) -> None:
    """Show and count only what is at most `depth` lines of the layers in the legend away from the
    selection; None shows all again."""
    centre, near = selection(sky), None
    if depth is not None and centre and chart is not None:
        near = frozenset(chart.within(set(centre), depth, legend.layers))
    if near != sky.focus.around:
        sky.look_around(near)
        if near is not None:
            sky.fit()
    if chart is not None:
        legend.show_chart(chart, near)
