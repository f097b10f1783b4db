"""What a language has to say where to go on, as patterns over folded text.

Every string is a pattern without groups of its own, and every pattern is only compiled when a text
needs it.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from app.core.skills.reading.numerals import COUNTING

NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})*+[a-z]?(?![^\W_]|-[^\W\d_])"
_WRAP = r"(?:[^\S\n]+|[^\S\n]*\n(?!\s*(?:[0-9]{1,9}[.)]\s|\n))[^\S\n]*)"
"""White space in which a line may be wrapped, but neither a paragraph nor an item begins."""
_AND_SO_ON = r",|-|–|—|/|&|\+|\.\.+"
_SPAN = r"-|–|—|\.\.+"
_WITHIN = r"(?:\s+[\w'.-]+)"
_TOWARDS = "to|with|at|mit|zu[mr]?|bei|a|au|en|para|por|con|com|da|cu|la|al|ao|alla|dal|col|avec"
"""Prepositions of what is meant in short: *otherwise to step 3*, *sonst mit Schritt 3*."""


@dataclass(frozen=True, eq=False)
class Language:
    """The words of one language; the comments in `english` say most about each."""

    code: str
    stems: tuple[str, ...]
    """One of them is in every phrase of the language that is read; found first, literally."""
    step: str
    steps: str
    item: str
    """Words that name a step only before a number: *point 3*."""
    number: str
    article: str
    adverb: str
    """What may stand between a verb and its step."""
    also: str
    """Between the numbers of a list."""
    upto: str
    """Between the numbers of a range."""
    back: str
    """Verbs with their prepositions that lead back, or have a step done again."""
    go: str
    skip: str
    ends_back: str
    """Verbs after the step, as in *Schritt 2 wiederholen* and *step 2 is repeated*."""
    ends_go: str
    ends_skip: str
    ending: str
    """What may stand between the step and such a verb."""
    over: str
    """All from the beginning; stands without a step."""
    again: str
    """To do again what is not said."""
    stepping: str
    """So many steps back, in the groups `count` or `number`, where COUNT is any number."""
    stir: str
    """Verbs beside which a step that was not read is asked about."""
    idle: str
    """What stands before a step that is only mentioned."""
    plain: str
    """Before a condition that is said without it: *if*."""
    kept: str
    """Before a condition that needs it: *unless*, *until*."""
    opening: str
    """The same, where a clause begins: *bei Rot*."""
    otherwise: str
    answer: str
    """Yes and no before what follows from them."""
    then: str
    joined: str
    """Words at the seam of a condition and what follows from it."""
    and_then: str
    """Words before a verb that goes on with what is to be done."""
    asked: str
    """Verbs after which *if* only means whether."""
    inside: str
    """The beginning of a subordinate clause that has the jump in it."""
    never: str
    """Directly before the verb it turns it around, whatever else the sentence says."""
    hardly: str
    """Before the verb it turns it around unless it belongs to a condition."""
    other: str
    """After a step of something else: *of the manual*."""
    time: str
    """Units in which repetitions are counted."""
    more: str
    limit: str
    """Before the number of a cap."""
    limited: str
    """After it."""
    multiples: dict[str, int]
    """*twice*."""
    relative: dict[str, int | str]
    both: tuple[str, ...] = ()
    fronted: str = ""
    """A condition without *if*, its verb first, up to the comma."""

    @cached_property
    def counting(self) -> str:
        words = sorted(COUNTING[self.code], key=len, reverse=True)
        return "|".join(map(re.escape, words))

    @cached_property
    def so_often(self) -> str:
        """How often, between a verb and its step: "repeat three times step 2"."""
        several = "|".join(map(re.escape, self.multiples))
        times = rf"(?:[0-9]{{1,3}}|{self.counting})\s*(?:{self.more}\s+)?(?:{self.time})|{several}"
        more = rf"(?:{self.more})"
        return rf"(?:(?:{self.limit})\s+)?(?:{more}\s+)?(?:{times})(?:\s+{more}\b)?"

    @cached_property
    def so_often_aside(self) -> re.Pattern[str]:
        """The same between a verb and the preposition of its step, also in brackets."""
        return re.compile(rf"[,(]?\s*\b{self.so_often}\b[,)]?(?=\s)")

    @cached_property
    def before_done(self) -> re.Pattern[str]:
        """Between *do* and the steps that are done so often."""
        article = rf"(?:{self.article})(?:(?<=')|\s+)"
        return re.compile(rf"\s+(?P<often>{self.so_often}\s+)?(?:{article})?")

    @cached_property
    def noun(self) -> re.Pattern[str]:
        return re.compile(
            rf"\b(?:(?P<many>{self.steps})|(?P<one>{self.step})|(?P<item>{self.item}))(?![\w'])"
        )

    @cached_property
    def numbered(self) -> re.Pattern[str]:
        """The number or numbers after the noun; `more` where there are several."""
        one = rf"(?:{NUMBER}|(?:{self.counting})\b)(?!\s*+(?:{self.more})?\s*(?:{self.time})\b)"
        noun = rf"(?:(?:{self.article})\s*)?(?:(?:{self.steps}|{self.step})\s+)?\#?"
        between = rf"\s*(?:{_SPAN}|\b(?:{self.upto})\b)\s*"
        among = rf"(?:\s*(?:{_AND_SO_ON}|\b(?:{self.upto}|{self.also})\b))++\s*"
        return re.compile(
            rf"{_WRAP}(?:(?:{self.number})(?![^\W\d_])\s*+)?\#?(?P<first>{NUMBER}"
            rf"|(?:{self.counting})\b(?!\s+(?:(?:{self.more})\s+)?(?:{self.time})\b))"
            rf"(?:(?P<several>(?:{among}{noun}(?:{one}))*)|(?P<range>{between}{noun}(?:{one}))?)"
        )

    @cached_property
    def word(self) -> re.Pattern[str]:
        """One word after the noun."""
        return re.compile(rf"\s+(?:(?:{self.number})\s+)?(?P<word>[^\W\d_][\w'-]*+)")

    @cached_property
    def lead(self) -> re.Pattern[str]:
        """A verb up to the noun, with the words that stand before the noun."""
        return re.compile(
            rf"\b(?:(?P<back>{self.back})|(?P<go>{self.go})|(?P<skip>{self.skip}))\s*+(?<![^\W_])"
            rf"(?:(?:{self.adverb})\s+)*(?:{self.so_often}\s+)?(?:(?:{self.article})(?:(?<=')|(?![^\W_]))\s*+)?"
            rf"(?P<before>(?:[\w'-]+\s+){{0,5}}?)\Z"
        )

    @cached_property
    def bare(self) -> re.Pattern[str]:
        """A verb and a number without a noun, where the clause ends."""
        return re.compile(
            rf"\b(?:(?P<back>{self.back})|(?P<go>{self.go}))\s+\#?"
            rf"(?:(?P<first>[0-9]{{1,3}}|0\.[0.]*0)(?=\s*(?:[.,;:!?)]|\Z)(?![0-9]))"
            rf"|(?P<outlined>[0-9]{{1,3}}(?:(?:\.[0-9]{{1,3}}){{1,5}}|[a-z])(?!\.?\w)))"
        )

    @cached_property
    def final(self) -> re.Pattern[str]:
        """A verb after the step."""
        return re.compile(
            rf"(?P<between>(?:\s+(?:{self.ending}))*?)\s+"
            rf"(?:(?P<back>{self.ends_back})|(?P<go>{self.ends_go})|(?P<skip>{self.ends_skip}))\b"
        )

    @cached_property
    def before_final(self) -> re.Pattern[str]:
        """The words before a noun whose verb follows."""
        return re.compile(
            rf"(?:\b(?:{self.article})(?:(?<=')|\s+))?(?P<before>(?:[\w'-]+\s+){{0,3}})\Z"
        )

    @cached_property
    def starting_over(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.over})(?![\w'])")

    @cached_property
    def stepping_back(self) -> re.Pattern[str]:
        count = rf"(?:[0-9]{{1,3}}|a|un|o|{self.counting})"
        return re.compile(rf"\b(?:{self.stepping.replace('COUNT', count)})(?![\w'])")

    @cached_property
    def repeating(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w'-])(?:{self.again})(?![\w'])")

    @cached_property
    def clause_opening(self) -> re.Pattern[str]:
        """What ends where a clause of its own begins."""
        return re.compile(
            rf"(?:[.,;:!?→>–—\n-]|\b(?:{self.and_then}|{self.then}|{self.otherwise}))\s*\Z"
        )

    @cached_property
    def telling(self) -> re.Pattern[str]:
        """What `stepping_back`, `starting_over` and `repeating` are about, or else a `noun`."""
        count = rf"(?:[0-9]{{1,3}}|a|un|o|{self.counting})"
        return re.compile(
            rf"\b(?:(?P<again>{self.stepping.replace('COUNT', count)}|{self.over}|{self.again})"
            rf"|(?P<noun>{self.steps}|{self.step}|{self.item}))(?![\w'])"
        )

    @cached_property
    def stirring(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.stir})\b")

    @cached_property
    def idling(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.idle})\s*(?:\b(?:{self.article})(?:(?<=')|\s+))?\Z")

    @cached_property
    def condition(self) -> re.Pattern[str]:
        return re.compile(
            rf"\b(?:(?P<kept>{self.kept})|(?P<plain>{self.plain})|(?P<opening>{self.opening}))"
            rf"(?:(?<=')|\s+|(?=[,:])|\Z)"
        )

    @cached_property
    def otherwise_said(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.otherwise})(?![\w'])")

    @cached_property
    def answering(self) -> re.Pattern[str]:
        """An answer, at the beginning of what follows from it."""
        return re.compile(rf"\W*(?P<label>{self.answer})\b[\s*_\"']*[:–—→]")

    @cached_property
    def answered(self) -> re.Pattern[str]:
        return re.compile(
            rf"\W*(?P<label>{self.answer})\b\s*[,:)–—→>=*-][\s,:)–—→>=*-]*"
            rf"(?:\b(?:{self.then})\b[\s,]*)?\Z"
        )

    @cached_property
    def only_answer(self) -> re.Pattern[str]:
        return re.compile(rf"\s*(?:{self.answer}|so|not)\s*")

    @cached_property
    def consequence(self) -> re.Pattern[str]:
        """Where a condition ends and what follows from it begins, but for a comma."""
        return re.compile(rf"(?<!\A)\b(?:{self.then})\b|:\s|\s(?:–|—|-)\s|→|->|=>")

    @cached_property
    def seam(self) -> re.Pattern[str]:
        return re.compile(rf"[\s,:;>→=()*–—-]*(?:\b(?:{self.joined})\b[\s,:]*)*\Z")

    @cached_property
    def then_first(self) -> re.Pattern[str]:
        return re.compile(rf"\W*(?:(?:{self.joined})\b\W*)*\b(?:{self.then})\b(?:\s+[\w']+)?\W*\Z")

    @cached_property
    def then_next(self) -> re.Pattern[str]:
        """Where what follows from a condition begins, behind the condition."""
        return re.compile(rf",\s*(?:(?:{self.also})\s+)?(?:{self.then})\b|;|\)")

    @cached_property
    def links(self) -> re.Pattern[str]:
        """Before a step that a condition alone leads to."""
        return re.compile(
            r"(?:[,:;→>?)–—-]\s*"
            rf"|\b(?:{self.then}|{self.otherwise})[\s,]*(?:\b(?:{_TOWARDS})\s+)?|\bbei\s+[a-z]+\s+)\Z"
        )

    @cached_property
    def or_towards(self) -> re.Pattern[str]:
        """Between two steps to go on with: "to step 2 if it is wet *or to* step 4"."""
        article = rf"(?:{self.article})(?:(?<=')|\s+)"
        return re.compile(rf"\s(?:{self.also})\s+(?:{_TOWARDS})\s+(?:{article})?\Z")

    @cached_property
    def towards_again(self) -> re.Pattern[str]:
        """Before a second step, without its verb: "…, bei einem großen *mit* Schritt 4"."""
        article = rf"(?:{self.article})(?:(?<=')|\s+)"
        return re.compile(rf"(?<!\w)(?:{_TOWARDS})\s+(?:{article})?\Z")

    @cached_property
    def article_before(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.article})(?:(?<=')|\s+)\Z")

    def is_article(self, word: str) -> bool:
        """Whether a folded word is one."""
        return re.fullmatch(self.article, word) is not None

    @cached_property
    def within(self) -> re.Pattern[str]:
        """A subordinate clause, somewhere."""
        return re.compile(rf"\b(?:{self.inside})\s")

    @cached_property
    def in_that_case(self) -> re.Pattern[str]:
        """Words for a condition said before."""
        return re.compile(
            r"\b(?:in\s+(?:that|this|which)\s+case|in\s+(?:diesem|dem|welchem)\s+fall"
            r"|(?:dans\s+ce|auquel|dans\s+lequel)\s+cas|en\s+(?:es[et]|este|tal|cuyo)\s+caso"
            r"|(?:in\s+(?:tal|questo|quel)|nel\s+qual)\s+caso|(?:n[ei]sse|neste|em\s+tal)\s+caso"
            r"|caso\s+em\s+que|in\s+(?:acest|tal)\s+caz|caz\s+in\s+care)\b"
        )

    @cached_property
    def nothing_first(self) -> re.Pattern[str]:
        return re.compile(rf"\W*(?:(?:{self.joined}|{self.then})\b\W*)*\Z")

    @cached_property
    def asking(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.asked})\s+\Z")

    @cached_property
    def subordinate(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.inside})\s+\Z")

    @cached_property
    def denied(self) -> re.Pattern[str]:
        return re.compile(
            rf"\b(?:(?P<never>{self.never})(?:{_WITHIN})?"
            rf"|(?P<hardly>{self.hardly}){_WITHIN}{{0,2}})"
            rf"(?:\s+|(?<='))\Z"
        )

    @cached_property
    def denying(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.never}|{self.hardly})\b")

    @cached_property
    def elsewhere(self) -> re.Pattern[str]:
        return re.compile(rf"\s+(?:{self.other})")

    @cached_property
    def cap(self) -> re.Pattern[str]:
        """A number of repetitions; `sure` where it is said to be the most."""
        several = "|".join(map(re.escape, sorted(self.multiples, key=len, reverse=True)))
        count = rf"[0-9]{{1,9}}|(?:{self.counting})\b"
        upper = rf"(?:[0-9]{{1,9}}|(?:{self.counting}))\s*(?:-|–|or|oder|ou|o|sau|bis|to|a|à)\s*"
        more = rf"(?:(?:{self.more})\s+)?"
        times = rf"(?:{upper})?(?P<N>{count})\s*[-×]?\s*{more}(?:{self.time})\b"
        return re.compile(
            rf"(?:\b(?P<sure>{self.limit})\s*[=:]?\s*{more}(?:{times.replace('N', 'a')}"
            rf"|(?P<b>{several})\b|(?P<c>[0-9]{{1,9}}|(?:{self.counting}))"
            rf"(?=\s*(?:[a-z]{{2,}}(?:ings|ations|ments|ungen)\s*)?(?:[.,;)\]]|\Z)))"
            rf"|{more}(?:{times.replace('N', 'd')}|\b(?P<e>{several})\b)"
            rf"(?:\s*(?P<after>{self.limited})\b)?)"
        )

    @cached_property
    def counted(self) -> re.Pattern[str]:
        """One of the words that every `cap` has."""
        several = "|".join(map(re.escape, self.multiples))
        return re.compile(rf"(?<![^\W\d_])(?:{self.time})\b|\b(?:{self.limit}|{several})")

    @cached_property
    def fronted_condition(self) -> re.Pattern[str] | None:
        return re.compile(rf"\W*(?P<said>(?:{self.fronted}))") if self.fronted else None


def relative(previous: str, following: str, this: str, last: str) -> dict[str, int | str]:
    """How far on a word leads, or `last`."""
    words: dict[str, int | str] = dict.fromkeys(previous.split(), -1)
    words |= dict.fromkeys(following.split(), 1)
    words |= dict.fromkeys(this.split(), 0)
    return words | dict.fromkeys(last.split(), "last")


def multiples(words: str) -> dict[str, int]:
    """`once twice` as numbers, several spellings of one separated by `|`."""
    return {
        spelling.replace("_", " "): number
        for number, spellings in enumerate(words.split(), 1)
        for spelling in spellings.split("|")
    }
