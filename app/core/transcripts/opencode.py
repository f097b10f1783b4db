"""Sessions of OpenCode: parts of messages in the tables of its database."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from app.core.store.foreign import ForeignDatabase, opened
from app.core.transcripts.building import Building, Outcome, members, moment, text_of
from app.core.transcripts.model import Result
from app.core.transcripts.rows import LONGEST, decode
from app.core.transcripts.tools import is_known

_TABLES = ("session", "message", "part")
_PARTS = frozenset(
    [
        *("text", "reasoning", "file", "tool", "step-start", "step-finish", "snapshot", "patch"),
        *("agent", "subtask", "retry", "compaction"),
    ]
)
_REFUSED = ("user rejected", "the user has specified a rule", "aborted", "permission denied")


class Stored(NamedTuple):
    """A session in the database; `parent` is the one that sent this one, if another did."""

    id: str
    parent: str
    updated: int


def is_ours(path: Path) -> bool:
    """Whether a database is one of OpenCode. Raises `UnreadableDatabase`."""
    with opened(path) as db:
        return db.has_tables(_TABLES)


def sessions_after(db: ForeignDatabase, updated: int, session: str) -> Iterator[Stored]:
    """Sessions in the order they were last changed, those after this one."""
    rows = db.rows(
        "select id, ifnull(parent_id, ''), time_updated from session"
        " where (time_updated, id) > (?, ?) order by time_updated, id",
        (updated, session),
    )
    for own, parent, changed in list(rows):
        yield Stored(str(own), str(parent), changed if isinstance(changed, int) else 0)


def root(db: ForeignDatabase, session: Stored) -> str:
    """The session that all others were sent by."""
    own, parent = session.id, session.parent
    for _generation in range(16):
        if not parent:
            break
        own = parent
        found = next(iter(db.rows("select parent_id from session where id = ?", (own,))), (None,))
        parent = text_of(found[0])
    return own


def read_session(db: ForeignDatabase, session: Stored, building: Building) -> tuple[int, int]:
    """Read the parts of a session: their bytes, and how many are broken or too long."""
    size = broken = 0
    rows = db.rows(
        "select part.id, part.message_id, part.time_created,"
        " case when length(part.data) <= ? then part.data end,"
        " json_extract(case when json_valid(message.data) then message.data end, '$.role')"
        " from part join message on message.id = part.message_id where part.session_id = ?"
        " order by message.time_created, message.id, part.id",
        (LONGEST, session.id),
    )
    reader = _Parts(building, session.id if session.parent else "")
    for number, (part, message, created, data, role) in enumerate(rows, 1):
        text = text_of(data)
        value = decode(text.encode("utf-8", "surrogatepass"))
        size += len(text)
        if not isinstance(value, dict):
            broken += 1
            continue
        reader.part(number, value, str(part), created, str(message), text_of(role))
    return size, broken


class _Parts:
    def __init__(self, building: Building, helper: str) -> None:
        self._building = building
        self._helper = helper
        self._message = ""
        self._together = 0

    def part(
        self,
        number: int,
        value: dict[str, object],
        part: str,
        created: object,
        message: str,
        role: str,
    ) -> None:
        if message != self._message:
            self._message, self._together = message, number
        kind = text_of(value.get("type"))
        if kind not in _PARTS:
            self._building.unknown[f"part {kind}"[:60]] += 1
        elif kind == "tool":
            self._call(number, value)
        elif kind == "text" and role == "user" and not (self._helper or value.get("synthetic")):
            text = _without_quotes(value)
            self._building.said(text, row=number, at=moment(created), own_id=part)

    def _call(self, number: int, value: dict[str, object]) -> None:
        state = members(value.get("state"))
        tool, call = text_of(value.get("tool")), text_of(value.get("callID"))
        # a server's tools are its name, an underscore and theirs
        server, underscore, own = tool.partition("_")
        served = bool(underscore and server and own) and not is_known(tool)
        self._building.call(
            call,
            own if served else tool,
            state.get("input"),
            row=number,
            at=moment(members(state.get("time")).get("start")),
            together=self._together,
            helper=self._helper,
            server=server if served else "",
        )
        self._building.result(call, _how(state))


def _without_quotes(value: dict[str, object]) -> str:
    """What was given on the command line comes in quotes."""
    text = text_of(value.get("text"))
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _how(state: dict[str, object]) -> Outcome:
    match state.get("status"):
        case "completed":
            code = members(state.get("metadata")).get("exit")
            return code if isinstance(code, int) else Result.DONE
        case "error":
            wrong = text_of(state.get("error"))[:400].lower()
            return Result.REFUSED if any(words in wrong for words in _REFUSED) else Result.FAILED
    return Result.UNKNOWN
