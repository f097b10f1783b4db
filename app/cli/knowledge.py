"""Commands about what is known: remember, recall, search, suggest."""

import argparse
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, tell
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError
from app.core.memory import memories
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
    from app.core.memory.import_files import Imported, Problem

_LIMIT = 10
_STANDARD_INPUT = [Path("-")]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("remember", help=_("keep a note, documents or folders of them"))
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", metavar="TEXT")
    what.add_argument(
        "--file",
        nargs="+",
        type=Path,
        metavar="F",
        help=_("files or folders; - for standard input"),
    )
    command.add_argument(
        "--engram", metavar="E", default=memories.MEMORIES, help=_("keep it in this engram")
    )
    command.add_argument("--source", metavar="S", help=_("where the note is from"))
    command.add_argument(
        "--tag", action="append", default=[], metavar="T", help=_("a tag; several are allowed")
    )
    command.add_argument("--at", type=day, metavar="DAY", help=_("when it was said; today"))
    command.add_argument(
        "--session", metavar="S", default="", help=_("it tells of this session of an agent")
    )
    command.set_defaults(run=remember)
    command = _asking(commands, "recall", _("find the skills and memories that answer"))
    command.set_defaults(run=recall)
    command = _asking(commands, "search", _("find skills and memories that are certainly meant"))
    command.set_defaults(run=search)
    command = commands.add_parser("suggest", help=_("name the skills for what is being done"))
    command.add_argument("context", metavar="TEXT")
    command.add_argument("--limit", type=count, metavar="N", help=_("at most so many skills"))
    command.set_defaults(run=suggest)


def remember(session: Session, arguments: argparse.Namespace) -> Answer:
    """Keep a text or documents, cut by their structure; what is known is not kept twice."""
    if arguments.file and arguments.file != _STANDARD_INPUT:
        return _documents(session, arguments)
    if arguments.file:
        text, source = read_text(Path("-")), Source(_("Standard input"), SourceKind.FILE)
    else:
        kind = SourceKind.AGENT if arguments.session else SourceKind.NOTE
        text, source = arguments.text, Source(arguments.source or _("Note"), kind)
    with session.vault() as vault:
        kept = memories.remember(
            vault,
            text,
            engram=arguments.engram,
            source=source,
            tags=arguments.tag,
            at=arguments.at,
            actor=COMMAND_LINE,
        )
        _tell_of(vault, arguments.session, kept.added)
    document = {"added": list(kept.added), "known": kept.known, "engram": arguments.engram}
    return Answer(document, _kept(arguments.engram, len(kept.added), kept.known))


def _documents(session: Session, arguments: argparse.Namespace) -> Answer:
    """Files and all documents in folders; what cannot be read is left out and named."""
    from app.core.memory.import_files import import_files  # noqa: PLC0415  others read no documents

    for path in arguments.file:
        if not path.exists():
            raise AppError(
                _("{path} is not there.").format(path=path),
                _("Check its name, and the folder you are in."),
            )
    with session.vault() as vault, shown(_("Reading")) as progress:
        arrived = import_files(
            vault,
            arguments.file,
            arguments.engram,
            tags=arguments.tag,
            at=arguments.at,
            actor=COMMAND_LINE,
            progress=progress,
        )
        _tell_of(vault, arguments.session, arrived.added)
    return _arrived(arrived, arguments)


def _arrived(arrived: "Imported", arguments: argparse.Namespace) -> Answer:
    from app.core.memory.import_files import others  # noqa: PLC0415  as above

    if not arrived.files:
        raise _nothing(arrived, arguments)
    for problem in arrived.problems:
        said = _("{path} was left out. {why}").format(path=problem.path, why=problem.why)
        tell(f"{said} {problem.hint}".rstrip())
    for gap in arrived.gaps:
        tell(f"{gap.path}: {gap.why}")
    if said := others(arrived):
        tell(said)
    document = {
        "added": list(arrived.added),
        "known": arrived.known,
        "engram": arguments.engram,
        "files": arrived.files,
        "problems": _about(arrived.problems),
        "gaps": _about(arrived.gaps),
        "passedOver": [{"ending": end, "count": count} for end, count in arrived.passed_over],
    }
    files = ngettext("From {count} file: ", "From {count} files: ", arrived.files)
    kept = _kept(arguments.engram, len(arrived.added), arrived.known)
    text = files.format(count=arrived.files) + kept
    return Answer(document, text, status=1 if arrived.problems else 0)


def _about(problems: Iterable["Problem"]) -> list[dict[str, str]]:
    return [{"file": str(one.path), "why": one.why, "hint": one.hint} for one in problems]


def _nothing(arrived: "Imported", arguments: argparse.Namespace) -> AppError:
    """Why not one document was read."""
    from app.core.memory.import_files import others  # noqa: PLC0415  as above

    *earlier, last = arrived.problems or (None,)
    for problem in earlier:
        tell(f"{problem.path}: {problem.why}")
    if last is not None:
        return AppError(f"{last.path}: {last.why}", last.hint)
    if said := others(arrived):
        tell(said)
    return AppError(
        _("There is nothing in {path} that can be read.").format(path=arguments.file[0]),
        _("Markdown, text, PDF and JSON Lines can be."),
    )


def _kept(engram: str, added: int, known: int) -> str:
    said = ngettext(
        "{count} memory kept in {engram}.", "{count} memories kept in {engram}.", added
    ).format(count=added, engram=engram)
    return said + (" " + _("{count} known already.").format(count=known) if known else "")


def _tell_of(vault: Vault, session: str, added: tuple[int, ...]) -> None:
    """Link the memories of a session to the skills that were used in it."""
    if session:
        from app.cli.settings import settings  # noqa: PLC0415  other commands need no settings
        from app.core.lifecycle import usage  # noqa: PLC0415

        found = settings(vault.home)
        for memory in added:
            usage.settle(vault, session, memory, found)


def recall(session: Session, arguments: argparse.Namespace) -> Answer:
    """The best answers with the reasons; none rather than something irrelevant."""
    from app.cli import knowledge_answer  # noqa: PLC0415  other commands need no vectors

    return knowledge_answer.recall(session, arguments)


def search(session: Session, arguments: argparse.Namespace) -> Answer:
    """Like recall, for something certain."""
    from app.cli import knowledge_answer  # noqa: PLC0415  as above

    return knowledge_answer.search(session, arguments)


def suggest(session: Session, arguments: argparse.Namespace) -> Answer:
    """The skills to bring forward, with every factor of their score."""
    from app.cli import knowledge_answer  # noqa: PLC0415  as above

    return knowledge_answer.suggest(session, arguments)


def _asking(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("query", metavar="QUERY")
    command.add_argument("--engram", metavar="E", help=_("only what is filed in this engram"))
    command.add_argument("--only", choices=("skill", "memory"), help=_("only one kind"))
    command.add_argument("--tag", metavar="T", default="", help=_("only what has this tag"))
    command.add_argument("--role", metavar="R", default="", help=_("only skills of this role"))
    command.add_argument("--source", metavar="S", help=_("only memories from this source"))
    command.add_argument("--since", type=day, metavar="DAY", help=_("only memories from then on"))
    command.add_argument("--until", type=day, metavar="DAY", help=_("only memories up to then"))
    command.add_argument(
        "--limit", type=count, default=_LIMIT, metavar="N", help=_("at most so many answers")
    )
    return command


def day(typed: str) -> datetime:
    """The beginning of a day, written 2026-11-22, where this computer is."""
    try:
        return datetime.strptime(typed, "%Y-%m-%d").astimezone().astimezone(UTC)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            _("“{typed}” is not a day such as 2026-11-22").format(typed=typed)
        ) from error


def count(typed: str) -> int:
    """A number from 1 to 1000."""
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed) <= 1000):
        raise argparse.ArgumentTypeError(
            _("“{typed}” is not a number from 1 to 1000").format(typed=typed)
        )
    return int(typed)
