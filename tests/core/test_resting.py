"""Sessions are read in the background, but not while a person does that or has stopped it."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.core.errors import AppError, Cancelled
from app.core.learning import resting, sessions, watching
from app.core.upkeep import upkeep
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning_scan import rows
from tests.core.test_upkeep import context


@pytest.fixture
def watched(vault: Vault, tmp_path: Path) -> None:
    """A folder with a session that is not read yet."""
    (folder := tmp_path / "sessions").mkdir()
    (folder / "s1.jsonl").write_text("".join(rows(("did", "make"))))
    watching.watch(vault, folder)


@pytest.mark.usefixtures("watched")
def test_it_waits_while_a_person_scans(vault: Vault) -> None:
    with resting.by_hand(vault):
        upkeep.run(context(vault), "test")
        assert sessions.count(vault) == 0
    assert not resting.is_resting(vault)


@pytest.mark.usefixtures("watched")
def test_it_goes_on_a_while_after_a_scan_was_stopped(vault: Vault, clock: Clock) -> None:
    with pytest.raises(Cancelled), resting.by_hand(vault):
        raise Cancelled("Stopped.")
    upkeep.run(context(vault), "test")
    assert sessions.count(vault) == 0
    clock.pass_seconds((resting.AFTER_STOP + timedelta(minutes=1)).total_seconds())
    upkeep.run(context(vault), "test")
    assert sessions.count(vault) == 1


@pytest.mark.usefixtures("watched")
def test_a_scan_that_failed_keeps_nobody_from_reading(vault: Vault) -> None:
    with pytest.raises(AppError), resting.by_hand(vault):
        raise AppError("The disk is full.", "")
    upkeep.run(context(vault), "test")
    assert sessions.count(vault) == 1
