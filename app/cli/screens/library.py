"""The list of skills: what is found, chosen and deleted in it, and its engrams."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QDialog

from app.cli.screens.tour import Tour
from app.core.library import engrams
from app.ui.models.skill_list import HIT
from app.ui.views.engrams.dialogs import EngramDialog, TakeAwayDialog
from app.ui.views.engrams.menu import EngramActions

SEARCHED = "rollback"
CHOSEN = ("Release notes", "Weekly capacity check", "Translate a page", "Report a defect")


def screens(tour: Tour) -> Iterator[Path]:
    yield from _searching(tour)
    yield from _engrams(tour)


def _searching(tour: Tour) -> Iterator[Path]:
    """The library while something is searched for, every hit with its sentence."""
    library = tour.workspace.skills.library
    library.search.setText(SEARCHED)
    model = library.model
    tour.camera.wait(lambda: model.query.typed == SEARCHED and model.index(0).data(HIT) is not None)
    yield tour.take("search")
    library.clear_search()
    tour.camera.wait()
    library.show_skills(tuple(tour.show.skill(title) for title in CHOSEN))
    yield tour.take("selection")
    library.choose(None)
    library.show_bin()
    yield tour.take("bin")
    library.leave_bin()


def _engrams(tour: Tour) -> Iterator[Path]:
    """What can be done with an engram."""
    known = {one.name: one for one in engrams.engrams(tour.show.vault)}
    own, other = known["Operations"], known["Customers"]
    menu = EngramActions(tour.context, tour.workspace.skills)
    menu.edit(own)
    yield tour.take_dialog("engram", EngramDialog)
    menu.ask_merge(own, other)
    yield tour.take_dialog("engram-merge", TakeAwayDialog)
    menu.ask_delete(own)
    yield tour.take_dialog("engram-delete", TakeAwayDialog)
    tour.dismiss(QDialog)
