"""Procedures that agents repeat, proposed as skills: kept, counted, and decided about."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import form_drafts, undo_rows
from app.core.patterns.overlap import overlap
from app.core.patterns.pattern import Occurrence
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault, Write
from app.core.words import _

OVERLAP = 0.7
"""From this share of common calls on, two sequences are of one procedure (seed 002, D)."""


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
class Found:
    """A procedure as it was found now: what it comes to, and the draft of a skill for it."""

    agent: str
    calls: tuple[Call, ...]
    name: str
    description: str
    text: str
    confidence: float
    places: tuple[Occurrence, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(call.tool for call in self.calls)

    def hash(self, evolves: int | None = None) -> str:
        """Of the tools and the kinds of their parameters, never of values (seed 002, A)."""
        calls = [[call.tool, sorted(call.parameters)] for call in self.calls]
        return hashlib.sha256(json.dumps([evolves, calls]).encode()).hexdigest()


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
    found = vault.rows(
        f"{_ROWS} where (?1 is null or status = ?1) and (?2 is null or agent = ?2)"
        " order by confidence desc, id",
        status,
        agent,
    )
    return tuple(map(_candidate, found))


def candidate(reader: Vault | Write, number: int) -> Candidate:
    """Raises `NotFound`."""
    row = reader.row(f"{_ROWS} where id = ?", number)
    if row is None:
        raise NotFound(
            _("There is no candidate {number}.").format(number=number),
            _("Look at the list of candidates."),
        )
    return _candidate(row)


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


def keep(vault: Vault, found: Found, evolves: int | None = None, base: int | None = None) -> int:
    """As `put`, in several short writes where there are many places; one that is cut off between
    them comes to the same when it is found again."""
    first, *more = _parts(found.places)
    with vault.write(None) as write:
        number = put(write, replace(found, places=first), evolves, base)
    for places in more:
        with vault.write(None) as write:
            _count(write, number, replace(found, places=places))
            write.touch(Part.LEARNING)
    return number


def count_again(vault: Vault, found: Found) -> None:
    """Count what is a skill by now with the candidate of its agent, if there is one."""
    if _same(vault, found) is not None:
        keep(vault, found)


_TOGETHER = 250
"""Places that are written at once: a few milliseconds."""


def _parts(places: Sequence[Occurrence]) -> list[tuple[Occurrence, ...]]:
    """At least one; those of a session stay together."""
    parts: list[tuple[Occurrence, ...]] = [()]
    in_order = sorted(places, key=lambda one: one.session)
    for _session, own in groupby(in_order, key=lambda one: one.session):
        if len(parts[-1]) >= _TOGETHER:
            parts.append(())
        parts[-1] += tuple(own)
    return parts


def put(write: Write, found: Found, evolves: int | None = None, base: int | None = None) -> int:
    """Keep a procedure that was found: a candidate that is nearly the same gets what is new.

    One that was decided about stays so, whatever was found since. Returns its number.
    """
    known = _same(write, found) if evolves is None else _same_evolution(write, found, evolves)
    if known is None:
        write.db.execute(
            "insert into skill_candidate (agent, hash, name, description, calls, text, status,"
            " evolves, base, sessions, occurrences, confidence, created)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)",
            (
                found.agent, found.hash(evolves), found.name, found.description,
                _calls(found.calls), found.text, CandidateStatus.CANDIDATE, evolves, base,
                write.at.isoformat(),
            ),
        )  # fmt: skip
        number = write.db.last_insert_rowid()
    else:
        number = known.id
        is_stale = known.evolves is not None and known.base != base
        if known.status is CandidateStatus.CANDIDATE and (is_stale or not known.edited):
            if known.edited:  # it was made from what the skill is no more: offered in the form
                form_drafts.leave(write, form(number), {"text": known.text})
            write.db.execute(
                "update skill_candidate set hash = ?, name = ?, description = ?, calls = ?,"
                " text = ?, evolves = ?, base = ?, edited = 0 where id = ?",
                (
                    found.hash(evolves), found.name, found.description, _calls(found.calls),
                    found.text, evolves, base, number,
                ),
            )  # fmt: skip
    _count(write, number, found)
    write.touch(Part.LEARNING)
    return number


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
    found = vault.rows(f"{_ROWS} where status = ? and decided is null and not edited order by id",
                       CandidateStatus.CANDIDATE)  # fmt: skip
    rows = map(_candidate, found)
    return tuple(one for one in rows if not is_begun(vault, one.id))


def of_gone_skills(vault: Vault) -> frozenset[int]:
    """The open ones that would have changed a skill that is in the library no more."""
    found = vault.rows(
        "select c.id from skill_candidate c join skill s on s.id = c.evolves"
        " where c.status = ? and s.current is null",
        CandidateStatus.CANDIDATE,
    )
    return frozenset(number for (number,) in found)


def withdraw_same(vault: Vault, found: Found) -> None:
    """Have the open one that is this procedure no more, unless somebody had a hand in it."""
    known = _same(vault, found)
    if known is not None and any(known.id == one.id for one in untouched(vault)):
        with vault.write(None) as write:
            withdraw(write, [known.id])


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


def _same(reader: Vault | Write, found: Found) -> Candidate | None:
    """The candidate of the agent that is this procedure, the nearest of several: by its calls, or
    else, where a newer edition of the reader has other names for these, by where it was done.

    An evolution that was promoted is what its skill is by now.
    """
    known = reader.rows(
        f"{_ROWS} where agent = ? and (evolves is null or status = ?)",
        found.agent,
        CandidateStatus.PROMOTED,
    )
    rows = tuple(map(_candidate, known))
    near = [(overlap(one.tools, found.tools), one) for one in rows]
    by_places = ((_common_places(reader, one, found), one) for share, one in near if share)
    return _nearest(near) or _nearest(by_places)


def _nearest(near: Iterable[tuple[float, Candidate]]) -> Candidate | None:
    """The one with the most in common, the oldest of several; None where all have too little."""
    return max(
        ((share, one) for share, one in near if share >= OVERLAP),
        key=lambda pair: (pair[0], -pair[1].id),
        default=(0.0, None),
    )[1]


def _common_places(reader: Vault | Write, one: Candidate, found: Found) -> float:
    """The share of the places of what was found that begin or end where one of a candidate does:
    no call belongs to two procedures."""
    rows = reader.rows(
        "select session, first_row, last_row from candidate_place where candidate = ?", one.id
    )
    firsts = {(session, first) for session, first, _last in rows}
    lasts = {(session, last) for session, _first, last in rows}
    common = sum(
        (place.session, place.first_row) in firsts or (place.session, place.last_row) in lasts
        for place in found.places
    )
    return common / max(1, len(found.places))


def _same_evolution(write: Write, found: Found, evolves: int) -> Candidate | None:
    """The same proposal for this skill, whatever was decided about it, or else the open one."""
    row = write.row(
        f"{_ROWS} where agent = ?1 and evolves = ?2 and (status = 'candidate' or hash = ?3)"
        " order by hash = ?3 desc, id desc limit 1",
        found.agent,
        evolves,
        found.hash(evolves),
    )
    return _candidate(row) if row else None


def _count(write: Write, number: int, found: Found) -> None:
    """Add where it was done; what was found before in the same session is replaced."""
    write.db.executemany(
        "delete from candidate_place where candidate = ? and session = ?",
        {(number, one.session) for one in found.places},
    )
    write.db.executemany(
        "insert or replace into candidate_place values (?, ?, ?, ?, ?, ?)",
        [
            (
                number, one.session, one.first_row, one.last_row,
                one.started.isoformat() if one.started else None,
                one.ended.isoformat() if one.ended else None,
            )
            for one in found.places
        ],
    )  # fmt: skip
    write.db.execute(
        "update skill_candidate set (sessions, occurrences, first, last) = (select"
        " count(distinct session), count(*), min(started), max(coalesce(ended, started))"
        " from candidate_place where candidate = ?1), confidence = ?2 where id = ?1",
        (number, found.confidence),
    )


def _calls(calls: Sequence[Call]) -> str:
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
