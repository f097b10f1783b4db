"""Writes of agents that wait until a person decides about them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from app.core.agents.caller import Caller
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.vault import Row, Vault, Write
from app.core.words import _

ASKING = timedelta(seconds=45)
"""For so long a person is asked, and the agent waits: clients give a call up after a minute. After
that the request waits in the inbox."""
RUNNING = timedelta(minutes=5)
"""What was allowed and is not done by then was broken off, and can be decided again."""
REFUSING = timedelta(minutes=10)
"""For so long the same thing that was refused is refused without a question."""
KEPT = timedelta(days=1)
"""For so long what was decided about keeps its texts."""
MOST = 5
"""Requests of one client that may be open at once."""


class TooManyRequests(AppError):
    """A client has asked for more than a person has decided about."""

    code = "too-many-requests"


class Decided(AppError):
    """Somebody was faster."""

    code = "already-decided"


class State(StrEnum):
    """A request is open while it is asked or proposed."""

    ASKED = "asked"
    PROPOSED = "proposed"
    """It waits in the inbox."""
    ALLOWED = "allowed"
    """It runs just now."""
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


class Answer(StrEnum):
    """What a person says."""

    ALLOW = "allow"
    REFUSE = "refuse"
    LATER = "later"
    NONE = "none"
    """The client has asked nobody: a window goes on asking, without one it is the same as later."""


@dataclass(frozen=True, slots=True)
class Request:
    """A call as it was made: `said` are its arguments as JSON, which may be long. `base` is the id
    of the version that its skill had then.

    `answer` is the document of a call that is done, as JSON, or a sentence: why it failed, or why
    an open one could not be run when it was allowed.
    """

    id: int
    at: datetime
    caller: Caller
    tool: str
    said: str
    skill: int | None
    base: int | None
    state: State
    answer: str = ""

    @property
    def arguments(self) -> dict[str, Any]:
        return dict(json.loads(self.said))

    @property
    def is_open(self) -> bool:
        return self.state in (State.ASKED, State.PROPOSED)

    @property
    def asks_until(self) -> datetime:
        """When it goes from the card into the inbox."""
        return self.at + ASKING


def ask(
    vault: Vault,
    caller: Caller,
    tool: str,
    arguments: Mapping[str, Any],
    skill: int | None = None,
    base: int | None = None,
    *,
    anybody: bool,
) -> Request:
    """Keep a call until it is decided about; `anybody` if there is somebody to be asked now.

    The same call again is the same request. Raises `TooManyRequests`.
    """
    now = vault.now()
    said = json.dumps(arguments, sort_keys=True, ensure_ascii=False)
    with vault.write(None) as write:
        earlier = write.row(
            f"{_ROWS} where client = ? and tool = ? and arguments = ? and skill is ?"
            " and (state in ('asked', 'proposed', 'allowed') or state = 'refused' and decided > ?)"
            " order by id desc limit 1",
            caller.client,
            tool,
            said,
            skill,
            (now - REFUSING).isoformat(),
        )
        if earlier is not None:
            return _request(vault, earlier)
        ((count,),) = write.rows(
            "select count(*) from agent_request"
            " where state in ('asked', 'proposed') and client = ?",
            caller.client,
        )
        if count >= MOST:
            raise TooManyRequests(
                _("{count} requests of this client wait for a decision already.").format(
                    count=count
                ),
                _("Go on without it; a person decides in the window of Techne."),
            )
        _forget(write, now)
        state = State.ASKED if anybody else State.PROPOSED
        write.db.execute(
            "insert into agent_request"
            " (at, client, agent, session, tool, arguments, skill, base, state)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                now.isoformat(), caller.client, caller.name, caller.session, tool, said, skill,
                base, state,
            ),
        )  # fmt: skip
        number = write.db.last_insert_rowid()
        write.touch(Part.AGENTS)
    return Request(number, now, caller, tool, said, skill, base, state)


def waiting(vault: Vault) -> tuple[Request, ...]:
    """All that a person has to decide about, oldest first."""
    found = vault.rows(
        f"{_ROWS} where state in ('asked', 'proposed') or state = 'allowed' and decided < ?"
        " order by id",
        (vault.now() - RUNNING).isoformat(),
    )
    return tuple(_request(vault, row) for row in found)


def request(vault: Vault, id: int) -> Request:  # noqa: A002
    """Raises `NotFound`."""
    found = vault.row(f"{_ROWS} where id = ?", id)
    if found is None:
        raise NotFound(
            _("There is no request {number}.").format(number=id),
            _("Look at the list of those that wait."),
        )
    return _request(vault, found)


def postpone(vault: Vault, id: int) -> None:  # noqa: A002
    """Nobody decides now: it waits in the inbox."""
    with vault.write(None) as write:
        write.db.execute(
            "update agent_request set state = 'proposed' where id = ? and state = 'asked'", (id,)
        )
        if write.db.changes():
            write.touch(Part.AGENTS)


def lapse(vault: Vault) -> None:
    """Write down which ones nobody is asked about any more, whatever became of who asked."""
    with vault.write(None) as write:
        write.db.execute(
            "update agent_request set state = 'proposed' where state = 'asked' and at <= ?",
            ((vault.now() - ASKING).isoformat(),),
        )
        if write.db.changes():
            write.touch(Part.AGENTS)


def refuse(vault: Vault, id: int) -> Request:  # noqa: A002
    """Raises `Decided` where somebody was faster, `NotFound`."""
    return _decide(vault, id, State.REFUSED)


def take(vault: Vault, id: int) -> Request:  # noqa: A002
    """Allow it; whoever takes it runs it. Raises as `refuse`."""
    return _decide(vault, id, State.ALLOWED)


def finish(
    vault: Vault,
    id: int,  # noqa: A002
    state: State,
    answer: str,
    skill: int | None = None,
) -> None:
    """How one that was taken ended; `State.PROPOSED` puts it back into the inbox.

    `skill` is the one that it made: what is said about a skill goes when that is emptied.
    """
    with vault.write(None) as write:
        write.db.execute(
            "update agent_request set state = ?, answer = ?, skill = coalesce(skill, ?)"
            " where id = ?",
            (state, answer, skill, id),
        )
        write.touch(Part.AGENTS)


def _forget(write: Write, now: datetime) -> None:
    """Keep no texts of what was decided long ago."""
    write.db.execute(
        "update agent_request set arguments = '{}', answer = null"
        " where decided < ? and state in ('done', 'refused', 'failed') and arguments <> '{}'",
        ((now - KEPT).isoformat(),),
    )


def _decide(vault: Vault, id: int, state: State) -> Request:  # noqa: A002
    asked = request(vault, id)
    with vault.write(None) as write:
        now = write.at
        write.db.execute(
            "update agent_request set state = ?, decided = ? where id = ?"
            " and (state in ('asked', 'proposed') or state = 'allowed' and decided < ?)",
            (state, now.isoformat(), id, (now - RUNNING).isoformat()),
        )
        if not write.db.changes():
            raise Decided(_("This is decided already."), _("Nothing was done a second time."))
        write.touch(Part.AGENTS)
    return replace(asked, state=state)


_ROWS = (
    "select id, at, client, agent, session, tool, arguments, skill, base, state,"
    " coalesce(answer, ''), decided from agent_request"
)


def _request(vault: Vault, row: Row) -> Request:
    """As it stands now: time alone moves it on."""
    number, at, client, agent, session, tool, said, skill, base, stored, answer, decided = row
    state, now = State(stored), vault.now()
    asked = datetime.fromisoformat(at)
    is_late = state is State.ASKED and now >= asked + ASKING
    broke_off = state is State.ALLOWED and datetime.fromisoformat(decided) < now - RUNNING
    return Request(
        number, asked, Caller(client, agent, session=session), tool, said, skill, base,
        State.PROPOSED if is_late or broke_off else state, answer,
    )  # fmt: skip
