"""What skills are to each other and to memories."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from typing_extensions import TypedDict

from app.core.actor import USER, Actor
from app.core.api.lookup import find
from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, outside
from app.core.library.record import External
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, relations
from app.core.memory.relations import Origin, Relation, State
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

_MEMORY = re.compile("memory:([0-9]{1,15})")


class OutsideDocument(TypedDict):
    """Something outside the vault, as its place calls it."""

    place: str
    target: str


class RelationDocument(TypedDict):
    """A relation of a skill to another skill (`target`), to a memory, or to something outside.

    What is outside has no number.
    """

    id: int | None
    source: str
    sourceTitle: str
    kind: Kind
    target: str | None
    targetTitle: str | None
    memory: int | None
    outside: OutsideDocument | None
    origin: Origin
    state: State
    strength: float
    confidence: float
    mentions: int
    sentence: str
    statedIn: str | None


class Decision(StrEnum):
    """What a person decides about relations."""

    ACCEPT = "accept"
    DISMISS = "dismiss"
    REOPEN = "reopen"
    REMOVE = "remove"


class Among(StrEnum):
    """Which relations are listed."""

    COUNTING = "counting"
    REVIEW = "review"
    """Those nobody has looked at yet."""
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Relations:
    """Some relations, and the texts of the memories among them, by their numbers."""

    texts: dict[int, str]
    document: list[RelationDocument]


def listed(
    vault: Vault,
    settings: Procedural,
    name: str | None = None,
    engram: str | None = None,
    among: Among = Among.COUNTING,
) -> Relations:
    """Between skills, or of one skill or memory (`memory:12`); raises `NotFound`, `Ambiguous`."""
    know_skills(vault, settings)
    memory = _MEMORY.fullmatch(name or "")
    if memory is not None:
        return _found(vault, relations.of_memory(vault, _live(vault, int(memory[1]))))
    skill = find(vault, name, engram).id if name else None
    if skill is not None and among is Among.COUNTING:
        links = [(skill, one) for one in outside.links(vault, skill)]
        return _found(vault, relations.of_skill(vault, skill), links)
    if among is Among.REVIEW:
        found = relations.review(vault)
    elif among is Among.DISMISSED:
        found = relations.dismissed(vault)
    else:
        found = relations.between_skills(vault)
    return _found(
        vault, [one for one in found if skill is None or skill in (one.source, one.target)]
    )


def related_to(vault: Vault, place: str, target: str) -> Relations:
    """The skills that are related to something outside; raises `AppError` for no such place."""
    where, target = outside.place(place), target.strip()
    found = outside.linked(vault, where, target)
    return _found(vault, (), [(row.id, External(where, target, kind)) for row, kind in found])


def relate(
    vault: Vault,
    settings: Procedural,
    name: str,
    other: str,
    kinds: Sequence[Kind] = (Kind.RELATED_TO,),
    engram: str | None = None,
    *,
    actor: Actor = USER,
) -> Relations:
    """Relate a skill to another or to a memory (`memory:12`), once for each kind.

    Those that are there already stay as they are. Raises `NotFound`, `Ambiguous`, `AppError`.
    """
    know_skills(vault, settings)
    skill = find(vault, name, engram).id
    if (memory := _MEMORY.fullmatch(other)) is not None:
        live = _live(vault, int(memory[1]))
        made = relations.link_kinds(vault, skill, kinds, memory=live, actor=actor)
    else:
        target = find(vault, other, engram).id
        made = relations.link_kinds(vault, skill, kinds, other=target, actor=actor)
    return _found(vault, [relations.relation(vault, one) for one in made])


def relate_outside(
    vault: Vault,
    name: str,
    place: str,
    target: str,
    kinds: Sequence[Kind] = (Kind.RELATED_TO,),
    engram: str | None = None,
    *,
    actor: Actor,
) -> Relations:
    """Relate a skill to something outside the vault, once for each kind.

    Raises `NotFound`, `Ambiguous`, `AppError`.
    """
    skill, where = find(vault, name, engram).id, outside.place(place)
    outside.link(vault, skill, where, target, kinds, actor=actor)
    said = target.strip()
    return _found(vault, (), [(skill, External(where, said, kind)) for kind in kinds])


def unrelate(
    vault: Vault,
    settings: Procedural,
    name: str,
    other: str,
    kinds: Sequence[Kind] = (),
    engram: str | None = None,
    *,
    actor: Actor = USER,
) -> Relations:
    """Take back what a person related, of these kinds or of all; listed as it was.

    What texts state or uses show is dismissed instead. Raises `NotFound`, `Ambiguous`.
    """
    know_skills(vault, settings)
    skill = find(vault, name, engram).id
    named = _MEMORY.fullmatch(other)
    memory = int(named[1]) if named is not None else None
    target = find(vault, other, engram).id if named is None else None
    gone = [
        one
        for one in relations.of_skill(vault, skill)
        if (one.memory, one.other(skill)) == (memory, target)
        and one.origin is Origin.PERSON
        and (not kinds or one.kind in kinds)
    ]
    if not gone:
        raise _not_related(name, other)
    found = _found(vault, gone)
    relations.unlink(vault, *(one.id for one in gone), actor=actor)
    return found


def unrelate_outside(
    vault: Vault,
    name: str,
    place: str,
    target: str,
    kinds: Sequence[Kind] = (),
    engram: str | None = None,
    *,
    actor: Actor,
) -> Relations:
    """Take back what a skill was related to outside; raises `NotFound`, `Ambiguous`, `AppError`."""
    skill, where, said = find(vault, name, engram).id, outside.place(place), target.strip()
    gone = [
        (skill, one)
        for one in outside.links(vault, skill)
        if (one.place, one.target) == (where, said) and (not kinds or one.kind in kinds)
    ]
    if not gone:
        raise _not_related(name, target)
    outside.unlink(vault, skill, where, said, kinds, actor=actor)
    return _found(vault, (), gone)


def decide(
    vault: Vault, settings: Procedural, decision: Decision, numbers: Sequence[int]
) -> Relations:
    """All are looked up first, so that a wrong number changes nothing.

    What was removed is listed as it was. Raises `NotFound`, and `AppError` for the removal of
    what was not made by hand.
    """
    know_skills(vault, settings)
    found = [relations.relation(vault, one) for one in numbers]
    if decision is Decision.REMOVE:
        for one in found:
            _refuse_what_nobody_made(one)
    changes: dict[Decision, Callable[[Vault, int], None]] = {
        Decision.ACCEPT: relations.confirm,
        Decision.DISMISS: relations.dismiss,
        Decision.REOPEN: relations.reopen,
        Decision.REMOVE: relations.unlink,
    }
    for one in found:
        changes[decision](vault, one.id)
    if decision is not Decision.REMOVE:
        found = [relations.relation(vault, one) for one in numbers]
    return _found(vault, found)


def _live(vault: Vault, wanted: int) -> int:
    found = memories.memory(vault, wanted)
    if found is None or found.forgotten or found.replaced_by is not None:
        raise NotFound(
            _("There is no memory with the number {number}.").format(number=wanted),
            _("Recalled memories show their numbers."),
        )
    return wanted


def _refuse_what_nobody_made(relation: Relation) -> None:
    if relation.origin is not Origin.PERSON:
        raise AppError(
            _("Relation {id} was not made by hand, so it would be found again.").format(
                id=relation.id
            ),
            _("Dismiss it instead; that hides it permanently."),
        )


def _not_related(name: str, other: str) -> NotFound:
    return NotFound(
        _("{name} and {other} were not related by hand.").format(name=name, other=other),
        _("Review what the skill is related to, and how."),
    )


def _found(
    vault: Vault, found: Sequence[Relation], links: Sequence[tuple[int, External]] = ()
) -> Relations:
    titles = {row.id: row.title for row in catalogue.rows(vault)}
    texts = memories.memories(vault, {one.memory for one in found if one.memory is not None})
    return Relations(
        {number: memory.text for number, memory in texts.items()},
        [
            *(_about(one, titles) for one in found),
            *(_about_outside(skill, link, titles) for skill, link in links),
        ],
    )


def _about_outside(skill: int, link: External, titles: dict[int, str]) -> RelationDocument:
    return {
        "id": None,
        "source": source_id(skill),
        "sourceTitle": titles.get(skill, ""),
        "kind": Kind(link.kind),
        "target": None,
        "targetTitle": None,
        "memory": None,
        "outside": {"place": link.place, "target": link.target},
        "origin": Origin.PERSON,
        "state": State.CONFIRMED,
        "strength": 1.0,
        "confidence": 1.0,
        "mentions": 1,
        "sentence": "",
        "statedIn": None,
    }


def _about(one: Relation, titles: dict[int, str]) -> RelationDocument:
    return {
        "id": one.id,
        "source": source_id(one.source),
        "sourceTitle": titles.get(one.source, ""),
        "kind": one.kind,
        "target": source_id(one.target) if one.target is not None else None,
        "targetTitle": titles.get(one.target or 0),
        "memory": one.memory,
        "outside": None,
        "origin": one.origin,
        "state": one.state,
        "strength": round(one.strength, 4),
        "confidence": round(one.confidence, 4),
        "mentions": one.mentions,
        "sentence": one.sentence,
        "statedIn": source_id(one.stated_in) if one.stated_in is not None else None,
    }
