"""The rows of skills that were read and have not changed since. Public name: `ReadRows`."""

from collections.abc import Mapping, Sequence

from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.vault import Vault


class ReadRows:
    """So that a list of thousands is not read again because one of its skills has changed."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._rows: dict[int, SkillRow] = {}
        self._engrams: Mapping[int, str] = {}

    def of(self, skills: Sequence[int]) -> list[SkillRow]:
        """The rows of these skills, those that are there."""
        unknown = [skill for skill in skills if skill not in self._rows]
        self._rows |= catalogue.some(self._vault, unknown) if unknown else {}
        return [self._rows[skill] for skill in skills if skill in self._rows]

    def follow_names(self, engrams: Mapping[int, str]) -> None:
        """Rows say what their engram is called: one that is renamed changes all of its rows."""
        if any(engrams.get(engram) != name for engram, name in self._engrams.items()):
            self._rows.clear()
        self._engrams = engrams

    def forget(self, changes: Changes) -> None:
        """Read again what these changed; a change of the list as a whole is one of every row."""
        if changes.parts & Part.LIST and not changes.skills:
            self._rows.clear()
        for skill in changes.skills:
            self._rows.pop(skill, None)
