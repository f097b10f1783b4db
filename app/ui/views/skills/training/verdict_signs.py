"""How the verdict on a sentence is shown: a sign, a colour, a look, and always words."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from app.core.training.proposal import Choice
from app.core.training.rewriting.origin import Origin, origin
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep
from app.core.training.rewriting.support import AUTHORS, SUPPORTED
from app.core.training.rewriting.verdict import Kind, Why, reason
from app.core.words import _


class Look(Enum):
    """How the words of a sentence are drawn."""

    PLAIN = "plain"
    QUIET = "quiet"
    """The author's, where no model was asked."""
    AUTHORED = "authored"
    """The author's, with memories around it."""
    OPEN = "open"
    """Only a person can say."""
    STRUCK = "struck"
    REJECTED = "rejected"
    WRITING = "writing"
    """Not checked yet."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row that look alike; `part` is which sentence of the rewriting they are, or -1.

    `about` is the verdict in words.
    """

    text: str
    look: Look = Look.PLAIN
    part: int = -1
    source: str = ""
    icon: str = ""
    colour: str = ""
    about: str = ""


def runs(step: RewrittenStep) -> Iterator[Run]:
    """A step as it would be read: what stands in it, and what was left out struck."""
    for number, part in enumerate(step.parts):
        stands = part.choice is Choice.ACCEPTED
        if part.author is not None and part.is_new and not stands:
            yield Run(step.original[part.author], icon="circle-check", colour="ok")
        icon, colour = sign(part)
        source = part.source if part.source and not part.own else ""
        yield Run(part.text, look(part), number, source, icon, colour, about(part))


def look(part: Part) -> Look:
    if part.choice is Choice.ACCEPTED or not part.is_new:
        return Look.PLAIN
    if part.verdict.kind is Kind.REJECTED:
        return Look.REJECTED
    return Look.OPEN if part.choice is Choice.OPEN else Look.STRUCK


def sign(part: Part) -> tuple[str, str]:
    """Icon and colour."""
    if part.own:
        return "edit", "acc"
    if part.verdict.kind is Kind.REJECTED:
        return "error", "err"
    if part.is_new and part.choice is Choice.REJECTED:
        return "circle-slash", "t3"
    return {
        Kind.BORROWED: ("circle-check", "mem"),
        Kind.CLOSE: ("help" if part.choice is Choice.OPEN else "circle-check", "warn"),
    }.get(part.verdict.kind, ("circle-check", "ok"))


def title(part: Part) -> str:
    """The verdict in a few words."""
    verdict = part.verdict
    if part.own:
        return _("Your own words, as you said so")
    if verdict.kind is Kind.REJECTED:
        nobody = verdict.why in (Why.UNSUPPORTED, Why.NOT_AUTHORS)
        return _("Sentence rejected: no source says this") if nobody else _("Sentence rejected")
    if verdict.kind is Kind.CLOSE:
        return _("Read this one: only you can tell whether it means the same")
    if verdict.kind is Kind.BORROWED:
        return _("From {source}").format(source=part.source)
    return _("Your words") if verdict.kind is Kind.SAME else _("Your words, lightly reworded")


def about(part: Part) -> str:
    """The verdict, its reason and what was decided, in a line."""
    decided = {
        Choice.OPEN: _("to decide"),
        Choice.ACCEPTED: _("accepted"),
        Choice.REJECTED: _("left out"),
    }[part.choice]
    if not part.is_new:
        return title(part)
    why = "" if part.own else reason(part.verdict)
    return " · ".join(words for words in (title(part), why, decided) if words)


def told(rewrite: Rewrite, position: int, number: int) -> str:
    """All about one sentence, in two lines."""
    part = rewrite.step(position).parts[number]
    if part.own or not part.is_new:
        return about(part)
    return f"{about(part)}\n{compared(part, origin(rewrite, position, part))}"


def compared(part: Part, found: Origin | None) -> str:
    """What it was compared with, how near that is, and how near it would have to be."""
    if found is None:
        return _("Nothing you wrote or remember comes close to it.")
    where = _("in {source}").format(source=found.source)
    if found.source is None:
        where = _("in step {number}").format(number=found.step)
    overlap = f"{found.score:.2f}"
    if part.verdict.why in (Why.UNSUPPORTED, Why.NOT_AUTHORS):
        least = AUTHORS if found.source is None else SUPPORTED
        words = _("Nearest text is “{text}” {where} (overlap {overlap}, needs {least}).")
        return words.format(text=found.text, where=where, overlap=overlap, least=f"{least:.2f}")
    words = _("Compared with “{text}” {where} (overlap {overlap}).")
    return words.format(text=found.text, where=where, overlap=overlap)
