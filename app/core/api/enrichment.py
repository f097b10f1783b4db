"""Better descriptions, triggers and tags, each with where its words come from."""

from dataclasses import dataclass
from pathlib import Path

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.lookup import find
from app.core.enrichment import enrich, skill_file
from app.core.enrichment import waiting as to_describe
from app.core.enrichment.enrich import Enrichment, Part, Value
from app.core.errors import AppError
from app.core.library import catalogue
from app.core.lifecycle.config import Procedural
from app.core.llm.model import Model
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class ValueDocument(TypedDict):
    """A proposed value; `because` are the words it was taken from, `model` who worded it."""

    part: Part
    old: list[str]
    new: list[str]
    because: list[str]
    model: str | None
    accepted: bool


class EnrichmentDocument(TypedDict):
    """What is proposed for a skill of the vault (`id`, `version`) or for a `file`."""

    id: str | None
    version: int | None
    file: str | None
    backup: str | None
    title: str
    thin: bool
    values: list[ValueDocument]
    refused: list[str]


class ThinDocument(TypedDict):
    """A skill that says too little about itself, and the parts its own text would give."""

    id: str
    title: str
    engram: str
    proposed: list[Part]
    waiting: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What to take of a proposal: these parts, or all; with `declined` it is not made again."""

    parts: frozenset[Part] = frozenset()
    everything: bool = False
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Enriched:
    """A proposal, what was taken of it, and where; `number` is the version of a skill now.

    `no_model` is why there was no model.
    """

    found: Enrichment
    taken: tuple[Value, ...]
    no_model: str = ""
    number: int | None = None
    file: Path | None = None
    backup: Path | None = None

    @property
    def refused(self) -> tuple[str, ...]:
        """What is not proposed, and why."""
        is_complete = not self.found.is_thin or self.found.parts == set(Part)
        missed = self.no_model and not is_complete
        return (*self.found.refused, self.no_model) if missed else self.found.refused

    @property
    def document(self) -> EnrichmentDocument:
        skill = self.found.skill
        return {
            "id": source_id(skill) if skill is not None else None,
            "version": self.number,
            "file": str(self.file) if self.file else None,
            "backup": str(self.backup) if self.backup else None,
            "title": self.found.title,
            "thin": self.found.is_thin,
            "values": [_value(value, value in self.taken) for value in self.found.values],
            "refused": list(self.refused),
        }


def describe(
    vault: Vault,
    settings: Procedural,
    name: str,
    choice: Choice,
    engram: str | None = None,
    *,
    model: Model | None = None,
    no_model: str = "",
    actor: Actor,
    progress: Progress = SILENT,
) -> Enriched:
    """Propose a better description of a skill, and take what is chosen of it.

    Raises `NotFound`, `Cancelled`, and `AppError` for a chosen part that is not proposed.
    """
    row = find(vault, name, engram)
    least = settings.enrich_min_description
    found = enrich.propose(vault, row.id, model, progress, least)
    checkpoint(progress)
    taken, number = _taken(found, choice), row.number
    if taken:
        number = enrich.accept(vault, found, {value.part for value in taken}, actor=actor).number
    elif choice.declined:
        enrich.decline(vault, found)
    return Enriched(found, taken, no_model, number)


def describe_file(
    settings: Procedural,
    path: Path,
    choice: Choice,
    *,
    model: Model | None = None,
    no_model: str = "",
    progress: Progress = SILENT,
) -> Enriched:
    """The same for a skill in a file, which is written if anything is chosen; no vault is needed.

    Raises `Cancelled`, and `AppError` for what is no skill and for a part that is not proposed.
    """
    file = skill_file.read(path)
    found = skill_file.propose(file, model, progress, settings.enrich_min_description)
    checkpoint(progress)
    taken = _taken(found, choice)
    backup = skill_file.write(file, taken) if taken else None
    return Enriched(found, taken, no_model, file=path, backup=backup)


def thin(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> list[ThinDocument]:
    """The skills that say too little about themselves; raises `Cancelled`."""
    waits = set(to_describe.waiting(vault))
    found = list(to_describe.thin(vault, settings.enrich_min_description, progress))
    rows = catalogue.some(vault, (one.skill for one in found if one.skill is not None))
    return [
        {
            "id": source_id(row.id),
            "title": row.title,
            "engram": row.engram_name,
            "proposed": sorted(one.parts),
            "waiting": row.id in waits,
        }
        for one in found
        if one.skill is not None and (row := rows.get(one.skill)) is not None
    ]


def _taken(found: Enrichment, choice: Choice) -> tuple[Value, ...]:
    """What was chosen of what is proposed; raises `AppError` for what is not among it."""
    if choice.everything:
        return found.values
    if missing := sorted(choice.parts - found.parts):
        raise AppError(
            _("There is no proposal for: {parts}.").format(parts=", ".join(missing)),
            _("Review the proposal first, then accept parts of it."),
        )
    return tuple(value for value in found.values if value.part in choice.parts)


def _value(value: Value, accepted: bool) -> ValueDocument:
    return {
        "part": value.part,
        "old": list(value.old),
        "new": list(value.new),
        "because": list(value.because),
        "model": value.model or None,
        "accepted": accepted,
    }
