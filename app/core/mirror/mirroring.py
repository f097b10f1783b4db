"""The folder mirror of seed 003: every skill as `<id>/skill.md`, written on every change.

What somebody writes into such a file is read back. A file that is gone is written again, and a
skill that left the library takes its folder along, unless somebody wrote there.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.core.actor import DISK
from app.core.errors import AppError
from app.core.graph.relation_cues import Kind
from app.core.library import bulk, catalogue, details, library
from app.core.library.authored import authored
from app.core.library.catalogue import SkillRow
from app.core.library.edit import Edit
from app.core.library.record import Reason, Saved, Status
from app.core.memory import relations
from app.core.memory.relations import Origin
from app.core.mirror import folders, removing, skill_folders, writing
from app.core.mirror.carried import carry
from app.core.mirror.dangers import dangers
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.mirror_file import FILE, Mirrored, Related, mirror_text, read_back, related
from app.core.mirror.oddities import decoded
from app.core.mirror.reading import read
from app.core.mirror.report import Report, why
from app.core.mirror.skill_folders import SkillFolder
from app.core.mirror.standard import folder_name
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint, through
from app.core.vault import Vault, Write, put_setting
from app.core.words import _, ngettext

_RELATED = "mirror.relations"
"""A setting for each folder: the SHA-256 of the relations that stand in the files, by their names;
a relation is no part of a version."""
_AT_ONCE = 50


def mirror(vault: Vault, folder: Folder, report: Report, progress: Progress = SILENT) -> None:
    """Bring the folder and the library together. Twice is once. A job. Raises `Cancelled`."""
    found = skill_folders.look(folder.path, progress)
    if not found.is_there:
        report.away.append(str(folder.path))
        return
    one = _Mirror(vault, folder, {at.name: at for at in found.skills}, report, progress)
    if one.known and not found.skills and folder.device not in (0, found.device):
        report.away.append(str(folder.path))  # only the place where a disk used to be
        return
    report.indexed += len(one.rows)
    one.read()
    one.write()
    carry(vault, folder, report, _homes(vault), progress)
    one.take_away()
    if folder.device != found.device:
        with vault.write(None) as into:
            folders.looked_at(into, folder.id, found.device)


def _homes(vault: Vault) -> dict[int, tuple[Path, str]]:
    """Where skills are linked that have files beside them there, with the SHA-256 of these."""
    return {
        one.skill: (folder.path / one.name, one.files)
        for folder in folders.folders(vault)
        if folder.mode is Mode.LINKED
        for one in folders.known(vault, folder.id)
        if one.skill is not None and one.files and one.gone is None
    }


@dataclass(frozen=True, slots=True)
class _File:
    """A file that somebody changed."""

    row: SkillRow
    known: Known
    text: str
    digest: str


class _Mirror:
    def __init__(
        self,
        vault: Vault,
        folder: Folder,
        found: Mapping[str, SkillFolder],
        report: Report,
        progress: Progress,
    ) -> None:
        self._vault, self._folder, self._found = vault, folder, found
        self._report, self._progress = report, progress
        self._look()

    def _look(self) -> None:
        """What the library has now."""
        vault, folder = self._vault, self._folder
        rows = [one for one in catalogue.rows(vault) if one.status is not Status.QUARANTINED]
        self.rows = {one.id: one for one in rows}
        self.known = {one.name: one for one in folders.known(vault, folder.id)}
        self._of = {one.skill: one for one in self.known.values() if one.skill is not None}
        self._names = self._named(rows)
        self._related: dict[int, list[Related]] = defaultdict(list)
        for one in sorted(relations.between_skills(vault), key=lambda one: one.id):
            if one.target in self._names and one.source in self._names:
                said = Related(self._names[one.target], one.kind)
                if said not in self._related[one.source]:
                    self._related[one.source].append(said)
        self._were: dict[str, str] = vault.setting(f"{_RELATED}.{folder.id}") or {}

    def _named(self, rows: Sequence[SkillRow]) -> dict[int, str]:
        """What each skill is called: as before, or a name that nothing in the folder has."""
        names = {skill: one.name for skill, one in self._of.items()}
        taken = {*self.known, *self._found}
        for row in rows:
            if row.id not in names:
                own = folder_name(row.title, row.id)
                name, number = own, 2
                while name in taken or (self._folder.path / name).exists():
                    name, number = f"{own[:60]}-{number}", number + 1
                names[row.id] = name
                taken.add(name)
        return {row.id: names[row.id] for row in rows}

    # From the disk

    def read(self) -> None:
        """What somebody wrote: one entry of the journal, one undo."""
        changed = [one for row in self.rows.values() if (one := self._changed(row)) is not None]
        if not changed:
            return
        before = {one.row.id: self._mirrored(one.row) for one in changed}
        ours = {
            one.row.id: one.row.version for one in changed if one.known.version != one.row.version
        }

        dangerous: list[str] = []

        def edit(one: _File) -> Edit | None:
            state = library.current(self._vault, one.row.id)
            if state is None:
                return None
            _saved, whole, meta = state
            text, after = read_back(one.text, before[one.row.id], one.known.name)
            if authored(whole, meta.training) == before[one.row.id].text == text:
                text = whole  # memories stay where training put them
            if (text, after) == (whole, meta):
                return None
            if dangers(text) - dangers(whole):
                after = replace(after, status=Status.QUARANTINED)
                dangerous.append(one.known.name)
            return Edit(one.row.id, text, after, Reason.DISK, one.known.name)

        def also(into: Write, _saved: Sequence[Saved]) -> None:
            for one in changed:
                self._relate(into, one)
                folders.note(into, one.known, digest=one.digest, conflict=None)
                if (mine := ours.get(one.row.id)) is not None:
                    folders.in_conflict(into, one.known, mine)

        said = ngettext(
            "Read {count} skill from disk", "Read {count} skills from disk", len(changed)
        )
        bulk.change(
            self._vault, said.format(count=len(changed)), changed, edit,
            actor=DISK, also=also, progress=self._progress,
        )  # fmt: skip
        for one in changed:
            self._report.reconciled += 1
            listed = self._report.conflicts if one.row.id in ours else self._report.read
            listed.append(one.known.name)
        self._report.quarantined += dict.fromkeys(dangerous)  # a write that was busy tries again
        self._look()

    def _changed(self, row: SkillRow) -> _File | None:
        known = self._of.get(row.id)
        found = self._found.get(known.name) if known is not None else None
        if known is None or found is None or known.pinned or not known.digest:
            return None
        if known.stamp and known.stamp == str(found.stamp or ""):
            return None
        try:
            raw, _stamp = read(self._folder.path / known.name / found.file)
            text = decoded(raw)
            if text is None:
                raise AppError(_("It is not UTF-8 text."))
        except (OSError, AppError) as error:
            self._report.troubles.append((known.name, why(error)))
            return None
        digest = sha256(raw)
        return _File(row, known, text, digest) if digest != known.digest else None

    def _relate(self, into: Write, one: _File) -> None:
        """Relations that stand in the file and are none are made; those that a person made and
        that do not stand there any more are taken back."""
        said = related(one.text)
        if said is None:
            return
        skills = {name: skill for skill, name in self._names.items()}
        kinds = {kind.value: kind for kind in Kind}
        wanted = {(skills.get(to), kinds.get(kind)) for to, kind in said}
        there = [
            relation
            for relation in relations.of_skill(self._vault, one.row.id)
            if relation.source == one.row.id and relation.target is not None
        ]
        for relation in there:
            if relation.origin is Origin.PERSON and (relation.target, relation.kind) not in wanted:
                relations.unrelate(into, relation.id)
        known = {(relation.target, relation.kind) for relation in there}
        for skill, kind in wanted - known:
            if skill is not None and kind is not None and skill != one.row.id:
                relations.relate(into, one.row.id, skill, kind)

    # To the disk

    def write(self) -> None:
        """Every file whose skill or whose relations are others than those that stand in it."""
        waiting = [row for row in self.rows.values() if self._is_due(row)]
        for start in range(0, len(waiting), _AT_ONCE):
            checkpoint(self._progress)
            some = waiting[start : start + _AT_ONCE]
            done = [(row, content) for row in some if (content := self._put(row)) is not None]
            with self._vault.write(None) as into:
                for row, content in done:
                    self._agree(into, row, content)
                put_setting(into, f"{_RELATED}.{self._folder.id}", self._were)

    def _is_due(self, row: SkillRow) -> bool:
        known = self._of.get(row.id)
        if known is not None and known.pinned:
            return False
        name = self._names[row.id]
        is_there = name in self._found and known is not None and bool(known.stamp)
        same = known is not None and known.version == row.version
        return not (is_there and same and self._were.get(name) == self._relations(row.id))

    def _put(self, row: SkillRow) -> bytes | None:
        """What is in the file now; None where it could not be written."""
        name, known = self._names[row.id], self._of.get(row.id)
        found = self._found.get(name)
        content = mirror_text(self._mirrored(row)).encode()
        path = self._folder.path / name / (found.file if found is not None else FILE)
        before = known.digest if known is not None and found is not None else None
        try:
            if before != sha256(content):
                writing.put(path, content, before)
                self._report.reconciled += 1
                self._report.wrote.append(name)
        except (AppError, OSError) as error:
            self._report.troubles.append((name, why(error)))
            return None
        return content

    def _agree(self, into: Write, row: SkillRow, content: bytes) -> None:
        name = self._names[row.id]
        there = skill_folders.skill_at(self._folder.path / name, name)
        stamp = str(there.stamp or "") if there is not None else ""
        known = self.known.get(name)
        files = (known.files, known.files_stamp) if known is not None else ("", "")
        folders.agree(
            into, self._folder.id, name, row.id, row.version, sha256(content), stamp, files
        )
        into.db.execute(
            "update folder_skill set ours = 1 where folder = ? and name = ?",
            (self._folder.id, name),
        )
        self._were[name] = self._relations(row.id)

    def take_away(self) -> None:
        """The folders of skills that left the library, as long as they are as they were written."""
        for known in through([*self.known.values()], self._progress):
            if known.skill is None or known.skill in self.rows:
                continue
            path = self._folder.path / known.name
            try:
                if path.exists():
                    writing.take_folder(path, partial(_is_as_made, known))
                with self._vault.write(None) as into:
                    folders.forget(into, [known])
                self._report.removed += 1
            except (AppError, OSError) as error:
                self._report.troubles.append((known.name, why(error)))
                with self._vault.write(None) as into:
                    folders.note(into, known, skill=None)

    def _mirrored(self, row: SkillRow) -> Mirrored:
        state = library.current(self._vault, row.id)
        if state is None:
            raise library.gone()
        _saved, whole, meta = state
        found = details.details(self._vault, row.id)
        return Mirrored(
            id=self._names[row.id],
            text=authored(whole, meta.training),
            meta=meta,
            version=found.revision,
            created=found.created,
            updated=found.updated,
            triggers=found.triggers,
            confidence=found.confidence,
            input_hints=found.input_hints,
            file_patterns=found.file_patterns,
            relations=tuple(self._related[row.id]),
        )

    def _relations(self, skill: int) -> str:
        said = [(one.to, one.kind.value) for one in self._related[skill]]
        return sha256(json.dumps(said).encode())


def _is_as_made(known: Known, path: Path) -> bool:
    return removing.is_as_made(path, known)
