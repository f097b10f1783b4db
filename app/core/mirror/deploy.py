"""Chosen skills put into a folder for the agents that read it, and taken out again.

What is there and is not as Techne put it there is never replaced and never removed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import AppError
from app.core.library import library
from app.core.library.record import Meta, Status
from app.core.mirror import folders, removing, support, writing
from app.core.mirror.attached import path_of
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.oddities import FILE
from app.core.mirror.reading import read
from app.core.mirror.skill_folders import OFF, skill_at
from app.core.mirror.standard import folder_name
from app.core.mirror.survey import Standing, State, written_text
from app.core.packs import attachments
from app.core.packs.translate import sha256
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


class FolderTaken(AppError):
    """A folder has something of that name, which Techne did not put there."""

    code = "folder-taken"


@dataclass(frozen=True, slots=True)
class Deployed:
    """Where a skill is now; `about` says why it is a copy where a link was wanted."""

    name: str
    path: Path
    about: str = ""


@dataclass(frozen=True, slots=True)
class _Source:
    """A skill as it is put somewhere: its version and the files of its folder."""

    skill: int
    version: int
    text: str
    files: dict[str, bytes]
    programs: frozenset[str]

    @property
    def made(self) -> tuple[str, str]:
        """The SHA-256 of its SKILL.md and of the files beside it."""
        return sha256(self.text.encode()), support.digest(self.files)


def deploy(vault: Vault, folder: Folder, skill: int) -> Deployed:
    """Put a skill into a linked folder, or bring what is there up to date.

    Raises `FolderTaken`, `StaleEdit` where what is there was changed on the disk, and `AppError`.
    """
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    _saved, text, meta = state
    if meta.status is Status.QUARANTINED:
        raise AppError(
            _("A skill in quarantine is put nowhere."), _("Look at it and release it first.")
        )
    if not folder.path.is_dir():
        raise AppError(
            _("{folder} is not there now.").format(folder=folder.path),
            _("Connect its disk, or unlink the folder."),
        )
    home = _linked_place(vault, folder, skill)
    if home is not None and home[0] == folder:
        return Deployed(home[1].name, folder.path / home[1].name)
    known = _known_in(vault, folder, skill)
    name = known.name if known is not None else _name(home, text, skill)
    path = folder.path / name
    about = ""
    if folder.mode is Mode.LINKS:
        if home is None:
            about = _("It is a copy: it is in no folder that could be linked to.")
        else:
            about = _link(vault, folder, skill, known, home[0].path / home[1].name, name)
            if not about:
                return Deployed(name, path)
    source = _source(vault, skill, name, home)
    _copy(vault, folder, known, source, name)
    return Deployed(name, path, about)


def retract(vault: Vault, folder: Folder, skill: int) -> Path:
    """Take a skill out of a folder that Techne put it into. A copy of what was there is kept.

    Raises `StaleEdit` where it is not as Techne put it there, and `AppError`.
    """
    known = _known_in(vault, folder, skill)
    if known is None or not known.ours:
        raise removing.not_ours(folder.path / (known.name if known is not None else ""))
    if known.off:
        switch(vault, folder, known, True)
    removing.remove(vault, _standing(folder, known))
    with vault.write(None) as into:
        folders.forget(into, [known])
    return folder.path / known.name


def is_behind(vault: Vault, one: Standing) -> bool:
    """Whether the copy of a skill may lack what is new about the files that go with it.

    In a folder that is followed both ways these files are the person's.
    """
    known = one.known
    if one.folder.mode is Mode.LINKED:
        return False
    if known is None or known.skill is None or not known.ours or known.target or known.off:
        return False
    state = library.current(vault, known.skill)
    if state is None or state[2].status is Status.QUARANTINED:
        return False
    home = _linked_place(vault, one.folder, known.skill)
    return state[0].version != known.version or (home is not None and home[1].files != known.files)


def note_finished(vault: Vault, one: Standing) -> None:
    """Note a copy that is as it is to be, which a crash kept from being noted; or do nothing."""
    known = one.known
    if one.folder.mode is Mode.LINKED or known is None or known.skill is None or not known.ours:
        return
    if library.current(vault, known.skill) is None:
        return
    home = _linked_place(vault, one.folder, known.skill)
    source = _source(vault, known.skill, one.name, home)
    if _has(one.folder.path / one.name, source.made):
        _agree(vault, one.folder, one.name, source, source.made, "")


def switch(vault: Vault, folder: Folder, known: Known, on: bool) -> None:
    """Let the agents that read a folder see a skill in it, or hide it from them.

    Its SKILL.md is called otherwise meanwhile; nothing else changes. Raises `AppError`.
    """
    path = folder.path / known.name
    there = skill_at(path, known.name)
    try:
        if known.target:
            _switch_link(path, known, on)
        elif on and there is None:
            writing.rename_new(path / OFF, path / FILE)
        elif not on and there is not None:
            writing.rename_new(path / there.file, path / OFF)
    except OSError as error:
        raise writing.unwritable(path, error) from error
    with vault.write(None) as into:
        folders.note(into, known, off=int(not on))


def pin(vault: Vault, known: Known, on: bool) -> None:
    """Keep a skill in a folder as it is on both sides: what changes is shown, and not carried."""
    with vault.write(None) as into:
        folders.note(into, known, pinned=int(on))


def _known_in(vault: Vault, folder: Folder, skill: int) -> Known | None:
    found = [one for place, one in folders.places(vault, skill) if place.id == folder.id]
    return found[0] if found else None


def _linked_place(vault: Vault, folder: Folder, skill: int) -> tuple[Folder, Known] | None:
    """Where a skill lies that is linked: in this folder, or else in another one."""
    there = [
        (place, one)
        for place, one in folders.places(vault, skill)
        if place.mode is Mode.LINKED and skill_at(place.path / one.name, one.name) is not None
    ]
    there.sort(key=lambda found: found[0] != folder)
    return there[0] if there else None


def _name(home: tuple[Folder, Known] | None, text: str, skill: int) -> str:
    if home is not None:
        return home[1].name.rpartition("/")[2]
    return folder_name(parse(text).title, skill)


def _source(vault: Vault, skill: int, name: str, home: tuple[Folder, Known] | None) -> _Source:
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    saved, text, meta = state
    files, programs = _beside(vault, skill, meta, home)
    return _Source(skill, saved.version, written_text(text, meta, None, name), files, programs)


def _beside(
    vault: Vault, skill: int, meta: Meta, home: tuple[Folder, Known] | None
) -> tuple[dict[str, bytes], frozenset[str]]:
    """The files that go with a skill: those beside it where it is linked, and its attachments."""
    files = dict[str, bytes]()
    programs = set[str]()
    if home is not None:
        place = home[0].path / home[1].name
        there = support.look(place)
        if not there.is_whole:
            raise AppError(
                _("{folder} has too many or too large files to copy.").format(folder=place),
                _("Link to it instead, or take away what does not belong to the skill."),
            )
        try:
            files = support.contents(place, there)
        except OSError as error:
            raise writing.unwritable(place, error) from error
        programs = {one.name for one in there.files if one.is_executable}
    shared = attachments.without_private(meta)
    for one in attachments.attachments(vault, skill):
        path = path_of(one.name, shared.extra.get("fields") or {})
        if one.digest in attachments.digests(shared) and path.casefold() != FILE.casefold():
            files.setdefault(path, attachments.content(vault, skill, one.name))
    return files, frozenset(programs)


def _copy(vault: Vault, folder: Folder, known: Known | None, source: _Source, name: str) -> None:
    path = folder.path / name
    made = source.made
    if not _has(path, made):  # else it is up to date, or a crash kept it from being noted
        if known is not None and known.ours:
            removing.remove(vault, _standing(folder, known))
        elif os.path.lexists(path):
            raise _taken(folder, name)
        content = {FILE: source.text.encode(), **source.files}
        writing.put_folder(path, content, source.programs)
    elif known is not None and (known.digest, known.files, known.version) == (
        *made,
        source.version,
    ):
        return
    _agree(vault, folder, name, source, made, "")


def _has(path: Path, made: tuple[str, str]) -> bool:
    there = skill_at(path, path.name)
    if there is None or path.is_symlink():
        return False
    try:
        text = sha256(read(path / there.file)[0])
        return (text, support.digest_at(path, support.look(path))) == made
    except OSError:
        return False


def _link(
    vault: Vault, folder: Folder, skill: int, known: Known | None, target: Path, name: str
) -> str:
    """Make a symbolic link; says why where the system makes none."""
    path = folder.path / name
    is_same = path.is_symlink() and os.path.realpath(path) == os.path.realpath(target)
    if os.path.lexists(path) and not is_same:
        if known is None or not known.ours:
            raise _taken(folder, name)
        removing.remove(vault, _standing(folder, known))
    if not is_same:
        try:
            path.symlink_to(target, target_is_directory=True)
        except FileExistsError as error:
            raise _taken(folder, name) from error
        except OSError as error:
            why = error.strerror or str(error)
            return _("It is a copy: a link cannot be made there ({why}).").format(why=why)
    now = library.current(vault, skill)
    version = now[0].version if now is not None else 0
    source = _Source(skill, version, "", {}, frozenset())
    _agree(vault, folder, name, source, ("", ""), os.fspath(path.readlink()))
    return ""


def _agree(
    vault: Vault,
    folder: Folder,
    name: str,
    source: _Source,
    made: tuple[str, str],
    target: str,
) -> None:
    with vault.write(None) as into:
        folders.agree(
            into, folder.id, name, source.skill, source.version, made[0], "", (made[1], "")
        )
        into.db.execute(
            "update folder_skill set ours = 1, target = ? where folder = ? and name = ?",
            (target, folder.id, name),
        )


def _standing(folder: Folder, known: Known) -> Standing:
    return Standing(folder, known.name, None, known, State.IN_SYNC)


def _switch_link(path: Path, known: Known, on: bool) -> None:
    if on and not os.path.lexists(path):
        path.symlink_to(known.target, target_is_directory=True)
    elif not on and path.is_symlink() and os.fspath(path.readlink()) == known.target:
        path.unlink()


def _taken(folder: Folder, name: str) -> FolderTaken:
    return FolderTaken(
        _("{folder} already has another skill called “{name}”, which stays.").format(
            folder=folder.path, name=name
        ),
        _("Adopt that one, rename the skill here, or choose another folder."),
    )
