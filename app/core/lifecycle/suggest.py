"""Which skills to bring forward: similarity × importance × recency (seed 000, section 8.2),
and where it is chosen × the track record.

Where the similarities come from is not decided here.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.features import features_of
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.risk import warning
from app.core.lifecycle.scorer import MARGIN, track_record
from app.core.lifecycle.success import success
from app.core.memory import entities, relations
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext

BOOST = 0.25
"""What a use a moment ago adds; seed 000 asks for a boost and leaves its size open."""
HALF_LIFE = 14.0
"""Days after which the boost of a use is half."""
_CONSTRAINTS = (GoalKind.PREREQUISITES, GoalKind.OUT_OF_SCOPE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A skill with every factor of its `score`, what must be kept in mind, and warnings.

    `track_record` is None where it is not used.
    """

    skill: SkillRow
    score: float
    similarity: float
    importance: Importance
    recency: float
    track_record: float | None
    reason: str
    constraints: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A skill in the ranked list: importance × (1 + ln(1 + linked memories + relations))."""

    skill: SkillRow
    score: float
    importance: Importance
    memories: int
    relations: int
    reason: str


def recency(last_used: datetime | None, now: datetime) -> float:
    """1 + 0.25 · 0.5^(idle days / 14); 1 for something never used."""
    if last_used is None:
        return 1.0
    idle = max(0.0, (now - last_used) / timedelta(days=1))
    return 1.0 + BOOST * float(0.5 ** (idle / HALF_LIFE))


def suggest(
    vault: Vault,
    similarities: Mapping[int, float],
    settings: Procedural,
    limit: int | None = None,
    closed: frozenset[int] = frozenset(),
    counted: Counted = EVERYONE,
) -> tuple[Suggestion, ...]:
    """The best of the skills whose similarity to a context is known, at most `limit` of them.

    Deprecated and quarantined skills are left out, as are those without any similarity. `limit`
    is by default the one of the settings, which may also say that nothing is suggested. Nothing is
    said of skills in the engrams that are `closed`. Uses and outcomes are those of whoever is
    `counted`.
    """
    if not settings.enabled:
        return ()
    now, lives = vault.now(), dict[int, usage.Life]()
    rows = catalogue.some(vault, similarities)
    scored: list[tuple[float, int]] = []
    for skill, similarity in similarities.items():
        is_active = skill in rows and rows[skill].status is Status.ACTIVE
        wanted = is_active and similarity > 0
        life = usage.own_life(vault, skill, settings.skills, counted) if wanted else None
        if life is not None:
            lives[skill] = life
            value = life.importance(settings.skills, now).value
            score = similarity * value * recency(life.last_used, now)
            scored.append((score, skill))
    scored.sort(key=_best_first)
    most = settings.suggestion_limit if limit is None else limit
    records = dict[int, float]()
    if settings.use_scorer:
        near = [rows[skill] for skill in _within_margin(scored, most)]
        known = features_of(vault, near, settings, counted)
        records = {one.skill.id: track_record(one) for one in known}
        scored = [(score * records[skill], skill) for score, skill in scored if skill in records]
        scored.sort(key=_best_first)
    return tuple(
        _suggestion(
            vault, rows[skill], lives[skill], similarities[skill], records.get(skill), score,
            settings, now, closed, counted,
        )
        for score, skill in scored[:most]
    )  # fmt: skip


def _suggestion(
    vault: Vault,
    row: SkillRow,
    life: usage.Life,
    similarity: float,
    record: float | None,
    score: float,
    settings: Procedural,
    now: datetime,
    closed: frozenset[int],
    counted: Counted,
) -> Suggestion:
    importance, boost = life.importance(settings.skills, now), recency(life.last_used, now)
    reason = _("similarity {similarity} × importance {importance} × recency {recency}").format(
        similarity=f"{similarity:.2f}",
        importance=f"{importance.value:.2f}",
        recency=f"{boost:.2f}",
    )
    if record is not None:
        reason += " × " + _("track record {value}").format(value=f"{record:.2f}")
    parsed = parse(library.text(vault, row.id))
    constraints = tuple(
        f"{goal.kind.spec.title()}: {goal.value}"
        for goal in parsed.goals
        if goal.kind in _CONSTRAINTS
    )
    seldom = warning(success(vault, settings, row.id, counted), settings)
    warnings = (*_warnings(vault, row.id, closed), *filter(None, [seldom]))
    return Suggestion(
        row, score, similarity, importance, boost, record, reason, constraints, warnings
    )


def _best_first(entry: tuple[float, int]) -> tuple[float, int]:
    score, skill = entry
    return -score, skill


def _within_margin(scored: Sequence[tuple[float, int]], most: int) -> list[int]:
    """The skills that a track record can bring among the best, of those sorted by their score.

    Usually they are few of many, and what is known of a skill takes time to be put together.
    """
    bar = scored[most - 1][0] / MARGIN if 0 < most < len(scored) else 0.0
    return [skill for score, skill in scored if score >= bar]


def _warnings(vault: Vault, skill: int, closed: frozenset[int]) -> tuple[str, ...]:
    newer = [
        relation.source
        for relation in relations.of_skill(vault, skill)
        if relation.kind is Kind.SUPERSEDES and relation.target == skill
    ]
    rows = (row for i in dict.fromkeys(newer) if (row := catalogue.row(vault, i)))
    titles = (row.title for row in rows if row.engram not in closed)
    return tuple(_("“{title}” replaces it.").format(title=title) for title in titles)


def ranked(
    vault: Vault,
    settings: Procedural,
    closed: frozenset[int] | None = None,
    counted: Counted = EVERYONE,
) -> tuple[Ranked, ...]:
    """Every skill in the library, those with more importance and a richer neighbourhood first.

    With `closed`, as an agent sees it to which these engrams are closed and which is shown the uses
    of those that are `counted`.
    """
    now, lives = vault.now(), usage.own_lives(vault, settings.skills, counted)
    rows = {row.id: row for row in catalogue.rows(vault, closed=closed)}
    memories = _linked_memories(vault, closed or frozenset())
    related = Counter[int]()
    for relation in relations.between_skills(vault):
        assert relation.target is not None
        ends = (relation.source, relation.target)
        if rows.keys() >= set(ends):
            related.update(ends)
    found: list[Ranked] = []
    for row in rows.values():
        if row.id in lives:
            importance = lives[row.id].importance(settings.skills, now)
            near = memories.get(row.id, 0) + related[row.id]
            # By the logarithm: the hundredth link says much less than the first.
            score = importance.value * (1 + math.log(1 + near))
            reason = _near(importance, memories.get(row.id, 0), related[row.id])
            found.append(
                Ranked(row, score, importance, memories.get(row.id, 0), related[row.id], reason)
            )
    return tuple(sorted(found, key=lambda r: (-r.score, r.skill.title.casefold(), r.skill.id)))


def _near(importance: Importance, memories: int, related: int) -> str:
    return _("importance {value}, {memories}, {relations}").format(
        value=f"{importance.value:.2f}",
        memories=ngettext("{count} memory", "{count} memories", memories).format(count=memories),
        relations=ngettext("{count} relation", "{count} relations", related).format(count=related),
    )


def _linked_memories(vault: Vault, closed: frozenset[int]) -> dict[int, int]:
    links = entities.linked(entities.not_in(closed))
    return dict(
        vault.rows(
            f"select e.skill, count(distinct l.memory) from ({links}) l"
            " join entity e on e.id = l.node group by e.skill"
        )
    )
