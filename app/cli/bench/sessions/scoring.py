"""What was found in made-up sessions, beside what is in them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cli.bench.sessions.composing import Corpus
from app.cli.bench.sessions.drifting import BEFORE, Drifting
from app.cli.bench.sessions.made import Did, Label
from app.core.patterns.drafting import draft
from app.core.patterns.overlap import SAME, overlap
from app.core.patterns.pattern import Pattern
from app.core.transcripts.model import Session


@dataclass(frozen=True, slots=True)
class Judged:
    """Names of the procedures that were `found`, those `missed`, and candidates that are `false`:
    no procedure, or one that another candidate already is."""

    found: tuple[str, ...]
    missed: tuple[str, ...]
    false: tuple[Pattern, ...]


def judged(patterns: Iterable[Pattern], corpus: Corpus, sessions: Sequence[Session]) -> Judged:
    """A candidate is the procedure that its calls overlap with most, by 70 % at least."""
    wanted = {
        name: tools
        for name, tools in procedures(corpus, sessions).items()
        if name in corpus.procedures
    }
    found: list[str] = []
    false = []
    for pattern in patterns:
        best = max(wanted, key=lambda name: overlap(pattern.tools, wanted[name]), default="")
        if best and best not in found and overlap(pattern.tools, wanted[best]) >= SAME:
            found.append(best)
        else:
            false.append(pattern)
    missed = tuple(name for name in wanted if name not in found)
    return Judged(tuple(found), missed, tuple(false))


def leaks(patterns: Iterable[Pattern], corpus: Corpus) -> int:
    """How many values of the sessions are in what the patterns would be as skills."""
    texts = []
    for pattern in patterns:
        one = draft(pattern)
        texts.append(f"{one.name}\n{one.description}\n{one.text}\n{pattern.tools}")
    everything = "\n".join(texts)
    return sum(value in everything for value in corpus.planted)


def steps_of(case: Drifting, sessions: Sequence[Session]) -> tuple[list[str], int]:
    """The calls of a skill as it was, and at which of them it changed."""
    tools: dict[int, str] = {}
    for made, session in zip(case.sessions[:BEFORE], sessions, strict=False):
        steps = {
            event.id: event.label.step
            for event in made.events
            if isinstance(event, Did) and event.label is not None
        }
        tools |= {steps[call.id]: call.tool for call in session.calls if call.id in steps}
    found: list[str] = []
    at = 0
    for step in sorted(tools):
        if found[-1:] != [tools[step]]:
            found.append(tools[step])
        if step == case.step:
            at = len(found) - 1
    return found, at


def procedures(corpus: Corpus, sessions: Sequence[Session]) -> dict[str, list[str]]:
    """The calls of each procedure as the readers name them, each step once."""
    tools: dict[Label, Counter[str]] = defaultdict(Counter)
    for made, session in zip(corpus.sessions, sessions, strict=True):
        labels = {
            event.id: event.label
            for event in made.events
            if isinstance(event, Did) and event.label is not None
        }
        for call in session.calls:
            if call.id in labels:
                tools[labels[call.id]][call.tool] += 1
    wanted: dict[str, list[str]] = defaultdict(list)
    for label in sorted(tools, key=lambda label: (label.procedure, label.step)):
        tool = tools[label].most_common(1)[0][0]
        if wanted[label.procedure][-1:] != [tool]:
            wanted[label.procedure].append(tool)
    return dict(wanted)
