"""Commands about skills as they are: list, show, check, walk, edit, delete."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from app.cli.answer import Answer, table
from app.cli.session import Session, read_text
from app.cli.skill_argument import about, about_skill, engram_of, engram_option, find
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError
from app.core.library import catalogue, details, editing, library, outside
from app.core.library.catalogue import SkillRow
from app.core.library.known_skills import known_skills
from app.core.library.record import Source
from app.core.skills.checking.check import Finding, Severity, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.narrative import narrative
from app.core.walk.plan import walk
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_IMPORTANCE = "importance"
_ORDERS = (*get_args(catalogue.Order), _IMPORTANCE)


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("list", help=_("list the skills"))
    command.add_argument("--engram", metavar="E", help=_("only those filed in this engram"))
    command.add_argument("--tag", metavar="T", default="", help=_("only those with this tag"))
    command.add_argument("--role", metavar="R", default="", help=_("only those of this role"))
    command.add_argument("--text", metavar="WORDS", default="", help=_("only those that say this"))
    command.add_argument(
        "--origin", choices=list(Source), metavar="O", help=_("only those that came to be so")
    )
    order = command.add_mutually_exclusive_group()
    order.add_argument("--order", choices=_ORDERS, metavar="BY", help=_("what comes first"))
    order.add_argument("--ranked", action="store_true", help=_("the most important first"))
    command.set_defaults(run=list_skills)
    command = about_skill(commands, "show", _("print a skill's text"))
    command.set_defaults(run=show)
    command = commands.add_parser("check", help=_("say what is wrong with one skill or with all"))
    command.add_argument("name", nargs="?", metavar="NAME")
    engram_option(command)
    command.set_defaults(run=check)
    command = about_skill(commands, "walk", _("print a skill as steps to follow"))
    command.add_argument("--structured", action="store_true", help=_("as a plan in JSON"))
    command.add_argument("--recursive", action="store_true", help=_("with the skills it calls"))
    command.set_defaults(run=walk_skill)
    command = commands.add_parser("edit", help=_("save a new text for a skill, or a new skill"))
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME")
    which.add_argument("--new", action="store_true", help=_("make a skill; its text names it"))
    engram_option(command)
    command.add_argument(
        "--text-file", required=True, type=Path, metavar="F", help=_("- for standard input")
    )
    command.add_argument(
        "--base", metavar="VERSION", help=_("the version that the text was made from")
    )
    command.set_defaults(run=edit)
    command = about_skill(commands, "delete", _("take a skill out of the library"))
    command.set_defaults(run=delete)


def list_skills(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.ranked:
        from app.cli.life_answer import ranked  # noqa: PLC0415  other commands need no settings

        return ranked(session, arguments)
    with session.vault() as vault:
        found = listed(vault, arguments)
        if arguments.order == _IMPORTANCE:
            from app.cli.life_answer import by_importance  # noqa: PLC0415  as above

            found = by_importance(vault, found)
    rows = [(r.title, r.engram_name, r.role, r.status.value, f"v{r.number}") for r in found]
    header = (_("Skill"), _("Engram"), _("Role"), _("Status"), _("Version"))
    text = table(rows, header) if rows else nothing_listed(arguments)
    return Answer([about(r) for r in found], text)


def listed(vault: Vault, arguments: argparse.Namespace) -> tuple[SkillRow, ...]:
    """The skills that a person wants to see (seed 003: source, tag and text narrow the list)."""
    return catalogue.rows(
        vault,
        text=arguments.text,
        engram=engram_of(vault, arguments),
        role=arguments.role,
        tag=arguments.tag,
        source=Source(arguments.origin) if arguments.origin else None,
        order=arguments.order if arguments.order in get_args(catalogue.Order) else "title",
    )


def nothing_listed(arguments: argparse.Namespace) -> str:
    given = vars(arguments)
    narrowed = any(given[name] for name in ("engram", "tag", "role", "text", "origin"))
    return _("No skill fits that.") if narrowed else _("No skills yet.")


def show(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        text = library.text(vault, row.id)
        more = _known_of(vault, row) if arguments.json else {}
    skill = parse(text)
    document = (
        about(row)
        | more
        | {
            "text": text,
            "goals": [{"kind": g.kind.value, "value": g.value} for g in skill.goals],
            "steps": [{"position": s.position, "text": s.text} for s in skill.steps],
            "calls": [c.target for c in skill.calls if c.explicit],
        }
    )
    return Answer(document, text.rstrip("\n"))


def _known_of(vault: Vault, row: SkillRow) -> dict[str, Any]:
    """What only programs are told beside the text (seed 003): fields, and the skills around it."""
    from app.cli.details import about_details  # noqa: PLC0415  the text alone needs none of it
    from app.cli.knowing import knowing  # noqa: PLC0415
    from app.core.lifecycle.dependencies import dependencies  # noqa: PLC0415

    knowing(vault)
    around = dependencies(vault, row.id)
    skills = {
        "dependsOn": around.depends_on,
        "dependedBy": around.depended_by,
        "related": around.related,
        "variants": around.variants,
    }
    linked = [asdict(one) for one in outside.links(vault, row.id)]
    return (
        about_details(details.details(vault, row.id))
        | {name: [about(one) for one in found] for name, found in skills.items()}
        | {"links": linked}
    )


def check(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        rows = (
            (find(vault, arguments.name, arguments.engram),)
            if arguments.name
            else catalogue.rows(vault)
        )
        results = [(row, _findings(vault, row)) for row in rows]
    problems = sum(f.severity is Severity.PROBLEM for _row, found in results for f in found)
    document = [
        about(row) | {"findings": [finding_in_json(f) for f in found]} for row, found in results
    ]
    lines = [line for row, found in results for line in _complaints(row, found)]
    summary = ngettext("{count} problem", "{count} problems", problems).format(count=problems)
    return Answer(document, "\n".join([*lines, summary]), status=1 if problems else 0)


def _findings(vault: Vault, row: SkillRow) -> tuple[Finding, ...]:
    skill = parse(library.text(vault, row.id))
    return findings(skill, known_skills(vault, row.engram, row.status), name=row.title)


def finding_in_json(finding: Finding) -> dict[str, Any]:
    return {
        "severity": finding.severity.name.lower(),
        "code": finding.code,
        "message": finding.message,
        "detail": finding.detail,
        "start": finding.start,
        "end": finding.end,
        "step": finding.step,
        "repairs": [repair.label for repair in finding.repairs],
    }


def _complaints(row: SkillRow, found: tuple[Finding, ...]) -> list[str]:
    """The lines about one skill; suggestions are left to the window and to JSON."""
    serious = [f for f in found if f.severity is not Severity.SUGGESTION]
    if not serious:
        return []
    lines = [
        f"  {f.severity.name.lower()}: "
        + (_("step {step}: ").format(step=f.step) if f.step else "")
        + f.message
        + (f" {f.detail}" if f.detail else "")
        for f in serious
    ]
    return [f"{row.title} ({row.engram_name})", *lines]


def walk_skill(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        plan = walk(vault, row.id, recursive=arguments.recursive)
        skill = parse(library.text(vault, row.id))
    if arguments.structured:
        return Answer(plan, json.dumps(plan, ensure_ascii=False, indent=2))
    text = narrative(skill, plan)
    return Answer({"skill": plan["skill"], "text": text}, text)


def edit(session: Session, arguments: argparse.Namespace) -> Answer:
    text = read_text(arguments.text_file)
    if arguments.new and arguments.base:
        raise AppError(_("A new skill is made from no version."), _("Leave --base out."))
    with session.vault() as vault:
        engram = engram_of(vault, arguments)
        skill = None if arguments.new else find(vault, arguments.name, arguments.engram).id
        merged = False
        if skill is None or arguments.base is None:
            saved = library.save(vault, skill, text, engram=engram, actor=COMMAND_LINE)
        else:
            made_from = editing.base(vault, skill, arguments.base)
            edited = editing.edit(vault, skill, text, made_from, actor=COMMAND_LINE)
            saved, merged = edited.saved, edited.merged
        row = catalogue.row(vault, saved.skill)
    assert row is not None
    said = _("Saved {title}, version {number}.").format(title=row.title, number=row.number)
    if merged:
        said += "\n" + _("What was changed meanwhile is in it too.")
    return Answer({**about(row), "merged": merged}, said)


def delete(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        library.delete(vault, row.id, actor=COMMAND_LINE)
    return Answer(
        {"deleted": about(row)},
        _("Deleted {title}; `techne undo` brings it back.").format(title=row.title),
    )
