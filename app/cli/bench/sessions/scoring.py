"""What was found in made-up sessions, beside what is in them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cli.bench.sessions.composing import Corpus
from app.cli.bench.sessions.made import Did, Label
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
    wanted = procedures(corpus, sessions)
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
