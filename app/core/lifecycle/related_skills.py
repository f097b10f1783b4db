"""What surrounds a skill: related skills with their affinity and why, groups, tags they suggest."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.graph.communities import TagSuggestion, communities, tag_suggestions
from app.core.graph.open_triangles import Affinity
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, library
from app.core.lifecycle import affinity
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, relations
from app.core.memory.relations import Relation
from app.core.vault import Vault
from app.core.words import _, ngettext

CALL = 0.95
"""The weight of a call, as in seed 004."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another skill: how closely the two belong together, and the reasons in words."""

    skill: catalogue.SkillRow
    affinity: Affinity
    strength: float
    relations: tuple[Relation, ...]
    reasons: tuple[str, ...]


def related(
    vault: Vault, skill: int, settings: Procedural, closed: frozenset[int] = frozenset()
) -> tuple[Related, ...]:
    """The skills around one: related, calling, called or sharing memories; the closest first.

    Memories in the engrams that are `closed` do not count.
    """
    node = entities.of_skill(vault, skill)
    if node is None:
        return ()
    shared = affinity.affinities(vault, settings, node.id, closed)
    said: dict[int, list[Relation]] = defaultdict(list)
    for relation in relations.of_skill(vault, skill):
        other = relation.other(skill)
        if other is not None:
            said[other].append(relation)
    calls, called_by = _called(vault, skill), set(catalogue.callers(vault, skill))
    found: list[Related] = []
    for other in {*shared, *said, *calls, *called_by} - {skill}:
        row = catalogue.row(vault, other)
        if row is None:
            continue
        close = shared.get(other, Affinity(0, 0.0, 0.0, 0.0, 0.0))
        reasons = _reasons(skill, said[other], other in calls, other in called_by, close)
        calling = CALL if other in calls or other in called_by else 0.0
        # The best reason alone: several weak ones do not make two skills belong together.
        strength = max(close.strength, calling, *(r.strength for r in said[other]), 0.0)
        found.append(Related(row, close, strength, tuple(said[other]), reasons))
    return tuple(sorted(found, key=lambda r: (-r.strength, r.skill.title.casefold(), r.skill.id)))


def _called(vault: Vault, skill: int) -> set[int]:
    calls = catalogue.called(vault, [skill]).get(skill, {})
    return {called for meant in calls.values() for called in meant}


def _reasons(
    skill: int, said: Sequence[Relation], calls: bool, called: bool, shared: Affinity
) -> tuple[str, ...]:
    reasons = [_("Called by this skill.")] if calls else []
    reasons += [_("Calls this skill.")] if called else []
    for relation in said:
        words = kind_words(relation.kind, forwards=relation.source == skill)
        if relation.sentence:
            words = _("{words}: “{sentence}”").format(words=words, sentence=relation.sentence)
        reasons.append(words)
    if shared.shared:
        reasons.append(
            ngettext("Shares {count} memory.", "Shares {count} memories.", shared.shared).format(
                count=shared.shared
            )
        )
    return tuple(reasons)


def kind_words(kind: Kind, *, forwards: bool) -> str:
    """What a relation of this kind says about the other skill."""
    spec = kind.spec
    return spec.of_target() if forwards or spec.of_source is None else spec.of_source()


def groups(vault: Vault) -> tuple[frozenset[int], ...]:
    """The skills in groups that hang together by calls and relations, biggest first. A job."""
    skills = {row.id: row for row in catalogue.rows(vault)}
    calls = dict.fromkeys(vault.rows("select caller, target from called"))
    pairs = [(caller, target, CALL) for caller, target in calls]
    for relation in relations.between_skills(vault):
        assert relation.target is not None
        pairs.append((relation.source, relation.target, relation.strength))
    return communities(skills, pairs)


def tags(vault: Vault) -> tuple[TagSuggestion, ...]:
    """Tags that most skills of a group have, for those of it that do not (seed 000, 7.5). A job."""
    found = groups(vault)
    states = ((skill, library.current(vault, skill)) for group in found for skill in group)
    return tag_suggestions(found, {skill: state[2].tags for skill, state in states if state})
