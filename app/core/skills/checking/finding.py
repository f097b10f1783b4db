"""A finding, its repairs, and what is known of the other skills."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import Protocol

from app.core.skills.model import GoalKind, Parameter
from app.core.skills.names import call_key, key


class Severity(IntEnum):
    """How much a finding matters; the smaller the more."""

    PROBLEM = 0
    WARNING = 1
    SUGGESTION = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to settle a finding: replace each `text[start:end]` of `edits`."""

    label: str
    edits: tuple[tuple[int, int, str], ...]


def apply(text: str, repair: Repair) -> str:
    """`text` with the repair made; it must be the text the finding is about."""
    for start, end, replacement in sorted(repair.edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


@dataclass(frozen=True, slots=True)
class Candidate:
    """A skill that a call could be made to mean, by its id, and the engram it is in."""

    id: int
    title: str
    engram: str


class Loss(Enum):
    """Why a call does not lead where it led before."""

    DELETED = auto()
    FOR_GOOD = auto()
    """It was deleted, and emptied out of the bin."""
    QUARANTINED = auto()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a call leads that led there before, whatever its name means by now.

    `node` stands for it in the graph of calls. What is lost has no title unless it is in quarantine
    """

    title: str = ""
    node: str = ""
    engram: str = ""
    loss: Loss | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at: `text[start:end]`, in step `step` (0: none) or goal `goal`.

    `create` is the name of a skill whose creation would settle it. The call there could be made to
    mean one of the `candidates` without a change of the text.
    """

    severity: Severity
    code: str
    message: str
    detail: str
    start: int
    end: int
    step: int = 0
    goal: GoalKind | None = None
    repairs: tuple[Repair, ...] = ()
    create: str = ""
    candidates: tuple[Candidate, ...] = ()


class Known(Protocol):
    """What is known about the other skills of the library; one that stays the same is kept."""

    def __hash__(self) -> int: ...

    def found(self, name: str) -> tuple[str, ...]:
        """The titles of the skills a call by that name could mean: none, one or several."""

    def titles(self) -> tuple[str, ...]:
        """Every title, for suggestions."""

    def keys(self) -> Mapping[str, str]:
        """By title the form in which it is compared (`names.key`)."""

    def called_by(self, node: str) -> tuple[str, ...]:
        """The nodes that the calls of one lead to; a node is a key unless several have it."""

    def node(self, name: str) -> str:
        """The node that a call by that name leads to."""

    @property
    def own(self) -> str:
        """The node of the skill that calls; empty where it is not in the library."""

    def target(self, name: str) -> Target | None:
        """Where a call by that name leads because it did before; None where the name says it."""

    def candidates(self, name: str) -> tuple[Candidate, ...]:
        """The skills it could be made to mean instead."""

    def requires(self, name: str) -> tuple[Parameter, ...] | None:
        """The inputs of the skill of that name, None when they are not known."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownSkills:
    """The skills of a library at one moment; every key is `names.key` of a title.

    `by_key` has all titles with that key, `calls` the keys it calls, `inputs` its parameters.
    `targets` are those of the calls that lead where they did before, by the keys of their names.
    """

    by_key: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inputs: Mapping[str, tuple[Parameter, ...]] = field(default_factory=dict)
    targets: Mapping[str, Target] = field(default_factory=dict)
    nodes: Mapping[str, str] = field(default_factory=dict)
    own: str = ""
    others: Callable[[str], tuple[Candidate, ...]] = lambda _key: ()
    in_engram: Callable[[str], tuple[str, ...]] | None = None
    """The titles that a call with a slash can mean; a part of the name without an answer to it."""

    def found(self, name: str) -> tuple[str, ...]:
        target = self.target(name)
        if target is not None:
            return () if target.loss is not None else (target.title,)
        wanted = call_key(name)
        if "/" in wanted and self.in_engram is not None:
            return self.in_engram(wanted)
        return self.by_key.get(key(name), ())

    def target(self, name: str) -> Target | None:
        return self.targets.get(call_key(name))

    def node(self, name: str) -> str:
        target = self.target(name)
        own = call_key(name)
        return target.node if target is not None else self.nodes.get(own, key(name))

    def candidates(self, name: str) -> tuple[Candidate, ...]:
        return self.others(call_key(name))

    def titles(self) -> tuple[str, ...]:
        return tuple(title for titles in self.by_key.values() for title in titles)

    def keys(self) -> Mapping[str, str]:
        return {title: own for own, titles in self.by_key.items() for title in titles}

    def called_by(self, node: str) -> tuple[str, ...]:
        return self.calls.get(node, ())

    def requires(self, name: str) -> tuple[Parameter, ...] | None:
        return self.inputs.get(key(name))
