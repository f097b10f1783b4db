"""The skills that can be called from here: what each takes, gives back, and where it is."""

from dataclasses import dataclass

from app.core.library import catalogue, library
from app.core.skills.checking.check import KnownSkills
from app.core.skills.model import Parameter
from app.core.skills.names import call_key
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Callee:
    """`engram` only where several skills have the name."""

    requires: tuple[Parameter, ...] = ()
    produces: tuple[Parameter, ...] = ()
    engram: str = ""

    @property
    def said(self) -> str:
        """In a few words, such as “Kitchen · $branch, $env → $ok”."""
        given = ", ".join(f"${p.name}{'?' if p.optional else ''}" for p in self.requires)
        made = ", ".join(f"${p.name}" for p in self.produces)
        flow = f"{given} → {made}".strip() if made else given
        return " · ".join(part for part in (self.engram, flow) if part)


class Callees:
    """Reads a skill when somebody wants to see what it takes; again when the library changed."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._known: KnownSkills | None = None
        self._found: dict[tuple[str, int], Callee] = {}

    def callee(
        self, known: KnownSkills, title: str, number: int, engram: int | None, skill: int | None
    ) -> Callee:
        """What `title` takes, the one with that `number` of several with the same name.

        `skill` calls, which is in that engram.
        """
        if known is not self._known:
            self._known, self._found = known, {}
        if (title, number) not in self._found:
            self._found[title, number] = self._read(title, number, engram, skill)
        return self._found[title, number]

    def _read(self, title: str, number: int, engram: int | None, skill: int | None) -> Callee:
        skills = sorted(catalogue.resolve(self._vault, call_key(title), engram, skill))
        if number >= len(skills):
            return Callee()
        state = library.current(self._vault, skills[number])
        row = catalogue.row(self._vault, skills[number])
        if state is None or row is None:
            return Callee()
        said = parse(state[1])
        where = _("in {engram}").format(engram=row.engram_name) if len(skills) > 1 else ""
        return Callee(said.requires, said.produces, where)
