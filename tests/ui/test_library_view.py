"""The list of skills: it follows the vault, narrows down, and keeps what was selected."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.errors import AppError
from app.core.library import catalogue, details, engrams, library, skill_actions
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Reason, Source, Status
from app.core.library.search import SkillSearch
from app.core.lifecycle import tagging, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.models.skill_list import HIT, IMPORTANCE, ROW, SkillListModel
from app.ui.views.skills.library.view import LibraryView
from app.ui.widgets.ages import age
from tests.conftest import Clock
from tests.ui.entries import said


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> LibraryView:
    for title in ("Deploy", "smoke-tests", "Rollback"):
        library.save(context.vault, None, f"# {title}\n\n1. Do it.\n")
    view = LibraryView(context)
    qtbot.addWidget(view)
    view.resize(264, 800)
    view.arrangement.set_order("title")
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
    view.arrangement.set_order("title")
    qtbot.waitUntil(lambda: len(view.model.rows) == 43)
    chosen = [row.id for row in view.model.rows[5:8]]
    view.list.select(tuple(chosen))
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
        next(a for a in chip.menu().actions() if said(a) == word).trigger()
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
        view.arrangement.set_order(order)
        qtbot.waitUntil(lambda: titles(view)[0] == last.title)
        assert view.arrangement.order == order
    view.arrangement.set_order("created")
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


def press(qtbot: QtBot, target: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(target, key)  # type: ignore[no-untyped-call]


def type_fast(qtbot: QtBot, target: QWidget, text: str) -> None:
    qtbot.keyClicks(target, text)  # type: ignore[no-untyped-call]


@pytest.fixture
def many(qtbot: QtBot, view: LibraryView, context: AppContext) -> LibraryView:
    """Skills whose names and texts have the same words; the list is in front."""
    for number in (7, 77, 778):
        library.save(context.vault, None, f"# Procedure {number}\n\n1. Do part {number}.\n")
    library.save(context.vault, None, "# Rota\n\n1. Follow procedure 77, then go home.\n")
    view.arrangement.set_order("updated")
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    qtbot.waitUntil(lambda: len(view.model.rows) == 7)
    view.focus_search()
    return view


def test_a_skill_is_first_for_its_own_name(qtbot: QtBot, many: LibraryView) -> None:
    many.search.setText("procedure 77")
    qtbot.waitUntil(lambda: titles(many) == ["Procedure 77", "Procedure 778", "Rota"])
    many.search.clear()
    qtbot.waitUntil(lambda: titles(many)[0] == "Rota" and len(titles(many)) == 7)


def test_enter_opens_the_best_however_fast_it_comes(qtbot: QtBot, many: LibraryView) -> None:
    """Nothing is waited for between the keys."""
    wanted = next(row.id for row in many.model.rows if row.title == "Procedure 77")
    with qtbot.waitSignal(many.opened) as opened:
        type_fast(qtbot, many.search, "procedure 77")
        press(qtbot, many.search, Qt.Key.Key_Return)
    assert opened.args == [wanted]


def test_keys_behind_enter_do_not_change_what_is_opened(qtbot: QtBot, many: LibraryView) -> None:
    wanted = next(row.id for row in many.model.rows if row.title == "Procedure 77")
    with qtbot.waitSignal(many.opened) as opened:
        type_fast(qtbot, many.search, "procedure 77")
        press(qtbot, many.search, Qt.Key.Key_Return)
        type_fast(qtbot, many.search, "8")
    assert opened.args == [wanted] and many.search.text() == "procedure 77"
    type_fast(qtbot, many.search, "8")
    assert many.search.text() == "procedure 778"
    press(qtbot, many.search, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    assert many.search.text() == ""
    qtbot.waitUntil(lambda: not many.model.query and len(titles(many)) == 7)


def test_the_arrow_goes_into_the_list_and_enter_opens_there(
    qtbot: QtBot, many: LibraryView
) -> None:
    type_fast(qtbot, many.search, "procedure 77")
    press(qtbot, many.search, Qt.Key.Key_Down)
    qtbot.waitUntil(many.list.hasFocus)
    assert many.chosen() == (many.model.rows[0].id,)
    press(qtbot, many.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(many.opened) as opened:
        press(qtbot, many.list, Qt.Key.Key_Return)
    assert opened.args == [many.model.rows[1].id]
    press(qtbot, many.list, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert many.search.hasFocus()
    press(qtbot, many.search, Qt.Key.Key_Down)
    press(qtbot, many.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(titles(many)) == 7)
    assert not many.search.text()


def test_escape_clears_then_leaves(qtbot: QtBot, many: LibraryView) -> None:
    type_fast(qtbot, many.search, "rota")
    with qtbot.assertNotEmitted(many.left):
        press(qtbot, many.search, Qt.Key.Key_Escape)
    assert not many.search.text()
    with qtbot.waitSignal(many.left):
        press(qtbot, many.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not many._searching._soon.isActive())


def test_only_the_newest_question_is_answered(qtbot: QtBot, many: LibraryView) -> None:
    seen: list[str] = []
    many.model.modelReset.connect(lambda: seen.append(many.model.query.typed))
    for typed in ("p", "pr", "rota", "procedure 7"):
        many.search.setText(typed)
        many.refresh()
    qtbot.waitUntil(lambda: titles(many)[:1] == ["Procedure 7"])
    assert seen == ["procedure 7"]


def test_a_search_that_fails_is_told_and_the_box_goes_on(
    qtbot: QtBot, many: LibraryView, context: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_arguments: object) -> list[int]:
        raise AppError("The vault cannot be read.")

    with monkeypatch.context() as patched:
        patched.setattr(SkillSearch, "find", locked)
        with qtbot.waitSignal(context.jobs.failed):
            type_fast(qtbot, many.search, "rota")
            press(qtbot, many.search, Qt.Key.Key_Return)
    many.search.selectAll()
    type_fast(qtbot, many.search, "home")
    qtbot.waitUntil(lambda: titles(many) == ["Rota"])


def test_what_was_meant_is_one_key_away(qtbot: QtBot, many: LibraryView) -> None:
    type_fast(qtbot, many.search, "procedrue 77")
    press(qtbot, many.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: many.search.text() == "Procedure 77")
    qtbot.waitUntil(lambda: titles(many)[:1] == ["Procedure 77"])
    type_fast(qtbot, many.search, "qqqqqq")
    qtbot.waitUntil(lambda: titles(many) == [])
    said = [part.text() for part in many.findChildren(QLabel) if part.isVisible()]
    assert "No skill matches the search and the filters." in said


def test_a_hit_shows_the_sentence_and_its_health(qtbot: QtBot, many: LibraryView) -> None:
    many.search.setText("home")
    qtbot.waitUntil(lambda: titles(many) == ["Rota"])
    first = many.model.index(0)
    qtbot.waitUntil(lambda: first.data(HIT) is not None)
    assert first.data(HIT).sentence == "1 · Follow procedure 77, then go home."
    said = first.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("has a warning, 1 · Follow procedure 77, then go home.")
    assert many.list.sizeHintForRow(0) == 56
    many.search.clear()
    qtbot.waitUntil(lambda: many.list.sizeHintForRow(0) == 45)


def test_hits_of_one_name_say_which_engram_they_are_in(
    qtbot: QtBot, view: LibraryView, context: AppContext
) -> None:
    """In their first line, and only where another of them has the name."""
    text = "# smoke-tests\n\n1. Do it.\n"
    library.save(context.vault, None, text, engram="Harbour")

    def line(place: int) -> QImage:
        area = view.list.visualRect(view.model.index(place))
        area.setHeight(24)
        area.setRight(area.right() - 60)
        return view.list.viewport().grab(area).toImage()

    view.search.setText("smoke")
    qtbot.waitUntil(lambda: titles(view) == ["smoke-tests"] * 2)
    view.list.clearSelection()
    view.list.setCurrentIndex(QModelIndex())
    both = line(0)
    assert both != line(1), "of the same name, in another engram"
    twin = view.model.rows[1].id
    library.delete(context.vault, twin)
    qtbot.waitUntil(lambda: titles(view) == ["smoke-tests"])
    assert line(0) != both


def test_a_hit_follows_its_skill(qtbot: QtBot, many: LibraryView, context: AppContext) -> None:
    many.search.setText("home")
    qtbot.waitUntil(lambda: many.model.index(0).data(HIT) is not None)
    (rota,) = many.model.rows
    library.save(context.vault, rota.id, "# Rota\n\n1. Stay at home.\n")
    qtbot.waitUntil(
        lambda: (
            (hit := many.model.index(0).data(HIT)) is not None
            and hit.sentence == "1 · Stay at home."
        )
    )
    library.save(context.vault, rota.id, "# Rota\n\n1. Stay here.\n")
    qtbot.waitUntil(lambda: titles(many) == [])


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("# 疫苗冰箱\n\n1. 每天测量温度两次。\n", "温度"),
        ("# قياس\n\n1. اكتب درجة الحرارة على البطاقة.\n", "حراره"),
        (f"# Long {'name ' * 60}\n\n1. {'A word and 🚀 ' * 90}needle.\n", "needle"),
    ],
)
def test_hits_of_every_script_are_painted(
    qtbot: QtBot, many: LibraryView, context: AppContext, text: str, typed: str
) -> None:
    """The words that were found stand on a ground of their own, within the row."""
    skill = library.save(context.vault, None, text).skill
    many.search.setText(typed)
    qtbot.waitUntil(lambda: [row.id for row in many.model.rows] == [skill])
    qtbot.waitUntil(lambda: many.model.index(0).data(HIT) is not None)
    picture = many.list.grab(many.list.visualRect(many.model.index(0))).toImage()
    ground = context.theme.colour("hit").rgb()
    assert any(
        picture.pixel(x, y) == ground
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_five_thousand_skills_paint(qtbot: QtBot, view: LibraryView, context: AppContext) -> None:
    with context.vault.write("Many") as write:
        meta = Meta(engrams.ensure(write, "Skills"), Status.QUARANTINED)
        for number in range(5_000):
            library.put(write, None, f"# Skill {number}\n1. x", meta, Reason.IMPORTED)
    qtbot.waitUntil(lambda: view.model.rowCount() == 5_003)
    view.search.setText("4999")
    qtbot.waitUntil(lambda: titles(view) == ["Skill 4999"])
    assert not view.grab().isNull()


def test_ages_are_painted_anew_as_time_passes(
    view: LibraryView, clock: Clock, qtbot: QtBot
) -> None:
    def painted() -> QImage:
        return view.list.viewport().grab().toImage()

    qtbot.waitUntil(lambda: len(view.model.rows) == 3)
    before = painted()
    clock.pass_seconds(600)
    view._ages.timeout.emit()
    assert painted() != before


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "now"), (59, "now"), (60, "1 min"), (7200, "2 h"), (86_400 * 47, "47 d"), (4e7, "1 y")],
)
def test_ages(clock: Clock, seconds: float, said: str) -> None:
    then = clock()
    clock.pass_seconds(seconds)
    assert age(then, clock()) == said
