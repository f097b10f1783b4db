"""What a committed write may have made stale."""

from dataclasses import dataclass
from enum import Flag, auto


class Part(Flag):
    """The parts of a vault a view may be showing."""

    NONE = 0
    LIST = auto()
    TEXT = auto()
    EDGES = auto()
    ENGRAMS = auto()
    TRUST = auto()
    SETTINGS = auto()
    KNOWLEDGE = auto()
    """Uses, importance, entities, mentions and relations."""
    TRAINING = auto()
    """Proposals of training, its plans and what was rejected."""
    MEMORIES = auto()
    """Memories, their sources, and what is known of their meaning."""
    UPKEEP = 4096
    """What was looked at when, and by whom: nothing that anybody is shown by itself."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Where to look again; never the new value.

    Two of them merge with `|`, in any order and any number of times, so late, repeated
    and reordered notifications are all harmless.
    """

    parts: Part = Part.NONE
    skills: frozenset[int] = frozenset()

    def __or__(self, other: "Changes") -> "Changes":
        return Changes(self.parts | other.parts, self.skills | other.skills)

    def __bool__(self) -> bool:
        return bool(self.parts)


NO_CHANGES = Changes()
