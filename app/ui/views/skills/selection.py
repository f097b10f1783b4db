"""What is done with the skills that are selected in the list. Public name: `Selection`."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.core.library.record import Status
from app.core.words import _, ngettext
from app.ui.views.skills.actions import SkillActions, Skills
from app.ui.views.skills.menu import engram_menu, tag_menu
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.selection_bar import BarAction


class Selection(QObject):
    """Keeps the bar below the list as it has to be for what is selected."""

    def __init__(self, actions: SkillActions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions, self._listed = actions, actions.listed
        self._listed.selected.connect(self._show)

    def _show(self, skills: Skills) -> None:
        if skills:
            self._listed.bar.show_selected(len(skills), self._offered(skills))

    def _offered(self, skills: Skills) -> tuple[BarAction, ...]:
        actions, go = self._actions, self._actions.context.go
        rows = actions.rows(skills)
        starred = all(row.favourite for row in rows)
        waiting = sum(row.status is Status.QUARANTINED for row in rows)
        return (
            BarAction("tag", _("Tags"), partial(self._open, tag_menu, skills)),
            BarAction(
                "star-full" if starred else "star",
                _("Remove from favourites") if starred else _("Add to favourites"),
                lambda _place: actions.star(skills, not starred),
            ),
            BarAction("folder", _("Move to engram"), partial(self._open, engram_menu, skills)),
            BarAction("export", _("Export…"), lambda _place: go.export(*skills)),
            BarAction(
                "train",
                _("Train"),
                lambda _place: actions.train(skills),
                _why_untrained(waiting, len(skills)),
            ),
            BarAction("copy", _("Duplicate"), lambda _place: actions.duplicate(skills)),
            BarAction("trash", _("Move to the bin"), lambda _place: actions.delete(skills)),
        )

    def _open(
        self,
        menu_of: Callable[[SkillActions, Skills, QMenu], QMenu],
        skills: Skills,
        place: QPoint,
    ) -> None:
        whole = QMenu(self._listed)
        menu = menu_of(self._actions, skills, whole)
        menu.aboutToHide.connect(whole.deleteLater)
        open_at(menu, place)


def _why_untrained(waiting: int, count: int) -> str:
    """What a stranger wrote recalls nothing before it is released."""
    if not waiting:
        return ""
    if count == 1:
        return _("It is in quarantine")
    said = ngettext(
        "{waiting} of {count} is in quarantine", "{waiting} of {count} are in quarantine", waiting
    )
    return said.format(waiting=waiting, count=count)
