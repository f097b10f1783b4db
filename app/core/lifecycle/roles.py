"""Roles that skills have grown into: knowledge hardens from documentation to a skill, and from a
skill to a hook (seed 000, section 15). Pure.
"""

import re
from dataclasses import dataclass

from app.core.library.derive import derived_role
from app.core.lifecycle.success import Success
from app.core.skills.model import Skill
from app.core.words import _

HOOK = "hook-candidate"
HARD = 0.9
"""The share of its steps that have to be commands."""
RELIABLE = 0.95
LEAST = 10
"""Outcomes without which nobody knows whether it works every time."""
_COMMAND = re.compile(r"`[^`\n]+`|^\s*(?:```|~~~)", re.MULTILINE)
_JUDGED = re.compile(
    r"\b(?:decide|judge|consider|ask|review|choose|discuss|approve|confirm|entscheide|prüfe|frage"
    r"|décide|demande|decide|pregunta)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Suggested:
    """A role, and why, in a sentence."""

    role: str
    why: str


def hardness(skill: Skill) -> float:
    """The share of its steps that a machine can do as they stand: commands that nobody has to
    judge about. Steps that only hold others do not count.
    """
    holding = {step.parent for step in skill.steps}
    leaves = [step for step in skill.steps if step.position not in holding]
    hard = [
        step
        for step in leaves
        if _COMMAND.search(step.text)
        and not step.jumps
        and not step.doubts
        and not _JUDGED.search(step.text)
    ]
    return len(hard) / len(leaves) if leaves else 0.0


def suggested(skill: Skill, role: str, success: Success) -> Suggested | None:
    """A role that would fit a skill better than the one it has; None where it fits."""
    wanted = _grown(skill, success) or _by_structure(skill)
    return wanted if wanted.role != role else None


def _grown(skill: Skill, success: Success) -> Suggested | None:
    is_known = success.known >= LEAST and (success.rate or 0.0) >= RELIABLE
    if not is_known or hardness(skill) < HARD or any(call.explicit for call in skill.calls):
        return None
    said = _("Its steps are commands, and it went well {good} of the last {known} times.")
    return Suggested(HOOK, said.format(good=success.succeeded, known=success.known))


def _by_structure(skill: Skill) -> Suggested:
    role = derived_role(skill)
    why = {
        "orchestrator": _("It calls other skills."),
        "processor": _("It works on inputs, or produces something."),
        "utility": _("It calls no other skill, and has neither inputs nor outputs."),
    }
    return Suggested(role, why.get(role, _("Its frontmatter says so.")))
