"""The files that go with a skill, carried both ways between it and its folder on the disk.

These are its attachments, and in a mirror also what lies beside it where it is linked. Like its
text each of them has a base: what both sides had when they last agreed, by its SHA-256.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.core.actor import DISK
from app.core.errors import AppError
from app.core.library import file_store, library
from app.core.library.record import Meta, Status
from app.core.mirror import folders, support, writing
from app.core.mirror.attached import path_of
from app.core.mirror.dangers import dangers
from app.core.mirror.decision import Decision, decide
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.oddities import FILE, decoded
from app.core.mirror.reading import read
from app.core.mirror.removing import BACKUPS
from app.core.mirror.report import Report, telling_of
from app.core.mirror.survey import files_beside
from app.core.packs import attachments, received
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.packs.format.names import folded
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, put_setting
from app.core.words import _

_CARRIED = "folder.carried"
"""A setting for each folder: by the names of its skills what was carried, as `_Base` has it."""
_WITH_FILES = (
    "select s.id from skill s join stored_version v on v.id = s.current"
    " where v.meta ->> '$.extra.attachments' is not null"
)


@dataclass(frozen=True, slots=True)
class File:
    """A file of a skill by its SHA-256: the attachment `name`, or one that lies at `place`."""

    digest: str
    name: str = ""
    place: Path | None = None


@dataclass(frozen=True, slots=True)
class _Base:
    """What both had: `at` are the digests by their paths. While `files`, the SHA-256 of all that
    lies in the folder, and `seen`, the version of the skill with that of the files where it is
    linked, are the same, there is nothing to carry."""

    at: dict[str, str]
    files: str = ""
    seen: str = ""


def files_of(vault: Vault, skill: int, home: Path | None = None) -> dict[str, File]:
    """The files that go with a skill by their paths, without those that are private. `home` is
    where it is linked, if what else lies there goes with it. Raises `OSError`."""
    found: dict[str, File] = {}
    state = library.current(vault, skill)
    shared = attachments.without_private(state[2]) if state is not None else Meta(0)
    known = set(attachments.digests(shared))
    taken = {folded(FILE)}
    for one in attachments.attachments(vault, skill) if known else ():
        path = path_of(one.name, shared.extra.get("fields") or {})
        if one.digest in known and folded(path) not in taken:
            taken.add(folded(path))
            found[path] = File(one.digest, one.name)
    there = support.look(home) if home is not None else support.Support()
    if home is not None and there.is_whole:
        for name, data in support.contents(home, there).items():
            if folded(name) not in taken:
                found[name] = File(sha256(data), place=home / name)
    return found


def carry(
    vault: Vault,
    folder: Folder,
    report: Report,
    homes: Mapping[int, tuple[Path, str]] | None = None,
    progress: Progress = SILENT,
) -> None:
    """Bring the files of all skills in a folder and these skills together. `homes` says where
    skills are linked whose files there go along, with the SHA-256 of these. Twice is once.

    Raises `Cancelled`; trouble with single skills is in the report.
    """
    said = vault.setting(f"{_CARRIED}.{folder.id}") or {}
    before = {name: _Base(*base) for name, base in said.items()}
    having = {skill for (skill,) in vault.rows(_WITH_FILES)} | (homes or {}).keys()
    after: dict[str, _Base] = {}
    for known in folders.known(vault, folder.id):
        checkpoint(progress)
        base = before.get(known.name)
        if base is None and known.skill not in having:
            continue
        if base is not None:
            after[known.name] = base
        if _is_waiting(vault, folder, known):
            continue
        with telling_of(report, known.name):
            home = (homes or {}).get(known.skill or 0)
            after[known.name] = _Place(vault, folder, known, home, report).carry(base)
    if after != before:
        kept = {name: [base.at, base.files, base.seen] for name, base in after.items()}
        with vault.write(None) as write:
            put_setting(write, f"{_CARRIED}.{folder.id}", kept)


def _is_waiting(vault: Vault, folder: Folder, known: Known) -> bool:
    """Whether nothing is carried now: it is gone, is left alone, or waits for a look."""
    if known.skill is None or known.pinned or known.off or known.target or known.gone:
        return True
    path = folder.path / known.name
    if path.is_symlink() or not path.is_dir():
        return True
    state = library.current(vault, known.skill)
    return state is None or state[2].status is Status.QUARANTINED


class _Place:
    """One skill in a folder."""

    def __init__(
        self,
        vault: Vault,
        folder: Folder,
        known: Known,
        home: tuple[Path, str] | None,
        report: Report,
    ) -> None:
        assert known.skill is not None
        self._vault, self._folder, self._known = vault, folder, known
        self._skill, self._path = known.skill, folder.path / known.name
        self._home, self._report = home, report
        self._wrote = False
        self._attached: list[tuple[str, bytes]] = []

    def carry(self, base: _Base | None) -> _Base:
        """What both have then; `base` is what both had."""
        files = files_beside(self._path, self._known)[0]
        if base is not None and (files, self._seen) == (base.files, base.seen):
            return base
        before = base.at if base is not None else {}
        here = files_of(self._vault, self._skill, self._home[0] if self._home else None)
        agreed = {}
        for path in sorted(before.keys() | here.keys()):
            if (digest := self._one(path, before.get(path), here.get(path))) is not None:
                agreed[path] = digest
        if self._attached:
            attachments.attach_all(self._vault, self._skill, self._attached, actor=DISK)
            self._quarantine([data for _name, data in self._attached])
        if self._wrote:
            files = self._note(agreed)
        return _Base(agreed, files, self._seen)

    @property
    def _seen(self) -> str:
        row = self._vault.row("select current from skill where id = ?", self._skill)
        return f"{row[0] if row else None} {self._home[1] if self._home else ''}"

    def _one(self, path: str, base: str | None, here: File | None) -> str | None:
        """Bring one file together; what both sides have then, None where not both have it."""
        disk = self._on_disk(path)
        decision = decide(base, disk, here.digest if here else None)
        if decision in (Decision.WRITE, Decision.VANISHED_CHANGED) and here is not None:
            writing.put(self._path / path, self._content(here), disk)
            self._has_written(path)
            return here.digest
        if decision in (Decision.READ, Decision.CONFLICT) and disk is not None:
            if here is None:  # taken off the skill, while somebody still works on it: it stays
                return None
            self._take(path, here)
            return disk
        if decision is Decision.VANISHED and here is not None:
            return self._leave(path, here)
        if decision is Decision.TAKE_AWAY and disk is not None:
            self._remove(path, disk)
            return None
        return disk

    def _take(self, path: str, here: File) -> None:
        """What somebody wrote into the file on the disk is the skill's; what it was stays in the
        history, or among the backups."""
        data = read(self._path / path, ATTACHMENT_BYTES)[0]
        if here.place is not None:
            if _are_dangerous([data]):
                raise AppError(_("The scan finds it dangerous, so it is not carried any further."))
            self._back_up(here.place)
            writing.put(here.place, data, here.digest)
        else:
            self._attached.append((here.name, data))
        self._report.reconciled += 1
        self._report.read.append(f"{self._known.name}/{path}")

    def _leave(self, path: str, here: File) -> str | None:
        """A file that somebody deleted goes from the skill, where its history keeps it; one that
        lies where the skill is linked is that folder's, and comes back."""
        if here.place is not None:
            writing.put(self._path / path, self._content(here), None)
            self._has_written(path)
            return here.digest
        attachments.detach(self._vault, self._skill, here.name, actor=DISK)
        self._report.reconciled += 1
        self._report.read.append(f"{self._known.name}/{path}")
        return None

    def _remove(self, path: str, digest: str) -> None:
        file = self._path / path
        self._back_up(file)
        if self._on_disk(path) == digest:
            writing.take_file(file)
            self._has_written(path)

    def _has_written(self, path: str) -> None:
        self._wrote = True
        self._report.reconciled += 1
        self._report.wrote.append(f"{self._known.name}/{path}")

    def _back_up(self, file: Path) -> None:
        writing.back_up(file, self._vault.home.folder / BACKUPS, self._vault.now())

    def _quarantine(self, some: Iterable[bytes]) -> None:
        if _are_dangerous(some):
            received.quarantine(self._vault, self._skill, actor=DISK)
            self._report.quarantined.append(self._known.name)

    def _content(self, one: File) -> bytes:
        if one.place is not None:
            return read(one.place, support.MOST_BYTES)[0]
        return file_store.content(self._vault, one.digest)

    def _on_disk(self, path: str) -> str | None:
        try:
            return sha256(read(self._path / path, support.MOST_BYTES)[0])
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _note(self, agreed: Mapping[str, str]) -> str:
        """What Techne wrote there is no news for the next look. In a mirror what else lies there
        is somebody's, and keeps the folder from being taken away."""
        there = support.look(self._path)
        files = support.digest_at(self._path, there)
        ours = support.digest_of(agreed) if self._folder.mode is Mode.MIRROR else files
        stamp = there.stamp if ours == files else ""
        with self._vault.write(None) as write:
            folders.note(write, self._known, files=ours, files_stamp=stamp)
        return files


def _are_dangerous(some: Iterable[bytes]) -> bool:
    """Whether the scan finds something grave in one of these files that is text."""
    texts = (text for data in some if (text := decoded(data)) is not None and "\0" not in text)
    return any(map(dangers, texts))
