"""Which of the languages a description is in."""

import re

from app.core.drafting.speech.english import ENGLISH
from app.core.drafting.speech.french import FRENCH
from app.core.drafting.speech.german import GERMAN
from app.core.drafting.speech.iberian import PORTUGUESE, SPANISH
from app.core.drafting.speech.romanian import ROMANIAN
from app.core.drafting.speech.speech import Speech
from app.core.skills.reading.folding import fold

LANGUAGES = (ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ROMANIAN)
_WORD = re.compile(r"[^\W\d_]'|[^\W\d_]+")


def speech_of(description: str) -> Speech:
    """The one most of whose small words are said; English where none is ahead."""
    words = _WORD.findall(fold(description).text)
    return max(LANGUAGES, key=lambda one: sum(word in one.common for word in words))
