"""Skills as they are: the list, a text with what is in it, saving and deleting."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api import naming
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import engram_id, find
from app.core.library import catalogue, editing, library
from app.core.library.catalogue import Conditions, Order, SkillRow
from app.core.library.record import Saved, Source
from app.core.library.search import SkillSearch
from app.core.matching.query import Query
from app.core.runs.open_runs import open_of
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault


class GoalDocument(TypedDict):
    """A goal of a skill."""

    kind: GoalKind
    value: str


class StepDocument(TypedDict):
    """A step, by its place."""

    position: int
    text: str


class SkillTextDocument(SkillDocument):
    """A skill with its text and what is in it."""

    text: str
    goals: list[GoalDocument]
    steps: list[StepDocument]
    calls: list[str]


class EditedDocument(SkillDocument):
    """A skill that was saved; `merged` says whether changes of others are in it too."""

    merged: bool


class DeletedDocument(TypedDict):
    """A skill that is no longer in the library, and those that call it.

    `openRuns` are the runs of it that are not over; they go on with the steps they began with.
    """

    deleted: SkillDocument
    calledBy: list[SkillDocument]
    openRuns: list[int]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which skills a list has; empty fields do not narrow it."""

    engram: str | None = None
    tag: str = ""
    role: str = ""
    text: str = ""
    origin: Source | None = None
    favourite: bool = False
    closed: frozenset[int] | None = None
    """Engrams that an agent does not see; then it sees nothing in quarantine either."""
    order: Order | None = None
    """None: how well the words fit, and by title where there are none."""

    def ids(self, vault: Vault) -> list[int]:
        """The same skills by their numbers, which takes a fraction of the time without words."""
        if self.text.strip():
            return [row.id for row in self.rows(vault)]
        return catalogue.ids(vault, **self._conditions(vault))

    def rows(self, vault: Vault) -> tuple[SkillRow, ...]:
        """Raises `NotFound` for an engram that is not there."""
        found = self._narrowed(vault)
        if not self.text.strip():
            return found
        by_id = {row.id: row for row in found}
        hits = SkillSearch(vault).find(Query(self.text), by_id)
        if self.order is None:
            return tuple(by_id[skill] for skill in hits)
        fits = set(hits)
        return tuple(row for row in found if row.id in fits)

    def meant(self, vault: Vault) -> str | None:
        """Words like those nothing was found for, which would find something."""
        among = [row.id for row in self._narrowed(vault)]
        return SkillSearch(vault).meant(Query(self.text), among) if self.text.strip() else None

    def _narrowed(self, vault: Vault) -> tuple[SkillRow, ...]:
        """By everything but the words."""
        return catalogue.rows(vault, **self._conditions(vault))

    def _conditions(self, vault: Vault) -> Conditions:
        return {
            "engram": engram_id(vault, self.engram),
            "role": self.role,
            "tag": self.tag,
            "source": self.origin,
            "favourite": self.favourite,
            "closed": self.closed,
            "order": self.order or "title",
        }


def listed(vault: Vault, chosen: Chosen) -> list[SkillDocument]:
    """In the order that is chosen, else those first that fit the words best."""
    return [skill_document(row) for row in chosen.rows(vault)]


def show(vault: Vault, name: str, engram: str | None = None) -> SkillTextDocument:
    """A skill with its text; raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    text = library.text(vault, row.id)
    skill = parse(text)
    return {
        **skill_document(row),
        "text": text,
        "goals": [{"kind": g.kind, "value": g.value} for g in skill.goals],
        "steps": [{"position": s.position, "text": s.text} for s in skill.steps],
        "calls": [c.target for c in skill.calls if c.explicit],
    }


def create(vault: Vault, text: str, engram: str | None = None, *, actor: Actor) -> EditedDocument:
    """Make a new skill, which its text names, in an engram that is made if need be.

    Raises `AppError` for no text and for a name that is none.
    """
    return _saved(vault, library.save(vault, None, text, engram=engram or None, actor=actor))


def edit(
    vault: Vault,
    name: str,
    text: str,
    engram: str | None = None,
    *,
    base: str | None = None,
    actor: Actor,
) -> EditedDocument:
    """Save a text as the next version of a skill.

    With `base`, the version it was made from (`SkillDocument`), what others changed since then
    stays; without, the text replaces whatever is there. Raises `NotFound`, `Ambiguous`,
    `StaleEdit`.
    """
    skill = find(vault, name, engram).id
    if base is None:
        place = engram_id(vault, engram)
        return _saved(vault, library.save(vault, skill, text, engram=place, actor=actor))
    made_from = editing.base(vault, skill, base)
    done = editing.edit(vault, skill, text, made_from, actor=actor)
    return _saved(vault, done.saved, merged=done.merged)


def delete(vault: Vault, name: str, engram: str | None = None, *, actor: Actor) -> DeletedDocument:
    """Take a skill out of the library; its history stays. Raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    called_by = naming.callers(vault, [row.id])[row.id]
    library.delete(vault, row.id, actor=actor)
    open_runs = list(open_of(vault, [row.id]))
    return {"deleted": skill_document(row), "calledBy": called_by, "openRuns": open_runs}


def _saved(vault: Vault, saved: Saved, *, merged: bool = False) -> EditedDocument:
    row = catalogue.row(vault, saved.skill)
    assert row is not None
    return {**skill_document(row), "merged": merged}
