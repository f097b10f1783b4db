"""What a tool is given to answer one call: the vault as the caller may see it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.agents.caller import Caller
from app.core.agents.calls import CallLog
from app.core.agents.scope import Scope
from app.core.api import lookup
from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval.embed import Embedder
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


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

    def find(self, name: str, engram: str | None = None) -> SkillRow:
        """The skill of that title or id, as `lookup.find`; what is closed is not there.

        Raises `NotFound`, `Ambiguous`.
        """
        row = lookup.find(self.vault, name, engram)
        if not self.scope.allows(row):
            raise NotFound(
                _("There is no skill called “{name}”.").format(name=name),
                _("Look for it with search_skills."),
            )
        return row

    def seen(self, skills: Sequence[int]) -> tuple[SkillRow, ...]:
        """Of skills by their numbers, those that the caller sees."""
        found = catalogue.some(self.vault, skills)
        return self.scope.seen(found[skill] for skill in skills if skill in found)


def id_of(row: SkillRow) -> str:
    """As agents are told it, and may name it."""
    return source_id(row.id)
