"""The command about engrams: engrams."""

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, table
from app.cli.progress import shown
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.library import engrams
from app.core.library.engrams import Cap, Engram, Tier
from app.core.memory import engram_changes
from app.core.memory.engram_changes import Contents
from app.core.vault import Vault
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("engrams", help=_("list, rename, merge and delete engrams"))
    command.add_argument("name", nargs="?", metavar="NAME")
    what = command.add_mutually_exclusive_group()
    what.add_argument("--rename", metavar="NEW", help=_("call it otherwise"))
    what.add_argument("--merge-into", metavar="E", help=_("put all that is in it into another"))
    what.add_argument("--delete", action="store_true", help=_("with all that is in it"))
    command.add_argument("--dry-run", action="store_true", help=_("only say what is in it"))
    command.add_argument("--tier", choices=list(Tier), metavar="T", help=_("how private it is"))
    cap = command.add_mutually_exclusive_group()
    cap.add_argument(
        "--cap", nargs=2, type=_number, metavar=("TOKENS", "ANSWERS"),
        help=_("how much of it one recall gives away"),
    )  # fmt: skip
    cap.add_argument("--usual-cap", action="store_true", help=_("as usual for its tier"))
    command.set_defaults(run=list_engrams, wrong=command.error)


def list_engrams(session: Session, arguments: argparse.Namespace) -> Answer:
    """The engrams, or one of them, after what was asked for was changed of it."""
    given = vars(arguments)
    changes = ("rename", "merge_into", "delete", "tier", "cap", "usual_cap")
    if not arguments.name and any(given[name] for name in changes):
        arguments.wrong(_("which engram?"))
    goes = arguments.delete or arguments.merge_into
    if arguments.dry_run and not goes:
        arguments.wrong(_("--dry-run goes with --delete or --merge-into"))
    if goes and (arguments.tier or arguments.cap or arguments.usual_cap):
        arguments.wrong(_("an engram that goes has no tier and no cap"))
    with session.vault() as vault:
        if not arguments.name:
            return _answer(vault, engrams.engrams(vault))
        engram = engrams.named(vault, arguments.name)
        if goes:
            return _taken_away(vault, engram, arguments)
        own = Cap(*arguments.cap) if arguments.cap else engram.own_cap
        engrams.change(
            vault,
            engram.id,
            name=arguments.rename or engram.name,
            tier=Tier(arguments.tier or engram.tier),
            cap=None if arguments.usual_cap else own,
            actor=COMMAND_LINE,
        )
        return _answer(vault, [one for one in engrams.engrams(vault) if one.id == engram.id])


def _taken_away(vault: Vault, engram: Engram, arguments: argparse.Namespace) -> Answer:
    """Merge it or delete it; the answer is what there was."""
    there = engram_changes.contents(vault, engram.id)
    other = engrams.named(vault, arguments.merge_into) if arguments.merge_into else None
    if arguments.dry_run:
        said = _("In {engram}: {what}.")
    elif other is not None:
        with shown(_("Merging")) as progress:
            engram_changes.merge(vault, engram.id, other.id, actor=COMMAND_LINE, progress=progress)
        said = _("{engram} is a part of {other} now: {what}. `techne undo` takes it back.")
    else:
        with shown(_("Deleting")) as progress:
            engram_changes.delete(vault, engram.id, actor=COMMAND_LINE, progress=progress)
        said = _("Deleted {engram}: {what}. `techne undo` brings it back.")
    name = other.name if other is not None else ""
    text = said.format(engram=engram.name, other=name, what=there.sentence())
    return Answer([_about(engram, there)], text)


def _answer(vault: Vault, found: "tuple[Engram, ...] | list[Engram]") -> Answer:
    known = [(one, engram_changes.contents(vault, one.id)) for one in found]
    rows = [
        (one.name, str(there.skills), str(there.memories), one.tier.value, _cap_words(one))
        for one, there in known
    ]
    header = (_("Engram"), _("Skills"), _("Memories"), _("Tier"), _("One recall gives"))
    text = table(rows, header) if rows else _("No engrams yet.")
    return Answer([_about(one, there) for one, there in known], text)


def _cap_words(engram: Engram) -> str:
    return _("{tokens} tokens, {nodes} answers").format(
        tokens=engram.cap.tokens, nodes=engram.cap.nodes
    )


def _about(engram: Engram, there: Contents) -> dict[str, Any]:
    return {
        "name": engram.name,
        "kind": engram.kind.value,
        "skills": there.skills,
        "memories": there.memories,
        "tier": engram.tier.value,
        "tokens": engram.cap.tokens,
        "answers": engram.cap.nodes,
        "usualCap": engram.own_cap is None,
    }


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
        raise argparse.ArgumentTypeError(_("“{typed}” is not a number").format(typed=typed))
    return int(typed)
