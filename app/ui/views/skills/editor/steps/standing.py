"""Where every part of a skill stands: below which heading that folds, and in which step."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.core.skills.model import Block, BlockKind, Phase, Section, SectionKind, Skill, Step
from app.core.words import _, ngettext


@dataclass(frozen=True, slots=True)
class HeadText:
    """A heading that folds: of a phase, or of a section that is no part of the steps.

    `number` counts the headings of the skill from 1; `about` is how much is in a phase, or of
    which kind a section is, and `excerpt` what a section begins with.
    """

    kind: Literal["phase", "section"]
    number: int
    title: str
    about: str
    excerpt: str = ""


class Standing(NamedTuple):
    """A block with the number of the heading above it (0: none), which itself may be one.

    `depth` is how many steps it is part of, `below` how many sub-steps it has, if it is a `step`.
    """

    block: Block
    within: int
    head: HeadText | None
    depth: int = 0
    below: int = 0
    step: Step | None = None


def standings(skill: Skill) -> Iterator[Standing]:
    """Every block in the order of the text."""
    phases = {phase.start: phase for phase in skill.phases}
    sections = {section.start: section for section in skill.sections}
    starts = {step.start: step for step in skill.steps}
    depths, below = _nested(skill)
    after = [*depths[1:], 0]
    within = count = at = 0
    ends = -1
    for block in skill.blocks:
        if 0 <= ends <= block.start:
            within, ends = 0, -1
        is_note = block.kind is BlockKind.NOTE  # which begins with the name of its section
        if block.kind is BlockKind.HEADING or (is_note and block.start in sections):
            head = _head(skill, block, phases, sections, count + 1)
            if head is not None:
                count += 1
                within = count
                section = sections.get(block.start)
                ends = section.end if section is not None and head.kind == "section" else -1
            elif ends < 0:
                within = 0
            yield Standing(block, within, head)
            if is_note and (rest := _below_first_line(skill.text, block)) is not None:
                yield Standing(rest, within, None)
        elif block.kind is BlockKind.STEP and block.start in starts:
            step = starts[block.start]
            at = step.position
            within = within if step.phase or ends >= 0 else 0
            yield Standing(block, within, None, depths[at - 1], below[at - 1], step)
        else:
            yield Standing(block, within, None, after[at - 1] if at else 0)


def _below_first_line(text: str, block: Block) -> Block | None:
    """What a section says below its name, if there is anything."""
    below = text.find("\n", block.start, block.end) + 1
    is_empty = not below or not text[below : block.end].strip()
    return None if is_empty else Block(block.kind, below, block.end)


def counted(skill: Skill) -> str:
    """How many steps there are, and in how many phases."""
    steps, phases = len(skill.top_steps), len(skill.phases)
    if not phases:
        return str(steps)
    words = ngettext("{steps} in {count} phase", "{steps} in {count} phases", phases)
    return words.format(steps=steps, count=phases)


def _nested(skill: Skill) -> tuple[list[int], list[int]]:
    """Of each step how many it is part of, and how many are part of it."""
    depths, below = list[int](), [0] * len(skill.steps)
    for step in skill.steps:
        depths.append(depths[step.parent - 1] + 1 if step.parent else 0)
    for step in reversed(skill.steps):
        if step.parent:
            below[step.parent - 1] += below[step.position - 1] + 1
    return depths, below


def _head(
    skill: Skill,
    block: Block,
    phases: dict[int, Phase],
    sections: dict[int, Section],
    number: int,
) -> HeadText | None:
    phase, section = phases.get(block.start), sections.get(block.start)
    if phase is not None:
        index = skill.phases.index(phase) + 1
        count = sum(step.phase == index for step in skill.top_steps)
        words = ngettext("{count} step", "{count} steps", count).format(count=count)
        return HeadText("phase", number, phase.title, words)
    if section is None:
        return None
    kind = KINDS[section.kind]()
    said = "" if section.title.casefold().startswith(kind.casefold()) else kind
    excerpt = " ".join(section.text.split())[:_LONGEST]
    return HeadText("section", number, section.title, said, excerpt)


_LONGEST = 300
"""Characters of a section that are said beside its heading; there is no room for more."""

KINDS = {
    SectionKind.PURPOSE: lambda: _("Purpose"),
    SectionKind.SCOPE: lambda: _("Scope"),
    SectionKind.DEFINITIONS: lambda: _("Definitions"),
    SectionKind.RESPONSIBILITIES: lambda: _("Responsibilities"),
    SectionKind.INPUT: lambda: _("Input"),
    SectionKind.OUTPUT: lambda: _("Output"),
    SectionKind.REFERENCES: lambda: _("References"),
    SectionKind.REVISION_HISTORY: lambda: _("Revision history"),
    SectionKind.SAFETY: lambda: _("Safety"),
    SectionKind.MATERIALS: lambda: _("Materials"),
    SectionKind.PREREQUISITES: lambda: _("Prerequisites"),
    SectionKind.EXAMPLES: lambda: _("Examples"),
    SectionKind.CONTENTS: lambda: _("Contents"),
    SectionKind.OTHER: lambda: _("Context"),
}
"""What each kind of section is called."""
