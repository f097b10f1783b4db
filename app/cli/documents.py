"""Documents that `import` makes skills of: reading them, and saying what they became."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.cli.answer import complain, tell
from app.cli.progress import shown
from app.core.actor import COMMAND_LINE
from app.core.api.document_imports import ReadDocumentDocument, import_read, read, refused
from app.core.api.packs import about_file
from app.core.documents.importing import Arrived, Refused, read_documents
from app.core.vault import Vault
from app.core.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a document: for programs, and in one line for people."""

    document: object
    line: str
    is_failure: bool = False


def import_documents(
    vault: Vault, files: Mapping[int, Path], arguments: argparse.Namespace
) -> dict[int, Outcome]:
    """What became of the documents, by their place: all that can be read are one undo."""
    with shown(_("Reading")) as progress:
        found = [*read_documents([*files.values()], progress)]
    arrived = [one for one in found if isinstance(one, Arrived)]
    for one in arrived:
        for notice in one.draft.content.notices:
            tell(f"{one.path.name}: {notice}")
    made: list[ReadDocumentDocument]
    if arguments.dry_run or not arrived:
        made = [read(one) for one in arrived]
    else:
        with shown(_("Importing")) as progress:
            made = [
                *import_read(
                    vault,
                    arrived,
                    arguments.engram,
                    keep_originals=not arguments.without_originals,
                    actor=COMMAND_LINE,
                    progress=progress,
                )
            ]
    documents = iter(made)
    return {
        number: _refused(one) if isinstance(one, Refused) else _outcome(one, next(documents))
        for number, one in zip(files, found, strict=True)
    }


def _refused(one: Refused) -> Outcome:
    complain(about_file(one.path, one.why))
    return Outcome(refused(one), f"{one.path.name}: " + _("not imported"), is_failure=True)


def _outcome(one: Arrived, document: ReadDocumentDocument) -> Outcome:
    """“Receiving vaccines”: 6 steps, 3 sub-steps; Success, Requires; 2 places to look at."""
    parts = [
        ngettext("{count} phase", "{count} phases", document["phases"]).format(
            count=document["phases"]
        ),
        ngettext("{count} step", "{count} steps", document["steps"]).format(
            count=document["steps"]
        ),
        ngettext("{count} sub-step", "{count} sub-steps", document["subSteps"]).format(
            count=document["subSteps"]
        ),
    ]
    counts = (document["phases"], document["steps"], document["subSteps"])
    said = [", ".join(part for part, count in zip(parts, counts, strict=True) if count)]
    said.append(", ".join(document["goals"]))
    if places := document["findings"]:
        words = ngettext("{count} place to look at", "{count} places to look at", places)
        said.append(words.format(count=places))
    summary = "; ".join(part for part in said if part) or _("no steps")
    return Outcome(document, f"{one.path.name}: “{document['title']}”, {summary}")
