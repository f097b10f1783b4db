"""A finding, its repairs, and what is known of the other skills."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import Protocol

from app.core.skills.model import Call, Goal, GoalKind, Parameter, Skill, Step
from app.core.skills.names import call_key, key, readings


class Severity(IntEnum):
    """How much a finding matters; the smaller the more."""

    PROBLEM = 0
    WARNING = 1
    SUGGESTION = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to settle a finding: replace each `text[start:end]` of `edits`.

    `short` is enough of the label where the finding says the rest.
    """

    label: str
    edits: tuple[tuple[int, int, str], ...]
    short: str = ""


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

    `node` stands for it in the graph of calls. What is lost has no title, unless it is in
    quarantine; `binned` is it where it is in the bin.
    """

    title: str = ""
    node: str = ""
    engram: str = ""
    loss: Loss | None = None
    binned: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at: `text[start:end]`, in step `step` (0: none) or goal `goal`.

    `create` is the name of a skill whose creation would settle it, `restore` one in the bin that
    would. The call there could be made to mean one of the `candidates` without a change of the
    text.
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
    restore: Candidate | None = None
    path: str = ""
    """What its step is called, empty for none."""


@dataclass(frozen=True, slots=True)
class Interface:
    """What a skill takes and what it gives back; None where it does not say a word of that."""

    requires: tuple[Parameter, ...] = ()
    produces: tuple[Parameter, ...] | None = None

    @classmethod
    def of(cls, skill: Skill) -> "Interface":
        says = skill.goal(GoalKind.PRODUCES) is not None
        return cls(skill.requires, skill.produces if says else None)


def call_finding(
    owner: Goal | Step, call: Call, severity: Severity, code: str, message: str, detail: str,
    repairs: tuple[Repair, ...] = (), create: str = "", candidates: tuple[Candidate, ...] = (),
    restore: Candidate | None = None,
) -> Finding:  # fmt: skip
    """A finding about a call, at the name of its target."""
    step = owner.position if isinstance(owner, Step) else 0
    goal = owner.kind if isinstance(owner, Goal) else None
    return Finding(
        severity, code, message, detail, call.target_start, call.target_end, step, goal, repairs,
        create, candidates, restore,
    )  # fmt: skip


class Known(Protocol):
    """What is known about the other skills of the library; one that stays the same is kept."""

    def __hash__(self) -> int: ...

    def found(self, name: str) -> tuple[str, ...]:
        """The titles of the skills a call by that name could mean: none, one or several."""

    def with_engrams(self, name: str) -> tuple[str, ...]:
        """The same skills as a call names each and no other: `Skill Demos/Smoke tests`."""

    def titles(self) -> tuple[str, ...]:
        """Every title, for suggestions."""

    def keys(self) -> Mapping[str, str]:
        """By title the form in which it is compared (`names.key`)."""

    def called_by(self, node: str) -> tuple[str, ...]:
        """The nodes that the calls of one lead to; a node is a key unless several have it."""

    def node(self, name: str) -> str:
        """The node that a call by that name leads to."""

    @property
    def me(self) -> str:
        """The node of the skill that calls; empty where it is not in the library."""

    def target(self, name: str) -> Target | None:
        """Where a call by that name leads because it did before; None where the name says it."""

    def former(self, name: str) -> Target | None:
        """Where calls by a name led that no skill has any more; None where none is known to."""

    def candidates(self, name: str) -> tuple[Candidate, ...]:
        """The skills it could be made to mean instead."""

    def interface(self, name: str) -> Interface | None:
        """What the one skill of that name takes and gives, None when it is not known."""


def _unknown(_name: str) -> None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class KnownSkills:
    """The skills of a library at one moment; every key is `names.key` of a name.

    `by_key` has all titles with that key, `calls` the nodes its calls lead to. `by_engram` has
    those of the skills in one engram, `engrams` the names of all, `own` is that of the skill that
    calls. `read` gives the interface of the skill that a call means. `targets` has by
    `names.call_key` where calls lead because they did before, `me` is the node of who calls.
    `led` says by that key where calls led in earlier versions.
    """

    by_key: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_engram: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    engrams: Mapping[str, str] = field(default_factory=dict)
    own: str = ""
    read: Callable[[str], Interface | None] = _unknown

    targets: Mapping[str, Target] = field(default_factory=dict)
    me: str = ""
    nodes: Mapping[str, str] = field(default_factory=dict)
    others: Callable[[str], tuple[Candidate, ...]] = lambda _key: ()
    led: Callable[[str], Target | None] = _unknown

    def found(self, name: str) -> tuple[str, ...]:
        target = self.target(name)
        if target is not None:
            return () if target.loss is not None else (target.title,)
        for engram, own in readings(call_key(name)):
            titles = self.by_engram.get((engram, own)) if engram else self.by_key.get(own)
            if not titles and engram and engram not in self.engrams:
                titles = self.by_engram.get((self.own, own))
            if titles:
                return titles
        return ()

    def with_engrams(self, name: str) -> tuple[str, ...]:
        own = key(name)
        places = [self.own] if (self.own, own) in self.by_engram else self.engrams
        return tuple(
            f"{self.engrams[engram]}/{title}"
            for engram in places
            for title in self.by_engram.get((engram, own), ())
        )

    def target(self, name: str) -> Target | None:
        return self.targets.get(call_key(name))

    def place(self, name: str) -> str:
        """The engram a call by that name leads to, where skills in others have the name too."""
        target, own = self.target(name), key(name)
        if target is not None:
            meant = target.engram if target.loss is None else ""
        else:
            is_one = len(self.by_engram.get((self.own, own), ())) == 1
            meant = self.engrams[self.own] if is_one else ""
        of_name = {said for place, said in self.engrams.items() if (place, own) in self.by_engram}
        return meant if of_name - {meant} else ""

    def node(self, name: str) -> str:
        target, own = self.target(name), call_key(name)
        return target.node if target is not None else self.nodes.get(own) or self._meant(own)

    def candidates(self, name: str) -> tuple[Candidate, ...]:
        return self.others(call_key(name))

    def former(self, name: str) -> Target | None:
        return self.led(call_key(name))

    def titles(self) -> tuple[str, ...]:
        return tuple(title for titles in self.by_key.values() for title in titles)

    def callable(self) -> tuple[str, ...]:
        """By which name each can be called: with its engram where several have the title's key."""
        found: list[str] = []
        for own, titles in self.by_key.items():
            places = self.with_engrams(own) if len(titles) > 1 else ()
            found += places if len(set(map(call_key, places))) == len(titles) else titles
        return tuple(found)

    def keys(self) -> Mapping[str, str]:
        return {title: own for own, titles in self.by_key.items() for title in titles}

    def called_by(self, node: str) -> tuple[str, ...]:
        return tuple(map(self._meant, self.calls.get(node, ())))

    def _meant(self, call_key: str) -> str:
        """The key of the skill that a call means which may name an engram."""
        if "/" not in call_key:
            return call_key
        return next((own for _engram, own in readings(call_key) if own in self.by_key), call_key)

    def interface(self, name: str) -> Interface | None:
        return self.read(name)
