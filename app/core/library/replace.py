"""Words found and replaced in many skills at once: looked at first, then one undo.

The words of a memory that training placed are found, too, but stay: they are those of the memory,
which is corrected where it is kept.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import bulk, catalogue, library
from app.core.library.authored import memory_spans
from app.core.library.catalogue import SkillRow
from app.core.library.edit import Edit as SkillEdit
from app.core.library.record import Meta, Reason, Saved
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.editing.find import Edit, Finder, SlowPattern, changes, outside, spliced
from app.core.vault import Vault
from app.core.words import _, ngettext

T = TypeVar("T")

MOST = 100_000
"""Places that are shown; nobody looks through more."""
_READ = 25
"""Texts read at a time."""
_AROUND = 100
"""Characters that are shown on either side of a place, of its own line."""
_LABEL = 40
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Place:
    """`old` stands at `start` of a text, in that line (from 1) between `lead` and `tail`.

    `new` is what it becomes, and `old` once more where nothing is to be replaced.
    """

    start: int
    line: int
    lead: str
    old: str
    new: str
    tail: str

    @property
    def edit(self) -> Edit:
        return Edit(self.start, self.start + len(self.old), self.new)


@dataclass(frozen=True, slots=True)
class Found:
    """The places in a version of a skill, in the order of the text.

    `in_memories` counts those in memories that training placed, which are not to be replaced.
    """

    skill: SkillRow
    places: tuple[Place, ...]
    in_memories: int = 0


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was saved, and the skills that were left out because somebody had edited them."""

    saved: tuple[Saved, ...]
    stale: tuple[SkillRow, ...]


def skills_with(
    vault: Vault, finder: Finder, skills: Sequence[int], progress: Progress = SILENT
) -> list[int]:
    """Those of the skills in which it is found; raises `SlowPattern`, `Cancelled`."""
    looked = _looked_through(vault, skills, lambda text, _meta: finder.occurs(text), progress)
    return [row.id for row, _text, occurs in looked if occurs]


def find(
    vault: Vault, finder: Finder, skills: Sequence[int], progress: Progress = SILENT
) -> tuple[Found, ...]:
    """Where it is found in the skills; raises `SlowPattern`, `Cancelled`, `AppError`."""

    def look(text: str, _meta: str) -> tuple[list[Edit], int]:
        return [Edit(start, end, text[start:end]) for start, end in finder.spans(text)], 0

    return _places(_looked_through(vault, skills, look, progress))


def propose(
    vault: Vault, finder: Finder, written: str, skills: Sequence[int], progress: Progress = SILENT
) -> tuple[Found, ...]:
    """What writing that instead would change in the skills, also those in which it only stands in
    memories; nothing is written.

    Raises `BadPattern`, `SlowPattern`, `Cancelled`, `AppError`.
    """
    template = finder.template(written)

    def look(text: str, meta: str) -> tuple[list[Edit], int]:
        edits = changes(text, finder.edits(text, template))
        own = outside(edits, memory_spans(text, Meta.from_json(meta).training)) if edits else edits
        return own, len(edits) - len(own)

    return _places(_looked_through(vault, skills, look, progress))


def apply(
    vault: Vault,
    words: str,
    chosen: Sequence[Found],
    *,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Replaced:
    """Make the changes that were chosen: one undo, called after the `words` that were looked for.

    A skill that is no longer as it was looked at is left as it is. A job; raises `Cancelled`.
    """

    def edit(found: Found) -> SkillEdit | None:
        state = library.current(vault, found.skill.id)
        if state is None or state[0].version != found.skill.version:
            return None
        text = spliced(state[1], (place.edit for place in found.places))
        return SkillEdit(found.skill.id, text, state[2], Reason.EDITED)

    words = words if len(words) <= _LABEL else f"{words[: _LABEL - 1]}…"
    label = _("Replace “{words}”").format(words=words)
    some = [found for found in chosen if found.places]
    saved = bulk.change(vault, label, some, edit, actor=actor, progress=progress)
    done = {one.skill for one in saved}
    return Replaced(saved, tuple(one.skill for one in some if one.skill.id not in done))


def left_in_memories(count: int) -> str:
    """That so many places stay as they are."""
    said = ngettext(
        "{count} place is in a placed memory and stays; correct the memory instead.",
        "{count} places are in placed memories and stay; correct the memories instead.",
        count,
    )
    return said.format(count=count)


def _looked_through(
    vault: Vault, skills: Sequence[int], look: Callable[[str, str], T], progress: Progress
) -> Iterator[tuple[SkillRow, str, T]]:
    """What `look` says of the text and the details of each skill; raises `Cancelled`, and
    `SlowPattern` by name."""
    for at in range(0, len(skills), _READ):
        rows = catalogue.some(vault, skills[at : at + _READ])
        versions = json.dumps([row.version for row in rows.values()])
        texts = {version: stored for version, *stored in vault.rows(_TEXTS, versions)}
        for number, row in enumerate(rows.values(), at):
            checkpoint(progress)
            progress.report(number / len(skills), row.title)
            if row.version not in texts:  # taken away between the two questions
                continue
            text, meta = texts[row.version]
            try:
                said = look(text, meta)
            except SlowPattern as error:
                raise SlowPattern(
                    _("This regular expression takes too long in “{title}”.").format(
                        title=row.title
                    )
                ) from error
            yield row, text, said


_TEXTS = "select id, text, meta from version where id in (select value from json_each(?))"


def _places(
    looked: Iterable[tuple[SkillRow, str, tuple[Sequence[Edit], int]]],
) -> tuple[Found, ...]:
    found, count = list[Found](), 0
    for row, text, (edits, in_memories) in looked:
        count += len(edits)
        if count > MOST:
            raise AppError(
                _("There are more than {most} matches.").format(most=MOST),
                _("Search for something longer, or in fewer skills."),
            )
        if edits or in_memories:
            found.append(Found(row, tuple(_shown(text, edits)), in_memories))
    return tuple(found)


def _shown(text: str, edits: Iterable[Edit]) -> Iterator[Place]:
    line, counted = 1, 0
    for start, end, new in edits:
        line += len(_LINE_END.findall(text, counted, start))
        counted = start
        lead = re.split(r"[\r\n]", text[max(0, start - _AROUND) : start])[-1]
        tail = re.split(r"[\r\n]", text[end : end + _AROUND], maxsplit=1)[0]
        lead = f"…{lead}" if len(lead) == _AROUND < start else lead.lstrip()
        tail = f"{tail}…" if len(tail) == _AROUND < len(text) - end else tail.rstrip()
        yield Place(start, line, lead, text[start:end], new, tail)
