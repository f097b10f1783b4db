"""What a skill says that it does: its description, wherever it stands."""

from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.plain_words import note_words


def description_of(skill: Skill, given: str = "") -> str:
    """The description in the frontmatter, else the one `given` with the skill, else its opening.

    That is the paragraph before anything else, in which a skill without frontmatter says what it
    does. White space is single spaces.
    """
    front = frontmatter(skill)
    field = front.field("description") if front is not None else None
    stated = (field.text if field is not None else "").split() or given.split()
    return " ".join(stated or _opening(skill).split())


def _opening(skill: Skill) -> str:
    others = [*(goal.start for goal in skill.goals), *(step.start for step in skill.steps)]
    begins = min(others, default=len(skill.text))
    return next((note_words(note) for note in skill.notes[:1] if note.start < begins), "")


def introduction(skill: Skill) -> tuple[int, int] | None:
    """Where the first paragraph stands, if it stands before every step and heading."""
    headings = [b.start for b in skill.blocks if b.kind is BlockKind.HEADING]
    first = min([*(step.start for step in skill.steps), *headings, len(skill.text)])
    return next(((n.start, n.end) for n in skill.notes if n.start < first), None)


def shown_description(skill: Skill, given: str = "") -> str:
    """The description as it can be edited, in one line: of the frontmatter, or the introduction.

    What was `given` with the skill stands in for either.
    """
    front, place = frontmatter(skill), introduction(skill)
    if front is not None:
        field = front.field("description")
        said = field.text if field is not None else ""
    else:
        said = skill.text[slice(*place)] if place is not None else ""
    return " ".join(said.split() or given.split())


def description_place(skill: Skill) -> tuple[int, int] | None:
    """Where that is written; None where it was given, or where there is none."""
    front = frontmatter(skill)
    if front is None:
        return introduction(skill)
    field = front.field("description")
    return (field.start, field.end) if field is not None else None
