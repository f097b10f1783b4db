"""Steps named by their first words behind a verb: *go straight to recording the outcome*."""

import re
from collections.abc import Iterator
from functools import lru_cache

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.found import Found, Ground, Reach

_PREPOSITIONS = ("to", "at", "with", "from")
_DECIDED = re.compile(
    r"\b(?:straight|directly|ahead|direkt|direct|directement|directamente|direto)\b"
)
"""What tells that another step is meant, and no other place."""
_FAR = 140
"""Characters in front of a verb in which its condition is looked for."""


@lru_cache(maxsize=16)
def naming(language: Language) -> re.Pattern[str]:
    """A verb that leads somewhere and the words behind it, up to the end of the clause."""
    ends = rf"(?:{language.and_then}|{language.plain}|{language.kept})"
    return re.compile(
        rf"\b(?:(?P<back>{language.back})|(?P<go>{language.go}))\s+"
        rf"(?:(?:{language.adverb})\s+)*(?:(?:{language.article})(?:(?<=')|\s+))?"
        r"(?P<said>[^\W\d_][\w'-]*+(?:[ ]+[\w'-]++){0,5}?)"
        rf"(?=\s*(?:[.,;:!?)\n]|\Z)|\s+{ends}(?:\s|(?<=')))"
    )


def named(ground: Ground) -> Iterator[Found]:
    """Where a verb leads to the one step that begins with the words behind it.

    Without a place where several do.
    """
    low, language = ground.low, ground.language
    for found in naming(language).finditer(low, ground.left, ground.right):
        left, right = found.span("said")
        if not _leads_to_a_step(ground, found):
            continue
        meant = ground.targets.begun(low[left:right], ground.here)
        if meant:
            reach = Reach(meant[0], meant[0], left, right) if len(meant) == 1 else None
            kind = "back" if found["back"] is not None else "go"
            yield Found(language, kind, found.start(), right, found.start(), reach)


def _leads_to_a_step(ground: Ground, found: re.Match[str]) -> bool:
    """Whether the verb goes back, or ahead on a condition, and no word for steps follows."""
    low, language = ground.low, ground.language
    if language.noun.search(low, found.start("said"), found.end("said")):
        return False
    if found["back"] is not None or _DECIDED.search(low, found.start(), found.start("said")):
        return True
    if language.code == "en" and not found["go"].rstrip().endswith(_PREPOSITIONS):
        return False
    start = max(ground.left, found.start() - _FAR)
    start = 1 + max(start - 1, *(low.rfind(mark, start, found.start()) for mark in ".!?;\n"))
    before = start, found.start()
    return any(said.search(low, *before) for said in (language.condition, language.otherwise_said))
