"""Commands about skills as they are: list, show, check, walk, edit, delete."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from app.cli.answer import Answer, table, tell, titles
from app.cli.session import Session, read_text
from app.cli.skill_argument import about_skill, engram_option
from app.cli.skill_filters import chosen, nothing_listed, tell_what_was_meant
from app.core.actor import COMMAND_LINE
from app.core.api import skills
from app.core.errors import AppError
from app.core.library.catalogue import Order
from app.core.library.record import Source
from app.core.words import _, ngettext

if TYPE_CHECKING:
    from app.core.api.findings import CheckedDocument, FindingDocument

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


_IMPORTANCE = "importance"
_ORDERS = (*get_args(Order), _IMPORTANCE)


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("list", help=_("list the skills"))
    command.add_argument("--engram", metavar="E", help=_("only those filed in this engram"))
    command.add_argument("--tag", metavar="T", default="", help=_("only those with this tag"))
    command.add_argument("--role", metavar="R", default="", help=_("only those of this role"))
    command.add_argument(
        "--search",
        "--text",
        dest="text",
        metavar="WORDS",
        default="",
        help=_("only those that match, best first"),
    )
    command.add_argument("--favourite", action="store_true", help=_("only your favourites"))
    command.add_argument(
        "--origin", choices=list(Source), metavar="O", help=_("only those with this origin")
    )
    order = command.add_mutually_exclusive_group()
    order.add_argument("--order", choices=_ORDERS, metavar="BY", help=_("sort by"))
    order.add_argument("--ranked", action="store_true", help=_("most important first"))
    command.set_defaults(run=list_skills)
    command = about_skill(commands, "show", _("print a skill's text"))
    command.set_defaults(run=show)
    command = commands.add_parser("check", help=_("check one skill, or all of them"))
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
    which.add_argument("--new", action="store_true", help=_("create a skill, named by its text"))
    engram_option(command)
    command.add_argument(
        "--text-file", required=True, type=Path, metavar="F", help=_("- for standard input")
    )
    command.add_argument("--base", metavar="VERSION", help=_("the version the text is based on"))
    command.set_defaults(run=edit)
    command = about_skill(commands, "delete", _("delete a skill"))
    command.set_defaults(run=delete)


def list_skills(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.ranked:
        from app.cli.life_answer import ranked  # noqa: PLC0415  other commands need no settings

        return ranked(session, arguments)
    if arguments.order == _IMPORTANCE:
        from app.cli.life_answer import by_importance  # noqa: PLC0415  as above

        found = by_importance(session, arguments)
    else:
        with session.vault() as vault:
            found = skills.listed(vault, chosen(arguments))
            if not found:
                tell_what_was_meant(vault, arguments)
    rows = [
        (one["title"], one["engram"], one["role"], one["status"].value, f"v{one['version']}")
        for one in found
    ]
    header = (_("Skill"), _("Engram"), _("Role"), _("Status"), _("Version"))
    return Answer(found, table(rows, header) if rows else nothing_listed(arguments))


def show(session: Session, arguments: argparse.Namespace) -> Answer:
    """The text; programs are told all that is known beside it."""
    if arguments.json:
        from app.cli.details_answer import show_around  # noqa: PLC0415  the text needs none of it

        return show_around(session, arguments)
    with session.vault() as vault:
        shown = skills.show(vault, arguments.name, arguments.engram)
    return Answer(shown, shown["text"].rstrip("\n"))


def check(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.core.api import findings  # noqa: PLC0415  the other commands judge nothing

    with session.vault() as vault:
        results = findings.check(vault, arguments.name, arguments.engram)
    found = [finding for one in results for finding in one["findings"]]
    problems = sum(finding["severity"] == "problem" for finding in found)
    lines = [line for one in results for line in _complaints(one)]
    summary = ngettext("{count} problem", "{count} problems", problems).format(count=problems)
    return Answer(results, "\n".join([*lines, summary]), status=1 if problems else 0)


def _complaints(one: "CheckedDocument") -> list[str]:
    """The lines about one skill; suggestions are left to the window and to JSON."""
    serious = [f for f in one["findings"] if f["severity"] != "suggestion"]
    if not serious:
        return []
    return [f"{one['title']} ({one['engram']})", *map(_complaint, serious)]


def _complaint(finding: "FindingDocument") -> str:
    step = _("step {step}: ").format(step=finding["path"]) if finding["path"] else ""
    detail = f" {finding['detail']}" if finding["detail"] else ""
    return f"  {finding['severity']}: {step}{finding['message']}{detail}"


def walk_skill(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.core.api import walks  # noqa: PLC0415  the other commands follow nothing

    name, engram, recursive = arguments.name, arguments.engram, arguments.recursive
    with session.vault() as vault:
        if arguments.structured:
            plan = walks.structured(vault, name, engram, recursive=recursive)
            _tell_reread(plan)
            return Answer(plan, json.dumps(plan, ensure_ascii=False, indent=2))
        narrated = walks.narrated(vault, name, engram, recursive=recursive)
        _tell_reread(narrated)
    return Answer(narrated, str(narrated["text"]))


def _tell_reread(walked: Mapping[str, Any]) -> None:
    if walked["skill"].get("readDifferently"):
        tell(_("This skill reads differently since an update; see `techne reread`."))
    if called := walked["skill"].get("calledReadDifferently"):
        said = ngettext(
            "It calls {names}, which reads differently since an update; see `techne reread`.",
            "It calls {names}, which read differently since an update; see `techne reread`.",
            len(called),
        )
        tell(said.format(names=", ".join(f"“{name}”" for name in called)))


def edit(session: Session, arguments: argparse.Namespace) -> Answer:
    text, engram = read_text(arguments.text_file), arguments.engram
    if arguments.new and arguments.base:
        raise AppError(_("A new skill is not based on a version."), _("Leave out --base."))
    with session.vault() as vault:
        if arguments.new:
            saved = skills.create(vault, text, engram, actor=COMMAND_LINE)
        else:
            saved = skills.edit(
                vault, arguments.name, text, engram, base=arguments.base, actor=COMMAND_LINE
            )
    said = _("Saved {title}, version {number}.")
    said = said.format(title=saved["title"], number=saved["version"])
    if saved["merged"]:
        said += "\n" + _("It includes the changes made in the meantime.")
    return Answer(saved, said)


def delete(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        gone = skills.delete(vault, arguments.name, arguments.engram, actor=COMMAND_LINE)
    said = _("Deleted {title}; `techne undo` or `techne bin restore` brings it back.")
    said = said.format(title=gone["deleted"]["title"])
    if gone["calledBy"]:
        said += "\n" + _("Still called by {names}.").format(names=titles(gone["calledBy"]))
    if runs := gone["openRuns"]:
        words = ngettext(
            "Run {numbers} is open and goes on with the steps it began with.",
            "Runs {numbers} are open and go on with the steps they began with.",
            len(runs),
        )
        said += "\n" + words.format(numbers=", ".join(map(str, runs)))
    return Answer(gone, said)
