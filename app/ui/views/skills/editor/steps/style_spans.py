"""Which stretches of a skill's text are written in which style."""

from collections.abc import Iterable, Iterator

from app.core.skills.model import BlockKind, Goal, JumpKind, Skill, Step
from app.ui.views.skills.editor.steps.excerpt import Excerpt
from app.ui.widgets.prose.pill_text import variable_style
from app.ui.widgets.prose.step_prose import TAG
from app.ui.widgets.prose.text_style import Hue, TextStyle

Span = tuple[int, int, Hue]

_WHOLE = {
    BlockKind.FRONTMATTER: TextStyle.QUIET,
    BlockKind.COMMENT: TextStyle.QUIET,
    BlockKind.HEADING: TextStyle.STRONG,
    BlockKind.MEMORY: TextStyle.MEMORY,
}
_CLOSING = tuple("\"'”’“`»")
"""Ends of a name in quotes."""
_JUMPS = {JumpKind.LOOP: TextStyle.LOOP, JumpKind.BRANCH: TextStyle.BRANCH}


def spans(skill: Skill) -> list[Span]:
    """The whole text, in order of where they begin; an inner stretch follows its outer one."""
    captured = skill.results
    found: list[Span] = []
    for block in skill.blocks:
        if block.kind in _WHOLE:
            found.append((block.start, block.end, _WHOLE[block.kind]))
        elif block.kind is BlockKind.TITLE:
            found.append((block.start, skill.title_start, TextStyle.QUIET))
            found.append((skill.title_start, skill.title_end, TextStyle.TITLE))
    for goal in skill.goals:
        colon = skill.text.find(":", goal.start, goal.value_start)
        found.append((goal.start, max(colon + 1, goal.start), goal.kind))
        found.extend(_inside(skill.text, goal, captured))
    for step in skill.steps:
        found.append((step.start, step.body_start, TextStyle.QUIET))
        found.extend(_inside(skill.text, step, captured))
        found.extend((jump.start, jump.end, _JUMPS[jump.kind]) for jump in step.jumps)
    for recipe in skill.recipes:
        line = skill.text.find("\n", recipe.start, recipe.end)
        found.append((recipe.start, line if line >= 0 else recipe.end, TextStyle.STRONG))
    found.extend((*tag.span(), TextStyle.QUIET) for tag in TAG.finditer(skill.text))
    return sorted(found, key=lambda span: (span[0], -span[1]))


def _inside(text: str, part: Goal | Step, captured: frozenset[str]) -> Iterator[Span]:
    for call in part.calls:
        if call.explicit:
            yield call.start, call.end, TextStyle.CALLED
            is_quoted = text[call.target_end : call.end][:1] in _CLOSING
            yield call.start, call.target_end + is_quoted, TextStyle.CALL
    for use in part.variables:
        yield use.start, use.end, variable_style(use.name, captured)


def marks(spans_of_part: Iterable[Span], excerpt: Excerpt) -> list[Span]:
    """The same stretches in the positions of an excerpt; what is outside of it is left out."""
    found = [
        (excerpt.inside(start), excerpt.inside(end), style) for start, end, style in spans_of_part
    ]
    return [mark for mark in found if mark[0] < mark[1]]


def step_excerpt(skill: Skill, position: int) -> Excerpt:
    """Where the characters of `step.text` are in the whole text."""
    step = skill.steps[position - 1]
    return Excerpt(skill.text, step.body_start, step.body_end, step.text)


def goal_excerpt(skill: Skill, goal: Goal) -> Excerpt:
    """Where the characters of `goal.value` are in the whole text."""
    return Excerpt(skill.text, goal.value_start, goal.value_end, goal.value)


def step_marks(skill: Skill, step: Step) -> list[Span]:
    """The stretches of one step in the positions of `step.text`."""
    excerpt = step_excerpt(skill, step.position)
    jumps = [(jump.start, jump.end, _JUMPS[jump.kind]) for jump in step.jumps]
    found = sorted(
        (*_inside(skill.text, step, skill.results), *jumps), key=lambda span: (span[0], -span[1])
    )
    return marks(found, excerpt)


def goal_marks(skill: Skill, goal: Goal) -> list[Span]:
    """The stretches of one goal in the positions of `goal.value`."""
    excerpt = goal_excerpt(skill, goal)
    found = sorted(_inside(skill.text, goal, skill.results), key=lambda span: (span[0], -span[1]))
    return marks(found, excerpt)
