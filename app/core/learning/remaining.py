"""What remains of a procedure that is known: some of its calls, found apart from the others."""

from collections.abc import Iterable, Sequence

from app.core.learning import candidates
from app.core.learning.candidates import Call, CandidateStatus
from app.core.learning.known_skills import KnownSkills
from app.core.patterns.describing import MOSTLY
from app.core.patterns.drafting import PLAIN
from app.core.patterns.finding import FEWEST_CALLS
from app.core.patterns.overlap import is_within
from app.core.vault import Vault


def is_remainder(
    calls: Sequence[Call], times: int, known: KnownSkills, changes: Iterable[Sequence[str]]
) -> bool:
    """Whether these calls come in their order in a skill, or in what one of the `changes` makes
    of it; but for looks and edits that were often left out of so many `times`."""
    tools = [
        call.tool
        for call in calls
        if call.tool not in PLAIN or times - call.left_out >= MOSTLY * times
    ]
    telling = [tool for tool in tools if tool not in PLAIN]
    if len(tools) < FEWEST_CALLS and len(telling) < _FEWEST:
        return False
    return any(is_within(tools, own) for own in changes) or known.has_part(tools)


_FEWEST = 2
"""Calls that say what they are for, where too few are left for a procedure."""


def open_changes(vault: Vault, agent: str) -> list[tuple[str, ...]]:
    """What skills come to with the changes that are proposed for them."""
    where = "agent = ? and evolves is not null and status = ?"
    found = candidates.those(vault, where, agent, CandidateStatus.CANDIDATE)
    return [one.tools for one in found]
