"""Candidates in the window: promoted, dismissed, edited, and what would change a skill."""

import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core import changes
from app.core.api import learning
from app.core.api.learning import ScannedDocument
from app.core.learning import candidates, recording, resting, scanning, watching
from app.core.learning.candidates import Call, CandidateStatus
from app.core.learning.recording import Found
from app.core.library import catalogue, library, undoing
from app.core.lifecycle import digest
from app.core.patterns.pattern import Occurrence
from app.core.progress import checkpoint
from app.core.transcripts import finding
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.lifecycle.candidate_delegate import CandidateDelegate, Part
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.candidate_rows import read_listed
from app.ui.views.lifecycle.candidates_seen import see
from app.ui.views.lifecycle.commands import commands
from app.ui.views.lifecycle.preview_dialog import PreviewDialog
from app.ui.views.lifecycle.unread_dialog import UnreadDialog
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.views.settings.view import SettingsView
from app.ui.widgets.dialog import Dialog
from tests.core.test_learning_scan import rows
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.proposing import Make

DEPLOY = "# Safe deploy\n\n1. Build it.\n2. Ship it.\n"


def put(
    vault: Vault, name: str, confidence: float, evolves: int | None = None, agent: str = "claude"
) -> int:
    days = (0, 1, 2)
    places = tuple(
        Occurrence(f"{name}-{day}", 3, 9, vault.now() - timedelta(days=day), vault.now())
        for day in days
    )
    calls = tuple(Call(f"shell {name} {tool}", ("path",)) for tool in ("make", "test", "tag"))
    text = f"# {name}\n\n1. Do it.\n"
    base = None
    if evolves is not None:
        text = DEPLOY.replace("2. Ship it.", "2. Test it.\n3. Ship it.")
        base = vault.row("select current from skill where id = ?", evolves)
    with vault.write(None) as write:
        found = Found(agent, calls, name, "Repeated.", text, confidence, places)
        return recording.put(write, found, evolves, base[0] if base else None)


@pytest.fixture
def view(qtbot: QtBot, context: AppContext, vault: Vault) -> Iterator[LifecycleView]:
    skill = library.save(vault, None, DEPLOY).skill
    put(vault, "tag-and-push", 0.9)
    put(vault, "check-staging", 0.8)
    put(vault, "safe-deploy", 0.7, evolves=skill)
    made = LifecycleView(context)
    made.resize(1360, 860)
    made.show()
    qtbot.waitUntil(lambda: names(made) == ["tag-and-push", "check-staging", "Safe deploy"])
    yield made
    delete(made)


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def names(view: LifecycleView) -> list[str]:
    return [row.title for row in view.candidates.list.rows.rows]


def words(shown: QWidget) -> list[str]:
    return [one.text() for one in shown.findChildren(QLabel)]


def titles(vault: Vault) -> set[str]:
    return {row.title for row in catalogue.rows(vault)}


def press(view: LifecycleView, row: int, part: Part) -> None:
    shown = view.candidates.list
    delegate = shown.itemDelegate()
    assert isinstance(delegate, CandidateDelegate)
    place = delegate.place_of(shown.visualRect(shown.rows.index(row)), part)
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place.center())


def test_by_keys_and_by_mouse_each_with_its_way_back(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext, hands: Hands
) -> None:
    told: list[str] = []
    context.say.told.connect(lambda said, undoable: told.append(said) if undoable else None)
    view.take_focus()
    hands.press("P")
    qtbot.waitUntil(lambda: names(view) == ["check-staging", "Safe deploy"])
    assert "tag-and-push" in titles(vault)
    assert told[-1] == "“tag-and-push” is a skill now"
    qtbot.waitUntil(lambda: "2 new candidates below" in words(view.digest))
    undoing.undo(vault)
    qtbot.waitUntil(lambda: names(view)[0] == "tag-and-push")
    assert "tag-and-push" not in titles(vault)
    press(view, 1, "dismiss")
    qtbot.waitUntil(lambda: names(view) == ["tag-and-push", "Safe deploy"])
    assert told[-1] == "“check-staging” will not be proposed again"
    undoing.undo(vault)
    qtbot.waitUntil(lambda: len(names(view)) == 3)
    for left in (2, 1):
        press(view, 0, "promote")
        qtbot.waitUntil(lambda left=left: len(names(view)) == left)  # type: ignore[misc]
    assert {"tag-and-push", "check-staging"} <= titles(vault)
    view.candidates.list.setFocus()
    hands.press("Del")
    qtbot.waitUntil(lambda: not names(view))
    assert told[-1] == "This change to “Safe deploy” will not be proposed again"
    assert view.candidates.none.begin.hasFocus()  # it stays with the last one that was decided
    said = "Everything is decided: 2 promoted, 1 dismissed. New candidates appear here."
    assert said in words(view.candidates.none)
    undoing.undo(vault)
    qtbot.waitUntil(lambda: names(view) == ["Safe deploy"])
    assert view.candidates.list.hasFocus()


def test_the_draft_is_edited_and_a_change_of_a_skill_shown(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext, hands: Hands
) -> None:
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))

    def enter(*keys: str) -> None:
        """In the list, which has the keyboard back once no dialog lies over it."""
        view.activateWindow()
        qtbot.waitUntil(view.candidates.list.hasFocus)
        hands.press(*keys, "Return")

    def dialog() -> CandidateDialog:
        (shown,) = [one for one in view.window().findChildren(Dialog) if one.isVisible()]
        assert isinstance(shown, CandidateDialog)
        return shown

    view.take_focus()
    enter()
    first = dialog()
    first.text.setPlainText("# Cut a release\n\n1. Do it well.\n")
    first.keep.click()
    (one,) = candidates.candidates(vault, status=CandidateStatus.CANDIDATE)[:1]
    assert one.edited and "well" in one.text
    qtbot.waitUntil(lambda: names(view) == ["Cut a release", "check-staging", "Safe deploy"])
    enter()
    again = dialog()
    assert again.title.text() == "Cut a release"
    again.text.setPlainText(again.text.toPlainText().replace("Cut", "Publish"))
    again.promote.click()
    qtbot.waitUntil(lambda: names(view) == ["check-staging", "Safe deploy"])
    assert "Publish a release" in titles(vault)
    assert told[-1] == "“Publish a release” is a skill now"
    enter("Down")
    change = dialog()
    assert change.subtitle.text() == "Proposed change to “Safe deploy”"
    assert change.diff.isVisible() and change.diff.change_count == 1
    assert change.promote.text() == "Accept change"
    change.promote.click()
    qtbot.waitUntil(lambda: names(view) == ["check-staging"])
    assert told[-1] == "Change to “Safe deploy” accepted"
    skill = catalogue.find(vault, "Safe deploy").id
    assert "2. Test it." in library.text(vault, skill)


def test_what_was_typed_is_there_as_long_as_it_is_not_taken(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    """The skill that it would change has changed, or the disk is full."""

    def opened(row: int) -> CandidateDialog:
        view.candidates.review(view.candidates.list.rows.rows[row])
        (shown,) = [one for one in view.window().findChildren(CandidateDialog) if one.isVisible()]
        return shown

    skill = catalogue.find(vault, "Safe deploy").id
    library.save(vault, skill, DEPLOY.replace("Ship", "Really ship"), sitting=False)
    stale = opened(2)
    stale.text.appendPlainText("4. Tell everybody.")
    stale.promote.click()
    assert stale.isVisible() and "Scan again" in stale.said_wrong
    assert "Tell everybody" in stale.text.toPlainText()
    stale.reject()
    offered = opened(2)
    assert offered.typed is not None and offered.typed.isVisible()
    before = offered.diff.change_count
    offered.typed.continue_it()
    assert "Tell everybody" in offered.text.toPlainText()
    assert offered.diff.change_count == before + 1
    offered.reject()
    full = opened(0)
    full.text.setPlainText("# Tag\n\n" + "1. Tag it.\n" * 20_000)
    pages = vault.row("pragma page_count")
    assert pages
    vault.rows(f"pragma max_page_count = {pages[0]}")
    for button in (full.promote, full.keep):
        button.click()
        assert full.isVisible() and "disk is full" in full.said_wrong
    vault.rows("pragma max_page_count = 1073741823")
    full.promote.click()
    qtbot.waitUntil(lambda: "tag-and-push" not in names(view))
    assert "Tag" in titles(vault)


def test_no_button_looks_pointed_at_once_the_mouse_is_elsewhere(view: LifecycleView) -> None:
    shown = view.candidates.list
    delegate = shown.itemDelegate()
    assert isinstance(delegate, CandidateDelegate)
    delegate.set_over(1, "dismiss")
    QApplication.sendEvent(shown, QEvent(QEvent.Type.Leave))
    assert not delegate.set_over(-1, "")  # which is so already


def test_rows_of_one_name_say_whose_they_are(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    def about() -> list[str]:
        shown = view.candidates.list.rows
        assert shown.now is not None
        return [row.about(shown.now) for row in shown.rows]

    assert about()[2] == "would change this skill"  # of one agent only, which goes without saying
    put(vault, "tag-and-push", 0.6, agent="codex")
    qtbot.waitUntil(lambda: names(view)[3:] == ["tag-and-push"])
    assert about()[0].endswith(" · Claude Code") and about()[3].endswith(" · Codex")
    assert about()[2] == "would change this skill · Claude Code"


def test_a_name_is_cut_only_where_there_is_no_room(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    name = "kubectl-apply-to-kubectl-rollout"
    put(vault, name, 0.95)
    qtbot.waitUntil(lambda: names(view)[0] == name)
    shown = view.candidates.list
    delegate, index = shown.itemDelegate(), shown.rows.index(0)
    assert isinstance(delegate, CandidateDelegate)

    def cut(width: int) -> list[str]:
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, width, 50)
        return delegate.cut(option, index).splitlines()

    assert name not in cut(1300) and name in cut(560)


def test_large_counts_are_whole(qtbot: QtBot, view: LifecycleView, vault: Vault) -> None:
    with vault.write(None) as write:
        write.db.execute("update skill_candidate set sessions = 2468, occurrences = 12468")
        write.touch(changes.Part.LEARNING)
    shown = view.candidates.list
    qtbot.waitUntil(lambda: shown.rows.rows[0].one.sessions == 2468)
    delegate = shown.itemDelegate()
    assert isinstance(delegate, CandidateDelegate)
    option = QStyleOptionViewItem()
    for width in (720, 1200):
        option.rect = QRect(0, 0, width, 50)
        assert not {"12468 times", "2468 sessions"} & set(
            delegate.cut(option, shown.rows.index(0)).splitlines()
        )


def test_the_row_of_the_keyboard_is_in_sight_in_a_low_window(
    qtbot: QtBot, view: LifecycleView, hands: Hands
) -> None:
    view.resize(900, 340)
    view.activateWindow()
    shown = view.candidates.list
    shown.setFocus()
    hands.press("End")
    row = shown.visualRect(shown.currentIndex())
    assert shown.currentIndex().row() == 2
    assert shown.viewport().visibleRegion().boundingRect().contains(row)


def test_a_folder_is_scanned_and_watched_until_that_is_stopped(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext, tmp_path: Path
) -> None:
    told: list[tuple[str, str]] = []
    context.say.warned.connect(lambda text, action, _act: told.append((text, action)))
    view.candidates.scanning.scan([tmp_path], watch=True)
    qtbot.waitUntil(lambda: bool(told))
    said_so = f"No sessions that Techne can read were found in {tmp_path}."
    assert told == [(said_so, "Choose a folder…")]
    assert [one.path for one in watching.watched(vault)] == [tmp_path.resolve()]
    view.candidates.scan.menu().aboutToShow.emit()
    stop = view.candidates.scan.menu().actions()[-1]
    assert said(stop) == f"Stop watching {tmp_path.resolve()}"
    stop.trigger()
    assert not watching.watched(vault)


def test_a_watched_folder_that_is_gone_is_named_whatever_the_others_have(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext, tmp_path: Path
) -> None:
    told: list[str] = []
    warned: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    context.say.warned.connect(lambda text, _action, _act: warned.append(text))
    gone, there = tmp_path / "gone", tmp_path / "there"
    for folder in (gone, there):
        folder.mkdir()
        watching.watch(vault, folder)
    (there / "s1.jsonl").write_text("".join(rows(("did", "make"))))
    gone.rmdir()
    view.candidates.scanning.scan([], watch=False)
    qtbot.waitUntil(lambda: len(told) == 1)
    assert told[0].startswith("1 file read, 1 session in all: ")
    view.candidates.scanning.scan([], watch=False)
    qtbot.waitUntil(lambda: len(warned) == 2)
    assert warned == 2 * [f"{gone.resolve()} does not exist."] and len(told) == 1


def test_what_could_not_be_read_is_counted_and_said_where_it_is(
    qtbot: QtBot,
    view: LifecycleView,
    context: AppContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    warned: list[tuple[str, str, Callable[[], object]]] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    context.say.warned.connect(lambda *said: warned.append(said))
    (folder := tmp_path / "sessions").mkdir()
    (folder / "s1.jsonl").write_text("".join(rows(("did", "make"))))
    (folder / "notes.jsonl").write_text("Dear diary,\n")
    closed = [folder / "a.jsonl", folder / "b.jsonl"]
    for path in closed:
        path.touch()

    def refused(path: Path) -> tuple[int, float]:
        if path in closed:
            raise PermissionError(13, "Permission denied")
        return finding.state(path)

    monkeypatch.setattr(scanning, "state", refused)
    view.candidates.scanning.scan([folder], watch=False)
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].startswith("1 file read, 1 other is no session, 1 session in all: ")
    ((sentence, action, act),) = warned
    assert (sentence, action) == ("2 files or folders could not be read.", "Show…")
    act()
    (dialog,) = view.findChildren(UnreadDialog)
    shown = dialog.list.toPlainText().splitlines()
    assert sorted(shown) == [f"{path} cannot be read: Permission denied" for path in closed]
    dialog.reject()


def test_commands_do_what_the_buttons_do(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext
) -> None:
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    shown = [view]
    table = {
        one.id.partition(".")[2]: one
        for one in commands(lambda: view, lambda: shown[0] if shown else None)
    }
    assert table["promote"].words == "Promote candidate “tag-and-push”"
    table["promote"].invoke()
    qtbot.waitUntil(lambda: names(view) == ["check-staging", "Safe deploy"])
    table["dismiss"].invoke()
    qtbot.waitUntil(lambda: names(view) == ["Safe deploy"])
    assert table["promote"].words == "Accept change to “Safe deploy”"
    table["review"].invoke()
    (dialog,) = [one for one in view.window().findChildren(Dialog) if one.isVisible()]
    dialog.reject()
    shown.clear()  # somewhere else there is no candidate in sight to decide about
    assert not table["promote"].enabled() and table["promote"].words == "Promote candidate"
    table["preview"].invoke()
    qtbot.waitUntil(lambda: bool(view.findChildren(PreviewDialog)))
    digest.put_away(vault)
    qtbot.waitUntil(lambda: not view.digest.isVisible())
    table["week"].invoke()
    qtbot.waitUntil(view.digest.isVisible)


def test_the_keyboard_is_on_the_first_candidate_before_they_are_read(
    qtbot: QtBot, context: AppContext, vault: Vault
) -> None:
    """So that Enter right after the key for the place does nothing else."""
    view = LifecycleView(context)
    view.show()
    view.activateWindow()
    view.setFocus()
    assert view.focusWidget() is view.candidates.list
    qtbot.waitUntil(
        lambda: view.focusWidget() is view.candidates.none.begin
    )  # nothing was read yet
    put(vault, "tag-and-push", 0.9)
    qtbot.waitUntil(lambda: names(view) == ["tag-and-push"])
    assert view.focusProxy() is view.candidates.list
    assert view.focusWidget() is view.candidates.list
    delete(view)


def test_what_is_said_at_first_is_whole_at_once(
    qtbot: QtBot, context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes until the window lays everything out again."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    (tmp_path / ".claude" / "projects" / "s1.jsonl").write_text("")
    view = LifecycleView(context)
    view.resize(1190, 725)
    cut: list[bool] = []

    def look() -> None:
        (why,) = [one for one in view.candidates.none.findChildren(QLabel) if one.text()]
        cut.append(why.height() < why.heightForWidth(why.width()))

    view.candidates.looked.connect(look)
    view.show()
    qtbot.waitUntil(lambda: bool(cut))
    assert not any(cut)
    delete(view)


def test_without_candidates_it_says_how_to_begin_or_what_was_read(
    qtbot: QtBot, context: AppContext, vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (sessions := tmp_path / ".claude" / "projects").mkdir(parents=True)
    (sessions / "s1.jsonl").write_text("".join(rows(("did", "make"))))
    (helpers := sessions / "s1" / "subagents").mkdir(parents=True)
    (helpers / "agent-1.jsonl").write_text("".join(rows(("did", "ls"))))
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    view = LifecycleView(context)
    view.show()
    qtbot.waitUntil(view.candidates.none.begin.isVisible)
    assert not view.candidates.scan.isVisible()  # it would offer the same
    assert view.candidates.none.begin.text() == "Scan the sessions of your agents"
    assert view.candidates.none.choose.isVisible()  # for those that are elsewhere
    going, scan = threading.Event(), learning.scan

    def held_up(*arguments: Any, **named: Any) -> ScannedDocument:
        going.wait()
        return scan(*arguments, **named)

    monkeypatch.setattr(learning, "scan", held_up)
    view.candidates.none.begin.click()
    reading = "The sessions of your agents are being read. What they repeat appears here."
    qtbot.waitUntil(lambda: reading in words(view.candidates.none))
    assert not view.candidates.none.begin.isVisible() and view.candidates.scan.isVisible()
    going.set()
    why = "1 session was read, but only those of the last 30 days are looked through, and there"
    qtbot.waitUntil(lambda: any(one.startswith(why) for one in words(view.candidates.none)))
    assert view.candidates.none.further.isVisible()
    asked: list[str] = []
    context.go.setting_requested.connect(asked.append)
    view.candidates.none.further.click()
    assert asked == ["Days to look back"]
    with vault.write(None) as write:
        write.db.execute("update transcript_session set ended = ?", (write.at.isoformat(),))
        write.touch(changes.Part.LEARNING)
    view.candidates.look()
    qtbot.waitUntil(lambda: not view.candidates.none.further.isVisible())
    said = [one.text() for one in view.candidates.findChildren(QLabel) if one.isVisible()]
    assert any(one.startswith("1 session was read, 1 of the last 30 days. Nothing") for one in said)
    assert [one.path for one in watching.watched(vault)] == [sessions.resolve()]
    assert told == ["2 files read, 1 session in all: nothing is repeated often enough"]
    view.candidates.none.show_seen(see(vault)._replace(is_due=True), reading=False)
    due = "1 session was read, and some are yet to be looked through for what is repeated."
    assert due in words(view.candidates.none)
    view.candidates.scanning.begin()
    qtbot.waitUntil(lambda: told[1:] == ["Nothing has changed since the last scan"])
    delete(view)


def test_a_scan_that_is_stopped_says_how_far_it_got(
    qtbot: QtBot,
    view: LifecycleView,
    vault: Vault,
    context: AppContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder := tmp_path / "sessions").mkdir()
    (folder / "s1.jsonl").write_text("".join(rows(("did", "make"))))
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    scan, read = learning.scan, threading.Event()

    def goes_on(*arguments: Any, **named: Any) -> ScannedDocument:
        done, progress = scan(*arguments, **named), named["progress"]
        read.set()
        while not progress.cancelled:
            read.wait(0.01)
        checkpoint(progress)
        return done

    monkeypatch.setattr(learning, "scan", goes_on)
    begun: list[Job] = []
    context.jobs.started.connect(begun.append)
    view.candidates.scanning.scan([folder], watch=True)
    (job,) = [one for one in begun if one.title == "Reading the sessions of agents"]
    qtbot.waitUntil(read.is_set)
    job.cancel()
    said = "Scan stopped with 1 session read. The next scan goes on from there."
    qtbot.waitUntil(lambda: told == [said])
    assert resting.is_resting(vault) and not view.candidates.scanning.is_reading
    monkeypatch.setattr(learning, "scan", scan)
    view.candidates.scanning.scan([], watch=False)
    qtbot.waitUntil(lambda: told[1:] == ["Nothing has changed since the last scan"])
    assert not resting.is_resting(vault)


def test_where_no_client_keeps_sessions_a_folder_is_chosen(
    qtbot: QtBot, context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    view = LifecycleView(context)
    view.show()
    qtbot.waitUntil(view.candidates.none.begin.isVisible)
    assert view.candidates.none.begin.text() == "Choose a folder of sessions…"
    assert not view.candidates.none.choose.isVisible()
    view.candidates.none.begin.click()
    (dialog,) = view.window().findChildren(QFileDialog)
    dialog.reject()
    delete(view)


def test_the_rules_are_said_as_they_are_now(
    qtbot: QtBot, view: LifecycleView, context: AppContext
) -> None:
    settings = SettingsView(context)
    settings.knowledge.put("candidate_sessions", 2)
    said = "same calls in order, in 2 sessions or more, last 30 days"
    qtbot.waitUntil(lambda: said in words(view.candidates))
    delete(settings)


def test_the_menu_of_a_scan_stays_in_the_window(view: LifecycleView, hands: Hands) -> None:
    """Also where a command opens it, and under letters of any size."""
    view.resize(700, 560)
    hands.wait_on(view)
    for opened in (view.candidates.ask_what, view.candidates.scan.showMenu):
        opened()
        menu = view.candidates.scan.menu()
        button, window = view.candidates.scan, view.window()
        end = button.mapToGlobal(QPoint(button.width(), 0)).x()
        assert menu.isVisible() and menu.geometry().right() < end
        assert end < window.mapToGlobal(QPoint(window.width(), 0)).x()
        menu.close()


def test_a_model_that_is_there_proposes_a_name_that_can_be_undone(
    qtbot: QtBot, make: Make, vault: Vault
) -> None:
    put(vault, "tag-and-push", 0.9)
    (row,) = read_listed(vault)
    good = json.dumps({"name": "Publish a release", "occasion": "a version is ready"})
    context = make("nothing of use", good)
    explained: list[str] = []
    context.say.explained.connect(lambda error, *_more: explained.append(str(error)))
    parent = QWidget()
    dialog = CandidateDialog(context, row, parent)
    dialog.show()
    dialog.name.click()
    qtbot.waitUntil(lambda: bool(explained))
    assert dialog.name.isEnabled() and dialog.text.toPlainText() == row.one.text
    dialog.name.click()
    qtbot.waitUntil(lambda: dialog.text.toPlainText().startswith("# Publish a release\n"))
    assert dialog.keep.isEnabled()
    dialog.text.undo()
    assert dialog.text.toPlainText() == row.one.text
    dialog.reject()
    without = CandidateDialog(make(), row, parent)
    assert not without.name.isVisibleTo(without)
    delete(parent)
