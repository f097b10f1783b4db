"""What to look among, said in names."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches

from app.core.api.lookup import engram_id
from app.core.errors import NotFound
from app.core.memory import listing
from app.core.memory.filters import Filters, What
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class NamedFilters:
    """Empty fields do not narrow. `since` and `until` begin a day; both days are included.

    `closed` are the ids of engrams that are left out.
    """

    engram: str | None = None
    source: str | None = None
    tag: str = ""
    since: datetime | None = None
    until: datetime | None = None
    role: str = ""
    only: What | None = None
    closed: frozenset[int] = frozenset()

    def filters(self, vault: Vault) -> Filters:
        """The same in numbers; raises `NotFound`."""
        return Filters(
            what=self.only,
            engram=engram_id(vault, self.engram),
            source=_source(vault, self.source) if self.source else None,
            tag=self.tag,
            role=self.role,
            since=self.since,
            until=self.until + timedelta(days=1) if self.until else None,
            closed=self.closed,
        )


EVERYTHING = NamedFilters()


def _source(vault: Vault, name: str) -> int:
    """A source by its name; raises `NotFound`, naming the nearest one."""
    known = {source.name: source.id for source in listing.sources(vault)}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    hint = _("Did you mean “{name}”?").format(name=near[0]) if near else ""
    raise NotFound(_("There is no source called “{name}”.").format(name=name), hint)
