"""How a skill is named in a command and told apart in what the command answers."""

import argparse
import re
from typing import TYPE_CHECKING, Any

from app.core.library import catalogue, engrams
from app.core.library.catalogue import SkillRow
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def about_skill(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("name", metavar="NAME")
    engram_option(command)
    return command


def engram_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))


def find(vault: Vault, name: str, engram: str | None) -> SkillRow:
    """The skill a person names by its title or id; raises `NotFound` or `Ambiguous`."""
    where = engrams.named(vault, engram).id if engram else None
    if (number := re.fullmatch("skill:([0-9]{1,15})", name)) is not None:
        row = catalogue.row(vault, int(number[1]))
        if row is not None and where in (None, row.engram):
            return row
    return catalogue.find(vault, name, where)


def engram_of(vault: Vault, arguments: argparse.Namespace) -> int | None:
    return engrams.named(vault, arguments.engram).id if arguments.engram else None


def about(row: SkillRow) -> dict[str, Any]:
    """A skill in JSON."""
    return {
        "id": source_id(row.id),
        "title": row.title,
        "engram": row.engram_name,
        "role": row.role,
        "status": row.status.value,
        "version": row.number,
        "updated": row.updated.isoformat(),
    }
