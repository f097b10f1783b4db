"""Which ways to say where to go on occur in a step, so that only those are read."""

import re
from functools import lru_cache

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.naming import naming

SHORT = 500
"""Characters of a step of which it is remembered what was found in it."""
_ALL = frozenset(("again", "noun", "number", "name"))
"""Ways that name no step, a word for steps, a number alone behind a verb, and other words there."""
_BARE_NUMBER = re.compile(r"\s#?[0-9]")
"""What every number alone behind a verb has."""


def told(language: Language, said: str) -> frozenset[str]:
    """The ways that may be in the folded words of a step."""
    return _in_short(language, said) if len(said) <= SHORT else _ALL


@lru_cache(maxsize=4096)
def _in_short(language: Language, said: str) -> frozenset[str]:
    kinds = {found.lastgroup or "" for found in language.telling.finditer(said)}
    if _BARE_NUMBER.search(said) is not None and language.bare.search(said) is not None:
        kinds.add("number")
    if naming(language).search(said) is not None:
        kinds.add("name")
    return frozenset(kinds)
