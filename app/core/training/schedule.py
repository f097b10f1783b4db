"""When skills are trained by themselves; what comes of it waits, unless chosen otherwise."""

import json
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Protocol

from app.core.changes import Part
from app.core.errors import AppError, StaleEdit
from app.core.library import library
from app.core.library.record import Status
from app.core.progress import SILENT, Progress, checkpoint
from app.core.training import inbox
from app.core.training.inbox import Cause
from app.core.training.proposal import GOOD, Recall, accept_all
from app.core.training.render import NoRoom
from app.core.training.train import accept, propose
from app.core.vault import Vault
from app.core.words import _

USUAL_DAYS = 7
LONGEST_DAYS = 365


@dataclass(frozen=True, slots=True)
class Plan:
    """When a skill is trained again by itself.

    Every so many days (None: never for that reason), and when a memory that stands in it was
    changed or forgotten. `automatic` saves the result; otherwise it waits in the inbox.
    """

    every_days: int | None = USUAL_DAYS
    when_memories_change: bool = True
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What the decision depends on: the last look, memories changed since, a proposal waiting."""

    looked: datetime
    changed: frozenset[int] = frozenset()
    waiting: bool = False


class News(Protocol):
    """Knows which memories are no longer as they were."""

    def changed_since(self, fragments: Collection[int], at: datetime) -> frozenset[int]:
        """Those that were superseded or forgotten after that moment."""


def due(plan: Plan, facts: Facts, now: datetime) -> Cause | None:
    """Why the skill should be trained now; None if it should not. Pure."""
    if facts.waiting:
        return None
    if plan.when_memories_change and facts.changed:
        return Cause.MEMORIES_CHANGED
    if plan.every_days is not None and now - facts.looked >= timedelta(days=plan.every_days):
        return Cause.SCHEDULED
    return None


def plan_of(vault: Vault, skill: int) -> Plan | None:
    """The plan of a skill; None when it is only trained by hand."""
    row = vault.row("select plan from training_plan where skill = ?", skill)
    return Plan(**json.loads(row[0])) if row else None


def set_plan(vault: Vault, skill: int, plan: Plan | None) -> None:
    """Plan a skill's training from now on, or no longer. Raises `AppError` for impossible days."""
    if plan is not None and not (plan.every_days is None or 1 <= plan.every_days <= LONGEST_DAYS):
        raise AppError(
            _("A skill can be trained every 1 to {most} days.").format(most=LONGEST_DAYS)
        )
    with vault.write(None) as write:
        write.db.execute("delete from training_plan where skill = ?", (skill,))
        if plan is not None:
            write.db.execute(
                "insert into training_plan values (?, ?, ?)",
                (skill, json.dumps(asdict(plan)), write.at.isoformat()),
            )
        write.touch(Part.TRAINING, skill)


def tend(
    vault: Vault, recall: Recall, news: News, progress: Progress = SILENT
) -> tuple[tuple[int, Cause], ...]:
    """Train every skill that is due; which ones, and why. Takes a while: a job, every few minutes.

    Even an automatic plan only puts a result into the inbox that would take out a memory which is
    still as it was.
    """
    done = []
    for skill, plan, facts in _planned(vault, news):
        checkpoint(progress)
        cause = due(plan, facts, vault.now())
        if cause is None:
            continue
        try:
            _train(vault, skill, plan, facts, cause, recall, progress)
        except StaleEdit:
            continue  # somebody is at it; the next time will do
        except NoRoom:
            _looked(vault, skill)
            continue
        done.append((skill, cause))
    return tuple(done)


def _train(
    vault: Vault, skill: int, plan: Plan, facts: Facts, cause: Cause, recall: Recall,
    progress: Progress,
) -> None:  # fmt: skip
    proposal = propose(vault, skill, recall, progress)
    if plan.automatic and facts.changed.issuperset(proposal.gone):
        accept(vault, accept_all(proposal, GOOD))
    elif proposal.says_something:
        inbox.keep(vault, proposal, cause)
    _looked(vault, skill)


def _looked(vault: Vault, skill: int) -> None:
    with vault.write(None) as write:
        write.db.execute(
            "update training_plan set looked = ? where skill = ?", (write.at.isoformat(), skill)
        )
        write.touch(Part.TRAINING, skill)


def _planned(vault: Vault, news: News) -> Iterator[tuple[int, Plan, Facts]]:
    """The active skills that have a plan, with what is known about them."""
    waiting = {one.skill for one in inbox.waiting(vault, put_off=True) if one.is_current}
    for skill, stored, at in vault.rows(
        "select p.skill, p.plan, p.looked from training_plan p join skill s on s.id = p.skill"
        " where s.current is not null and s.status = ? order by p.looked",
        Status.ACTIVE,
    ):
        state = library.current(vault, skill)
        training = state[2].training if state is not None else None
        cited = [placed.fragment for placed in training.placed] if training else []
        looked = datetime.fromisoformat(at)
        changed = news.changed_since(cited, looked) if cited else frozenset()
        yield skill, Plan(**json.loads(stored)), Facts(looked, changed, skill in waiting)
