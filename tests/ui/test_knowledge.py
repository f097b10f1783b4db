"""What is known about a skill, beside it and as a document."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.core.graph.communities import TagSuggestion
from app.core.graph.relation_cues import Kind
from app.core.library import details, library, outside
from app.core.library.outside import Place
from app.core.library.record import External, Precedence, Reason
from app.core.lifecycle import observations, tagging, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, memories, nodes, relations
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.packs import attachments
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.runs import store
from app.core.runs.actions import Done, Fail, Finish, GiveUp, Outcome
from app.core.runs.state import PERSON
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.models.memory_list import Found
from app.ui.theme.theme import Theme
from app.ui.views.shell.drops import FileDrops, FileTaker
from app.ui.views.shell.upkeep_runner import UpkeepRunner
from app.ui.views.skills.knowledge.details_dialog import DetailsDialog
from app.ui.views.skills.knowledge.facts import linked
from app.ui.views.skills.knowledge.linking import LinkDialog
from app.ui.views.skills.knowledge.outside_row import OutsideRow
from app.ui.views.skills.knowledge.page import KnowledgePage
from app.ui.views.skills.knowledge.relation_row import RelationRow
from app.ui.views.skills.panel.widths import PANEL
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow
from app.ui.window_state import WindowState
from tests.conftest import Clock
from tests.core.running import begun, saved
from tests.ui.names import nameless
from tests.ui.proposing import take_back

DAY = 86_400
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    window_state = WindowState(tmp_path / "window.json")
    yield AppContext(vault, bridge, jobs, theme, window_state, EmbedderService(Hashed()))
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def tea(vault: Vault, clock: Clock) -> int:
    """A skill that calls another, is used now and then, and is told about."""
    library.save(vault, None, "# Boil water\n\n1. Fill the kettle.\n")
    skill = library.save(vault, None, "# Brew tea\n\n1. @skill: Boil water\n").skill
    nodes.catch_up(vault)
    for _day in range(5):
        clock.pass_seconds(DAY)
        usage.record(vault, skill, Procedural(), session=str(clock()), agent="ada")
    memories.remember(vault, "Brew tea with soft water, says the cook.")
    memories.remember(vault, "The cat sleeps.")
    index.update(vault, Hashed())
    clock.pass_seconds(DAY)
    return skill


@pytest.fixture(params=[False, True], ids=["beside", "document"])
def page(
    context: AppContext, tea: int, qtbot: QtBot, request: pytest.FixtureRequest
) -> KnowledgePage:
    made = KnowledgePage(context, wide=request.param)
    qtbot.addWidget(made)
    made.resize(1000 if request.param else 300, 900)
    made.set_skill(tea)
    made.show()
    settle(made)
    return made


def settle(page: KnowledgePage) -> None:
    """Until it shows what is known by now."""
    while page.busy:
        QApplication.processEvents()


def rows(part: QWidget) -> list[str]:
    return [row.accessibleName() for row in part.findChildren(FactRow) if row.isVisibleTo(part)]


def relation_rows(page: KnowledgePage, skill: int) -> list[RelationRow]:
    found = page.related.findChildren(RelationRow)
    return [row for row in found if row.skill == skill and not row.isHidden()]


def test_importance_shows_its_arithmetic_and_the_floor(page: KnowledgePage) -> None:
    said = page.importance.below.text()
    assert "× 0.99 ^ 1.0 days = " in said and "It reaches the floor in" in said
    assert page.importance.plot.accessibleDescription() in said
    assert page.importance.table.rowCount() == 7
    assert page.usage.table.item(0, 1).text() == "1"  # type: ignore[union-attr]
    assert "By ada." in page.usage.below.text()


def test_the_plots_have_a_table_with_the_same_figures(page: KnowledgePage) -> None:
    page.importance.switch.click()
    assert page.importance.table.isVisible() and not page.importance.plot.isVisible()
    assert "Show as chart" in page.importance.switch.accessibleName()
    page.importance.switch.click()
    assert page.importance.plot.isVisible()


def test_everything_has_a_name(page: KnowledgePage, qtbot: QtBot) -> None:
    assert nameless(page) == []


def test_memories_and_skills_lead_somewhere(
    page: KnowledgePage, qtbot: QtBot, vault: Vault
) -> None:
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    memory, related = (row for row in page.findChildren(FactRow) if row.isVisibleTo(page))
    assert "Brew tea with soft water" in memory.accessibleName()
    assert "mentions “Brew tea”" in memory.accessibleName()
    assert "Boil water" in related.accessibleName() and "Called" in related.accessibleName()
    with qtbot.waitSignal(page._context.go.memory_requested):
        memory.click()
    with qtbot.waitSignal(page._context.go.skill_requested):
        related.click()


def test_the_time_can_be_chosen(context: AppContext, tea: int, qtbot: QtBot) -> None:
    page = KnowledgePage(context, wide=True)
    qtbot.addWidget(page)
    page.set_skill(tea)
    page.show()
    settle(page)
    page._choose_range(2)
    settle(page)
    assert page.usage.remark.text() == "5 uses in 365 days"
    said = [label.text() for label in page.tiles.findChildren(QLabel)]
    assert "5" in said and "Uses" in said and "1 d ago" in said


def test_what_is_known_is_found_out_in_the_background(
    context: AppContext, tea: int, asked: list[str], qtbot: QtBot
) -> None:
    page = KnowledgePage(context)
    qtbot.addWidget(page)
    page.set_skill(tea)
    page.show()
    settle(page)
    asked.clear()
    page.refresh()
    settle(page)
    assert page.importance.below.text()
    assert all("from change" in sql for sql in asked), "the bridge may look for news"


def test_a_skill_without_memories_is_to_be_trained(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, "# Lonely\n\n1. Wait.\n").skill
    page = KnowledgePage(context)
    qtbot.addWidget(page)
    page.set_skill(skill)
    page.show()
    settle(page)
    assert page._pages.currentIndex() == 1
    nodes.catch_up(vault)
    qtbot.waitUntil(lambda: page._pages.currentIndex() == 0)
    with qtbot.waitSignal(page._context.go.training_requested) as asked:
        page.memories.findChildren(EmptyState)[0].button.click()
    assert asked.args == [skill]
    assert "uses" not in page.usage.below.text()


def test_computed_relations_are_confirmed_or_dismissed(
    context: AppContext, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Bake scones\n\n1. Mix.\n").skill
    nodes.catch_up(vault)
    one, two = entities.of_skill(vault, tea), entities.of_skill(vault, other)
    assert one is not None and two is not None
    with vault.write(None) as write:
        relations.keep_computed(write, one.id, two.id, 0.6, 3, 0.8)
    page = KnowledgePage(context)
    qtbot.addWidget(page)
    page.resize(300, 900)
    page.set_skill(tea)
    page.show()
    settle(page)
    (relation,) = [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    with qtbot.waitSignal(page._context.say.told):
        page.related._dismiss(relation, "Bake scones")
    assert not [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    take_back(page._context)
    page.related._confirm(relation)
    (relation,) = [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    assert relation.state is relations.State.CONFIRMED


def test_the_rate_of_one_skill_is_set_and_taken_back(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    rate = page.importance.rate
    assert rate.field.text() == "0.99" and rate.usual.isHidden()
    rate.field.setFocus()
    rate.field.selectAll()
    QTest.keyClicks(rate.field, "0.9")
    assert rate.said.text().startswith("its own")
    QTest.keyClick(rate.field, Qt.Key.Key_Return)
    life = usage.life(vault, tea)
    assert life is not None and life.decay_rate == 0.9
    qtbot.waitUntil(lambda: "× 0.9 ^" in page.importance.below.text())
    rate.usual.click()
    life = usage.life(vault, tea)
    assert life is not None and life.decay_rate is None
    qtbot.waitUntil(lambda: rate.field.text() == "0.99" and rate.usual.isHidden())


def test_vitality_explains_each_of_its_terms(
    page: KnowledgePage, vault: Vault, tea: int, clock: Clock, qtbot: QtBot
) -> None:
    assert page.vitality.remark.text() == "not trained yet"
    with qtbot.waitSignal(page._context.go.training_requested):
        page.vitality.train.click()
    library.save(vault, tea, library.text(vault, tea), reason=Reason.TRAINED)
    clock.pass_seconds(40 * DAY)
    page.refresh()
    settle(page)
    said = [label.text() for label in page.vitality.findChildren(QLabel)]
    assert "100 − 6 − 0 − 0 = 94" in said and "trained 40 days ago" in said
    assert "−6 of 25" in said and "Nothing to do." in said


def test_a_link_is_made_by_hand_and_removed(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Bake scones\n\n1. Mix.\n").skill
    nodes.catch_up(vault)
    page.ask_link()
    dialog = page.window().findChild(LinkDialog)
    assert dialog is not None and nameless(dialog) == []
    QTest.keyClicks(dialog.search, "scon")
    qtbot.waitUntil(lambda: dialog.chosen is not None and dialog.chosen.id == other)
    dialog.kind.setCurrentIndex(4)
    assert dialog._said.text() == "Brew tea extends Bake scones"
    with qtbot.waitSignal(page._context.say.told) as offered:
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert offered.args[0] == "Linked: Brew tea extends Bake scones"
    (made,) = [r for r in relations.of_skill(vault, tea) if r.other(tea) == other]
    assert made.kind is Kind.EXTENDS
    page._link(tea, made.kind, Found("skill", other, "Bake scones", ""))
    assert len([r for r in relations.of_skill(vault, tea) if r.other(tea) == other]) == 1
    page._link(tea, Kind.REQUIRES, Found("skill", other, "Bake scones", ""))
    assert len([r for r in relations.of_skill(vault, tea) if r.other(tea) == other]) == 2
    with qtbot.waitSignal(page._context.say.told) as offered:
        page.related._drop(made, "Bake scones")
    assert offered.args[0] == "Removed: extends Bake scones"
    assert len([r for r in relations.of_skill(vault, tea) if r.other(tea) == other]) == 1
    take_back(page._context)
    assert len([r for r in relations.of_skill(vault, tea) if r.other(tea) == other]) == 2


def test_something_outside_is_linked_and_let_go(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    page.ask_link()
    dialog = page.window().findChild(LinkDialog)
    assert dialog is not None
    dialog.where.setCurrentIndex(1)
    assert dialog.focusWidget() is dialog.search and not dialog.link.isEnabled()
    QTest.keyClicks(dialog.search, "handbook/tea.md")
    assert dialog._said.text() == "Brew tea is related to handbook/tea.md"
    with qtbot.waitSignal(page._context.say.told) as offered:
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert offered.args[0] == "Linked: Brew tea is related to handbook/tea.md"
    link = External("docs", "handbook/tea.md", "related_to")
    assert outside.links(vault, tea) == (link,)
    with qtbot.waitSignal(page._context.say.told) as again:
        page._link_outside(tea, link)
    assert again.args[:2] == [
        "Brew tea is related to handbook/tea.md: already linked",
        False,
    ]
    take_back(page._context)
    qtbot.waitUntil(lambda: outside.links(vault, tea) == ())


def test_a_memory_is_linked_and_let_go(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    page.ask_link()
    dialog = page.window().findChild(LinkDialog)
    assert dialog is not None
    dialog.search.setText("cat sleeps")
    qtbot.waitUntil(lambda: dialog.chosen is not None and dialog.chosen.what == "memory")
    with qtbot.waitSignal(page._context.say.told):
        dialog.link.click()
    (cat,) = [one for one in linked(vault, tea) if one.text.startswith("The cat")]
    assert cat.by_hand is not None and cat.why == "linked by you"
    qtbot.waitUntil(lambda: any("The cat" in row for row in rows(page)))
    with qtbot.waitSignal(page._context.say.told):
        page.memories._unlink(cat.by_hand)
    assert len(linked(vault, tea)) == 1
    take_back(page._context)
    assert len(linked(vault, tea)) == 2


def test_relations_unfold_with_who_says_so(
    context: AppContext, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Bake scones\n\n1. Mix.\n").skill
    nodes.catch_up(vault)
    one, two = entities.of_skill(vault, tea), entities.of_skill(vault, other)
    assert one is not None and two is not None
    with vault.write(None) as write:
        relations.keep_computed(write, one.id, two.id, 0.6, 3, 0.8)
    page = KnowledgePage(context)
    qtbot.addWidget(page)
    page.resize(320, 900)
    page.set_skill(tea)
    page.show()
    settle(page)
    assert page.related.review.text() == "1 to review"
    page.related.review.click()
    qtbot.waitUntil(lambda: len(relation_rows(page, other)) == 1)
    (row,) = relation_rows(page, other)
    said = [label.text() for label in row.findChildren(QLabel) if label.isVisibleTo(page)]
    assert "Often used with this skill" in said
    assert any(words.startswith("computed, 3 shared memories") for words in said)
    assert nameless(page) == []
    keep = next(b for b in row.findChildren(IconButton) if b.accessibleName().startswith("Keep"))
    keep.click()
    qtbot.waitUntil(page.related.review.isHidden)
    qtbot.waitUntil(lambda: len(relation_rows(page, other)) == 1)
    (row,) = relation_rows(page, other)
    assert row.fold.isChecked()
    row.fold.click()
    assert not row.fold.isChecked()


def test_the_panel_is_never_wider_than_its_place(
    context: AppContext, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    library.save(vault, tea, library.text(vault, tea), reason=Reason.TRAINED)
    tagging.put(vault, tea, "a tag")
    attachments.attach(vault, tea, "a file with quite a long name.txt", b"Assam")
    page = KnowledgePage(context)
    qtbot.addWidget(page)
    page.resize(PANEL[0], 900)
    page.set_skill(tea)
    page.show()
    settle(page)
    area = page.findChild(QScrollArea)
    assert area is not None
    inside, shown = area.widget(), area.viewport()
    assert inside is not None
    qtbot.waitUntil(lambda: inside.width() == shown.width())
    assert inside.minimumSizeHint().width() <= shown.width()


def test_tags_are_added_suggested_and_taken_off(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    page.tags.field.setText("x" * 61)
    page.tags.field.enter()
    assert "1 to 60" in page.tags._wrong.text()
    page.tags.field.setText("Kitchen")
    page.tags.field.enter()
    assert tagging.tags_of(vault, tea) == ("Kitchen",)
    qtbot.waitUntil(lambda: page.tags._shown == ("Kitchen",))
    with qtbot.waitSignal(page._context.say.told) as offered:
        page.tags._take_off("Kitchen")
    take_back(page._context)
    assert tagging.tags_of(vault, tea) == ("Kitchen",)
    page.tags._show_suggested((TagSuggestion(tea, "warm", 2, 3),))
    assert nameless(page) == []
    with qtbot.waitSignal(page._context.say.offered) as offered:
        page.tags._dismiss("warm")
    offered.args[1]()
    page.tags._put("warm", page.tags._refuse)
    assert tagging.tags_of(vault, tea) == ("Kitchen", "warm")


def test_files_are_attached_saved_and_taken_off(
    page: KnowledgePage, vault: Vault, tea: int, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "leaf.txt").write_text("Assam")
    with qtbot.waitSignal(page._context.say.told) as offered:
        page.files.attach_files([str(tmp_path / "leaf.txt")])
    assert offered.args[0] == "leaf.txt attached"
    (one,) = attachments.attachments(vault, tea)
    qtbot.waitUntil(lambda: page.files.remark.text() == "1 · 5 bytes")
    assert nameless(page) == []
    page.files.save_copy(one, tmp_path / "copy.txt")
    qtbot.waitUntil(lambda: "Copy saved to" in page.files._wrong.text())
    assert (tmp_path / "copy.txt").read_text() == "Assam"
    with qtbot.waitSignal(page._context.say.told) as offered:
        page.files._detach(one)
    assert attachments.attachments(vault, tea) == ()
    take_back(page._context)
    assert attachments.content(vault, tea, "leaf.txt") == b"Assam"


def test_files_that_are_dropped_on_the_card_are_attached(
    page: KnowledgePage, vault: Vault, tea: int, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "leaf.txt").write_text("Assam")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "leaf.txt"))])
    area = page.findChild(QScrollArea)
    assert area is not None
    area.ensureWidgetVisible(page.files)
    drops, window = FileDrops(), page.windowHandle()
    assert isinstance(page.files, FileTaker)
    where = QPointF(page.files.title.mapTo(page, QPoint(2, 2)))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, NO_KEYS
    drag = QDragMoveEvent(where.toPoint(), copy, data, left, none)
    assert drops.eventFilter(window, drag)
    assert page.files.property("card") == "info"
    with qtbot.waitSignal(page._context.say.told):
        assert drops.eventFilter(window, QDropEvent(where, copy, data, left, none))
    assert page.files.property("card") == "plain"
    assert [one.name for one in attachments.attachments(vault, tea)] == ["leaf.txt"]
    elsewhere = QPointF(page.importance.title.mapTo(page, QPoint(2, 2)))
    area.ensureWidgetVisible(page.importance)
    with qtbot.waitSignal(drops.dropped):
        drops.eventFilter(window, QDropEvent(elsewhere, copy, data, left, none))


def test_why_a_file_cannot_be_attached_is_said_in_place(
    page: KnowledgePage, vault: Vault, tea: int, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "much").write_bytes(bytes(ATTACHMENT_BYTES + 1))
    for path, words in (("much", "larger than 10 MB"), (".", "folder"), ("no", "cannot be read")):
        page.files.attach_files([str(tmp_path / path)])
        qtbot.waitUntil(lambda words=words: words in page.files._wrong.text())  # type: ignore[misc]
    assert attachments.attachments(vault, tea) == ()
    one = attachments.attach(vault, tea, "leaf.txt", b"Assam")
    page.files.save_copy(one, tmp_path / "nowhere" / "copy.txt")
    qtbot.waitUntil(lambda: "cannot be written" in page.files._wrong.text())


def test_forgotten_memories_are_linked_no_more(vault: Vault, tea: int) -> None:
    (one,) = linked(vault, tea)
    relations.link_memory(vault, tea, one.memory)
    (one,) = linked(vault, tea)
    assert one.why == "linked by you" and one.at <= vault.now() + timedelta(seconds=1)
    memories.forget(vault, one.memory)
    assert linked(vault, tea) == ()


def test_upkeep_catches_up_by_itself(context: AppContext, vault: Vault, qtbot: QtBot) -> None:
    upkeep = UpkeepRunner(context)
    skill = library.save(vault, None, "# Brew tea\n\n1. Pour.\n").skill
    memories.remember(vault, "Brew tea with soft water.")
    upkeep.start()
    qtbot.waitUntil(lambda: entities.of_skill(vault, skill) is not None)
    qtbot.waitUntil(lambda: len(linked(vault, skill)) == 1)
    qtbot.waitUntil(lambda: not index.waiting(vault, Hashed().model))
    upkeep.deleteLater()


def test_details_are_shown_and_chosen(page: KnowledgePage, tea: int, qtbot: QtBot) -> None:
    vault = page._context.vault
    words = [one.text() for one in page.details.findChildren(QLabel) if one.isVisibleTo(page)]
    assert {"v1", "written here", "100%"} <= set(words)
    page.details.edit.click()
    dialog = page.window().findChild(DetailsDialog)
    assert dialog is not None and not nameless(dialog)
    dialog.confidence.setText("2")
    dialog.confidence.textEdited.emit("2")
    assert not dialog.keep.isEnabled()
    dialog.confidence.setText("0.5")
    dialog.confidence.textEdited.emit("0.5")
    dialog.hints.setPlainText("which tea\n\nhow many cups")
    dialog.patterns.setPlainText("x" * 501)
    dialog.keep.click()
    qtbot.waitUntil(lambda: dialog.said_wrong.startswith("At most 100"))
    assert details.details(vault, tea).confidence == 1
    dialog.patterns.setPlainText("")
    dialog.precedence.setCurrentIndex(1)
    with qtbot.waitSignal(page._context.say.told) as offered:
        dialog.keep.click()
    found = details.details(vault, tea)
    assert found.precedence is Precedence.YIELDS
    assert (found.confidence, found.input_hints) == (0.5, ("which tea", "how many cups"))
    assert offered.args is not None
    take_back(page._context)
    assert details.details(vault, tea).confidence == 1


def test_what_is_outside_is_shown_and_taken_away(
    page: KnowledgePage, tea: int, qtbot: QtBot
) -> None:
    vault = page._context.vault
    outside.link(vault, tea, Place.DOCS, "guide.md::Water", [Kind.REQUIRES])
    qtbot.waitUntil(lambda: page.related.findChild(OutsideRow) is not None)
    row = page.related.findChild(OutsideRow)
    assert row is not None and row.drop.accessibleName() == "Remove: requires guide.md::Water"
    with qtbot.waitSignal(page._context.say.told) as offered:
        row.drop.click()
    assert outside.links(vault, tea) == () and offered.args is not None
    take_back(page._context)
    assert len(outside.links(vault, tea)) == 1


def test_what_is_missing_is_what_the_head_of_the_document_says(
    context: AppContext, qtbot: QtBot
) -> None:
    """There it says “Add a description” as long as only the goal Success says what it does."""
    vault = context.vault
    skill = library.save(vault, None, "# Tea\n\nSuccess: hot tea\n\n1. Boil water.\n").skill
    nodes.catch_up(vault)
    page = KnowledgePage(context, wide=True)
    qtbot.addWidget(page)
    page.set_skill(skill)
    page.show()
    settle(page)
    said = page.description.says.text()
    assert said.startswith("It has no description, and its goal Success has only 7 characters.")


def test_what_was_noticed_waits_until_it_is_settled(
    page: KnowledgePage, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    assert page.noticed.isHidden()
    observations.observe(vault, tea, "The kettle is too small.", agent="ada", step="1")
    qtbot.waitUntil(page.noticed.isVisible)
    (row,) = page.noticed.findChildren(FactRow)
    assert "The kettle is too small." in row.accessibleName() and "step 1" in row.accessibleName()
    row.click()
    menu = page.noticed.findChild(QMenu)
    assert menu is not None
    menu.actions()[0].trigger()
    menu.close()
    qtbot.waitUntil(page.noticed.isHidden)
    assert observations.observations(vault, tea) == ()


def test_its_steps_are_told_where_they_fail_and_how_long_they_take(
    context: AppContext, vault: Vault, clock: Clock, qtbot: QtBot
) -> None:
    skill = saved(vault, "# Cook\n\n1. Chop.\n2. Fry.\n")
    for failing in (False, True):
        run = begun(vault, skill).run.id
        clock.pass_seconds(60)
        store.act(vault, run, Done(step="1"), PERSON)
        clock.pass_seconds(10)
        if failing:
            store.act(vault, run, Fail(step="2", why="no gas"), PERSON)
            store.act(vault, run, GiveUp(step="2?"), PERSON)
        else:
            store.act(vault, run, Done(step="2"), PERSON)
        store.act(vault, run, Finish(outcome=Outcome.PARTIAL), PERSON)
    page = KnowledgePage(context, wide=True)
    qtbot.addWidget(page)
    page.set_skill(skill)
    page.show()
    qtbot.waitUntil(lambda: len(rows(page.trouble)) == 2)
    fried, chopped = rows(page.trouble)
    assert "2. Fry" in fried and "failed 1 time" in fried and "no gas" in fried
    assert "1. Chop" in chopped and "usually 1:00" in chopped
    # and its runs, the newest first; each leads to its page
    for _number in range(6):
        begun(vault, skill)
    page.refresh()
    qtbot.waitUntil(lambda: len(rows(page.runs)) == 6)
    shown = rows(page.runs)
    assert page.runs.remark.text() == "2 earlier"
    assert shown[0].startswith("Running, step 1 of 2") and "run 8 · v1" in shown[0]
    opened: list[int] = []
    context.go.run_requested.connect(opened.append)
    [row for row in page.runs.findChildren(FactRow) if row.isVisible()][-1].click()
    assert opened == [3]
