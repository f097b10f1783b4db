"""A skill in a file that is not ours, such as SKILL.md: read as it is, written if it changes."""

import os
import stat
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.enrichment.enrich import LEAST, Enrichment, Value, propose_for, written
from app.core.errors import AppError, StaleEdit
from app.core.llm.model import Model
from app.core.progress import SILENT, Progress
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.store.files import replace_file
from app.core.words import _

LARGEST = 1 << 20
"""Bytes; nobody's skill is as large."""
BACKUP = ".before-techne"
"""At the end of the name of the copy: what the file was before Techne changed it the first time."""
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class SkillFile:
    """What was read: its bytes, and its text without the mark that some editors put in front."""

    path: Path
    raw: bytes
    text: str


def read(path: Path) -> SkillFile:
    """Raises `AppError` for anything that is not a text file of a skill that could be written."""
    try:
        if path.is_symlink():
            raise AppError(
                _("{file} is a link to another file.").format(file=path),
                _("Use the file itself: {file}").format(file=os.path.realpath(path)),
            )
        if not stat.S_ISREG(path.stat().st_mode):
            raise AppError(
                _("{file} is not a file.").format(file=path), _("Give the path of its SKILL.md.")
            )
        if path.stat().st_size > LARGEST:
            raise AppError(
                _("{file} is larger than 1 MB.").format(file=path),
                _("Skills are never that large. Check that it is the right file."),
            )
        raw = path.read_bytes()
        text = raw.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        raise AppError(
            _("{file} is not UTF-8 text.").format(file=path), _("Save it as UTF-8 first.")
        ) from error
    except (OSError, ValueError) as error:
        raise _unreachable(_("{file} cannot be read: {why}."), path, error) from error
    front = frontmatter(parse(text))
    if front is not None and not front.is_yaml:
        raise AppError(
            _("The frontmatter of {file} is not valid YAML.").format(file=path),
            _("Correct the text between the two --- lines, then try again."),
        )
    return SkillFile(path, raw, text)


def propose(
    file: SkillFile, model: Model | None = None, progress: Progress = SILENT, least: int = LEAST
) -> Enrichment:
    """What could be said better about it: only what can be written into the file."""
    found = propose_for(file.text, (), model, progress, least)
    values = tuple(v for v in found.values if written(file.text, [v]) != file.text)
    return replace(found, title=found.title or file.path.parent.name, values=values)


def write(file: SkillFile, values: Collection[Value]) -> Path | None:
    """Put values into the file; the copy of what it was, if this is the first time. All or nothing.

    Without a difference nothing is written. Raises `StaleEdit` if the file was changed since it was
    read, and `AppError` if it may not be written.
    """
    text = written(file.text, values)
    if text == file.text:
        return None
    backup = file.path.with_name(file.path.name + BACKUP)
    try:
        if file.path.is_symlink() or file.path.read_bytes() != file.raw:
            raise StaleEdit(
                _("{file} has changed in the meantime.").format(file=file.path),
                _("Nothing was written. Ask for a proposal again."),
            )
        mode = stat.S_IMODE(file.path.stat().st_mode)
        if not mode & stat.S_IWUSR:
            raise AppError(
                _("{file} is read-only.").format(file=file.path),
                _("Nothing was written. Make it writable, or work on a copy."),
            )
        is_first = not backup.exists()
        if is_first:
            _put(backup, file.raw, mode)
        mark = _BOM if file.raw.startswith(_BOM.encode()) else ""
        _put(file.path, (mark + text).encode("utf-8"), mode)
    except OSError as error:
        raise _unreachable(_("{file} cannot be written: {why}."), file.path, error) from error
    return backup if is_first else None


def _put(path: Path, content: bytes, mode: int) -> None:
    replace_file(path, content, shared=True)
    path.chmod(mode)


def _unreachable(sentence: str, path: Path, error: Exception) -> AppError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return AppError(
        sentence.format(file=path, why=why),
        _("Check its name and permissions."),
    )
