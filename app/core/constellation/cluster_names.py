"""What the clusters are called: by words of their skills that say what those are about."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from app.core.graph.clusters import IN_TITLE, is_most, name, shared_words
from app.core.library.catalogue import SkillRow
from app.core.memory.retrieval.tokenise import content, stem
from app.core.skills.reading.recipes import TOOLS
from app.core.vault import Vault

_Words = dict[int, dict[str, float]]
"""How much each word counts for each skill."""
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_DIGITS = re.compile(r"[\d_]+")
_VERBS = frozenset(stem(word) for word in (*TOOLS, "skill"))
"""What skills do by their grammar, and what they all are."""
_TITLE, _TEXT = 2 * IN_TITLE, 0.5
_FAR = 2_000
"""Characters of a text that are read."""
_READ = 40
"""Skills of one cluster whose texts are read; those of a large one say the same again."""
_BESIDE = 400
"""Skills of no new cluster whose texts are read as well, to know what is said everywhere."""
_EVERYWHERE = 0.45
"""The share of all skills that say a word, from which on it tells none of them from the rest."""
_FEW = 20
"""Skills up to which a word that so many say may still be what one cluster is about."""


def is_telling(name: str) -> bool:
    """Whether a name has another word than the verbs of the grammar."""
    return any(stem(word) not in _VERBS for word in content(name))


def cluster_names(
    vault: Vault,
    rows: Sequence[SkillRow],
    clusters: Mapping[int, frozenset[int]],
    pairs: Sequence[tuple[int, int, float]],
    kept: Mapping[int, str],
    importance: Mapping[int, float],
) -> dict[int, str]:
    """A name for each cluster; those that are `kept` stay as long as they are true.

    The most important skill is the most connected one where several are about as important.
    """
    if not clusters:
        return dict(kept)
    words = _words(vault, rows, clusters)
    known = {row.id: row for row in rows}
    found = {
        number: said
        for number, said in kept.items()
        if number not in clusters
        or _is_true(said, [known[star] for star in sorted(clusters[number])], words)
    }
    unnamed = [number for number in clusters if number not in found]
    among: dict[str, float] = defaultdict(float)
    for said in words.values():
        for word, counted in said.items():
            among[word] += counted
    for row in rows:
        among[f"engram:{row.engram_name}"] += 1
    engrams, tags = {r.id: r.engram_name for r in rows}, {r.id: r.tags for r in rows}
    titles, bound = {row.id: row.title for row in rows}, _bound(clusters, pairs)
    for number in unnamed:
        group = clusters[number]
        first = min(group, key=lambda star: (-round(importance[star], 1), -bound[star], star))
        middle = _subject(titles[first])
        found[number] = name(group, engrams, tags, words, among, set(found.values()), middle)
    return found


def _is_true(called: str, members: Sequence[SkillRow], words: _Words) -> bool:
    """Whether a cluster can go on being called so: one of its skills is, most of them have that tag
    or are of that engram, or enough of them say each of the words."""
    if any(called in (row.title, _subject(row.title)) for row in members):
        return True
    folded = called.casefold()
    having = [row.engram_name == called or folded in map(str.casefold, row.tags) for row in members]
    if is_most(sum(having), len(members)):
        return True
    asked = {stem(word) for word in content(_DIGITS.sub(" ", called))} - _VERBS
    said = [{stem(word.lower()): how for word, how in words[row.id].items()} for row in members]
    return bool(asked) and asked <= shared_words(said)


def _words(
    vault: Vault, rows: Sequence[SkillRow], clusters: Mapping[int, frozenset[int]]
) -> _Words:
    """The words of each skill, in the commonest spelling; without those that nearly all say."""
    asked = [star for group in clusters.values() for star in sorted(group)[:_READ]]
    inside = frozenset().union(*clusters.values())
    asked += [row.id for row in rows if row.id not in inside][:_BESIDE]
    texts: dict[int, str] = dict(
        vault.rows(
            "select s.id, substr(v.text, 1, ?) from skill s join version v on v.id = s.current"
            " where s.id in (select value from json_each(?))",
            _FAR,
            json.dumps(asked),
        )
    )
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    found: dict[int, dict[str, float]] = {}
    for row in rows:
        titled = _DIGITS.sub(" ", row.title)
        text = _DIGITS.sub(" ", texts.get(row.id, ""))
        counted = {stem(word): _TEXT for word in content(text)} if text else {}
        counted |= {stem(word): _TITLE for word in content(titled)}
        found[row.id] = {word: how for word, how in counted.items() if word not in _VERBS}
        for word in _WORD.findall(f"{titled} {text}"):
            spelled[stem(word.lower())][word] += 1
        for word in content(titled):
            spelled[stem(word)][word] += 0  # a part of a word, such as `user` of `userName`
    having = Counter(word for row in found.values() for word in row)
    most = _EVERYWHERE * len(texts) if len(rows) > _FEW else len(rows)
    return {
        star: {_commonest(spelled[w], w): how for w, how in said.items() if having[w] <= most}
        for star, said in found.items()
    }


def _commonest(spellings: Counter[str], word: str) -> str:
    return min(spellings, key=lambda one: (-spellings[one], one), default=word)


def _subject(title: str) -> str:
    """What a skill is about, in words: without the verb that its title ends with."""
    words = title.split() if " " in title else re.split(r"[-_]+", title)
    while len(words) > 1 and stem(words[-1].lower()) in _VERBS:
        words.pop()
    said = " ".join(words)
    return said if " " in title else said[:1].upper() + said[1:]


def _bound(
    clusters: Mapping[int, frozenset[int]], pairs: Sequence[tuple[int, int, float]]
) -> Mapping[int, float]:
    """How strongly each skill is connected with others of its cluster."""
    home = {star: number for number, group in clusters.items() for star in group}
    found: dict[int, float] = defaultdict(float)
    for one, other, strength in pairs:
        if one in home and home[one] == home.get(other):
            found[one] += strength
            found[other] += strength
    return found
