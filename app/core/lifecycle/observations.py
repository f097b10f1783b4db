"""What somebody noticed about a skill while following it, until a person has settled it (seed 000,
section 14).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.memory.entities import AGENT
from app.core.vault import Row, Vault, Write
from app.core.words import _

REVIEW = 10
"""With more that are pending, going through them is suggested."""
LONGEST = 2_000
MOST = 200
"""Pending ones that a skill has at most: an agent that notices something in every step is let go
on, and said so."""


class Category(StrEnum):
    METHODOLOGY = "methodology"
    """What it does is not the best way."""
    PROCESS = "process"
    """A step is missing, superfluous or in the wrong place."""
    FRICTION = "friction"
    """It is harder than it has to be."""
    SURPRISE = "surprise"
    """Something was otherwise than the skill says."""
    QUALITY = "quality"
    """It is unclear, wrong or outdated."""


class ObservationStatus(StrEnum):
    PENDING = "pending"
    PROMOTED = "promoted"
    """It became a change that is proposed, or a skill."""
    IMPLEMENTED = "implemented"
    ARCHIVED = "archived"


class TooManyObservations(AppError):
    """Nobody has settled those that are there."""

    code = "too-many-observations"


@dataclass(frozen=True, slots=True)
class Observation:
    """`run` and `step` say where it was noticed, as far as that is known."""

    id: int
    skill: int
    at: datetime
    agent: str
    run: int | None
    step: str
    category: Category
    text: str
    status: ObservationStatus
    settled: datetime | None


def observe(
    vault: Vault,
    skill: int,
    text: str,
    category: Category = Category.FRICTION,
    *,
    agent: str = AGENT,
    run: int | None = None,
    step: str = "",
) -> int:
    """Note something about a skill; the same that is pending already is not noted again.

    Returns its number; raises `AppError` for an empty text, and `TooManyObservations`.
    """
    with vault.write(None) as write:
        return note(write, skill, text, category, agent=agent, run=run, step=step)


def note(
    write: Write,
    skill: int,
    text: str,
    category: Category,
    *,
    agent: str,
    run: int | None = None,
    step: str = "",
) -> int:
    """`observe` among other things that are written."""
    said = " ".join(text.split())[:LONGEST]
    if not said:
        raise AppError(_("An observation needs words."), _("Say what you noticed."))
    pending = write.rows(
        "select id, text from skill_observation where skill = ? and status = ?",
        skill,
        ObservationStatus.PENDING,
    )
    for number, known in pending:
        if known.casefold() == said.casefold():
            return int(number)
    if len(pending) >= MOST:
        raise TooManyObservations(
            _("{count} observations of this skill wait for a person already.").format(count=MOST),
            _("Settle some of them first."),
        )
    write.db.execute(
        "insert into skill_observation (skill, at, agent, run, step, category, text, status)"
        " values (?, ?, ?, ?, ?, ?, ?, ?)",
        (skill, write.at.isoformat(), agent, run, step, category, said, ObservationStatus.PENDING),
    )
    number = write.db.last_insert_rowid()
    write.touch(Part.KNOWLEDGE, skill)
    return number


def settle(vault: Vault, status: ObservationStatus, *numbers: int) -> tuple[Observation, ...]:
    """Say what became of observations; `PENDING` opens them again. Raises `NotFound`."""
    with vault.write(None) as write:
        for number in numbers:
            row = write.row("select skill from skill_observation where id = ?", number)
            if row is None:
                raise NotFound(
                    _("There is no observation {number}.").format(number=number),
                    _("List the observations to see their numbers."),
                )
            write.db.execute(
                "update skill_observation set status = ?, settled = ? where id = ?",
                (
                    status,
                    None if status is ObservationStatus.PENDING else write.at.isoformat(),
                    number,
                ),
            )
            write.touch(Part.KNOWLEDGE, row[0])
    return tuple(one for one in observations(vault, status=None) if one.id in numbers)


def observations(
    vault: Vault,
    skill: int | None = None,
    *,
    status: ObservationStatus | None = ObservationStatus.PENDING,
    counted: Counted = EVERYONE,
) -> tuple[Observation, ...]:
    """Of one skill or of all in the library, the newest first; of any status with None."""
    found = vault.rows(
        "select o.id, o.skill, o.at, o.agent, o.run, o.step, o.category, o.text, o.status,"
        " o.settled from skill_observation o join skill s on s.id = o.skill"
        " where s.current is not null and (?1 is null or o.skill = ?1)"
        f" and (?2 is null or o.status = ?2){counted.condition('o.agent')} order by o.id desc",
        skill,
        status,
        *counted.values,
    )
    return tuple(map(_observation, found))


def _observation(row: Row) -> Observation:
    number, skill, at, agent, run, step, category, text, status, settled = row
    return Observation(
        number, skill, datetime.fromisoformat(at), agent, run, step, Category(category), text,
        ObservationStatus(status), datetime.fromisoformat(settled) if settled else None,
    )  # fmt: skip
