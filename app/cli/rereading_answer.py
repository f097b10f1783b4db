"""What `reread` does and says."""

import argparse

from app.cli.answer import Answer
from app.cli.progress import shown
from app.cli.session import Session
from app.core.api import rereading
from app.core.api.rereading import RereadDocument, SaidDocument
from app.core.library.reread_words import lines
from app.core.library.said import Link, Said
from app.core.words import _


def reread(session: Session, arguments: argparse.Namespace) -> Answer:
    """What is read differently; with `--seen` some or all of it is taken off the list first."""
    if arguments.seen != bool(arguments.names or arguments.all):
        arguments.wrong(_("--seen goes with the names of skills, or with --all"))
    with session.vault() as vault, shown(_("Reading skills again")) as progress:
        found = rereading.listed(vault, progress)
        if arguments.seen:
            found = rereading.seen(vault, None if arguments.all else arguments.names)
    text = "\n\n".join(map(_one, found)) or _("No skill reads differently.")
    return Answer(found, text)


def _one(one: RereadDocument) -> str:
    """Lines that both have stand once, as in a difference."""
    before, after = lines(_said(one["before"])), lines(_said(one["after"]))
    kept = [line for line in before if line in after]
    return "\n".join(
        [
            f"{one['title']} ({one['engram']})",
            *(f"  - {line}" for line in before if line not in kept),
            *(f"  + {line}" for line in after if line not in kept),
        ]
    )


def _said(document: SaidDocument) -> Said:
    links = (
        Link(one["kind"], one["step"], one["to"], one["condition"], one["max"])
        for one in document["links"]
    )
    return Said(tuple(document["steps"]), tuple(links))
