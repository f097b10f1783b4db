"""What find and replace do and say."""

import argparse
from collections.abc import Iterator

from app.cli.answer import Answer
from app.cli.progress import shown
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import replacing
from app.core.api.replacing import FoundDocument, ReplacedDocument
from app.core.api.skills import Chosen
from app.core.library.replace import left_in_memories
from app.core.skills.editing.find import Query
from app.core.words import _, ngettext


def find(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Checking")) as progress:
        found = replacing.find(
            vault, _query(arguments), arguments.names, _chosen(arguments), progress
        )
    lines = list(_found_lines(found))
    return Answer(found, "\n".join(lines) if lines else _("Not found."))


def replace(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Replacing")) as progress:
        done = replacing.replace_in_skills(
            vault,
            _query(arguments),
            arguments.written,
            arguments.names,
            _chosen(arguments),
            progress,
            dry_run=arguments.dry_run,
            actor=COMMAND_LINE,
        )
    return Answer(done, "\n".join(_replaced_lines(done)))


def _query(arguments: argparse.Namespace) -> Query:
    return Query(arguments.find, arguments.case, arguments.word, arguments.regex)


def _chosen(arguments: argparse.Namespace) -> Chosen:
    return Chosen(engram=arguments.engram, tag=arguments.tag)


def _found_lines(found: list[FoundDocument]) -> Iterator[str]:
    for one in found:
        yield f"{one['title']} ({one['engram']})"
        for place in one["places"]:
            yield f"  {place['line']}: {_on_one_line(place['text'])}"


def _replaced_lines(done: ReplacedDocument) -> Iterator[str]:
    for one in done["replaced"]:
        yield f"{one['title']} ({one['engram']})"
        for place in one["places"]:
            yield f"  {place['line']}: {_on_one_line(place['text'])}"
            yield f"  → {_on_one_line(place['after'])}"
    for stale in done["stale"]:
        yield _("Left unchanged because it was edited in the meantime: {title}.").format(
            title=stale["title"]
        )
    if count := done["inMemories"]:
        yield left_in_memories(count)
    yield _summary(done)


def _summary(done: ReplacedDocument) -> str:
    skills = len(done["replaced"])
    places = sum(len(one["places"]) for one in done["replaced"])
    if not places:
        return _("Nothing to replace.")
    where = ngettext("{count} skill", "{count} skills", skills).format(count=skills)
    if done["dryRun"]:
        said = ngettext(
            "{count} place in {skills} would change.",
            "{count} places in {skills} would change.",
            places,
        )
    else:
        said = ngettext(
            "Replaced {count} place in {skills}; `techne undo` reverses it.",
            "Replaced {count} places in {skills}; `techne undo` reverses it.",
            places,
        )
    return said.format(count=places, skills=where)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
