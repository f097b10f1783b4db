"""How every skill in a linked folder stands to its file. Looks, and changes nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.core.library import library
from app.core.library.authored import authored
from app.core.library.record import Meta
from app.core.mirror import folders, foreign, skill_folders
from app.core.mirror.decision import Decision, decide
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.oddities import LARGEST
from app.core.mirror.skill_folders import Found, Kind, SkillFolder
from app.core.mirror.standard import as_standard
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault


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
    BROKEN = "broken link"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Standing:
    """One skill of a folder. `digest` is the SHA-256 of its file now, None where there is none;
    `about` says who put a foreign one there, or why a file cannot be read."""

    folder: Folder
    name: str
    found: SkillFolder | None
    known: Known | None
    state: State
    decision: Decision = Decision.NOTHING
    digest: str | None = None
    about: str = ""

    @property
    def skill(self) -> int | None:
        return self.known.skill if self.known is not None else None


@dataclass(frozen=True, slots=True)
class Survey:
    """`is_there` is false while the disk or the folder is not there: nothing is known, and nothing
    must be removed; nor where `is_whole` is false, because there was too much to look at."""

    folder: Folder
    standings: tuple[Standing, ...] = ()
    is_there: bool = True
    is_whole: bool = True
    device: int = 0


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
    standings = []
    for name in sorted(seen.keys() | known.keys()):
        checkpoint(progress)
        one = _Skill(vault, folder, name, seen.get(name), known.get(name), current)
        standings.append(one.standing(strangers))
    return Survey(folder, tuple(standings), is_whole=found.is_whole, device=found.device)


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
        if self.found is not None and self.found.kind is Kind.BROKEN:
            return self._as(State.BROKEN, about=self.found.target)
        if self.known is None and self.found is not None:
            who = strangers.get(self.found.folder, "")
            is_link = self.found.kind is Kind.LINK
            if who or is_link or self.folder.mode is not Mode.LINKED:
                return self._as(State.FOREIGN, about=who or self.found.target)
        if self.known is not None and self.known.skill is None:
            return self._as(State.FOREIGN)
        try:
            disk = self._disk()
        except OSError as error:
            return self._as(State.UNREADABLE, about=error.strerror or str(error))
        here = self._here()
        decision = decide(self._base(here), disk, here)
        return self._as(self._state(decision), decision, disk)

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
        if self.known is not None and self.known.stamp == str(self.found.stamp):
            return self.known.digest
        path = self.folder.path / self.found.name / self.found.file
        if self.found.stamp is not None and self.found.stamp.size > LARGEST:
            raise OSError(0, "too large")
        return sha256(path.read_bytes())

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


def needing_a_look(standings: tuple[Standing, ...]) -> Iterator[Standing]:
    """Those that a person should look at."""
    for one in standings:
        if one.state not in (State.IN_SYNC, State.FOREIGN):
            yield one
