"""What `memories`, `correct`, `refile`, `forget` and `terms` do and say."""

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from app.cli.answer import Answer, table
from app.cli.filters import filters
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.core.actor import COMMAND_LINE
from app.core.api import memories as remembered
from app.core.api.memories import FiledDocument, MemoryDocument, SourceDocument
from app.core.gist import gist
from app.core.memory.memories import Memory
from app.core.words import _, ngettext

_SHOWN = 160


def memories(session: Session, arguments: argparse.Namespace) -> Answer:
    """The newest first, each with its importance; or the sources."""
    among = filters(arguments)
    with session.vault() as vault:
        if arguments.sources:
            return _sources(remembered.sources(vault, among))
        found = remembered.memories(vault, knowing(vault), among, limit=arguments.limit)
    return Answer(found, "\n".join(map(_line, found)) or _("No memories."))


def correct(session: Session, arguments: argparse.Namespace) -> Answer:
    """A correction takes the place of a memory, which is kept."""
    text = read_text(Path("-")) if arguments.text == "-" else arguments.text
    with session.vault() as vault:
        done = remembered.correct(vault, arguments.memory, text, actor=COMMAND_LINE)
    said = _("memory:{new} replaces memory:{old}.")
    if done["memory"] == done["corrected"]:
        said = _("memory:{new} already says that.")
    return Answer(done, said.format(new=done["memory"], old=done["corrected"]))


def refile(session: Session, arguments: argparse.Namespace) -> Answer:
    """Other tags, another engram; all of it or nothing."""
    if not (arguments.engram or arguments.tag or arguments.untag):
        arguments.wrong(_("an engram or tags are needed"))
    with session.vault() as vault:
        filed = remembered.refile(
            vault,
            arguments.memories,
            arguments.engram,
            add=arguments.tag,
            remove=arguments.untag,
            actor=COMMAND_LINE,
        )
    return Answer(filed, "\n".join(map(_filed, filed)))


def _filed(one: FiledDocument) -> str:
    said = _("memory:{number} is in {engram}, tagged {tags}.")
    if not one["tags"]:
        said = _("memory:{number} is in {engram}, without tags.")
    if one["same"] is not None:
        said += " " + _("It stays where it is: memory:{same} already says the same.")
    tags = ", ".join(one["tags"])
    return said.format(number=one["memory"], engram=one["engram"], tags=tags, same=one["same"])


def forget(session: Session, arguments: argparse.Namespace) -> Answer:
    """Leave tombstones, or take them away again."""
    fields = (arguments.engram, arguments.tag, arguments.source, arguments.since, arguments.until)
    if bool(arguments.memories) is any(fields):
        arguments.wrong(_("name memories by number, or choose them by engram, tag, source or date"))
    if arguments.undo and not arguments.memories:
        arguments.wrong(_("--undo needs the numbers of memories"))
    if not arguments.memories:
        return _forget_all(session, arguments)
    with session.vault() as vault:
        done = remembered.forget(vault, arguments.memories, undo=arguments.undo, actor=COMMAND_LINE)
    return Answer(done.document, "\n".join(map(_state, done.memories)))


def _forget_all(session: Session, arguments: argparse.Namespace) -> Answer:
    """Whatever is not narrowed out."""
    with session.vault() as vault, shown(_("Forgetting")) as progress:
        gone = remembered.forget_all(
            vault, filters(arguments), actor=COMMAND_LINE, progress=progress
        )
    said = ngettext("{count} memory forgotten.", "{count} memories forgotten.", len(gone))
    return Answer(gone, said.format(count=len(gone)))


def terms(session: Session, arguments: argparse.Namespace) -> Answer:
    """The terms, once they are what they should be."""
    with session.vault() as vault:
        found = remembered.terms(
            vault,
            knowing(vault),
            add=arguments.add or (),
            remove=arguments.remove or (),
        )
    lines = [f"{one['term']}  ({_counted(one['memories'])})" for one in found]
    return Answer(found, "\n".join(lines) or _("No terms. Skills are searched for by name."))


def _state(one: Memory) -> str:
    if one.forgotten:
        said = _("memory:{number} is forgotten; `techne forget --undo` restores it.")
    elif one.replaced_by is not None:
        said = _("memory:{number} was corrected; memory:{newer} replaces it.")
    else:
        said = _("memory:{number} is remembered.")
    return said.format(number=one.id, newer=one.replaced_by)


def _line(one: MemoryDocument) -> str:
    shown = gist(one["text"], _SHOWN)
    day = datetime.fromisoformat(one["at"]).date().isoformat()
    where = f"{one['engram']} · {one['source']} · {day}"
    name = one["title"] or gist(one["text"], 60)
    head = f"memory:{one['id']}  {one['importance']:.2f}  {name}  ({where})"
    return f"{head}\n      {shown}\n      {one['arithmetic']}"


def _sources(found: Sequence[SourceDocument]) -> Answer:
    rows = [(one["source"], one["kind"].value, _counted(one["memories"])) for one in found]
    heads = (_("Source"), _("Kind"), _("Memories"))
    return Answer(found, table(rows, heads) if rows else _("No memories."))


def _counted(memories: int) -> str:
    said = ngettext("{count} memory", "{count} memories", memories)
    return said.format(count=memories)
