"""What somebody may have meant who typed something that nothing is called."""

from collections.abc import Iterable, Mapping

_MOST = 12
"""Words that are looked for one by one."""
_SHORTEST = 3
_LONG = 6
"""Letters of a word in which two may be wrong; in shorter ones, one."""
_ALIKE = 85
"""Of 100, the share of two names that is the same: below this they are two names."""


def corrected(phrase: str, known: Mapping[str, int]) -> str | None:
    """A folded phrase with the nearest word of `known` for each that is not, nor begins, one.

    None where nothing was to correct, one is like no other, or they are too many for a slip.
    """
    if phrase.count(" ") >= _MOST:
        return None
    words = []
    for word in phrase.split():
        here = word in known or any(one.startswith(word) for one in known)
        nearest = word if here else nearest_word(word, known)
        if nearest is None:
            return None
        words.append(nearest)
    said = " ".join(words)
    return said if said != phrase else None


def nearest_word(word: str, known: Mapping[str, int]) -> str | None:
    """The word of `known` with the fewest wrong, missing, extra or swapped letters.

    Both are folded. A word that only begins like this is the second choice; of several the one
    with the highest number in `known`, then the first by alphabet.
    """
    if len(word) < _SHORTEST:
        return None
    whole = _nearest(word, {one: one for one in known}, known)
    if whole is not None:
        return whole
    beginnings: dict[str, str] = {}
    for one in sorted(known, key=lambda one: (-known[one], one)):
        if len(one) > len(word):
            beginnings.setdefault(one[: len(word)], one)
    return _nearest(word, beginnings, known)


def _nearest(word: str, among: Mapping[str, str], known: Mapping[str, int]) -> str | None:
    """Of `among`, the word whose key is nearest."""
    from rapidfuzz import process  # noqa: PLC0415  only what nothing has needs it
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    most = 2 if len(word) >= _LONG else 1
    found = process.extract_iter(word, list(among), scorer=OSA.distance, score_cutoff=most)
    best = min(((far, -known[among[one]], among[one]) for one, far, _place in found), default=None)
    return best[2] if best else None


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name most like `name`, all of them folded; spaces make no difference."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  as above

    joined = {one: one.replace(" ", "") for one in sorted(known)}
    wanted = name.replace(" ", "")
    if len(wanted) < _SHORTEST:
        return None
    best = process.extractOne(wanted, joined, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return str(best[2]) if best else None
