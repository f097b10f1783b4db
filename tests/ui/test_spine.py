"""Jobs, bridge, commands, crash reports, the single instance and what is kept of the window."""

import gc
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.changes import NO_CHANGES, Changes, Part
from app.core.errors import AppError
from app.core.progress import checkpoint
from app.ui import single_instance
from app.ui.bridge import Bridge
from app.ui.commands import Command, actions, clashes, key_text
from app.ui.crash import CrashReporter, describe
from app.ui.gc_policy import GcPolicy
from app.ui.jobs import Job, Jobs
from app.ui.single_instance import SingleInstance, ring
from app.ui.theme.theme import Theme
from app.ui.window_state import WindowState

# Jobs


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.shut_down()


def test_a_result_comes_home_to_the_gui_thread(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[tuple[int, int]] = []
    jobs.start(QObject(), "quiet", lambda _job: 1, lambda _one: None)
    owner = QObject()
    jobs.start(
        owner,
        "add",
        lambda _job: threading.get_ident(),
        lambda worker: seen.append((worker, threading.get_ident())),
    )
    qtbot.waitUntil(lambda: bool(seen))
    worker, home = seen[0]
    assert home == threading.get_ident() != worker


def test_jobs_let_the_gui_thread_go_on_often() -> None:
    usual = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        Jobs().shut_down()
        assert sys.getswitchinterval() <= 0.001
    finally:
        sys.setswitchinterval(usual)


def test_a_job_reports_and_can_be_stopped(qtbot: QtBot, jobs: Jobs) -> None:
    owner, got, said = QObject(), list[object](), list[tuple[str, float, str]]()
    jobs.progressed.connect(lambda job, part, text: said.append((job.title, part, text)))

    def forever(job: Job) -> None:
        job.report(0.5, "half")
        while True:
            checkpoint(job)

    job = jobs.start(owner, "spin", forever, got.append)
    qtbot.waitUntil(lambda: bool(said))
    with qtbot.waitSignal(jobs.ended), qtbot.assertNotEmitted(jobs.failed):
        job.cancel()
    assert said == [("spin", 0.5, "half")]
    assert job.cancelled
    assert got == []


def test_a_finished_job_that_was_stopped_late_says_nothing(qtbot: QtBot, jobs: Jobs) -> None:
    owner, got, go = QObject(), list[object](), threading.Event()
    job = jobs.start(owner, "slow", lambda _job: go.wait(5), got.append)
    job.cancel()
    with qtbot.waitSignal(jobs.ended):
        go.set()
    assert got == []


def test_a_job_that_was_stopped_before_its_turn_is_never_begun(qtbot: QtBot) -> None:
    jobs, owner, begun, go = Jobs(workers=1), QObject(), list[str](), threading.Event()
    jobs.start(owner, "first", lambda _job: go.wait(5), lambda _result: None)
    waiting = jobs.start(owner, "second", lambda _job: begun.append("x"), lambda _result: None)
    waiting.cancel()
    with qtbot.waitSignals([jobs.ended, jobs.ended]):
        go.set()
    assert begun == []
    jobs.shut_down()


def test_a_job_outlives_its_owner_quietly(qtbot: QtBot, jobs: Jobs) -> None:
    owner, got, go = QObject(), list[object](), threading.Event()
    jobs.start(owner, "slow", lambda _job: go.wait(5), got.append)
    delete(owner)
    with qtbot.waitSignal(jobs.ended):
        go.set()
    assert got == []


def test_a_failure_is_announced_or_handed_to_who_asked(qtbot: QtBot, jobs: Jobs) -> None:
    owner, mine = QObject(), list[Exception]()
    with qtbot.waitSignal(jobs.failed) as caught:
        jobs.start(owner, "bad", lambda _job: 1 / 0, lambda _result: None)
    assert caught.args[0] is owner
    assert isinstance(caught.args[1], ZeroDivisionError)

    def refuse(_job: Job) -> None:
        raise AppError("No.", "Try another.")

    with qtbot.assertNotEmitted(jobs.failed):
        jobs.start(owner, "worse", refuse, lambda _result: None, mine.append)
        qtbot.waitUntil(lambda: bool(mine))
    assert str(mine[0]) == "No."


def test_shutting_down_stops_what_runs_and_what_waits(qtbot: QtBot) -> None:
    jobs, owner, got = Jobs(workers=1), QObject(), list[object]()

    def until_stopped(job: Job) -> None:
        while not job.cancelled:
            pass

    running = jobs.start(owner, "runs", until_stopped, got.append)
    waiting = jobs.start(owner, "waits", until_stopped, got.append)
    jobs.shut_down()
    assert running.cancelled
    assert waiting.cancelled
    with qtbot.waitSignal(jobs.ended):
        pass
    assert got == []


# Bridge


class News:
    """A vault as far as the bridge can see it."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Changes], None]] = []
        self.elsewhere = NO_CHANGES

    def subscribe(self, listener: Callable[[Changes], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def poll(self) -> Changes:
        news, self.elsewhere = self.elsewhere, NO_CHANGES
        if news:
            self.tell(news)
        return news

    def commit(self, skill: int) -> None:
        self.tell(Changes(Part.TEXT, frozenset({skill})))

    def tell(self, changes: Changes) -> None:
        for listener in self.listeners:
            listener(changes)


def test_commits_of_other_threads_arrive_once_and_merged(qtbot: QtBot) -> None:
    news, seen = News(), list[tuple[Changes, int]]()
    bridge = Bridge(news)
    bridge.changed.connect(lambda changes: seen.append((changes, threading.get_ident())))

    def work() -> None:
        for number in range(5):
            news.commit(number)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(Changes(Part.TEXT, frozenset(range(5))), threading.get_ident())]
    bridge.stop()


def test_another_process_is_heard_by_looking(qtbot: QtBot) -> None:
    news = News()
    bridge = Bridge(news)
    seen: list[Changes] = []
    bridge.changed.connect(seen.append)
    news.elsewhere = Changes(Part.LIST, frozenset({7}))
    with qtbot.waitSignal(bridge.changed):
        bridge.look()
    qtbot.wait(0)
    assert seen == [Changes(Part.LIST, frozenset({7}))]
    with qtbot.assertNotEmitted(bridge.changed):
        bridge.look()
        qtbot.wait(0)
    bridge.stop()


def test_a_stopped_bridge_is_silent(qtbot: QtBot) -> None:
    news = News()
    bridge = Bridge(news)
    news.commit(1)
    bridge.stop()
    assert news.listeners == []
    with qtbot.assertNotEmitted(bridge.changed):
        qtbot.wait(0)


# Commands


def test_commands_become_actions(qtbot: QtBot, theme: Theme) -> None:
    done, allowed = list[str](), [True]
    parent = QWidget()
    qtbot.addWidget(parent)
    table = [
        Command("skill.new", "New skill", lambda: done.append("new"), "Ctrl+N", icon="plus"),
        Command("skill.train", "Train…", lambda: done.append("train"), enabled=lambda: allowed[0]),
    ]
    made = actions(table, parent, theme)
    assert list(made) == ["skill.new", "skill.train"]
    assert made["skill.new"] in parent.actions()
    assert made["skill.new"].shortcut().toString() == "Ctrl+N"
    assert not made["skill.new"].icon().isNull()
    made["skill.new"].trigger()
    made["skill.train"].trigger()
    allowed[0] = False
    made["skill.train"].trigger()
    assert done == ["new", "train"]


def test_two_commands_with_one_key_clash() -> None:
    table = [
        Command("a.one", "One", list, "Ctrl+K"),
        Command("a.two", "Two", list, "ctrl+k"),
        Command("a.two", "Again", list),
        Command("a.none", "None", list),
    ]
    assert set(clashes(table)) == {"a.two", key_text("Ctrl+K")}
    assert clashes(table[:1]) == []


# Crash reports


@pytest.fixture
def quiet() -> Iterator[list[str]]:
    """What the crash reporter logged, kept away from the handler that fails every test."""
    lines: list[str] = []
    log = logging.getLogger("app.ui.crash")
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(handler)
    log.propagate = False
    yield lines
    log.propagate = True
    log.removeHandler(handler)


def _boom(context: CrashReporter) -> None:
    try:
        try:
            int("step 3: tell nobody")
        except ValueError:
            raise KeyError("secret skill") from None
    except KeyError as error:
        context.take(type(error), error, error.__traceback__)


def test_a_bug_is_shown_once_per_place_and_logged_each_time(qtbot: QtBot, quiet: list[str]) -> None:
    context, shown = CrashReporter(), list[tuple[str, str]]()
    context.reported.connect(lambda title, details: shown.append((title, details)))
    _boom(context)
    thread = threading.Thread(target=_boom, args=(context,))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(shown))
    qtbot.wait(0)
    assert [title for title, _details in shown] == ["KeyError"]
    assert len(quiet) == 2
    assert "_boom" in shown[0][1]


def test_no_word_of_a_skill_gets_into_a_crash_report() -> None:
    try:
        try:
            int("tell nobody")
        except ValueError as cause:
            raise RuntimeError("step 3: tell nobody") from cause
    except RuntimeError as error:
        details = describe(error, error.__traceback__)
    assert "builtins.ValueError" in details
    assert "builtins.RuntimeError" in details
    assert details.index("ValueError") < details.rindex("RuntimeError")
    assert "step 3" not in details.replace('raise RuntimeError("step 3: tell nobody")', "")


def test_an_error_without_a_place_is_taken_too(qtbot: QtBot, quiet: list[str]) -> None:
    context = CrashReporter()
    with qtbot.waitSignal(context.reported) as caught:
        context.take(MemoryError, MemoryError(), None)
    assert caught.args[0] == "MemoryError"


# One process per home folder


@pytest.fixture
def instance(qtbot: QtBot, tmp_path: Path) -> Iterator[SingleInstance]:
    instance = SingleInstance(tmp_path)
    yield instance
    instance.close()


SECOND_START = """
import json, sys
from pathlib import Path
from app.ui.single_instance import ring
sys.exit(0 if ring(Path(sys.argv[1]), json.loads(sys.argv[2])) else 3)
"""


def _ring(qtbot: QtBot, home: Path, paths: list[str]) -> bool:
    """From another process, as in life."""
    command = [sys.executable, "-c", SECOND_START, str(home), json.dumps(paths)]
    with subprocess.Popen(command) as second:
        qtbot.waitUntil(lambda: second.poll() is not None)
    assert second.returncode in (0, 3)
    return second.returncode == 0


def test_a_second_start_hands_over_and_leaves(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path
) -> None:
    heard: list[list[str]] = []
    instance.rung.connect(heard.append)
    assert _ring(qtbot, tmp_path, ["/packs/a.gsk", "/ünïcode/b\n.gsk"])
    assert _ring(qtbot, tmp_path, [])
    assert heard == [["/packs/a.gsk", "/ünïcode/b\n.gsk"], []]


def test_nobody_answers_an_empty_house(qtbot: QtBot, tmp_path: Path) -> None:
    assert not ring(tmp_path, ["early.gsk"])


def test_the_second_to_listen_leaves_the_first_in_peace(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path
) -> None:
    second = SingleInstance(tmp_path)
    assert instance.listening
    assert not second.listening
    assert _ring(qtbot, tmp_path, [])
    instance.close()
    assert SingleInstance(tmp_path).listening


@pytest.mark.skipif(os.name == "nt", reason="the pipes of Windows have owners of their own")
def test_the_door_of_somebody_else_is_not_rung(
    instance: SingleInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    assert not ring(tmp_path, ["/private/plan.gsk"])


def test_homes_do_not_hear_each_other(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert not ring(other, [])
    assert SingleInstance(other).listening


def test_what_a_crash_left_behind_is_taken_over(qtbot: QtBot, tmp_path: Path) -> None:
    name = single_instance._name(tmp_path)
    stale = QLocalServer()
    stale.listen(name)
    file = Path(stale.fullServerName())
    stale.close()
    if not file.is_absolute():
        pytest.skip("sockets are not files on this system")
    file.touch()
    instance = SingleInstance(tmp_path)
    assert instance.listening
    assert _ring(qtbot, tmp_path, [])
    instance.close()


@pytest.mark.parametrize(
    "line",
    [b"\n", b"[]\n", b'{"open": 1}\n', b'{"open": [1]}\n', b"\xff\xfe\n", b"[" * 9000 + b"\n"],
)
def test_nonsense_is_not_an_order(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path, line: bytes
) -> None:
    heard: list[list[str]] = []
    instance.rung.connect(heard.append)
    caller = QLocalSocket()
    caller.connectToServer(single_instance._name(tmp_path))
    assert caller.waitForConnected(1000)
    with qtbot.waitSignal(caller.disconnected):
        caller.write(line)
        caller.flush()
    assert heard == []
    assert instance.listening


def test_a_line_without_end_is_cut_off(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_instance, "LONGEST", 1000)
    caller = QLocalSocket()
    caller.connectToServer(single_instance._name(tmp_path))
    assert caller.waitForConnected(1000)
    with qtbot.waitSignal(caller.disconnected):
        caller.write(b"x" * 5000)
        caller.flush()


@given(st.lists(st.text()))
def test_every_path_survives_the_way(paths: list[str]) -> None:
    assert single_instance._paths(json.dumps({"open": paths}).encode() + b"\n") == paths


@given(st.binary())
def test_every_line_is_understood_or_refused(line: bytes) -> None:
    assert single_instance._paths(line) is None or isinstance(single_instance._paths(line), list)


# Keep


def test_sizes_and_places_come_back(tmp_path: Path) -> None:
    window_state = WindowState(tmp_path / "window.json")
    window_state.put("width", 264)
    window_state.put("folded", True)
    window_state.put("tab", "outline")
    window_state.put("geometry", QByteArray(b"\x00\xff\x01"))
    window_state.save()
    again = WindowState(tmp_path / "window.json")
    assert again.number("width", 1) == 264
    assert again.flag("folded", False)
    assert again.word("tab", "") == "outline"
    assert again.state("geometry").data() == b"\x00\xff\x01"
    assert [file.name for file in tmp_path.iterdir()] == ["window.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff", b'{"width": "x", "geometry": "?"}', b"[" * 9999]
)
def test_a_damaged_file_is_an_empty_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "window.json").write_bytes(content)
    window_state = WindowState(tmp_path / "window.json")
    assert window_state.number("width", 3) == 3
    assert window_state.flag("width", True)
    assert window_state.state("geometry").isEmpty()
    window_state.put("width", 4)
    window_state.save()
    assert WindowState(tmp_path / "window.json").number("width", 3) == 4


def test_a_disk_that_refuses_is_no_reason_to_fail(tmp_path: Path) -> None:
    window_state = WindowState(tmp_path / "missing" / "window.json")
    window_state.put("width", 1)
    window_state.save()
    folder = tmp_path / "window.json"
    folder.mkdir()
    window_state = WindowState(folder)
    window_state.save()
    assert list(tmp_path.iterdir()) == [folder]


def test_nothing_is_collected_on_the_thread_of_a_job(qtbot: QtBot) -> None:
    """What belongs to Qt would be taken down there, and wait for the window for good."""
    gc.enable()
    owner = QObject()
    gc_policy = GcPolicy(owner)
    where: list[object] = []
    kept: list[list[int]] = []

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            where.append(threading.current_thread())

    def work() -> None:
        Cycle()
        kept.extend([n] for n in range(20_000))

    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert where == []
        gc_policy.look()
        assert where == [threading.main_thread()]
        Cycle()
        gc_policy.clear()
        assert where == [threading.main_thread()] * 2
    finally:
        gc.disable()
