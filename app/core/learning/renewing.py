"""Open changes of skills that were changed since: made anew from what these are by now."""

from typing import NamedTuple

from app.core.changes import Part
from app.core.learning import candidates, sessions
from app.core.learning.candidates import CandidateStatus
from app.core.vault import Vault

_LOOKED = "changes looked at anew"


class Outdated(NamedTuple):
    """A candidate, whose it is, and the version that its skill has by now."""

    number: int
    agent: str
    version: int


def outdated(vault: Vault) -> tuple[Outdated, ...]:
    """The open changes that were made from another text than their skill has now."""
    found = vault.rows(
        "select c.id, c.agent, s.current from skill_candidate c join skill s on s.id = c.evolves"
        " join version now on now.id = s.current left join version base on base.id = c.base"
        " where c.status = ? and now.text is not base.text",
        CandidateStatus.CANDIDATE,
    )
    return tuple(Outdated(*row) for row in found)


def look_again(vault: Vault) -> None:
    """Have the agents looked at whose changes are outdated; once for each version of the skill."""
    known = vault.setting(_LOOKED) or {}
    agents = {one.agent for one in outdated(vault) if known.get(str(one.number)) != one.version}
    if agents:
        with vault.write(None) as write:
            sessions.mark(write, agents)
            write.touch(Part.LEARNING)


def withdraw_outdated(vault: Vault) -> None:
    """Take back what was not found anew, unless a person had a hand in it."""
    own = {one.id for one in candidates.untouched(vault)}
    left = outdated(vault)
    if gone := [one.number for one in left if one.number in own]:
        with vault.write(None) as write:
            candidates.withdraw(write, gone)
    looked = {str(one.number): one.version for one in left if one.number not in own}
    if looked != (vault.setting(_LOOKED) or {}):
        vault.put_setting(_LOOKED, looked)
