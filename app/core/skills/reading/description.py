"""What a skill says that it does: its description, wherever it stands."""

from app.core.skills.model import BlockKind, Section, SectionKind, Skill
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.plain_words import note_words


def description_of(skill: Skill, given: str = "") -> str:
    """The description in the frontmatter, else the one `given` with the skill, else its opening.

    That is the paragraph before anything else, in which a skill without frontmatter says what it
    does, or what a classic procedure says is its purpose. White space is single spaces.
    """
    front = frontmatter(skill)
    field = front.field("description") if front is not None else None
    stated = (field.text if field is not None else "").split() or given.split()
    return " ".join(stated or _opening(skill).split())


def _opening(skill: Skill) -> str:
    others = [*(goal.start for goal in skill.goals), *(step.start for step in skill.steps)]
    begins = min(others, default=len(skill.text))
    first = next((note for note in skill.notes[:1] if note.start < begins), None)
    if first is None or _section_at(skill, first.start) is None:
        return note_words(first) if first is not None else ""
    purpose = _purpose(skill)
    return skill.text[slice(*purpose)] if purpose is not None else ""


def _section_at(skill: Skill, place: int) -> Section | None:
    return next((s for s in skill.sections if s.start <= place < s.end), None)


def _purpose(skill: Skill) -> tuple[int, int] | None:
    """Where the purpose of a classic procedure stands, without its heading, if in one piece."""
    for section in skill.sections:
        if section.kind is SectionKind.PURPOSE and section.text:
            start = skill.text.find(section.text, section.start, section.end)
            return (start, start + len(section.text)) if start >= 0 else None
    return None


def introduction(skill: Skill) -> tuple[int, int] | None:
    """Where the first paragraph stands, if it stands before every step and heading.

    In a classic procedure, where its purpose does.
    """
    headings = [b.start for b in skill.blocks if b.kind is BlockKind.HEADING]
    first = min([*(step.start for step in skill.steps), *headings, len(skill.text)])
    found = next(((n.start, n.end) for n in skill.notes if n.start < first), None)
    if found is not None and _section_at(skill, found[0]) is not None:
        return _purpose(skill)
    return found


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
