"""What the vault knows about its upkeep: when each task ran, what it has seen, what went wrong."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.core.changes import Changes, Part
from app.core.errors import Cancelled
from app.core.upkeep.context import Context
from app.core.upkeep.tasks import TASKS, Task
from app.core.vault import Vault, Write

_MORE = Part.MEMORIES | Part.TRUST
"""What changes more than the skills it names: a pack that came is also the one of others."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The last time a task was tried: `trouble` is empty where it did its work, which then took
    in every change up to number `seen`."""

    at: datetime
    seen: int
    basis: str
    trouble: str


def ran(vault: Vault) -> dict[str, Ran]:
    """By the names of the tasks; those that never ran are missing."""
    rows = vault.rows("select task, ran, seen, basis, trouble from upkeep")
    return {name: Ran(datetime.fromisoformat(at), *rest) for name, at, *rest in rows}


def record(write: Write, task: str, done: Ran) -> None:
    """Keep it in place of what was kept."""
    write.db.execute(
        "insert or replace into upkeep values (?, ?, ?, ?, ?)",
        (task, done.at.isoformat(), done.seen, done.basis, done.trouble),
    )
    write.touch(Part.UPKEEP)


def seen(write: Write, tasks: Collection[str], number: int) -> None:
    """These tasks know of every change up to that number."""
    write.db.executemany(
        "update upkeep set seen = ? where task = ?", [(number, task) for task in tasks]
    )
    write.touch(Part.UPKEEP)


@dataclass(frozen=True, slots=True)
class Due:
    """A task that has something to do, and the skills it is about if that is known."""

    task: Task
    changed: frozenset[int] | None


def due(context: Context) -> tuple[Due, ...]:
    """The tasks that have something to do, as far as can be told without looking for it."""
    known = ran(context.vault)
    log = _log(context.vault, known)
    found = (_due(task, known.get(task.name), log, context) for task in TASKS)
    return tuple(one for one in found if one is not None)


def _due(
    task: Task, last: Ran | None, log: Sequence[tuple[int, Changes]], context: Context
) -> Due | None:
    if last is None or last.trouble or _is_time(task, last, context):
        return Due(task, None)
    if log and log[0][0] > last.seen + 1:  # older changes were thrown away
        return Due(task, None) if task.concerns else None
    unseen = [one for number, one in log if number > last.seen]
    news = [one for one in unseen if one.parts & task.concerns]
    if not news:
        return None
    if any(one.parts & _MORE for one in unseen) or not all(one.skills for one in news):
        return Due(task, None)
    return Due(task, frozenset[int]().union(*(one.skills for one in news)))


def _is_time(task: Task, last: Ran, context: Context) -> bool:
    """Whether it is due whatever changed."""
    every = task.every(context)
    if every is not None and abs(context.vault.now() - last.at) >= every:
        return True
    try:
        return last.basis != task.basis(context)
    except Cancelled:
        raise
    except Exception:  # noqa: BLE001  running it says what is wrong
        return True


def _log(vault: Vault, known: Mapping[str, Ran]) -> list[tuple[int, Changes]]:
    """The changes that some task has not seen, as far as they were not thrown away."""
    rows = vault.rows(
        "select id, parts, skills from change where id > ? order by id",
        min((one.seen for one in known.values()), default=0),
    )
    return [(i, Changes(Part(parts), frozenset(json.loads(of)))) for i, parts, of in rows]
