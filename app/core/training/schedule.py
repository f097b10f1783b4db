"""When skills are trained by themselves; what comes of it waits, unless chosen otherwise."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.errors import AppError, Cancelled, StaleEdit
from app.core.library import library, undo_rows
from app.core.library.record import Status, Training
from app.core.llm.model import Model
from app.core.progress import SILENT, Progress, checkpoint
from app.core.training import inbox
from app.core.training.proposal import GOOD, Cause, Choice, Proposal, Recall, accept_all
from app.core.training.render import NoRoom
from app.core.training.rewriting.rewrite import Rewrite, placed, verdicts
from app.core.training.rewriting.saving import NotVerified, accept_rewrite
from app.core.training.rewriting.verdict import Kind
from app.core.training.rewriting.weaving import Finished, weave
from app.core.training.train import accept, propose
from app.core.vault import Vault
from app.core.words import _

USUAL_DAYS = 7
LONGEST_DAYS = 365


@dataclass(frozen=True, slots=True)
class Plan:
    """When a skill is trained again automatically.

    Every so many days (None: never for that reason), and when a memory that stands in it was
    changed or forgotten. `automatic` saves the result; otherwise it waits in the inbox. `rewrite`
    asks a model to weave the memories in.
    """

    every_days: int | None = USUAL_DAYS
    when_memories_change: bool = True
    automatic: bool = False
    rewrite: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What the decision depends on: the last look, memories changed since, a proposal waiting.

    `training` is the record of what stands in the skill that its author did not write.
    """

    looked: datetime
    changed: frozenset[int] = frozenset()
    waiting: bool = False
    training: Training = field(default_factory=lambda: Training(""))

    @property
    def rewritten(self) -> bool:
        """Whether a model worded some of the skill anew, which training would take back."""
        return bool(self.training.passages)


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
    # The distance either way: a clock that was set back would keep a plan waiting for years.
    if plan.every_days is not None and abs(now - facts.looked) >= timedelta(days=plan.every_days):
        return Cause.SCHEDULED
    return None


def plan_of(vault: Vault, skill: int) -> Plan | None:
    """The plan of a skill; None when it is only trained by hand."""
    row = vault.row("select plan from training_plan where skill = ?", skill)
    return Plan(**json.loads(row[0])) if row else None


def plans(vault: Vault) -> Mapping[int, Plan]:
    """Every skill in the library that has a plan."""
    rows = vault.rows(
        "select p.skill, p.plan from training_plan p join skill s on s.id = p.skill"
        " where s.current is not null order by s.title, s.id"
    )
    return {skill: Plan(**json.loads(stored)) for skill, stored in rows}


def set_plan(vault: Vault, skill: int, plan: Plan | None) -> None:
    """Plan a skill's training from now on, or no longer. Raises `AppError` for impossible days."""
    if plan is not None and not (plan.every_days is None or 1 <= plan.every_days <= LONGEST_DAYS):
        raise AppError(
            _("A skill can be trained every 1 to {most} days.").format(most=LONGEST_DAYS)
        )
    with vault.write(_("Plan training")) as write:
        undo_rows.keep_whole(write, "training_plan", "t.skill = ?", skill)
        undo_rows.keep_new(write, "training_plan", skill)
        write.db.execute("delete from training_plan where skill = ?", (skill,))
        if plan is not None:
            write.db.execute(
                "insert into training_plan values (?, ?, ?)",
                (skill, json.dumps(asdict(plan)), write.at.isoformat()),
            )
        write.touch(Part.TRAINING, skill)


def tend(
    vault: Vault,
    recall: Recall,
    news: News,
    progress: Progress = SILENT,
    *,
    model: Model | None = None,
    wanted: Callable[[], bool] = lambda: False,
) -> tuple[tuple[int, Cause], ...]:
    """Train every skill that is due; which ones, and why. Takes a while: a job, every few minutes.

    `model` is asked where a plan says so, and let go of as soon as it is `wanted` by a person: that
    skill is for the next time. Even an automatic plan only puts a result into the inbox that would
    take out a memory which is still as it was, or what a model has rewritten, or a rewriting of
    which the verifier does not let every sentence through.
    """
    done = []
    behind = _Behind(progress, wanted)
    for skill, plan, facts in _planned(vault, news):
        checkpoint(progress)
        cause = due(plan, facts, vault.now())
        if cause is None:
            continue
        try:
            _train(vault, skill, plan, facts, cause, recall, model, behind)
        except Cancelled:
            checkpoint(progress)
            continue
        except StaleEdit:
            continue  # somebody is at it; the next time will do
        except NoRoom:
            _looked(vault, skill)
            continue
        done.append((skill, cause))
    return tuple(done)


@dataclass(frozen=True, slots=True)
class _Behind:
    """The progress of work that is stopped when a person wants the model."""

    whole: Progress
    wanted: Callable[[], bool]

    @property
    def cancelled(self) -> bool:
        return self.whole.cancelled or self.wanted()

    def report(self, fraction: float, text: str = "") -> None:
        self.whole.report(fraction, text)


def _train(
    vault: Vault, skill: int, plan: Plan, facts: Facts, cause: Cause, recall: Recall,
    model: Model | None, behind: Progress,
) -> None:  # fmt: skip
    proposal = replace(propose(vault, skill, recall, behind), cause=cause)
    if not facts.rewritten or _has_news(proposal, facts):
        made = _woven(model, proposal, behind) if plan.rewrite else proposal
        if not (plan.automatic and _saved(vault, made, facts)) and _says_something(made):
            inbox.keep(vault, made, cause)
    _looked(vault, skill)


def _has_news(proposal: Proposal, facts: Facts) -> bool:
    """Whether there is more to train a rewritten skill with than what is woven into it."""
    found = {i.fragment.id for i in proposal.items if not (i.since or i.taken_out)}
    return bool(facts.changed or proposal.gone or found - set(facts.training.cited))


def _woven(model: Model | None, proposal: Proposal, progress: Progress) -> Rewrite:
    """What the model makes of it; without one, the proposal with the reason."""
    *_events, last = weave(model, proposal, progress)
    assert isinstance(last, Finished)
    return last.rewrite


def _saved(vault: Vault, made: Proposal | Rewrite, facts: Facts) -> bool:
    """Save what nobody has to look at; false for anything else, which is left as it is."""
    placing = made if isinstance(made, Proposal) else made.placement
    if any(one.remarked and one.choice is Choice.OPEN for one in placing.items):
        return False  # somebody said it: a person decides
    if isinstance(made, Proposal):
        gone = {one.fragment.id for one in made.gone}
        safe = not facts.rewritten and facts.changed.issuperset(gone)
        if safe:
            accept(vault, accept_all(made, GOOD), actor=TECHNE)
        return safe
    whole = placed(made, lambda found: accept_all(found, GOOD))
    if not (whole.passes and verdicts(whole).passes and _keeps(whole, facts)):
        return False
    try:
        accept_rewrite(vault, whole, actor=TECHNE)
    except NotVerified:
        return False
    return True


def _keeps(rewrite: Rewrite, facts: Facts) -> bool:
    """Whether every memory that is as it was stays, and nothing a person accepted is taken back."""
    parts = [part for step in rewrite.steps for part in step.parts if part.source is not None]
    cited = {part.verdict.fragment for part in parts}
    cited |= {item.fragment.id for item in rewrite.placement.chosen}
    by_hand = any(s.kind == Kind.CLOSE for p in facts.training.passages for s in p.sentences)
    return not by_hand and cited.issuperset(set(facts.training.cited) - facts.changed)


def _says_something(made: Proposal | Rewrite) -> bool:
    """Whether there is anything in it for a person to decide."""
    if isinstance(made, Proposal):
        return made.says_something
    sentences = made.count(Kind.REWORDED, Kind.BORROWED, Kind.CLOSE)
    return made.placement.says_something or bool(sentences)


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
        cited = training.cited if training else ()
        looked = datetime.fromisoformat(at)
        changed = news.changed_since(cited, looked) if cited else frozenset()
        facts = Facts(looked, changed, skill in waiting, training or Training(""))
        yield skill, Plan(**json.loads(stored)), facts
