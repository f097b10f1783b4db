"""What skills are related to outside the vault: documents, code, files, knowledge, tasks.

A target is kept as it was named and shown so; nobody guesses what it might be.
"""

from collections.abc import Collection
from dataclasses import replace
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.details import edit
from app.core.library.record import External, Meta
from app.core.vault import Vault
from app.core.words import _

LONGEST, MOST = 500, 500
"""Characters of a target; links of one skill."""


class Place(StrEnum):
    """Where a target is: the target graphs of seed 003."""

    DOCS = "docs"
    CODE = "code"
    FILES = "files"
    KNOWLEDGE = "knowledge"
    TASKS = "tasks"


PLACES = {name: place for place in Place for name in (place.value, place.value.removesuffix("s"))}
"""By every name that people may use, also in the singular."""


def place(name: str) -> Place:
    """The place called so; raises `AppError`."""
    found = PLACES.get(name.casefold())
    if found is None:
        raise AppError(
            _("“{name}” is not a place outside the vault.").format(name=name),
            _("Choose one of: {places}.").format(places=", ".join(Place)),
        )
    return found


def links(vault: Vault, skill: int) -> tuple[External, ...]:
    """What a skill is related to outside, in the order in which that was said."""
    state = library.current(vault, skill)
    return state[2].links if state is not None else ()


def linked(vault: Vault, where: Place, target: str) -> tuple[tuple[SkillRow, Kind], ...]:
    """The skills that are related to exactly that target, and how."""
    found = vault.rows(
        "select s.id, json_extract(l.value, '$.kind') from skill s"
        " join version v on v.id = s.current, json_each(v.meta, '$.links') l"
        " where json_extract(l.value, '$.place') = ? and json_extract(l.value, '$.target') = ?"
        " order by s.title collate nocase, s.id, l.key",
        where,
        target,
    )
    rows = catalogue.some(vault, [skill for skill, _kind in found])
    return tuple((rows[skill], Kind(kind)) for skill, kind in found if skill in rows)


def link(
    vault: Vault,
    skill: int,
    where: Place,
    target: str,
    kinds: Collection[Kind] = (Kind.RELATED_TO,),
    *,
    actor: Actor = USER,
) -> bool:
    """Relate a skill to something outside; False when it is so already.

    Raises `AppError` for a target that cannot be one, and `NotFound`.
    """
    made = [External(where.value, _checked(target), kind.value) for kind in kinds]

    def relate(_text: str, meta: Meta) -> Meta:
        links = (*meta.links, *(one for one in made if one not in meta.links))
        if len(links) > MOST:
            raise AppError(
                _("A skill can have at most {most} relations outside the vault.").format(most=MOST)
            )
        return replace(meta, links=links)

    return edit(vault, skill, relate, _("Relate skill"), actor)


def unlink(
    vault: Vault,
    skill: int,
    where: Place,
    target: str,
    kinds: Collection[Kind] = (),
    *,
    actor: Actor = USER,
) -> bool:
    """Take relations to a target back, of these kinds or all; False when there are none.

    Raises `NotFound` for a skill that is not in the library.
    """

    def unrelate(_text: str, meta: Meta) -> Meta:
        kept = tuple(
            one
            for one in meta.links
            if (one.place, one.target) != (where, target) or (kinds and one.kind not in kinds)
        )
        return replace(meta, links=kept)

    return edit(vault, skill, unrelate, _("Remove a relation"), actor)


def _checked(target: str) -> str:
    found = target.strip()
    if not found or len(found) > LONGEST or not found.isprintable():
        raise AppError(
            _("The name of something outside the vault has 1 to {most} characters.").format(
                most=LONGEST
            )
        )
    return found
