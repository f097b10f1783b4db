"""What is to become of one skill where many are changed together (`bulk`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from app.core.library.record import Meta, Reason, Saved
from app.core.library.version import Next, prepare
from app.core.skills.model import Skill
from app.core.vault import Vault, Write

T = TypeVar("T")

EACH = 500
"""What every skill weighs beside the characters of its text."""
_BYTES = 16
"""So many bytes of a file weigh as much as a character."""


@dataclass(frozen=True, slots=True)
class Becomes:
    """The skill that a thing before this one becomes, by its place among all."""

    place: int


@dataclass(frozen=True, slots=True)
class Edit:
    """What becomes of a skill (None: a new one); a text of None takes it out of the library.

    `past` are texts that it had before it came here, with what to call them, oldest first;
    `files` what its details name by their SHA-256. Its calls lead where those of the version
    `calls_like` do (None: those of the last one), but for the keys in `chosen` to these skills.
    """

    skill: int | None
    text: str | None
    meta: Meta
    reason: Reason
    label: str = ""
    parsed: Skill | None = None
    past: tuple[tuple[str, str, Meta], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    calls_like: int | None = None
    chosen: Mapping[str, "int | Becomes"] = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """How long it holds the vault, compared with others."""
        files = sum(len(data) for _digest, data in self.files) // _BYTES
        past = sum(len(text) for text, _label, _meta in self.past)
        return EACH + files + past + len(self.text or "")

    def versions(self, reader: Vault | Write) -> tuple[Next, ...]:
        """The versions that the skill gets, made ready."""
        versions: list[Next] = []
        for text, label, meta in (*self.past, (self.text, self.label, self.meta)):
            versions.append(
                prepare(
                    reader,
                    self.skill,
                    text,
                    meta,
                    self.reason,
                    label=label,
                    parsed=self.parsed,
                    follows=versions[-1] if versions else None,
                    calls_like=self.calls_like,
                )
            )
        return tuple(versions)


@dataclass(frozen=True, slots=True)
class Batch(Generic[T]):
    """Things that become skills beside others, with one entry of the journal: see `bulk.change`.

    `done` is told what was written, in the order of the things.
    """

    things: Sequence[T]
    edit: Callable[[T], Edit]
    begin: Callable[[Write], None]
    done: Callable[[Sequence[Saved]], None]
