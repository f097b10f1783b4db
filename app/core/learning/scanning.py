"""Reads the sessions in files and folders, as far as that was not done before."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.learning import sessions
from app.core.learning.sessions import Known
from app.core.progress import SILENT, Progress, checkpoint
from app.core.store.foreign import UnreadableDatabase
from app.core.transcripts.finding import session_files, state
from app.core.transcripts.model import Format
from app.core.transcripts.reading import NotATranscript, Position, Reading, read, read_data
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan came to: files that were read, had not changed, or were no sessions.

    `broken` rows could not be read, `unknown` are kinds of rows that were passed over. `agents` are
    those who have new sessions.
    """

    read: int = 0
    unchanged: int = 0
    other: int = 0
    broken: int = 0
    unknown: int = 0
    troubles: tuple[str, ...] = ()
    agents: frozenset[str] = frozenset()

    def __add__(self, more: "Scanned") -> "Scanned":
        return Scanned(
            self.read + more.read, self.unchanged + more.unchanged, self.other + more.other,
            self.broken + more.broken, self.unknown + more.unknown,
            (*self.troubles, *more.troubles), self.agents | more.agents,
        )  # fmt: skip


def scan(
    vault: Vault,
    paths: Iterable[Path],
    client: Format | None = None,
    agent: str = "",
    progress: Progress = SILENT,
) -> Scanned:
    """Read what is new in these files, and in those of these folders; a job.

    It stops anywhere and goes on there the next time. A file that cannot be read is told and
    passed over.
    """
    secret = sessions.key(vault)
    found = Scanned()
    for path in session_files(paths):
        checkpoint(progress)
        try:
            found += _scan_file(vault, path.resolve(), client, agent, secret, progress)
        except NotATranscript:
            found += Scanned(other=1)
        except UnreadableDatabase as error:
            found += Scanned(troubles=(str(error),))
        except OSError as error:
            why = error.strerror or error
            said = _("{name} cannot be read: {why}").format(name=path.name, why=why)
            found += Scanned(troubles=(said,))
    return found


def receive(vault: Vault, data: bytes, client: Format | None = None, agent: str = "") -> Scanned:
    """Read sessions that a program hands over; the same of an agent again is read once.

    Raises `NotATranscript`.
    """
    digest = hashlib.sha256(agent.encode() + b"\0" + data).hexdigest()
    name = f"received-{digest[:32]}.jsonl"
    if sessions.known(vault, Path(name)) is not None:
        return Scanned(unchanged=1)
    secret = sessions.key(vault)

    def stretch(since: Position | None) -> Reading:
        return read_data(data, name, client=client, agent=agent, since=since, key=secret)

    return _read_on(vault, Path(name), client, agent, stretch, Known(len(data), 0.0, None, ""))


def _scan_file(
    vault: Vault, path: Path, client: Format | None, agent: str, secret: bytes, progress: Progress
) -> Scanned:
    size, modified = state(path)
    before = sessions.known(vault, path)
    if before is not None and (before.size, before.modified) == (size, modified):
        return Scanned(unchanged=1)

    def stretch(since: Position | None) -> Reading:
        return read(path, client=client, agent=agent, since=since, key=secret)

    since = before.position if before is not None else None
    end = Known(size, modified, since, "")
    return _read_on(vault, path, client, agent, stretch, end, progress)


def _read_on(
    vault: Vault,
    path: Path,
    client: Format | None,
    agent: str,
    stretch: Callable[[Position | None], Reading],
    end: Known,
    progress: Progress = SILENT,
) -> Scanned:
    """Read stretch by stretch, from where `end` says, and keep each; at its end it is as `end`."""
    found, since, more = Scanned(read=1), end.position, True
    while more:
        checkpoint(progress)
        reading = stretch(since)
        since, more = reading.position, reading.more
        # Only at its end is a file as it was when it was looked at.
        now = Known(-1, 0.0, since, "") if more else replace(end, position=since)
        changed = sessions.keep(vault, path, client, agent, reading.parts, now)
        unknown = sum(reading.unknown.values())
        found += Scanned(broken=reading.broken, unknown=unknown, agents=changed)
    return found
