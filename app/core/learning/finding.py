"""Looks for procedures in the sessions that were read, and keeps them as candidates."""

from collections.abc import Iterable
from datetime import timedelta

from app.core.learning import candidates, promoting, sessions
from app.core.learning.candidates import OVERLAP, Call, Found
from app.core.library import library
from app.core.patterns.drafting import draft
from app.core.patterns.finding import patterns
from app.core.patterns.overlap import overlap
from app.core.patterns.pattern import Pattern
from app.core.progress import SILENT, Progress, checkpoint
from app.core.transcripts.joining import without_copies
from app.core.vault import Vault

WINDOW = timedelta(days=30)
"""Sessions that ended longer ago are not looked at any more (seed 002, open decision 3)."""


def find(vault: Vault, agents: Iterable[str], progress: Progress = SILENT) -> tuple[int, ...]:
    """Look again at what these agents did; the numbers of the candidates that are open now."""
    since = vault.now() - WINDOW
    for agent in agents:
        checkpoint(progress)
        own = without_copies(sessions.sessions(vault, agent, since))
        for pattern in patterns(own):
            checkpoint(progress)
            _keep(vault, pattern)
    open_ones = candidates.candidates(vault, status=candidates.CandidateStatus.CANDIDATE)
    return tuple(one.id for one in open_ones)


def _keep(vault: Vault, pattern: Pattern) -> None:
    """A procedure that a skill was learned from is that skill, or what it should become."""
    made = draft(pattern)
    calls = tuple(
        Call(step.tool, tuple(sorted({n for call in step.calls if call for n in call.shape})))
        for step in pattern.steps
    )
    found = Found(
        pattern.agent, calls, made.name, made.description, made.text, pattern.confidence,
        pattern.occurrences,
    )  # fmt: skip
    near = [
        (overlap(known, found.tools), skill)
        for skill, known in promoting.sequences(vault, pattern.agent).items()
    ]
    share, skill = max(near, default=(0.0, 0))
    if share == 1.0 or share < OVERLAP:
        with vault.write(None) as write:
            candidates.put(write, found)
        return
    current = library.current(vault, skill)
    assert current is not None
    with vault.write(None) as write:
        candidates.put(write, found, skill, current[0].version)
