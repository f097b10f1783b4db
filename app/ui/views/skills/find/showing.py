"""Bringing a stretch of a skill into view, or the caret to it."""

from PySide6.QtCore import Qt

from app.core.skills.model import BlockKind, Goal, Skill, Step
from app.core.skills.reading.description import description_place
from app.ui.views.skills.editor.steps.style_spans import goal_excerpt, step_excerpt
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.widgets.prose.utf16 import Units

_SHOWN = (BlockKind.HEADING, BlockKind.NOTE, BlockKind.RECIPE, BlockKind.MEMORY)
"""What stands between the cards."""


def reveal(editor: EditorView, start: int, end: int) -> None:
    """Show it, and leave the keyboard where it is; as text where no card shows it."""
    skill = editor.reader.skill
    if editor.mode != TEXT:
        if (step := _step(skill, start, end)) is not None:
            editor.steps.set_current(step.position)
            card = editor.steps.card(step.position)
            if card is not None:
                editor.steps.reveal(card)
        elif (goal := _goal(skill, start, end)) is not None:
            if editor.chips.open_kind is not goal.kind:
                editor.goal_editing.open(goal.kind, take_focus=False)
        elif (place := _block(skill, start)) is not None:
            editor.steps.reveal_place(place)
        elif not _in_title(skill, start, end) and not _in_description(skill, start, end):
            editor.show_mode(TEXT, take_focus=False)
    if editor.mode == TEXT:
        editor.text_view.reveal(start)


def land(editor: EditorView, start: int, end: int) -> None:
    """Put the caret behind it, so that no key writes over it; beside it where nothing can be
    written.
    """
    skill = editor.reader.skill
    if editor.mode == TEXT:
        editor.text_view.select(end, end)
        editor.text_view.setFocus(Qt.FocusReason.OtherFocusReason)
    elif (step := _step(skill, start, end)) is not None:
        excerpt = step_excerpt(skill, step.position)
        editor.step_editing.edit(step.position, excerpt.inside(end))
    elif (goal := _goal(skill, start, end)) is not None:
        editor.goal_editing.open(goal.kind)
        behind = goal_excerpt(skill, goal).inside(end)
        editor.chips.box.field.select(behind, behind)
    elif _in_title(skill, start, end):
        title = editor.header.title
        title.setFocus(Qt.FocusReason.OtherFocusReason)
        title.setCursorPosition(Units(skill.title).qt(end - skill.title_start))
    elif _in_description(skill, start, end):
        editor.header.description.begin_behind(skill.text[start:end])
    else:
        editor.take_focus()


def _step(skill: Skill, start: int, end: int) -> Step | None:
    return next((step for step in skill.steps if step.start < end and start < step.body_end), None)


def _goal(skill: Skill, start: int, end: int) -> Goal | None:
    return next((goal for goal in skill.goals if goal.start < end and start < goal.end), None)


def _in_title(skill: Skill, start: int, end: int) -> bool:
    return skill.title_start < end and start < skill.title_end


def _in_description(skill: Skill, start: int, end: int) -> bool:
    place = description_place(skill)
    return place is not None and place[0] < end and start < place[1]


def _block(skill: Skill, start: int) -> int | None:
    """Where the part between the cards begins that it lies in."""
    found = (b.start for b in skill.blocks if b.kind in _SHOWN and b.start <= start < b.end)
    return next(found, None)
