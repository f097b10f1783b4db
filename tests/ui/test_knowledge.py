"""What is known about a skill, beside it and as a document."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, index, memories, nodes, relations
from app.core.memory.hashed import Hashed
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.desk import Desk
from app.ui.jobs import Jobs
from app.ui.keep import Keep
from app.ui.mind import Mind
from app.ui.theme.theme import Theme
from app.ui.views.indexing import Indexing
from app.ui.views.knowledge.facts import linked
from app.ui.views.knowledge.page import KnowledgePage
from app.ui.widgets.fact_row import FactRow
from tests.conftest import Clock
from tests.ui.names import nameless

DAY = 86_400


@pytest.fixture
def desk(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    jobs, bridge = Jobs(), Bridge(vault)
    keep = Keep(tmp_path / "window.json")
    yield Desk(vault, bridge, jobs, theme, keep, Mind(Hashed()))
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
def page(desk: Desk, tea: int, qtbot: QtBot, request: pytest.FixtureRequest) -> KnowledgePage:
    made = KnowledgePage(desk, wide=request.param)
    qtbot.addWidget(made)
    made.resize(1000 if request.param else 300, 900)
    made.set_skill(tea)
    made.show()
    return made


def rows(part: KnowledgePage) -> list[str]:
    return [row.accessibleName() for row in part.findChildren(FactRow) if row.isVisibleTo(part)]


def test_importance_shows_its_arithmetic_and_the_floor(page: KnowledgePage) -> None:
    said = page.importance.below.text()
    assert "× 0.99 ^ 1.0 days = " in said and "It reaches the floor in" in said
    assert page._trend.accessibleDescription() in said
    assert page.importance.table.rowCount() == 7
    assert page.usage.table.item(0, 1).text() == "1"  # type: ignore[union-attr]
    assert "By ada." in page.usage.below.text()


def test_the_plots_have_a_table_with_the_same_figures(page: KnowledgePage) -> None:
    page.importance.switch.click()
    assert page.importance.table.isVisible() and not page.importance.plot.isVisible()
    assert "Show as a plot" in page.importance.switch.accessibleName()
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
    with qtbot.waitSignal(page.memory_requested):
        memory.click()
    with qtbot.waitSignal(page.skill_requested):
        related.click()


def test_the_time_can_be_chosen(desk: Desk, tea: int, qtbot: QtBot) -> None:
    page = KnowledgePage(desk, wide=True)
    qtbot.addWidget(page)
    page.set_skill(tea)
    page.show()
    page._choose_range(2)
    assert page.usage.remark.text() == "5 uses in 365 days"
    said = [label.text() for label in page.tiles.findChildren(QLabel)]
    assert "5" in said and "Uses" in said and "1 d" in said


def test_a_skill_without_memories_is_to_be_trained(desk: Desk, vault: Vault, qtbot: QtBot) -> None:
    skill = library.save(vault, None, "# Lonely\n\n1. Wait.\n").skill
    page = KnowledgePage(desk)
    qtbot.addWidget(page)
    page.set_skill(skill)
    page.show()
    assert page._pages.currentIndex() == 1
    nodes.catch_up(vault)
    qtbot.waitUntil(lambda: page._pages.currentIndex() == 0)
    with qtbot.waitSignal(page.train_requested) as asked:
        page.memories.train_requested.emit()
    assert asked.args == [skill]
    assert "uses" not in page.usage.below.text()


def test_computed_relations_are_confirmed_or_dismissed(
    desk: Desk, vault: Vault, tea: int, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Bake scones\n\n1. Mix.\n").skill
    nodes.catch_up(vault)
    one, two = entities.of_skill(vault, tea), entities.of_skill(vault, other)
    assert one is not None and two is not None
    with vault.write(None) as write:
        relations.keep_computed(write, one.id, two.id, 0.6, 3, 0.8)
    page = KnowledgePage(desk)
    qtbot.addWidget(page)
    page.resize(300, 900)
    page.set_skill(tea)
    page.show()
    (relation,) = [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    with qtbot.waitSignal(page.offered) as offered:
        page.related._dismiss(relation, "Bake scones")
    assert not [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    offered.args[1]()
    page.related._confirm(relation)
    (relation,) = [r for r in relations.of_skill(vault, tea) if r.mentions == 3]
    assert relation.state is relations.State.CONFIRMED


def test_forgotten_memories_are_linked_no_more(vault: Vault, tea: int) -> None:
    (one,) = linked(vault, tea)
    relations.link_memory(vault, tea, one.memory)
    (one,) = linked(vault, tea)
    assert one.why == "linked by you" and one.at <= vault.now() + timedelta(seconds=1)
    memories.forget(vault, one.memory)
    assert linked(vault, tea) == ()


def test_indexing_catches_up_by_itself(desk: Desk, vault: Vault, qtbot: QtBot) -> None:
    indexing = Indexing(desk)
    skill = library.save(vault, None, "# Brew tea\n\n1. Pour.\n").skill
    memories.remember(vault, "Brew tea with soft water.")
    indexing.start()
    qtbot.waitUntil(lambda: entities.of_skill(vault, skill) is not None)
    qtbot.waitUntil(lambda: len(linked(vault, skill)) == 1)
    qtbot.waitUntil(lambda: not index.waiting(vault, Hashed().model))
    indexing.deleteLater()
