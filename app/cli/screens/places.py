"""The other places of the rail."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QScrollArea, QWidget

from app.cli.screens.demo_runs import AGENTS, FOLLOWED
from app.cli.screens.demo_vault import BUSIEST
from app.cli.screens.tour import Tour
from app.core.runs import store
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.preview_dialog import PreviewDialog
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.views.memories.writing import WriteDialog

LARGE = QSize(1920, 1200)
MARGIN = 20
"""Above what is scrolled to."""


def screens(tour: Tour) -> Iterator[Path]:
    for page in ("packs", "settings", "constellation"):
        tour.workspace.go(page)
        yield tour.take(page)
    yield from _runs(tour)
    yield from _lifecycle(tour)
    tour.workspace.go("settings")
    _scroll_to(tour, tour.workspace.pages.settings.knowledge)
    yield tour.take("settings-knowledge")
    tour.workspace.pages.settings.show_model()
    yield tour.take("settings-model")
    yield from _memories(tour)
    tour.workspace.go("constellation")
    (sky,) = tour.workspace.findChildren(ConstellationView)
    sky.show_skill(tour.show.skill(BUSIEST))
    yield tour.take("constellation-selected")
    sky.overlays.toggle_steps()
    yield tour.take("constellation-steps")
    sky.overlays.toggle_steps()
    sky.sky.select(None)
    small = tour.window.size()
    tour.window.resize(LARGE)
    yield tour.take("large-constellation")
    tour.window.resize(small)


def empty(tour: Tour) -> Iterator[Path]:
    """Every place where there is nothing yet."""
    yield tour.take("library-empty")
    for page in ("packs", "constellation", "memories", "lifecycle"):
        tour.workspace.go(page)
        yield tour.take(f"{page}-empty")


def _runs(tour: Tour) -> Iterator[Path]:
    """The list, a run under way, one that an agent follows, and the sheet of a new one."""
    tour.workspace.go("runs")
    tour.camera.wait()
    yield tour.take("runs")
    view = tour.workspace.pages.runs
    for name, title in (("run", FOLLOWED), ("run-agent", AGENTS)):
        skill, known = tour.show.skill(title), store.runs(tour.show.vault, open_only=True)
        view.show_run(min(run.id for run in known if run.skill == skill))
        tour.camera.wait()
        yield tour.take(name)
    view.begin(tour.show.skill(FOLLOWED))
    tour.camera.wait()
    yield tour.take("run-start")
    view.show_list()


def _lifecycle(tour: Tour) -> Iterator[Path]:
    tour.workspace.go("lifecycle")
    (life,) = tour.workspace.findChildren(LifecycleView)
    tour.camera.wait(lambda: bool(life.candidates.list.rows.rows) and not life.health.busy)
    yield tour.take("lifecycle")
    life.health.ask()
    yield tour.take_dialog("lifecycle-preview", PreviewDialog)
    rows = life.candidates.list.rows.rows
    for name, is_change in (("candidate", False), ("evolution", True)):
        row = next(row for row in rows if bool(row.evolves) is is_change)
        life.candidates.review(row)
        yield tour.take_dialog(name, CandidateDialog)


def _memories(tour: Tour) -> Iterator[Path]:
    tour.workspace.go("memories")
    memories = tour.workspace.pages.memories
    memories.write("Ask Ana for the key of the archive.\n\nThe archive is closed on Fridays.")
    yield tour.take_dialog("remember", WriteDialog)
    memories.list.setCurrentIndex(memories.model.index(1))
    yield tour.take("memories")
    memories.search.setText("who tells the customers during an incident")
    tour.camera.wait(lambda: any(row.why for row in memories.model.rows))
    memories.list.setCurrentIndex(memories.model.index(0))
    yield tour.take("memories-answers")


def _scroll_to(tour: Tour, section: QWidget) -> None:
    tour.camera.wait()
    for scroll in tour.workspace.pages.settings.findChildren(QScrollArea):
        scroll.verticalScrollBar().setValue(section.y() - MARGIN)
