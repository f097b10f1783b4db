"""What sessions tell of skills given in them: that they were read, followed, and how that went."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from app.core.learning.sessions import sessions
from app.core.library import catalogue
from app.core.lifecycle import outcomes as known
from app.core.lifecycle import seen, usage
from app.core.lifecycle.importance import Rule
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.usage import Use
from app.core.patterns.outcomes import Outcome, SkillOutcome, outcomes, usual_tools, work_after
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills import names
from app.core.transcripts.joining import without_copies
from app.core.transcripts.model import SkillRead
from app.core.vault import Vault, Write
from app.core.walk.plan import source_id

_VALUES = {Outcome.SUCCESS: 1.0, Outcome.FAILURE: -1.0}


@dataclass(frozen=True, slots=True)
class Judged:
    """One time that a skill of the library was given; `followed` if something was done then."""

    skill: int
    at: datetime | None
    followed: bool
    outcome: SkillOutcome


def judged(vault: Vault, agent: str, progress: Progress = SILENT) -> Iterator[Judged]:
    """Each time that a session of the agent was given a skill that is in the library."""
    own = without_copies(sessions(vault, agent, None, progress, with_skills=True))
    usual = usual_tools(own)
    skills = by_name(vault)
    for session in own:
        reads = {event.row: at for at, event in enumerate(session.events) if _is_read(event)}
        for one in outcomes(session, usual):
            skill = skills.get(names.key(one.skill))
            if skill is not None:
                read = reads[one.row]
                when = session.events[read].at or session.started
                yield Judged(skill, when, bool(work_after(session, read)), one)


def note(vault: Vault, agent: str, usual: Rule, progress: Progress = SILENT) -> None:
    """Write down what is new of it; told again it changes nothing."""
    found = list(judged(vault, agent, progress))
    for at in range(0, len(found), _TOGETHER):
        checkpoint(progress)
        with vault.write(None) as write:
            for one in found[at : at + _TOGETHER]:
                _note(write, one, agent, usual)


_TOGETHER = 50


def _note(write: Write, one: Judged, agent: str, usual: Rule) -> None:
    session, at = one.outcome.session, min(one.at or write.at, write.at)
    seen.note(write, seen.Stage.READ, [one.skill], session=session, agent=agent, at=at)
    if not one.followed:
        return
    usage.count(write, one.skill, Use(at, agent, session, 0, ""), usual)
    value = _VALUES.get(one.outcome.outcome)
    if value is None:
        return  # unsure ones stay unsaid
    signs = ", ".join(f"{sign.sign} ({sign.row})" for sign in one.outcome.evidence)
    told = known.Outcome(
        0, one.skill, at, agent, session, f"row {one.outcome.row}", Evidence.SESSION, value,
        one.outcome.confidence, signs,
    )  # fmt: skip
    known.put(write, told, usual)


def _is_read(event: object) -> bool:
    return isinstance(event, SkillRead)


def by_name(vault: Vault) -> dict[str, int]:
    """The skills by title and by id, as agents name them; of two titles the older one wins."""
    found: dict[str, int] = {}
    for row in sorted(catalogue.rows(vault), key=lambda row: row.id):
        found.setdefault(names.key(row.title), row.id)
        found[names.key(source_id(row.id))] = row.id
    return found
