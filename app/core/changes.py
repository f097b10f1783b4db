"""What a committed write may have made stale."""

from dataclasses import dataclass
from enum import CONFORM, Flag


class Part(Flag, boundary=CONFORM):
    """The parts of a vault a view may be showing.

    The numbers are in the database: they stay what they are in every version to come. A bit that
    a newer version wrote there is ignored.
    """

    NONE = 0
    LIST = 1
    TEXT = 2
    EDGES = 4
    ENGRAMS = 8
    TRUST = 16
    SETTINGS = 32
    KNOWLEDGE = 64
    """Uses, importance, entities, mentions and relations."""
    TRAINING = 128
    """Proposals of training, its plans and what was rejected."""
    MEMORIES = 256
    """Memories, their sources, and what is known of their meaning."""
    DRAFTS = 512
    """Text that was typed and not yet saved."""
    PLACES = 1024
    """Where skills stand in the constellation."""
    SECRETS = 2048
    UPKEEP = 4096
    """Which upkeep ran when, and in which process; nothing shows it on its own."""
    FOLDERS = 8192
    """Linked folders, and how the skills in them stand to their files."""
    AGENTS = 16384
    """What the clients of agents may do, what they did, and what waits for a person."""
    RUNS = 32768
    """Runs, and what was written down in them."""
    LEARNING = 65536
    """Sessions of agents that were read, and the procedures found in them."""


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
