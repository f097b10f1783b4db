"""Skills as SKILL.md folders and `.skill` archives: what is written, and where."""

from collections.abc import Sequence
from pathlib import Path

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.mirror import handing_out
from app.core.mirror.handing_out import Outgoing
from app.core.packs.export import Options
from app.core.vault import Vault


class SkillFolderDocument(TypedDict):
    """A folder with a skill in it; `files` are the paths of all its files below it."""

    name: str
    skill: str
    files: list[str]


class SkillFilesDocument(TypedDict):
    """Skills that were written as SKILL.md files: into the folder or archive `file`."""

    file: str
    skills: list[SkillFolderDocument]


def gather(
    vault: Vault,
    names: Sequence[str],
    engram: str | None = None,
    *,
    with_calls: bool = False,
    with_originals: bool = False,
) -> Outgoing:
    """What these skills would be written as; raises `NotFound`, `Ambiguous`."""
    skills = [find(vault, name, engram).id for name in names]
    options = Options(with_calls=with_calls, include_originals=with_originals)
    return handing_out.gather(vault, skills, options)


def write(outgoing: Outgoing, path: Path, *, archive: bool) -> SkillFilesDocument:
    """Write folders into `path`, or the archive `path`; raises `AppError`."""
    if archive:
        handing_out.write_archive(outgoing, path)
    else:
        handing_out.write_folders(outgoing, path)
    return {
        "file": str(path),
        "skills": [
            {"name": one.name, "skill": one.title, "files": sorted(one.files)}
            for one in outgoing.folders
        ],
    }
