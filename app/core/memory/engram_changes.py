"""Whole engrams merged and deleted, with the skills and memories in them; one undo each.

Long work goes in slices, each of them a short write that belongs to the same entry of the journal.
What was done until somebody stops it stays done, and one undo takes it back.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError
from app.core.library import bulk, library, undo_rows
from app.core.library.edit import Edit
from app.core.library.engrams import living, retire
from app.core.library.entry import Entry
from app.core.library.record import Meta, Reason
from app.core.memory import entities
from app.core.memory.rows import LIVE, known_by
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _, ngettext

_MEMORIES = 200
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

    def refile(text: str, meta: Meta) -> Edit:
        return Edit(None, text, replace(meta, engram=into), Reason.FILED)

    def move(write: Write, some: Sequence[int]) -> None:
        living(write, into)
        _move(write, some, into)

    entry = _Entry(vault, _("Merge engrams"), actor)
    with entry.write() as write:
        living(write, engram)
        living(write, into)
    entry.change_skills(engram, refile, progress)
    entry.change_memories(_memories(vault, engram, "true"), move, progress)

    def last(write: Write) -> None:
        move(write, _memories(vault, engram, "true"))
        retire(write, engram, into)

    entry.finish(engram, refile, last, progress)
    return there


def delete(
    vault: Vault, engram: int, *, actor: Actor = USER, progress: Progress = SILENT
) -> Contents:
    """Take an engram away with everything in it; returns what there was.

    Skills keep their history, memories leave tombstones. Raises `NotFound` and `Cancelled`.
    """
    there = contents(vault, engram)

    def gone(_text: str, meta: Meta) -> Edit:
        return Edit(None, None, meta, Reason.DELETED)

    entry = _Entry(vault, _("Delete engram"), actor)
    with entry.write() as write:
        living(write, engram)
    entry.change_skills(engram, gone, progress)
    entry.change_memories(_memories(vault, engram), _forget, progress)

    def last(write: Write) -> None:
        _forget(write, _memories(vault, engram))
        retire(write, engram)

    entry.finish(engram, gone, last, progress)
    return there


class _MoreCame(Exception):
    """Somebody filed skills in an engram that was about to go."""


class _Entry(Entry):
    """With whole engrams in it."""

    def __init__(self, vault: Vault, label: str, actor: Actor) -> None:
        super().__init__(vault, label, actor)
        self._begun = 0

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
                self.journal = self._begun

    def change_memories(
        self,
        memories: Sequence[int],
        change: Callable[[Write, Sequence[int]], None],
        progress: Progress,
    ) -> None:
        """Do to all these memories what `change` does to a few."""
        for some in _slices(memories, _MEMORIES, progress):
            with self.write() as write:
                change(write, some)

    def finish(
        self,
        engram: int,
        change: Callable[[str, Meta], Edit],
        last: Callable[[Write], None],
        progress: Progress,
    ) -> None:
        """Do the `last` thing once no skill is left in the engram.

        Those that came meanwhile are an entry of their own, undone before what brought them.
        """
        while True:
            try:
                with self.write() as write:
                    living(write, engram)
                    if _skills(self._vault, engram):
                        raise _MoreCame
                    last(write)
                return
            except _MoreCame:
                self.change_skills(engram, change, progress)

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


def _memories(vault: Vault, engram: int, which: str = LIVE) -> list[int]:
    found = vault.rows(f"select id from memory where engram = ? and {which}", engram)
    return [number for (number,) in found]


def _move(write: Write, memories: Sequence[int], into: int) -> None:
    """All that is from one source is in one engram, what cannot be seen included."""
    said = write.rows(
        f"select id, digest, {LIVE} from memory where id in (select value from json_each(?))",
        json.dumps(list(memories)),
    )
    for memory, digest, is_live in said:
        same = known_by(write, into, digest) if is_live else None
        if same is None:
            _put(write, memory, into)
        else:
            _join(write, memory, same, into)
    write.touch(Part.MEMORIES)


def _put(write: Write, memory: int, into: int) -> None:
    """Of the memory nothing else changes, so that undo leaves alone what becomes of it since."""
    undo_rows.keep(write, "memory", "t.id = ?", memory, columns=["engram"])
    write.db.execute("update memory set engram = ? where id = ?", (into, memory))


def _join(write: Write, memory: int, same: int, into: int) -> None:
    """Two memories that say the same become one, with the links of both."""
    undo_rows.keep(write, "memory", "t.id = ?", memory)
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


def _forget(write: Write, memories: Sequence[int]) -> None:
    which, chosen = f"id in (select value from json_each(?)) and {LIVE}", json.dumps(list(memories))
    undo_rows.keep(write, "memory", f"t.{which}", chosen, columns=["forgotten"])
    write.db.execute(
        f"delete from memory_words where rowid in (select id from memory where {which})", (chosen,)
    )
    write.db.execute(
        f"update memory set forgotten = ? where {which}", (write.at.isoformat(), chosen)
    )
    write.touch(Part.MEMORIES)
