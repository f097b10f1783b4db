"""The bin: skills that are out of the library, and can be brought back as they were.

It holds what was deleted. What is only undone before it was ever deleted is not listed: redo brings
it back. Only a person empties the bin, and those with it: `memory.emptying`.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from app.core.actor import USER, Actor
from app.core.errors import NotFound
from app.core.library import bulk
from app.core.library.catalogue import Ambiguous, suggestion
from app.core.library.derive import untitled
from app.core.library.edit import Edit
from app.core.library.record import Meta, Reason, Saved
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.editing.titling import with_title
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault, Write
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Deleted:
    """A skill in the bin: what it is called, where it was filed, when it left and by whom.

    `undone` when undoing or redoing something else put it there.
    """

    id: int
    title: str
    engram: int
    engram_name: str
    at: datetime
    actor: Actor
    undone: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """A skill that is back; `was` is what it was called where another one has its name now."""

    saved: Saved
    title: str
    was: str = ""


_OUT = (
    "s.current is null and s.id not in (select skill from doomed)"
    " and exists (select 1 from version w where w.skill = s.id{which})"
)
_LAST = "(select max(id) from version where skill = s.id)"
_UNMADE = (
    "exists (select 1 from version l join journal j on j.id = l.journal join version f"
    f" on f.journal = j.undoes where l.id = {_LAST}"
    " and f.id = (select min(id) from version where skill = s.id))"
)
"""A skill (`s`) that left because what had made it was undone."""
_IN_BIN = f"""{_OUT.format(which=" and w.text <> ''")} and not {_UNMADE}"""
"""A skill (`s`) with words that is not in the library; one on its way in has no version yet."""


def in_bin(vault: Vault, only: Collection[int] | None = None) -> tuple[Deleted, ...]:
    """What is in the bin, or `only` those of these that are; what left last comes first."""
    found = vault.rows(
        "select s.id, s.title, s.engram, e.name, v.at, v.actor, v.client, v.agent, v.reason"
        f" from skill s join version v on v.id = {_LAST} join engram e on e.id = s.engram"
        f" where {_IN_BIN} and (?1 is null or s.id in (select value from json_each(?1)))"
        " order by v.id desc",
        None if only is None else json.dumps(list(only)),
    )
    return tuple(_row(vault, row) for row in found)


def count(vault: Vault) -> int:
    """How many skills are in the bin."""
    ((found,),) = vault.rows(f"select count(*) from skill s where {_IN_BIN}")
    return int(found)


def ids(vault: Vault, only: Collection[int] | None = None) -> set[int]:
    """The ids of what is in the bin, or `only` of those of these that are."""
    found = vault.rows(
        f"select s.id from skill s where {_IN_BIN}"
        " and (?1 is null or s.id in (select value from json_each(?1)))",
        None if only is None else json.dumps(list(only)),
    )
    return {skill for (skill,) in found}


def find(vault: Vault, name: str) -> Deleted:
    """The skill in the bin with that title or id; raises `NotFound` or `Ambiguous`."""
    known = in_bin(vault)
    found = [one for one in known if name in (one.title, f"skill:{one.id}")]
    found = found or [one for one in known if names.key(one.title) == names.key(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(
            _("Several skills in the bin are called “{name}”.").format(name=name),
            _("Use an id instead: {ids}.").format(ids=", ".join(f"skill:{b.id}" for b in found)),
        )
    close = suggestion(name, [one.title for one in known])
    raise NotFound(
        _("There is no skill called “{name}” in the bin.").format(name=name),
        _("Did you mean “{close}”?").format(close=close)
        if close
        else _("Find its name in the bin."),
    )


def restore(
    vault: Vault, skills: Collection[int], *, actor: Actor = USER, progress: Progress = SILENT
) -> tuple[Restored, ...]:
    """Bring skills back as they were, in one undo; those that are not in the bin stay as they are.

    One whose name another skill of its engram has now gets a number behind it, so that what is
    called goes on being called. Raises `Cancelled`.
    """
    names_of = _Names(vault)

    def edit(skill: int) -> Edit | None:
        found = in_bin(vault, [skill])
        if not found:
            return None
        text, meta = _last_text(vault, skill)
        title = found[0].title if found[0].title != untitled() else ""
        free = names_of.free(skill, title, meta.engram)
        text = text if free is None else with_title(text, free)
        return Edit(skill, text, meta, Reason.ROLLED_BACK, _("Restored from the bin"))

    back = bulk.change(
        vault, _("Restore from the bin"), tuple(skills), edit, actor=actor, progress=progress
    )
    rows = vault.rows(
        "select id, title from skill where id in (select value from json_each(?))",
        json.dumps([saved.skill for saved in back]),
    )
    titles: dict[int, str] = dict(rows)
    return tuple(
        Restored(saved, titles.get(saved.skill, ""), names_of.was.get(saved.skill, ""))
        for saved in back
    )


def title_of(vault: Vault, skill: int) -> str:
    """What a skill was called that is out of the library; empty for one that is not known."""
    found = vault.row("select title from skill where id = ?", skill)
    return found[0] if found is not None else ""


def unlisted(vault: Vault) -> tuple[int, ...]:
    """Skills that are out of the library and not in the bin: they never had a word, or what had
    made them was undone.
    """
    found = vault.rows(
        f"select s.id from skill s where {_OUT.format(which='')} and not ({_IN_BIN})"
    )
    return tuple(skill for (skill,) in found)


def doom(write: Write, skills: Collection[int]) -> tuple[int, ...]:
    """Let those of the skills never come back that are still out of the library, and that nobody
    is bringing back just now; returns which. What takes them away is `memory.emptying`.
    """
    found = write.rows(
        "insert into doomed (skill) select s.id from skill s where s.current is null"
        " and s.id in (select value from json_each(?)) and s.id not in (select skill from doomed)"
        " and s.id not in (select t.skill from staged t join journal j on j.id = t.journal"
        " where j.done is null)"
        " returning skill",
        json.dumps(list(skills)),
    )
    return tuple(skill for (skill,) in found)


class _Names:
    """Which names the skills get that come back together; no two of one engram the same."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._given: dict[tuple[int, str], int] = {}
        """The engram and the key, with the skill that has it."""
        self.was: dict[int, str] = {}

    def free(self, skill: int, title: str, engram: int) -> str | None:
        """The title for one of them; None where it keeps its own."""
        self.was.pop(skill, None)
        wanted, number = title, 2
        while title and not self._is_free(skill, names.key(wanted), engram):
            wanted, number = f"{title} {number}", number + 1
        self._given[engram, names.key(wanted)] = skill
        if wanted == title:
            return None
        self.was[skill] = title
        return wanted

    def _is_free(self, skill: int, key: str, engram: int) -> bool:
        taken = self._vault.row(
            "select 1 from skill where key = ? and engram = ? and current is not null", key, engram
        )
        return taken is None and self._given.get((engram, key), skill) == skill


def _last_text(vault: Vault, skill: int) -> tuple[str, Meta]:
    ((text, meta),) = vault.rows(
        "select text, meta from version where skill = ? and text is not null"
        " order by id desc limit 1",
        skill,
    )
    return text, Meta.from_json(meta)


def _row(vault: Vault, row: Row) -> Deleted:
    skill, title, engram, engram_name, at, *by, reason = row
    if title in ("", untitled()):  # of one that left before the bin was there
        title = parse(_last_text(vault, skill)[0]).title or untitled()
    moment = datetime.fromisoformat(at)
    undone = reason == Reason.UNDONE
    return Deleted(skill, title, engram, engram_name, moment, Actor(*by), undone)
