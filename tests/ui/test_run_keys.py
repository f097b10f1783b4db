"""Where the keyboard is in a run, and what keys do there."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.library import form_drafts, library
from app.core.runs import items, store
from app.core.runs.actions import Abandon, Done, Outcome
from app.core.runs.items import Kind
from app.core.runs.state import PERSON
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.exit_words import ways
from app.ui.views.runs.foot import GAP
from app.ui.views.runs.page import RunPage
from app.ui.views.runs.run_words import seconds
from app.ui.views.runs.start_body import StartBody
from app.ui.views.runs.step_body import StepBody
from app.ui.views.runs.step_text import StepText
from app.ui.views.runs.view import RunsView
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.prose.text_style import TextStyle
from app.ui.widgets.select import Select
from tests.core.running import begun, saved
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.proposing import Make, workspace
from tests.ui.run_pages import WAIT, begin, press, sight, step

NOTES = (
    "# Write notes\n\nProduces: $releaseNote\n\n1. Write down the version as $version.\n"
    "2. Is it right? If $version is wrong go back to step 1, at most 3 times.\n"
)
ASKED = "# Visit\n\nRequires: $site\nProduces: $found\n\n1. Go to $site.\n"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(context: AppContext, qtbot: QtBot) -> Iterator[RunsView]:
    made = RunsView(context)
    made.resize(1300, 850)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    delete(made)  # before the vault is closed, as in the window


def test_a_field_has_the_keyboard_wherever_there_is_one_to_write_in(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands, page = Hands(qtbot), begin(view, saved(vault, NOTES), qtbot)
    hands.type("wrong\n")
    assert step(page) == "2"
    press(page, Qt.Key.Key_1)
    body = page.body
    assert step(page) == "1#2" and isinstance(body, StepBody)
    line = body.fields[0].line
    assert line is not None and line.hasFocus() and line.selectedText() == "wrong"
    hands.type("4 f\n")  # in place of the old value
    assert sight(page).frame.values["version"] == "4 f"
    press(page, Qt.Key.Key_2)
    end = page.body
    assert isinstance(end, EndBody) and end.why.hasFocus()
    hands.type("half of it\n")  # on to the result
    assert end.fields[0].target.hasFocus()
    hands.type("Release 4.\n")
    assert end.remark.text.hasFocus()
    hands.type("\n")  # nothing is ended with Enter alone
    press(page, Qt.Key.Key_Escape, Qt.Key.Key_2, Qt.Key.Key_Return)
    assert sight(page).state.status.is_open
    QTest.keyClick(page, Qt.Key.Key_Return, CTRL)
    over = sight(page).state
    assert (over.outcome, over.results["releaseNote"]) == (Outcome.PARTIAL, "Release 4.")


def test_enter_with_ctrl_finishes_out_of_any_line(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, "# Two\n\nProduces: $seen\n\n1. One.\n"), qtbot)
    page.following.fail("no")
    qtbot.waitUntil(lambda: step(page) == "1?", timeout=WAIT)
    press(page, Qt.Key.Key_U)
    body = page.body
    assert isinstance(body, EndBody) and body.why.hasFocus() and body.fields
    Hands(qtbot).type("taken back")
    QTest.keyClick(body.why, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not sight(page).state.status.is_open, timeout=WAIT)
    assert sight(page).state.said == "taken back"


def test_each_question_of_a_run_is_the_one_that_its_field_answers(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands, page = Hands(qtbot), begin(view, saved(vault, "# Two\n\n1. One.\n2. Two.\n"), qtbot)
    foot = page.foot
    asked = []
    for ask in (page.doing.skip, page.doing.abandon, page.doing.remark, page.doing.fail):
        ask()
        asked.append((foot._words.text(), foot.why.placeholderText()))
    hands.type("login refused\n")
    qtbot.waitUntil(lambda: step(page) == "1?", timeout=WAIT)
    page.doing.go_on()
    asked.append((foot._words.text(), foot.why.placeholderText()))
    assert asked == [
        ("Why is it skipped?", "Say why"),
        ("Why is it abandoned?", "optional"),
        ("What is wrong with this step?", "Say what"),
        ("Why did it fail?", "Say why"),
        ("Why go on all the same?", "optional"),
    ]
    hands.type("other account\n")
    assert step(page) == "2"
    said = "login refused (gone on: other account)"
    assert page.rail.steps.model_rows.rows[0].about[0].words == said


def test_a_result_has_its_colour_in_the_words_of_later_steps(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    made = "# Visit\n\nRequires: $site\n\n1. Look -> $seen.\n2. Write $seen into $site.\n"
    page = begin(view, saved(vault, made), qtbot)
    Hands(qtbot).type("Hive\nnine\n")
    assert step(page) == "2" and isinstance(page.body, StepBody)
    assert shown(page.body.text) == {"nine": TextStyle.CAPTURED, "$site": TextStyle.READ}
    page.following.fail("rain")
    qtbot.waitUntil(lambda: step(page) == "2?", timeout=WAIT)
    (text,) = page.body.findChildren(StepText)
    assert shown(text)["nine"] is TextStyle.CAPTURED


def shown(text: StepText) -> dict[str, TextStyle]:
    """The variables in it with their looks, by their values where these are known."""
    looks = (TextStyle.READ, TextStyle.CAPTURED)
    return {run.text: run.style for run in text._paragraph.runs if run.style in looks}


def test_enter_outside_of_fields_and_buttons_is_no_answer(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    skill = saved(vault, "# Two\n\n1. One.\n2. Two.\n3. Three.\n")
    page = begin(view, skill, qtbot)
    first = step(page)
    page.rail.steps.setFocus()
    press(page, Qt.Key.Key_Return)
    page.setFocus()
    press(page, Qt.Key.Key_Return)
    assert step(page) == first
    page.evidence.attach.setFocus()
    page.evidence._write_down(Kind.LINK, "https://example.org")
    assert page.hasFocus()
    qtbot.waitUntil(lambda: bool(items.items(vault, page.following.run or 0)), timeout=WAIT)
    press(page, Qt.Key.Key_Space)
    assert step(page) != first


def test_a_run_that_is_over_has_the_keyboard_where_another_begins(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, "# One\n\n1. One.\n"), qtbot)
    press(page, Qt.Key.Key_Space)
    page.foot.rest.setInterval(60_000)
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Return, CTRL)
    assert not sight(page).state.status.is_open
    again = page.foot.buttons["again"]
    assert again.hasFocus() and again.property("ringed")
    with qtbot.assertNotEmitted(again.clicked):
        press(page, Qt.Key.Key_Space, Qt.Key.Key_Return)  # pressed once more for the last step
    page.foot.rest.stop()
    with qtbot.waitSignal(again.clicked):
        press(page, Qt.Key.Key_Space)


def test_an_abandoned_run_stands_at_no_step_and_one_not_begun_neither(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    asked = "# Three\n\nPrerequisites: The door is open.\n\n1. One.\n2. Two.\n3. Three.\n"
    page = begin(view, saved(vault, asked), qtbot)
    assert step(page) == "start" and not page.rail.bar._open
    assert "not begun" in page.rail.about.text() and not any(here(page))
    press(page, Qt.Key.Key_Space)
    QTest.keyClick(page, Qt.Key.Key_Return, CTRL)
    assert page.rail.bar._open and here(page) == [True, False, False]
    press(page, Qt.Key.Key_Space)
    page.following.abandon("")
    qtbot.waitUntil(lambda: not sight(page).state.status.is_open, timeout=WAIT)
    assert (page.rail.bar._done, page.rail.bar._open) == (1, False) and not any(here(page))


def here(page: RunPage) -> list[bool]:
    return [row.is_here for row in page.rail.steps.model_rows.rows]


def test_runs_lists_them_while_one_is_in_front(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    run = begun(vault, saved(vault, "# One\n\n1. One.\n")).run.id
    space.show_run(run)
    space.go_into("skills")
    space.go_into("runs")
    assert space.pages.runs.run == run  # where it was left
    space.go_into("runs")
    assert space.pages.runs.run is None and space.pages.runs.list_page.list.hasFocus()


def test_a_run_in_front_is_in_front_again_after_the_lock(
    space: Workspace, vault: Vault, make: Make, qtbot: QtBot
) -> None:
    run = begun(vault, saved(vault, "# One\n\n1. One.\n2. Two.\n")).run.id
    space.show_run(run)
    space.leave()
    with workspace(make()) as again:
        with qtbot.waitActive(again):
            again.activateWindow()
        again.resume()
        page = again.pages.runs.run_page
        assert again.pages.runs.run == run and page.hasFocus()
        press(page, Qt.Key.Key_Space)
        assert step(page) == "2"


def test_keys_are_said_only_where_they_work(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    page = begin(view, saved(vault, NOTES), qtbot)
    shown = page.foot.buttons
    assert shown["go"].text().endswith("⏎") and shown["fail"].text() == "Failed"
    press(page, Qt.Key.Key_Escape)
    assert shown["go"].text().endswith("Space") and shown["fail"].text().endswith("F")
    press(page, Qt.Key.Key_Tab)
    page.body.take_focus()  # type: ignore[union-attr]
    Hands(qtbot).type("4\n")
    assert step(page) == "2" and page.foot.buttons["note"].text().endswith("N")
    press(page, Qt.Key.Key_N)  # a note wherever a run stands, and no answer to a question
    assert page.side.notes.field.hasFocus()


def test_long_words_leave_room_for_the_keys(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    words = "Rollback-the-deployment-of-the-shop-in-production"
    saved(vault, f"# {words}\n\n1. Roll it back.\n")
    skill = saved(vault, f"# Ship\n\nOn failure: @skill: {words}\n\n1. One.\n")
    page = begin(view, skill, qtbot)
    page.following.fail("no disk")
    qtbot.waitUntil(lambda: "go" in page.foot.buttons, timeout=WAIT)
    assert page.foot.buttons["go"].text().endswith("…   Space")
    assert page.foot.buttons["retry"].text().endswith("R")
    cut = page.foot.buttons["go"].text()
    view.resize(view.width() + 30, view.height())
    wider = page.foot.buttons["go"].text()
    assert len(cut) < len(wider) and wider.startswith(cut.partition("…")[0])
    view.resize(view.width() + 400, view.height())
    assert words in page.foot.buttons["go"].text()
    room = sum(one.sizeHint().width() + GAP for one in page.foot.buttons.values())
    assert room <= page.foot.width()


def test_a_run_outlives_its_skill_and_says_so(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    skill = saved(vault, "# One\n\n1. One.\n2. Two.\n")
    page, told, opened = begin(view, skill, qtbot), [], []
    context = view._context
    context.say.told.connect(lambda said, *_more: told.append(said))
    context.go.skill_requested.connect(lambda one, _keep: opened.append(one))
    page.doing.open_skill()
    library.delete(vault, skill)
    press(page, Qt.Key.Key_Space)
    assert "the skill was deleted" in page.rail.about.text()
    page.doing.open_skill()
    assert opened == [skill] and "was deleted" in told[-1]


def test_open_runs_stand_first_with_the_time_of_their_page(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    skill = saved(vault, "# One\n\n1. One.\n")
    first = begun(vault, skill).run
    ended = begun(vault, skill).run
    store.act(vault, ended.id, Abandon(), PERSON)
    view.show_list()
    rows = view.list_page.list.rows.rows
    assert [row.run.id for row in rows] == [first.id, ended.id]
    assert rows[0].where.startswith("step 1 of 1 · 0:00 · began today at ")
    assert rows[1].where.startswith("0 of 1 done · 0:00 · began ")
    assert seconds(first, first.at + timedelta(seconds=75)) == first.clock + 75
    waiting = begun(vault, saved(vault, ASKED)).run
    assert waiting.step == "start" and seconds(waiting, waiting.at + timedelta(hours=1)) == 0
    over = store.run(vault, ended.id)
    assert seconds(over, over.at + timedelta(seconds=75)) == over.clock


def test_what_is_open_is_marked_also_while_a_value_is_missing(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    asked = "# Asked\n\nPrerequisites: a key\nRequires: $env\n\n1. One.\n"
    page = begin(view, saved(vault, asked), qtbot)
    body = page.body
    assert isinstance(body, StartBody)
    page.doing.go()
    assert step(page) == "start" and body.without.isVisible()
    assert body.fields[0]._wrong.isVisible() and body.fields[0].target.hasFocus()


WAYS = (
    "# Ways\n\nRequires: $env\n\n"
    "1. Is it up? If not, go back to step 1, at most 2 times.\n2. End.\n"
)


def test_keys_of_ways_are_not_said_while_a_note_is_written(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, WAYS), qtbot)
    Hands(qtbot).type("prod\n")
    body = page.body
    assert isinstance(body, StepBody) and body.choice is not None
    hints = body.choice.hints
    assert [hint.text() for hint in hints if hint.isVisible()] == ["1", "2"]
    press(page, Qt.Key.Key_N)
    assert not any(hint.isVisible() for hint in hints)
    Hands(qtbot).type("yes\n")  # letters are letters, and the note names its step
    assert step(page) == "1" and page.hasFocus() and all(hint.isVisible() for hint in hints)
    qtbot.waitUntil(lambda: "step 1" in words(page.side.notes), timeout=WAIT)
    press(page, Qt.Key.Key_1)
    assert step(page) == "1#2"


def test_evidence_is_one_stop_of_the_tab_key_and_a_key_away(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, "# One\n\n1. One.\n"), qtbot)
    run = page.following.run
    assert run is not None
    for text in ("a", "b", "c"):
        items.write_down(vault, run, Kind.TEXT, text)
    page.evidence.look()
    chips = page.evidence.chips
    assert [bool(chip.focusPolicy() & Qt.FocusPolicy.TabFocus) for chip in chips] == [
        True, False, False,
    ]  # fmt: skip
    qtbot.waitUntil(chips[0].isVisible, timeout=WAIT)
    chips[0].setFocus(Qt.FocusReason.TabFocusReason)
    press(page, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left)
    assert chips[1].hasFocus() and chips[1].focusPolicy() & Qt.FocusPolicy.TabFocus
    page.setFocus()
    press(page, Qt.Key.Key_A)
    (menu,) = page.evidence.findChildren(QMenu)
    assert [said(one) for one in menu.actions()] == ["Files…", "A link…", "A text…"]
    menu.close()
    page.following.fail("no")
    qtbot.waitUntil(lambda: step(page) == "1?", timeout=WAIT)
    items.write_down(vault, run, Kind.TEXT, "why")
    page.evidence.look()
    assert [one.text() for one in page.evidence.chips] == ["a", "b", "c", "why"]
    press(page, Qt.Key.Key_R)
    assert step(page) == "1#2" and not page.evidence.chips


def test_what_a_called_skill_says_is_told_from_what_its_caller_says(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    inner = "# Inner\n\nOn failure: Ask Ann.\n\n1. Dig.\n"
    skill = saved(vault, inner, "# Outer\n\nSuccess: It holds.\n"
                  "On failure: Ask Bob.\n\n1. @skill: Inner\n2. End.\n")  # fmt: skip
    page = begin(view, skill, qtbot)
    qtbot.waitUntil(lambda: "On failure of Inner\nAsk Ann." in words(page.side), timeout=WAIT)
    assert "Success of Outer" in words(page.rail)
    assert page.head.where.text() == "Step 1 of 2"
    assert page.head.crumbs.text() == "Outer  ›  Inner, step 1 of 1"
    page.following.fail("stone")
    qtbot.waitUntil(lambda: step(page) == "1/1?", timeout=WAIT)
    qtbot.waitUntil(lambda: "On failure of Inner\nAsk Ann." in words(page), timeout=WAIT)
    press(page, Qt.Key.Key_U)
    assert step(page) == "1?"
    qtbot.waitUntil(lambda: "On failure\nAsk Bob." in words(page), timeout=WAIT)
    qtbot.waitUntil(lambda: "Success\n" in words(page.rail), timeout=WAIT)


def test_a_run_that_is_not_begun_after_all_leaves_no_trace(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, WAYS), qtbot)
    page.foot.buttons["drop"].click()
    qtbot.waitUntil(lambda: view.run is None, timeout=WAIT)
    assert not view.list_page.list.rows.rows and not store.runs(vault)


def words(part: QWidget) -> str:
    """All that is shown in it, a line for each part."""
    return "\n".join(one.text() for one in part.findChildren(QLabel) if one.isVisible())


def test_letters_at_a_prerequisite_are_the_value_that_is_missing(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    ticked = ASKED.replace("Requires", "Prerequisites: a key\nRequires")
    page = begin(view, saved(vault, ticked), qtbot)
    Hands(qtbot).type(" Happy 8")
    body = page.body
    assert isinstance(body, StartBody) and body.ticked == (0,)
    assert body.lines["$site"].text() == "Happy 8" and body.lines["$site"].hasFocus()


def test_a_note_has_its_key_at_every_place_of_a_run(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands = Hands(qtbot)
    asked = "# Visit\n\nPrerequisites: a key\nRequires: $site\n\n1. Go to $site.\n"
    page = begin(view, saved(vault, asked), qtbot)
    body, note = page.body, page.side.notes.field
    assert isinstance(body, StartBody) and body.ticks[0].hasFocus()
    hands.type("nWind west\n")
    assert not body.lines["$site"].text() and not body.ticked
    press(page, Qt.Key.Key_Escape)
    hands.type("nno wind\n")
    hands.type(" Happy 8")
    QTest.keyClick(body.lines["$site"], Qt.Key.Key_Return, CTRL)
    page.following.fail("no bus")
    qtbot.waitUntil(lambda: step(page) == "1?", timeout=WAIT)
    hands.type("nlate\n")
    press(page, Qt.Key.Key_U, Qt.Key.Key_Escape)
    assert isinstance(page.body, EndBody)
    hands.type("nsnow\n")
    kept = sight(page).record.run.id
    qtbot.waitUntil(lambda: len(items.items(vault, kept)) == 4, timeout=WAIT)
    noted = [(one.step, one.text) for one in items.items(vault, kept)]
    assert noted == [
        ("start", "Wind west"), ("start", "no wind"), ("1?", "late"), ("end", "snow"),
    ]  # fmt: skip
    assert not note.text()


def test_what_is_typed_in_a_run_stays_until_it_is_given(
    view: RunsView, vault: Vault, qtbot: QtBot, context: AppContext
) -> None:
    hands, page = Hands(qtbot), begin(view, saved(vault, ASKED), qtbot)
    run, note = sight(page).record.run.id, page.side.notes.field
    hands.type("the shop")
    press(page, Qt.Key.Key_Escape)
    context.theme.changed.emit()  # everything is made anew
    assert isinstance(page.body, StartBody) and page.body.lines["$site"].text() == "the shop"
    page.body.lines["$site"].setFocus()
    hands.type(" in Rome")
    view.show_list()
    other = begin(view, saved(vault, "# Other\n\n1. Look.\n"), qtbot)
    assert other is page and sight(page).record.run.id != run
    press(page, Qt.Key.Key_N)
    hands.type("of the other")
    press(page, Qt.Key.Key_Escape)
    page.following.kept.keep()
    again = RunsView(context)
    again.show_run(run)
    assert isinstance(again.run_page.body, StartBody)
    assert again.run_page.body.given() == {"site": "the shop in Rome"}
    assert again.run_page.side.notes.field.text() == ""
    delete(again)
    view.show_run(run)
    assert note.text() == "" and page.body is not None and page.body.given() is not None
    QTest.keyClick(page.body.lines["$site"], Qt.Key.Key_Return, CTRL)
    assert step(page) == "1"


def test_reasons_and_notes_stay_until_they_are_given(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands, page = (
        Hands(qtbot),
        begin(view, saved(vault, "# Visit\n\nProduces: $found\n\n1. Go.\n"), qtbot),
    )
    run, why, note = sight(page).record.run.id, page.foot.why, page.side.notes.field
    press(page, Qt.Key.Key_N)
    hands.type("the lamp is red")
    press(page, Qt.Key.Key_Escape)
    assert note.text() == "the lamp is red" and page.hasFocus()
    press(page, Qt.Key.Key_F)
    hands.type("no power")
    press(page, Qt.Key.Key_Escape)
    press(page, Qt.Key.Key_S)
    assert why.text() == ""
    press(page, Qt.Key.Key_Escape, Qt.Key.Key_F)
    assert why.text() == "no power" and why.hasFocus()
    hands.type(" at all\n")
    assert sight(page).place["failure"] == "no power at all"
    assert note.text() == "the lamp is red"
    note.setFocus()
    hands.type("\n")
    assert note.text() == "" and items.items(vault, run)[0].text == "the lamp is red"
    page.following.kept.keep()
    assert form_drafts.drafts(vault, f"run {run}") == ()
    press(page, Qt.Key.Key_G)
    hands.type("\n")
    end = page.body
    assert isinstance(end, EndBody) and page.hasFocus()  # for the keys of the outcomes
    press(page, Qt.Key.Key_1)
    end.why.setFocus()
    hands.type("fine")
    QTest.keyClick(end.why, Qt.Key.Key_Return, CTRL)  # is done, though a result may be written
    assert sight(page).state.said == "fine"


def test_a_note_is_kept_with_the_step_where_it_was_typed(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands, page = Hands(qtbot), begin(view, saved(vault, "# Visit\n\n1. Go.\n2. Look.\n"), qtbot)
    run, note = sight(page).record.run.id, page.side.notes

    def kept(count: int) -> list[tuple[str, str]]:
        qtbot.waitUntil(lambda: len(items.items(vault, run)) == count, timeout=WAIT)
        return [(one.step, one.text) for one in items.items(vault, run)]

    assert not note.add.isVisible()
    page.foot.buttons["note"].click()
    hands.type("the gate")
    press(page, Qt.Key.Key_Escape, Qt.Key.Key_N)
    hands.type(" is open")  # behind what was typed
    page.foot.buttons["go"].click()
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    assert kept(1) == [("1", "the gate is open")]
    assert not note.field.text() and not note.field.hasFocus()
    press(page, Qt.Key.Key_N)
    hands.type("a dog")
    note.add.click()
    assert kept(2)[1] == ("2", "a dog") and not note.add.isVisible()
    press(page, Qt.Key.Key_N)
    hands.type("it sleeps")
    page.foot.buttons["go"].click()
    qtbot.waitUntil(lambda: step(page) == "end", timeout=WAIT)
    assert kept(3)[2] == ("2", "it sleeps")
    press(page, Qt.Key.Key_Escape, Qt.Key.Key_N)
    hands.type("home by six")
    page.following.finish(Outcome.SUCCESS)
    assert kept(4)[3] == ("end", "home by six")


def test_a_note_of_which_the_run_was_led_on_elsewhere_stays_with_its_step(
    view: RunsView, vault: Vault, qtbot: QtBot, context: AppContext
) -> None:
    page = begin(view, saved(vault, "# Visit\n\n1. Go.\n2. Look.\n"), qtbot)
    run, note = sight(page).record.run.id, page.side.notes.field
    press(page, Qt.Key.Key_N)
    Hands(qtbot).type("the gate")
    store.act(vault, run, Done(step="1"), PERSON)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    assert note.text() == "the gate" and note.accessibleName() == "Note for step 1"
    page.following.kept.keep()
    again = RunsView(context)
    again.show_run(run)
    assert again.run_page.side.notes.field.text() == "the gate"
    again.run_page.following.done({})
    qtbot.waitUntil(lambda: step(page) == "end", timeout=WAIT)
    delete(again)
    assert [(one.step, one.text) for one in items.items(vault, run)] == [("1", "the gate")]
    page.setFocus()
    page.following.noted.emit()
    assert not note.text()  # it was given there


def test_the_list_of_runs_has_the_keyboard_and_enter_in_its_search_opens_the_best(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    window = space.window()
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    runs = [begun(vault, saved(vault, f"# {name}\n\n1. Go.\n")) for name in ("Cut", "Sew", "Iron")]
    space.go_into("runs")
    page = space.pages.runs.list_page
    assert page.list.hasFocus() and page.list.current is not None
    hands = Hands(qtbot)
    hands.press("/")
    hands.type("sew\n")
    assert space.pages.runs.run == runs[1].run.id


def test_memories_of_a_calling_step_are_shown_before_what_it_calls(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    called = "# Weigh\n\nRequires: $lot\n\n1. Tare.\n"
    caller = (
        "# Roast\n\n> Wash it. _(from House)_\n\n1. Weigh the charge. @skill: Weigh\n\n"
        "> It drifts. _(from Log)_\n\n2. Cool.\n\n## Supporting context\n\n> Loud. _(from Log)_\n"
    )
    page = begin(view, saved(vault, called, caller), qtbot)
    assert isinstance(page.body, StartBody) and step(page) == "1/start"
    said = [part.text() for part in page.body.findChildren(QLabel) if part.text()]
    assert said[:5] == [
        "Before “Weigh” begins", "Roast", "Wash it. (from House)",
        "Step 1: Weigh the charge.", "It drifts. (from Log)",
    ]  # fmt: skip


WEIGHED = (
    "# Weigh\n\nProduces: $weight:number, $level:boolean, $grade:{a|b}\n\n"
    "1. Weigh it -> $weight.\n2. Is it level? -> $level\n"
)


def test_a_result_is_checked_by_its_type_where_it_is_written(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    hands, page = Hands(qtbot), begin(view, saved(vault, WEIGHED), qtbot)
    body = page.body
    assert isinstance(body, StepBody) and "number" in _labels(body)
    hands.type("heavy\n")
    assert step(page) == "1" and page.body is body and body.fields[0].value == "heavy"
    assert "This is to be: number" in _labels(body)
    hands.press("Ctrl+A")
    hands.type("12.5\n")
    assert step(page) == "2" and sight(page).frame.values["weight"] == "12.5"


def test_a_truth_is_chosen_and_never_false_by_saying_nothing(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, WEIGHED), qtbot)
    Hands(qtbot).type("1\n")
    assert isinstance(page.body, StepBody)
    (field,) = page.body.fields
    assert field.value is None
    page.doing.go()
    assert step(page) == "2" and "Give a value." in _labels(page.body)
    choice = field.target
    assert isinstance(choice, Select)
    choice.setCurrentIndex(choice.findData("true"))
    page.doing.go()
    end = page.body
    assert isinstance(end, EndBody) and sight(page).frame.values["level"] == "true"
    (grade,) = end.fields
    assert isinstance(grade.target, Select) and [
        grade.target.itemData(n) for n in range(grade.target.count())
    ] == ["", "a", "b"]


def test_a_note_stands_at_the_step_it_follows(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    text = "# Etch\n\n1. Pour the acid.\n\nBelow pH 4 wear gloves.\n\n2. Rinse.\n"
    page = begin(view, saved(vault, text), qtbot)
    assert isinstance(page.body, StepBody)
    assert "Below pH 4 wear gloves." in _labels(page.body)
    press(page, Qt.Key.Key_Space)
    assert step(page) == "2" and "Below pH 4 wear gloves." not in _labels(page.body)


def _labels(body: QWidget) -> list[str]:
    return [part.text() for part in body.findChildren(QLabel) if part.text()]


def test_a_step_says_the_values_that_it_reads(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    made = "# Pour\n\nRequires: $lot\n\n1. Pour $lot.\n2. Weigh $lot -> $sum.\n3. Go on.\n"
    made += "   If it is less, go back to step 2, at most 2 times.\n4. Say $sum.\n"
    page = begin(view, saved(vault, made), qtbot)
    Hands(qtbot).type("Sidamo\n")
    assert isinstance(page.body, StepBody) and page.body.text.text == "Pour Sidamo."
    assert page.body.text.accessibleName() == "Pour Sidamo."
    (value,) = (run for run in page.body.text._paragraph.runs if run.about)
    assert value.about == "$lot is Sidamo"
    press(page, Qt.Key.Key_Space)
    Hands(qtbot).type("60 kg\n")
    press(page, Qt.Key.Key_1)
    assert isinstance(page.body, StepBody) and step(page) == "2#2"
    assert page.body.text.text == "Weigh Sidamo -> $sum."  # what it brings is no value yet


def test_a_call_that_a_sentence_ends_with_is_told_from_it_and_said_once(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    caller = "# Roast\n\n1. Look.\n2. Weigh the charge @skill: Weigh\n3. @loop: 1 max=2\n"
    page = begin(view, saved(vault, "# Weigh\n\n1. Tare.\n", caller), qtbot)
    rows = page.rail.steps.model_rows.rows
    assert [row.text for row in rows] == [
        "Look.", "Weigh the charge “Weigh”", "Back to step 1, max 2",
    ]  # fmt: skip
    assert [about.words for row in rows for about in row.about] == ["0 of 2"]


def test_inside_a_call_a_number_says_whose_step_it_is(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    called = (
        "# Weigh\n\n1. Tare.\n2. Pour.\n3. If it is less, go back to step 2, at most 2 times.\n"
    )
    page = begin(view, saved(vault, called, "# Roast\n\n1. @skill: Weigh\n2. Cool.\n"), qtbot)
    assert page.foot.buttons["go"].accessibleName() == "Done, go to step 2 of Weigh"
    assert page.side.notes.field.accessibleName() == "Add a note to step 1 of Weigh"
    assert page.side.notes.field.placeholderText() == "Add a note to this step"
    press(page, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert isinstance(page.body, StepBody)
    assert [way.whole for way in page.body.ways] == ["back to step 2 of Weigh", "back to “Roast”"]
    assert page.body.choice is not None
    assert [one.text() for one in page.body.choice.buttons] == ["Back to step 2", "Back to “Roast”"]
    page.following.fail("broken")
    qtbot.waitUntil(lambda: step(page) == "1/3?", timeout=WAIT)
    assert "Step 3 of Weigh failed" in words(page)


def test_where_a_loop_says_until_when_yes_goes_on(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    text = "# Weigh\n\n1. Pour.\n2. Read it.\n@loop: 1 until the scale shows 500\n3. End.\n"
    page = begin(view, saved(vault, text), qtbot)
    go = page.foot.buttons["go"]
    go.click()
    assert [way.words for way in ways(sight(page))] == [
        "Yes: the scale shows 500",
        "No: another round",
    ]
    assert [way.where for way in ways(sight(page))] == ["step 3", "back to step 1"]
    press(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: step(page) == "1#2", timeout=WAIT)


@pytest.mark.parametrize("tag", ["unless it rains -> 3", "unless it rains -> 3 else 2"])
def test_where_a_branch_says_unless_yes_does_not_take_it(
    view: RunsView, vault: Vault, qtbot: QtBot, tag: str
) -> None:
    page = begin(view, saved(vault, f"# Walk\n\n1. @branch: {tag}\n2. Umbrella.\n3. Go.\n"), qtbot)
    shown = [(way.key, way.words, way.where) for way in ways(sight(page))]
    assert shown == [("1", "Yes: it rains", "step 2"), ("2", "No: otherwise", "step 3")]
    press(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: step(page) == "3", timeout=WAIT)


COMPARED = (
    "# Weigh\n\nRequires: $count, $least\n\n"
    "1. @branch: if $count >= $least -> 3\n2. Fetch more.\n3. End.\n"
)


@pytest.mark.parametrize(
    ("count", "marked", "where"),
    [("5", "Yes: 5 ≥ 3 Suggested ", "3"), ("2", "No: go on Suggested: 2 < 3 ", "2")],
)
def test_the_way_that_values_speak_for_is_taken_with_one_key_and_not_without(
    view: RunsView, vault: Vault, qtbot: QtBot, count: str, marked: str, where: str
) -> None:
    page = begin(view, saved(vault, COMPARED), qtbot)
    page.following.enter({"count": count, "least": "3"}, ())
    qtbot.waitUntil(lambda: step(page) == "1", timeout=WAIT)
    assert isinstance(page.body, StepBody) and page.body.choice is not None
    assert marked in " ".join(words(page.body.choice).split())
    assert page.foot.buttons["go"].accessibleName() == f"Done, go to step {where}"
    press(page, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: step(page) == where, timeout=WAIT)


def test_space_leads_to_the_ways_and_takes_none(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    skill = saved(vault, "# Walk\n\n1. Look. @loop: 1 max=3\n2. End.\n")
    page = begin(view, skill, qtbot)
    with qtbot.waitActive(view):
        view.activateWindow()
    page.take_focus()
    body = page.body
    assert isinstance(body, StepBody) and body.choice is not None
    press(page, Qt.Key.Key_Space)
    first, second = body.choice.buttons
    assert first.hasFocus() and step(page) == "1" and page.body is body
    press(page, Qt.Key.Key_Tab)
    assert second.hasFocus()
    press(page, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)


def test_the_other_way_is_as_near(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    page = begin(view, saved(vault, COMPARED), qtbot)
    page.following.enter({"count": "5", "least": "3"}, ())
    qtbot.waitUntil(lambda: step(page) == "1", timeout=WAIT)
    press(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)


def test_what_was_handed_over_is_taken_back_with_its_key_where_a_value_is_asked(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, "# Weigh\n\n1. Weigh it -> $weight\n2. End.\n"), qtbot)
    page.take_focus()
    assert isinstance(page.body, StepBody) and page.body.fields[0].target.hasFocus()
    page.following.hand_over("", "weigh it, please")
    qtbot.waitUntil(lambda: sight(page).state.offered is not None, timeout=WAIT)
    assert page.holder.about.text().splitlines()[0] == "“weigh it, please”"
    assert "you may go on yourself" in page.holder.about.text()
    Hands(qtbot).press("T")
    qtbot.waitUntil(lambda: sight(page).state.offered is None, timeout=WAIT)
    field = page.body.fields[0]
    assert field.line is not None and field.line.text() == "" and field.target.hasFocus()


@pytest.mark.parametrize(("lot", "told"), [("wet", "“$lot is dry”: no, $lot is wet"), ("A-17", "")])
def test_how_a_value_decided_is_said_where_nobody_is_asked(
    view: RunsView, vault: Vault, qtbot: QtBot, lot: str, told: str
) -> None:
    text = (
        "# Pack\n\nRequires: $lot\n\n1. Look. If $lot is dry, go to step 3.\n2. Dry it.\n3. Pack.\n"
    )
    page = begin(view, saved(vault, text), qtbot)
    page.following.enter({"lot": lot}, ())
    qtbot.waitUntil(lambda: isinstance(page.body, StepBody), timeout=WAIT)
    body = page.body
    assert isinstance(body, StepBody)
    assert (told in words(body)) if told else "$lot is" not in words(body)
    assert [way.because for way in body.ways] == ([""] if told else ["", "A-17 ≠ dry"])
