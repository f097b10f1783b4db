"""Doing what is due. Windows, commands and servers only start it, and tell what it says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.core.errors import AppError, Cancelled
from app.core.progress import SILENT, Progress, checkpoint
from app.core.upkeep import state
from app.core.upkeep.context import Context
from app.core.upkeep.lease import Lease, While, leased
from app.core.upkeep.state import Ran
from app.core.upkeep.tasks import Task


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
    for task in state.due(context):  # somebody may have done it while the lease was theirs
        try:
            trouble = _do(context, task, While(lease, progress))
        except Cancelled:
            checkpoint(progress)
            return Outcome(tuple(done), failed, lost=True)
        if trouble is None:
            done.append(task.name)
        else:
            failed[task.name] = trouble
    return Outcome(tuple(done), failed)


def _do(context: Context, task: Task, progress: While) -> Exception | None:
    """Run one task and keep that it ran; returns what went wrong. Raises `Cancelled`."""
    vault, trouble = context.vault, None
    checkpoint(progress)
    progress.report(0.0, task.title())
    seen = vault.newest_change()
    try:
        basis = task.basis(context)
        task.run(context, progress)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  the others have their own work to do
        basis, trouble = "", error
    with vault.write(None) as write:
        if not progress.lease.renew(write):
            raise Cancelled("Somebody else has the lease.")
        state.record(write, task.name, Ran(write.at, seen, basis, _told(trouble)))
    return trouble


def _told(trouble: Exception | None) -> str:
    """What may be kept about it: the message of a bug may quote a skill."""
    if trouble is None:
        return ""
    return str(trouble) if isinstance(trouble, AppError) else type(trouble).__name__
