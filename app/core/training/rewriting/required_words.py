"""What has to stay when a sentence is worded anew: all its words in their order, but for a few."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from app.core.memory.retrieval.tokenise import stem
from app.core.skills.reading.folding import fold
from app.core.skills.reading.sentences import SPACE
from app.core.training.placement import tokens as words_of
from app.core.training.rewriting.lexicon import ENGLISH, GUARDS, NEGATIONS, STICKY

Tokens = tuple[str, ...]

_GAP = re.compile(f"[{SPACE}]+")
_OPENING, _CLOSING = "\"'([{", ".,;:!?)]}\"'。！？"
_PUNCTUATION = frozenset(".,;:!?()[]{}\"'—。！？")
_TYPOGRAPHY = str.maketrans({
    "‘": "'", "’": "'", "‛": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "–": "—", "‒": "—", "―": "—",
})  # fmt: skip
_ENDS = frozenset(".!。！")
_CONTRACTED = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will"}
_IRREGULAR = {
    "cannot": ("can", "not"), "can't": ("can", "not"), "won't": ("will", "not"),
    "shan't": ("shall", "not"),
}  # fmt: skip
_DETERMINERS = "the a an your our his her their its them every all each"
_OBJECTS = frozenset(_DETERMINERS.split())
"""“Please the customer” is not a request."""
_PHRASES = tuple(
    (tuple(long.split()), tuple(short.split()))
    for long, short in (
        ("prior to", "before"),
        ("make sure that", "ensure"),
        ("make sure", "ensure"),
        ("ensure that", "ensure"),
        ("utilize", "use"),
        ("utilise", "use"),
        ("in the event that", "if"),
        ("due to the fact that", "because"),
    )
)
_LEADS = (("then", ","), ("then",), ("also", ","), ("also",), ("please", ","), ("please",))
_NOTES = (
    ("note", "that"), ("note", ":"), ("remember", "that"), ("remember", ":"),
    ("keep", "in", "mind", "that"), *_LEADS,
)  # fmt: skip

_OPENERS = frozenset(["before", "after", "until", "unless", "while"])
_TEMPORAL = frozenset(["before", "after"])
_SMALL = frozenset(["an", "the", "please", "then", "also"])
_HIDDEN = frozenset(["Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"])


@lru_cache(maxsize=4096)
def tokens(text: str) -> Tokens:
    """Every word, number and sign of a sentence, nothing left out but the full stop at its end.

    What stands together is one token, less the punctuation around it: `./build`, `-rf`, `14:00`.

    Typographic quotes are plain ones, English contractions are written out, and the capital that
    a sentence begins with is small.
    """
    plain = unicodedata.normalize("NFC", text).translate(_TYPOGRAPHY)
    found: list[str] = []
    for chunk in filter(None, _GAP.split(plain)):
        opened = chunk.lstrip(_OPENING)
        core = opened.rstrip(_CLOSING)
        around = (chunk[: len(chunk) - len(opened)], opened[len(core) :])
        found += (*around[0], *_written_out(core), *around[1]) if core else (chunk,)
    while len(found) > 1 and found[-1] in _ENDS:
        found.pop()
    if found and found[0][:1].isupper() and not any(map(str.isupper, found[0][1:])):
        found[0] = found[0].lower()
    return tuple(found)


def same(source: str, now: str, *, borrowed: bool = False) -> bool:
    """Whether both say the same words in the same order.

    In English, “the” and a leading “please”, “then” or “also” may differ, a few set phrases are
    equal (“in order to”, “to”), and a clause with *before*, *after* (and a verb in -ing),
    *until*, *unless* or *while* may stand at the other end. A borrowed sentence may begin with
    “note that” and the like.
    """
    before, after = tokens(source), tokens(now)
    if before == after:
        return True
    if not ENGLISH.intersection(word.lower() for word in before):
        return False
    leads = _NOTES if borrowed else _LEADS
    if _essence(before, leads) == _essence(after, leads):
        return True
    return _turned(before, after) or _turned(after, before)


def gist(text: str) -> Tokens:
    """The same for all sentences that are lightly worded anew, however they begin."""
    return _essence(tokens(text), _NOTES)


def negations(text: str) -> int:
    return sum(word in NEGATIONS for word in _folded(text))


def guards(text: str) -> tuple[str, ...]:
    """Words that limit what a sentence says, sorted: conditions, order, obligation, amounts."""
    return tuple(sorted(word for word in _folded(text) if word in GUARDS))


def exact(text: str) -> tuple[str, ...]:
    """Numbers, `$names`, addresses, code, and words with digits, signs or inner capitals."""
    return tuple(token for token in tokens(text) if _is_exact(token))


def added(source: str, now: str) -> tuple[str, ...]:
    """The words of `now` that neither `source` has nor are small English words in both."""
    known = {stem(word) for word in words_of(source)} | _SMALL
    return tuple(word for word in sorted(words_of(now)) if stem(word) not in known)


def hidden(text: str, known: str = "") -> bool:
    """Whether there are characters in it, and not in `known`, that a reader does not see.

    Those that turn text around are among them.
    """
    return bool(_unseen(text) - _unseen(known))


def _unseen(text: str) -> Counter[str]:
    if text.isascii() and text.isprintable():
        return Counter()
    return Counter(c for c in text if unicodedata.category(c) in _HIDDEN and c not in "\t\r\n")


def _folded(text: str) -> list[str]:
    return [fold(token).text for token in tokens(text)]


def _written_out(token: str) -> Sequence[str]:
    low = token.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    for ending, word in _CONTRACTED.items():
        if low.endswith(ending) and len(low) > len(ending):
            return token[: -len(ending)], word
    return (token,)


@lru_cache(maxsize=4096)
def _essence(found: Tokens, leads: tuple[Tokens, ...]) -> Tokens:
    words = list(found)
    for lead in leads:
        following = "".join(words[len(lead) : len(lead) + 1])
        verb = lead == ("please",) and following in _OBJECTS
        if tuple(word.lower() for word in words[: len(lead)]) == lead and not verb:
            del words[: len(lead)]
            if words and words[0].istitle():
                words[0] = words[0].lower()
            break
    for long, short in _PHRASES:
        if long[-1] not in words:
            continue
        for at in range(len(words) - len(long), -1, -1):
            if tuple(word.lower() for word in words[at : at + len(long)]) == long:
                words[at : at + len(long)] = short
    around = ["", *words, ""]
    return tuple(
        "a" if word == "an" else word
        for before, word, behind in zip(around, words, around[2:], strict=False)
        if word != "the" or '"' in (before, behind) or not behind
    )


def _turned(ahead: Tokens, behind: Tokens) -> bool:
    """Whether `behind` is `ahead` with its last clause first: "before lifting, check the rope"."""
    ahead, behind = _essence(ahead, ()), _essence(behind, ())
    openers = [at for at, word in enumerate(ahead) if word in _OPENERS]
    if len(openers) != 1 or behind.count(",") != 1 or openers[0] < 1:
        return False
    main, clause = ahead[: openers[0]], ahead[openers[0] :]
    # “After the deploy” may belong to its noun; “after deploying” is surely a clause.
    if len(clause) < 2 or (clause[0] in _TEMPORAL and not clause[1].endswith("ing")):
        return False
    loose = {word.lower() for word in (*main, *clause[1:])}
    if loose & (STICKY | GUARDS | NEGATIONS) or any(word.isdigit() for word in main):
        return False
    return behind in ((*clause, ",", *main), (*clause, ",", main[0].capitalize(), *main[1:]))


def _is_exact(token: str) -> bool:
    if token[0] in "$`" or token.startswith("http") or any(map(str.isdigit, token)):
        return True
    if not token.replace("'", "").isalpha():
        return token not in _PUNCTUATION
    # A letter by itself names something (“plan b”), unless it is an English word.
    lone = len(token) == 1 and token not in "aI"
    return lone or "_" in token or any(map(str.isupper, token[1:]))
