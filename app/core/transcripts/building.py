"""A session as it is put together row by row: results find their calls, copies of rows are seen."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from app.core.transcripts.model import Call, Event, Result, Said, SkillRead
from app.core.transcripts.naming import names
from app.core.transcripts.tools import Use, uses
from app.core.transcripts.words import written

_SEARCHES = names("rg grep egrep fgrep zgrep ag ack diff cmp pgrep")
"""Commands that end with status 1 where there is nothing to be found, which is no failure."""

_YEARS = range(1971, 9999)
_SECONDS = 100_000_000_000
"""Above this, a number is of milliseconds."""
_HALF = re.compile("[\ud800-\udfff]")

Outcome = Result | int
"""How a call ended, or the status a command ended with."""


@dataclass(slots=True)
class _Asked:
    """A call whose result has not come; `first` and `count` say where its events are."""

    first: int
    count: int
    row: int


@dataclass(slots=True)
class Building:
    """The events so far, and what is still open."""

    key: bytes
    """Of the digests of values."""
    events: list[Event] = field(default_factory=list)
    started: datetime | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    """Kinds of rows and parts that no version known here has, and how often."""
    _open: dict[str, _Asked] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _early: dict[str, Result] = field(default_factory=dict)
    _skills: dict[int, Use] = field(default_factory=dict)
    """Where the body of a skill was asked for, and how the call would be told."""

    def is_new(self, row_id: str) -> bool:
        """Whether a row or message of this id was not there before; always, for none."""
        if not row_id:
            return True
        if row_id in self._seen:
            return False
        self._seen.add(row_id)
        return True

    def call(
        self,
        call_id: str,
        name: str,
        parameters: object,
        *,
        row: int,
        at: datetime | None,
        together: int,
        helper: str = "",
        server: str = "",
    ) -> None:
        """A call that the agent made; one of an call_id that was there before is a copy."""
        if call_id and not self.is_new(f"call {call_id}"):
            return
        given: Mapping[str, object] = parameters if isinstance(parameters, dict) else {}
        found = uses(name, given, self.key, server)
        first = len(self.events)
        for number, use in enumerate(found):
            own_id = call_id if number == 0 else f"{call_id}/{number + 1}"
            if use.skill:
                self._skills[len(self.events)] = use
                self.events.append(SkillRead(use.skill, at, row, own_id, helper))
            else:
                self.events.append(_call(own_id, use, row, at, together, helper))
        self._starts(at)
        if call_id:
            self._open[call_id] = _Asked(first, len(found), row)
            if call_id in self._early:
                self.result(call_id, self._early.pop(call_id))

    def result(self, call_id: str, outcome: Outcome) -> None:
        """How a call ended. Of several commands that failed, nobody knows which; the last is it."""
        asked = self._open.get(call_id)
        result = outcome if isinstance(outcome, Result) else self._by_status(asked, outcome)
        if asked is None:
            if f"call {call_id}" not in self._seen:
                self._early[call_id] = result
            return
        if result is Result.UNKNOWN:
            return
        del self._open[call_id]
        last = asked.first + asked.count - 1
        for at in range(asked.first, last + 1):
            own = result if result is not Result.FAILED or at == last else Result.UNKNOWN
            self._ended(at, own)

    def said(self, text: str, *, row: int, at: datetime | None, own_id: str = "") -> None:
        """What the person wrote, if there is anything of theirs in it."""
        words = text_of(written(text))
        if words and self.is_new(own_id):
            self.events.append(Said(words, at, row, own_id))
            self._starts(at)

    def skill(self, name: str, *, row: int, at: datetime | None, own_id: str = "") -> None:
        """The client gave the agent the body of a skill."""
        if self.is_new(own_id):
            self.events.append(SkillRead(name, at, row, own_id))
            self._starts(at)

    def first_open(self, after: int) -> int | None:
        """The earliest row after this one with a call that has no result."""
        return next((asked.row for asked in self._open.values() if asked.row > after), None)

    @property
    def late(self) -> dict[str, Result]:
        """Results of calls that are not among these events."""
        return self._early

    def _by_status(self, asked: _Asked | None, status: int) -> Result:
        last = self.events[asked.first + asked.count - 1] if asked else None
        tool = last.tool if isinstance(last, Call) else ""
        found_nothing = status == 1 and tool.removeprefix("shell ") in _SEARCHES
        return Result.DONE if status == 0 or found_nothing else Result.FAILED

    def _ended(self, at: int, result: Result) -> None:
        event = self.events[at]
        use = self._skills.pop(at, None)
        if isinstance(event, Call):
            self.events[at] = replace(event, result=result)
        elif isinstance(event, SkillRead) and use is not None and result is not Result.DONE:
            failed = _call(event.id, use, event.row, event.at, event.row, event.helper)
            self.events[at] = replace(failed, result=result)

    def _starts(self, at: datetime | None) -> None:
        if at is not None and (self.started is None or at < self.started):
            self.started = at


def _call(own_id: str, use: Use, row: int, at: datetime | None, together: int, helper: str) -> Call:
    return Call(
        id=own_id,
        tool=use.tool,
        shape=use.shape.kinds,
        at=at,
        row=row,
        together=together,
        helper=helper,
        values=use.shape.digests,
    )


def moment(value: object) -> datetime | None:
    """A time as clients write it: ISO with a zone, or milliseconds or seconds since 1970.

    One that no clock can have been set to is none.
    """
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            at = at if at.tzinfo else at.replace(tzinfo=UTC)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value / 1000 if value > _SECONDS else value, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return at if at.year in _YEARS else None


def text_of(value: object) -> str:
    """A member that should be a text; halves of characters, as cutting leaves them, replaced."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else _HALF.sub("\ufffd", value)


def members(value: object) -> dict[str, object]:
    """A member that should be an object."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[dict[str, object]]:
    """A member that should be a list of objects; what is none is left off."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
