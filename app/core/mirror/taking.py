"""Files of linked folders read into the library."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.core.actor import DISK
from app.core.errors import AppError
from app.core.library import bulk, library
from app.core.library.edit import Edit
from app.core.library.engrams import filed
from app.core.library.merge import merge
from app.core.library.record import Meta, Reason, Saved, Source, Status
from app.core.mirror import folders, support
from app.core.mirror.dangers import dangers
from app.core.mirror.oddities import decoded
from app.core.mirror.reading import read
from app.core.mirror.report import Report, why
from app.core.mirror.survey import Standing, State, files_beside, written_text
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _, ngettext

_ROWS = 200
"""So many places are written down in one write."""


def take(
    vault: Vault, some: Sequence[Standing], report: Report, progress: Progress = SILENT
) -> None:
    """Read files into the library: one journal entry, one undo. What both changed is a conflict.

    What is found in them is quarantined until a person has looked.
    """
    taken = dict[Standing, _Taken]()
    for one in some:
        checkpoint(progress)
        if one.found is None:
            continue
        try:
            taken[one] = _Taken(one)
        except (OSError, AppError) as error:
            report.troubles.append((one.name, why(error)))
    if not taken:
        return
    placeless = _placeless(vault) if any(one.skill is None for one in taken) else {}
    for file in taken.values():
        if file.skill is None and (alike := placeless.get(file.title)):
            file.skill = _same(vault, alike, file.text)

    def edit(one: Standing) -> Edit | None:
        return taken[one].edit(vault)

    def also(into: Write, saved: Sequence[Saved]) -> None:
        new = [one for one in taken.values() if not one.is_known]
        rows = zip(new, saved, strict=True)
        folders.agree_all(into, [one.agreed(now.skill, now.version) for one, now in rows])
        for one in new:
            one.note(into)

    said = ngettext("Read {count} skill from disk", "Read {count} skills from disk", len(taken))
    bulk.change(
        vault,
        said.format(count=len(taken)),
        [*taken],
        edit,
        actor=DISK,
        also=also,
        progress=progress,
    )
    if same := [one for one in taken.values() if one.is_known]:
        _note_same(vault, same)
    for one, file in taken.items():
        if file.is_known and not file.has_new_files:
            continue
        report.reconciled += 1
        (report.conflicts if file.ours is not None else report.read).append(one.name)
        if file.is_quarantined:
            report.quarantined.append(one.name)


class _Taken:
    """A file on its way into the library. Raises `OSError` and `AppError` for one that is none."""

    def __init__(self, standing: Standing) -> None:
        assert standing.found is not None
        self.standing = standing
        folder = standing.folder.path / standing.name
        raw, stamp = read(folder / standing.found.file)
        text = decoded(raw)
        if text is None:
            raise AppError(_("It is not UTF-8 text."))
        self.text, self.digest, self.stamp = text, sha256(raw), str(stamp)
        known = standing.known
        self.files = files_beside(folder, known)
        self.has_new_files = self.files[0] != (known.files if known is not None else "")
        self.beside = _texts_beside(folder) if self.has_new_files else ()
        self.title = parse(text).title
        self.dangers = dangers(text)
        self.are_files_dangerous = any(map(dangers, self.beside))
        self.ours: int | None = None
        self.is_quarantined = False
        self.is_known = False
        """Whether the library has it already, for instance because another process read it."""
        self.skill = standing.skill

    def edit(self, vault: Vault) -> Edit | None:
        self.ours = None
        skill = self.skill
        state = library.current(vault, skill) if skill is not None else None
        known = self.standing.known
        meta = library.last_meta(vault, skill) if skill is not None else None
        meta = meta or Meta(filed(vault, self.standing.folder.engram), source=Source.DISK)
        text, before = self.text, ""
        if state is not None:
            now, before, meta = state
            folder = self.standing.name.rpartition("/")[2]
            here = written_text(before, meta, known, folder)
            if (
                known is not None
                and now.version != known.version
                and sha256(here.encode()) not in (known.digest, self.digest)
            ):
                self.ours = now.version
            text = _brought_over(here, before, text)
        new = self.dangers - dangers(before) if self.dangers else set()
        self.is_quarantined = bool(new) or self.are_files_dangerous
        if self.is_quarantined:
            meta = replace(meta, status=Status.QUARANTINED)
        self.is_known = state is not None and (text, meta) == (before, state[2])
        if self.is_known:
            return None
        return Edit(skill, text, meta, Reason.DISK, self.standing.name)

    def agreed(self, skill: int, version: int) -> folders.Agreed:
        one = self.standing
        return (one.folder.id, one.name, skill, version, self.digest, self.stamp, *self.files)

    def note(self, into: Write) -> None:
        """What else is known of the place of this file by now."""
        one = self.standing
        if one.state is State.FOREIGN:  # whoever put it there, it is adopted now
            into.db.execute(
                "update folder_skill set ours = 0, target = '' where folder = ? and name = ?",
                (one.folder.id, one.name),
            )
        if self.ours is not None and one.known is not None:
            folders.in_conflict(into, one.known, self.ours)


def _note_same(vault: Vault, some: Sequence[_Taken]) -> None:
    """The library had them; only that both agree is to be noted."""
    for at in range(0, len(some), _ROWS):
        with vault.write(None) as into:
            for one in some[at : at + _ROWS]:
                row = into.row("select current from skill where id = ?", one.skill)
                if one.skill is not None and row is not None:
                    folders.agree_all(into, [one.agreed(one.skill, row[0])])
                    one.note(into)


def _texts_beside(folder: Path) -> tuple[str, ...]:
    """What the files beside a SKILL.md say, those that are text."""
    said = support.contents(folder, support.look(folder)).values()
    return tuple(text for one in said if (text := decoded(one)) is not None and "\0" not in text)


def _placeless(vault: Vault) -> dict[str, list[int]]:
    """Skills that are nowhere on the disk, by their titles: one with exactly the text of a file is
    the skill of that file, as after its folder was unlinked and linked again."""
    found: dict[str, list[int]] = {}
    for skill, title in vault.rows(
        "select id, title from skill where current is not null and id not in"
        " (select skill from folder_skill where skill is not null)"
    ):
        found.setdefault(title, []).append(skill)
    return found


def _same(vault: Vault, skills: Sequence[int], text: str) -> int | None:
    states = ((skill, library.current(vault, skill)) for skill in skills)
    return next((skill for skill, now in states if now is not None and now[1] == text), None)


def _brought_over(here: str, mine: str, disk: str) -> str:
    """The text of the disk with what is here and never on the disk: memories, as training put them.

    Where that cannot be told without a loss it is the disk's alone; ours is in the history.
    """
    if here == mine:
        return disk
    merged = merge(here, mine, disk)
    return disk if merged is None else merged
