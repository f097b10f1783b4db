"""Findings about what stands around the steps: inputs, outputs, and lists that are no steps."""

import re
from collections.abc import Iterator

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.editing.parameters import named, parameters_edit
from app.core.skills.model import GoalKind, Note, Section, SectionKind, Skill
from app.core.words import _

_GOALS = {SectionKind.INPUT: GoalKind.REQUIRES, SectionKind.OUTPUT: GoalKind.PRODUCES}
_NUMBER = re.compile(r"[ \t]*(?:\*\*)?[0-9]{1,9}[.)]")


def section_findings(skill: Skill) -> Iterator[Finding]:
    """Inputs and outputs that no goal names, and numbered lists outside the procedure."""
    for section in skill.sections:
        kind = _GOALS.get(section.kind)
        if kind is not None and skill.goal(kind) is None and (names := named(section.text)):
            yield _offered(skill, section, kind, names)
    yield from _unread(skill)


def _offered(skill: Skill, section: Section, kind: GoalKind, names: list[str]) -> Finding:
    written = ", ".join(f"${name}" for name in names)
    end = section.start + len(skill.text[section.start : section.end].split("\n")[0].rstrip())
    return Finding(
        Severity.SUGGESTION, "section-unused",
        _("‘{section}’ could be {goal}.").format(section=section.title, goal=kind.value),
        written, section.start, end, goal=kind,
        repairs=(
            Repair(
                _("Write {goal}: {names}").format(goal=kind.value, names=written),
                (parameters_edit(skill, kind, names),),
            ),
        ),
    )  # fmt: skip


def _unread(skill: Skill) -> Iterator[Finding]:
    """Numbered lists that are neither steps nor in a section: the first line of each."""
    if not skill.steps:
        return
    last = -1
    for note in skill.notes:
        if not _NUMBER.match(skill.text, note.start) or _in_section(skill, note):
            continue
        begins = skill.text[last : note.start].strip() if last >= 0 else "-"
        last = note.end
        lead = skill.text[: note.start].rstrip().endswith(":")
        if begins and not lead:
            yield Finding(
                Severity.WARNING, "list-unread", _("This list is not read as steps."),
                _("It stands outside the part that is called like a procedure."),
                note.start, note.start + len(skill.text[note.start : note.end].rstrip()),
            )  # fmt: skip


def _in_section(skill: Skill, note: Note) -> bool:
    return any(section.start <= note.start < section.end for section in skill.sections)
