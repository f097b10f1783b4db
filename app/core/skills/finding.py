"""A finding, its repairs, and what is known of the other skills."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from app.core.skills.model import GoalKind, Parameter
from app.core.skills.names import key


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
class Finding:
    """One thing to look at: `text[start:end]`, in step `step` (0: none) or goal `goal`.

    `create` is the name of a skill whose creation would settle it.
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


class Known(Protocol):
    """What is known about the other skills of the library."""

    def found(self, name: str) -> tuple[str, ...]:
        """The titles of the skills a call by that name could mean: none, one or several."""

    def titles(self) -> tuple[str, ...]:
        """Every title, for suggestions."""

    def keys(self) -> Mapping[str, str]:
        """By title the form in which it is compared (`names.key`)."""

    def called_by(self, key: str) -> tuple[str, ...]:
        """The keys of the names that the skill of that key calls."""

    def requires(self, name: str) -> tuple[Parameter, ...] | None:
        """The inputs of the skill of that name, None when they are not known."""


@dataclass(frozen=True, slots=True)
class KnownSkills:
    """The skills of a library as plain data; every key is `names.key` of a title.

    `by_key` has all titles with that key, `calls` the keys it calls, `inputs` its parameters.
    """

    by_key: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inputs: Mapping[str, tuple[Parameter, ...]] = field(default_factory=dict)

    def found(self, name: str) -> tuple[str, ...]:
        return self.by_key.get(key(name), ())

    def titles(self) -> tuple[str, ...]:
        return tuple(title for titles in self.by_key.values() for title in titles)

    def keys(self) -> Mapping[str, str]:
        return {title: own for own, titles in self.by_key.items() for title in titles}

    def called_by(self, key: str) -> tuple[str, ...]:
        return self.calls.get(key, ())

    def requires(self, name: str) -> tuple[Parameter, ...] | None:
        return self.inputs.get(key(name))
