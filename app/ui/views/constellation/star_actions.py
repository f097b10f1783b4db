"""What can be done with a star, from its menu and from the panel. Public names: `StarActions`,
`star_menu`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.core.words import _
from app.ui.navigation import Navigation
from app.ui.views.constellation.chart import Chart
from app.ui.widgets.menu_words import menu_words


@dataclass(frozen=True, slots=True)
class StarActions:
    """Each is handed the index of a star; `path` of two, `pin` of any number, `steps` of none:
    it shows those of the selected one, or hides them."""

    around: Callable[[int], object]
    callers: Callable[[int], object]
    callees: Callable[[int], object]
    path: Callable[[int, int], object]
    export_around: Callable[[int], object]
    pin: Callable[[frozenset[int], bool], object]
    steps: Callable[[], object]


def star_menu(
    go: Navigation,
    act: StarActions,
    chart: Chart,
    star: int,
    other: int | None,
    parent: QWidget,
) -> QMenu:
    """A menu that goes away with its choice; `other` is selected besides."""
    skill = chart.stars[star].id
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, open_it in (
        (_("Open"), go.skill),
        (_("Knowledge and local graph"), go.knowledge),
        (_("Find usages"), go.usages),
        (_("Train"), go.training),
        (_("Export…"), go.export),
    ):
        menu.addAction(words, partial(open_it, skill))
    menu.addSeparator()
    menu.addAction(_("Around this skill"), partial(act.around, star))
    menu.addAction(_("Callers, direct and indirect"), partial(act.callers, star))
    menu.addAction(_("Called skills, direct and indirect"), partial(act.callees, star))
    if other is not None and other != star:
        title = menu_words(chart.stars[other].row.title)
        words = _("Shortest path to “{title}”").format(title=title)
        menu.addAction(words, partial(act.path, other, star))
    menu.addAction(_("Export neighbourhood…"), partial(act.export_around, star))
    menu.addSeparator()
    pinned = bool(chart.pinned[star])
    words = _("Unpin") if pinned else _("Pin")
    menu.addAction(words, partial(act.pin, frozenset({star}), not pinned))
    return menu
