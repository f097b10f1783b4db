"""The list of skills: it follows the vault, narrows down, and keeps what was selected."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.library import catalogue, details, engrams, library, skill_actions
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Reason, Source, Status
from app.core.lifecycle import tagging, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.models.skill_list import IMPORTANCE, ROW, SkillListModel
from app.ui.theme.theme import Theme
from app.ui.views.skills.library.view import LibraryView
from app.ui.widgets.ages import age
from app.ui.window_state import WindowState
from tests.conftest import Clock


@pytest.fixture
def context(qtbot: QtBot, vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    yield AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"))
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> LibraryView:
    for title in ("Deploy", "smoke-tests", "Rollback"):
        library.save(context.vault, None, f"# {title}\n\n1. Do it.\n")
    view = LibraryView(context)
    qtbot.addWidget(view)
    view.resize(264, 800)
    view.set_order("title")
    view.show()
    return view


def titles(view: LibraryView) -> list[str]:
    return [row.title for row in view.model.rows]


def test_the_model_keeps_qts_rules(qtbot: QtBot, vault: Vault) -> None:
    model = SkillListModel()
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, mode, model)
    for title in ("B", "A", "C"):
        library.save(vault, None, f"# {title}\n1. x")
        model.set_rows(catalogue.rows(vault))
    library.delete(vault, model.rows[1].id)
    model.set_rows(catalogue.rows(vault))
    assert [model.index(n).data() for n in range(model.rowCount())] == ["A", "C"]
    assert model.index_of(model.rows[1].id).row() == 1
    assert not model.index_of(999).isValid()
    assert tester


@given(st.lists(st.lists(st.tuples(st.integers(1, 30), st.sampled_from("abc")), max_size=40)))
def test_whatever_the_rows_become_the_model_says_so_in_qts_words(
    states: list[list[tuple[int, str]]],
) -> None:
    """Somebody who only hears its signals ends up with the same list."""
    model, heard = SkillListModel(), list[int]()
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, mode, model)

    def ids() -> list[int]:
        return [row.id for row in model.rows]

    def moved(_parent: object, start: int, _end: int, _to: object, place: int) -> None:
        heard.insert(place - (start < place), heard.pop(start))

    model.modelReset.connect(lambda: heard.__setitem__(slice(None), ids()))
    model.rowsInserted.connect(lambda _p, n, _last: heard.insert(n, model.rows[n].id))
    model.rowsRemoved.connect(lambda _p, n, _last: heard.pop(n))
    model.rowsMoved.connect(moved)
    for state in states:
        rows = [_row(skill, title) for skill, title in dict(state).items()]
        model.set_rows(rows)
        assert list(model.rows) == rows and heard == ids()
        assert [model.index_of(row.id).row() for row in rows] == list(range(len(rows)))
    assert tester


def _row(skill: int, title: str) -> SkillRow:
    at = datetime(2030, 1, 1, tzinfo=UTC)
    return SkillRow(skill, title, title, 1, "Skills", Status.ACTIVE, "utility", 1, at, skill)


def test_one_change_among_many_keeps_selection_and_place(
    qtbot: QtBot, view: LibraryView, context: AppContext
) -> None:
    """Only the skill that changed is read, and nothing starts over."""
    for number in range(40):
        library.save(context.vault, None, f"# Many {number:02}\n1. x")
    view.set_order("title")
    qtbot.waitUntil(lambda: len(view.model.rows) == 43)
    chosen = [row.id for row in view.model.rows[5:8]]
    view._select(tuple(chosen))
    with qtbot.assertNotEmitted(view.model.modelReset):
        library.save(context.vault, chosen[1], "# Zebra\n1. x")
        qtbot.waitUntil(lambda: view.model.rows[-1].title == "Zebra")
        library.delete(context.vault, view.model.rows[20].id)
        qtbot.waitUntil(lambda: len(view.model.rows) == 42)
        library.save(context.vault, None, "# Aardvark\n1. x")
        qtbot.waitUntil(lambda: len(view.model.rows) == 43)
    assert set(view.chosen()) == set(chosen)
    titles = [row.title for row in view.model.rows]
    assert titles == sorted(titles, key=str.casefold)


def test_same_rows_in_the_same_order_are_only_repainted(qtbot: QtBot, vault: Vault) -> None:
    saved = library.save(vault, None, "# A\n1. x")
    model = SkillListModel()
    model.set_rows(catalogue.rows(vault))
    library.save(vault, saved.skill, "# A\n1. y\n2. @skill: b")
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows(catalogue.rows(vault))
    assert model.rows[0].role == "orchestrator"


def test_another_process_edits_and_the_selection_stays(
    qtbot: QtBot, view: LibraryView, context: AppContext, home: Path, data_key: bytes
) -> None:
    view.list.setCurrentIndex(view.model.index(1))
    assert titles(view)[1] == "Rollback"
    with Vault(home, data_key) as other:
        library.save(other, None, "# A new one\n1. x", actor=Actor("agent"))
    context.bridge.look()
    qtbot.waitUntil(lambda: len(titles(view)) == 4)
    assert titles(view)[0] == "A new one"
    assert view.list.currentIndex().data(ROW).title == "Rollback"
    assert [view.model.index_of(skill).data() for skill in view.chosen()] == ["Rollback"]


def test_rows_say_how_important_a_skill_is_and_follow_its_uses(
    qtbot: QtBot, view: LibraryView, context: AppContext
) -> None:
    first = view.model.index(0)
    nodes.catch_up(context.vault)
    qtbot.waitUntil(lambda: first.data(IMPORTANCE) is not None)
    assert round(first.data(IMPORTANCE), 2) == 0.7
    said = first.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("importance 0.70")
    usage.record(context.vault, first.data(ROW).id, Procedural())
    qtbot.waitUntil(lambda: round(first.data(IMPORTANCE), 3) == 0.715)
    assert view.list.grab().width() > 0


def test_typing_searches_titles_and_words(qtbot: QtBot, view: LibraryView) -> None:
    view.search.setText("smoke")
    qtbot.waitUntil(lambda: titles(view) == ["smoke-tests"])
    view.search.setText("nothing like it")
    qtbot.waitUntil(lambda: titles(view) == [])
    assert not view.list.isVisible()
    view.clear_search()
    qtbot.waitUntil(lambda: len(titles(view)) == 3)
    assert view.list.isVisible()


def test_filters_narrow_down_and_let_go(
    qtbot: QtBot, view: LibraryView, context: AppContext
) -> None:
    skill = view.model.rows[0].id
    skill_actions.move(context.vault, "Operations", skill)
    qtbot.waitUntil(lambda: view.model.rows[0].engram_name == "Operations")
    there = engrams.named(context.vault, "Operations")
    chip = view.filters.chip("engram")
    action = next(a for a in chip.menu().actions() if a.text() == there.name)
    action.trigger()
    assert titles(view) == ["Deploy"]
    assert chip.text() == "Operations" and chip.isChecked()
    chip.click()
    assert len(titles(view)) == 3 and not chip.isChecked()


def test_a_list_is_narrowed_by_tag_and_origin(view: LibraryView, context: AppContext) -> None:
    first, second, _third = view.model.rows
    tagging.put(context.vault, first.id, "Garden")
    details.change(context.vault, second.id, source=Source.LEARNED)
    for field, word, title in (
        ("tag", "Garden", first.title),
        ("source", "learned", second.title),
    ):
        chip = view.filters.chip(field)
        chip.menu().aboutToShow.emit()
        next(a for a in chip.menu().actions() if a.text() == word).trigger()
        assert (titles(view), chip.text()) == ([title], word)
        chip.click()
    assert len(titles(view)) == 3


def test_a_list_is_ordered_by_importance_and_uses(
    qtbot: QtBot, view: LibraryView, context: AppContext
) -> None:
    nodes.catch_up(context.vault)
    last = view.model.rows[2]
    usage.record(context.vault, last.id, Procedural())
    for order in ("uses", "importance"):
        view.set_order(order)
        qtbot.waitUntil(lambda: titles(view)[0] == last.title)
        assert view.order == order
    view.set_order("created")
    assert titles(view) == ["Rollback", "smoke-tests", "Deploy"]


def test_a_hidden_list_waits(qtbot: QtBot, view: LibraryView, context: AppContext) -> None:
    view.hide()
    library.save(context.vault, None, "# Later\n1. x")
    qtbot.wait(10)
    assert "Later" not in titles(view)
    view.show()
    assert "Later" in titles(view)


def test_an_empty_vault_says_what_to_do(qtbot: QtBot, context: AppContext) -> None:
    view = LibraryView(context)
    qtbot.addWidget(view)
    view.show()
    with qtbot.waitSignal(view.new_requested):
        view.none_yet.button.click()


def test_enter_opens(qtbot: QtBot, view: LibraryView) -> None:
    view.list.setCurrentIndex(view.model.index(0))
    with qtbot.waitSignal(view.opened) as opened:
        qtbot.keyClick(view.list, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert opened.args == [view.model.rows[0].id]


def test_enter_twice_opens_what_was_searched_for(qtbot: QtBot, view: LibraryView) -> None:
    wanted = view.model.rows[1]
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    view.search.setFocus()
    view.search.setText(wanted.title)
    qtbot.waitUntil(lambda: [row.id for row in view.model.rows] == [wanted.id])
    qtbot.keyClick(view.search, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    with qtbot.waitSignal(view.opened) as opened:
        qtbot.keyClick(view.list, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert opened.args == [wanted.id]


def test_five_thousand_skills_paint(qtbot: QtBot, view: LibraryView, context: AppContext) -> None:
    with context.vault.write("Many") as write:
        meta = Meta(engrams.ensure(write, "Skills"), Status.QUARANTINED)
        for number in range(5_000):
            library.put(write, None, f"# Skill {number}\n1. x", meta, Reason.IMPORTED)
    qtbot.waitUntil(lambda: view.model.rowCount() == 5_003)
    view.search.setText("4999")
    qtbot.waitUntil(lambda: titles(view) == ["Skill 4999"])
    assert not view.grab().isNull()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "now"), (59, "now"), (60, "1 min"), (7200, "2 h"), (86_400 * 47, "47 d"), (4e7, "1 y")],
)
def test_ages(clock: Clock, seconds: float, said: str) -> None:
    then = clock()
    clock.pass_seconds(seconds)
    assert age(then, clock()) == said
