"""Skills of the library as SKILL.md folders or as a `.skill` archive, for programs of any kind.

A folder has the skill as `standard` writes it and the files it is kept with where they were. What
training placed, and what is private, stays at home.
"""

import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from app.core.errors import AppError
from app.core.mirror.attached import path_of
from app.core.mirror.oddities import FILE, is_name
from app.core.mirror.sources import LEFT_OUT, is_left_out
from app.core.mirror.standard import as_standard, folder_name, one_line
from app.core.packs import export
from app.core.packs.export import Options, Packing
from app.core.packs.format.contents import PackedSkill
from app.core.packs.format.names import folded
from app.core.packs.own_fields import own_fields
from app.core.progress import SILENT, Progress, through
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.reading.discovery import stated_role, stated_tags
from app.core.skills.reading.frontmatter import OURS, frontmatter
from app.core.skills.reading.grammar import parse
from app.core.store.files import replace_file
from app.core.vault import Vault
from app.core.words import _

_NOT_PACKED = "evals"
"""Right in the folder of a skill: what its author tries it with. No packager takes it along."""
_STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same skill gives the same bytes."""
_MODE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """A folder to be written: its name, and what is in it by paths with slashes."""

    name: str
    title: str
    files: dict[str, bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What is about to leave, and what to look at before it does (see `Packing`)."""

    packing: Packing
    folders: tuple[SkillFolder, ...]


def gather(
    vault: Vault, skills: Sequence[int], options: Options, progress: Progress = SILENT
) -> Outgoing:
    """The folders of these skills, and with `options.with_calls` of those they call. A job.

    Raises `NotFound` and `Cancelled`.
    """
    packing = export.gather(vault, skills, options)
    taken: set[str] = set()
    folders = []
    for number, one in enumerate(through(packing.pack.skills, progress), 1):
        name = _free(_name(one, number), taken)
        taken.add(name)
        folders.append(SkillFolder(name, one.name, dict(_files(one, name))))
    return Outgoing(packing, tuple(folders))


def write_folders(outgoing: Outgoing, into: Path, progress: Progress = SILENT) -> list[Path]:
    """Make the folders in the folder `into`: all or none. Returns their paths.

    A folder that is there is never replaced, unless it has the very same files. Raises `AppError`
    and `Cancelled`.
    """
    paths = [into / one.name for one in outgoing.folders]
    waiting = []
    for one, path in zip(outgoing.folders, paths, strict=True):
        if path.exists() or path.is_symlink():
            _refuse_other(one, path)
        else:
            waiting.append((one, path))
    try:
        into.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".techne-", dir=into))
    except OSError as error:
        raise _unwritable(into, error) from error
    done: list[Path] = []
    try:
        for one, _path in through(waiting, progress):
            for name, content in one.files.items():
                file = made / one.name / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        for one, path in waiting:
            (made / one.name).rename(path)
            done.append(path)
    except OSError as error:
        for path in done:
            shutil.rmtree(path, ignore_errors=True)
        raise _unwritable(into, error) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return paths


def write_archive(outgoing: Outgoing, path: Path) -> None:
    """Put the one skill into an archive with its folder in it, as other programs install it.

    Raises `AppError` for several skills, and where there is another kind of file.
    """
    if len(outgoing.folders) != 1:
        raise AppError(
            _("A .skill file holds one skill."),
            _("Export them as folders instead."),
        )
    if path.exists() and not (path.is_file() and zipfile.is_zipfile(path)):
        raise AppError(
            _("{path} already exists and is not a .skill file.").format(path=path),
            _("Nothing was overwritten. Choose another name."),
        )
    try:
        replace_file(path, archived(outgoing.folders[0]), shared=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def archived(one: SkillFolder) -> bytes:
    """The bytes of a `.skill` file; the same for the same skill."""
    into = BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in one.files.items():
            entry = zipfile.ZipInfo(f"{one.name}/{name}", _STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = _MODE
            archive.writestr(entry, content)
    return into.getvalue()


def skill_text(one: PackedSkill, folder: str) -> str:
    """What its SKILL.md says: with the fields that a person chose beside the text."""
    text = as_standard(one.text or "", folder, one.description)
    skill = parse(text)
    front = frontmatter(skill)
    if front is None or not front.is_yaml:
        return text
    own = own_fields(one.extra)
    values: dict[str, tuple[str, ...]] = {
        "tags": one.tags if one.tags != stated_tags(skill) else (),
        "role": (one.role,) if one.role and one.role != stated_role(skill) else (),
        "confidence": (f"{own.confidence:g}",) if own.confidence is not None else (),
        "inputHints": own.input_hints or (),
        "filePatterns": own.file_patterns or (),
    }
    said = {f"metadata.{OURS}{name}": one_line(some) for name, some in values.items() if some}
    return with_fields(text, said)


def _name(one: PackedSkill, number: int) -> str:
    """The name that its text gives it, where every program takes that for one; else its title's."""
    front = frontmatter(parse(one.text or ""))
    said = front.field("name") if front is not None else None
    if said is not None and is_name(said.text):
        return said.text
    return folder_name(one.name, number)


def _free(name: str, taken: Iterable[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name[:60].rstrip('-')}-{number}", number + 1
    return free


def _files(one: PackedSkill, folder: str) -> Iterable[tuple[str, bytes]]:
    yield FILE, skill_text(one, folder).encode()
    seen = {folded(FILE)}
    for item in one.attachments:
        path = path_of(item.name, one.extra)
        if _is_left_out(path) or folded(path) in seen:
            continue
        seen.add(folded(path))
        yield path, item.data


def _is_left_out(path: str) -> bool:
    first, *rest = path.split("/")
    parts = (first, *rest)
    in_evals = first == _NOT_PACKED and bool(rest)
    return in_evals or any(one in LEFT_OUT for one in parts) or is_left_out(parts[-1])


def _refuse_other(one: SkillFolder, path: Path) -> None:
    """Raise `AppError` unless the very same is there."""
    try:
        same = path.is_dir() and all(
            (path / name).read_bytes() == content for name, content in one.files.items()
        )
    except OSError:
        same = False
    if not same:
        raise AppError(
            _("{path} already exists.").format(path=path),
            _("Nothing was overwritten. Choose another folder, or delete that one."),
        )


def _unwritable(path: Path, error: OSError) -> AppError:
    return AppError(
        _("{path} cannot be written: {why}.").format(
            path=os.fspath(path), why=error.strerror or str(error)
        ),
        _("Choose another folder."),
    )
