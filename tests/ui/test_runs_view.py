"""The place of the runs: begun, followed step by step with keys and mouse, failed, handed over."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.library import library
from app.core.lifecycle import observations
from app.core.runs import items, store
from app.core.runs.actions import HandOver, Outcome
from app.core.runs.signed_record import check
from app.core.runs.state import PERSON, Mark, RunStatus, Stage
from app.core.settings import Settings
from app.core.training import inbox
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.call_card import CallCard
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.exporting import _json, _markdown, _pdf
from app.ui.views.runs.failure_body import FailureBody
from app.ui.views.runs.rail_rows import rail_rows
from app.ui.views.runs.start_body import StartBody
from app.ui.views.runs.step_body import StepBody
from app.ui.views.runs.step_text import condition_words, plain
from app.ui.views.runs.view import RunsView
from app.ui.views.shell.status import StatusLine
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.buttons import Button
from tests.core.running import AGENT, BACKUP, DEPLOY, RESTORE, begun, next_action, saved, walked
from tests.ui.cut_text import cut_texts, too_wide
from tests.ui.hands import Hands
from tests.ui.names import nameless
from tests.ui.run_pages import begin, press, sight, step

TYPED = (
    "# Typed\n\nRequires: $size: integer, $kind: {small|large}, $loud: boolean, $note?\n"
    "Produces: $found\n\n1. Look at $size.\n   a. Open it.\n   b. Close it.\n"
    "2. Ready? If $note is empty go to step 1, at most 2 times.\n3. Say $found.\n"
)
WAIT = 3_000


@pytest.fixture
def view(context: AppContext, qtbot: QtBot) -> Iterator[RunsView]:
    made = RunsView(context)
    made.resize(1300, 850)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    delete(made)  # before the vault is closed, as in the window


@pytest.fixture
def deploy(vault: Vault) -> int:
    return saved(vault, BACKUP, RESTORE, DEPLOY)


def at_second(record: store.Record) -> bool:
    """At the second step of the procedure itself."""
    return len(record.state.frames) == 1 and record.state.top.node == 1


def click(button: QWidget | None) -> None:
    assert button is not None and button.isVisible() and button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_procedure_is_followed_with_keys_alone(
    view: RunsView, vault: Vault, deploy: int, qtbot: QtBot
) -> None:
    hands, page = Hands(qtbot), begin(view, deploy, qtbot)
    body = page.body
    assert isinstance(body, StartBody) and step(page) == "start"
    assert [tick.isChecked() for tick in body.ticks] == [False, False]
    assert body.ticks[0].hasFocus()
    press(page, Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Tab)
    hands.type("fsn\n")  # letters in a field are letters; Enter begins
    assert step(page) == "1/start" and sight(page).frame.values == {}
    assert sight(page).state.frames[0].values == {"env": "fsn"}
    press(page, Qt.Key.Key_Space, Qt.Key.Key_Return)  # the one prerequisite of the called one
    assert step(page) == "1/start"  # Enter is no answer outside a field
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(page.body, StepBody) and step(page) == "1/1"
    assert "Back up" in page.head.crumbs.text()
    press(page, Qt.Key.Key_Space)
    assert step(page) == "1/2" and [field.name for field in page.body.fields] == ["file"]
    press(page, Qt.Key.Key_Escape, Qt.Key.Key_Backspace)
    assert step(page) == "1/1"
    press(page, Qt.Key.Key_Space)
    hands.type("\n")
    assert step(page) == "1/2"  # it has to be written down first
    hands.type("disk 1\n")
    assert step(page) == "1" and not page.body.fields  # the call has brought it
    press(page, Qt.Key.Key_Space)
    assert step(page) == "2" and sight(page).frame.values["file"] == "disk 1"
    press(page, Qt.Key.Key_Space)
    assert step(page) == "2"  # Space takes none of two ways
    press(page, Qt.Key.Key_1)
    assert step(page) == "1#2/start"
    rows = rail_rows(sight(page).record.program, sight(page).state)
    assert [row.is_here for row in rows if row.level == 0] == [True, False, False]
    press(page, Qt.Key.Key_Backspace, Qt.Key.Key_2)
    assert step(page) == "3"
    press(page, Qt.Key.Key_S)
    hands.type("seen already\n")
    assert isinstance(page.body, EndBody) and sight(page).frame.visits[-1].mark is Mark.SKIPPED
    end = page.body
    qtbot.waitUntil(lambda: end.remark.step.currentData() == "3", timeout=WAIT)
    end.remark.text.setText("Say which page to look at.")
    page.setFocus()
    press(page, Qt.Key.Key_2, Qt.Key.Key_Return)
    assert step(page) == "end"  # only Ctrl+Enter ends a run
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(observations.observations(vault, deploy)), timeout=WAIT)
    qtbot.waitUntil(lambda: inbox.waiting_for(vault, deploy) is not None, timeout=WAIT)
    over = sight(page).state
    assert (over.status, over.outcome) == (RunStatus.FINISHED, Outcome.PARTIAL)
    assert not vault.rows("select 1 from run where status = 'running'")
    assert not nameless(view)


def test_a_failure_is_handled_and_tried_again_with_the_mouse_alone(
    view: RunsView, deploy: int, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, deploy, qtbot)
    body = page.body
    assert isinstance(body, StartBody)
    page.foot.buttons["go"].click()
    assert step(page) == "start"  # an input is missing, which is said at its field
    assert body.fields[0].line is not None
    body.fields[0].line.setText("prod")
    click(page.foot.buttons["go"])
    assert step(page) == "start" and body.without.isVisible()  # nothing is ticked either
    for tick in body.ticks:
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=QPoint(6, tick.height() // 2))
    click(page.foot.buttons["go"])
    called = page.body
    assert isinstance(called, StartBody) and step(page) == "1/start"
    called.ticks[0].click()
    click(page.foot.buttons["go"])
    click(page.foot.buttons["fail"])
    assert page.foot.is_asking and page.foot.why.hasFocus()
    assert not page.foot.sure.isEnabled() and page.foot.sure.toolTip() == "Say why"
    QTest.keyClick(page.foot.why, Qt.Key.Key_Return)
    assert page.foot.is_asking
    page.foot.why.setText("no disk")
    assert page.foot.sure.isEnabled() and not page.foot.sure.toolTip()
    click(page.foot.sure)
    failed = page.body
    assert isinstance(failed, FailureBody) and step(page) == "1/1?"
    (nearest,) = failed.handlers
    assert nearest["of"] == "Safe deploy" and "go" in page.foot.buttons
    assert {"On failure of Safe deploy", "This gives up Back up."} <= {
        one.text() for one in failed.findChildren(QLabel)
    }
    click(failed.buttons[0])  # Back up itself says nothing
    assert step(page) == "1!1#1/1"
    click(page.foot.buttons["back"])
    click(page.foot.buttons["give-up"])
    outer = page.body
    assert isinstance(outer, FailureBody) and step(page) == "1?"
    assert "no disk" in sight(page).frame.why
    click(outer.buttons[0])
    assert sight(page).state.frames[-1].skill != deploy and step(page) == "1!1#1/1"
    click(page.foot.buttons["go"])
    assert isinstance(page.body, FailureBody) and len(sight(page).frame.handled) == 1
    click(page.foot.buttons["retry"])
    assert step(page) == "1#2/start"
    click(page.head.back)
    assert view.run is None and view.list_page.list.current is not None
    place = view.list_page.list.visualRect(view.list_page.list.currentIndex()).center()
    QTest.mouseClick(view.list_page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.run is not None
    page.doing.abandon()
    press(page, Qt.Key.Key_Return)
    assert sight(page).state.status is RunStatus.ABANDONED
    assert "again" in page.foot.buttons and not page.foot.buttons.keys() & {"fail", "skip"}


def test_inputs_are_asked_for_by_their_type_and_checked(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, TYPED), qtbot)
    size, kind, loud, note = page.body.fields  # type: ignore[union-attr]
    assert size.line is not None and size.line.hasFocus()
    size.line.setText("three")
    QTest.keyClick(size.line, Qt.Key.Key_Return)
    page.doing.go()
    assert step(page) == "start" and size._wrong.isVisible() and kind._wrong.isVisible()
    size.line.setText("3")
    assert kind._select is not None and loud._switch is not None
    kind._select.setCurrentIndex(2)
    loud._switch.setChecked(True)
    page.doing.go()
    assert sight(page).frame.values == {"size": "3", "kind": "large", "loud": "true"}
    assert note.value is None and step(page) == "1.1"
    assert page.head.where.text() == "Step 1 of 3 · 1.1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[ANCHOR] Look. @needs: fast", "Look."),
        ("Weigh @parallel: [A, B(x=$y)] -> [$a, $b] and wait.", "Weigh A and B and wait."),
        ("Weigh. @parallel: [A, B, C]", "Weigh. “A”, “B”, and “C”"),
        ("@parallel: [A, B] -> [$a, $b]", "A · B"),
        ("Look [[loop: 2 max=3]].", "Look"),
        ("Look [[loop: 2 max=3]] now", "Look now"),
        ("@loop: 2 often=yes max=3", "Back to 2 often=yes max=3"),
        ("@branch: if $ok -> 3. Wait.", "If $ok → step 3. Wait."),
    ],
)
def test_the_words_of_a_step_are_prose_whatever_tags_it_has(text: str, said: str) -> None:
    assert plain(text) == said


def test_notes_evidence_and_the_record_are_kept(
    view: RunsView, vault: Vault, deploy: int, tmp_path: Path, qtbot: QtBot
) -> None:
    page = begin(view, deploy, qtbot)
    run = page.following.run
    assert run is not None
    page.setFocus()
    walked(vault, store.record(vault, run), until=lambda one: one.state.top.stage is Stage.STEP)
    qtbot.waitUntil(lambda: step(page) == "1/1")
    page.setFocus()
    press(page, Qt.Key.Key_N)
    assert page.side.notes.field.hasFocus()
    Hands(qtbot).type("f s\n")
    assert page.hasFocus() and step(page) == "1/1"
    file = tmp_path / "proof.log"
    file.write_bytes(b"proof" * 1000)
    page.evidence.keep_files([file, tmp_path / "not there"])
    failures = []
    view._context.jobs.failed.connect(lambda _owner, error: failures.append(error))
    qtbot.waitUntil(lambda: len(page.evidence.chips) == 1 and bool(failures), timeout=WAIT)
    kept = items.items(vault, run)
    assert [(one.kind, one.text, one.step) for one in kept] == [
        (items.Kind.NOTE, "f s", "1/1"),
        (items.Kind.FILE, "proof.log", "1/1"),
    ]
    page.doing._exporting.write(run, _json, str(tmp_path / "record.json"))
    page.doing._exporting.write(run, _markdown, str(tmp_path / "record.md"))
    page.doing._exporting.write(run, _pdf, str(tmp_path / "record.pdf"))
    made = [tmp_path / f"record.{ending}" for ending in ("json", "md", "pdf")]
    qtbot.waitUntil(lambda: all(one.exists() for one in made), timeout=WAIT)
    assert check(made[0].read_bytes()) and "f s" in made[1].read_text()
    assert json.loads(made[0].read_text())["run"]["number"] == run
    assert made[2].read_bytes().startswith(b"%PDF")


def test_an_agent_is_watched_and_hands_over_to_a_person_and_gets_it_back(
    view: RunsView, vault: Vault, deploy: int, qtbot: QtBot
) -> None:
    run = begun(vault, deploy, AGENT).run.id
    view.show_run(run)
    page = view.run_page
    assert not sight(page).is_mine and page.holder.isVisible() and "take" in page.foot.buttons
    press(page, Qt.Key.Key_Space, Qt.Key.Key_F, Qt.Key.Key_S)
    assert step(page) == "start"
    walked(vault, store.record(vault, run), AGENT, until=at_second)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    assert isinstance(page.body, StepBody) and page.body.choice is None and not page.body.fields
    store.act(vault, run, HandOver(to_person=True, why="two changes fit"), AGENT)
    qtbot.waitUntil(lambda: "two changes fit" in page.holder.about.text())
    page.setFocus()
    press(page, Qt.Key.Key_T)
    assert sight(page).is_mine and not page.holder.isVisible()
    press(page, Qt.Key.Key_P)
    assert sight(page).state.status is RunStatus.PAUSED and page.holder.isVisible()
    press(page, Qt.Key.Key_2)
    assert step(page) == "3" and sight(page).state.status is RunStatus.RUNNING
    press(page, Qt.Key.Key_H)
    Hands(qtbot).type("look again\n")
    offered = sight(page).state.offered
    assert offered is not None and not offered.is_person and page.holder.isVisible()
    assert sight(page).is_mine  # until somebody takes it


def test_a_run_goes_on_with_a_newer_version_and_outlives_its_skill(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    skill = saved(vault, RESTORE)
    page = begin(view, skill, qtbot)
    assert step(page) == "1" and not page.newer.isVisible()
    library.save(vault, skill, RESTORE + "2. Look whether they open.\n")
    qtbot.waitUntil(page.newer.isVisible, timeout=WAIT)
    click(page.newer.move_button)
    qtbot.waitUntil(lambda: sight(page).record.run.steps == 2, timeout=WAIT)
    library.delete(vault, skill)
    press(page, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert isinstance(page.body, EndBody)
    page.doing.go()
    assert sight(page).state.outcome is Outcome.SUCCESS


def test_the_window_runs_a_skill_and_says_what_is_open(
    space: Workspace, vault: Vault, deploy: int, qtbot: QtBot
) -> None:
    told: list[str] = []
    space.context.say.warned.connect(lambda said, *_more: told.append(said))
    space.skills.documents.open_skill(deploy)
    editor = space.skills.documents.editor
    assert editor is not None
    click(editor.header.run)
    qtbot.waitUntil(
        lambda: space.current == "runs" and space.pages.runs.run is not None, timeout=WAIT
    )
    run = space.pages.runs.run
    space.context.go.run_skill(saved(vault, "# Nothing\n"))
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    space.pages.runs.show_list()
    page = space.pages.runs.list_page
    assert [row.run.id for row in page.list.rows.rows] == [run]
    page.search.setText("nothing like that")
    assert page.no_match.isVisible()
    library.save(vault, deploy, DEPLOY.replace("# Safe deploy", "# Ship it"))
    page.look()
    page.search.setText("ship")  # what it is called now
    assert [row.run.id for row in page.list.rows.rows] == [run]
    page.clear()
    given = begun(vault, deploy, AGENT).run.id
    store.act(vault, given, HandOver(to_person=True, why="please"), AGENT)
    qtbot.waitUntil(lambda: space.run_news.counts.waiting == 1)
    assert any("hands" in said for said in told)
    page.chips["waiting"].click()
    assert [row.run.id for row in page.list.rows.rows] == [given]
    with qtbot.waitActive(space):
        space.activateWindow()
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert space.pages.runs.run == given
    press(space.pages.runs.run_page, Qt.Key.Key_T)
    status = StatusLine(space.context.theme, space.context.jobs)
    qtbot.addWidget(status)
    status.lead(space.context.go)
    space.pages.runs.show_list()
    record = store.record(vault, given)
    store.act(vault, given, next_action(record), PERSON)
    news = space.run_news
    qtbot.waitUntil(lambda: news.counts.present is not None and news.counts.present.step != "start")
    status.show_runs(space.run_news.counts)
    assert status.run.accessibleName() == f"Run {given}, Ship it, step 1 of 3"
    status.run.click()
    assert space.pages.runs.run == given


def test_a_run_that_is_in_front_is_not_offered(space: Workspace, vault: Vault, deploy: int) -> None:
    offered: list[str] = []
    space.context.say.told_more.connect(lambda said, *_more: offered.append(said))
    run = begun(vault, deploy, PERSON).run.id
    store.act(vault, run, next_action(store.record(vault, run)), PERSON)
    space.show_run(run)
    space.run_news.begin()
    assert not offered
    space.go("skills")
    space.run_news.begin()
    assert any("not finished" in said for said in offered)


def test_calls_side_by_side_are_done_in_any_order(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    both = "# Both\n\n1. @parallel: [Paint, Sweep]\n2. Leave.\n"
    skill = saved(vault, "# Paint\n\n1. Walls.\n2. Doors.\n", "# Sweep\n\n1. Floor.\n", both)
    page = begin(view, skill, qtbot)
    assert step(page) == "1:1/1" and page.beside.isVisible()
    press(page, Qt.Key.Key_Space)
    (other,) = page.beside.findChildren(Button)
    click(other)
    assert step(page) == "1:2/1"
    press(page, Qt.Key.Key_Space)
    assert step(page) == "1:1/2" and not page.beside.isVisible()
    press(page, Qt.Key.Key_Space)
    assert step(page) == "1"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (968, 620)])
def test_nothing_is_cut_without_a_tip(
    view: RunsView, vault: Vault, deploy: int, width: int, height: int, qtbot: QtBot
) -> None:
    view.resize(width, height)
    page = begin(view, deploy, qtbot)
    assert not list(cut_texts(view))
    run = page.following.run
    assert run is not None
    walked(vault, store.record(vault, run), until=at_second)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    assert view.width() == width and not list(cut_texts(view))


def test_the_steps_take_the_place_of_the_present_one_where_there_is_little_room(
    view: RunsView, vault: Vault, deploy: int, context: AppContext, qtbot: QtBot
) -> None:
    view.resize(936, 580)
    page = begin(view, deploy, qtbot)
    walked(vault, store.record(vault, page.following.run or 0), until=at_second)
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    context.theme.use(Settings(theme="light", reduce_motion=True, text_size=26))
    button = page.head.steps
    place = button.mapTo(page, QPoint(0, 0))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert page.rail.isVisible() and page.rail.width() == page.width()
    assert page.rail.steps.hasFocus() and not page.foot.isVisible()
    assert button.mapTo(page, QPoint(0, 0)) == place and button.isChecked()
    qtbot.waitUntil(lambda: page.rail.geometry().bottom() == page.rect().bottom())
    assert not [*too_wide(view, view.size()), *cut_texts(view)]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not page.rail.isVisible() and page.foot.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    press(page, Qt.Key.Key_Escape)
    assert not page.rail.isVisible() and page.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    press(page, Qt.Key.Key_F)
    assert page.foot.why.hasFocus() and page.foot.isVisible(), "it is asked where it can be seen"
    context.theme.use(Settings(theme="dark", reduce_motion=True))
    view.resize(1300, 850)
    assert page.rail.isVisible() and page.rail.width() < page.width() // 3


COUNTED = (
    "# Weigh\n\nRequires: $lot, $least\nSuccess: $lot is weighed\n"
    "Out of scope: more than $lot\n\n1. Weigh $lot.\n2. Count it as $count.\n"
    "3. @branch: if $lot and $count make sense -> 5 else 4\n4. Weigh $lot again.\n5. End.\n"
)


def test_values_stand_for_their_variables_in_lists_and_ways_as_in_the_step(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, COUNTED), qtbot)
    page.following.enter({"lot": "sugar", "least": "3"}, ())
    qtbot.waitUntil(lambda: step(page) == "1", timeout=WAIT)
    said = [one.text() for one in page.findChildren(QLabel)]
    assert {"sugar is weighed", "more than sugar"} <= set(said)
    rows = rail_rows(sight(page).record.program, sight(page).state)
    assert [row.text for row in rows] == [
        "Weigh sugar.",
        "Count it as $count.",
        "If sugar and $count make sense → step 5 · Else → step 4",
        "Weigh sugar again.",
        "End.",
    ]
    assert isinstance(page.body, StepBody)
    assert page.body.ways[0].text == "Count it as $count."  # Next: it is not known yet
    page.following.done({})
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    page.following.done({"count": "5"})
    qtbot.waitUntil(lambda: step(page) == "3", timeout=WAIT)
    assert isinstance(page.body, StepBody)
    assert [way.words for way in page.body.ways] == ["Yes: sugar and 5 make sense", "No: otherwise"]
    assert [way.text for way in page.body.ways] == ["End.", "Weigh sugar again."]
    page.following.done({}, page.body.ways[0].number)
    qtbot.waitUntil(lambda: step(page) == "5", timeout=WAIT)
    rows = rail_rows(sight(page).record.program, sight(page).state)
    assert rows[1].text == "Count it as $count."  # beside the value that was written down there
    assert [one.words for one in rows[2].about] == ["sugar and 5 make sense, to step 5"]


def test_a_variable_that_is_all_of_a_condition_keeps_its_name_beside_its_value() -> None:
    known = {"ready": "soon", "n": "3", "empty": " "}
    said = [
        condition_words(words, known)
        for words in ("$ready", "not $ready", "$n >= $other", "$empty", "$empty is dry")
    ]
    assert said == ["$ready (soon)", "not $ready (soon)", "3 ≥ $other", "$empty", "$empty is dry"]
    assert condition_words("$ready is soon", known) == "$ready (soon) is soon"
    assert condition_words("$n = 3", known) == "$n (3) = 3"


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("@branch: if $dry is false -> 2", "If $dry (false) is false → step 2"),
        ("If $dry is false, go to step 2.", "If $dry (false) is false, go to step 2."),
        ("Unless $dry, ask $who.", "Unless $dry (false), ask Ada."),
        ("If not $dry: ask $who.", "If not $dry (false): ask Ada."),
        ("Ask $who if $dry isn't $who.", "Ask Ada if $dry (false) isn't Ada."),
        ("Set it to $dry. It is $dry.", "Set it to false. It is false."),
        (
            "If nobody is there, $who is to be asked.",
            "If nobody is there, Ada is to be asked.",
        ),
        ("If it rains, or $dry is no, stay.", "If it rains, or $dry (false) is no, stay."),
        ("$who is asked whether it is dry.", "Ada is asked whether it is dry."),
    ],
)
def test_a_variable_that_a_step_asks_for_keeps_its_name_beside_its_value(
    step: str, shown: str
) -> None:
    assert plain(step, {"dry": "false", "who": "Ada"}) == shown


def test_a_failure_in_a_call_is_shown_alike_wherever_its_step_is(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    send = "# Send\n\n1. @skill: Weigh\n2. Hand it over.\n"
    page = begin(view, saved(vault, "# Weigh\n\n1. Tare.\n2. Read it.\n", send), qtbot)
    follow = page.following
    follow.fail("torn")
    qtbot.waitUntil(lambda: step(page) == "1/1?", timeout=WAIT)
    follow.go_on()
    qtbot.waitUntil(lambda: step(page) == "1/2", timeout=WAIT)
    follow.done({})
    qtbot.waitUntil(lambda: step(page) == "1", timeout=WAIT)
    assert page.body is not None
    (card,) = page.body.findChildren(CallCard)
    assert "1 step failed" in {one.text() for one in card.findChildren(QLabel)}
    follow.done({})
    qtbot.waitUntil(lambda: step(page) == "2", timeout=WAIT)
    row = rail_rows(sight(page).record.program, sight(page).state)[0]
    assert page.rail.bar.left == (row.mark,) == (Mark.FAILED,)
    assert [one.words for one in row.about] == ["Weigh, 1 of 2 steps", "step 1 failed: torn"]
