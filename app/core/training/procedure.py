"""A skill as a procedure that fragments can be placed in."""

from app.core.skills.model import Skill
from app.core.skills.reading.plain_words import asked_words
from app.core.training.placement import Procedure


def procedure_of(skill: Skill) -> Procedure:
    """The words of its steps, ready for placing fragments between them."""
    return Procedure([asked_words(skill, step) for step in skill.steps])
