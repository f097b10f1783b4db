"""Proposals that wait for a person, one for each skill."""

import json
from dataclasses import dataclass
from datetime import datetime

from app.core.changes import Part
from app.core.training import proposal as placing
from app.core.training import rejections
from app.core.training.proposal import Cause, Proposal
from app.core.training.rewriting import rewrite as rewriting
from app.core.training.rewriting.rewrite import Rewrite
from app.core.vault import Row, Vault, Write


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal with the moment it was made; `until` is when it comes back, if it was put off.

    `is_current` is false when the skill was changed since: then it has to be trained again.
    `rewrite` is what a model made of it, if one was to be asked; its `trouble` says why it did not.
    """

    proposal: Proposal
    at: datetime
    cause: Cause
    until: datetime | None
    is_current: bool
    rewrite: Rewrite | None = None

    @property
    def skill(self) -> int:
        return self.proposal.skill


_ROWS = (
    "select p.at, p.reason, p.until, p.proposal, s.current from training_proposal p"
    " join skill s on s.id = p.skill where s.current is not null"
)


def keep(vault: Vault, made: Proposal | Rewrite, cause: Cause) -> None:
    """Put what training came to into the inbox, in place of an earlier one for that skill."""
    with vault.write(None) as write:
        put(write, made, cause)


def put(write: Write, made: Proposal | Rewrite, cause: Cause) -> None:
    """The same among what a write does."""
    stored = rewriting.to_json(made) if isinstance(made, Rewrite) else placing.to_json(made)
    write.db.execute(
        "insert or replace into training_proposal values (?, ?, ?, '', ?)",
        (made.skill, write.at.isoformat(), cause.value, stored),
    )
    write.touch(Part.TRAINING, made.skill)


def waiting(vault: Vault, *, put_off: bool = False) -> tuple[Waiting, ...]:
    """What waits, oldest first; with `put_off` also what is to come back later."""
    now = vault.now()
    found = map(_waiting, vault.rows(f"{_ROWS} order by p.at, p.skill"))
    return tuple(one for one in found if put_off or one.until is None or one.until <= now)


def waiting_for(vault: Vault, skill: int) -> Waiting | None:
    """The proposal for one skill, also one that was put off."""
    row = vault.row(f"{_ROWS} and p.skill = ?", skill)
    return _waiting(row) if row else None


def put_off(vault: Vault, skill: int, until: datetime) -> None:
    """Hide a proposal until then."""
    with vault.write(None) as write:
        write.db.execute(
            "update training_proposal set until = ? where skill = ?", (until.isoformat(), skill)
        )
        write.touch(Part.TRAINING, skill)


def dismiss(vault: Vault, skill: int, seen: Proposal | None = None) -> None:
    """Take what waits for a skill out; what was rejected stays rejected, the rest may come again.

    `seen` is the proposal with the decisions of the person who puts it aside.
    """
    found = waiting_for(vault, skill)
    with vault.write(None) as write:
        for proposal in (found.proposal if found else None, seen):
            if proposal is not None:
                rejections.remember(write, skill, proposal.rejected)
        write.db.execute("delete from training_proposal where skill = ?", (skill,))
        write.touch(Part.TRAINING, skill)


def _waiting(row: Row) -> Waiting:
    at, cause, until, stored, current = row
    rewrite = rewriting.from_json(stored) if "placement" in json.loads(stored) else None
    proposal = rewrite.placement if rewrite else placing.from_json(stored)
    return Waiting(
        proposal,
        datetime.fromisoformat(at),
        Cause(cause),
        datetime.fromisoformat(until) if until else None,
        current == proposal.base,
        rewrite,
    )
