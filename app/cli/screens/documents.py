"""The skill in front: its editor, panels, history, knowledge and training."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.cli.screens.camera import above_window
from app.cli.screens.demo_model import model
from app.cli.screens.demo_vault import ARABIC, BUSIEST, CHINESE, FAULTY, PHASED, TRAINED
from app.cli.screens.tour import Tour
from app.core.skills.editing.find import Query
from app.core.skills.model import GoalKind
from app.core.training.proposal import Choice
from app.core.training.rewriting.weaving import Finished, weave
from app.ui.views.skills.editor.view import STEPS, TEXT
from app.ui.views.skills.find.everywhere import ReplaceDialog
from app.ui.views.skills.knowledge.details_dialog import DetailsDialog
from app.ui.views.skills.knowledge.linking import LinkDialog
from app.ui.views.skills.knowledge.page import KnowledgePage
from app.ui.views.skills.training.view import TrainView
from app.ui.views.skills.usages.dialog import UsagesDialog

CALLED = "Tell the customers"


def screens(tour: Tour) -> Iterator[Path]:
    yield from _editor(tour)
    yield from _finding(tour)
    yield from _writing(tour)
    yield from _other_kinds(tour)
    yield from _scripts(tour)


def _editor(tour: Tour) -> Iterator[Path]:
    skills = tour.workspace.skills
    editor = tour.editor(BUSIEST)
    skills.show_panel("outline")
    yield tour.take("editor-steps")
    editor.goal_editing.open(GoalKind.REQUIRES)
    yield tour.take("goal-open")
    editor.chips.close_box()
    editor.show_mode(TEXT)
    skills.show_panel("history")
    yield tour.take("editor-text")
    editor.show_mode(STEPS)
    tour.editor(PHASED)
    skills.show_panel("outline")
    yield tour.take("editor-phases")


def _finding(tour: Tour) -> Iterator[Path]:
    """In the skill in front, and in all of them."""
    documents = tour.workspace.skills.documents
    documents.finding.open()
    documents.find_bar.query.show_query(Query("customers"))
    documents.find_bar.written.setText("clients")
    documents.find_bar.edited.emit()
    yield tour.take("find")
    documents.finding.everywhere()
    yield tour.take_dialog("replace", ReplaceDialog)
    documents.finding.leave()


def _writing(tour: Tour) -> Iterator[Path]:
    """What helps while a skill is written; what is typed is taken back."""
    skills = tour.workspace.skills
    editor = tour.editor(FAULTY)
    skills.show_panel("checks")
    yield tour.take("checks")
    tour.window.activateWindow()
    tour.camera.wait()
    editor.step_editing.insert(1)
    tour.camera.wait()
    QTest.keyClicks(tour.window.focusWidget(), "/")
    yield tour.take("slash")
    QTest.keyClick(tour.window.focusWidget(), Qt.Key.Key_Escape)
    while editor.buffer.undo() is not None:
        tour.camera.wait()
    header = tour.editor(CALLED).header
    title = header.title
    title.setFocus()
    title.selectAll()
    QTest.keyClicks(title, "Tell everybody concerned")
    tour.camera.wait(header.rename_bar.isVisible)
    yield tour.take("rename")
    title.selectAll()
    QTest.keyClicks(title, CALLED)
    tour.camera.wait(header.rename_bar.isHidden)
    strip = skills.documents.strip
    strip.menu_requested.emit(strip.current, strip.mapToGlobal(QPoint(40, strip.height())))
    yield tour.take("tab-menu")
    for menu in above_window(tour.window):
        menu.close()


def _other_kinds(tour: Tour) -> Iterator[Path]:
    """The tabs that are no editor."""
    skills, go = tour.workspace.skills, tour.context.go
    busiest = tour.show.skill(BUSIEST)
    tour.editor(BUSIEST)
    go.usages(tour.show.skill(CALLED))
    yield tour.take_dialog("usages", UsagesDialog)
    go.history(busiest, (2, 5))
    yield tour.take("history")
    skills.documents.close_current()
    tour.editor(BUSIEST)
    skills.show_panel("knowledge")
    yield tour.take("knowledge")
    go.knowledge(busiest)
    yield tour.take("knowledge-document")
    (page,) = tour.shown(KnowledgePage)
    page.ask_link()
    yield tour.take_dialog("link", LinkDialog)
    page.ask_details()
    yield tour.take_dialog("details", DetailsDialog)
    skills.documents.close_current()
    go.knowledge(tour.show.skill(TRAINED))
    yield tour.take("knowledge-trained")
    skills.documents.close_current()
    go.training(busiest)
    yield tour.take("training")
    view = skills.documents.findChildren(TrainView)[-1]
    yield _rewritten(tour, view)
    view.footer.discard.click()
    skills.show_panel("checks")


def _rewritten(tour: Tour, view: TrainView) -> Path:
    """Most memories are accepted, and the model has woven them in."""
    assert view.proposal is not None
    *_events, last = weave(model(), view.proposal)
    assert isinstance(last, Finished)
    view.accept_good()
    doubtful = next(item for item in view.proposal.items if "holiday" in item.fragment.text)
    view.choose(doubtful.fragment.id, Choice.REJECTED)
    view.side.show_rewrite(last.rewrite)
    return tour.take("training-rewrite")


def _scripts(tour: Tour) -> Iterator[Path]:
    """Skills that read from right to left, and that have no spaces."""
    for name, title in (("arabic", ARABIC), ("chinese", CHINESE)):
        editor = tour.editor(title)
        yield tour.take(f"editor-{name}")
        editor.show_mode(TEXT)
        yield tour.take(f"editor-{name}-text")
        editor.show_mode(STEPS)
