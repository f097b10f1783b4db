"""Whole engrams merged and deleted, with the skills and memories in them; one undo each.

Long work goes in slices, each of them a short write that belongs to the same entry of the journal.
What was done until somebody stops it stays done, and one undo takes it back.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError
from app.core.library import bulk, library, undo_rows
from app.core.library.bulk import Edit
from app.core.library.engrams import living, retire
from app.core.library.record import Meta, Reason
from app.core.memory import entities
from app.core.memory.rows import LIVE, known_by
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _, ngettext

_MEMORIES = 500
"""How many are changed in one write."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How many skills and memories are in an engram now."""

    skills: int
    memories: int

    def __bool__(self) -> bool:
        return bool(self.skills or self.memories)

    def sentence(self) -> str:
        """Such as "3 skills and 1 memory"."""
        skills = ngettext("{count} skill", "{count} skills", self.skills)
        memories = ngettext("{count} memory", "{count} memories", self.memories)
        both = (skills.format(count=self.skills), memories.format(count=self.memories))
        if not self:
            return _("nothing")
        if not self.skills or not self.memories:
            return both[0] if self.skills else both[1]
        return _("{skills} and {memories}").format(skills=both[0], memories=both[1])


def contents(vault: Vault, engram: int) -> Contents:
    """What is in an engram."""
    ((skills, memories),) = vault.rows(
        "select (select count(*) from skill where engram = ?1 and current is not null),"
        f" (select count(*) from memory where engram = ?1 and {LIVE})",
        engram,
    )
    return Contents(skills, memories)


def merge(
    vault: Vault, engram: int, into: int, *, actor: Actor = USER, progress: Progress = SILENT
) -> Contents:
    """Put everything in `engram` into another, and take `engram` away; returns what there was.

    What both remember in the same words is one memory then, with the links of both. Raises
    `NotFound`, `AppError` for an engram and itself, and `Cancelled`.
    """
    if engram == into:
        raise AppError(_("An engram cannot be merged with itself."))
    there = contents(vault, engram)
    entry = _Entry(vault, _("Merge engrams"), actor)
    with entry.write() as write:
        living(write, engram)
        living(write, into)
    entry.change_skills(
        engram,
        lambda text, meta: Edit(None, text, replace(meta, engram=into), Reason.FILED),
        progress,
    )
    for memories in _slices(_memories(vault, engram), _MEMORIES, progress):
        with entry.write() as write:
            _move(write, memories, into)
    with entry.write() as write:
        _move_the_forgotten(write, engram, into)
        retire(write, engram, into)
    return there


def delete(
    vault: Vault, engram: int, *, actor: Actor = USER, progress: Progress = SILENT
) -> Contents:
    """Take an engram away with everything in it; returns what there was.

    Skills keep their history, memories leave tombstones. Raises `NotFound` and `Cancelled`.
    """
    there = contents(vault, engram)
    entry = _Entry(vault, _("Delete engram"), actor)
    with entry.write() as write:
        living(write, engram)
    entry.change_skills(
        engram, lambda _text, meta: Edit(None, None, meta, Reason.DELETED), progress
    )
    for memories in _slices(_memories(vault, engram), _MEMORIES, progress):
        with entry.write() as write:
            _forget(write, memories)
    with entry.write() as write:
        retire(write, engram)
    return there


class _Entry:
    """One entry of the journal that several writes belong to."""

    def __init__(self, vault: Vault, label: str, actor: Actor) -> None:
        self._vault, self._label, self._actor = vault, label, actor
        self._journal: int | None = None
        self._begun = 0

    @contextmanager
    def write(self) -> Iterator[Write]:
        with self._vault.write(self._label, self._actor) as write:
            if self._journal is not None:
                write.join(self._journal)
            yield write
            if write.changes:
                self._journal = write.journal

    def change_skills(
        self, engram: int, change: Callable[[str, Meta], Edit], progress: Progress
    ) -> None:
        """Do to every skill of an engram what `change` makes of its text and details."""
        skills = _skills(self._vault, engram)

        def edit(skill: int) -> Edit | None:
            state = library.current(self._vault, skill)
            if state is None or state[2].engram != engram:
                return None
            return replace(change(state[1], state[2]), skill=skill)

        if skills:
            bulk.change(
                self._vault, self._label, skills, edit,
                actor=self._actor, begin=self._begin, progress=progress,
            )  # fmt: skip
            if self._vault.row("select 1 from journal where id = ?", self._begun):
                self._journal = self._begun

    def _begin(self, write: Write) -> None:
        self._begun = write.journal


def _slices(numbers: Sequence[int], size: int, progress: Progress) -> Iterator[Sequence[int]]:
    for at in range(0, len(numbers), size):
        checkpoint(progress)
        progress.report(at / len(numbers))
        yield numbers[at : at + size]


def _skills(vault: Vault, engram: int) -> list[int]:
    found = vault.rows("select id from skill where engram = ? and current is not null", engram)
    return [skill for (skill,) in found]


def _memories(vault: Vault, engram: int) -> list[int]:
    return [n for (n,) in vault.rows(f"select id from memory where engram = ? and {LIVE}", engram)]


def _move(write: Write, memories: Sequence[int], into: int) -> None:
    chosen = json.dumps(list(memories))
    undo_rows.keep(write, "memory", "t.id in (select value from json_each(?))", chosen)
    said = write.rows(
        "select id, digest from memory where id in (select value from json_each(?))", chosen
    )
    for memory, digest in said:
        same = known_by(write, into, digest)
        if same is None:
            write.db.execute("update memory set engram = ? where id = ?", (into, memory))
        else:
            _join(write, memory, same, into)
    write.touch(Part.MEMORIES)


def _join(write: Write, memory: int, same: int, into: int) -> None:
    """Two memories that say the same become one, with the links of both."""
    write.db.execute(
        "update memory set engram = ?, replaced_by = ?, forgotten = ? where id = ?",
        (into, same, write.at.isoformat(), memory),
    )
    write.db.execute("delete from memory_words where rowid = ?", (memory,))
    for entity, origin, words, confidence in write.rows(
        "select entity, origin, words, confidence from mention where memory = ? and origin <> ?"
        " and entity not in (select entity from mention where memory = ?)",
        memory, entities.MentionOrigin.TEXT, same,
    ):  # fmt: skip
        undo_rows.keep_new_mention(write, same, entity)
        entities.mention(write, same, entity, entities.MentionOrigin(origin), words, confidence)
    undo_rows.keep(write, "relation", "t.memory = ?", memory)
    write.db.execute("update or ignore relation set memory = ? where memory = ?", (same, memory))
    write.touch(Part.KNOWLEDGE)


def _move_the_forgotten(write: Write, engram: int, into: int) -> None:
    """All that is from one source is in one engram, what cannot be seen included."""
    undo_rows.keep(write, "memory", "t.engram = ?", engram)
    write.db.execute("update memory set engram = ? where engram = ?", (into, engram))
    write.touch(Part.MEMORIES)


def _forget(write: Write, memories: Sequence[int]) -> None:
    chosen = json.dumps(list(memories))
    undo_rows.keep(write, "memory", "t.id in (select value from json_each(?))", chosen)
    write.db.execute(
        "update memory set forgotten = ? where id in (select value from json_each(?))",
        (write.at.isoformat(), chosen),
    )
    write.db.execute(
        "delete from memory_words where rowid in (select value from json_each(?))", (chosen,)
    )
    write.touch(Part.MEMORIES)
