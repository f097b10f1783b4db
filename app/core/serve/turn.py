"""What a tool is given to answer one call: the vault as the caller may see it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.agents.caller import Caller
from app.core.agents.calls import CallLog
from app.core.agents.counting import counted
from app.core.agents.scope import Scope
from app.core.api import lookup
from app.core.errors import NotFound
from app.core.library import catalogue, engrams
from app.core.library.catalogue import SkillRow
from app.core.library.engrams import Engram
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import Counted
from app.core.memory import memories
from app.core.memory.retrieval.embed import Embedder
from app.core.serve.errors import NotAllowed
from app.core.skills import names
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

_MEMORY = re.compile("(?:memory:)?([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Turn:
    """`embedder` loads it on its first use; None where there is none.

    `calls` is the journal; `watched` says whether a person can be asked in a window just now.
    """

    vault: Vault
    caller: Caller
    scope: Scope
    settings: Procedural
    embedder: Callable[[], Embedder | None]
    calls: CallLog
    watched: Callable[[], bool]

    @property
    def counted(self) -> Counted:
        """Whose uses, outcomes and runs the caller is shown."""
        return counted(self.vault, self.caller.client)

    def find(self, name: str, engram: str | None = None) -> SkillRow:
        """The skill of that title or id, as `lookup.find`; what is closed is not there.

        Raises `NotFound`, `Ambiguous`.
        """
        return lookup.find(self.vault, name, engram, self.scope.allows)

    def memory(self, name: str) -> int:
        """The number of the memory called `memory:12`; what is closed is not there.

        Raises `NotFound`.
        """
        named = _MEMORY.fullmatch(name)
        found = memories.memory(self.vault, int(named[1])) if named is not None else None
        if found is None or found.engram in self.scope.closed:
            raise NotFound(
                _("There is no memory called “{name}”.").format(name=name),
                _("Use recall: it tells the ids of memories, such as memory:12."),
            )
        return found.id

    def open(self, engram: str) -> str:
        """The name of an engram to write into, whether it is there or not.

        Raises `NotAllowed` for one that is closed.
        """
        key = names.key(engram)
        if any(one.id in self.scope.closed and names.key(one.name) == key for one in self._engrams):
            raise NotAllowed(
                _("The engram “{name}” is closed to you.").format(name=engram),
                _("Choose another engram, or ask the person to open it."),
            )
        return engram

    @property
    def _engrams(self) -> tuple[Engram, ...]:
        return engrams.engrams(self.vault) if self.scope.closed else ()

    def seen(self, skills: Sequence[int]) -> tuple[SkillRow, ...]:
        """Of skills by their numbers, those that the caller sees."""
        found = catalogue.some(self.vault, skills)
        return self.scope.seen(found[skill] for skill in skills if skill in found)


def id_of(row: SkillRow) -> str:
    """As agents are told it, and may name it."""
    return source_id(row.id)


def memory_id(number: int) -> str:
    """The same of a memory."""
    return f"memory:{number}"
