"""The list of skills: what is found, chosen and deleted in it, and its engrams."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QDialog

from app.cli.screens.tour import Tour
from app.core.library import deleted, engrams, favourites, library
from app.core.lifecycle import tagging
from app.ui.models.skill_list import HIT
from app.ui.views.engrams.dialogs import EngramDialog, TakeAwayDialog
from app.ui.views.engrams.menu import EngramActions

SEARCHED = "rollback"
CHOSEN = ("Release notes", "Weekly capacity check", "Translate a page", "Report a defect")


def screens(tour: Tour) -> Iterator[Path]:
    yield from _searching(tour)
    yield from _bin(tour)
    yield from _engrams(tour)


def _searching(tour: Tour) -> Iterator[Path]:
    """The library while something is searched for, every hit with its sentence."""
    view = tour.workspace.skills.library
    view.search.setText(SEARCHED)
    model = view.model
    tour.camera.wait(lambda: model.query.typed == SEARCHED and model.index(0).data(HIT) is not None)
    yield tour.take("search")
    view.clear_search()
    tour.camera.wait()
    view.show_skills(tuple(tour.show.skill(title) for title in CHOSEN))
    favourites.star(tour.show.vault, [tour.show.skill(CHOSEN[0])], True)
    tagging.retag(tour.show.vault, [tour.show.skill(title) for title in CHOSEN], add=["care"])
    view.arrangement.set_grouped(True)
    tour.camera.wait()
    yield tour.take("selection")
    view.leave_selection()
    view.arrangement.set_grouped(False)


def _bin(tour: Tour) -> Iterator[Path]:
    """What was deleted, until it is back in the library."""
    view, vault = tour.workspace.skills.library, tour.show.vault
    thrown = [tour.show.skill(title) for title in CHOSEN]
    library.delete(vault, *thrown)
    view.show_bin()
    yield tour.take("bin")
    view.leave_bin()
    deleted.restore(vault, thrown)


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
