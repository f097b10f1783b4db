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
from app.core.vault import Vault

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
    _rows: list[tuple[Session, Piece]] = field(default_factory=list)
    _files: list[tuple[object, ...]] = field(default_factory=list)
    _waiting: set[tuple[str, str, str]] = field(default_factory=set)
    """The sessions with rows that are not kept yet."""
    _size: int = 0
    _since: float = 0.0

    def add(
        self,
        path: Path,
        client: Format | None,
        agent: str,
        stretches: Sequence[Stretch],
        now: Known,
    ) -> None:
        """A stretch of a file, and how far it was read with that."""
        if not self._waiting and not self._files:
            self._since = time.monotonic()
        for stretch in stretches:
            one = stretch.session
            name = one.agent, one.key, one.helper
            if name in self._waiting:
                self.keep()  # what is new is compared with what is kept
            self._waiting.add(name)
            for piece in pieces.changed(self.vault, path, stretch):
                if self._size > pieces.FULL:
                    self.keep()
                    self._waiting.add(name)
                self._rows.append((one, piece))
                self._size += len(piece.events) + _OF_A_ROW
        position = json.dumps(asdict(now.position)) if now.position else ""
        self._files.append(
            (pieces.place(path), client or "", agent, now.size, now.modified, position)
        )
        self._size += _OF_A_ROW
        if self._size > pieces.FULL or time.monotonic() - self._since > _WAIT:
            self.keep()

    def keep(self) -> None:
        """Write down all that waits."""
        if not self._waiting and not self._files:
            return
        with self.vault.write(None) as write:
            for session, piece in self._rows:
                pieces.put(write, session, piece)
            write.db.executemany(
                "insert or replace into transcript_file values (?, ?, ?, ?, ?, ?, ?, '')",
                [(*file, write.at.isoformat()) for file in self._files],
            )
            sessions.mark(write, {agent for agent, _key, _helper in self._waiting})
            write.touch(Part.LEARNING)
        self._rows, self._files, self._waiting, self._size = [], [], set(), 0


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
