"""What skills were: their versions, what differs, going back, undo."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NotRequired

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import AboutSkill
from app.core.api.lookup import find
from app.core.library import history, undo_reach, undoing
from app.core.library.compare import compare
from app.core.library.comparison import Change, Item, Kind, Row, Section
from app.core.library.history import Version
from app.core.library.record import Reason, Training
from app.core.library.round_trips import entries
from app.core.library.summary import sentence
from app.core.library.trained import TRAININGS
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.core.walk.plan import source_id


class RemovedMemoryDocument(TypedDict):
    """A memory that a training took out, and why."""

    memory: int
    text: str
    why: str


class TrainingDocument(TypedDict):
    """What training did in a version."""

    mode: str
    cause: str
    model: str | None
    digest: str | None
    recalled: list[int]
    memories: list[int]
    takenOut: list[RemovedMemoryDocument]


class RoundTripDocument(TypedDict):
    """Versions, with their numbers, after which all was as before, and what they were in words."""

    since: int
    until: int
    what: str


class VersionDocument(TypedDict):
    """A version; `changes` says in words what differs from the one before it."""

    version: int
    at: str
    reason: Reason
    actor: str
    label: str
    sha256: str
    current: bool
    changes: str
    training: TrainingDocument | None
    roundTrip: RoundTripDocument | None


class SideDocument(TypedDict):
    """An item of one of two versions; only a goal has `goal`."""

    text: str
    number: str | None
    goal: NotRequired[GoalKind]


class RowDocument(TypedDict):
    """An item in both versions, null where one lacks it."""

    section: Section
    kind: Kind
    change: Change
    old: SideDocument | None
    new: SideDocument | None


class DifferenceDocument(TypedDict):
    """Two versions, item by item."""

    summary: str
    rows: list[RowDocument]


class RestoredDocument(TypedDict):
    """An older version that is current again, as `version`.

    The skill keeps its name; `nameThen` is what that version called it, null where it is the same.
    """

    id: str
    restored: int
    version: int
    nameThen: str | None


class UndoneDocument(TypedDict):
    """What was reversed, in words, and what the skills are called that it had changed."""

    undone: str
    skills: list[str]


def versions(vault: Vault, name: str, engram: str | None = None) -> list[VersionDocument]:
    """Every version, newest first, with what it changed, and what training did in it."""
    skill = find(vault, name, engram).id
    found = history.versions(vault, skill)
    return described(vault, skill, found, found)


def described(
    vault: Vault, skill: int, found: Sequence[Version], some: Sequence[Version]
) -> list[VersionDocument]:
    """Some of all versions that were found of a skill: what they changed takes a while to tell."""
    changes, trips = _changes(vault, skill, found, some), _round_trips(found)
    return [
        {
            "version": v.number,
            "at": v.at.isoformat(),
            "reason": v.reason,
            "actor": v.actor.who,
            "label": v.label,
            "sha256": v.digest,
            "current": v.is_current,
            "changes": changes[v.number],
            "training": _training(vault, skill, v),
            "roundTrip": trips.get(v.number),
        }
        for v in some
    ]


def difference(
    vault: Vault, name: str, old: int, new: int, engram: str | None = None
) -> DifferenceDocument:
    """What differs between two versions of a skill; raises `NotFound`."""
    skill = find(vault, name, engram).id
    texts = (history.text_of(vault, skill, number) for number in (old, new))
    comparison = compare(*texts)
    return {"summary": sentence(comparison), "rows": [_row(row) for row in comparison.rows]}


def restore(
    vault: Vault, name: str, number: int, engram: str | None = None, *, actor: Actor
) -> AboutSkill[RestoredDocument]:
    """Save the text of version `number` again, under the name of today; raises `NotFound`, and
    `AppError` where only the name would change.
    """
    row = find(vault, name, engram)
    then = history.earlier_name(vault, row.id, number)
    saved = history.restore(vault, row.id, number, actor=actor)
    document: RestoredDocument = {
        "id": source_id(row.id),
        "restored": number,
        "version": saved.number,
        "nameThen": then or None,
    }
    return AboutSkill(row, document)


def undo(vault: Vault, *, actor: Actor) -> UndoneDocument:
    """Reverse the last change; raises `NothingToUndo`."""
    entry, _redo = undoing.undoable(vault)
    before = undo_reach.reached(vault, entry) if entry is not None else ()
    done = undoing.undo(vault, actor=actor)
    names = {
        *before,
        *undo_reach.reached(vault, done),
    }  # some have a name only then
    return {"undone": done.label, "skills": sorted(names, key=str.casefold)}


def _round_trips(found: Sequence[Version]) -> dict[int, RoundTripDocument]:
    """By the number of each version that is part of one."""
    return {
        version.number: {
            "since": entry.versions[-1].number,
            "until": entry.newest.number,
            "what": entry.words,
        }
        for entry in entries(found)
        if entry.is_round_trip
        for version in entry.versions
    }


def _changes(
    vault: Vault, skill: int, found: Sequence[Version], some: Sequence[Version]
) -> dict[int, str]:
    """What each of some changed in the one before it; nothing for the first and for deletions."""
    said = dict.fromkeys((v.number for v in some), "")
    pairs = [
        (old, new)
        for old, new in pairwise(sorted(v.number for v in found if v.digest))
        if new in said
    ]
    numbers = {number for pair in pairs for number in pair}
    texts = {number: history.text_of(vault, skill, number) for number in numbers}
    for old, new in pairs:
        said[new] = sentence(compare(texts[old], texts[new]))
    return said


def _training(vault: Vault, skill: int, version: Version) -> TrainingDocument | None:
    """What a snapshot says of the training that made it."""
    is_training = version.reason in TRAININGS
    record = history.training_of(vault, skill, version.number) if is_training else None
    return _training_document(record) if record is not None else None


def _training_document(record: Training) -> TrainingDocument:
    return {
        "mode": record.mode,
        "cause": record.cause,
        "model": record.writer.name if record.writer else None,
        "digest": record.writer.digest if record.writer else None,
        "recalled": list(record.recalled),
        "memories": list(record.cited),
        "takenOut": [
            {"memory": one.fragment, "text": one.text, "why": one.why} for one in record.removed
        ],
    }


def _row(row: Row) -> RowDocument:
    return {
        "section": row.section,
        "kind": row.kind,
        "change": row.change,
        "old": _side(row.left),
        "new": _side(row.right),
    }


def _side(item: Item | None) -> SideDocument | None:
    if item is None:
        return None
    side: SideDocument = {"text": item.text, "number": item.number or None}
    if item.goal:
        side["goal"] = item.goal
    return side
