"""What goes on behind the answers: doing it, and when it was done last."""

from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.errors import AppError
from app.core.progress import SILENT, Progress
from app.core.upkeep import lease, state
from app.core.upkeep.context import Context
from app.core.upkeep.lease import Holder, LeaseHeld
from app.core.upkeep.state import Ran
from app.core.upkeep.tasks import TASKS
from app.core.upkeep.upkeep import run
from app.core.vault import Vault


class FailedTaskDocument(TypedDict):
    """A task that failed, and why; it is tried again."""

    task: str
    why: str


class UpkeepDocument(TypedDict):
    """What was done; `heldBy` is who else is at it, null for nobody."""

    done: list[str]
    failed: list[FailedTaskDocument]
    heldBy: str | None


class TaskDocument(TypedDict):
    """When a task was done last, and what kept it from its work."""

    task: str
    ran: str | None
    trouble: str


class UpkeepStateDocument(TypedDict):
    """When each task was done last, and who is at it now."""

    heldBy: str | None
    tasks: list[TaskDocument]


@dataclass(frozen=True, slots=True)
class Done:
    """What was done; `held` is raised where somebody else is at it."""

    done: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    held: LeaseHeld | None = None

    @property
    def document(self) -> UpkeepDocument:
        return {
            "done": list(self.done),
            "failed": [{"task": task, "why": why} for task, why in self.failed],
            "heldBy": self.held.holder.name if self.held is not None else None,
        }


@dataclass(frozen=True, slots=True)
class State:
    """The last time of each task that ever ran, and who is at it now."""

    ran: Mapping[str, Ran]
    holder: Holder | None

    @property
    def document(self) -> UpkeepStateDocument:
        return {
            "heldBy": self.holder.name if self.holder else None,
            "tasks": [_task(task.name, self.ran.get(task.name)) for task in TASKS],
        }


def run_upkeep(context: Context, holder: str, progress: Progress = SILENT) -> Done:
    """Do whatever is due as `holder`, unless another process is at it. Raises `Cancelled`.

    A task that fails holds up no other; a bug in one is raised when the others are done.
    """
    try:
        outcome = run(context, holder, progress)
    except LeaseHeld as held:
        return Done(held=held)
    failed = tuple((task, _why(error)) for task, error in outcome.failed.items())
    return Done(outcome.done, failed)


def upkeep_state(vault: Vault) -> State:
    return State(state.ran(vault), lease.holder(vault))


def _why(error: Exception) -> str:
    """The sentence of a failure; a bug is told as every bug is."""
    if not isinstance(error, AppError):
        raise error
    return str(error)


def _task(name: str, ran: Ran | None) -> TaskDocument:
    return {
        "task": name,
        "ran": ran.at.isoformat() if ran is not None else None,
        "trouble": ran.trouble if ran is not None else "",
    }
