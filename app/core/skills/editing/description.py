"""The description of a skill written anew, wherever it has one."""

from app.core.errors import AppError
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.editing.references import edited
from app.core.skills.editing.writing import line_end
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.description import introduction
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.words import _


def with_description(text: str, said: str) -> str:
    """The text with this description, which is one line; an empty one takes it out.

    It stands in the frontmatter where there is one, else in a paragraph under the title. Raises
    `AppError` when it cannot be written without changing what else the text says.
    """
    before, said = parse(text), " ".join(said.split())
    if frontmatter(before) is not None:
        return with_fields(text, {"description": said})
    changed = edited(text, [_introduced(before, said)])
    after = parse(changed)
    place = introduction(after)
    written = "" if place is None else " ".join(changed[slice(*place)].split())
    if _others(before) != _others(after) or (said and written != said):
        raise _refused(before, said)
    return changed


def _refused(skill: Skill, said: str) -> AppError:
    if any(step.number is not None for step in skill.steps):
        return AppError(
            _("“{said}” would not be read as a description.").format(said=said),
            _("Begin it with a word, not with a number, a mark or the name of a goal."),
        )
    return AppError(
        _("This skill has no place for a description yet."),
        _("Number its steps first, so that no paragraph is taken for a step."),
    )


def _others(skill: Skill) -> list[object]:
    """What a description changes nothing of."""
    goals = [(goal.kind, goal.value) for goal in skill.goals]
    return [skill.title, goals, [step.text for step in skill.steps], len(skill.recipes)]


def _introduced(skill: Skill, said: str) -> tuple[int, int, str]:
    """The edit that puts the paragraph in the place of the one there is, or under the title."""
    text, end = skill.text, line_end(skill.text)
    place = introduction(skill)
    if place is not None:
        stop = place[0] + len(text[slice(*place)].rstrip())
        if said:
            return place[0], stop, said
        rest = text[stop:]
        return place[0], stop + len(rest) - len(rest.lstrip("\r\n")), ""
    title = next((b for b in skill.blocks if b.kind is BlockKind.TITLE), None)
    if not said:
        return 0, 0, ""
    at = title.end if title is not None else 0
    lead = end if at and text[at - 1] in "\r\n" else end * 2 if at else ""
    gap = end if text[at:].startswith(("\r", "\n")) else end * 2
    return at, at, lead + said + gap
