"""What the cards between the first and the last step of a skill say, ready to be compared."""

from dataclasses import dataclass, replace

from app.core.library.comparison import Mark
from app.core.skills.model import (
    BlockKind,
    Call,
    Jump,
    JumpKind,
    Note,
    PlacedMemory,
    Recipe,
    Skill,
    Step,
    VariableUse,
)
from app.core.skills.step_names import step_name
from app.core.words import _
from app.ui.views.skills.editor.reading import Leads
from app.ui.views.skills.editor.steps.excerpt import Excerpt
from app.ui.views.skills.editor.steps.standing import HeadText, Standing, standings
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.recipe_text import recipe_runs
from app.ui.widgets.prose.step_prose import prose
from app.ui.widgets.prose.text_style import Run, TextStyle

MOST, LARGEST = 1000, 20_000
"""More steps than this, and steps or notes with more characters, are only shown as text."""
_BULLETS = ("- ", "* ", "+ ", "• ")


@dataclass(frozen=True, slots=True)
class StepText:
    """One step as a card shows it: its words, and its pills below."""

    position: int
    label: str
    runs: tuple[Run, ...]
    pills: tuple[PillText, ...]
    arcs: tuple[tuple[JumpKind, int], ...]
    """Loops and branches to other steps, by position."""
    depth: int = 0
    """How many steps it is part of."""
    parent: int = 0
    """The position of the step it is part of, 0 for none."""
    below: int = 0
    """How many sub-steps it has, theirs included."""
    within: int = 0
    """The number of the heading it is below, 0 for none."""
    written: tuple[tuple[int, int], ...] = ()
    """Where in the step each pill is written."""


@dataclass(frozen=True, slots=True)
class QuietText:
    """Something between the steps that is none: a heading, note, recipe or placed memory."""

    kind: BlockKind
    runs: tuple[Run, ...]
    depth: int = 0
    within: int = 0


Item = StepText | QuietText | HeadText
_QUIET = (BlockKind.HEADING, BlockKind.NOTE, BlockKind.RECIPE, BlockKind.MEMORY)


def has_cards(skill: Skill) -> bool:
    """Whether a skill can be shown as cards."""
    return len(skill.steps) <= MOST and all(b.end - b.start <= LARGEST for b in skill.blocks)


class Items:
    """What is shown of a skill. Steps that say the same as the last time are not read again."""

    def __init__(self) -> None:
        self._known: dict[object, StepText] = {}

    def read(self, skill: Skill, leads: Leads) -> list[tuple[Item, int]]:
        """Everything between the goals and the end, with the place where each begins."""
        captured = skill.results
        others: tuple[Note | Recipe | PlacedMemory, ...] = (
            *skill.notes,
            *skill.recipes,
            *skill.memories,
        )
        quiet = {part.start: part for part in others}
        found: list[tuple[Item, int]] = []
        known: dict[object, StepText] = {}
        for place in standings(skill):
            block = place.block
            if place.head is not None:
                found.append((place.head, block.start))
            elif (step := place.step) is not None:
                mark = _mark(skill, step, place, captured, leads)
                said = self._known.get(mark) or _step(skill, step, place, captured, leads)
                known[mark] = said
                found.append((said, block.start))
            elif block.kind in _QUIET:
                text = skill.text[block.start : block.end]
                said_quietly = _quiet(block.kind, quiet.get(block.start), text)
                stands = replace(said_quietly, depth=place.depth, within=place.within)
                found.append((stands, block.start))
        self._known = known
        return found


def _mark(
    skill: Skill, step: Step, place: Standing, captured: frozenset[str], leads: Leads
) -> tuple[object, ...]:
    """Everything the card of a step depends on; nothing about where in the text it is."""
    return (
        step.text,
        step.position,
        step_name(skill, step.position),
        step.parent,
        place.below,
        place.within,
        step.jumps and _leads(skill, step),
        step.variables and tuple([use.name in captured for use in step.variables]),
        step.calls and tuple([(leads.is_unknown(call), leads.place(call)) for call in step.calls]),
    )


def _leads(skill: Skill, step: Step) -> tuple[object, ...]:
    """Where its jumps lead, and what is written there."""
    return tuple([
        (jump.target, step_name(skill, jump.target) if jump.target else jump.reference)
        for jump in step.jumps
    ])  # fmt: skip


def _quiet(kind: BlockKind, part: Note | Recipe | PlacedMemory | None, text: str) -> QuietText:
    if isinstance(part, Recipe):
        return QuietText(kind, recipe_runs(part, text))
    if isinstance(part, PlacedMemory):
        source = _("(from {source})").format(source=part.source)
        return QuietText(kind, (Run(part.text.strip()), Run(f"\n{source}", TextStyle.SOURCE)))
    words = (part.text if part is not None else text).strip().lstrip("#").strip()
    if kind is BlockKind.NOTE and text.lstrip().startswith(_BULLETS):
        words = f"•  {words}"
    return QuietText(
        kind, (Run(words, TextStyle.STRONG if kind is BlockKind.HEADING else TextStyle.NOTE),)
    )


def _step(
    skill: Skill, step: Step, place: Standing, captured: frozenset[str], leads: Leads
) -> StepText:
    marks = step_marks(skill, step, captured)
    said = prose(step.text, marks, leads.is_unknown, leads.place)
    return StepText(
        step.position,
        step_name(skill, step.position),
        said.runs,
        said.pills,
        tuple(
            (jump.kind, jump.target)
            for jump in step.jumps
            if jump.target is not None and jump.target != step.position
        ),
        place.depth,
        step.parent,
        place.below,
        place.within,
        tuple([(tag.start, tag.end) for tag in said.tags]),
    )


def step_marks(skill: Skill, step: Step, captured: frozenset[str]) -> list[Mark]:
    """What is written in a step, in the positions of `step.text`; `captured` are its results."""
    excerpt = Excerpt(skill.text, step.body_start, step.body_end, step.text)
    uses = (replace(use, captured=use.name in captured) for use in step.variables)
    written: tuple[Call | Jump | VariableUse, ...] = (*step.calls, *step.jumps, *uses)
    found = []
    for what in written:
        target = None
        if isinstance(what, Jump) and what.target and what.target != step.position:
            target = step_name(skill, what.target)
        found.append(Mark(what, excerpt.inside(what.start), excerpt.inside(what.end), target))
    return sorted(found, key=lambda mark: mark.start)
