"""Reads the sessions in a file, and later what was added to it, a stretch at a time.

A stretch bounds the memory, lets the caller stop between two, and is all there is to resume:
`Position` is where the next one begins. Rows whose calls have no result yet are read again.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol

from app.core.errors import AppError
from app.core.store.foreign import ForeignDatabase, UnreadableDatabase, opened
from app.core.transcripts import claude, codex, gemini, opencode
from app.core.transcripts.building import Building, items, members, text_of
from app.core.transcripts.claude import ClaudeReader
from app.core.transcripts.codex import CodexReader
from app.core.transcripts.detecting import Head, head
from app.core.transcripts.gemini import GeminiReader
from app.core.transcripts.generic import GenericReader
from app.core.transcripts.model import Format, Result, Session
from app.core.transcripts.rows import BROKEN, LONGEST, decode, rows
from app.core.transcripts.shapes import KEY
from app.core.words import _

EDITION = 3
"""Goes up where the same file is read otherwise: what an older edition read is read again."""
STRETCH = 32 * 1024 * 1024
"""Bytes that are read at once."""
_CHECKED = 4_096
_LOOKED_AT = 100
"""Rows of a stretch that are looked at in any case: there, what no version has is noticed."""
_WAITED_FOR = 2_000
"""Rows after a call without a result until it is taken to get none."""


class NotATranscript(AppError):
    """The file is no session of a client we know."""

    code = "not-a-transcript"


@dataclass(frozen=True, slots=True)
class Position:
    """Where reading stopped: a byte, the rows before it, and a check of what comes before it.

    In a database these are when a session was last changed, none, and the session.
    """

    offset: int
    rows: int
    check: str


@dataclass(frozen=True, slots=True)
class Part:
    """Events of a session that take the place of all it had after row `after`.

    Which session it is, `key` and `helper` say together. `late` are results of calls of earlier
    parts, by their ids.
    """

    session: Session
    after: int = 0
    late: Mapping[str, Result] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a file; `more` says whether there is another one already."""

    parts: tuple[Part, ...]
    position: Position
    more: bool
    unknown: Mapping[str, int]
    """Kinds of rows and parts that were passed over because no version has them."""
    broken: int
    """Rows that are no JSON or too long."""


class _Reader(Protocol):
    def row(self, number: int, value: object) -> None: ...


def read(
    path: Path,
    *,
    client: Format | None = None,
    agent: str = "",
    since: Position | None = None,
    key: bytes = KEY,
) -> Reading:
    """Read what there is after `since`; the whole again where the file was written anew.

    `client` is found out where it is not given, `agent` is its name where no other is given, and
    `key` is that of the digests of values. Raises `NotATranscript` and `OSError`.
    """
    with path.open("rb") as file:
        about = head(path, file, client)
        if about is None or (about.format is Format.OPENCODE and not _is_opencode(path)):
            raise _no_transcript(path.name)
        if about.format is Format.OPENCODE:
            return _database(path, agent or about.format.value, since, key)
        return _rows_of(file, about, agent, since, key)


def read_data(
    data: bytes,
    name: str,
    *,
    client: Format | None = None,
    agent: str = "",
    since: Position | None = None,
    key: bytes = KEY,
) -> Reading:
    """As `read`, of what would be in a file of that name."""
    file = BytesIO(data)
    about = head(Path(name), file, client)
    if about is None or about.format is Format.OPENCODE:
        raise _no_transcript(name)
    return _rows_of(file, about, agent, since, key)


def _rows_of(
    file: BinaryIO, about: Head, agent: str, since: Position | None, key: bytes
) -> Reading:
    stretch = _Stretch(about, agent or about.format.value, key)
    if about.document:
        return stretch.document(file)
    return stretch.rows(file, since if since and _is_the_same(file, since) else None)


def _no_transcript(name: str) -> NotATranscript:
    return NotATranscript(
        _("“{name}” is not a session of an agent.").format(name=name),
        _("Name the format, or take a file as the client wrote it."),
    )


class _Stretch:
    """One stretch of a file as it is read."""

    def __init__(self, about: Head, agent: str, key: bytes) -> None:
        self._about = about
        self._agent = agent
        self._key = key
        self._built: dict[str, tuple[Building, _Reader]] = {}
        self._broken = 0

    def rows(self, file: BinaryIO, since: Position | None) -> Reading:
        """Rows from a position on, to the end of the last one that is complete."""
        start, before = (since.offset, since.rows) if since else (0, 0)
        matters = _MAY_MATTER.get(self._about.format)
        ends: list[int] = []
        more = False
        for row in rows(file, start, before):
            if row.ended:
                ends.append(row.end)
            if not row.data:
                self._broken += 1
            elif matters is None or row.number <= before + _LOOKED_AT or matters(row.data):
                self._row(row.number, row.data, row.ended)
            if row.end - start >= STRETCH and row.ended:
                more = True
                break
        settled = self._settled(before, len(ends))
        if more and settled < len(ends) // 2:
            # not over and over; a result in the next stretch finds its call as a late one
            settled = len(ends)
        offset = ends[settled - 1] if settled else start
        position = Position(offset, before + settled, _check(file, offset))
        return self._reading(position, before, more)

    def document(self, file: BinaryIO) -> Reading:
        """The messages of a file that is one JSON value, always from the beginning."""
        file.seek(0)
        data = file.read(LONGEST + 1)
        value = decode(data) if len(data) <= LONGEST else BROKEN
        whole = members(value)
        self._broken += value is BROKEN
        _building, reader = self._of(self._about.key)
        messages = items(whole["messages"]) if "messages" in whole else [whole] * bool(whole)
        for number, message in enumerate(messages, 1):
            reader.row(number, message)
        return self._reading(Position(0, 0, ""), 0, False)

    def _row(self, number: int, data: bytes, ended: bool) -> None:
        value = decode(data)
        if not isinstance(value, dict):
            # the end of a row that is just being written is no fault of the file
            self._broken += ended and bool(data.strip())
            return
        key = self._about.key
        if self._about.format is Format.GENERIC:
            key = text_of(value.get("session")) or key
        self._of(key)[1].row(number, value)

    def _of(self, key: str) -> tuple[Building, _Reader]:
        if key not in self._built:
            building = Building(self._key)
            self._built[key] = building, _READERS[self._about.format](building, self._about.helper)
        return self._built[key]

    def _settled(self, before: int, count: int) -> int:
        """How many of the rows need not be read again: those before the first open call."""
        young = before + max(0, count - _WAITED_FOR)
        firsts = [building.first_open(young) for building, _reader in self._built.values()]
        return min([count, *(row - before - 1 for row in firsts if row is not None)])

    def _reading(self, position: Position, after: int, more: bool) -> Reading:
        unknown: Counter[str] = Counter()
        parts: list[Part] = []
        for key, (building, _reader) in self._built.items():
            unknown += building.unknown
            events = building.events
            if more:
                # what comes again in the next stretch need not be there twice
                events = [event for event in events if event.row <= position.rows]
            session = Session(
                key,
                self._about.format,
                self._agent,
                building.started,
                tuple(events),
                self._about.helper,
            )
            parts.append(Part(session, after, building.late))
        return Reading(tuple(parts), position, more, unknown, self._broken)


def _is_opencode(path: Path) -> bool:
    try:
        return opencode.is_ours(path)
    except UnreadableDatabase:
        return False


def _database(path: Path, agent: str, since: Position | None, key: bytes) -> Reading:
    """The sessions of a database that were changed since; each is read as a whole."""
    at = since or Position(0, 0, "")
    parts: list[Part] = []
    unknown: Counter[str] = Counter()
    size = broken = 0
    with opened(path) as db:
        for session in opencode.sessions_after(db, at.offset, at.check):
            if size >= STRETCH:
                return Reading(tuple(parts), at, True, unknown, broken)
            building = Building(key)
            its_size, its_broken = opencode.read_session(db, session, building)
            size, broken = size + its_size, broken + its_broken
            unknown += building.unknown
            parts.append(Part(_stored(db, session, building, agent)))
            at = Position(session.updated, 0, session.id)
    return Reading(tuple(parts), at, False, unknown, broken)


def _stored(
    db: ForeignDatabase, session: opencode.Stored, building: Building, agent: str
) -> Session:
    helper = session.id if session.parent else ""
    events = tuple(building.events)
    key = opencode.root(db, session)
    return Session(key, Format.OPENCODE, agent, building.started, events, helper)


def _is_the_same(file: BinaryIO, since: Position) -> bool:
    """Whether what was read is still the beginning of the file."""
    return _check(file, since.offset) == since.check


def _check(file: BinaryIO, offset: int) -> str:
    """A digest of the bytes before an offset; what is written there is never changed, only gone."""
    start = max(0, offset - _CHECKED)
    file.seek(start)
    return blake2b(file.read(offset - start), digest_size=16).hexdigest()


_MAY_MATTER: Mapping[Format, Callable[[bytes], bool]] = {
    Format.CLAUDE: claude.may_matter,
    Format.CODEX: codex.may_matter,
    Format.GEMINI: gemini.may_matter,
}
_READERS: Mapping[Format, Callable[[Building, str], _Reader]] = {
    Format.CLAUDE: lambda building, _helper: ClaudeReader(building),
    Format.CODEX: CodexReader,
    Format.GEMINI: GeminiReader,
    Format.GENERIC: lambda building, _helper: GenericReader(building),
}
