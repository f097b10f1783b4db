"""Looks for procedures in the sessions that were read, and keeps them as candidates."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from app.core.actor import TECHNE
from app.core.errors import NotFound, StaleEdit
from app.core.learning import candidates, carrying, drifting, promoting, sessions
from app.core.learning.candidates import OVERLAP, AlreadyDecided, Call, Found
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.patterns.difference import difference
from app.core.patterns.drafting import draft
from app.core.patterns.finding import Rules, patterns
from app.core.patterns.overlap import overlap
from app.core.patterns.pattern import Pattern
from app.core.progress import SILENT, Progress, checkpoint
from app.core.transcripts.joining import without_copies
from app.core.vault import Vault

CANDIDATE = candidates.CandidateStatus.CANDIDATE


def find(vault: Vault, agent: str, settings: Procedural, progress: Progress = SILENT) -> None:
    """Look again at what this agent did of late, and keep the procedures as candidates."""
    since = vault.now() - timedelta(days=settings.candidate_days)
    rules = Rules(sessions=settings.candidate_sessions)
    own = without_copies(sessions.sessions(vault, agent, since, progress))
    proposed = drifting.propose(vault, agent, own, progress)
    for pattern in patterns(own, rules, progress):
        checkpoint(progress)
        _keep(vault, pattern, proposed)


def open_ones(vault: Vault, settings: Procedural) -> tuple[int, ...]:
    """The candidates that wait for a person.

    Where that was chosen, those in which no person had a part are promoted at once, and new skills
    are held back until a person has looked.
    """
    if settings.auto_promote:
        for number in candidates.undecided(vault):
            # its skill was changed, and it is found anew from that, or its skill is gone
            with suppress(StaleEdit, NotFound, AlreadyDecided):
                promoting.promote(vault, number, actor=TECHNE)
    return tuple(one.id for one in candidates.candidates(vault, status=CANDIDATE))


def _keep(vault: Vault, pattern: Pattern, proposed: frozenset[int]) -> None:
    """A procedure that a skill was learned from is that skill, or what it should become.

    What those who read a skill do otherwise says more of it: `proposed` skills have that already.
    """
    made = draft(pattern)
    calls = tuple(
        Call(
            step.tool,
            tuple(sorted({n for call in step.calls if call for n in call.shape})),
            step.left_out,
            step.swapped,
            step.repeated,
        )
        for step in pattern.steps
    )
    found = Found(
        pattern.agent, calls, made.name, made.description, made.text, pattern.confidence,
        pattern.occurrences,
    )  # fmt: skip
    known = promoting.sequences(vault, pattern.agent)
    near = ((overlap(tools, found.tools), skill) for skill, tools in known.items())
    share, skill = max(near, default=(0.0, 0))
    if share == 1.0 or share < OVERLAP:
        candidates.keep(vault, found)
        return
    current = library.current(vault, skill)
    if skill in proposed or current is None:  # deleted meanwhile
        return
    tools = known[skill]
    if steps := drifting.steps_of(current[1], tools):
        # what a person wrote in it since stays
        works = carrying.works_of(pattern)
        changes = difference(tools, found.tools, tuple(works))
        there = drifting.placed(changes, tools, steps, current[1], works)
        found = replace(found, text=drifting.edited(current[1], there))
    candidates.keep(vault, found, skill, current[0].version)
