"""What the vault knows about its upkeep: when each task ran, what it has seen, what went wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from app.core.changes import Part
from app.core.errors import Cancelled
from app.core.upkeep.context import Context
from app.core.upkeep.tasks import TASKS, Task
from app.core.vault import Vault, Write


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


def due(context: Context) -> tuple[Task, ...]:
    """The tasks that have something to do, as far as can be told without looking for it."""
    known = ran(context.vault)
    news = _news(context.vault, known)
    now = context.vault.now()
    return tuple(task for task in TASKS if _is_due(task, known.get(task.name), news, context, now))


def _is_due(
    task: Task, last: Ran | None, news: Mapping[int, Part], context: Context, now: datetime
) -> bool:
    if last is None or last.trouble or news[last.seen] & task.concerns:
        return True
    every = task.every(context)
    if every is not None and abs(now - last.at) >= every:
        return True
    try:
        return last.basis != task.basis(context)
    except Cancelled:
        raise
    except Exception:  # noqa: BLE001  running it says what is wrong
        return True


def _news(vault: Vault, known: Mapping[str, Ran]) -> dict[int, Part]:
    """What changed after each of the changes that some task has seen.

    Old changes are thrown away: who has not seen those has to look at everything.
    """
    seen = {one.seen for one in known.values()}
    if not seen:
        return {}
    rows = vault.rows("select id, parts from change where id > ? order by id", min(seen))
    oldest = rows[0][0] if rows else 0
    found: dict[int, Part] = {}
    for number in seen:
        parts = Part.NONE
        for change, stored in rows:
            if change > number:
                parts |= Part(stored)
        found[number] = ~Part.NONE if rows and number + 1 < oldest else parts
    return found
