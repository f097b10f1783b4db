"""The lease: exactly one process does upkeep at a time, and a killed one is followed by another.

It is a row in the vault with an owner and a moment of expiry by the vault's clock. Whoever has it
renews it from a thread while they work. Clocks jump, so expiry decides only who may take it: what
keeps two from working on is that every renewal finds out whether the lease is still one's own.
All work under it is harmless when it is done twice, also in the moment until that is found out.
"""

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.core.changes import Part
from app.core.errors import AppError
from app.core.progress import Progress
from app.core.vault import Vault, Write
from app.core.words import _

log = logging.getLogger(__name__)

LENGTH = timedelta(seconds=60)
"""After this much silence of its holder somebody else may take it."""
_BEAT = 15.0
"""Seconds between two renewals; three may fail, because the vault is busy, before it expires."""
_NAME = "upkeep"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has the lease, in words ("window, process 4711"), since when, and until when at most."""

    name: str
    taken: datetime
    until: datetime


class LeaseHeld(AppError):
    """Somebody else does the upkeep now."""

    code = "lease-held"

    def __init__(self, holder: Holder) -> None:
        super().__init__(
            _("Another process is already doing the upkeep: {holder}.").format(holder=holder.name),
            _("There is nothing to do; it covers your changes."),
        )
        self.holder = holder


class Lease:
    """One's own. `lost` once somebody else took it: the work under it is to stop."""

    def __init__(self, vault: Vault, owner: str) -> None:
        self._vault, self._owner = vault, owner
        self.lost = False
        self._done = threading.Event()
        self._beating = threading.Thread(target=self._beat, name="upkeep lease", daemon=True)
        self._beating.start()

    def renew(self, write: Write) -> bool:
        """Extend it as a part of this write; False if it was lost."""
        write.db.execute(
            "update lease set until = ? where name = ? and owner = ?",
            ((write.at + LENGTH).isoformat(), _NAME, self._owner),
        )
        if not write.db.changes():
            self.lost = True
            return False
        write.touch(Part.UPKEEP)
        return True

    def release(self) -> None:
        """Let go of it. A vault that was closed meanwhile keeps it until it expires."""
        self._done.set()
        with suppress(AppError), self._vault.write(None) as write:
            write.db.execute("delete from lease where name = ? and owner = ?", (_NAME, self._owner))
            if write.db.changes():
                write.touch(Part.UPKEEP)
        self._beating.join()

    def _beat(self) -> None:
        while not (self._done.wait(_BEAT) or self.lost):
            try:
                with self._vault.write(None) as write:
                    self.renew(write)
            except AppError as error:  # the vault is busy, or closed: there is a next time, or none
                log.info("The lease could not be renewed: %s", error)


@dataclass(frozen=True, slots=True)
class While:
    """The progress of work that goes on only while the lease is one's own."""

    lease: Lease
    whole: Progress

    @property
    def cancelled(self) -> bool:
        return self.lease.lost or self.whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        self.whole.report(fraction, text)


@contextmanager
def leased(vault: Vault, holder: str) -> Iterator[Lease]:
    """Have the lease inside; raises `LeaseHeld`, at once, where somebody else has it."""
    owner = secrets.token_hex(8)
    with vault.write(None) as write:
        held = _held(write.row(_ROW, _NAME), write.at)
        if held is not None:
            raise LeaseHeld(held)
        write.db.execute(
            "insert or replace into lease values (?, ?, ?, ?, ?)",
            (_NAME, owner, holder, write.at.isoformat(), (write.at + LENGTH).isoformat()),
        )
        write.touch(Part.UPKEEP)
    lease = Lease(vault, owner)
    try:
        yield lease
    finally:
        lease.release()


def holder(vault: Vault) -> Holder | None:
    """Who has the lease now; None for nobody."""
    return _held(vault.row(_ROW, _NAME), vault.now())


_ROW = "select holder, taken, until from lease where name = ?"


def _held(row: tuple[str, str, str] | None, now: datetime) -> Holder | None:
    """What a row says at `now`. One that expires later than any lease can is of a clock that was
    set back since, and holds nobody up."""
    if row is None:
        return None
    found = Holder(row[0], datetime.fromisoformat(row[1]), datetime.fromisoformat(row[2]))
    return found if now < found.until <= now + LENGTH else None
