"""Everything there is to look at in a skill, in order, and what was looked at and is fine."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from app.core.skills.checking.calls import call_findings, variable_findings
from app.core.skills.checking.deleted_steps import deleted_findings
from app.core.skills.checking.doubts import doubt_findings
from app.core.skills.checking.finding import Finding, Known, KnownSkills, Repair, Severity, apply
from app.core.skills.checking.flow import flow_findings
from app.core.skills.checking.form import (
    annotation_findings,
    character_findings,
    description_findings,
    goal_findings,
    role_findings,
    step_findings,
    title_findings,
)
from app.core.skills.checking.namesake_steps import namesake_findings
from app.core.skills.checking.sections import section_findings
from app.core.skills.model import GoalKind, JumpKind, Skill
from app.core.skills.step_names import step_name
from app.core.words import _

__all__ = [
    "Finding",
    "Known",
    "KnownSkills",
    "Repair",
    "Severity",
    "apply",
    "findings",
    "passed",
]


def findings(skill: Skill, known: Known, *, name: str = "") -> tuple[Finding, ...]:
    """Everything to look at, the most serious first, then in the order of the text.

    `name` is the name the skill has in the library when it differs from its title.
    """
    name = name or skill.title
    variables = list(variable_findings(skill))
    found = [
        *call_findings(skill, known, name),
        *variables,
        *flow_findings(skill),
        *namesake_findings(skill),
        *deleted_findings(skill),
        *doubt_findings(skill),
        *title_findings(skill),
        *step_findings(skill),
        *goal_findings(skill, any(f.code == "produces-empty" for f in variables)),
        *annotation_findings(skill),
        *character_findings(skill),
        *description_findings(skill, name),
        *role_findings(skill),
        *section_findings(skill),
    ]
    named = (replace(f, path=step_name(skill, f.step)) if f.step else f for f in found)
    return tuple(sorted(named, key=lambda f: (f.severity, f.start, f.end, f.code)))


def passed(skill: Skill, found: Iterable[Finding]) -> tuple[str, ...]:
    """One short sentence for each thing that is fine where these are all findings."""
    codes = {finding.code for finding in found}
    return tuple(
        _(said) for said, applies, against in _CHECKS if applies(skill) and not codes & against
    )


def _mark(sentence: str) -> str:
    """For the catalogue of sentences; translated when shown."""
    return sentence


_CHECKS: tuple[tuple[str, Callable[[Skill], bool], frozenset[str]], ...] = (
    (
        _mark("It has a title"),
        lambda skill: True,
        frozenset({"title-missing"}),
    ),
    (
        _mark("Trigger and Success are written"),
        lambda skill: True,
        frozenset({"goal-missing"}),
    ),
    (
        _mark("Every call leads to a known skill"),
        lambda skill: any(call.explicit for call in skill.calls),
        frozenset({"call-unknown", "call-ambiguous"}),
    ),
    (
        _mark("On failure calls a known skill"),
        lambda skill: any(call.explicit and call.on_failure for call in skill.calls),
        frozenset({"call-unknown", "call-ambiguous"}),
    ),
    (
        _mark("No call leads back to this skill"),
        lambda skill: any(call.explicit for call in skill.calls),
        frozenset({"call-cycle"}),
    ),
    (
        _mark("Every call gives what its skill takes"),
        lambda skill: any(call.explicit for call in skill.calls),
        frozenset({"argument-missing", "argument-unknown", "argument-type", "result-unknown"}),
    ),
    (
        _mark("Every input is used by a step"),
        lambda skill: bool(skill.requires),
        frozenset({"input-unused"}),
    ),
    (
        _mark("Every variable is set before it is used"),
        lambda skill: any(step.variables for step in skill.steps),
        frozenset({"variable-undefined", "variable-early"}),
    ),
    (
        _mark("Every branch and loop leads to a step"),
        lambda skill: any(step.jumps for step in skill.steps),
        frozenset({"jump-nowhere", "jump-unread", "jump-deleted", "jump-outside"}),
    ),
    (
        _mark("Every loop ends"),
        lambda skill: any(j.kind is JumpKind.LOOP for s in skill.steps for j in s.jumps),
        frozenset({"loop-uncapped"}),
    ),
    (
        _mark("Every step can be reached"),
        lambda skill: bool(skill.steps),
        frozenset({"step-unreachable"}),
    ),
    (
        _mark("Steps are numbered in order"),
        lambda skill: bool(skill.steps),
        frozenset({"no-numbered-step", "numbers-twice", "numbers-order", "number-unread"}),
    ),
    (
        _mark("Inputs and results are readable"),
        lambda skill: bool(skill.goal(GoalKind.REQUIRES) or skill.goal(GoalKind.PRODUCES)),
        frozenset({"parameter-unread"}),
    ),
    (
        _mark("Every annotation was understood"),
        lambda skill: "@" in skill.text,
        frozenset({"annotation-dead", "annotation-partly", "tag-unread", "call-arguments-unread"}),
    ),
    (
        _mark("No hidden characters"),
        lambda skill: True,
        frozenset({"hidden-characters"}),
    ),
    (
        _mark("Valid name and description for export"),
        lambda skill: True,
        frozenset(
            {
                "description-missing",
                "description-long",
                "description-markup",
                "name-form",
                "name-long",
                "name-reserved",
            }
        ),
    ),
)
