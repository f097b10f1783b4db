"""What a client sees: no skill in quarantine, and nothing of what was closed to it."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.changes import Part
from app.core.library import catalogue, engrams
from app.core.library.catalogue import SkillRow
from app.core.library.engrams import Engram, Tier
from app.core.library.record import Status
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Scope:
    """`closed` are the ids of engrams, by themselves or by their tier."""

    closed: frozenset[int] = frozenset()

    def allows(self, skill: SkillRow) -> bool:
        return skill.status is not Status.QUARANTINED and skill.engram not in self.closed

    def seen(self, skills: Iterable[SkillRow]) -> tuple[SkillRow, ...]:
        """Those of them that the client sees, in the same order."""
        return tuple(filter(self.allows, skills))

    def allowed(self, vault: Vault, skills: Iterable[int]) -> frozenset[int]:
        """The ids among these whose skills the client sees."""
        found = catalogue.some(vault, skills)
        return frozenset(skill for skill, row in found.items() if self.allows(row))


def scope(vault: Vault, client: str) -> Scope:
    """What a client sees now."""
    own, tiers = closed(vault, client)
    known = engrams.engrams(vault) if tiers else ()
    return Scope(own | {one.id for one in known if one.tier in tiers})


def closed(vault: Vault, client: str) -> tuple[frozenset[int], frozenset[Tier]]:
    """The engrams and the tiers that a person closed to a client."""
    found = vault.rows("select engram, tier from agent_closed where client = ?", client)
    return (
        frozenset(engram for engram, _tier in found if engram is not None),
        frozenset(Tier(tier) for _engram, tier in found if tier is not None),
    )


def close(vault: Vault, client: str, what: Engram | Tier) -> None:
    """Keep an engram, or all of a tier, from a client."""
    _change(vault, client, what, closed=True)


def reopen(vault: Vault, client: str, what: Engram | Tier) -> None:
    """Let a client see it again."""
    _change(vault, client, what, closed=False)


def _change(vault: Vault, client: str, what: Engram | Tier, *, closed: bool) -> None:
    engram, tier = (None, what) if isinstance(what, Tier) else (what.id, None)
    with vault.write(None) as write:
        write.db.execute(
            "delete from agent_closed where client = ? and engram is ? and tier is ?",
            (client, engram, tier),
        )
        if closed:
            write.db.execute("insert into agent_closed values (?, ?, ?)", (client, engram, tier))
        write.touch(Part.AGENTS)
