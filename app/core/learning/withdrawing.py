"""Open candidates that became a skill meanwhile, of another agent or by a person's hand, and those
that the rules of now would not propose."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import groupby

from app.core.learning import candidates, sessions
from app.core.learning.candidates import Candidate
from app.core.learning.known_skills import KnownSkills
from app.core.learning.remaining import is_remainder, open_changes
from app.core.lifecycle.counted import Counted
from app.core.patterns.finding import LEAST_CONFIDENCE
from app.core.vault import Vault


def withdraw_known(vault: Vault, counted: Callable[[str], Counted]) -> None:
    """Take back what nobody has had a hand in and is known by now.

    Where something of it is done otherwise, the agent is looked at once more: that is proposed as a
    change of the skill; and what would change a skill that is gone, as a procedure of its own.
    `counted` says for each agent whose skills are its own as well.
    """
    found = sorted(candidates.untouched(vault), key=lambda one: one.agent)
    gone = candidates.of_gone_skills(vault)
    for agent, own in groupby(found, key=lambda one: one.agent):
        theirs = list(own)
        changes = open_changes(vault, agent)
        known = list(_known(KnownSkills(vault, counted(agent)), changes, theirs))
        known += [one.id for one in theirs if one.id in gone and one.id not in known]
        if known:
            with vault.write(None) as write:
                candidates.withdraw(write, known)
                sessions.mark(write, [agent])


def withdraw_unsure(vault: Vault, fewest_sessions: int) -> None:
    """Take back what nobody has had a hand in and would not be proposed any more: what is too
    unsure, or was done in fewer sessions than make a procedure by now.
    """

    def is_unsure(one: Candidate) -> bool:
        return one.confidence < LEAST_CONFIDENCE or _is_rare(one, one.sessions, fewest_sessions)

    _withdraw(vault, is_unsure)


def withdraw_past(vault: Vault, since: datetime, fewest_sessions: int) -> None:
    """Take back what nobody has had a hand in and was done in too few sessions `since` then."""

    def is_past(one: Candidate) -> bool:
        places = candidates.places(vault, one.id)
        lately = {place.session for place in places if not place.ended or place.ended >= since}
        return _is_rare(one, len(lately), fewest_sessions)

    _withdraw(vault, is_past)


def _is_rare(one: Candidate, sessions: int, fewest_sessions: int) -> bool:
    """Never of a change, as other rules tell when a skill is done otherwise."""
    return one.evolves is None and sessions < fewest_sessions


def _withdraw(vault: Vault, is_over: Callable[[Candidate], bool]) -> None:
    """Take back those that nobody has had a hand in and of which this is true."""
    if over := [one.id for one in candidates.untouched(vault) if is_over(one)]:
        with vault.write(None) as write:
            candidates.withdraw(write, over)


def _known(
    skills: KnownSkills, changes: Sequence[Sequence[str]], own: list[Candidate]
) -> Iterator[int]:
    skills.read_texts(tool for one in own for tool in one.tools)
    for one in own:
        near = skills.nearest(one.tools)
        if near is None:
            if one.evolves is None and is_remainder(one.calls, one.occurrences, skills, changes):
                yield one.id
            continue
        is_known = near.is_same or near.is_sure
        is_done = near.is_same and near.skill == one.evolves
        if is_done or (one.evolves is None and is_known):
            yield one.id
