"""The window starts upkeep, waits where another process is at it, and tells a failure once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.core import vaults
from app.core.errors import AppError
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.lifecycle import deprecation, outcomes
from app.core.memory import linking, memories
from app.core.memory.retrieval.hashed import Hashed
from app.core.upkeep import state
from app.core.upkeep.lease import LENGTH, Holder, LeaseHeld, leased
from app.core.upkeep.upkeep import Outcome
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.shell.lifecycle_news import LifecycleNews
from app.ui.views.shell.upkeep_runner import LATER, UpkeepRunner
from app.ui.window_state import WindowState
from tests.conftest import Clock


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    kept = WindowState(tmp_path / "window.json")
    yield AppContext(vault, bridge, jobs, theme, kept, EmbedderService(Hashed()))
    jobs.shut_down()
    bridge.stop()


@contextmanager
def upkeep_runner(context: AppContext, qtbot: QtBot) -> Iterator[UpkeepRunner]:
    made = UpkeepRunner(context)
    yield made
    made.stop()
    qtbot.waitUntil(lambda: made._job is None)


def run(one: UpkeepRunner, qtbot: QtBot) -> None:
    one.start()
    qtbot.waitUntil(lambda: one._job is None)


def test_what_is_due_is_done(context: AppContext, qtbot: QtBot) -> None:
    with upkeep_runner(context, qtbot) as one:
        run(one, qtbot)
        assert len(vaults.backups(context.vault.home.folder)) == 1
        assert set(state.ran(context.vault)) >= {"skills", "meaning", "backup", "training"}
        library.save(context.vault, None, "# Brew tea\n\n1. Pour.\n")
        qtbot.waitUntil(lambda: one.busy)


def test_it_waits_for_whoever_has_the_lease(
    context: AppContext, qtbot: QtBot, clock: Clock
) -> None:
    memories.remember(context.vault, "A cup broke.")
    with upkeep_runner(context, qtbot) as one:
        with leased(context.vault, "command line, process 1"):
            with qtbot.assertNotEmitted(context.say.explained):
                run(one, qtbot)
            assert state.ran(context.vault) == {}
            assert one.busy
            now = clock()
            one._on_failed(LeaseHeld(Holder("command line", now, now + LENGTH)))
            assert one._wait.interval() == LATER + 60_000
            memories.remember(context.vault, "A plate broke.")
            qtbot.waitUntil(lambda: one._wait.interval() == LATER)
        run(one, qtbot)
        assert linking.waiting(context.vault) == 0


def test_what_fails_is_told_once_and_again_once_it_had_worked(
    context: AppContext, qtbot: QtBot, vault: Vault
) -> None:
    told: list[str] = []
    (vault.home.folder / "backups").write_text("in the way")
    with upkeep_runner(context, qtbot) as one:
        context.say.explained.connect(lambda error, _action, _act: told.append(str(error)))
        run(one, qtbot)
        run(one, qtbot)
        ran = state.ran(vault)
        assert told == [ran["backup"].trouble] != [""]
        assert ran["meaning"].trouble == ""
        (vault.home.folder / "backups").unlink()
        run(one, qtbot)
        assert len(vaults.backups(vault.home.folder)) == 1
        assert len(told) == 1


def test_a_bug_goes_to_the_crash_reporter_and_the_rest_is_done(
    context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: Any) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(linking, "catch_up", broken)
    with upkeep_runner(context, qtbot) as one:
        with qtbot.waitSignal(context.jobs.failed) as failed:
            run(one, qtbot)
        assert isinstance(failed.args[1], ZeroDivisionError)
        assert len(vaults.backups(context.vault.home.folder)) == 1


def test_only_missing_meanings_are_made_up_for_by_words(context: AppContext, qtbot: QtBot) -> None:
    told: list[str] = []
    with upkeep_runner(context, qtbot) as one:
        context.say.explained.connect(lambda error, _action, _act: told.append(str(error)))
        one._on_done(Outcome(failed={"backup": AppError("Why."), "meaning": AppError("Why.")}))
    assert told == ["Why.", "Search matches words only. Why."]


def test_what_was_deprecated_is_told_once_with_the_way_back(
    context: AppContext, qtbot: QtBot
) -> None:
    vault = context.vault
    skills = [library.save(vault, None, f"# Tea {n}\n\n1. Pour.\n").skill for n in range(4)]
    for skill in skills:
        for session in range(10):
            outcomes.record(vault, skill, -1, session=f"s{session}")
    _news = LifecycleNews(context, context.jobs)
    with upkeep_runner(context, qtbot) as one, qtbot.assertNotEmitted(context.say.offered):
        with qtbot.waitSignal(context.say.warned) as told:
            run(one, qtbot)
        assert told.args is not None
        sentence, action, restore = told.args
        assert sentence.startswith("4 skills mostly fail and are no longer suggested: “Tea 0”, ")
        assert sentence.endswith("“Tea 2” and others.")
        assert action == "Restore"
        qtbot.waitUntil(lambda: not deprecation.untold(vault))
        with qtbot.assertNotEmitted(context.say.warned):
            run(one, qtbot)
        with qtbot.waitSignal(context.say.told) as back:
            restore()
        assert back.args == ["4 skills restored", True]
    assert {row.status for row in catalogue.rows(vault)} == {Status.ACTIVE}
