"""What `plan` does and says: when skills are trained by themselves, and what waits of it."""

import argparse
from collections.abc import Iterator
from functools import partial

from app.cli.answer import Answer
from app.cli.ask_model import chosen
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.progress import shown
from app.cli.session import Session
from app.core.api import planning
from app.core.api.lookup import find
from app.core.api.planning import PlannedDocument, TrainingPlanDocument
from app.core.training.proposal import Cause
from app.core.training.schedule import Plan
from app.core.vault import Vault
from app.core.words import _, ngettext


def plan(session: Session, arguments: argparse.Namespace) -> Answer:
    _refuse_half_a_plan(arguments)
    name, engram = arguments.name, arguments.engram
    with session.vault() as vault:
        if name:
            find(vault, name, engram)  # a wrong name trains nothing
        if arguments.never:
            planning.set_plan(vault, name, None, engram)
        elif arguments.every is not None or arguments.changes:
            planning.set_plan(vault, name, _wanted(arguments), engram)
        trained = _now(session, vault, arguments) if arguments.now else planning.NOTHING
        found = planning.plans(vault, name, engram, trained=trained)
    lines = [line for one in found for line in _lines(one)]
    return Answer(found, "\n".join(lines) or _("No skill trains automatically."))


def _refuse_half_a_plan(arguments: argparse.Namespace) -> None:
    chosen = (arguments.every is not None, arguments.changes, arguments.rewrite,
              arguments.automatic, arguments.never)  # fmt: skip
    if any(chosen) and (arguments.name is None or arguments.now):
        arguments.wrong(_("the name of a skill is missing"))
    if arguments.never and any(chosen[:-1]):
        arguments.wrong(_("--never cannot be combined with other options"))
    if any(chosen[2:4]) and not any(chosen[:2]):
        arguments.wrong(_("say when: --every DAYS, --changes, or both"))


def _wanted(arguments: argparse.Namespace) -> Plan:
    return Plan(arguments.every, arguments.changes, arguments.automatic, arguments.rewrite)


def _now(session: Session, vault: Vault, arguments: argparse.Namespace) -> dict[int, Cause]:
    with chosen(session, arguments) as (model, _why), shown(_("Training")) as progress:
        ready = partial(embedder, vault)
        return planning.train_due(vault, knowing(vault), ready, model, progress)


def _lines(one: PlannedDocument) -> Iterator[str]:
    yield f"{one['title']} ({one['engram']}): {_in_words(one['plan'])}"
    waiting = one["waiting"]
    if waiting is not None:
        said = _("Waiting for review: {summary}.").format(summary=waiting["summary"])
        yield f"  {said}"
        if waiting["trouble"]:
            yield f"  {waiting['trouble']}"
    elif one["trained"] is not None:
        yield "  " + _("Trained.")


def _in_words(plan: TrainingPlanDocument | None) -> str:
    """The plan in a sentence."""
    if plan is None:
        return _("trained by hand")
    when = []
    every = plan["everyDays"]
    if every is not None:
        days = ngettext("every {count} day", "every {count} days", every)
        when.append(days.format(count=every))
    if plan["whenMemoriesChange"]:
        when.append(_("when memories change"))
    said = _("trained {when}").format(when=_(" and ").join(when))
    if plan["rewrite"]:
        said = _("{plan}, with a language model").format(plan=said)
    return _("{plan}, saved without asking").format(plan=said) if plan["automatic"] else said
