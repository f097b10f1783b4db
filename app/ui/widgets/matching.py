"""Which rows a few typed letters mean, best first. Public names: `rank`, `matched`."""

from collections.abc import Sequence

from rapidfuzz import fuzz, process, utils

MOST = 60
CLOSE = 62
"""Of 100, rapidfuzz's weighted ratio: below this two texts have nothing to do with each other."""


def rank(query: str, texts: Sequence[str]) -> list[int]:
    """Positions of the texts that match; all of them, in order, for an empty query."""
    if not query.strip():
        return list(range(min(len(texts), MOST)))
    found = process.extract(
        query,
        texts,
        scorer=fuzz.WRatio,
        processor=utils.default_process,
        limit=MOST,
        score_cutoff=CLOSE,
    )
    needle = query.casefold().strip()
    whole = [n for n, text in enumerate(texts) if needle in text.casefold()][:MOST]
    scores = {position: score for _text, score, position in found}
    scores |= {n: scores.get(n, CLOSE) + _bonus(needle, texts[n].casefold()) for n in whole}
    return sorted(scores, key=lambda n: (-scores[n], len(texts[n]), n))[:MOST]


def _bonus(needle: str, text: str) -> float:
    """Letters as typed beat similar ones, above all where a word begins."""
    place = text.find(needle)
    if place == 0:
        return 60.0
    return 50.0 if not text[place - 1].isalnum() else 30.0


def matched(query: str, text: str) -> list[tuple[int, int]]:
    """Start and length of what to show in bold: each typed word where the text has it."""
    spans = []
    folded = text.casefold()
    if len(folded) != len(text):
        return []
    for word in query.casefold().split():
        if (place := folded.find(word)) >= 0:
            spans.append((place, len(word)))
    return sorted(set(spans))
