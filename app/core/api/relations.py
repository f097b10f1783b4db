"""What skills are to each other and to memories."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, relations
from app.core.memory.relations import Origin, Relation, State
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

_MEMORY = re.compile("memory:([0-9]{1,15})")


class RelationDocument(TypedDict):
    """A relation of a skill to another skill (`target`) or to a memory."""

    id: int
    source: str
    sourceTitle: str
    kind: Kind
    target: str | None
    targetTitle: str | None
    memory: int | None
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
    if among is Among.REVIEW:
        found = relations.review(vault)
    elif among is Among.DISMISSED:
        found = relations.dismissed(vault)
    elif skill is not None:
        return _found(vault, relations.of_skill(vault, skill))
    else:
        found = relations.between_skills(vault)
    return _found(
        vault, [one for one in found if skill is None or skill in (one.source, one.target)]
    )


def relate(
    vault: Vault,
    settings: Procedural,
    name: str,
    other: str,
    kinds: Sequence[Kind] = (Kind.RELATED_TO,),
    engram: str | None = None,
) -> Relations:
    """Relate a skill to another or to a memory (`memory:12`), once for each kind.

    Those that are there already stay as they are. Raises `NotFound`, `Ambiguous`, `AppError`.
    """
    know_skills(vault, settings)
    skill = find(vault, name, engram).id
    if (memory := _MEMORY.fullmatch(other)) is not None:
        live = _live(vault, int(memory[1]))
        made = [relations.link_memory(vault, skill, live, kind) for kind in kinds]
    else:
        target = find(vault, other, engram).id
        made = [relations.link(vault, skill, target, kind) for kind in kinds]
    return _found(vault, [relations.relation(vault, one) for one in made])


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
    change = {
        Decision.ACCEPT: relations.confirm,
        Decision.DISMISS: relations.dismiss,
        Decision.REOPEN: relations.reopen,
        Decision.REMOVE: relations.unlink,
    }[decision]
    for one in found:
        change(vault, one.id)
    if decision is not Decision.REMOVE:
        found = [relations.relation(vault, one) for one in numbers]
    return _found(vault, found)


def _live(vault: Vault, wanted: int) -> int:
    found = memories.memory(vault, wanted)
    if found is None or found.forgotten or found.replaced_by is not None:
        raise NotFound(
            _("There is no memory with the number {number} any more.").format(number=wanted),
            _("`techne recall` says the numbers of memories."),
        )
    return wanted


def _refuse_what_nobody_made(relation: Relation) -> None:
    if relation.origin is not Origin.PERSON:
        raise AppError(
            _("Relation {id} was not made by hand, so it would be found again.").format(
                id=relation.id
            ),
            _("`techne relations --dismiss {id}` hides it for good.").format(id=relation.id),
        )


def _found(vault: Vault, found: Sequence[Relation]) -> Relations:
    titles = {row.id: row.title for row in catalogue.rows(vault)}
    texts = memories.memories(vault, {one.memory for one in found if one.memory is not None})
    return Relations(
        {number: memory.text for number, memory in texts.items()},
        [_about(one, titles) for one in found],
    )


def _about(one: Relation, titles: dict[int, str]) -> RelationDocument:
    return {
        "id": one.id,
        "source": source_id(one.source),
        "sourceTitle": titles.get(one.source, ""),
        "kind": one.kind,
        "target": source_id(one.target) if one.target is not None else None,
        "targetTitle": titles.get(one.target or 0),
        "memory": one.memory,
        "origin": one.origin,
        "state": one.state,
        "strength": round(one.strength, 4),
        "confidence": round(one.confidence, 4),
        "mentions": one.mentions,
        "sentence": one.sentence,
        "statedIn": source_id(one.stated_in) if one.stated_in is not None else None,
    }
