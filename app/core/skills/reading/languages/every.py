"""The languages in which the way through a procedure is read."""

import re
from functools import cache

from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.english import ENGLISH
from app.core.skills.reading.languages.french import FRENCH
from app.core.skills.reading.languages.german import GERMAN
from app.core.skills.reading.languages.italian import ITALIAN
from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.languages.portuguese import PORTUGUESE
from app.core.skills.reading.languages.romanian import ROMANIAN
from app.core.skills.reading.languages.spanish import SPANISH

LANGUAGES: tuple[Language, ...] = (
    ENGLISH, ROMANIAN, SPANISH, FRENCH, GERMAN, ITALIAN, PORTUGUESE,
)  # fmt: skip
STEMS: dict[str, tuple[Language, ...]] = {
    stem: tuple(language for language in LANGUAGES if stem in language.stems)
    for stem in sorted({stem for language in LANGUAGES for stem in language.stems})
}
"""What is looked for in a text, and the languages it may be in."""
IF = re.compile(
    rf"\b(?:(?P<kept>{'|'.join(one.kept for one in LANGUAGES)})"
    rf"|(?P<plain>{'|'.join(one.plain for one in LANGUAGES)}))(?:\s+|(?<=')|\Z)"
)
"""Before a condition, in whatever language; *kept* is part of it."""


@cache
def leading() -> tuple[re.Pattern[str], ...]:
    """A verb that leads to what follows, in each language."""
    return tuple(
        re.compile(
            rf"(?:{one.back}|{one.go})\s+(?:(?:{one.adverb})\s+)*"
            rf"(?:(?:{one.article})(?:(?<=')|\s+))?(?=[\w\"'“])"
        )
        for one in LANGUAGES
    )


def stands_alone(condition: str) -> bool:
    """Whether a condition is said without *if*: "unless it rains", "otherwise", a question."""
    low = fold(condition).text
    asked = IF.match(low)
    return "?" in low or (asked is not None and asked["kept"] is not None) or _is_otherwise(low)


def _is_otherwise(low: str) -> bool:
    return any(language.otherwise_said.match(low) for language in LANGUAGES)
