"""What `plan` does and says: when skills are trained by themselves, and what waits of it."""

import argparse
from typing import Any

from app.cli.answer import Answer
from app.cli.ask_model import chosen
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.progress import shown
from app.cli.session import Session
from app.cli.skill_argument import find
from app.core.library import catalogue
from app.core.training import inbox, schedule
from app.core.training.inbox import Waiting
from app.core.training.memory_query import Memories
from app.core.training.proposal import Cause
from app.core.training.rewriting.saving import summary as reworded
from app.core.training.schedule import Plan
from app.core.training.train import summary
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _, ngettext


def plan(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        skill = find(vault, arguments.name, arguments.engram).id if arguments.name else None
        if skill is not None and arguments.never:
            schedule.set_plan(vault, skill, None)
        elif skill is not None and (arguments.every is not None or arguments.changes):
            schedule.set_plan(vault, skill, Plan(
                arguments.every, arguments.changes, arguments.automatic, arguments.rewrite
            ))  # fmt: skip
        done = _now(session, vault, arguments) if arguments.now else {}
        return _answer(vault, skill, done)


def _now(session: Session, vault: Vault, arguments: argparse.Namespace) -> dict[int, Cause]:
    knowing(vault)
    known = Memories(vault, embedder(vault))
    with chosen(session, arguments) as (model, _why), shown(_("Training")) as progress:
        return dict(schedule.tend(vault, known, known, progress, model=model))


def _answer(vault: Vault, only: int | None, done: dict[int, Cause]) -> Answer:
    plans = schedule.plans(vault)
    waits = {one.skill: one for one in inbox.waiting(vault, put_off=True)}
    skills = [only] if only is not None else list(dict.fromkeys([*plans, *waits]))
    documents, lines = [], []
    for skill in skills:
        row = catalogue.row(vault, skill)
        assert row is not None
        mine, waiting = plans.get(skill), waits.get(skill)
        documents.append({
            "id": source_id(skill),
            "title": row.title,
            "engram": row.engram_name,
            "plan": _plan(mine) if mine else None,
            "trained": done[skill].value if skill in done else None,
            "waiting": _waiting(waiting) if waiting else None,
        })  # fmt: skip
        lines.append(f"{row.title} ({row.engram_name}): {_in_words(mine)}")
        if waiting is not None:
            lines.append("  " + _("Waits to be reviewed: {summary}.").format(
                summary=_summary(waiting)))  # fmt: skip
            if waiting.rewrite is not None and waiting.rewrite.trouble:
                lines.append(f"  {waiting.rewrite.trouble}")
        elif skill in done:
            lines.append("  " + _("Trained."))
    return Answer(documents, "\n".join(lines) or _("No skill is trained by itself."))


def _plan(plan: Plan) -> dict[str, Any]:
    return {
        "everyDays": plan.every_days,
        "whenMemoriesChange": plan.when_memories_change,
        "rewrite": plan.rewrite,
        "automatic": plan.automatic,
    }


def _waiting(one: Waiting) -> dict[str, Any]:
    rewrite = one.rewrite
    return {
        "at": one.at.isoformat(),
        "cause": one.cause.value,
        "summary": _summary(one),
        "rewritten": rewrite is not None and rewrite.says_something,
        "trouble": rewrite.trouble if rewrite is not None else "",
    }


def _summary(one: Waiting) -> str:
    if one.rewrite is not None and one.rewrite.says_something:
        return reworded(one.rewrite)
    new = sum(not item.since for item in one.proposal.items)
    words = ngettext("{count} memory to place", "{count} memories to place", new)
    return words.format(count=new) if new else summary(one.proposal)


def _in_words(plan: Plan | None) -> str:
    """The plan in a sentence."""
    if plan is None:
        return _("trained by hand")
    when = []
    if plan.every_days is not None:
        days = ngettext("every {count} day", "every {count} days", plan.every_days)
        when.append(days.format(count=plan.every_days))
    if plan.when_memories_change:
        when.append(_("when memories change"))
    said = _("trained {when}").format(when=_(" and ").join(when))
    if plan.rewrite:
        said = _("{plan}, with a language model").format(plan=said)
    return _("{plan}, saved without asking").format(plan=said) if plan.automatic else said
