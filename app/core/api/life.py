"""How skills are doing: their use, their importance, what surrounds them, and the ranked list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta

from typing_extensions import TypedDict

from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.api.skills import Chosen
from app.core.api.success import SuccessDocument, success_document
from app.core.errors import NotFound
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import (
    importance_history,
    ordering,
    related_skills,
    seen,
    suggest,
    usage,
)
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.firsts import First, first_uses
from app.core.lifecycle.freshness import Freshness, freshness
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.importance_history import Trend
from app.core.lifecycle.protection import is_protected
from app.core.lifecycle.related_skills import Related
from app.core.lifecycle.seen import Stage
from app.core.lifecycle.success import Success, success
from app.core.lifecycle.vitality import Band
from app.core.memory import entities, memories
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class UsedDocument(TypedDict):
    """A use that was told; `counted` is false for one that was told before."""

    id: str
    title: str
    counted: bool
    uses: int
    lastUsed: str | None
    importance: float


class ImportanceDocument(TypedDict):
    """An importance and what it is made of; `daysToFloor` is null for one that never gets there."""

    value: float
    base: float
    rate: float
    idleDays: float
    floor: float
    daysToFloor: float | None
    arithmetic: str


class SkillImportanceDocument(ImportanceDocument):
    """The importance of a skill, and whether it fades at a rate of its own."""

    id: str
    title: str
    ownRate: bool


class AgentDocument(TypedDict):
    """How often one agent used a skill."""

    agent: str
    uses: int


class DayDocument(TypedDict):
    """How often a skill was used on a day."""

    day: str
    uses: int


class PointDocument(TypedDict):
    """The importance of a skill on a day."""

    day: str
    value: float


class VitalityTermDocument(TypedDict):
    """What takes points off the vitality, and why."""

    name: str
    points: int
    most: int
    why: str


class VitalityDocument(TypedDict):
    """How fresh the training of a skill is."""

    score: int
    band: Band
    grade: str
    advice: str
    trained: str
    terms: list[VitalityTermDocument]


class RelatedDocument(TypedDict):
    """A skill nearby, and why."""

    id: str
    title: str
    strength: float
    affinity: float
    shared: int
    reasons: list[str]


class FirstDocument(TypedDict):
    """How a skill did that was learned from sessions, the first 20 times; `rate` is null while
    nothing is known."""

    uses: int
    succeeded: int
    known: int
    rate: float | None


class StatsDocument(TypedDict):
    """How a skill is doing; `vitality` is null if it was never trained.

    `surfaced` is how often it was shown to an agent, `read` how often its text was given out,
    `uses` how often it was followed, and `finished` how often to its end.
    """

    id: str
    title: str
    engram: str
    version: int
    uses: int
    surfaced: int
    read: int
    finished: int
    success: SuccessDocument
    first: FirstDocument | None
    protected: bool
    lastUsed: str | None
    agents: list[AgentDocument]
    days: list[DayDocument]
    importance: ImportanceDocument
    trend: list[PointDocument]
    vitality: VitalityDocument | None
    memories: int
    placed: int
    related: list[RelatedDocument]


class RankedDocument(SkillDocument):
    """A skill in the list of the most important."""

    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class SkillImportance:
    """The importance of a skill."""

    now: Importance
    document: SkillImportanceDocument


@dataclass(frozen=True, slots=True)
class Stats:
    """Everything a person asks about how a skill is doing; `linked` counts memories."""

    row: SkillRow
    life: usage.Life
    agents: tuple[tuple[str, int], ...]
    days: Sequence[usage.Day]
    line: Trend
    fresh: Freshness | None
    related: tuple[Related, ...]
    linked: int
    stages: Mapping[Stage, int]
    success: Success
    success_document: SuccessDocument
    first: First | None
    protected: bool

    @property
    def document(self) -> StatsDocument:
        points = self.line.points[-len(self.days) :]
        return {
            "id": source_id(self.row.id),
            "title": self.row.title,
            "engram": self.row.engram_name,
            "version": self.row.number,
            "uses": self.life.uses,
            "surfaced": self.stages[Stage.SURFACED],
            "read": self.stages[Stage.READ],
            "finished": self.stages[Stage.FINISHED],
            "success": self.success_document,
            "first": _first(self.first) if self.first else None,
            "protected": self.protected,
            "lastUsed": _last_used(self.life),
            "agents": [{"agent": agent, "uses": times} for agent, times in self.agents],
            "days": [{"day": one.day.isoformat(), "uses": one.uses} for one in self.days],
            "importance": _importance(self.line.now),
            "trend": [{"day": one.day.isoformat(), "value": round(one.value, 4)} for one in points],
            "vitality": _vitality(self.fresh) if self.fresh else None,
            "memories": self.linked,
            "placed": self.fresh.cited if self.fresh else 0,
            "related": [related_document(one) for one in self.related],
        }


def used(
    vault: Vault,
    settings: Procedural,
    name: str,
    engram: str | None = None,
    *,
    session: str = "",
    memory: int | None = None,
    agent: str = entities.AGENT,
    project: str = "",
    counted: Counted = EVERYONE,
) -> UsedDocument:
    """Count a use; the same one told again changes nothing. The answer counts the uses of those who
    are `counted`. Raises `NotFound`."""
    row = find(vault, name, engram)
    if memory is not None and memories.memory(vault, memory) is None:
        raise NotFound(
            _("There is no memory with the number {number}.").format(number=memory),
            _("Recalled memories show their numbers."),
        )
    new = usage.record(
        vault, row.id, settings, session=session, memory=memory, agent=agent, project=project
    )
    life = usage.own_life(vault, row.id, settings.skills, counted)
    assert life is not None
    return {
        "id": source_id(row.id),
        "title": row.title,
        "counted": new,
        "uses": life.uses,
        "lastUsed": _last_used(life),
        "importance": round(life.importance(settings.skills, vault.now()).value, 4),
    }


def link_session(vault: Vault, settings: Procedural, session: str, numbers: Sequence[int]) -> None:
    """Memories tell of a session of an agent: they are linked to the skills it used."""
    for number in numbers:
        usage.settle(vault, session, number, settings)


def importance(
    vault: Vault, settings: Procedural, name: str, engram: str | None = None
) -> SkillImportance:
    """What the importance of a skill is made of."""
    row = find(vault, name, engram)
    know_skills(vault, settings)
    return _skill_importance(vault, settings, row)


def set_decay_rate(
    vault: Vault, settings: Procedural, name: str, rate: float | None, engram: str | None = None
) -> SkillImportance:
    """Let a skill fade at `rate` from now on, with None like all the others."""
    row = find(vault, name, engram)
    know_skills(vault, settings)
    importance_history.change_rate(vault, row.id, rate, settings.skills)
    return _skill_importance(vault, settings, row)


def stats(
    vault: Vault,
    settings: Procedural,
    name: str,
    engram: str | None = None,
    *,
    days: int,
    closed: frozenset[int] = frozenset(),
    counted: Counted = EVERYONE,
) -> Stats:
    """How a skill is doing, looking back so many days; memories of `closed` engrams do not count,
    and only the uses and outcomes of whoever is `counted`.

    Raises `NotFound`, `Ambiguous`.
    """
    row = find(vault, name, engram)
    know_skills(vault, settings)
    today = vault.now().astimezone(UTC).date()
    line = importance_history.trend(vault, row.id, settings.skills, counted)
    own = usage.own_life(vault, row.id, settings.skills, counted)
    assert line is not None
    assert own is not None
    node = entities.of_skill(vault, row.id)
    done = success(vault, settings, row.id, counted)
    return Stats(
        row,
        own,
        usage.per_agent(usage.uses(vault, row.id, counted=counted)),
        usage.timeline(vault, row.id, today - timedelta(days=days - 1), today, counted),
        line,
        freshness(vault, row.id),
        related_skills.related(vault, row.id, settings, closed),
        entities.memories_linked(vault, [node.id], closed)[node.id] if node else 0,
        {stage: seen.times(vault, row.id, stage, counted) for stage in Stage},
        done,
        success_document(done, settings),
        first_uses(vault, [row.id], counted).get(row.id),
        is_protected(vault, row.id),
    )


def by_importance(vault: Vault, settings: Procedural, chosen: Chosen) -> list[SkillDocument]:
    """Those skills, the most important first."""
    know_skills(vault, settings)
    found = ordering.by_importance(vault, chosen.rows(vault), settings)
    return [skill_document(row) for row in found]


def ranked(
    vault: Vault, settings: Procedural, chosen: Chosen, counted: Counted = EVERYONE
) -> list[RankedDocument]:
    """Those skills by importance and by how much surrounds them."""
    wanted = {row.id for row in chosen.rows(vault)}
    know_skills(vault, settings)
    return [
        {**skill_document(one.skill), "score": round(one.score, 4), "reason": one.reason}
        for one in suggest.ranked(vault, settings, chosen.closed, counted)
        if one.skill.id in wanted
    ]


def _first(first: First) -> FirstDocument:
    rate = round(first.rate, 4) if first.rate is not None else None
    return {"uses": first.uses, "succeeded": first.succeeded, "known": first.known, "rate": rate}


def _life(vault: Vault, row: SkillRow) -> usage.Life:
    """Of a skill that is in the library and known by now."""
    life = usage.life(vault, row.id)
    assert life is not None
    return life


def _last_used(life: usage.Life) -> str | None:
    return life.last_used.isoformat() if life.last_used else None


def _skill_importance(vault: Vault, settings: Procedural, row: SkillRow) -> SkillImportance:
    life = _life(vault, row)
    now = life.importance(settings.skills, vault.now())
    own = life.decay_rate is not None
    return SkillImportance(
        now, {"id": source_id(row.id), "title": row.title, "ownRate": own, **_importance(now)}
    )


def _importance(now: Importance) -> ImportanceDocument:
    left = now.days_to_floor
    return {
        "value": round(now.value, 4),
        "base": round(now.base, 4),
        "rate": now.rate,
        "idleDays": round(now.idle_days, 4),
        "floor": now.floor,
        "daysToFloor": round(left, 1) if left is not None else None,
        "arithmetic": now.sentence(),
    }


def _vitality(fresh: Freshness) -> VitalityDocument:
    return {
        "score": fresh.vitality.score,
        "band": fresh.vitality.band,
        "grade": fresh.vitality.grade,
        "advice": fresh.vitality.advice,
        "trained": fresh.trained.isoformat(),
        "terms": [
            {"name": term.name, "points": term.points, "most": term.most, "why": term.why}
            for term in fresh.terms
        ],
    }


def related_document(one: Related) -> RelatedDocument:
    return {
        "id": source_id(one.skill.id),
        "title": one.skill.title,
        "strength": round(one.strength, 4),
        "affinity": round(one.affinity.strength, 4),
        "shared": one.affinity.shared,
        "reasons": list(one.reasons),
    }
