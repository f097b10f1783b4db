"""What `engrams` does and says."""

import argparse
from collections.abc import Sequence

from app.cli.answer import Answer, table
from app.cli.progress import shown
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import engrams
from app.core.api.engrams import Described
from app.core.api.lookup import engram_id
from app.core.library.engrams import Cap, Engram, Tier
from app.core.vault import Vault
from app.core.words import _


def list_engrams(session: Session, arguments: argparse.Namespace) -> Answer:
    """The engrams, or one of them, after what was asked for was changed of it."""
    given = vars(arguments)
    changes = ("rename", "merge_into", "delete", "tier", "cap", "usual_cap")
    if not arguments.name and any(given[name] not in (None, False) for name in changes):
        arguments.wrong(_("which engram?"))
    goes = arguments.delete or arguments.merge_into is not None
    if arguments.dry_run and not goes:
        arguments.wrong(_("--dry-run is for --delete or --merge-into only"))
    if goes and (arguments.tier or arguments.cap or arguments.usual_cap):
        arguments.wrong(_("--tier and --cap are not for --delete or --merge-into"))
    with session.vault() as vault:
        if not arguments.name:
            return _answer(engrams.listed(vault))
        if goes:
            return _taken_away(vault, arguments)
        changed = engrams.change(
            vault,
            arguments.name,
            rename=arguments.rename,
            tier=Tier(arguments.tier) if arguments.tier else None,
            cap=Cap(*arguments.cap) if arguments.cap else None,
            usual_cap=arguments.usual_cap,
            actor=COMMAND_LINE,
        )
    return _answer([changed])


def _taken_away(vault: Vault, arguments: argparse.Namespace) -> Answer:
    """Merge it or delete it; the answer is what there was."""
    name, other = arguments.name, arguments.merge_into
    if arguments.dry_run:
        gone = engrams.named(vault, name)
        if other is not None:
            engram_id(vault, other)  # a wrong name is said before it is tried
        said = _("In {engram}: {what}.")
    elif other is not None:
        with shown(_("Merging")) as progress:
            gone = engrams.merge(vault, name, other, actor=COMMAND_LINE, progress=progress)
        said = _("{engram} is now part of {other}: {what}. `techne undo` reverses it.")
    else:
        with shown(_("Deleting")) as progress:
            gone = engrams.delete(vault, name, actor=COMMAND_LINE, progress=progress)
        said = _("Deleted {engram}: {what}. `techne undo` brings it back.")
    text = said.format(engram=gone.engram.name, other=other, what=gone.contents.sentence())
    documents = [gone.document]
    return Answer(documents, text)


def _answer(found: Sequence[Described]) -> Answer:
    rows = [
        (
            one.engram.name,
            str(one.contents.skills),
            str(one.contents.memories),
            one.engram.tier.value,
            _cap_words(one.engram),
        )
        for one in found
    ]
    header = (_("Engram"), _("Skills"), _("Memories"), _("Tier"), _("Recall cap"))
    documents = [one.document for one in found]
    return Answer(documents, table(rows, header) if rows else _("No engrams yet."))


def _cap_words(engram: Engram) -> str:
    return _("{tokens} tokens, {nodes} answers").format(
        tokens=engram.cap.tokens, nodes=engram.cap.nodes
    )
