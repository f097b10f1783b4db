"""What the commands about what agents repeat do and say."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from app.cli.answer import Answer, table, tell
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session
from app.core.agents.counting import counted
from app.core.api import features as api_features
from app.core.api import learning
from app.core.api.features import as_csv
from app.core.api.learning import CandidateDocument, ScannedDocument, ShownCandidateDocument
from app.core.errors import NotFound
from app.core.learning.candidates import CandidateStatus
from app.core.learning.varying import how_varied
from app.core.lifecycle.counted import EVERYONE
from app.core.store.errors import sentences
from app.core.store.files import replace_file
from app.core.transcripts.model import Format
from app.core.words import _, ngettext


def scan(session: Session, arguments: argparse.Namespace) -> Answer:
    """What cannot be read is passed over, and named on standard error."""
    if arguments.paths and not arguments.unwatch:
        _there(arguments.paths)
    client = None if arguments.format == "auto" else Format(arguments.format)
    with session.vault() as vault, shown(_("Reading sessions")) as progress:
        paths = arguments.paths
        if arguments.watch:
            learning.watch(vault, paths, client, arguments.agent)
        if arguments.unwatch:
            learning.unwatch(vault, paths)
            paths = []
        done = learning.scan(vault, knowing(vault), paths, client, arguments.agent, progress)
    for trouble in done["troubles"]:
        tell(trouble)
    return Answer(done, _scanned(done), status=1 if done["troubles"] else 0)


def _there(paths: Sequence[Path]) -> None:
    """Raises `NotFound` where none of them is there."""
    if not any(_is_there(path) for path in paths):
        raise NotFound(
            _("{path} does not exist.").format(path=paths[0]),
            _("Name files or folders of sessions; without any, the watched folders are read."),
        )


def _is_there(path: Path) -> bool:
    """Also in a folder that may not be looked into: that is told when it is read."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _scanned(done: ScannedDocument) -> str:
    read = ngettext("Read {count} file.", "Read {count} files.", done["read"])
    if not done["read"] + done["unchanged"]:
        read = _("No sessions that Techne can read were found.")
    said = [read.format(count=done["read"])]
    if done["unchanged"]:
        said.append(_("{count} had not changed.").format(count=done["unchanged"]))
    if done["other"]:
        other = ngettext("{count} is no session.", "{count} are no sessions.", done["other"])
        said.append(other.format(count=done["other"]))
    new = ngettext("{count} candidate is open.", "{count} candidates are open.", done["candidates"])
    said.append(new.format(count=done["candidates"]))
    return " ".join(said)


def candidates(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        if arguments.id is not None:
            one = learning.candidate(vault, arguments.id)
            return Answer(one, _shown(one))
        status = CandidateStatus(arguments.status) if arguments.status else None
        found = learning.candidates(vault, status=status, agent=arguments.agent)
    if not found:
        return Answer(found, _("No candidates. Scan the sessions of an agent with “scan”."))
    header = (
        _("Id"), _("Name"), _("Status"), _("Agent"), _("Seen in"), _("Sure"), _("What is done")
    )  # fmt: skip
    return Answer(found, table([_row(one) for one in found], header))


def promote(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = learning.promote(vault, arguments.id, arguments.engram, name=arguments.name)
    said = (
        _("{title} is version {version} now.") if done["version"] > 1 else _("{title} is a skill.")
    )
    return Answer(done, said.format(title=done["title"], version=done["version"]))


def dismiss(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = learning.dismiss(vault, arguments.id)
    return Answer(done, _("{name} is not proposed again.").format(name=done["name"]))


def reopen(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = learning.reopen(vault, arguments.id)
    return Answer(done, _("{name} is proposed again.").format(name=done["name"]))


def _row(one: CandidateDocument) -> tuple[str, ...]:
    sessions = ngettext("{count} session", "{count} sessions", one["sessions"])
    return (
        str(one["id"]),
        _("Change to {title}").format(title=one["evolves"]) if "evolves" in one else one["name"],
        one["status"],
        one["agent"],
        sessions.format(count=one["sessions"]),
        _("{share} %").format(share=round(100 * one["confidence"])),
        one["description"] if "evolves" in one else " > ".join(_tools(one)),
    )


def _tools(one: CandidateDocument) -> list[str]:
    return [call["tool"] for call in one["calls"]]


def _shown(one: ShownCandidateDocument) -> str:
    places = [
        _("{session}, rows {first} to {last}").format(
            session=place["session"], first=place["firstRow"], last=place["lastRow"]
        )
        for place in one["places"]
    ]
    varied = [
        _("step {number}: {said}").format(number=number, said=said)
        for number, call in enumerate(one["calls"], 1)
        if (said := how_varied(call["leftOut"], call["swapped"], call["repeated"]))
    ]
    about = []
    if "evolves" in one:
        about = [_("Change to {title}").format(title=one["evolves"]), one["description"], ""]
    return "\n".join([*about, one["text"].rstrip(), "", *varied, *places])


def features(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        whose = counted(vault, arguments.agent) if arguments.agent else EVERYONE
        found = api_features.of_skills(vault, knowing(vault), whose)
    if arguments.output is None:
        return Answer(found, as_csv(found).rstrip())
    with sentences():
        replace_file(arguments.output, as_csv(found).encode())
    return Answer(found, _("Wrote {file}.").format(file=arguments.output))
