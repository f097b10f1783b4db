"""Doing what is due. Windows, commands and servers only start it, and tell what it says."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from app.core.changes import Changes, Part
from app.core.errors import AppError, Cancelled
from app.core.progress import SILENT, Named, Progress, checkpoint
from app.core.upkeep import CONCERNS, state
from app.core.upkeep.context import Context
from app.core.upkeep.lease import Lease, While, leased
from app.core.upkeep.state import Ran
from app.core.upkeep.tasks import TASKS, Task
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tasks that were done, and why others could not be: an `AppError`, or a bug.

    `lost` when somebody else went on with the rest meanwhile.
    """

    done: tuple[str, ...] = ()
    failed: Mapping[str, Exception] = field(default_factory=dict)
    lost: bool = False


def run(context: Context, holder: str, progress: Progress = SILENT) -> Outcome:
    """Do what is due, under the lease, as `holder`. Takes a while: a job.

    A task that fails holds up no other and is tried again the next time. Where nothing is due
    nothing is written. Raises `LeaseHeld` where somebody else does it, and `Cancelled`; what was
    done until then is kept.
    """
    if not state.due(context):
        return Outcome()
    with leased(context.vault, holder) as lease:
        return _run(context, lease, progress)


def _run(context: Context, lease: Lease, progress: Progress) -> Outcome:
    done: list[str] = []
    failed: dict[str, Exception] = {}
    start = context.vault.newest_change()
    with _own(context.vault) as own:
        for one in state.due(context):  # somebody may have done it while the lease was theirs
            known, before = replace(context, changed=one.changed), own.count
            try:
                trouble = _do(known, one.task, While(lease, progress))
            except Cancelled:
                checkpoint(progress)
                return Outcome(tuple(done), failed, lost=True)
            if trouble is None:
                done.append(one.task.name)
            else:
                failed[one.task.name] = trouble
            own.is_news |= one.task.changes_skills and own.count > before
        settled = [task.name for task in TASKS if task.name not in failed]
        _settle(context.vault, lease, settled, start, own)
    return Outcome(tuple(done), failed)


def _do(context: Context, task: Task, progress: While) -> Exception | None:
    """Run one task and keep that it ran; returns what went wrong. Raises `Cancelled`."""
    vault, trouble = context.vault, None
    checkpoint(progress)
    named = Named(progress, task.title())
    named.report(0.0)
    seen = vault.newest_change()
    try:
        basis = task.basis(context)
        task.run(context, named)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  the others have their own work to do
        basis, trouble = "", error
    with vault.write(None) as write:
        if not progress.lease.renew(write):
            raise Cancelled("Somebody else has the lease.")
        state.record(write, task.name, Ran(write.at, seen, basis, _told(trouble)))
    return trouble


@dataclass(slots=True)
class _Own:
    """How many changes that concern upkeep this thread made, and whether tasks that were done
    before them have to look at them."""

    count: int = 0
    is_news: bool = False


@contextmanager
def _own(vault: Vault) -> Iterator[_Own]:
    """Count what this thread changes inside."""
    own, me = _Own(), threading.get_ident()

    def note(changes: Changes) -> None:
        if threading.get_ident() == me and changes.parts & CONCERNS:
            own.count += 1

    unsubscribe = vault.subscribe(note)
    try:
        yield own
    finally:
        unsubscribe()


def _settle(vault: Vault, lease: Lease, tasks: Sequence[str], start: int, own: _Own) -> None:
    """Spare the tasks another look where all that changed since the start is their own doing.

    Those that were not due knew of everything before.
    """
    if own.is_news or not own.count:
        return
    with vault.write(None) as write:
        rows = write.rows("select id, parts from change where id > ?", start)
        if sum(bool(Part(parts) & CONCERNS) for _number, parts in rows) == own.count:
            state.seen(write, tasks, max(number for number, _parts in rows))
            lease.renew(write)


def _told(trouble: Exception | None) -> str:
    """What may be kept about it: the message of a bug may quote a skill."""
    if trouble is None:
        return ""
    return str(trouble) if isinstance(trouble, AppError) else type(trouble).__name__
