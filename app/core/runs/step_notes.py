"""The notes of a skill for those who follow it, each at the step that it belongs to."""

from collections import defaultdict
from collections.abc import Mapping

from app.core.skills.model import BlockKind, SectionKind, Skill
from app.core.skills.reading.plain_words import note_words

_TELLING = (SectionKind.OTHER, SectionKind.SAFETY)
"""What a paragraph is about that begins with its kind and tells people what to mind."""


def step_notes(skill: Skill) -> Mapping[int, tuple[str, ...]]:
    """What they say, by the position of the step they follow; 0 for those before the first one.

    Below the heading of a phase they are of its first step. Those in sections around the
    procedure, and below other headings after it, are of none; but *Note: …* and *Safety: …* in a
    line of their own are notes like others.
    """
    found = defaultdict[int, list[str]](list)
    notes = {note.start: note for note in skill.notes}
    firsts = {phase.start: phase.first for phase in skill.phases}
    at, passed = 0, 0
    is_around = False
    for block in skill.blocks:
        if block.kind is BlockKind.STEP:
            passed += 1
            at, is_around = passed, False
        elif block.kind is BlockKind.HEADING:
            at = firsts.get(block.start, 0)
            is_around = bool(passed) and not at
        elif block.kind is BlockKind.NOTE and not is_around and not _in_section(skill, block.start):
            found[at].append(note_words(notes[block.start]))
    return {position: tuple(filter(None, said)) for position, said in found.items()}


def _in_section(skill: Skill, place: int) -> bool:
    section = next((one for one in skill.sections if one.start <= place < one.end), None)
    return section is not None and not (section.start == place and section.kind in _TELLING)
