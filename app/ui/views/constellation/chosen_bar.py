"""What can be done with several stars, in bars like that of the library and in a menu.

Public name: `ChosenBars`.
"""

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.core.words import _
from app.ui.navigation import Navigation
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.star_actions import StarActions
from app.ui.widgets.selection_bar import BarAction, SelectionBar
from app.ui.widgets.tips import plain_tip


class ChosenBars:
    """The same bar over the sky and below its table, with the widget that has the keyboard after
    it."""

    def __init__(
        self, go: Navigation, act: StarActions, sky: SkyView, *bars: tuple[SelectionBar, QWidget]
    ) -> None:
        self._go, self._act, self._sky, self._bars = go, act, sky, bars
        for bar, _page in bars:
            bar.left.connect(self.leave)

    def show_chosen(self, chart: Chart | None) -> None:
        """What can be done with those that are selected now, nothing without any."""
        stars = self._sky.focus.chosen
        for bar, page in self._bars:
            if chart is not None and stars:
                bar.show_selected(len(stars), self._actions(chart, stars))
            elif bar.has_focus:
                page.setFocus(Qt.FocusReason.OtherFocusReason)
            bar.setVisible(bool(stars))

    def leave(self) -> None:
        """Select no longer several."""
        self._sky.choose(frozenset())

    def menu(self, chart: Chart, place: QPoint, parent: QWidget) -> QMenu:
        """The same in a menu that goes away with its choice."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for one in self._actions(chart, self._sky.focus.chosen):
            action = menu.addAction(one.words, partial(one.run, place))
            action.setEnabled(not one.why_not)
            action.setToolTip(plain_tip(one.why_not))
        menu.addSeparator()
        menu.addAction(_("Clear selection"), self.leave)
        return menu

    def _actions(self, chart: Chart, stars: frozenset[int]) -> tuple[BarAction, ...]:
        return chosen_actions(self._go, self._act, chart, stars)


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
