"""Skills that come in as an uploaded file, or from a folder that is linked."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.actor import Actor
from app.core.api import packs
from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.mirror import folders, taking
from app.core.mirror.bringing import read_skills
from app.core.mirror.clients import clients
from app.core.mirror.report import Report
from app.core.mirror.survey import survey
from app.core.packs import install
from app.core.packs.attachments import clean
from app.core.packs.format import read
from app.core.packs.format.contents import Format
from app.core.packs.incoming import Unpacked, unpack
from app.core.packs.translate import sha256
from app.core.vault import Vault
from app.core.words import _

_MARK = b"GSK"
_ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Installed:
    """The skills that are there now; `kept` is how many were there before, `notices` what to know.

    Those in quarantine are among them.
    """

    skills: tuple[SkillRow, ...]
    kept: int
    notices: tuple[str, ...]


def upload(
    vault: Vault, name: str, data: bytes, engram: str | None = None, *, actor: Actor
) -> Installed:
    """Take in what a pack, a SKILL.md or an archive of skills holds; `name` is that of the file.

    A publisher that nobody trusts is in quarantine. Raises `AppError`.
    """
    (offered,) = packs.offer(vault, [_opened(vault, clean(name), data)], engram)
    if problem := packs.refusal(offered, allow_older=False):
        raise problem
    done = packs.import_packs(vault, [offered], {0}, actor=actor).get(0, install.Imported())
    ids = [*done.added, *done.replaced]
    notices = [*(one.text for one in offered.cautions), *offered.pack.notices]
    rows = tuple(catalogue.some(vault, ids).values())
    return Installed(rows, len(offered.items) - len(ids), tuple(notices))


def from_folder(vault: Vault, path: Path, names: Sequence[str]) -> Installed:
    """Take in skills that lie in a linked folder, and follow them from now on.

    Raises `NotFound` for a folder that is not linked and for a skill that is not in it.
    """
    folder = folders.linked_at(vault, path)
    there = {one.name: one for one in survey(vault, folder).standings if one.found is not None}
    for name in names:
        if name not in there:
            raise NotFound(
                _("{folder} has no skill called “{name}”.").format(folder=folder.path, name=name),
                _("Name the folder that its SKILL.md is in."),
            )
    report = Report()
    taking.take(vault, [there[name] for name in names], report)
    ids = [one.skill for one in folders.known(vault, folder.id) if one.name in names]
    rows = catalogue.some(vault, [skill for skill in ids if skill is not None])
    notices = tuple(f"{name}: {why}" for name, why in report.troubles)
    return Installed(tuple(rows.values()), len(names) - len(report.read), notices)


def _opened(vault: Vault, name: str, data: bytes) -> Unpacked:
    """What is in the file; the same file twice is the same pack."""
    if data.startswith(_MARK):
        return unpack(replace(install.opened(vault, read.inspect(data)), path=name))
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / name
        file.write_bytes(data)
        found = read_skills(file, clients(vault.home.folder))
    uid = f"{Format.SKILLS}:{sha256(data)[:_ID_LENGTH]}"
    return replace(found, pack=replace(found.pack, id=uid, path=name))
