"""What the checks may know of all skills, asked once for every document."""

from app.core.library.known_skills import NamesAndCalls
from app.core.skills.checking.check import KnownSkills
from app.core.vault import Vault


class KnownSkillsCache:
    """Reads what changed since the last time, whoever changed it."""

    def __init__(self) -> None:
        self._names: NamesAndCalls | None = None

    def skills(self, vault: Vault, engram: int | None, skill: int | None) -> KnownSkills:
        """As `known_skills` says it."""
        if self._names is None:
            self._names = NamesAndCalls(vault)
        self._names.catch_up()
        return self._names.known(engram, skill)
