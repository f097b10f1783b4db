"""Commands about what skills are to each other: relations, relate, unrelate."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer
from app.cli.life import number
from app.cli.session import Session
from app.cli.skill_argument import find
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, outside
from app.core.library.record import External
from app.core.memory import memories, relations
from app.core.memory.relations import Origin, Relation, State
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_SHOWN = 60
_MEMORY = re.compile("memory:([0-9]{1,15})")
Outward = tuple[int, External]
"""A skill, and something outside that it is related to."""
_BY_HAND = [kind.value for kind in Kind]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("relations", help=_("list, review and remove relations"))
    command.add_argument("name", nargs="?", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    what = command.add_mutually_exclusive_group()
    what.add_argument("--review", action="store_true", help=_("those nobody has looked at yet"))
    what.add_argument("--dismissed", action="store_true", help=_("those that were dismissed"))
    for option, summary in (
        ("--accept", _("keep these for good")),
        ("--dismiss", _("hide these for good")),
        ("--reopen", _("take a decision back")),
        ("--remove", _("take back what was related by hand")),
    ):
        what.add_argument(option, nargs="+", type=number, metavar="ID", help=summary)
    _place_option(command)
    command.set_defaults(run=list_relations)
    command = commands.add_parser("relate", help=_("relate a skill to another, or to a memory"))
    _add_pair(command, _("default: related_to"))
    command.set_defaults(run=relate)
    command = commands.add_parser("unrelate", help=_("take back what was related by hand"))
    _add_pair(command, _("default: every kind"))
    command.set_defaults(run=unrelate)


def _add_pair(command: argparse.ArgumentParser, kinds: str) -> None:
    command.add_argument("name", metavar="NAME")
    command.add_argument("other", metavar="OTHER")
    command.add_argument("--kind", action="append", choices=_BY_HAND, metavar="K", help=kinds)
    command.add_argument("--engram", metavar="E", help=_("where the skills are filed"))
    _place_option(command)


def _place_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--in", dest="place", choices=sorted(outside.PLACES), metavar="PLACE",
        help=_("the other is outside the vault: docs, code, files, knowledge or tasks"),
    )  # fmt: skip


def list_relations(session: Session, arguments: argparse.Namespace) -> Answer:
    """The relations that count, or a decision about some of them."""
    with session.vault() as vault:
        _know(vault)
        for decide, chosen in (
            (relations.confirm, arguments.accept),
            (relations.dismiss, arguments.dismiss),
            (relations.reopen, arguments.reopen),
            (_remove, arguments.remove),
        ):
            if chosen:
                return _decided(vault, decide, chosen)
        if arguments.place:
            return _reverse(vault, arguments)
        found = _chosen(vault, arguments)
        nothing = _("No relations.") if not arguments.review else _("There is nothing to review.")
        return _answer(vault, found, nothing, _outside(vault, arguments))


def relate(session: Session, arguments: argparse.Namespace) -> Answer:
    """One relation for each kind; those that are there already stay as they are."""
    with session.vault() as vault:
        _know(vault)
        skill = find(vault, arguments.name, arguments.engram).id
        kinds = [Kind(kind) for kind in arguments.kind or [Kind.RELATED_TO]]
        if arguments.place:
            where = outside.place(arguments.place)
            outside.link(vault, skill, where, arguments.other, kinds, actor=COMMAND_LINE)
            target = arguments.other.strip()
            return _answer(
                vault, (), "", [(skill, External(where, target, kind)) for kind in kinds]
            )
        named = _MEMORY.fullmatch(arguments.other)
        if named is not None:
            memory = _memory(vault, int(named[1]))
            made = [relations.link_memory(vault, skill, memory, kind) for kind in kinds]
        else:
            other = find(vault, arguments.other, arguments.engram).id
            made = [relations.link(vault, skill, other, kind) for kind in kinds]
        found = tuple(relations.relation(vault, one) for one in made)
        return _answer(vault, found, "")


def unrelate(session: Session, arguments: argparse.Namespace) -> Answer:
    """Take back what a person related; what texts state or uses show is dismissed instead."""
    with session.vault() as vault:
        _know(vault)
        skill = find(vault, arguments.name, arguments.engram).id
        kinds = [Kind(kind) for kind in arguments.kind or ()]
        if arguments.place:
            return _unlinked(vault, skill, arguments, kinds)
        named = _MEMORY.fullmatch(arguments.other)
        memory = int(named[1]) if named is not None else None
        other = find(vault, arguments.other, arguments.engram).id if named is None else None
        found = tuple(
            one
            for one in relations.of_skill(vault, skill)
            if (one.memory, one.other(skill)) == (memory, other)
            and one.origin is Origin.PERSON
            and (not kinds or one.kind in kinds)
        )
        if not found:
            raise _not_related(arguments)
        answer = _answer(vault, found, "")
        for one in found:
            relations.unlink(vault, one.id)
        return answer


def _unlinked(vault: Vault, skill: int, arguments: argparse.Namespace, kinds: list[Kind]) -> Answer:
    where, target = outside.place(arguments.place), arguments.other.strip()
    gone = [
        (skill, one)
        for one in outside.links(vault, skill)
        if (one.place, one.target) == (where, target) and (not kinds or one.kind in kinds)
    ]
    if not gone:
        raise _not_related(arguments)
    outside.unlink(vault, skill, where, target, kinds, actor=COMMAND_LINE)
    return _answer(vault, (), "", gone)


def _not_related(arguments: argparse.Namespace) -> NotFound:
    return NotFound(
        _("Nobody related {name} and {other} by hand.").format(
            name=arguments.name, other=arguments.other
        ),
        _("`techne relations` lists what is related, and how."),
    )


def _reverse(vault: Vault, arguments: argparse.Namespace) -> Answer:
    """The skills that are related to something outside."""
    where, target = outside.place(arguments.place), (arguments.name or "").strip()
    found = [
        (row.id, External(where, target, kind))
        for row, kind in outside.linked(vault, where, target)
    ]
    return _answer(vault, (), _("No skill is related to that."), found)


def _outside(vault: Vault, arguments: argparse.Namespace) -> list[Outward]:
    """What the skill is related to outside, where its relations are listed."""
    decided = arguments.review or arguments.dismissed
    if not arguments.name or decided or _MEMORY.fullmatch(arguments.name):
        return []
    skill = find(vault, arguments.name, arguments.engram).id
    return [(skill, one) for one in outside.links(vault, skill)]


def _know(vault: Vault) -> None:
    """Relations stated by texts that changed since are read first."""
    from app.cli.knowing import knowing  # noqa: PLC0415  loads YAML

    knowing(vault)


def _memory(vault: Vault, wanted: int) -> int:
    found = memories.memory(vault, wanted)
    if found is None or found.forgotten or found.replaced_by is not None:
        raise NotFound(
            _("There is no memory with the number {number} any more.").format(number=wanted),
            _("`techne recall` says the numbers of memories."),
        )
    return wanted


def _chosen(vault: Vault, arguments: argparse.Namespace) -> tuple[Relation, ...]:
    named = _MEMORY.fullmatch(arguments.name or "")
    if named is not None:
        return relations.of_memory(vault, _memory(vault, int(named[1])))
    skill = find(vault, arguments.name, arguments.engram).id if arguments.name else None
    if arguments.review:
        found = relations.review(vault)
    elif arguments.dismissed:
        found = relations.dismissed(vault)
    elif skill is not None:
        return relations.of_skill(vault, skill)
    else:
        found = relations.between_skills(vault)
    return tuple(one for one in found if skill is None or skill in (one.source, one.target))


def _decided(vault: Vault, decide: Callable[[Vault, int], None], chosen: list[int]) -> Answer:
    """All of them are looked up first, so that a wrong number changes nothing."""
    found = [relations.relation(vault, one) for one in chosen]
    if decide is _remove:
        for one in found:
            _refuse_what_nobody_made(one)
    for one in found:
        decide(vault, one.id)
    if decide is not _remove:
        found = [relations.relation(vault, one) for one in chosen]
    return _answer(vault, tuple(found), "")


def _remove(vault: Vault, relation: int) -> None:
    relations.unlink(vault, relation)


def _refuse_what_nobody_made(relation: Relation) -> None:
    if relation.origin is not Origin.PERSON:
        raise AppError(
            _("Relation {id} was not made by hand, so it would be found again.").format(
                id=relation.id
            ),
            _("`techne relations --dismiss {id}` hides it for good.").format(id=relation.id),
        )


def _answer(
    vault: Vault, found: tuple[Relation, ...], nothing: str, outward: Sequence[Outward] = ()
) -> Answer:
    titles = {row.id: row.title for row in catalogue.rows(vault)}
    texts = memories.memories(vault, {one.memory for one in found if one.memory is not None})
    shown = {number: " ".join(memory.text.split())[:_SHOWN] for number, memory in texts.items()}
    lines = [line for one in found for line in _lines(one, titles, shown)]
    for skill, link in outward:
        lines += _outward_lines(titles.get(skill, ""), link)
    document = [_about(one, titles) for one in found]
    document += [_about_outward(skill, link, titles) for skill, link in outward]
    return Answer(document, "\n".join(lines) or nothing)


def _outward_lines(title: str, link: External) -> list[str]:
    kind = link.kind.replace("_", " ")
    by_hand = _("made by hand; {place} outside the vault").format(place=link.place)
    return [f"{'':>5}  1.00  {title}  {kind}  {link.target}", f"             {by_hand}"]


def _about_outward(skill: int, link: External, titles: dict[int, str]) -> dict[str, Any]:
    """A relation to outside in the shape of the others; it has no number."""
    return {
        "id": None,
        "source": source_id(skill),
        "sourceTitle": titles.get(skill, ""),
        "kind": link.kind,
        "target": None,
        "targetTitle": None,
        "memory": None,
        "outside": {"place": link.place, "target": link.target},
        "origin": Origin.PERSON.value,
        "state": State.CONFIRMED.value,
        "strength": 1.0,
        "confidence": 1.0,
        "mentions": 1,
        "sentence": "",
        "statedIn": None,
    }


def _lines(one: Relation, titles: dict[int, str], shown: dict[int, str]) -> list[str]:
    if one.memory is not None:
        other = _("memory:{number} “{text}”").format(
            number=one.memory, text=shown.get(one.memory, "")
        )
    else:
        other = titles.get(one.target or 0, "")
    kind = one.kind.value.replace("_", " ")
    head = f"{one.id:>5}  {one.strength:.2f}  {titles.get(one.source, '')}  {kind}  {other}"
    lines = [head, f"             {_origin(one)}; {one.state.value}"]
    if one.sentence:
        lines.append(f"             “{' '.join(one.sentence.split())}”")
    return lines


def _origin(one: Relation) -> str:
    return {
        Origin.EXTRACTED: _("stated by a text"),
        Origin.COMPUTED: _("computed from {count} shared memories").format(count=one.mentions),
        Origin.PERSON: _("made by hand"),
    }[one.origin]


def _about(one: Relation, titles: dict[int, str]) -> dict[str, Any]:
    return {
        "id": one.id,
        "source": source_id(one.source),
        "sourceTitle": titles.get(one.source, ""),
        "kind": one.kind.value,
        "target": source_id(one.target) if one.target is not None else None,
        "targetTitle": titles.get(one.target or 0),
        "memory": one.memory,
        "outside": None,
        "origin": one.origin.value,
        "state": one.state.value,
        "strength": round(one.strength, 4),
        "confidence": round(one.confidence, 4),
        "mentions": one.mentions,
        "sentence": one.sentence,
        "statedIn": source_id(one.stated_in) if one.stated_in is not None else None,
    }
