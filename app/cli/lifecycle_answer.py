"""What `outcomes`, `outcome`, `observe`, `observations` and `lifecycle` do and say."""

import argparse
from collections.abc import Sequence

from app.cli.answer import Answer, table, to_seconds
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.agents.counting import counted
from app.core.api import learning, observing, reporting, success
from app.core.api import lifecycle as api
from app.core.api.learning import SessionOutcomeDocument
from app.core.api.lifecycle import CaseDocument, SkillHealthDocument
from app.core.api.success import InvocationDocument, SuccessDocument
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, PERSON
from app.core.lifecycle.observations import Category, ObservationStatus
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.risk import Risk
from app.core.progress import Progress
from app.core.vault import Vault
from app.core.words import _, ngettext


def outcomes(session: Session, arguments: argparse.Namespace) -> Answer:
    """Each time that a skill was followed, and what they add up to."""
    with session.vault() as vault:
        if arguments.name is None:
            told = learning.outcomes(vault, arguments.agent)
            return Answer(told, _of_sessions(told))
        found = success.outcomes(
            vault,
            knowing(vault),
            arguments.name,
            arguments.engram,
            limit=arguments.limit,
            counted=counted(vault, arguments.agent) if arguments.agent else EVERYONE,
        )
    lines = [f"{found['title']}: {success_words(found['success'])}", ""]
    if fitting := found["suggestedRole"]:
        said = _("Its role could be {role}: {why}")
        lines.insert(1, said.format(role=fitting["role"], why=fitting["why"]))
    rows = [_invocation(one) for one in found["invocations"]]
    header = (_("When"), _("Who"), _("How it went"), _("Known by"), _("Note"))
    said = table(rows, header) if rows else _("Nobody has followed it yet.")
    return Answer(found, "\n".join([*lines, said]))


def _of_sessions(told: Sequence[SessionOutcomeDocument]) -> str:
    """What sessions tell of the skills in them, a line each."""
    if not told:
        return _("No session that was read has a skill in it.")
    rows = [
        (
            one["skill"],
            one["session"],
            one["outcome"],
            f"{one['confidence']:.0%}",
            ", ".join(f"{sign['sign']} ({sign['row']})" for sign in one["evidence"]),
        )
        for one in told
    ]
    return table(rows, (_("Skill"), _("Session"), _("How it went"), _("Sure"), _("Known by")))


def _invocation(one: InvocationDocument) -> tuple[str, ...]:
    words = {True: _("well"), False: _("badly"), None: _("unknown")}
    sure = f"{one['evidence']} ({one['confidence']:.0%})" if one["evidence"] is not None else ""
    return to_seconds(one["at"]), one["agent"], words[one["succeeded"]], sure, one["note"]


def outcome(session: Session, arguments: argparse.Namespace) -> Answer:
    """Note how it went, as a person says it or an agent that is named."""
    with session.vault() as vault:
        settings = knowing(vault)
        done = reporting.outcome(
            vault,
            arguments.name,
            arguments.value,
            arguments.engram,
            session=arguments.session,
            run=arguments.attempt,
            agent=arguments.agent or PERSON,
            note=arguments.note,
            evidence=Evidence.REPORTED if arguments.agent else Evidence.PERSON,
            usual=settings.skills,
        )
        now = success.outcomes(vault, settings, done["id"], limit=1)
    said = _("Recorded. {title}: {success}")
    return Answer(done, said.format(title=done["title"], success=success_words(now["success"])))


def observe(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = observing.observe(
            vault,
            arguments.name,
            arguments.text,
            arguments.engram,
            category=Category(arguments.category),
        )
    return Answer(done, _("Noted about {title}.").format(title=done["title"]))


def observations(session: Session, arguments: argparse.Namespace) -> Answer:
    """What is pending, or what was asked for after it was settled."""
    with session.vault() as vault:
        for status in ObservationStatus:
            if numbers := getattr(arguments, status):
                found = observing.settle(vault, status, numbers)
                break
        else:
            found = observing.listed(
                vault, arguments.name, arguments.engram, all_of_them=arguments.all
            )
    rows = [
        (
            str(one["observation"]), one["title"], one["category"], one["status"], one["agent"],
            one["text"],
        )
        for one in found["observations"]
    ]  # fmt: skip
    header = (_("ID"), _("Skill"), _("Category"), _("Status"), _("Who"), _("What"))
    said = table(rows, header) if rows else _("Nothing is pending.")
    if found["review"]:
        said += "\n" + _("There are many: go through them.")
    return Answer(found, said)


def lifecycle(session: Session, arguments: argparse.Namespace) -> Answer:
    """How all skills do, or what was asked for to be done about some."""
    with session.vault() as vault, shown(_("Deprecating")) as progress:
        settings = knowing(vault)
        if arguments.preview:
            found = api.preview(vault, settings)
            lines = [
                *_cases(_("Would be deprecated"), found["deprecate"]),
                *_cases(_("Would be deprecated if it were not protected"), found["spared"]),
                *_cases(_("Seldom goes well"), found["warn"]),
            ]
            return Answer(found, "\n".join(lines) or _("Nothing would be deprecated."))
        if arguments.sweep:
            done = api.sweep(vault, settings, actor=COMMAND_LINE, progress=progress)
            lines = [
                *_cases(_("Deprecated"), done["deprecated"]),
                *_cases(_("Seldom goes well"), done["warned"]),
            ]
            if done["deprecated"]:
                lines.append(_("`techne undo` takes it back."))
            return Answer(done, "\n".join(lines) or _("Nothing had to be deprecated."))
        changed = _changed(vault, settings, arguments, progress)
        if changed is not None:
            return Answer(changed, "\n".join(map(_state, changed)))
        all_ = api.lifecycle(vault, settings)
    rows = [_health(one) for one in all_["skills"]]
    header = (
        _("Skill"),
        _("Went well"),
        _("Of"),
        _("Status"),
        _("Uses"),
        _("Last used"),
    )
    return Answer(all_, table(rows, header) if rows else _("There are no skills."))


def _changed(
    vault: Vault, settings: Procedural, arguments: argparse.Namespace, progress: Progress
) -> list[SkillHealthDocument] | None:
    """What was asked for to be done about skills by their names; None if nothing was."""
    if arguments.protect or arguments.unprotect:
        names = arguments.protect or arguments.unprotect
        return api.protect(vault, settings, names, on=bool(arguments.protect))
    if arguments.deprecate:
        return api.deprecate(
            vault, settings, arguments.deprecate, actor=COMMAND_LINE, progress=progress
        )
    if arguments.restore:
        return api.restore(
            vault, settings, arguments.restore, actor=COMMAND_LINE, progress=progress
        )
    return None


def success_words(found: SuccessDocument) -> str:
    """“25 % of the last 20, 14 of which have an outcome”."""
    if not found["invocations"]:
        return _("no outcome is known")
    if found["rate"] is None:
        times = ngettext("followed {count} time", "followed {count} times", found["invocations"])
        return times.format(count=found["invocations"]) + ", " + _("no outcome is known")
    said = ngettext(
        "{percent} % went well; {known} of the last {count} has an outcome",
        "{percent} % went well; {known} of the last {count} have an outcome",
        found["known"],
    )
    return said.format(
        percent=round(100 * found["rate"]), known=found["known"], count=found["invocations"]
    )


def _cases(heading: str, some: Sequence[CaseDocument]) -> list[str]:
    lines = [f"  {one['title']} ({one['engram']}): {success_words(one['success'])}"
             for one in some]  # fmt: skip
    return [f"{heading}:", *lines] if lines else []


def _health(one: SkillHealthDocument) -> tuple[str, ...]:
    found = one["success"]
    rate = f"{round(100 * found['rate'])} %" if found["rate"] is not None else ""
    of = f"{found['known']}/{found['invocations']}" if found["invocations"] else ""
    last = one["lastUsed"] or ""
    return one["title"], rate, of, _status(one), str(one["uses"]), last[:10]


def _status(one: SkillHealthDocument) -> str:
    risks = {
        Risk.UNKNOWN: _("too few outcomes"),
        Risk.NONE: _("healthy"),
        Risk.WARN: _("seldom goes well"),
        Risk.DEPRECATE: _("mostly fails"),
    }
    parts = [_("deprecated") if one["status"] == "deprecated" else risks[one["success"]["risk"]]]
    if one["protected"]:
        parts.append(_("protected"))
    return ", ".join(parts)


def _state(one: SkillHealthDocument) -> str:
    return f"{one['title']} ({one['engram']}): {_status(one)}"
