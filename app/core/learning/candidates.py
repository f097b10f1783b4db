"""Procedures that agents repeat, proposed as skills: the list of them, and what is decided."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import form_drafts, undo_rows
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault, Write
from app.core.words import _


class AlreadyDecided(AppError):
    """A candidate that was promoted or dismissed before."""

    code = "candidate-decided"


class NotDismissed(AppError):
    """A candidate that is open or was promoted, so that there is nothing to reopen."""

    code = "candidate-not-dismissed"


class CandidateStatus(StrEnum):
    """What became of a candidate (seed 002, A)."""

    CANDIDATE = "candidate"
    PROMOTED = "promoted"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Call:
    """A step as a call: the tool, with the command word for one of a shell, and its parameters.

    How often it was left out, came before the call that it follows, and was made more than once.
    """

    tool: str
    parameters: tuple[str, ...] = ()
    left_out: int = 0
    swapped: int = 0
    repeated: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposal. `evolves` is the skill that it would change, None where that is gone, and `base`
    the version of it from which the draft was made; `made` is the skill that it became.
    """

    id: int
    agent: str
    name: str
    description: str
    calls: tuple[Call, ...]
    text: str
    status: CandidateStatus
    edited: bool
    evolves: int | None
    base: int | None
    made: int | None
    sessions: int
    occurrences: int
    confidence: float
    first: datetime | None
    last: datetime | None
    created: datetime

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(call.tool for call in self.calls)

    @property
    def title(self) -> str:
        """What its draft is called, which a person may have named otherwise."""
        return parse(self.text).title or self.name


class Decided(NamedTuple):
    """What became of the candidates that were decided about; changes of skills count apart."""

    promoted: int = 0
    accepted: int = 0
    dismissed: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where it was done: the rows of a session, never what is in them."""

    session: str
    first_row: int
    last_row: int
    started: datetime | None
    ended: datetime | None


def candidates(
    vault: Vault, *, status: CandidateStatus | None = None, agent: str | None = None
) -> tuple[Candidate, ...]:
    """The surest first."""
    return those(
        vault,
        "(?1 is null or status = ?1) and (?2 is null or agent = ?2) order by confidence desc, id",
        status,
        agent,
    )


def those(reader: Vault | Write, where: str, *values: object) -> tuple[Candidate, ...]:
    """Those for which a condition on `skill_candidate` holds."""
    return tuple(map(_candidate, reader.rows(f"{_ROWS} where {where}", *values)))


def candidate(reader: Vault | Write, number: int) -> Candidate:
    """Raises `NotFound`."""
    found = those(reader, "id = ?", number)
    if not found:
        raise NotFound(
            _("There is no candidate {number}.").format(number=number),
            _("Look at the list of candidates."),
        )
    return found[0]


def decided(vault: Vault) -> Decided:
    """How many were decided about, and how."""
    ((promoted, accepted, dismissed),) = vault.rows(
        "select count(*) filter (where status = ?1 and evolves is null),"
        " count(*) filter (where status = ?1 and evolves is not null),"
        " count(*) filter (where status = ?2) from skill_candidate",
        CandidateStatus.PROMOTED,
        CandidateStatus.DISMISSED,
    )
    return Decided(promoted, accepted, dismissed)


def places(vault: Vault, number: int) -> tuple[Place, ...]:
    """Where a candidate was done, the newest first."""
    found = vault.rows(
        "select session, first_row, last_row, started, ended from candidate_place"
        " where candidate = ? order by started desc, session",
        number,
    )
    return tuple(
        Place(session, first, last, _time(started), _time(ended))
        for session, first, last, started, ended in found
    )


def sessions_behind(vault: Vault, skill: int) -> frozenset[str]:
    """The keys of the sessions in which was done what became this skill, or a change of it."""
    found = vault.rows(
        "select distinct p.session from candidate_place p join skill_candidate c"
        " on c.id = p.candidate where c.made = ? and c.status = ?",
        skill,
        CandidateStatus.PROMOTED,
    )
    return frozenset(session for (session,) in found)


def form(number: int) -> str:
    """The form in which its draft is written."""
    return f"candidate {number}"


def is_begun(vault: Vault, number: int) -> bool:
    """Whether somebody has written in its draft, and neither saved nor discarded that."""
    return bool(form_drafts.drafts(vault, form(number)))


def edit(vault: Vault, number: int, text: str) -> None:
    """Write the draft of a candidate anew. Raises `NotFound`, `AlreadyDecided`."""
    with vault.write(None) as write:
        open_one(write, number)
        put_text(write, number, text)


def put_text(write: Write, number: int, text: str) -> None:
    """A draft that a person wrote: what is found later does not change it."""
    write.db.execute("update skill_candidate set text = ?, edited = 1 where id = ?", (text, number))
    write.touch(Part.LEARNING)


def dismiss(vault: Vault, number: int, *, actor: Actor = USER) -> Candidate:
    """Never propose it again until somebody reopens it. Raises `NotFound`, `AlreadyDecided`."""
    with vault.write(_("Dismiss candidate"), actor) as write:
        open_one(write, number)
        decide(write, number, CandidateStatus.DISMISSED)
        return candidate(write, number)


def reopen(vault: Vault, number: int, *, actor: Actor = USER) -> Candidate:
    """Propose a dismissed one again, and leave it to a person what becomes of it.

    Raises `NotFound`, `NotDismissed`.
    """
    with vault.write(_("Reopen candidate"), actor) as write:
        found = candidate(write, number)
        if found.status is not CandidateStatus.DISMISSED:
            raise NotDismissed(
                _("“{name}” was not dismissed.").format(name=found.title),
                _("Look at the list of candidates for those that were."),
            )
        decide(write, number, CandidateStatus.CANDIDATE)
        return candidate(write, number)


def undecided(vault: Vault) -> tuple[int, ...]:
    """The open ones in which no person had a part: nobody has decided about them, not even to undo
    it, nor edited them, nor written in the skill that they would change.
    """
    found = vault.rows(
        "select c.id from skill_candidate c where c.status = ? and c.decided is null"
        " and not c.edited and (c.evolves is null or exists (select 1 from skill_sequence q"
        " join skill s on s.id = q.skill and s.current is not null"
        " join version made on made.id = q.version join version now on now.id = c.base"
        " where q.skill = c.evolves and now.text is made.text)) order by c.id",
        CandidateStatus.CANDIDATE,
    )
    return tuple(number for (number,) in found)


def untouched(vault: Vault) -> tuple[Candidate, ...]:
    """The open ones that nobody has decided about, edited, or begun to edit."""
    where = "status = ? and decided is null and not edited order by id"
    rows = those(vault, where, CandidateStatus.CANDIDATE)
    return tuple(one for one in rows if not is_begun(vault, one.id))


def of_gone_skills(vault: Vault) -> frozenset[int]:
    """The open ones that would have changed a skill that is in the library no more."""
    found = vault.rows(
        "select c.id from skill_candidate c join skill s on s.id = c.evolves"
        " where c.status = ? and s.current is null",
        CandidateStatus.CANDIDATE,
    )
    return frozenset(number for (number,) in found)


def withdraw(write: Write, numbers: Iterable[int]) -> None:
    """Have these no more, as if they had never been found."""
    rows = [(number,) for number in numbers]
    write.db.executemany("delete from candidate_place where candidate = ?", rows)
    write.db.executemany("delete from skill_candidate where id = ?", rows)
    write.touch(Part.LEARNING)


def open_one(write: Write, number: int) -> Candidate:
    """A candidate that nobody has decided about; raises `NotFound`, `AlreadyDecided`."""
    found = candidate(write, number)
    if found.status is not CandidateStatus.CANDIDATE:
        raise AlreadyDecided(
            _("“{name}” was decided about before.").format(name=found.title),
            _("Look at the list of candidates for those that are open."),
        )
    return found


def stand_alone(write: Write, number: int) -> None:
    """Have it change no skill: the one that it would have changed is gone."""
    write.db.execute(
        "update skill_candidate set evolves = null, base = null where id = ?", (number,)
    )
    write.touch(Part.LEARNING)


def decide(write: Write, number: int, status: CandidateStatus, made: int | None = None) -> None:
    """Write down what becomes of it; undo takes it back, but for that it was decided about."""
    undo_rows.keep(write, "skill_candidate", "t.id = ?", number)
    write.db.execute(
        "update skill_candidate set status = ?, decided = ?, made = coalesce(?, made) where id = ?",
        (status, write.at.isoformat(), made, number),
    )
    write.touch(Part.LEARNING)


def stored_calls(calls: Sequence[Call]) -> str:
    """As they are written down."""
    rows = [
        [call.tool, list(call.parameters), call.left_out, call.swapped, call.repeated]
        for call in calls
    ]
    return json.dumps(rows, ensure_ascii=False)


_ROWS = (
    "select id, agent, name, description, calls, text, status, edited,"
    " (select s.id from skill s where s.id = evolves and s.current is not null), base, made,"
    " sessions, occurrences, confidence, first, last, created from skill_candidate"
)


def _candidate(row: Row) -> Candidate:
    (
        number, agent, name, description, calls, text, status, edited, evolves, base, made,
        sessions, occurrences, confidence, first, last, created,
    ) = row  # fmt: skip
    return Candidate(
        number, agent, name, description,
        tuple(Call(tool, tuple(kinds), *varied) for tool, kinds, *varied in json.loads(calls)),
        text,
        CandidateStatus(status), bool(edited), evolves, base, made, sessions, occurrences,
        confidence, _time(first), _time(last), datetime.fromisoformat(created),
    )  # fmt: skip


def _time(said: str | None) -> datetime | None:
    return datetime.fromisoformat(said) if said else None
