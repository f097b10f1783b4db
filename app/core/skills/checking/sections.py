"""Findings about what stands around the steps: inputs, outputs, and lists that are no steps."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.editing.parameters import listed_names, parameters_edit
from app.core.skills.model import GoalKind, Note, Section, SectionKind, Skill
from app.core.skills.reading.lead_ins import sends_on
from app.core.words import _

_GOALS = {SectionKind.INPUT: GoalKind.REQUIRES, SectionKind.OUTPUT: GoalKind.PRODUCES}
_NUMBER = re.compile(r"[ \t]*(?:\*\*)?([0-9]{1,9})[.)]")


def section_findings(skill: Skill) -> Iterator[Finding]:
    """Inputs and outputs that no goal names; lists and jumps outside the procedure."""
    for section in skill.sections:
        kind = _GOALS.get(section.kind)
        if kind is not None and skill.goal(kind) is None and (names := listed_names(section.text)):
            yield _offered(skill, section, kind, names)
    yield from _unread(skill)
    for note in skill.notes:
        if note.text[:1] not in ">|" and not _in_section(skill, note) and sends_on(note.text):
            yield Finding(
                Severity.WARNING, "jump-outside", _("It is not clear which step this belongs to."),
                _("It says where to go, but is outside the steps."),
                note.start, note.start + len(skill.text[note.start : note.end].rstrip()),
            )  # fmt: skip


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
    before = 0
    for note in skill.notes if skill.steps else ():
        found = _NUMBER.match(skill.text, note.start)
        if found is None or _in_section(skill, note):
            continue
        goes_on, before = int(found[1]) == before + 1 > 1, int(found[1])
        if goes_on or skill.text[: note.start].rstrip(" \t\r\n*_").endswith(":"):
            continue
        yield Finding(
            Severity.WARNING, "number-unread", _("This list is not read as steps."),
            _("It is outside the steps."),
            note.start, note.start + len(skill.text[note.start : note.end].rstrip()),
        )  # fmt: skip


def _in_section(skill: Skill, note: Note) -> bool:
    n = bisect_right(skill.sections, note.start, key=lambda section: section.start) - 1
    return n >= 0 and note.start < skill.sections[n].end
