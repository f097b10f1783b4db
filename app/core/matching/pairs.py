"""Words of scripts that put no spaces between them: every character, and every two in a row.

Chinese, Japanese, Thai and their like are found by pairs of characters, as search engines do it
(bigrams): no dictionary says where a word ends, and most words are two characters long.
"""

import re
from collections.abc import Sequence

from app.core.matching.folding import WITHOUT_SPACES

_CHARACTERS = "".join(f"{chr(first)}-{chr(last)}" for first, last in WITHOUT_SPACES)
_RUN = re.compile(rf"(?:(?=\w)[{_CHARACTERS}])+")


def in_pairs(text: str) -> str:
    """`测温度` is ` 测 测温 温 温度 度 `; text of other scripts stays as it is."""
    return _RUN.sub(_paired, text)


def is_spaceless(word: str) -> bool:
    """Whether a word is of these scripts alone."""
    return _RUN.fullmatch(word) is not None


def joined(words: Sequence[str]) -> list[str]:
    """Pairs that overlap as the one word they are from: `温度`, `度计` is `温度计`."""
    found: list[str] = []
    for word in words:
        if found and is_spaceless(word) and is_spaceless(found[-1]) and word[0] == found[-1][-1]:
            found[-1] += word[1:]
        else:
            found.append(word)
    return found


def _paired(run: re.Match[str]) -> str:
    said = run[0]
    parts = [said[n : n + length] for n in range(len(said)) for length in (1, 2)]
    return f" {' '.join(parts[:-1])} "
