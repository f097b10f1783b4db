"""What can be found: a skill or a memory. The only place that knows how one is stored."""

from typing import NamedTuple

SKILL, MEMORY = 0, 1
"""Also the partitions of the coarse index."""


class Item(NamedTuple):
    """The skill or the memory with the number `id`."""

    kind: int
    id: int

    @property
    def stored(self) -> int:
        """As one number in the database: twice the id, and one more for a memory."""
        return 2 * self.id + self.kind

    @classmethod
    def read(cls, stored: int) -> "Item":
        """The item that is stored as this number."""
        return cls(stored % 2, stored // 2)


TALK = Item(SKILL, 0)
"""Of what people ask about anyway, in everyday life and at work; no skill has this number."""


def stored_as(kind: int, column: str) -> str:
    """SQL for what is stored, where the column has the ids of skills or of memories."""
    return f"({column} * 2 + {kind})"


def is_a(kind: int) -> str:
    """SQL for whether the column `item` stores one of that kind."""
    return f"item % 2 = {kind}"


ID = "(item / 2)"
"""SQL for the id of what the column `item` stores."""
