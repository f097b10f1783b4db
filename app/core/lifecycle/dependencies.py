"""What a skill depends on and what depends on it: the enriched answer of seed 003."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.graph.relation_cues import Kind
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.memory import relations
from app.core.vault import Vault

NEEDS = (Kind.DEPENDS_ON, Kind.REQUIRES)
"""Kinds that say that one skill cannot do without the other."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The skills around one by what they are to it, the strongest relation first."""

    depends_on: tuple[SkillRow, ...]
    depended_by: tuple[SkillRow, ...]
    related: tuple[SkillRow, ...]
    variants: tuple[SkillRow, ...]


def dependencies(vault: Vault, skill: int) -> Dependencies:
    """By the relations that count, in whatever way they came about."""
    found = [one for one in relations.of_skill(vault, skill) if one.target is not None]
    rows = catalogue.some(vault, [one.other(skill) or 0 for one in found])

    def named(others: Iterable[int | None]) -> tuple[SkillRow, ...]:
        return tuple(rows[other] for other in dict.fromkeys(others) if other in rows)

    needs = [one for one in found if one.kind in NEEDS]
    return Dependencies(
        named(one.target for one in needs if one.source == skill),
        named(one.source for one in needs if one.target == skill),
        named(one.other(skill) for one in found if one.kind is Kind.RELATED_TO),
        named(one.other(skill) for one in found if one.kind is Kind.VARIANT_OF),
    )
