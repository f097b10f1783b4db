"""What can be done with several stars, in the bar of the library. Public name: `chosen_actions`."""

from app.core.words import _
from app.ui.navigation import Navigation
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.star_actions import StarActions
from app.ui.widgets.selection_bar import BarAction


def chosen_actions(
    go: Navigation, act: StarActions, chart: Chart, stars: frozenset[int]
) -> tuple[BarAction, ...]:
    """The same actions for any number; the library has those that change skills."""
    ordered = sorted(stars)
    skills = [chart.stars[star].id for star in ordered]
    is_pinned = all(chart.pinned[star] for star in stars)
    return (
        BarAction("skills", _("Show in the library"), lambda _at: go.selected(*skills)),
        BarAction("export", _("Export as a pack"), lambda _at: go.export(*skills)),
        BarAction(
            "pin", _("Unpin") if is_pinned else _("Pin"), lambda _at: act.pin(stars, not is_pinned)
        ),
        BarAction(
            "branch",
            _("Shortest path (P)"),
            lambda _at: act.path(ordered[0], ordered[-1]),
            "" if len(stars) == 2 else _("Select two skills."),
        ),
    )
