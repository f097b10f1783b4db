"""Whether one sentence comes from where it says: from the author, or from a memory."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from app.core.skills.reading.sentences import spoken
from app.core.training.placement import jaccard
from app.core.training.placement import tokens as words_of
from app.core.training.proposal import Fragment
from app.core.training.rewriting.required_words import added, exact, guards, hidden, negations, same
from app.core.training.rewriting.verdict import Kind, Verdict, Why

AUTHORS = 0.35
"""Share of common words from which a sentence may be one of the author's (reference, §5.3)."""
SUPPORTED = 0.5
"""Share of its words that a memory must have for a sentence to be its (reference, §5.3)."""

_INDEPENDENT = re.compile(r"(?<=[.!?;。！？；])\s*[\r\n]+\s*|;\s+")
_MARKUP = re.compile(
    r"(?<!\w)@\w|\[\[|\$[^\W\d]|`|<[!/?A-Za-z]|--+>|\[[A-Z]{3,}\]|\[[\w -]+:|\bonly_engrams\b"
    r"|_\(from|⟦|⟧|\A\s*(?:[#>|*+-]|\d+[.)])\s|!?\[[^\]]*\]\("
)
_INSTRUCTS = re.compile(
    r"\b(?:ignor|disregard|forget|overrid|bypass|vergiss|oublie|olvid|dimentic|esque[cç]|uita)\w*\b"
    r".{0,40}\b(?:instruc|instruk|istruz|instruç|prompt|rule|r[eè]gl|regel|regol|regra|regul|previous"
    r"|above|earlier|prior|guideline|polic|everything|vorherig|oben|pr[eé]c[eé]dent|anterior"
    r"|precedent)"
    r"|\b(?:system|developer)\s+(?:prompt|message|mode)\b|\byou are (?:now|an? (?:ai|assistant|llm"
    r"|language model))\b|\bas an (?:ai|assistant|llm)\b|\bjailbreak|\bdo not (?:tell|inform|alert)"
    r" the (?:user|person|human)|\b(?:new|real|actual|updated|hidden) instructions?\b"
    r"|\A\s*(?:system|assistant|user|human|ai)\s*:|<\|\w|\[/?INST\]|\b(?:curl|wget)\b[^|]*\|"
    r"|\b(?:reveal|print|repeat|send|post|upload|exfiltrat\w*)\b.{0,40}\b(?:prompt|password|secret"
    r"|credential|api key|token|private key)",
    re.IGNORECASE | re.DOTALL,
)  # fmt: skip
_DEPENDS = re.compile(
    r"(?:but|however|though|although|except|unless|otherwise|else|this|that|which|these|those|such"
    r"|wrong|false|instead|only|yet|still|both|so|thus|therefore|hence|then|there|if (?:so|not)"
    r"|aber|jedoch|doch|das|dies\w*|sonst|andernfalls|dann|also|mais|cependant|sauf|ce|cela|ça|sinon"
    r"|alors|pero|sin embargo|salvo|est[oae]|es[oae]|si no|entonces|ma|però|tranne|quest[oa]"
    r"|altrimenti|allora|mas|porém|exceto|isso|isto|senão|então|dar|însă|totuși|asta|aceasta|altfel|atunci)\b"
    r"|(?:[\w'’-]++\W++){0,3}?(?:it|its|they|them|their|he|she|his|him|er|sie|es|ihn|ihm|il|elle|ils"
    r"|elles|él|ella|ellos|ello|esso|essa|ele|ela|eles|el|ea|ei)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says something else when another one stands before it."""


def depends(sentence: str) -> bool:
    """Whether what it means depends on the sentence before it: “But it was fixed.”"""
    return _DEPENDS.match(sentence) is not None


def own(author: str, now: str) -> Verdict:
    """Whether `now` says what one sentence of the author says."""
    if author == now:
        return Verdict(Kind.SAME)
    score = jaccard(words_of(author), words_of(now))
    if hidden(now, author):
        return Verdict(Kind.REJECTED, Why.HIDDEN, score)
    if same(author, now):
        return Verdict(Kind.REWORDED, score=score)
    found = _difference(author, now, author)
    if found is not None:
        return Verdict(Kind.REJECTED, found[0], score, words=found[1])
    if score < AUTHORS:
        return Verdict(Kind.REJECTED, Why.NOT_AUTHORS, score)
    return _close(author, now, score)


def borrowed(
    fragments: Iterable[Fragment], now: str, step: str, beside: tuple[str, str] = ("", "")
) -> Verdict:
    """Whether one of the memories says what `now` says.

    `step` is the author's step around it, `beside` the sentences before and after it: one that a
    memory takes back in its next sentence passes only together with that.
    """
    if (wrong := unfit(now)) is not None:
        return wrong
    verdicts = [
        _supported(fragment, number, now, step, beside)
        for fragment in fragments
        for number in range(len(said(fragment.text)))
    ]
    best = max(verdicts, key=_rank, default=Verdict(Kind.REJECTED, Why.UNSUPPORTED, 0.0))
    if best.kind is Kind.REJECTED and best.score < SUPPORTED:
        return Verdict(Kind.REJECTED, Why.UNSUPPORTED, best.score, best.fragment)
    return best


def unfit(now: str) -> Verdict | None:
    """Why a sentence cannot be put into a step, whoever says it; None if nothing is wrong."""
    if hidden(now):
        return Verdict(Kind.REJECTED, Why.HIDDEN, 0.0)
    if (mark := _MARKUP.search(now)) is not None:
        return Verdict(Kind.REJECTED, Why.MARKUP, 0.0, words=(mark[0].strip(),))
    return Verdict(Kind.REJECTED, Why.INSTRUCTS, 0.0) if _INSTRUCTS.search(now) else None


def nearest(fragments: Iterable[Fragment], now: str) -> Verdict:
    """Which memory says an unmarked sentence; a rejection in any case."""
    for fragment in fragments:
        if any(same(source, now, borrowed=True) for source in said(fragment.text)):
            return Verdict(Kind.REJECTED, Why.UNMARKED, 1.0, fragment.id)
    return Verdict(Kind.REJECTED, Why.NOT_AUTHORS, 0.0)


def _supported(
    fragment: Fragment, number: int, now: str, step: str, beside: tuple[str, str]
) -> Verdict:
    before, source, following = ("", *said(fragment.text), "")[number : number + 3]
    score = share(now, source)
    if same(source, now, borrowed=True):
        # “It failed.” says something else behind another sentence than behind its own.
        begun = depends(source) and not (before and same(before, beside[0], borrowed=True))
        if begun or (depends(following) and not same(following, beside[1], borrowed=True)):
            return Verdict(Kind.CLOSE, Why.QUALIFIED, score, fragment.id)
        return Verdict(Kind.BORROWED, score=score, fragment=fragment.id)
    found = _difference(source, now, f"{source}\n{step}")
    if found is not None:
        return Verdict(Kind.REJECTED, found[0], score, fragment.id, found[1])
    if score < SUPPORTED:
        return Verdict(Kind.REJECTED, Why.UNSUPPORTED, score, fragment.id)
    close = _close(source, now, score)
    return Verdict(close.kind, close.why, score, fragment.id, close.words)


def _difference(source: str, now: str, known: str) -> tuple[Why, tuple[str, ...]] | None:
    """What no rewording may do: deny, change a number or a limit, or add words not `known`."""
    if negations(source) != negations(now):
        return Why.NEGATION, ()
    was, said_now = Counter(exact(source)), Counter(exact(now))
    if wrong := (said_now - Counter(exact(known))) or (was - said_now):
        return Why.EXACT, tuple(wrong)
    if known == source and exact(now) != exact(source):
        return Why.EXACT, exact(source)
    if guards(source) != guards(now):
        first, second = Counter(guards(source)), Counter(guards(now))
        return Why.LIMITS, tuple((first - second) + (second - first))
    if words := added(known, now):
        return Why.ADDED, words
    return None


def _close(source: str, now: str, score: float) -> Verdict:
    lost = added(now, source)
    return Verdict(Kind.CLOSE, Why.LEFT_OUT if lost else Why.ORDER, score, words=lost)


def share(now: str, source: str) -> float:
    """How much of the words of `now` a source has, 0 to 1."""
    own_words = words_of(now)
    return len(own_words & words_of(source)) / len(own_words) if own_words else 0.0


def _rank(verdict: Verdict) -> tuple[bool, bool, float]:
    return verdict.kind is Kind.BORROWED, verdict.kind is Kind.CLOSE, verdict.score


@lru_cache(maxsize=1024)
def said(text: str) -> Sequence[str]:
    """The sentences of a memory, each with single spaces; a list is one with what leads into it."""
    return tuple(sentence for part in _INDEPENDENT.split(text) for sentence in spoken(part))
