"""What the Knowledge tab shows of one skill, asked from the vault at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta

from app.core.enrichment.described import Described, described
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, details, history, library, outside
from app.core.library.authored import rewritten
from app.core.library.catalogue import SkillRow
from app.core.library.details import Details
from app.core.library.history import Version
from app.core.library.record import External, Status
from app.core.lifecycle import (
    config,
    events,
    importance_history,
    observations,
    related_skills,
    success,
    tagging,
    usage,
)
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.events import Event
from app.core.lifecycle.freshness import Freshness, freshness
from app.core.lifecycle.importance_history import Trend
from app.core.lifecycle.observations import Observation
from app.core.lifecycle.protection import is_protected
from app.core.lifecycle.related_skills import Related
from app.core.lifecycle.risk import Risk, missing, risk
from app.core.lifecycle.success import Success, Timeline
from app.core.lifecycle.usage import Day, Use
from app.core.memory import entities, memories, relations
from app.core.packs import attachments
from app.core.packs.attachments import Attachment
from app.core.runs import listing, store
from app.core.runs.compile import procedure
from app.core.runs.statistics import Figures, of_procedure
from app.core.runs.store import Run
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import step_words
from app.core.skills.reading.step_line import step_line
from app.core.skills.step_names import step_names
from app.core.vault import Vault
from app.core.words import _
from app.ui.views.skills.knowledge.linked import Linked
from app.ui.views.skills.knowledge.relation_row import link_words

RUNS = 6
"""So many of the newest are listed."""


@dataclass(frozen=True, slots=True)
class Facts:
    """`days` are the uses of the time that is looked at; `uses` all there are, newest first."""

    skill: SkillRow
    settings: Procedural
    trend: Trend
    days: tuple[Day, ...]
    uses: tuple[Use, ...]
    related: tuple[Related, ...]
    versions: tuple[Version, ...]
    callers: int
    memories: tuple[Linked, ...]
    freshness: Freshness | None
    own_rate: float | None
    """What was set for this skill alone; None for the usual rate."""
    described: Described
    """What it says of itself."""
    details: Details
    links: tuple[External, ...]
    """What it is related to outside the vault."""
    tags: tuple[str, ...]
    files: tuple[Attachment, ...]
    success: Success
    timeline: Timeline
    risk: Risk
    missing: int
    """Outcomes that it takes until it is judged."""
    protected: bool
    events: tuple[Event, ...]
    noticed: tuple[Observation, ...]
    figures: Figures
    steps: tuple[tuple[str, str], ...]
    """The number and the text of each step that the figures are about."""
    runs: tuple[Run, ...]
    """The newest, of all `run_count`."""
    run_count: int
    run_inputs: Mapping[int, Mapping[str, str]]
    """What each of those was given."""

    @property
    def is_deprecated(self) -> bool:
        return self.skill.status is Status.DEPRECATED


def facts(vault: Vault, skill: int, days: int) -> Facts | None:
    """Of the last `days` days; None for a skill that has no node yet, or is not there."""
    settings, _problems = config.load(vault.home)
    row = catalogue.row(vault, skill)
    found = importance_history.trend(vault, skill, settings.skills) if row is not None else None
    if row is None or found is None:
        return None
    life = usage.life(vault, skill)
    tags = tagging.tags_of(vault, skill)
    state = library.current(vault, skill)
    if state is None:
        return None
    read = parse(state[1])
    own = procedure(read, row, state[0], lambda _call: ())  # its calls do not matter here
    done = success.success(vault, settings, skill)
    runs = store.runs(vault, skill=skill, limit=RUNS)
    today = vault.now().astimezone(UTC).date()
    first = today - timedelta(days=days - 1)
    return Facts(
        skill=row,
        settings=settings,
        trend=found,
        days=usage.timeline(vault, skill, first, today),
        uses=usage.uses(vault, skill),
        related=related_skills.related(vault, skill, settings),
        versions=history.versions(vault, skill),
        callers=len(catalogue.callers(vault, skill)),
        memories=linked(vault, skill),
        freshness=freshness(vault, skill),
        own_rate=life.decay_rate if life is not None else None,
        described=_described(vault, skill, tags),
        details=details.details(vault, skill),
        links=outside.links(vault, skill),
        tags=tags,
        files=attachments.attachments(vault, skill),
        success=done,
        timeline=success.timeline(vault, settings, skill),
        risk=risk(done, settings),
        missing=missing(done, settings),
        protected=is_protected(vault, skill),
        events=events.events(vault, skill),
        noticed=observations.observations(vault, skill),
        figures=of_procedure(vault, own),
        steps=tuple(
            (node.label or node.path, step_words(read, step) or step_line(node.text))
            for node, step in zip(own.nodes, read.steps, strict=True)
        ),
        runs=runs,
        run_count=listing.count_of(vault, skill),
        run_inputs=listing.given(vault, [run.id for run in runs]),
    )


def _described(vault: Vault, skill: int, tags: tuple[str, ...]) -> Described:
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    _saved, text, meta = state
    return described(parse(text), tags, str(meta.extra.get("description", "")))


def linked(vault: Vault, skill: int) -> tuple[Linked, ...]:
    """The memories that mention a skill, were placed in it or were linked to it by a person."""
    best: dict[int, tuple[float, str]] = {}
    for memory, relevance, why in _links(vault, skill):
        best.setdefault(memory, (relevance, why))
    by_hand = {r.memory: r for r in relations.of_skill(vault, skill) if r.memory is not None}
    found = memories.memories(vault, best)
    return tuple(
        Linked(
            one.id,
            one.text,
            one.source.name,
            one.at,
            best[one.id][1],
            best[one.id][0],
            by_hand.get(one.id),
        )
        for one in found.values()
        if one.replaced_by is None and not one.forgotten
    )


def _links(vault: Vault, skill: int) -> Iterator[tuple[int, float, str]]:
    """Memory, relevance (of a placement: its score) and why."""
    state = library.current(vault, skill)
    training = state[2].training if state is not None else None
    read = parse(state[1]) if state is not None else None
    names = step_names(read) if read is not None else ()
    for placed in training.placed if training is not None else ():
        yield placed.fragment, placed.score, _place_words(placed.after, names)
    woven = rewritten(read, training) if read is not None else {}
    for step, passage in woven.items():
        for traced in passage.sentences:
            if traced.fragment is not None:
                words = _("woven into step {number}").format(number=names[step])
                yield traced.fragment, traced.score, words
    for relation in relations.of_skill(vault, skill):
        if relation.memory is not None:
            yield relation.memory, 1.0, _hand_words(relation.kind)
    node = entities.of_skill(vault, skill)
    for mention in entities.mentions_of(vault, node.id) if node is not None else ():
        said = _("used in this session")
        if mention.origin is not entities.MentionOrigin.USED:
            said = _("mentions “{words}”").format(words=mention.words)
        yield mention.memory, mention.confidence, said


def _hand_words(kind: Kind) -> str:
    if kind is Kind.RELATED_TO:
        return _("linked by you")
    return _("linked by you: {kind} it").format(kind=link_words(kind))


def _place_words(after: int | None, names: Sequence[str]) -> str:
    if after is None:
        return _("in the supporting context")
    if not after:
        return _("placed first")
    if after > len(names):  # there were more steps when it was placed
        return _("placed at the end")
    return _("placed after step {number}").format(number=names[after - 1])
