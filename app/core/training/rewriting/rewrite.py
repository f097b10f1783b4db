"""A rewritten skill as a value that a person decides about, sentence by sentence, before saving."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.core.errors import AppError, NotFound
from app.core.library.record import Writer
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import begun, ended, marked, passage_of, sentences_of
from app.core.training import proposal as placing
from app.core.training.proposal import Choice, Fragment, Proposal
from app.core.training.rewriting.verdict import Kind, Verdict, Why, reason
from app.core.training.rewriting.verify import Verdicts, verify
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of a rewritten step.

    `author` is which sentence of the author's step it stands for, from 0: where it is not
    accepted, theirs stands. None for one that was added; `source` is what that names. `own` is an
    added sentence that a person has made their own: it needs no origin.
    """

    text: str
    author: int | None
    source: str | None
    verdict: Verdict
    choice: Choice
    own: bool = False

    @property
    def as_own(self) -> str:
        """As it would stand among the author's sentences."""
        return ended(begun(self.text))

    @property
    def is_new(self) -> bool:
        """Whether there is anything to decide about it."""
        return self.verdict.kind is not Kind.SAME


@dataclass(frozen=True, slots=True)
class RewrittenStep:
    """The first paragraph of a step, as a model would word it; `trouble` is why there is nothing.

    `original` are the author's sentences, `parts` the model's, in the order they would be read.
    """

    position: int
    original: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a model would make of a skill, on top of what training would place in it.

    `placement` is the proposal it started from: its authored text, its memories, its version;
    accepted memories that no sentence was borrowed from are placed as always. `steps` are those
    that memories were found for. `trouble` is why there are not more of them, or why nothing in
    them can be used; what `placement` would place is there in any case.
    """

    placement: Proposal
    writer: Writer | None
    steps: tuple[RewrittenStep, ...] = ()
    trouble: str = ""

    @property
    def skill(self) -> int:
        return self.placement.skill

    @property
    def fragments(self) -> tuple[Fragment, ...]:
        """The memories that may be borrowed from: not those a person rejected or deleted."""
        return usable(self.placement)

    @property
    def passes(self) -> bool:
        """Whether the verifier let every sentence of every step through, and one is new."""
        return not self.trouble and self.says_something and all(
            part.verdict.passes for step in self.steps for part in step.parts
        ) and not any(step.trouble for step in self.steps)  # fmt: skip

    @property
    def says_something(self) -> bool:
        """Whether accepting it as it is changes a sentence."""
        return any(p.is_new and p.choice is Choice.ACCEPTED for s in self.steps for p in s.parts)

    def step(self, position: int) -> RewrittenStep:
        """The rewritten step at a position; raises `NotFound`."""
        for step in self.steps:
            if step.position == position:
                return step
        raise NotFound(_("Step {number} was not rewritten.").format(number=position))

    def count(self, *kinds: Kind) -> int:
        return sum(part.verdict.kind in kinds for step in self.steps for part in step.parts)


def usable(placement: Proposal) -> tuple[Fragment, ...]:
    return tuple(
        item.fragment
        for item in placement.items
        if item.choice is Choice.ACCEPTED
        or (item.choice is Choice.OPEN and not item.taken_out)
    )  # fmt: skip


def choose(rewrite: Rewrite, position: int, part: int, choice: Choice) -> Rewrite:
    """With that decision about one sentence of a step.

    A sentence that only looks close can be accepted: whoever does so has read it. A rejected one
    cannot: raises `AppError`, and `NotFound` for a sentence that is not there.
    """
    found = rewrite.step(position)
    if not 0 <= part < len(found.parts):
        raise NotFound(_("That sentence is not part of this rewrite."))
    one = found.parts[part]
    if one.verdict.kind is Kind.REJECTED and choice is Choice.ACCEPTED:
        raise AppError(
            _("This sentence cannot be used. {reason}").format(reason=reason(one.verdict)),
            _("If it is right, write it into the step yourself."),
        )
    return with_part(rewrite, position, part, replace(one, choice=choice, own=False))


def choose_step(rewrite: Rewrite, position: int, choice: Choice) -> Rewrite:
    """With every sentence of a step accepted that passed, or with all of them rejected.

    Raises `NotFound`.
    """

    def decided(part: Part) -> Part:
        if choice is not Choice.ACCEPTED:
            return replace(part, choice=choice, own=False) if part.is_new else part
        return replace(part, choice=choice) if part.verdict.passes else part

    rewrite.step(position)
    return _with(
        rewrite, position, lambda step: replace(step, parts=tuple(map(decided, step.parts)))
    )


def placed(rewrite: Rewrite, change: Callable[[Proposal], Proposal]) -> Rewrite:
    """With another decision about the memories; one that is rejected takes its sentences along."""
    made = replace(rewrite, placement=change(rewrite.placement))
    allowed = {fragment.id for fragment in made.fragments}

    def kept(part: Part) -> Part:
        lost = part.source is not None and not part.own and part.verdict.fragment not in allowed
        return replace(part, choice=Choice.REJECTED) if lost else part

    steps = (replace(step, parts=tuple(map(kept, step.parts))) for step in made.steps)
    return replace(made, steps=tuple(steps))


def with_part(rewrite: Rewrite, position: int, part: int, now: Part) -> Rewrite:
    """With another one in the place of a sentence of a step."""

    def changed(step: RewrittenStep) -> RewrittenStep:
        return replace(step, parts=(*step.parts[:part], now, *step.parts[part + 1 :]))

    return _with(rewrite, position, changed)


def text_of(rewrite: Rewrite) -> str:
    """The author's text with every accepted sentence in it, without placed memories."""
    return _written(rewrite, lambda parts: parts)


def authored_of(rewrite: Rewrite) -> str:
    """The author's text with nothing new in it but the sentences that they made their own."""

    def only_theirs(parts: Sequence[Part]) -> list[Part]:
        theirs = [part for part in parts if part.author is not None or part.own]
        return [part if part.own else replace(part, choice=Choice.OPEN) for part in theirs]

    return _written(rewrite, only_theirs)


def verdicts(rewrite: Rewrite) -> Verdicts:
    """What the verifier says about the skill as it would be saved."""
    return verify(authored_of(rewrite), text_of(rewrite), rewrite.fragments)


def _written(rewrite: Rewrite, chosen: Callable[[Sequence[Part]], Sequence[Part]]) -> str:
    skill = parse(rewrite.placement.authored)
    pieces: list[str] = []
    at = 0
    for step in sorted(rewrite.steps, key=lambda step: step.position):
        start, end = passage_of(skill, skill.steps[step.position - 1])
        pieces += (
            skill.text[at:start],
            woven(skill, skill.steps[step.position - 1], chosen(step.parts))
            or skill.text[start:end],
        )
        at = end
    return "".join((*pieces, skill.text[at:]))


def woven(skill: Skill, step: Step, parts: Sequence[Part]) -> str:
    """The accepted sentences between the author's, which stay byte for byte as they were.

    Only a full stop is added where one of them has none and a borrowed one follows.
    """
    text, authors = skill.text, sentences_of(skill, step)
    pieces: list[str] = []
    for part in parts:
        accepted = part.choice is Choice.ACCEPTED
        if part.author is not None:
            one = authors[part.author]
            before = authors[part.author - 1].end if part.author else one.start
            reworded = accepted and part.is_new
            pieces += (
                text[before : one.start],
                part.text if reworded else text[one.start : one.end],
            )
        elif accepted and part.own:
            pieces[-1:] = [ended("".join(pieces[-1:])), " ", part.as_own]
        elif accepted and part.source is not None:
            pieces[-1:] = [ended("".join(pieces[-1:])), " ", marked(part.text, part.source)]
    return "".join(pieces)


def to_json(rewrite: Rewrite) -> str:
    return json.dumps(asdict(rewrite), ensure_ascii=False, separators=(",", ":"))


def from_json(stored: str) -> Rewrite:
    fields = json.loads(stored)
    writer = fields["writer"]
    return Rewrite(
        placing.from_json(json.dumps(fields["placement"])),
        Writer(**writer) if writer else None,
        tuple(map(_step, fields["steps"])),
        fields["trouble"],
    )


def _step(fields: dict[str, Any]) -> RewrittenStep:
    parts = tuple(map(_part, fields["parts"]))
    return RewrittenStep(**{**fields, "original": tuple(fields["original"]), "parts": parts})


def _part(fields: dict[str, Any]) -> Part:
    verdict = fields["verdict"]
    verdict = {**verdict, "kind": Kind(verdict["kind"]), "why": Why(verdict["why"])}
    found = Verdict(**{**verdict, "words": tuple(verdict["words"])})
    return Part(**{**fields, "verdict": found, "choice": Choice(fields["choice"])})


def _with(
    rewrite: Rewrite, position: int, change: Callable[[RewrittenStep], RewrittenStep]
) -> Rewrite:
    steps = (change(step) if step.position == position else step for step in rewrite.steps)
    return replace(rewrite, steps=tuple(steps))
