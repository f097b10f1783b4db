"""What `memories`, `correct`, `refile`, `forget` and `terms` do and say."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.cli.answer import Answer, table
from app.cli.knowing import knowing
from app.cli.knowledge_answer import filters
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError, NotFound
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.memory_importance import importances
from app.core.memory import memories as remembered
from app.core.memory import refiling, shelf
from app.core.memory import terms as known_terms
from app.core.memory.memories import Memory
from app.core.vault import Vault
from app.core.words import _, ngettext

_SHOWN = 160


def memories(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        settings = knowing(vault)
        wanted = filters(vault, arguments)
        if arguments.sources:
            return _sources(shelf.sources(vault, wanted.engram))
        found = shelf.listed(vault, wanted, limit=arguments.limit)
        numbers = [one.id for one in found]
        values = importances(vault, numbers, settings.memories)
        skills = shelf.mentions(vault, numbers)
    text = "\n".join(_line(one, values[one.id]) for one in found) or _("There are no memories.")
    return Answer([_about(one, values[one.id], skills.get(one.id, 0)) for one in found], text)


def correct(session: Session, arguments: argparse.Namespace) -> Answer:
    text = read_text(Path("-")) if arguments.text == "-" else arguments.text
    with session.vault() as vault:
        _memory(vault, arguments.memory)
        new = remembered.correct(vault, arguments.memory, text, actor=COMMAND_LINE)
        document = {"memory": new, "corrected": arguments.memory, "text": _memory(vault, new).text}
    said = _("memory:{new} takes the place of memory:{old}.")
    if new == arguments.memory:
        said = _("memory:{new} says that already.")
    return Answer(document, said.format(new=new, old=arguments.memory))


def refile(session: Session, arguments: argparse.Namespace) -> Answer:
    """All of it or nothing."""
    chosen = arguments.memories
    with session.vault() as vault:
        for number in chosen:  # one that never was is told apart from one that is gone
            _memory(vault, number)
        tagged = refiling.tag(vault, chosen, arguments.tag, arguments.untag, actor=COMMAND_LINE)
        moved = refiling.Moved(())
        if arguments.engram:
            try:
                moved = refiling.move(vault, chosen, arguments.engram, actor=COMMAND_LINE)
            except AppError:
                refiling.put_back(vault, tagged, actor=COMMAND_LINE)
                raise
        now = [_memory(vault, number) for number in chosen]
    known = dict(moved.known)
    document = [
        {"memory": m.id, "engram": m.engram_name, "tags": list(m.tags), "same": known.get(m.id)}
        for m in now
    ]
    return Answer(document, "\n".join(_filed(one, known.get(one.id)) for one in now))


def _filed(one: Memory, same: int | None) -> str:
    said = _("memory:{number} is in {engram}, tagged {tags}.")
    if not one.tags:
        said = _("memory:{number} is in {engram}, without tags.")
    if same is not None:
        said += " " + _("It stays there: memory:{same} says the same already.")
    tags = ", ".join(one.tags)
    return said.format(number=one.id, engram=one.engram_name, tags=tags, same=same)


def forget(session: Session, arguments: argparse.Namespace) -> Answer:
    if not arguments.memories:
        return _forget_all(session, arguments)
    with session.vault() as vault:
        for number in arguments.memories:  # all are looked up first: a wrong one changes nothing
            _memory(vault, number)
        change = remembered.bring_back if arguments.undo else remembered.forget
        change(vault, *arguments.memories, actor=COMMAND_LINE)
        now = [_memory(vault, number) for number in arguments.memories]
    return Answer(
        [{"memory": one.id, "forgotten": one.forgotten} for one in now], "\n".join(map(_state, now))
    )


def _forget_all(session: Session, arguments: argparse.Namespace) -> Answer:
    """Whatever is not narrowed out."""
    with session.vault() as vault:
        numbers = shelf.numbers(vault, filters(vault, arguments))
        with shown(_("Forgetting")) as progress:
            remembered.forget(vault, *numbers, actor=COMMAND_LINE, progress=progress)
    said = ngettext("{count} memory forgotten.", "{count} memories forgotten.", len(numbers))
    document = [{"memory": number, "forgotten": True} for number in numbers]
    return Answer(document, said.format(count=len(numbers)))


def terms(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        knowing(vault)
        for name in arguments.add or ():
            known_terms.add(vault, name)
        for name in arguments.remove or ():
            known_terms.remove(vault, name)
        found = known_terms.terms(vault)
    lines = [f"{one.name}  ({_counted(one.mentions)})" for one in found]
    document = [{"term": one.name, "memories": one.mentions} for one in found]
    return Answer(document, "\n".join(lines) or _("No terms. Skills are searched for by name."))


def _memory(vault: Vault, number: int) -> Memory:
    found = remembered.memory(vault, number)
    if found is None:
        raise NotFound(
            _("There is no memory with the number {number}.").format(number=number),
            _("`techne memories` lists them."),
        )
    return found


def _state(one: Memory) -> str:
    if one.forgotten:
        said = _("memory:{number} is forgotten; `techne forget --undo` brings it back.")
    elif one.replaced_by is not None:
        said = _("memory:{number} was corrected; memory:{newer} stands in its place.")
    else:
        said = _("memory:{number} is remembered.")
    return said.format(number=one.id, newer=one.replaced_by)


def _line(one: Memory, importance: Importance) -> str:
    shown = " ".join(one.text.split())
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN].rstrip() + " …"
    where = f"{one.engram_name} · {one.source.name} · {one.at.date().isoformat()}"
    head = f"memory:{one.id}  {importance.value:.2f}  {one.title or shown[:60]}  ({where})"
    return f"{head}\n      {shown}\n      {importance.sentence()}"


def _about(one: Memory, importance: Importance, skills: int) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "text": one.text,
        "engram": one.engram_name,
        "source": one.source.name,
        "tags": list(one.tags),
        "at": one.at.isoformat(),
        "added": one.added.isoformat(),
        "importance": round(importance.value, 4),
        "arithmetic": importance.sentence(),
        "skills": skills,
    }


def _sources(found: Iterable[shelf.Shelf]) -> Answer:
    listed = [(one.name, one.kind.value if one.kind else "", one.count) for one in found]
    document = [{"source": name, "kind": kind, "memories": held} for name, kind, held in listed]
    rows = [(name, kind, _counted(held)) for name, kind, held in listed]
    heads = (_("Source"), _("Kind"), _("Memories"))
    return Answer(document, table(rows, heads) if rows else _("There are no memories."))


def _counted(memories: int) -> str:
    said = ngettext("{count} memory", "{count} memories", memories)
    return said.format(count=memories)
