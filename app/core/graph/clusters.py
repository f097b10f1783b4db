"""Clusters that keep their number while the library grows, and names from what they hold. Pure."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import count

COLOURS = 9
"""Colours of clusters: one whose number is larger by so much has the same."""
_SAME = 0.4
"""The share of all members of two groups that both have, from which on they are one cluster."""
_MOST = 0.6
"""The share of a cluster that has a tag, or is of an engram, for it to be named so."""
_SOME, _SMALL, _TOLD = 0.1, 20, 0.25
"""The share that says a word, for that to say something about the cluster; in a small one, where
any two have some word in common, it is a larger one."""
IN_TITLE = 1.0
"""What a word counts at least for a skill whose title says it."""


def numbered(
    groups: Iterable[frozenset[int]], before: Mapping[int, frozenset[int]]
) -> dict[int, frozenset[int]]:
    """Each group under the number of the cluster it goes on as, new ones under a number that no
    cluster had before, of the colour that the fewest have.

    A cluster goes on as the group that has most in common with it (Jaccard index).
    """
    groups = tuple(groups)
    home = {star: number for number, members in before.items() for star in members}
    shares: list[tuple[float, int, int]] = []
    for n, group in enumerate(groups):
        for number, common in Counter(home[s] for s in group if s in home).items():
            share = common / (len(group) + len(before[number]) - common)
            if share >= _SAME:
                shares.append((-share, number, n))
    found: dict[int, frozenset[int]] = {}
    taken: set[int] = set()
    for _share, number, n in sorted(shares):
        if number not in found and n not in taken:
            found[number] = groups[n]
            taken.add(n)
    new = [group for n, group in enumerate(groups) if n not in taken]
    found |= zip(new_numbers(len(new), max((*before, 0)), found), new, strict=True)
    return dict(sorted(found.items()))


def new_numbers(many: int, last: int, others: Iterable[int]) -> list[int]:
    """So many numbers above `last`, each of the colour that the fewest clusters have by then."""
    alike, found = Counter(number % COLOURS for number in others), list[int]()
    for _new in range(many):
        last = min(range(last + 1, last + 1 + COLOURS), key=lambda at: alike[at % COLOURS])
        alike[last % COLOURS] += 1
        found.append(last)
    return found


def joined(
    star: int, home: Mapping[int, int], neighbours: Mapping[int, Sequence[tuple[int, float]]]
) -> int | None:
    """The cluster a new star belongs to: the one it is most strongly connected with."""
    weight: Counter[int] = Counter()
    for other, strength in neighbours.get(star, ()):
        if other in home:
            weight[home[other]] += strength  # type: ignore[assignment]  # weights, not counts
    return min(weight, key=lambda number: (-weight[number], number)) if weight else None


def name(
    members: Iterable[int],
    engrams: Mapping[int, str],
    tags: Mapping[int, Sequence[str]],
    words: Mapping[int, Mapping[str, float]],
    among: Mapping[str, float],
    taken: Container[str] = (),
    middle: str = "",
) -> str:
    """What most of its members have in common and others have not; never one of `taken`.

    A tag of most of them; else their engram, where it has hardly any other skills; else the words
    that their titles share and that tell them from the rest; else `middle`, what the most important
    one is called. `words` says how much each word counts for a skill, `IN_TITLE` and more where its
    title says it; `among` how much it counts for all of them together, and how many an engram has
    under `engram:NAME`.
    """
    own = sorted(members)
    spelled = {tag.casefold(): tag for star in own for tag in tags[star]}
    folded, having = _commonest(t for star in own for t in {x.casefold() for x in tags[star]})
    tag = spelled.get(folded, "")
    if is_most(having, len(own)) and tag not in taken:
        return tag
    engram, inside = _commonest(engrams[star] for star in own)
    is_whole = inside >= _MOST * max(len(own), among.get(f"engram:{engram}", 0))
    if is_whole and engram not in taken:
        return engram
    telling = _telling([words.get(star, {}) for star in own], among)
    shared = [word for word, _score, titled in telling if titled > 1]
    most = max((score for _word, score, titled in telling if titled > 1), default=0.0)
    best = [word for word, score, titled in telling if titled > 1 and score >= most / 2][:2]
    said = _title(best) or middle or _title([word for word, *_rest in telling[:1]]) or engram
    for word in shared:
        if said not in taken:
            return said
        if word not in best:
            said = _title([*best, word])
    said = middle if said in taken and middle else said
    numbers = (f"{said} {number}" for number in count(2))
    return said if said not in taken else next(one for one in numbers if one not in taken)


def is_most(having: int, count: int) -> bool:
    """Whether what so many of a cluster's members have may name it."""
    return having >= max(2, _MOST * count)


def shared_words(said: Sequence[Mapping[str, float]]) -> set[str]:
    """The words that enough of the members say, more than one in its title."""
    return {word for word, _score, titled in _telling(said, {}) if titled > 1}


def _telling(
    said: Sequence[Mapping[str, float]], among: Mapping[str, float]
) -> list[tuple[str, float, int]]:
    """The words of their titles, how well each tells them from the rest, and how many of the titles
    say it."""
    counts = Counter(word for one in said for word in one)
    titled = Counter(word for one in said for word, count in one.items() if count >= IN_TITLE)
    weight: dict[str, float] = defaultdict(float)
    for one in said:
        for word, counted in one.items():
            weight[word] += counted
    least = (_TOLD if len(said) < _SMALL else _SOME) * len(said)
    found = [
        (word, weight[word] ** 2 / max(among.get(word, 0), weight[word]), titled[word])
        for word in titled
        if counts[word] >= least
    ]
    return sorted(found, key=lambda one: (-one[1], -one[2], one[0]))


def _title(words: Iterable[str]) -> str:
    """The words as they are written, the first with a capital."""
    said = ", ".join(words)
    return said[:1].upper() + said[1:]


def _commonest(said: Iterable[str]) -> tuple[str, int]:
    counts = Counter(said)
    if not counts:
        return "", 0
    best = min(counts, key=lambda one: (-counts[one], one))
    return best, counts[best]
