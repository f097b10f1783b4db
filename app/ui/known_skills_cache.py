"""What the checks may know of all skills, asked once for every document."""

from app.core.library.known_skills import known_skills
from app.core.library.record import Status
from app.core.skills.checking.check import KnownSkills
from app.core.vault import Vault


class KnownSkillsCache:
    """Asks again after a commit of whatever kind, which is quick to find out."""

    def __init__(self) -> None:
        self._newest = -1
        self._found: dict[tuple[int | None, Status], KnownSkills] = {}

    def skills(self, vault: Vault, engram: int | None, status: Status) -> KnownSkills:
        """As `known_skills` says it."""
        if (newest := vault.newest_change()) != self._newest:
            self._newest, self._found = newest, {}
        place = (engram, status)
        if place not in self._found:
            self._found[place] = known_skills(vault, engram, status)
        return self._found[place]
