"""Keeps what was read of files: small ones together, large ones in parts, in few short writes."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from app.core.changes import Part
from app.core.errors import Cancelled
from app.core.learning import pieces, sessions
from app.core.learning.pieces import Piece
from app.core.learning.sessions import Known
from app.core.transcripts.model import Format, Session
from app.core.transcripts.reading import Part as Stretch
from app.core.transcripts.reading import Position
from app.core.vault import Vault, Write

_WAIT = 0.25
"""Seconds after which what was read is kept, however little it is."""
_OF_A_ROW = 1_000
"""Bytes that a row costs beside its events, roughly."""


@dataclass(slots=True)
class Keeper:
    """What waits to be kept, in its order: rows of sessions, and after them how far their file was
    read. Wherever it breaks off, what is missing is read again and comes to the same.
    """

    vault: Vault
    _rows: list[tuple[str, Session, Piece]] = field(default_factory=list)
    """With the file that they are from."""
    _files: list[tuple[object, ...]] = field(default_factory=list)
    _before: dict[str, str] = field(default_factory=dict)
    """How far each of these files was read when the stretch was."""
    _overtaken: set[str] = field(default_factory=set)
    """Files that somebody else goes on with: what they kept is newer than what was read here."""
    _waiting: dict[tuple[str, str, str], tuple[str, int]] = field(default_factory=dict)
    """The sessions with rows that are not kept yet: the file, and their size when these were
    made."""
    _size: int = 0
    _since: float = 0.0

    def add(
        self,
        path: Path,
        client: Format | None,
        agent: str,
        stretches: Sequence[Stretch],
        since: Position | None,
        now: Known,
    ) -> bool:
        """A stretch of a file, from where it was read, and how far it was read with that.

        Returns whether to go on with the file, and not somebody else who reads it too.
        """
        place = pieces.place(path)
        if place in self._before:
            self.keep()
        if not self._before:
            self._since = time.monotonic()
        self._before[place] = _said(since)
        for stretch in stretches:
            one = stretch.session
            name = one.agent, one.key, one.helper
            if name in self._waiting:
                self._keep_so_far(place, since)  # what is new is compared with what is kept
            self._waiting[name] = place, pieces.size(self.vault, *name)
            for piece in pieces.changed(self.vault, path, stretch):
                if self._size > pieces.FULL:
                    self._keep_so_far(place, since)
                    self._waiting[name] = place, pieces.size(self.vault, *name)
                self._rows.append((place, one, piece))
                self._size += len(piece.events) + _OF_A_ROW
        self._files.append(
            (
                place,
                client or "",
                agent,
                now.size,
                now.modified,
                _said(now.position),
                now.edition,
            )
        )
        self._size += _OF_A_ROW
        if self._size > pieces.FULL or time.monotonic() - self._since > _WAIT:
            self.keep()
        return place not in self._overtaken

    def keep(self) -> None:
        """Write down all that waits."""
        if not self._before:
            return
        with self.vault.write(None) as write:
            for place, before in self._before.items():
                if _position(write, place) != before:
                    self._overtaken.add(place)
            for name, (place, size) in self._waiting.items():
                if pieces.size(write, *name) != size:  # from another file of the same session
                    self._overtaken.add(place)
            for place, session, piece in self._rows:
                if place not in self._overtaken:
                    pieces.put(write, session, piece)
            write.db.executemany(
                "insert or replace into transcript_file (path, format, agent, size, modified,"
                " position, edition, at, trouble) values (?, ?, ?, ?, ?, ?, ?, ?, '')",
                [
                    (*file, write.at.isoformat())
                    for file in self._files
                    if file[0] not in self._overtaken
                ],
            )
            sessions.mark(write, {agent for agent, _key, _helper in self._waiting})
            write.touch(Part.LEARNING)
        self._rows, self._files, self._before = [], [], {}
        self._waiting, self._size = {}, 0

    def _keep_so_far(self, place: str, since: Position | None) -> None:
        """Of the file that is just added, only rows."""
        self.keep()
        self._before[place] = _said(since)


def _said(position: Position | None) -> str:
    return json.dumps(asdict(position)) if position else ""


def _position(write: Write, place: str) -> str:
    row = write.row("select position from transcript_file where path = ?", place)
    return str(row[0]) if row else ""


@contextmanager
def keeping(vault: Vault) -> Iterator[Keeper]:
    """Keep all that is added inside, also where the work is cancelled."""
    keeper = Keeper(vault)
    try:
        yield keeper
    except Cancelled:
        keeper.keep()
        raise
    keeper.keep()
