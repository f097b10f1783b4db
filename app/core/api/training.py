"""What is remembered goes into a skill: placed between its steps, or woven into them."""

from collections.abc import Callable
from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.lookup import find
from app.core.library.catalogue import SkillRow
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval.embed import Embedder
from app.core.training import train as training
from app.core.training.memory_query import Memories
from app.core.training.placement_reasons import why
from app.core.training.proposal import Choice, Item, Proposal, Why, accept_all
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep, placed, text_of
from app.core.training.rewriting.saving import REWRITTEN, NotVerified, accept_rewrite
from app.core.training.rewriting.saving import summary as said_in_short
from app.core.training.rewriting.verdict import Kind, reason
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id

Ready = Callable[[], Embedder | None]
"""Gives the embedding model once it is needed; None where there is none."""


class VerdictDocument(TypedDict):
    """A sentence of a rewritten step (people call it `path`), and what the verifier says of it."""

    step: int
    path: str
    text: str
    source: str | None
    verdict: Kind
    why: str
    score: float
    memory: int | None
    accepted: bool


class PlacedDocument(TypedDict):
    """A memory with its place: `after` which step, 0 before the first, null in the context."""

    memory: int
    text: str
    source: str
    after: int | None
    choice: Choice
    pinned: bool
    score: float
    similarity: float
    coherence: float
    why: str


class LeftOutDocument(TypedDict):
    """A memory that was recalled and is not offered."""

    memory: int
    text: str
    why: Why


class TakenOutDocument(LeftOutDocument):
    """A memory that stood in the skill and does not stay."""

    source: str


class TrainedDocument(TypedDict):
    """What a training found and did; `model` is null where none was asked."""

    id: str
    version: int
    saved: bool
    mode: str
    model: str | None
    digest: str | None
    trouble: str
    summary: str
    verdicts: list[VerdictDocument]
    memories: list[PlacedDocument]
    removed: list[int]
    takenOut: list[TakenOutDocument]
    leftOut: list[LeftOutDocument]


@dataclass(frozen=True, slots=True)
class Trained:
    """A training, and the version the skill has now."""

    proposal: Proposal
    number: int
    saved: bool

    @property
    def summary(self) -> str:
        return training.summary(self.proposal)

    @property
    def document(self) -> TrainedDocument:
        return {
            "id": source_id(self.proposal.skill),
            "version": self.number,
            "saved": self.saved,
            "mode": training.DETERMINISTIC,
            "model": None,
            "digest": None,
            "trouble": "",
            "summary": self.summary,
            "verdicts": [],
            "memories": [_placed(self.proposal, item) for item in self.proposal.items],
            "removed": [one.fragment.id for one in self.proposal.removed],
            "takenOut": [
                {
                    "memory": one.fragment.id,
                    "text": one.fragment.text,
                    "source": one.fragment.source,
                    "why": one.why,
                }
                for one in self.proposal.removed
            ],
            "leftOut": [
                {"memory": o.fragment.id, "text": o.fragment.text, "why": o.why}
                for o in self.proposal.left_out
            ],
        }


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A training for which a model was asked; `trouble` is why it did not write, or not all."""

    rewrite: Rewrite
    trained: Trained
    trouble: str

    @property
    def is_rewritten(self) -> bool:
        """Whether anything a model wrote is in the text now."""
        changed = text_of(self.rewrite) != self.rewrite.placement.authored
        return changed and self.trouble == self.rewrite.trouble

    @property
    def woven(self) -> frozenset[int | None]:
        """The memories that accepted sentences were borrowed from: they are not placed as well."""
        if not self.is_rewritten:
            return frozenset()
        return frozenset(
            part.verdict.fragment
            for step in self.rewrite.steps
            for part in step.parts
            if part.source is not None and part.choice is Choice.ACCEPTED
        )

    @property
    def summary(self) -> str:
        return said_in_short(self.rewrite) if self.is_rewritten else self.trained.summary

    @property
    def document(self) -> TrainedDocument:
        document = self.trained.document
        document["mode"] = REWRITTEN if self.is_rewritten else training.DETERMINISTIC
        if self.rewrite.writer is not None:
            document["model"] = self.rewrite.writer.name
            document["digest"] = self.rewrite.writer.digest
        document["trouble"] = self.trouble
        document["summary"] = self.summary
        names = self.rewrite.placement.names
        document["verdicts"] = [
            _verdict(step, names[step.position - 1], part)
            for step in self.rewrite.steps
            for part in step.parts
        ]
        return document


def propose(
    vault: Vault,
    settings: Procedural,
    ready: Ready,
    name: str,
    engram: str | None = None,
    closed: frozenset[int] = frozenset(),
) -> tuple[SkillRow, Proposal]:
    """What a training would place in a skill, and nothing of the engrams that are `closed`.

    Raises `NotFound`.
    """
    row = find(vault, name, engram)
    know_skills(vault, settings)
    return row, training.propose(vault, row.id, Memories(vault, ready(), closed))


def train(
    vault: Vault,
    settings: Procedural,
    ready: Ready,
    name: str,
    engram: str | None = None,
    *,
    closed: frozenset[int] = frozenset(),
    dry_run: bool = False,
    actor: Actor,
) -> Trained:
    """Place what is known between the steps; with `dry_run` only say what would be placed."""
    row, found = propose(vault, settings, ready, name, engram, closed)
    proposal = accept_all(found)
    number = row.number
    if not dry_run:
        number = training.accept(vault, proposal, actor=actor).number
    return Trained(proposal, number, number != row.number)


def save_rewrite(
    vault: Vault, row: SkillRow, rewrite: Rewrite, *, dry_run: bool = False, actor: Actor
) -> Rewritten:
    """Save what a model made of a proposal, as far as it was accepted; place the other memories.

    Where the verifier does not let it through as a whole, all memories are placed.
    """
    rewrite = placed(rewrite, accept_all)
    number, trouble = row.number, rewrite.trouble
    if not dry_run:
        try:
            number = accept_rewrite(vault, rewrite, actor=actor).number
        except NotVerified as refused:
            number = training.accept(vault, rewrite.placement, actor=actor).number
            trouble = f"{refused} {refused.hint}"
    return Rewritten(rewrite, Trained(rewrite.placement, number, number != row.number), trouble)


def _placed(proposal: Proposal, item: Item) -> PlacedDocument:
    return {
        "memory": item.fragment.id,
        "text": item.fragment.text,
        "source": item.fragment.source,
        "after": item.after,
        "choice": item.choice,
        "pinned": item.pinned,
        "score": round(item.placement.score, 5),
        "similarity": round(item.placement.similarity, 5),
        "coherence": round(item.placement.coherence, 5),
        "why": why(proposal, item),
    }


def _verdict(step: RewrittenStep, path: str, part: Part) -> VerdictDocument:
    return {
        "step": step.position,
        "path": path,
        "text": part.text,
        "source": part.source,
        "verdict": part.verdict.kind,
        "why": reason(part.verdict),
        "score": round(part.verdict.score, 5),
        "memory": part.verdict.fragment if part.source is not None else None,
        "accepted": part.choice is Choice.ACCEPTED,
    }
