"""What is known of a skill beside its text, and the skills around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.api.skills import SkillTextDocument, show
from app.core.library import catalogue, details, outside
from app.core.library.catalogue import SkillRow
from app.core.library.details import Details
from app.core.library.record import Precedence, Source
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.dependencies import dependencies
from app.core.mirror import folders
from app.core.mirror.oddities import FILE
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault


class InstalledDocument(TypedDict):
    """The pack that a skill came in, and the file it was in."""

    pack: str
    name: str
    version: str
    publisher: str
    path: str


class FieldsDocument(TypedDict):
    """The fields of a skill beside those that every list has.

    `files` are where it is on the disk, `installedAt` since when, unless it was written here, and
    `uninstalledAt` since when none of the files is there any more.
    """

    declaredVersion: str
    origin: Source
    installedFrom: InstalledDocument | None
    confidence: float
    inputHints: list[str]
    filePatterns: list[str]
    author: str
    license: str
    permissions: list[str]
    triggers: list[str]
    tags: list[str]
    enriched: bool
    precedence: Precedence | None
    files: list[str]
    installedAt: str | None
    uninstalledAt: str | None
    created: str
    createdBy: str
    updatedBy: str


class DetailsDocument(SkillDocument, FieldsDocument):
    """A skill with its fields."""


class LinkDocument(TypedDict):
    """Something outside the vault that a skill is related to."""

    place: str
    target: str
    kind: str


class SkillAroundDocument(SkillTextDocument, FieldsDocument):
    """A skill with its text, its fields, the skills around it and what is outside."""

    dependsOn: list[SkillDocument]
    dependedBy: list[SkillDocument]
    related: list[SkillDocument]
    variants: list[SkillDocument]
    links: list[LinkDocument]


@dataclass(frozen=True, slots=True)
class Described:
    """A skill and its fields."""

    row: SkillRow
    details: Details
    files: "Files"

    @property
    def document(self) -> DetailsDocument:
        return {**skill_document(self.row), **_fields(self.details, self.files)}


@dataclass(frozen=True, slots=True)
class Files:
    """Where a skill is on the disk, and since when it is not any more."""

    paths: tuple[str, ...]
    gone: datetime | None


def files(vault: Vault, skill: int) -> Files:
    """The files of a skill in linked folders."""
    known = folders.places(vault, skill)
    there = tuple(str(folder.path / one.name / FILE) for folder, one in known if one.gone is None)
    gone = max((one.gone for _folder, one in known if one.gone is not None), default=None)
    return Files(there, gone if not there else None)


def describe(
    vault: Vault,
    name: str,
    engram: str | None = None,
    *,
    role: str | None = None,
    origin: Source | None = None,
    confidence: float | None = None,
    input_hints: Sequence[str] | None = None,
    file_patterns: Sequence[str] | None = None,
    precedence: Precedence | Literal[""] | None = None,
    actor: Actor,
) -> Described:
    """The fields of a skill, after those that are given were chosen; an empty role is that of
    the text, an empty precedence is none. Raises `NotFound`, `Ambiguous`, `AppError`."""
    skill = find(vault, name, engram).id
    details.change(
        vault,
        skill,
        role=role,
        source=origin,
        confidence=confidence,
        input_hints=input_hints,
        file_patterns=file_patterns,
        precedence=precedence,
        actor=actor,
    )
    row = catalogue.row(vault, skill)
    assert row is not None
    return Described(row, details.details(vault, skill), files(vault, skill))


def show_around(
    vault: Vault, settings: Procedural, name: str, engram: str | None = None
) -> SkillAroundDocument:
    """All that is known of a skill; raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    know_skills(vault, settings)
    around = dependencies(vault, row.id)
    shown = show(vault, f"skill:{row.id}")
    about = skill_document(row)
    return {
        **about,
        **_fields(details.details(vault, row.id), files(vault, row.id)),
        "dependsOn": [skill_document(one) for one in around.depends_on],
        "dependedBy": [skill_document(one) for one in around.depended_by],
        "related": [skill_document(one) for one in around.related],
        "variants": [skill_document(one) for one in around.variants],
        "links": [
            {"place": one.place, "target": one.target, "kind": one.kind}
            for one in outside.links(vault, row.id)
        ],
        "text": shown["text"],
        "goals": shown["goals"],
        "steps": shown["steps"],
        "calls": shown["calls"],
    }


def _fields(found: Details, on_disk: Files) -> FieldsDocument:
    installed, since = found.installed, found.installed_at
    return {
        "declaredVersion": found.declared_version,
        "origin": found.source,
        "installedFrom": None
        if installed is None
        else {
            "pack": installed.pack,
            "name": installed.name,
            "version": installed.version,
            "publisher": installed.publisher,
            "path": installed.path,
        },
        "confidence": found.confidence,
        "inputHints": list(found.input_hints),
        "filePatterns": list(found.file_patterns),
        "author": found.author,
        "license": found.license,
        "permissions": list(found.permissions),
        "triggers": list(found.triggers),
        "tags": list(found.tags),
        "enriched": found.enriched,
        "precedence": found.precedence,
        "files": list(on_disk.paths),
        "installedAt": since.isoformat() if since is not None else None,
        "uninstalledAt": on_disk.gone.isoformat() if on_disk.gone is not None else None,
        "created": found.created.isoformat(),
        "createdBy": found.created_by.who,
        "updatedBy": found.updated_by.who,
    }
