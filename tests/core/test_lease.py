"""The lease of upkeep: one holder at a time, among real processes, whatever the clocks do."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.progress import SILENT, checkpoint
from app.core.upkeep.lease import LENGTH, LeaseHeld, While, holder, leased
from app.core.vault import Vault
from tests.conftest import Clock

CHILD = """
import sys
from datetime import datetime
from pathlib import Path
from app.core.upkeep.lease import LeaseHeld, leased
from app.core.vault import Vault

home, key, name, now = sys.argv[1:]
with Vault(Path(home), bytes.fromhex(key), now=lambda: datetime.fromisoformat(now)) as vault:
    print("ready", flush=True)
    for _line in sys.stdin:
        try:
            with leased(vault, name):
                print("taken", flush=True)
                sys.stdin.readline()
            print("released", flush=True)
        except LeaseHeld:
            print("held", flush=True)
"""


class Child:
    """Another process that takes the lease when it is told to."""

    def __init__(self, home: Path, data_key: bytes, name: str, now: datetime) -> None:
        given = [str(home), data_key.hex(), name, now.isoformat()]
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, *given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@contextmanager
def children(home: Path, data_key: bytes, clock: Clock, *names: str) -> Iterator[tuple[Child, ...]]:
    made = tuple(Child(home, data_key, name, clock.time) for name in names)
    try:
        assert [child.hear() for child in made] == ["ready"] * len(made)
        yield made
    finally:
        for child in made:
            child.end()


def test_of_two_processes_one_has_it(home: Path, data_key: bytes, clock: Clock) -> None:
    winners = set()
    with children(home, data_key, clock, "one", "two") as both:
        for _round in range(20):
            for child in both:
                child.tell()
            said = {child.hear(): child for child in both}
            assert set(said) == {"taken", "held"}
            winners.add(said["taken"])
            said["taken"].tell()
            assert said["taken"].hear() == "released"
    assert winners <= set(both)


def test_a_killed_holder_is_followed_once_its_lease_expired(
    vault: Vault, home: Path, data_key: bytes, clock: Clock
) -> None:
    with children(home, data_key, clock, "the other") as (child,):
        child.tell()
        assert child.hear() == "taken"
        child.process.kill()
        child.process.wait()
        with pytest.raises(LeaseHeld, match="the other") as refused, leased(vault, "me"):
            pass
        assert refused.value.holder.until == clock.time + LENGTH
        clock.time += LENGTH - timedelta(seconds=1)
        assert holder(vault) is not None
        clock.pass_seconds(1)
        assert holder(vault) is None
        with leased(vault, "me"):
            found = holder(vault)
            assert found is not None and found.name == "me"
    assert holder(vault) is None


def test_renewing_it_keeps_it(vault: Vault, clock: Clock) -> None:
    with leased(vault, "me") as lease:
        for _minute in range(5):
            clock.time += LENGTH - timedelta(seconds=1)
            with vault.write(None) as write:
                assert lease.renew(write)
        with pytest.raises(LeaseHeld), leased(vault, "another"):
            pass


@pytest.mark.parametrize("jump", [timedelta(days=400), timedelta(days=-400)])
def test_a_clock_that_jumps_locks_nobody_out_and_the_first_holder_finds_out(
    vault: Vault, clock: Clock, jump: timedelta
) -> None:
    with leased(vault, "first") as first:
        work = While(first, SILENT)
        checkpoint(work)
        clock.time += jump
        with leased(vault, "second") as second:
            with vault.write(None) as write:
                assert not first.renew(write)
            with pytest.raises(Cancelled):
                checkpoint(work)
            first.release()  # takes nothing away from the second
            with vault.write(None) as write:
                assert second.renew(write)


def test_a_holder_that_renews_in_time_does_not_mind_a_jump(vault: Vault, clock: Clock) -> None:
    with leased(vault, "first") as first:
        clock.time += timedelta(days=400)
        with vault.write(None) as write:
            assert first.renew(write)
        with pytest.raises(LeaseHeld), leased(vault, "second"):
            pass


def test_a_vault_that_is_locked_meanwhile_is_no_error(
    home: Path, data_key: bytes, clock: Clock
) -> None:
    with Vault(home, data_key, now=clock) as vault, leased(vault, "me"):
        vault.close()
    with Vault(home, data_key, now=clock) as vault:
        assert holder(vault) is not None
        clock.time += LENGTH
        with leased(vault, "me"):
            pass
