"""Work that nobody waits for steps aside, and still ends."""

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.core.progress import Progress, checkpoint
from app.ui.jobs import Job, Jobs


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    found = Jobs()
    yield found
    found.shut_down()


def test_calm_work_goes_on_when_nobody_waits_for_other_work(qtbot: QtBot, jobs: Jobs) -> None:
    order: list[str] = []
    free = threading.Event()

    def hurried(_job: Job) -> None:
        free.wait()
        order.append("hurried")

    def calm(progress: Progress) -> None:
        checkpoint(progress)
        order.append("calm")

    jobs.start(jobs, "Hurried", hurried, lambda _done: None)
    with qtbot.waitSignal(jobs.ended, check_params_cb=lambda job: job.calm):
        jobs.start_calmly(jobs, "Calm", calm, lambda _done: None)
        free.set()
    assert order == ["hurried", "calm"]


def test_calm_work_that_stands_aside_can_be_cancelled(qtbot: QtBot, jobs: Jobs) -> None:
    free, done = threading.Event(), list[str]()
    jobs.start(jobs, "Hurried", lambda _job: free.wait(), lambda _done: None)

    def calm(progress: Progress) -> None:
        checkpoint(progress)
        done.append("calm")

    job = jobs.start_calmly(jobs, "Calm", calm, lambda _done: None)
    with qtbot.waitSignal(jobs.ended, check_params_cb=lambda ended: ended is job):
        job.cancel()
    free.set()
    assert not done
