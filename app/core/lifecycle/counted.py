"""Whose uses, outcomes and runs count for whoever asks."""

import json
from collections.abc import Collection
from dataclasses import dataclass

PERSON = "person"
"""Stands where an agent stands for what a person did or said."""


@dataclass(frozen=True, slots=True)
class Counted:
    """`only` is the one agent that counts, empty for more than one; `without` are those that do
    not. Agents are the ids of clients, or names that were given for them.
    """

    only: str = ""
    without: frozenset[str] = frozenset()

    @property
    def is_everyone(self) -> bool:
        return not (self.only or self.without)

    def shows(self, agents: Collection[str]) -> bool:
        """Whether something is shown in which these agents had a part; people are no agents."""
        return self.only in agents if self.only else self.without.isdisjoint(agents)

    def condition(self, column: str = "agent") -> str:
        """What a query adds to its conditions; it takes `values`, in that place."""
        if self.only:
            return f" and {column} = ?"
        if self.without:
            return f" and {column} not in (select value from json_each(?))"
        return ""

    @property
    def values(self) -> tuple[str, ...]:
        if self.only:
            return (self.only,)
        return (json.dumps(sorted(self.without)),) if self.without else ()


EVERYONE = Counted()
"""As people see it."""
