"""What a skill says that it does: its description, wherever it stands."""

from app.core.skills.model import Skill
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
