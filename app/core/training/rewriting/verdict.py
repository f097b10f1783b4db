"""The verdict on a sentence of a rewritten skill, and its words for a person."""

from dataclasses import dataclass
from enum import StrEnum

from app.core.words import _


class Kind(StrEnum):
    """Where a sentence is from."""

    SAME = "same"
    """The author's, word for word."""
    REWORDED = "reworded"
    """The author's, with the same words in the same order."""
    BORROWED = "borrowed"
    """A memory's, and it names it."""
    CLOSE = "close"
    """Nearly the author's or a memory's: only a person can say whether it means the same."""
    REJECTED = "rejected"
    OWN = "own words"
    """A model said it, and a person made it their own; only in the record of what was saved."""


PASSES = frozenset([Kind.SAME, Kind.REWORDED, Kind.BORROWED])


class Why(StrEnum):
    """What is wrong with a sentence; `NOTHING` for one that passes."""

    NOTHING = ""
    UNSUPPORTED = "unsupported"
    NOT_AUTHORS = "not the author's"
    UNMARKED = "unmarked"
    UNKNOWN_SOURCE = "unknown source"
    NEGATION = "negation"
    EXACT = "exact"
    ADDED = "added"
    LEFT_OUT = "left out"
    LIMITS = "limits"
    ORDER = "order"
    QUALIFIED = "qualified"
    REFERS = "refers"
    HIDDEN = "hidden"
    MARKUP = "markup"
    INSTRUCTS = "instructs"
    REPEATED = "repeated"
    MOVED = "moved"
    ANCHORED = "anchored"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` is the share of the sentence's words that its origin has, 0 to 1.

    `fragment` is the memory it was borrowed from, or the nearest one; `words` are those that the
    reason is about.
    """

    kind: Kind
    why: Why = Why.NOTHING
    score: float = 1.0
    fragment: int | None = None
    words: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        return self.kind in PASSES


def reason(verdict: Verdict) -> str:
    """The verdict in a sentence."""
    words = ", ".join(_("“{word}”").format(word=word) for word in verdict.words[:4])
    if verdict.passes:
        return {
            Kind.SAME: _("Your own words."),
            Kind.REWORDED: _("Your words in the same order, lightly reworded."),
            Kind.BORROWED: _("A memory says this."),
        }[verdict.kind]
    said = {
        Why.UNSUPPORTED: _("The source it names does not say this (overlap {score:.2f})."),
        Why.NOT_AUTHORS: _("Neither you nor a memory says this (overlap {score:.2f})."),
        Why.UNMARKED: _("A memory says this, but the sentence does not name it."),
        Why.UNKNOWN_SOURCE: _("It names a source that was not recalled: {words}."),
        Why.NEGATION: _("It says “not” where its source does not, or the other way round."),
        Why.EXACT: _("A number, name, address or symbol differs from its source: {words}."),
        Why.ADDED: _("It adds words that are not in its source: {words}."),
        Why.LEFT_OUT: _("It leaves words out: {words}."),
        Why.LIMITS: _("A condition, an order or an amount differs from its source: {words}."),
        Why.ORDER: _("It has the same words in another order, which may change the meaning."),
        Why.QUALIFIED: _("The memory says more about this in the sentence next to it."),
        Why.REFERS: _("Your next sentence would seem to refer to this one."),
        Why.HIDDEN: _("It contains invisible characters."),
        Why.MARKUP: _("A memory must not bring calls, tags, variables or code into a step."),
        Why.INSTRUCTS: _("It speaks to the model that reads it, not about the work."),
        Why.REPEATED: _("This skill already says it."),
        Why.MOVED: _("It belongs to another step: {words}."),
        Why.ANCHORED: _("This step is anchored: nothing in it may change."),
        Why.READ: _("It would change how the skill is read."),
        Why.NOTHING: "",
    }[verdict.why]
    return said.format(words=words, score=verdict.score)
