"""Folders in which an agent's client writes its sessions, looked at again from time to time."""

from dataclasses import dataclass
from pathlib import Path

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.learning import scanning
from app.core.learning.pieces import place
from app.core.learning.scanning import Scanned
from app.core.progress import SILENT, Progress, Share
from app.core.transcripts.model import Format
from app.core.vault import Vault
from app.core.words import _


class NoFolder(AppError):
    """What should be watched is no folder."""

    code = "no-folder"


@dataclass(frozen=True, slots=True)
class Watched:
    """A folder; `client` is None where it is found out, `agent` empty for the client's own name."""

    path: Path
    client: Format | None
    agent: str


def watched(vault: Vault) -> tuple[Watched, ...]:
    found = vault.rows("select path, format, agent from transcript_folder order by path")
    return tuple(
        Watched(Path(path), Format(client) if client else None, agent)
        for path, client, agent in found
    )


def watch(vault: Vault, path: Path, client: Format | None = None, agent: str = "") -> None:
    """Look at a folder from now on; raises `NoFolder`."""
    if not path.is_dir() or place(path) != str(path):
        raise NoFolder(
            _("“{path}” is not a folder that can be watched.").format(path=place(path)),
            _("Choose the folder of sessions."),
        )
    with vault.write(None) as write:
        write.db.execute(
            "insert into transcript_folder (path, format, agent) values (?, ?, ?)"
            " on conflict (path) do update set format = excluded.format, agent = excluded.agent",
            (str(path.resolve()), client or "", agent),
        )
        write.touch(Part.LEARNING)


def unwatch(vault: Vault, path: Path) -> None:
    """Look at it no more; what was read stays. Raises `NotFound`."""
    with vault.write(None) as write:
        write.db.execute("delete from transcript_folder where path = ?", (str(path.resolve()),))
        if not write.db.changes():
            raise NotFound(
                _("“{path}” is not watched.").format(path=path),
                _("Look at the list of watched folders."),
            )
        write.touch(Part.LEARNING)


def scan(vault: Vault, progress: Progress = SILENT) -> Scanned:
    """Read what is new in all of them; a job."""
    found = Scanned()
    folders = watched(vault)
    for number, one in enumerate(folders):
        share = Share(progress, number / len(folders), (number + 1) / len(folders))
        found += scanning.scan(vault, [one.path], one.client, one.agent, share)
    return found
