"""The icon and colour of each reason a version can have. Public names: `Mark`, `mark`."""

from dataclasses import dataclass

from app.core.library.record import Reason
from app.core.skills.model import GoalKind


@dataclass(frozen=True, slots=True)
class Mark:
    """An icon with the names of the colour it has and of the soft fill below its word."""

    icon: str
    colour: str
    soft: str


_MARKS = {
    Reason.EDITED: Mark("edit", "acc", "acc_soft"),
    Reason.IMPORTED: Mark("import", f"goal:{GoalKind.REQUIRES}", f"soft:{GoalKind.REQUIRES}"),
    Reason.TRAINED: Mark("memory", "mem", "mem_soft"),
    Reason.REWRITTEN: Mark("memory", "mem", "mem_soft"),
    Reason.ROLLED_BACK: Mark("rollback", "warn", "warn_soft"),
    Reason.UNDONE: Mark("undo", "t2", "bg4"),
    Reason.REDONE: Mark("redo", "t2", "bg4"),
    Reason.NAMED: Mark("flag", f"goal:{GoalKind.ON_COMPLETION}", f"soft:{GoalKind.ON_COMPLETION}"),
    Reason.DISK: Mark("from-disk", "t2", "bg4"),
    Reason.FILED: Mark("folder", "t2", "bg4"),
    Reason.DELETED: Mark("trash", "err", "err_soft"),
}


def mark(reason: Reason) -> Mark:
    """How versions with that reason are marked."""
    return _MARKS[reason]
