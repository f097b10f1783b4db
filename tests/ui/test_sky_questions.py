"""The constellation answers questions, and what is selected in it goes on elsewhere."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.core.constellation import places
from app.core.constellation.layers import Layer
from app.core.constellation.question import Question
from app.core.graph.relation_cues import Kind
from app.core.library import library
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, nodes, relations
from app.core.memory.relations import Origin, State
from app.core.vault import Vault
from app.ui.views.constellation.commands import commands as sky_commands
from app.ui.views.constellation.dust import Speck
from app.ui.views.constellation.lighting import light
from app.ui.views.constellation.saving import FORMATS
from app.ui.views.constellation.spoken import said
from app.ui.views.constellation.step_chain import Pearl
from app.ui.views.constellation.trend_line import TrendLine
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.buttons import Button, ElidedButton, IconButton
from app.ui.widgets.tips import plain_tip
from tests.ui.proposing import Make

SKILLS = {"Plan": "Draft", "Draft": "Ship", "Ship": "Tell", "Tell": "", "Loner": ""}


@pytest.fixture
def view(make: Make, vault: Vault, qtbot: QtBot) -> ConstellationView:
    for title, called in SKILLS.items():
        library.save(vault, None, f"# {title}\n\n1. {f'@skill: {called}' if called else 'x'}\n")
    nodes.catch_up(vault)
    view = ConstellationView(make())
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)
    view.sky.grab()
    return view


def star(view: ConstellationView, title: str) -> int:
    assert view.chart is not None
    return next(n for n, one in enumerate(view.chart.stars) if one.row.title == title)


def skill(view: ConstellationView, title: str) -> int:
    assert view.chart is not None
    return view.chart.stars[star(view, title)].id


def press(qtbot: QtBot, view: ConstellationView, name: str) -> None:
    """A button of the panel, as soon as it is there."""

    def shown() -> list[IconButton]:
        buttons = view.detail.findChildren(IconButton)
        return [b for b in buttons if b.isVisible() and b.accessibleName() == name]

    qtbot.waitUntil(lambda: bool(shown()))
    shown()[0].click()


def trigger(of: Button, words: str) -> None:
    menu = of.menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == words).trigger()


def test_a_question_dims_the_rest_and_is_stepped_through(
    qtbot: QtBot, view: ConstellationView
) -> None:
    ask = next(b for b in view.bar.findChildren(Button) if b.accessibleName() == "Ask")
    trigger(ask, "Changed today")
    bar = view._answers.bar
    qtbot.waitUntil(bar.isVisible)
    assert bar.said.text() == "5 changed" and bar.place.text() == "1 of 5"
    assert view.sky.focus.matches == frozenset(range(5)) and bar.hasFocus()
    first = view.sky.focus.selected
    QTest.keyClick(bar, Qt.Key.Key_Return)
    assert bar.place.text() == "2 of 5" and view.sky.focus.selected != first
    QTest.keyClick(bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.place.text() == "5 of 5"
    view.sky.setFocus()
    QTest.keyClick(view.sky, Qt.Key.Key_N)
    assert bar.place.text() == "1 of 5" and bar.why.text().startswith("New, now version 1.")
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.isVisible() and view.sky.focus.matches is None and view.sky.hasFocus()


def test_what_changed_since_a_day_of_ones_own(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    now = vault.now()
    vault.now = lambda: now - timedelta(days=20)
    library.save(vault, None, "# Old\n\n1. x\n")
    vault.now = lambda: now
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 6)
    bar = view._answers.bar
    trigger(view.asked, "Changed since…")
    qtbot.waitUntil(lambda: bar.said.text() == "5 changed since")
    assert bar.since.isVisible() and bar.has_keyboard
    bar.since.setDate(bar.since.date().addDays(-20))
    qtbot.waitUntil(lambda: bar.said.text() == "6 changed since")
    QTest.keyClick(bar.since, Qt.Key.Key_Return)
    assert bar.place.text() == "1 of 6", "Enter in the field only ends it"
    bar.since.setDate(bar.since.maximumDate())
    qtbot.waitUntil(lambda: bar.said.text() == "5 changed since")
    trigger(view.asked, "Changed this week")
    qtbot.waitUntil(lambda: bar.said.text() == "5 changed")
    assert not bar.since.isVisible()


def test_alt_and_down_open_the_month_of_the_day(qtbot: QtBot, view: ConstellationView) -> None:
    trigger(view.asked, "Changed since…")
    field = view._answers.bar.since
    qtbot.waitUntil(field.isVisible)
    before = field.date()
    QTest.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    month = field.calendarWidget()
    qtbot.waitUntil(month.isVisible)
    assert field.date() == before
    QTest.keyClick(month.focusWidget(), Qt.Key.Key_Left)
    QTest.keyClick(month.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not month.isVisible())
    assert field.date() == before.addDays(-1)


def test_nothing_found_says_so(qtbot: QtBot, view: ConstellationView) -> None:
    view.ask(Question.CYCLES)
    bar = view._answers.bar
    qtbot.waitUntil(bar.isVisible)
    assert bar.said.text() == "No cycles" and not bar.forth.isVisible()
    QTest.keyClick(bar, Qt.Key.Key_Return)
    QTest.keyClicks(view.bar.search, "Plan")
    qtbot.waitUntil(lambda: not bar.isVisible())


def test_an_answer_follows_the_library(qtbot: QtBot, view: ConstellationView, vault: Vault) -> None:
    view.ask(Question.ORPHANS)
    bar = view._answers.bar
    qtbot.waitUntil(bar.isVisible)
    library.save(vault, None, "# Hermit\n\n1. x\n")
    qtbot.waitUntil(lambda: bar.said.text() == "2 orphans")
    assert view.sky.focus.matches == frozenset({star(view, "Loner"), star(view, "Hermit")})


def test_a_skill_goes_while_it_is_among_what_was_found(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    view.ask(Question.TODAY)
    qtbot.waitUntil(view._answers.bar.isVisible)
    library.delete(vault, skill(view, "Tell"))
    qtbot.waitUntil(lambda: view._answers.bar.said.text() == "4 changed")
    assert view.sky.focus.matches == frozenset(range(4))


def test_the_path_between_two_says_why(qtbot: QtBot, view: ConstellationView) -> None:
    told: list[str] = []
    view._context.say.told.connect(lambda said, _undo: told.append(said))
    view.sky.setFocus()
    QTest.keyClick(view.sky, Qt.Key.Key_P)
    assert told == ["Select two skills with Shift+click or Space, then press P."]
    view.sky.choose({star(view, "Plan"), star(view, "Ship")})
    QTest.keyClick(view.sky, Qt.Key.Key_P)
    qtbot.waitUntil(view._answers.bar.isVisible)
    ends = [star(view, title) for title in ("Plan", "Draft", "Ship")]
    assert list(view.sky.focus.path) in (ends, ends[::-1])
    view.sky.grab()
    reasons = [part.text() for part in view.detail.findChildren(type(view._answers.bar.why))]
    assert any("calls → Ship" in text or "called by → Draft" in text for text in reasons)
    view._answers.end()
    assert view.sky.focus.path == ()


def test_callers_and_called_ones(qtbot: QtBot, view: ConstellationView) -> None:
    view._act.callers(star(view, "Ship"))
    qtbot.waitUntil(view._answers.bar.isVisible)
    ship = star(view, "Ship")  # which nobody could see among its callers if it were dimmed
    assert view.sky.focus.matches == frozenset({star(view, "Plan"), star(view, "Draft"), ship})
    view._act.callees(ship)
    qtbot.waitUntil(lambda: view.sky.focus.matches == frozenset({star(view, "Tell"), ship}))


def test_what_is_asked_in_the_table_or_the_past_is_answered_in_the_sky_of_today(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    view.toggle_table()
    view._act.path(star(view, "Plan"), star(view, "Ship"))
    qtbot.waitUntil(view._answers.bar.isVisible)
    assert view.sky.isVisible() and not view._is_table
    later = vault.now() + timedelta(days=3)
    vault.now = lambda: later
    library.save(vault, None, "# Another ship\n\n1. x\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 6)
    view.past.toggle()
    qtbot.waitUntil(view.timelapse.isVisible)
    view._act.callers(star(view, "Ship"))

    def titles() -> set[str]:
        assert view.chart is not None
        return {view.chart.stars[one].row.title for one in view.sky.focus.matches or ()}

    qtbot.waitUntil(lambda: titles() == {"Plan", "Draft", "Ship"})
    assert view.timelapse.isHidden()


def test_relations_are_decided_on_the_map(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    with vault.write(None) as write:
        ends = [n for (n,) in vault.rows("select id from entity where skill is not null")]
        relations.keep_computed(write, ends[0], ends[4], 0.7, 4, 0.8)
        relations.keep_computed(write, ends[1], ends[4], 0.5, 3, 0.8)
    view.ask(Question.REVIEW)
    bar = view._answers.bar
    qtbot.waitUntil(lambda: bar.said.text() == "2 relations to review")
    assert bar.keep.isVisible() and len(view.sky.focus.path) == 2
    QTest.keyClick(bar, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: bar.said.text() == "1 relation to review")
    weaker, selected = bar.why.text(), view.sky.focus.selected
    (kept,) = [r for r in relations.between_skills(vault) if r.state is State.CONFIRMED]
    relations.reopen(vault, kept.id)
    qtbot.waitUntil(lambda: bar.said.text() == "2 relations to review")
    assert bar.why.text() == weaker and view.sky.focus.selected == selected, "the same in front"
    relations.confirm(vault, kept.id)
    qtbot.waitUntil(lambda: bar.said.text() == "1 relation to review")
    QTest.keyClick(bar, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: bar.said.text() == "No relations to review")
    QTest.keyClick(bar, Qt.Key.Key_A)
    computed = [r for r in relations.between_skills(vault) if r.origin is Origin.COMPUTED]
    assert [r.state.value for r in computed] == ["confirmed"]
    assert len(relations.dismissed(vault)) == 1


def test_the_panel_shows_the_trend_and_leads_to_memories(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    added = memories.remember(vault, "The gate was closed.\nNobody knew why.").added[0]
    relations.link_memory(vault, skill(view, "Ship"), added, Kind.RELATED_TO)
    view.sky.select(star(view, "Ship"))

    def shown() -> list[ElidedButton]:
        found = view.detail.findChildren(ElidedButton)
        return [b for b in found if b.property("memory") == added and b.isVisible()]

    qtbot.waitUntil(lambda: bool(shown()))
    (line,) = view.detail.findChildren(TrendLine)
    assert "today" in line.accessibleDescription()
    with qtbot.waitSignal(view._context.go.memory_requested) as asked:
        shown()[0].click()
    assert asked.args == [added]
    with qtbot.waitSignal(view._context.go.export_requested) as packed:
        press(qtbot, view, "Export neighbourhood as a pack")
    assert packed.args is not None
    assert set(packed.args[0]) == {skill(view, title) for title in ("Draft", "Ship", "Tell")}
    with qtbot.waitSignal(view._context.go.training_requested):
        press(qtbot, view, "Train")


def test_the_panel_pins_and_looks_around(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    offered: list[Callable[[], object]] = []
    view._context.say.offered.connect(lambda _said, act: offered.append(act))
    view.sky.select(star(view, "Ship"))
    around = next(b for b in view.detail.findChildren(Button) if b.text() == "Local graph")
    around.click()
    assert view.sky.focus.around == frozenset(
        {star(view, title) for title in ("Draft", "Ship", "Tell")}
    )
    press(qtbot, view, "Pin: tidying up leaves it here")
    qtbot.waitUntil(lambda: places.known(vault).pinned == {skill(view, "Ship")})
    offered[-1]()
    qtbot.waitUntil(lambda: not places.known(vault).pinned)


def test_several_are_pinned_packed_and_shown_in_the_library(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    view.sky.choose({star(view, "Plan"), star(view, "Loner")})
    assert view.selection.isVisible() and view.selection.count.text() == "2 selected"
    assert view.selection.button(0).text() == "Show in the library", "where there is room"
    chosen = {skill(view, "Plan"), skill(view, "Loner")}
    with qtbot.waitSignal(view._context.go.selection_requested) as shown:
        view.selection.button(0).click()
    with qtbot.waitSignal(view._context.go.export_requested) as packed:
        view.selection.button(1).click()
    assert shown.args is not None and packed.args is not None
    assert set(shown.args[0]) == set(packed.args[0]) == chosen
    view.selection.button(2).click()
    qtbot.waitUntil(lambda: places.known(vault).pinned == chosen)
    view.selection.leave.click()
    assert not view.sky.focus.chosen and not view.selection.isVisible()


def test_what_is_selected_in_the_sky_is_selected_in_the_library(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    made = [library.save(vault, None, f"# Skill {n}\n\n1. x\n").skill for n in range(3)]
    space.go("constellation")
    space.context.go.selected(made[0], made[2])
    assert space.current == "skills"
    qtbot.waitUntil(lambda: set(space.skills.library.chosen()) == {made[0], made[2]})


def test_the_constellation_opens_at_the_skill_one_comes_from_and_is_asked_from_anywhere(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    made = [library.save(vault, None, f"# Skill {n}\n\n1. x\n").skill for n in range(3)]
    space.context.go.skill(made[1])
    space.go_into("constellation")
    (view,) = space.findChildren(ConstellationView)
    sky = view.sky
    qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)

    def selected() -> int | None:
        at = sky.focus.selected
        return view.chart.stars[at].id if view.chart is not None and at is not None else None

    assert selected() == made[1] and view.detail.isVisible()
    sky.select(star(view, "Skill 2"))
    space.go_into("skills")
    table = {one.id: one for one in sky_commands(space.show_constellation, lambda: False)}
    assert not table["constellation.path"].enabled()
    table["constellation.orphans"].invoke()
    assert space.current == "constellation" and selected() == made[2], "chosen there meanwhile"
    qtbot.waitUntil(view._answers.bar.isVisible)
    assert view._answers.bar.said.text() == "3 orphans"
    table["constellation.export"].invoke()
    menu = view.export.menu()
    assert menu is not None and menu.isVisible() and menu.activeAction() is menu.actions()[0]
    menu.close()
    table["constellation.table"].invoke()
    assert view._is_table
    table["constellation.timelapse"].invoke()
    qtbot.waitUntil(view.timelapse.isVisible)


def test_the_name_of_the_selected_star_stays_while_something_else_is_searched_for(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.sky.select(star(view, "Loner"))
    QTest.keyClicks(view.bar.search, "Plan")
    qtbot.waitUntil(lambda: view.sky.focus.matches == frozenset({star(view, "Plan")}))
    view.sky.grab()
    assert star(view, "Loner") in view.sky._item._labels._chosen


def test_keys_walk_through_what_is_searched_for(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    library.save(vault, None, "# Plan again\n\n1. x\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 6)
    QTest.keyClicks(view.bar.search, "plan")
    found = frozenset({star(view, "Plan"), star(view, "Plan again")})
    qtbot.waitUntil(lambda: view.sky.focus.matches == found)
    view.sky.setFocus()
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(view.sky, key)
        assert view.sky.focus.selected in found
    now = view.sky.focus.selected
    QTest.keyClick(view.sky, Qt.Key.Key_N)
    assert {now, view.sky.focus.selected} == found


@pytest.mark.parametrize("written_as", FORMATS)
def test_the_sky_is_exported(
    qtbot: QtBot, view: ConstellationView, tmp_path: Path, written_as: str
) -> None:
    with qtbot.waitSignal(view._context.say.told_more) as told:
        export = next(b for b in view.bar.findChildren(Button) if b.accessibleName() == "Export")
        trigger(export, FORMATS[written_as]() + "…")
        (dialog,) = view.findChildren(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / f"sky.{written_as}"))
        dialog.close()
    assert told.args is not None and told.args[1] == "Show in folder"
    content = (tmp_path / f"sky.{written_as}").read_bytes()
    if written_as == "png":
        assert QImage.fromData(content).width() >= 1_600
    elif written_as == "json":
        assert len(json.loads(content)["nodes"]) == 5
    else:
        assert (b"Calls" if written_as == "svg" else b"Plan") in content


def test_a_place_that_cannot_be_written_is_named(
    qtbot: QtBot, view: ConstellationView, tmp_path: Path
) -> None:
    with qtbot.waitSignal(view._context.jobs.failed) as failed:
        view.saving.write(tmp_path / "nowhere" / "sky.csv", "csv")
    assert failed.args is not None and "sky.csv cannot be written" in str(failed.args[1])


def test_the_tools_have_room_in_a_small_window(view: ConstellationView) -> None:
    view.resize(950, 600)
    assert view.bar._row.minimumSize().width() <= 950
    assert all(button.accessibleName() for button in view.bar.findChildren(Button))


def test_the_sky_as_it_was(qtbot: QtBot, view: ConstellationView, vault: Vault) -> None:
    usage.record(vault, skill(view, "Ship"), Procedural())
    later = vault.now() + timedelta(days=30)
    vault.now = lambda: later
    library.save(vault, None, "# Newest\n\n1. x\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 6)
    view.sky.select(star(view, "Loner"))
    view.past.toggle()
    lapse = view.timelapse
    qtbot.waitUntil(lapse.isVisible)
    assert view.chart is not None and len(view.chart.stars) == 5
    at = QPoint(3 * lapse.slider.width() // 4, lapse.slider.height() - 1)
    QTest.mouseClick(lapse.slider, Qt.MouseButton.LeftButton, pos=at)
    assert 20 <= lapse.slider.value() <= 25, "where it was pressed, not a week on"
    lapse.slider.setValue(0)
    assert lapse.slider.maximum() == 30 and view.sky.focus.touched == frozenset(range(5))
    assert view.sky.focus.selected == star(view, "Loner"), "what is selected stays so"
    QTest.keyClick(lapse.slider, Qt.Key.Key_PageUp)
    QTest.keyClick(lapse.slider, Qt.Key.Key_PageUp)
    assert lapse.slider.value() == 14 and view.sky.focus.touched == frozenset()
    QTest.keyClick(lapse.slider, Qt.Key.Key_End)
    assert len(view.chart.stars) == 6 and view.sky.focus.touched == frozenset(
        {star(view, "Newest")}
    )
    lit = light(view.chart, view.sky.focus, frozenset(Layer))
    assert lit.there is None and lit.stars is not None, "the others are dimmed, and there"
    assert lit.stars.sum() == 2, "the one that is selected stands out too"
    assert "6 skills · 1 changed or used this week" in lapse.slider.accessibleDescription()
    view.sky.grab()
    QTest.keyClick(lapse.slider, Qt.Key.Key_Escape)
    assert not lapse.isVisible() and view.sky.focus.touched is None
    assert len(view.chart.stars) == 6 and view.sky.hasFocus()


def test_the_past_plays_until_today(qtbot: QtBot, view: ConstellationView, vault: Vault) -> None:
    later = vault.now() + timedelta(days=300)
    vault.now = lambda: later
    view.past.toggle()
    lapse = view.timelapse
    qtbot.waitUntil(lapse.isVisible)
    QTest.keyClick(lapse.slider, Qt.Key.Key_Space)
    assert lapse.is_playing and lapse.play.accessibleName() == "Pause (Space)"
    for _second in range(5):  # motion is reduced: a picture a second
        lapse._timer.timeout.emit()
    assert lapse.slider.value() == 150
    QTest.keyClick(lapse.slider, Qt.Key.Key_Space)
    assert not lapse.is_playing
    lapse.toggle()
    for _second in range(6):
        lapse._timer.timeout.emit()
    assert lapse.slider.value() == 300 and not lapse.is_playing
    lapse.toggle()
    view.hide()
    assert not lapse.is_playing, "nobody sees it"
    view.ask(Question.ORPHANS)
    assert not lapse.isVisible(), "a question is about today"


def test_who_searches_while_the_past_is_read_stays_in_the_search(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.past.toggle()
    QTest.keyClick(view.sky, Qt.Key.Key_Slash)
    QTest.keyClicks(view.bar.search, "ship")
    qtbot.waitUntil(lambda: star(view, "Ship") in (view.sky.focus.matches or ()))
    assert view.timelapse.isHidden() and view.bar.search.text() == "ship"
    assert view.bar.search.hasFocus()


def test_who_goes_to_the_search_while_something_is_worked_out_writes_there(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.past.toggle()
    QTest.keyClick(view.sky, Qt.Key.Key_Slash)
    qtbot.waitUntil(view.timelapse.isVisible)
    assert view.bar.search.hasFocus()
    QTest.keyClicks(view.bar.search, "ship")
    assert view.timelapse.isHidden() and view.bar.search.hasFocus()
    assert view.bar.search.text() == "ship"
    view.sky.setFocus()
    view.ask(Question.ORPHANS)
    QTest.keyClick(view.sky, Qt.Key.Key_Slash)
    qtbot.waitUntil(view._answers.bar.isVisible)
    assert view.bar.search.hasFocus()


def test_the_past_is_not_wanted_any_more_before_it_is_there(
    qtbot: QtBot, view: ConstellationView
) -> None:
    with qtbot.waitSignal(view._context.jobs.ended):
        view.past.toggle()
        view.past.toggle()
    assert view.timelapse.isHidden()
    with qtbot.waitSignal(view._context.jobs.ended):
        view.past.toggle()
        view.toggle_table()
    assert view.timelapse.isHidden() and view.table.isVisible()
    view.past.toggle()
    qtbot.waitUntil(view.timelapse.isVisible)
    assert view.timelapse.slider.hasFocus()


def test_memories_are_dust_around_their_star(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    lines = [f"Memory {n} of the gate" for n in range(3)]
    for line in lines:
        added = memories.remember(vault, line).added[0]
        relations.link_memory(vault, skill(view, "Ship"), added)
    view.sky.select(star(view, "Ship"))

    def specks() -> list[Speck]:
        return [speck for speck in view.sky.findChildren(Speck) if speck.isVisible()]

    qtbot.waitUntil(lambda: len(specks()) == 3)
    assert not view.legend._dust.isHidden()
    assert {speck.toolTip() for speck in specks()} == {plain_tip(line) for line in lines}
    centre = view.sky.where(star(view, "Ship"))
    assert all(
        15 < (QPointF(s.geometry().center()) - centre).manhattanLength() < 60 for s in specks()
    )
    with qtbot.waitSignal(view._context.go.memory_requested):
        QTest.mouseClick(specks()[0], Qt.MouseButton.LeftButton)
    view.sky.select(star(view, "Loner"))
    assert not specks() and view.legend._dust.isHidden()


def test_a_star_is_said_in_words(view: ConstellationView) -> None:
    assert view.chart is not None
    words = said(view.chart, star(view, "Ship"))
    assert words.startswith("Ship, ") and "connected with 2 skills" in words
    assert "importance 0.70" in words
    assert "in no cluster" in said(view.chart, star(view, "Loner"))


def test_the_steps_of_the_selected_skill_stand_around_its_star(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.sky.select(star(view, "Ship"))
    QTest.keyClick(view.sky, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: bool(view.sky.findChildren(Pearl)))
    pearls = view.sky.findChildren(Pearl)
    assert all(pearl.isVisible() for pearl in pearls)
    with qtbot.waitSignal(view._context.go.place_requested) as opened:
        QTest.mouseClick(pearls[0], Qt.MouseButton.LeftButton)
    assert opened.args[0] == skill(view, "Ship")
    QTest.keyClick(view.sky, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: not any(p.isVisible() for p in view.sky.findChildren(Pearl)))


def test_an_answer_is_shown_in_the_whole_sky(qtbot: QtBot, view: ConstellationView) -> None:
    view.sky.select(star(view, "Plan"))
    view.bar.show_around()
    assert view.sky.focus.around is not None and star(view, "Loner") not in view.sky.focus.around
    view.ask(Question.ORPHANS)
    qtbot.waitUntil(view._answers.bar.isVisible)
    assert view.bar.reached is None and view.sky.focus.around is None
    assert view.sky.focus.selected == star(view, "Loner")
