"""Writes down a procedure that was found: a candidate that is nearly the same gets what is new."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.core.changes import Part
from app.core.learning import candidates
from app.core.learning.candidates import Call, Candidate, CandidateStatus
from app.core.library import form_drafts
from app.core.patterns.overlap import SAME, overlap
from app.core.patterns.pattern import Occurrence
from app.core.vault import Vault, Write


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
                candidates.stored_calls(found.calls), found.text, CandidateStatus.CANDIDATE,
                evolves, base, write.at.isoformat(),
            ),
        )  # fmt: skip
        number = write.db.last_insert_rowid()
    else:
        number = known.id
        is_stale = known.evolves is not None and known.base != base
        if known.status is CandidateStatus.CANDIDATE and (is_stale or not known.edited):
            if known.edited:  # it was made from what the skill is no more: offered in the form
                form_drafts.leave(write, candidates.form(number), {"text": known.text})
            write.db.execute(
                "update skill_candidate set hash = ?, name = ?, description = ?, calls = ?,"
                " text = ?, evolves = ?, base = ?, edited = 0 where id = ?",
                (
                    found.hash(evolves), found.name, found.description,
                    candidates.stored_calls(found.calls), found.text, evolves, base, number,
                ),
            )  # fmt: skip
    _count(write, number, found)
    write.touch(Part.LEARNING)
    return number


def withdraw_same(vault: Vault, found: Found) -> None:
    """Have the open one that is this procedure no more, unless somebody had a hand in it."""
    known = _same(vault, found)
    if known is not None and any(known.id == one.id for one in candidates.untouched(vault)):
        with vault.write(None) as write:
            candidates.withdraw(write, [known.id])


def _same(reader: Vault | Write, found: Found) -> Candidate | None:
    """The candidate of the agent that is this procedure, the nearest of several: by its calls, or
    else, where a newer edition of the reader has other names for these, by where it was done.

    An evolution that was promoted is what its skill is by now.
    """
    rows = candidates.those(
        reader,
        "agent = ? and (evolves is null or status = ?)",
        found.agent,
        CandidateStatus.PROMOTED,
    )
    near = [(overlap(one.tools, found.tools), one) for one in rows]
    by_places = ((_common_places(reader, one, found), one) for share, one in near if share)
    return _nearest(near) or _nearest(by_places)


def _nearest(near: Iterable[tuple[float, Candidate]]) -> Candidate | None:
    """The one with the most in common, the oldest of several; None where all have too little."""
    return max(
        ((share, one) for share, one in near if share >= SAME),
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
    rows = candidates.those(
        write,
        "agent = ?1 and evolves = ?2 and (status = 'candidate' or hash = ?3)"
        " order by hash = ?3 desc, id desc limit 1",
        found.agent,
        evolves,
        found.hash(evolves),
    )
    return rows[0] if rows else None


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
