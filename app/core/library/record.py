"""What the library keeps about a skill beside its text."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    ACTIVE = "active"
    QUARANTINED = "quarantined"
    """Imported and not released: visible to the person, inert for agents and for calls."""
    DEPRECATED = "deprecated"


class DiskState(StrEnum):
    """How a skill stands to its file in a linked folder, as far as the vault knows."""

    SYNCED = "synced"
    HERE = "here"
    """Changed since, and not written yet."""
    GONE = "gone"
    CONFLICT = "conflict"


class Source(StrEnum):
    """How a skill came to be (seed 003); from where exactly is its `Origin`."""

    USER = "user"
    """Written by a person, or by an agent that was asked to."""
    LEARNED = "learned"
    """Made of what was seen to be done again and again."""
    IMPORTED = "imported"
    DISK = "disk"


class Precedence(StrEnum):
    """What holds where a skill and the instructions of an agent's operator differ."""

    YIELDS = "yields"
    """The instructions."""
    OVERRIDES = "overrides"
    """The skill."""


class Reason(StrEnum):
    """Why a version exists. All but EDITED are snapshots."""

    EDITED = "edited"
    IMPORTED = "imported"
    TRAINED = "trained"
    REWRITTEN = "rewritten"
    ROLLED_BACK = "rolled back"
    UNDONE = "undone"
    REDONE = "redone"
    """What undid an undoing. Never stored: the journal knows it."""
    NAMED = "named"
    DISK = "disk"
    """Read from its file in a linked folder."""
    FILED = "filed"
    """Moved to another engram, released from quarantine, given details, files or links."""
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Origin:
    """The pack a skill came from, and its text at that moment (by SHA-256).

    `publisher` is a key in hexadecimal digits, `path` the file; both are empty where not known.
    """

    pack: str
    name: str
    version: str
    publisher: str
    digest: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class External:
    """Something outside the vault that a skill is related to: `target` as `place` calls it.

    `place` is one of `outside.Place`, `kind` one of `cues.Kind`. Kept as it was said, and never
    looked up.
    """

    place: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A memory that training put into the text, and why there.

    It is the quoted block whose words have that `digest` and which begins nearest to `at`; `lead`
    and `tail` stand around it and are not the author's either. `after` is the step it follows
    (0: it comes before the first), None in the supporting context. `since` is the number of the
    version that it first stood there in; `corrected` says that its words are the correction of
    what the formula had placed there.
    """

    fragment: int
    digest: str
    at: int
    lead: str
    tail: str
    after: int | None
    score: float
    similarity: float
    coherence: float
    pinned: bool = False
    since: int = 0
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """A memory that a training took out of the text, in the words that it had there, and why."""

    fragment: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Traced:
    """Where a sentence of a rewritten passage is from: what the verifier said when it was saved.

    `fragment` is the memory it was borrowed from, None for one of the author's.
    """

    kind: str
    score: float
    fragment: int | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentences of a step that a model worded anew; `original` is what their author wrote.

    It is the passage whose words have that `digest` and which begins nearest to `at`. `since` is
    the number of the version that it first stood there in.
    """

    original: str
    digest: str
    at: int
    sentences: tuple[Traced, ...]
    since: int = 0


@dataclass(frozen=True, slots=True)
class Writer:
    """The model that worded passages anew, the SHA-256 of its file, and how it was asked."""

    name: str
    digest: str
    temperature: float
    top_p: float
    seed: int


@dataclass(frozen=True, slots=True)
class Training:
    """What is in the text that its author did not write, and how it got there.

    `taken_out` are the fragments that were placed once and that somebody deleted from the text,
    `removed` those that this training took out, `recalled` all that it looked at; `cause` is why
    there was one, empty where no one wrote that down.
    """

    mode: str
    placed: tuple[Placed, ...] = ()
    taken_out: tuple[int, ...] = ()
    passages: tuple[Passage, ...] = ()
    writer: Writer | None = None
    cause: str = ""
    recalled: tuple[int, ...] = ()
    removed: tuple[Removed, ...] = ()

    @property
    def cited(self) -> tuple[int, ...]:
        """The fragments that stand in the text, placed or woven into a step; each once."""
        woven = [one.fragment for passage in self.passages for one in passage.sentences]
        found = [*(placed.fragment for placed in self.placed), *woven]
        return tuple(dict.fromkeys(fragment for fragment in found if fragment is not None))


def _fields(value: Any) -> dict[str, Any]:
    """As `asdict`, but without copies, and for one value: JSON asks again for what is in it."""
    return {name: getattr(value, name) for name in value.__slots__}


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_fields).encode
"""One for all, like that of the edges."""


@dataclass(frozen=True, slots=True)
class Meta:
    """Versioned together with the text, so that undo brings both back.

    `role` and `tags` are the person's choice; an empty role is derived from the text. `extra`
    holds what a pack said about the skill that Techne has no field for. `training` tells the
    memories that were placed from what was written; None for a text that nothing was added to.
    `confidence` (0 to 1), `input_hints` and `file_patterns` are what a person chose; None where
    the frontmatter is to say it. `precedence` only a person can choose, here: no text and no pack
    can put itself above what an agent was told.
    """

    engram: int
    status: Status = Status.ACTIVE
    role: str = ""
    tags: tuple[str, ...] = ()
    origin: Origin | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    training: Training | None = None
    source: Source = Source.USER
    confidence: float | None = None
    input_hints: tuple[str, ...] | None = None
    file_patterns: tuple[str, ...] | None = None
    links: tuple[External, ...] = ()
    precedence: Precedence | None = None

    def to_json(self) -> str:
        return _json(_fields(self))

    @classmethod
    def from_json(cls, stored: str) -> "Meta":
        fields = json.loads(stored)
        origin = fields["origin"]
        return cls(
            engram=fields["engram"],
            status=Status(fields["status"]),
            role=fields["role"],
            tags=tuple(fields["tags"]),
            origin=Origin(**origin) if origin else None,
            extra=fields["extra"],
            training=_training(fields.get("training")),
            source=Source(fields.get("source") or (Source.IMPORTED if origin else Source.USER)),
            confidence=fields.get("confidence"),
            input_hints=_texts(fields.get("input_hints")),
            file_patterns=_texts(fields.get("file_patterns")),
            links=tuple(External(**one) for one in fields.get("links", ())),
            precedence=Precedence(fields["precedence"]) if fields.get("precedence") else None,
        )


def _texts(stored: list[str] | None) -> tuple[str, ...] | None:
    return tuple(stored) if stored is not None else None


def _training(fields: dict[str, Any] | None) -> Training | None:
    if fields is None:
        return None
    placed = tuple(Placed(**one) for one in fields["placed"])
    writer = fields.get("writer")
    return Training(
        fields["mode"],
        placed,
        tuple(fields["taken_out"]),
        tuple(map(_passage, fields.get("passages", ()))),
        Writer(**writer) if writer else None,
        fields.get("cause", ""),
        tuple(fields.get("recalled", ())),
        tuple(Removed(**one) for one in fields.get("removed", ())),
    )


def _passage(fields: dict[str, Any]) -> Passage:
    return Passage(**{**fields, "sentences": tuple(Traced(**s) for s in fields["sentences"])})


@dataclass(frozen=True, slots=True)
class Saved:
    """A stored version: the skill, the version's own id and its number in the skill's history."""

    skill: int
    version: int
    number: int
