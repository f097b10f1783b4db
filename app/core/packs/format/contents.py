"""What a pack holds, in the one form every format reads into and writes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from app.core.skills.model import GoalKind, Recipe

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

GOAL_FIELDS: Mapping[str, GoalKind] = MappingProxyType({kind.spec.field: kind for kind in GoalKind})
"""The names goals have in a pack, in the order the published packs use."""


class Format(StrEnum):
    """How the bytes of a pack are laid out."""

    NATIVE = "gsk"
    GSK1 = "gsk1"
    GSK2 = "gsk2"
    SKILLS = "skills"
    """No pack: SKILL.md files that come in as one does, from a folder or an archive."""


class Mode(StrEnum):
    """Who can read a pack. An open one can be read by anybody."""

    OPEN = "open"
    PASSPHRASE = "passphrase"
    RECIPIENTS = "recipients"


@dataclass(frozen=True, slots=True)
class Succession:
    """The holder of the key `old` says that `new` takes its place. Keys are Ed25519, 32 bytes."""

    old: bytes
    new: bytes
    at: str
    signature: bytes


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signed a pack, proven; `name` is what they call themselves and proves nothing."""

    key: bytes
    name: str
    signed_at: str = ""
    succession: tuple[Succession, ...] = ()
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that travels with a skill; `name` is a bare file name."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PastText:
    """An earlier text of a skill, why it was kept and when (ISO 8601, UTC)."""

    text: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class PackedSkill:
    """One skill of a pack.

    `text` is the authored text, None in a pack that carries only its parts (`base_text`, `goals`
    by the names of `GOAL_FIELDS`, `recipes`, whose spans are all 0). `extra` holds the fields this
    form does not model, as they were read; `layout` the order of the keys in the file. `path` is
    its own file, where it has one on this disk, and `notices` what to know about that.
    """

    name: str
    text: str | None = None
    base_text: str = ""
    goals: Mapping[str, str] = field(default_factory=dict)
    recipes: tuple[Recipe, ...] = ()
    tier: str = "personal"
    role: str = ""
    tags: tuple[str, ...] = ()
    description: str = ""
    attachments: tuple[Attachment, ...] = ()
    history: tuple[PastText, ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)
    layout: tuple[str, ...] = field(default=(), compare=False)
    path: str = field(default="", compare=False)
    notices: tuple[str, ...] = field(default=(), compare=False)
    is_skill_file: bool = field(default=False, compare=False)
    """Whether it comes from no pack, but from a SKILL.md."""
    dangers: tuple[str, ...] = field(default=(), compare=False)
    """What is grave in the files of one that does, in sentences."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything a pack says, opened and checked.

    `publisher` and `created` (ISO 8601, UTC, may be empty) are claims; `signer` is proven and
    None when nobody signed. `sequence` counts the editions of a pack, 0 when it has none. `path`
    is the file it was read from, where whoever read it said so, and `notices` what of it stays out.
    """

    id: str
    name: str
    skills: tuple[PackedSkill, ...]
    description: str = ""
    version: str = "1.0.0"
    publisher: str = ""
    kind: str = "community"
    sequence: int = 0
    created: str = ""
    format: Format = field(default=Format.NATIVE, compare=False)
    mode: Mode = field(default=Mode.OPEN, compare=False)
    signer: Signer | None = field(default=None, compare=False)
    extra: Mapping[str, Json] = field(default_factory=dict)
    layout: tuple[str, ...] = field(default=(), compare=False)
    path: str = field(default="", compare=False)
    notices: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_skill_files(self) -> bool:
        """Whether it is no pack, but SKILL.md files: nobody signs those."""
        return self.format is Format.SKILLS
