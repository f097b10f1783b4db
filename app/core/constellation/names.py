"""What skills are called in a list where two may have the same title."""

from collections import Counter
from collections.abc import Iterable

from app.core.library.catalogue import SkillRow
from app.core.words import _


def told_apart(rows: Iterable[SkillRow]) -> dict[int, str]:
    """The title of each skill by its id, with its engram where another one has the same title."""
    listed = list(rows)
    having = Counter(row.title.casefold() for row in listed)
    return {
        row.id: row.title
        if having[row.title.casefold()] == 1
        else _("{title} ({engram})").format(title=row.title, engram=row.engram_name)
        for row in listed
    }
