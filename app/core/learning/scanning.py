"""Reads the sessions in files and folders, as far as that was not done before."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.learning import sessions
from app.core.learning.keeping import Keeper, keeping
from app.core.learning.pieces import place
from app.core.learning.sessions import Known
from app.core.progress import SILENT, Progress, Share, checkpoint
from app.core.store.foreign import UnreadableDatabase
from app.core.transcripts.finding import session_files, state
from app.core.transcripts.model import Format
from app.core.transcripts.reading import (
    EDITION,
    NotATranscript,
    Position,
    Reading,
    read,
    read_data,
)
from app.core.vault import Vault
from app.core.words import _, ngettext


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
    paths: Sequence[Path],
    client: Format | None = None,
    agent: str = "",
    progress: Progress = SILENT,
) -> Scanned:
    """Read what is new in these files, and in those of these folders; a job.

    It stops anywhere and goes on there the next time. A file or folder that cannot be read is told
    and passed over.
    """
    found = Scanned()
    unread: list[str] = []

    def tell(path: Path, why: OSError) -> None:
        unread.append(_unread(path, why))

    count = _count(paths, progress)
    with keeping(vault) as keeper:
        scanner = _Scanner(vault, keeper, sessions.key(vault), client, agent)
        for number, path in enumerate(session_files(paths, tell)):
            checkpoint(progress)
            share = Share(progress, number / count, (number + 1) / count)
            if number % _EVERY == 0:
                share.report(0.0, place(path.name))
            try:
                found += scanner.file(path, share)
            except NotATranscript:
                found += Scanned(other=1)
            except UnreadableDatabase:
                said = _("The database {path} cannot be read.").format(path=place(path))
                found += Scanned(troubles=(said,))
            except (OSError, RuntimeError) as error:  # of a link that leads in a circle
                found += Scanned(troubles=(_unread(path, error),))
    return found + Scanned(troubles=tuple(unread))


_EVERY = 50
"""Files after which it is said how far it is."""


def _unread(path: Path, why: OSError | RuntimeError) -> str:
    if isinstance(why, FileNotFoundError | NotADirectoryError):
        return _("{path} does not exist.").format(path=place(path))
    said = getattr(why, "strerror", None) or why
    return _("{path} cannot be read: {why}").format(path=place(path), why=said)


def _count(paths: Sequence[Path], progress: Progress) -> int:
    """How many files there are to look at, at least one."""
    count = 0
    for _path in session_files(paths):
        count += 1
        if count % 1_000 == 0:
            checkpoint(progress)
            said = ngettext("{count} file", "{count} files", count)
            progress.report(0.0, said.format(count=count))
    return max(1, count)


def receive(vault: Vault, data: bytes, client: Format | None = None, agent: str = "") -> Scanned:
    """Read sessions that a program hands over; the same of an agent again is read once.

    Raises `NotATranscript`.
    """
    digest = hashlib.sha256(agent.encode() + b"\0" + data).hexdigest()
    name = f"received-{digest[:32]}.jsonl"
    before = sessions.known(vault, Path(name))
    if before is not None and before.edition == EDITION:
        return Scanned(unchanged=1)
    secret = sessions.key(vault)

    def stretch(since: Position | None) -> Reading:
        return read_data(data, name, client=client, agent=agent, since=since, key=secret)

    with keeping(vault) as keeper:
        scanner = _Scanner(vault, keeper, secret, client, agent)
        return scanner.read(Path(name), stretch, before, Known(len(data), 0.0, None), SILENT)


@dataclass(frozen=True, slots=True)
class _Scanner:
    """Reads files of a client, or of any where `client` is None."""

    vault: Vault
    keeper: Keeper
    key: bytes
    client: Format | None
    agent: str

    def file(self, path: Path, progress: Progress) -> Scanned:
        """What is new in a file. Raises `NotATranscript`, `UnreadableDatabase` and `OSError`."""
        path = path.resolve()
        size, modified = state(path)
        before = sessions.known(self.vault, path)
        end = Known(size, modified, None)
        if before is not None and replace(before, position=None) == end:
            return Scanned(unchanged=1)

        def stretch(since: Position | None) -> Reading:
            return read(path, client=self.client, agent=self.agent, since=since, key=self.key)

        return self.read(path, stretch, before, end, progress)

    def read(
        self,
        path: Path,
        stretch: Callable[[Position | None], Reading],
        before: Known | None,
        end: Known,
        progress: Progress,
    ) -> Scanned:
        """Read stretch by stretch from where it was read `before`, and keep each; at its end it is
        as `end`. A file that an older edition read is read from its beginning.
        """
        kept = before.position if before is not None else None
        since = kept if before is not None and before.edition == EDITION else None
        found, more = Scanned(read=1), True
        while more:
            checkpoint(progress)
            reading = stretch(since)
            since, more = reading.position, reading.more
            # Only at its end is a file as it was when it was looked at.
            now = Known(-1, 0.0, since) if more else replace(end, position=since)
            more &= self.keeper.add(path, self.client, self.agent, reading.parts, kept, now)
            kept = since
            agents = frozenset(part.session.agent for part in reading.parts)
            unknown = sum(reading.unknown.values())
            found += Scanned(broken=reading.broken, unknown=unknown, agents=agents)
            if more:
                progress.report(since.offset / max(end.size, 1), place(path.name))
        return found
