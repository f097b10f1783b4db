"""How every skill in a linked folder stands to its file. Looks, and changes nothing."""

import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from app.core.library import library
from app.core.library.authored import authored
from app.core.library.record import Meta
from app.core.mirror import folders, foreign, skill_folders, support
from app.core.mirror.decision import Decision, decide
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.reading import read
from app.core.mirror.skill_folders import OFF, Found, Kind, SkillFolder
from app.core.mirror.standard import as_standard
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _


class State(StrEnum):
    IN_SYNC = "in sync"
    NEW = "new on disk"
    ON_DISK = "changed on disk"
    HERE = "changed here"
    CONFLICT = "conflict"
    GONE = "gone from disk"
    DELETED = "deleted here"
    FOREIGN = "foreign"
    """Another program put it there, or a person left it out: it is not touched."""
    OFF = "off"
    """A person turned it off in this folder: agents do not see it."""
    BROKEN = "broken link"
    UNREADABLE = "unreadable"
    FOUND = "found"
    """In a folder that is not linked: it is only shown."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One skill of a folder. `digest` is the SHA-256 of its file now, None where there is none;
    `files` and `files_stamp` are about the files beside it, as `folders.Known` has them. `about`
    says who put a foreign one there, or why a file cannot be read or written.

    Where a folder was renamed, what is `known` has its earlier name still.
    """

    folder: Folder
    name: str
    found: SkillFolder | None
    known: Known | None
    state: State
    decision: Decision = Decision.NOTHING
    digest: str | None = None
    about: str = ""
    files: str = ""
    files_stamp: str = ""

    @property
    def is_pinned(self) -> bool:
        return self.known is not None and self.known.pinned

    @property
    def skill(self) -> int | None:
        return self.known.skill if self.known is not None else None


@dataclass(frozen=True, slots=True)
class Survey:
    """`is_there` is false while the disk or the folder is not there: nothing is known, and nothing
    must be removed; nor where `is_whole` is false, because there was too much to look at. `torn`
    are folders whose replacing was broken off."""

    folder: Folder
    standings: tuple[Standing, ...] = ()
    is_there: bool = True
    is_whole: bool = True
    device: int = 0
    torn: tuple[str, ...] = ()


def survey(vault: Vault, folder: Folder, progress: Progress = SILENT) -> Survey:
    """Look at one folder. Reads only files whose stamp is another than it was. A job when large.

    Raises `Cancelled`.
    """
    found = skill_folders.look(folder.path, progress)
    known = {one.name: one for one in folders.known(vault, folder.id)}
    if not found.is_there or _is_other_disk(folder, found, known):
        return Survey(folder, is_there=False)
    current: dict[int, int] = dict(
        vault.rows("select id, current from skill where current is not null")
    )
    strangers = foreign.installed(folder.path)
    seen = {one.name: one for one in found.skills}
    for name, earlier in _renamed(folder, seen, known).items():
        known[name] = known.pop(earlier)
    standings = []
    for name in sorted(seen.keys() | known.keys()):
        checkpoint(progress)
        one = _Skill(vault, folder, name, seen.get(name), known.get(name), current)
        standings.append(one.standing(strangers))
    return Survey(folder, tuple(standings), True, found.is_whole, found.device, found.torn)


def _renamed(
    folder: Folder, seen: Mapping[str, SkillFolder], known: Mapping[str, Known]
) -> dict[str, str]:
    """New names of folders with the earlier ones: by their case alone, or with the same text."""
    left = {name: one for name, one in known.items() if name not in seen and not one.off}
    moved: dict[str, str] = {}
    for name, found in seen.items() if left else ():
        if name in known or found.kind is not Kind.PLAIN:
            continue
        same = [one for one in left if one.casefold() == name.casefold()]
        if not same and (digest := _digest_of(folder, found)):
            same = [one for one, row in left.items() if row.digest == digest]
        if len(same) == 1:
            moved[name] = same[0]
            del left[same[0]]
    return moved


def _digest_of(folder: Folder, found: SkillFolder) -> str | None:
    try:
        return sha256(read(folder.path / found.name / found.file)[0])
    except OSError:
        return None


def files_beside(path: Path, known: Known | None) -> tuple[str, str]:
    """The SHA-256 of the files beside the SKILL.md of a folder, and their stamp.

    Raises `OSError`.
    """
    there = support.look(path)
    stamp = there.stamp
    if known is not None and stamp and stamp == known.files_stamp:
        return known.files, stamp
    return support.digest_at(path, there), stamp


def _is_other_disk(folder: Folder, found: Found, known: Mapping[str, Known]) -> bool:
    """Whether an empty folder is only the place where a disk used to be."""
    return bool(folder.device and known and not found.skills and found.device != folder.device)


def written_text(text: str, meta: Meta, known: Known | None, folder_name: str) -> str:
    """What the file of a skill says: what its author wrote, never what training placed.

    A file that Techne made has the frontmatter of the standard; any other stays as it is.
    """
    plain = authored(text, meta.training)
    if known is not None and not known.ours:
        return plain
    return as_standard(plain, folder_name, str(meta.extra.get("description") or ""))


@dataclass(frozen=True, slots=True)
class _Skill:
    vault: Vault
    folder: Folder
    name: str
    found: SkillFolder | None
    known: Known | None
    current: Mapping[int, int]

    def standing(self, strangers: Mapping[str, str]) -> Standing:
        known, found = self.known, self.found
        if known is not None and known.off and found is None and self._is_off(known):
            return self._as(State.OFF)
        if known is not None and known.target:
            return self._of_link(known)
        if found is not None and found.kind is Kind.BROKEN:
            return self._as(State.BROKEN, about=found.target)
        if known is None and found is not None:
            who = strangers.get(found.folder, "")
            if who or found.kind is Kind.LINK or self.folder.mode is not Mode.LINKED:
                return self._as(State.FOREIGN, about=who or found.target)
        if known is not None and known.skill is None and not known.ours:
            return self._as(State.FOREIGN)
        return self._of_file()

    def _is_off(self, known: Known) -> bool:
        return bool(known.target) or (self.folder.path / self.name / OFF).exists()

    def _of_link(self, known: Known) -> Standing:
        """A link that Techne made; what another program made of it is that one's."""
        if self.found is None:
            return self._as(State.GONE)
        if self.found.target != known.target:
            return self._as(State.FOREIGN, about=self.found.target)
        if self.found.kind is Kind.BROKEN:
            return self._as(State.BROKEN, about=self.found.target)
        if known.skill is None or known.skill not in self.current:
            return self._as(State.DELETED, Decision.TAKE_AWAY)
        return self._as(State.IN_SYNC)

    def _of_file(self) -> Standing:
        known, found = self.known, self.found
        files = stamp = ""
        try:
            disk = self._disk()
            if known is not None and found is not None:
                files, stamp = files_beside(self.folder.path / self.name, known)
        except OSError as error:
            return self._as(State.UNREADABLE, about=error.strerror or str(error))
        here = self._here()
        if here is None and known is not None and not known.ours and known.gone is None:
            # a person deleted it, and its file stays
            gone = Decision.FORGET if disk is None else Decision.NOTHING
            return self._as(State.DELETED, gone, disk)
        decision = decide(self._base(here), disk, here)
        if decision in (Decision.NOTHING, Decision.AGREE) and known and files != known.files:
            decision = Decision.READ
        state = self._as(self._state(decision), decision, disk, self._obstacle(decision))
        return replace(state, files=files, files_stamp=stamp)

    def _obstacle(self, decision: Decision) -> str:
        """Why what changed here is not written, if that can be told before."""
        if decision is not Decision.WRITE or self.found is None:
            return ""
        path = self.folder.path / self.found.name / self.found.file
        with suppress(OSError):
            if not path.stat().st_mode & stat.S_IWUSR:
                return _("the file is read-only")
        return ""

    def _base(self, here: str | None) -> str | None:
        """What both agreed on; nothing any more once the skill followed its file out."""
        if self.known is None or (self.known.gone is not None and here is None):
            return None
        return self.known.digest

    def _as(
        self,
        state: State,
        decision: Decision = Decision.NOTHING,
        digest: str | None = None,
        about: str = "",
    ) -> Standing:
        return Standing(
            self.folder, self.name, self.found, self.known, state, decision, digest, about
        )

    def _disk(self) -> str | None:
        if self.found is None:
            return None
        stamp = str(self.found.stamp or "")
        if self.known is not None and stamp and self.known.stamp == stamp:
            return self.known.digest
        if self.found.stamp is None:
            raise OSError(0, _("it is not a file"))
        return sha256(read(self.folder.path / self.found.name / self.found.file)[0])

    def _here(self) -> str | None:
        if self.known is None or self.known.skill is None:
            return None
        version = self.current.get(self.known.skill)
        if version is None:
            return None
        if version == self.known.version:
            return self.known.digest
        state = library.current(self.vault, self.known.skill)
        if state is None:
            return None
        _saved, text, meta = state
        name = self.name.rpartition("/")[2]
        return sha256(written_text(text, meta, self.known, name).encode())

    def _state(self, decision: Decision) -> State:
        if decision is Decision.READ and (self.known is None or self.known.version is None):
            return State.NEW
        if self.known is not None and self.known.conflict is not None:
            return State.CONFLICT
        return _STATES[decision]


_STATES = {
    Decision.NOTHING: State.IN_SYNC,
    Decision.AGREE: State.IN_SYNC,
    Decision.READ: State.ON_DISK,
    Decision.WRITE: State.HERE,
    Decision.CONFLICT: State.CONFLICT,
    Decision.VANISHED: State.GONE,
    Decision.VANISHED_CHANGED: State.GONE,
    Decision.TAKE_AWAY: State.DELETED,
    Decision.FORGET: State.DELETED,
}
