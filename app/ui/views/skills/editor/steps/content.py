"""What the cards between the first and the last step of a skill say, ready to be compared."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.skills.model import (
    BlockKind,
    Call,
    Goal,
    Jump,
    JumpKind,
    Note,
    PlacedMemory,
    Recipe,
    Skill,
    Step,
    VariableUse,
)
from app.core.words import _
from app.ui.views.skills.editor.steps.excerpt import Excerpt
from app.ui.widgets.prose.pill import PillText
from app.ui.widgets.prose.pill_text import call_pill, call_runs, jump_pill, label, variable_style
from app.ui.widgets.prose.text_style import Run, TextStyle

_SENTENCE_END = re.compile(r"(?:[.:;!?)\n]|\A)[ \t]*\Z")
_TAIL = re.compile(r"[ \t]*[.;,]?[ \t]*(?=\n|\Z)")
_GAP = "\u00a0"
TAG = re.compile(
    r"@needs?:[ \t]*[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*|\[ANCHOR\]"
    r"|\[(?:verify|dispatch-safe):[^\]\n]*\]",
    re.IGNORECASE,
)
"""What is said to agents about a step."""
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


@dataclass(frozen=True, slots=True)
class QuietText:
    """Something between the steps that is none: a heading, note, recipe or placed memory."""

    kind: BlockKind
    runs: tuple[Run, ...]


Item = StepText | QuietText
_QUIET = (BlockKind.HEADING, BlockKind.NOTE, BlockKind.RECIPE, BlockKind.MEMORY)


class Items:
    """What is shown of a skill. Steps that say the same as the last time are not read again."""

    def __init__(self) -> None:
        self._known: dict[object, StepText] = {}

    def read(self, skill: Skill, unknown: frozenset[int]) -> list[tuple[Item, int]]:
        """Everything between the goals and the end, with the place where each begins.

        `unknown` are the positions of call targets that no skill answers to.
        """
        captured = results(skill)
        steps = {step.start: step for step in skill.steps}
        others: tuple[Note | Recipe | PlacedMemory, ...] = (
            *skill.notes,
            *skill.recipes,
            *skill.memories,
        )
        quiet = {part.start: part for part in others}
        found: list[tuple[Item, int]] = []
        known: dict[object, StepText] = {}
        for block in skill.blocks:
            if block.kind is BlockKind.STEP and block.start in steps:
                step = steps[block.start]
                mark = _mark(skill, step, captured, unknown)
                said = self._known.get(mark) or _step(skill, step, captured, unknown)
                known[mark] = said
                found.append((said, block.start))
            elif block.kind in _QUIET:
                text = skill.text[block.start : block.end]
                found.append((_quiet(block.kind, quiet.get(block.start), text), block.start))
        self._known = known
        return found


def _mark(
    skill: Skill, step: Step, captured: frozenset[str], unknown: frozenset[int]
) -> tuple[object, ...]:
    """Everything the card of a step depends on; nothing about where in the text it is."""
    return (
        step.text,
        step.position,
        step.number,
        step.jumps and _leads(skill, step),
        step.variables and tuple([use.name in captured for use in step.variables]),
        step.calls and tuple([call.target_start in unknown for call in step.calls]),
    )


def _leads(skill: Skill, step: Step) -> tuple[object, ...]:
    """Where its jumps lead, and what is written there."""
    return tuple([
        (jump.target, label(skill.steps[jump.target - 1]) if jump.target else jump.reference)
        for jump in step.jumps
    ])  # fmt: skip


def _quiet(kind: BlockKind, part: Note | Recipe | PlacedMemory | None, text: str) -> QuietText:
    if isinstance(part, Recipe):
        return QuietText(kind, _recipe(part))
    if isinstance(part, PlacedMemory):
        source = _("(from {source})").format(source=part.source)
        return QuietText(kind, (Run(part.text.strip()), Run(f"\n{source}", TextStyle.SOURCE)))
    words = (part.text if part is not None else text).strip().lstrip("#").strip()
    if kind is BlockKind.NOTE and text.lstrip().startswith(_BULLETS):
        words = f"•  {words}"
    return QuietText(
        kind, (Run(words, TextStyle.STRONG if kind is BlockKind.HEADING else TextStyle.NOTE),)
    )


def results(skill: Skill) -> frozenset[str]:
    """The variables the skill makes itself; all others it is given."""
    parts: tuple[Goal | Step, ...] = (*skill.goals, *skill.steps)
    made = {use.name for part in parts for use in part.variables if use.captured}
    return frozenset(made - {given.name for given in skill.requires})


def _step(skill: Skill, step: Step, captured: frozenset[str], unknown: frozenset[int]) -> StepText:
    excerpt = Excerpt(skill.text, step.body_start, step.body_end, step.text)
    lifted = [_span(excerpt, jump) for jump in _tags(skill.text, step)]
    pills = []
    inline: list[Call] = []
    for call in step.calls:
        start, end = _span(excerpt, call)
        if call.explicit and _stands_alone(step.text, start, end, lifted):
            lifted.append((start, end))
            pills.append(call_pill(call, captured, unknown))
        elif call.explicit:
            inline.append(call)
    pills += [jump_pill(skill, step, jump, captured) for jump in step.jumps]
    marks = list(_marks(excerpt, step, inline, captured, unknown))
    return StepText(
        step.position,
        label(step),
        _runs(step.text, marks, _widened(step.text, lifted)),
        tuple(pills),
        tuple(
            (jump.kind, jump.target)
            for jump in step.jumps
            if jump.target is not None and jump.target != step.position
        ),
    )


def _span(excerpt: Excerpt, part: Call | Jump | VariableUse) -> tuple[int, int]:
    return excerpt.inside(part.start), excerpt.inside(part.end)


def _tags(text: str, step: Step) -> Iterator[Jump]:
    """The jumps written `@loop:` or `[[branch:`, and not in the words of a sentence."""
    end = -1
    for jump in step.jumps:
        follows = end >= 0 and not text[end : jump.start].strip()
        if follows or text.startswith(("@", "[["), jump.start):
            end = jump.end
            yield jump


def _stands_alone(text: str, start: int, end: int, lifted: list[tuple[int, int]]) -> bool:
    """Whether a call is no part of a sentence, so that the words read well without it."""
    for left, right in sorted(lifted, reverse=True):
        if not text[end:left].strip():
            end = right
    return bool(_SENTENCE_END.search(text[:start]) and _TAIL.match(text, end))


def _widened(text: str, lifted: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches to leave out, with the gap before each and the full stop of a last one."""
    wide = []
    for start, end in sorted(lifted):
        left = len(text[:start].rstrip())
        tail = _TAIL.match(text, end)
        wide.append((left, tail.end() if tail and left > 0 else end))
    return wide


def _marks(
    excerpt: Excerpt,
    step: Step,
    inline: list[Call],
    captured: frozenset[str],
    unknown: frozenset[int],
) -> Iterator[tuple[int, int, Run | None, TextStyle]]:
    """Stretches in a style of their own: start, end, what stands there instead, style."""
    for call in inline:
        start, end = _span(excerpt, call)
        if call.target_start in unknown:
            name = excerpt.inside(call.target_start)
            yield start, name, None, TextStyle.CALL
            yield name, excerpt.inside(call.target_end), None, TextStyle.UNKNOWN
        else:
            said = "".join(run.text for run in call_runs(call, captured)).replace(" ", _GAP)
            words = f"{_GAP}{said}{_GAP}"
            yield start, end, Run(words, TextStyle.CALL, start, call.target, True), TextStyle.CALL
    for found in TAG.finditer(step.text):
        yield *found.span(), None, TextStyle.QUIET
    for use in step.variables:
        start, end = _span(excerpt, use)
        yield start, end, None, variable_style(use.name, captured)


def _runs(
    text: str,
    marks: list[tuple[int, int, Run | None, TextStyle]],
    lifted: list[tuple[int, int]],
) -> tuple[Run, ...]:
    """`text` cut at its marks, without what is shown as a pill below."""
    cuts: list[tuple[int, int, Run | None, TextStyle | None]] = [
        *((start, end, None, None) for start, end in lifted),
        *marks,
    ]
    runs: list[Run] = []
    at = 0
    for start, end, instead, style in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start < at:
            continue
        if start > at:
            runs.append(Run(text[at:start], at=at))
        if instead is not None:
            runs.append(instead)
        elif style is not None:
            runs.append(Run(text[start:end], style, start))
        at = end
    if at < len(text):
        runs.append(Run(text[at:], at=at))
    return tuple(runs)


def _recipe(recipe: Recipe) -> tuple[Run, ...]:
    runs = [Run(recipe.name, TextStyle.STRONG)]
    if recipe.trigger:
        runs.append(Run(f"  {recipe.trigger}", TextStyle.QUIET))
    for step in recipe.steps:
        runs.append(Run(f"\n{step.tool}: ", TextStyle.MEMORY))
        runs.append(Run(step.query))
        if step.if_results_below is not None:
            below = _("if fewer than {count} results").format(count=step.if_results_below)
            runs.append(Run(f"  {below}", TextStyle.QUIET))
        if step.only_engrams:
            only = _("only in {names}").format(names=", ".join(step.only_engrams))
            runs.append(Run(f"  {only}", TextStyle.QUIET))
    return tuple(runs)
