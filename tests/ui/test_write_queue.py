"""Writes that would have to wait are jobs, in the order they were asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.errors import AppError
from app.core.vault import Vault
from app.ui.jobs import Jobs
from app.ui.write_queue import WriteQueue
from tests.other_process import OtherProcess, other_process


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.shut_down()


@pytest.fixture
def writes(qtbot: QtBot, vault: Vault, jobs: Jobs) -> WriteQueue:
    return WriteQueue(vault, jobs)


@pytest.fixture
def other(home: Path, data_key: bytes) -> Iterator[OtherProcess]:
    with other_process(home, data_key) as process:
        process.take()
        yield process


def test_what_need_not_wait_is_done_at_once(vault: Vault, writes: WriteQueue) -> None:
    done: list[str] = []
    writes.write(writes, "Save", lambda: vault.put_setting("a", 1), lambda _n: done.append("a"))
    writes.after(writes, lambda: done.append("after"))
    assert vault.setting("a") == 1 and done == ["a", "after"] and not writes.is_waiting
    with pytest.raises(AppError, match="no"):
        writes.write(writes, "Save", _refuse)
    writes.write(writes, "Save", _refuse, failed=lambda error: done.append(str(error)))
    assert done[-1] == "no"


def test_what_waits_keeps_its_order(
    qtbot: QtBot, vault: Vault, writes: WriteQueue, jobs: Jobs, other: OtherProcess
) -> None:
    """Also what does not write, what fails, and what a finished one asks for."""
    said: list[str] = []
    jobs.failed.connect(lambda _owner, error: said.append(f"announced {error}"))

    def put(value: str) -> None:
        vault.put_setting("all", f"{vault.setting('all') or ''}{value}")

    def more(_nothing: None) -> None:
        said.append("a")
        writes.write(writes, "Save", lambda: put("z"), lambda _n: said.append("z"))

    writes.write(writes, "Save", lambda: put("a"), more)
    writes.write(writes, "Save", _refuse, failed=lambda error: said.append(f"told {error}"))
    writes.write(writes, "Save", _refuse)
    writes.after(writes, lambda: said.append("after"))
    writes.way_back(lambda: put("b"))()
    started: list[str] = []
    jobs.started.connect(lambda job: started.append(job.title))
    writes.run(writes, "Long", lambda _p: put("c"), lambda _n: said.append("c"), short=False)
    assert said == [] and writes.is_waiting and "Long" not in started
    other.release()
    qtbot.waitUntil(lambda: "z" in said and "c" in said)
    assert said[:4] == ["a", "told no", "announced no", "after"]
    assert str(vault.setting("all")).startswith("ab")
    qtbot.waitUntil(lambda: not writes.is_waiting)


def test_what_was_asked_for_is_written_though_nobody_is_there_to_hear(
    qtbot: QtBot, vault: Vault, writes: WriteQueue, other: OtherProcess
) -> None:
    owner = QObject()
    said: list[str] = []
    writes.write(owner, "Save", lambda: vault.put_setting("a", 1), lambda _n: said.append("a"))
    writes.after(owner, lambda: said.append("after"))
    delete(owner)
    other.release()
    qtbot.waitUntil(lambda: not writes.is_waiting)
    assert vault.setting("a") == 1 and said == []


def _refuse() -> None:
    raise AppError("no")
