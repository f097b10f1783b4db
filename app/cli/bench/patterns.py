"""How well repeated procedures are found in made-up sessions, and how skills turned out."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.cli.bench.sessions import feedback, procedures
from app.cli.bench.sessions.composing import HARD, ORDINARY, Corpus, Noise, corpus
from app.cli.bench.sessions.drifting import Drifting, drifting
from app.cli.bench.sessions.invented import invented
from app.cli.bench.sessions.made import Consulted, Made
from app.cli.bench.sessions.procedures import Family
from app.cli.bench.sessions.scoring import judged, leaks, steps_of
from app.cli.bench.sessions.using import FAILURE, SUCCESS, uses
from app.cli.bench.sessions.writing import read_back
from app.core.api.measurements import Figure
from app.core.patterns.background import FEWEST_SESSIONS, background
from app.core.patterns.doing import Use, anyway, given
from app.core.patterns.drift import drift
from app.core.patterns.field import Field
from app.core.patterns.finding import patterns
from app.core.patterns.outcomes import outcomes, usual_tools
from app.core.patterns.streams import streams
from app.core.skills import names
from app.core.transcripts.model import Session
from app.core.words import _

_SEEDS = range(4)
_QUIET_SEEDS = range(5)
_INVENTED_SEEDS = range(6)
_TOGETHER = 10_000
"""Sessions in which the time is taken."""


@dataclass(frozen=True, slots=True)
class _Set:
    """What was tuned on, or what was held back: procedures, what people say, and clients."""

    name: str
    families: Mapping[str, Family]
    phrases: feedback.Phrases
    clients: tuple[str, ...]


def _sets() -> tuple[_Set, _Set]:
    return (
        _Set(_("tuned on"), procedures.TUNING, feedback.TUNING, ("claude", "gemini")),
        _Set(_("held back"), procedures.HELD_BACK, feedback.HELD_BACK, ("codex",)),
    )


@dataclass(slots=True)
class _Tally:
    """Counts over several corpora."""

    wanted: int = 0
    found: int = 0
    candidates: int = 0
    leaked: int = 0
    busy: int = 0

    def add(self, made: Corpus, sessions: Sequence[Session]) -> None:
        found = patterns(sessions)
        judgement = judged(found, made, sessions)
        self.wanted += len(judgement.found) + len(judgement.missed)
        self.found += len(judgement.found)
        self.candidates += len(found)
        self.leaked += leaks(found, made)
        self.busy += sum(bool(one.holds) for one in made.sessions)


def _patterns() -> list[Figure]:
    figures: list[Figure] = []
    everything: list[Session] = []
    leaked = 0
    for part in _sets():
        for noise, said, recall, precision in (
            (ORDINARY, _("ordinary noise"), 95, 95),
            (HARD, _("hard noise"), 80, 90),
        ):
            tally = _Tally()
            for made, sessions in _corpora(part, noise):
                tally.add(made, sessions)
                everything += sessions
            about = f"{said}, {part.name}"
            figures += _shares(tally, about, recall, precision)
            leaked += tally.leaked
            if noise is ORDINARY:
                often = 10 * tally.found / tally.busy
                what = _("Candidates in ten sessions that repeat something, {about}")
                figures.append(Figure(what.format(about=about), often, "", 1, at_least=True))
    tally = _Tally()
    for seed in _INVENTED_SEEDS:
        made = invented(seed, ("claude", "codex", "gemini")[seed % 3])
        tally.add(made, _read(made.sessions))
    figures += _shares(tally, _("invented tools"), 95, 95)
    leaked += tally.leaked
    figures.append(_quiet())
    figures.append(Figure(_("Values of sessions in candidates"), leaked, "", 0))
    figures.append(_time(everything))
    return figures


def _shares(tally: _Tally, about: str, recall: float, precision: float) -> Iterator[Figure]:
    what = _("Procedures found, {about}").format(about=about)
    yield Figure(what, 100 * tally.found / tally.wanted, "%", recall, at_least=True)
    what = _("Candidates that are procedures, {about}").format(about=about)
    share = 100 * tally.found / max(1, tally.candidates)
    yield Figure(what, share, "%", precision, at_least=True)


def _corpora(part: _Set, noise: Noise) -> Iterator[tuple[Corpus, list[Session]]]:
    for seed in _SEEDS:
        client = part.clients[seed % len(part.clients)]
        made = corpus(part.families.values(), noise, seed, client)
        yield made, _read(made.sessions)


def _quiet() -> Figure:
    """Candidates in sessions that hold no procedure."""
    false = sessions = 0
    for seed in _QUIET_SEEDS:
        made = corpus((), ORDINARY, seed, "claude", sessions=200, quiet=1.0)
        false += len(patterns(_read(made.sessions)))
        sessions += len(made.sessions)
    return Figure(_("Candidates in 100 quiet sessions"), 100 * false / sessions, "", 1)


def _time(sessions: Sequence[Session]) -> Figure:
    """Sessions of all corpora as those of one agent, over and over with keys of their own."""
    several = [
        replace(sessions[number % len(sessions)], key=str(number)) for number in range(_TOGETHER)
    ]
    started = time.perf_counter()
    patterns(several)
    took = time.perf_counter() - started
    return Figure(_("Find procedures in 10 000 sessions"), took, "s", 60)


def _outcomes() -> list[Figure]:
    figures = []
    for part in _sets():
        counts: Counter[tuple[str, str]] = Counter()
        changes = right = right_anyway = 0
        for seed in _SEEDS:
            client = part.clients[seed % len(part.clients)]
            made = uses(part.families.values(), part.phrases, seed, client)
            sessions = _read(made)
            usual = usual_tools(sessions)
            for one, session in zip(made, sessions, strict=True):
                found = (outcome.outcome.value for outcome in outcomes(session, usual))
                counts.update(zip(one.outcomes, found, strict=True))
            cases = drifting(part.families.values(), seed, client)
            changes += len(cases)
            right += sum(_is_seen(case, _read(case.sessions)) for case in cases)
            right_anyway += _seen_anyway(cases, seed, client)
        total = sum(counts.values())
        well = sum(count for (truth, _said), count in counts.items() if truth == SUCCESS)
        for what, share, goal, at_least in (
            (_("Outcomes that are right, {about}"),
             (counts[SUCCESS, SUCCESS] + counts[FAILURE, FAILURE]) / total, 88, True),
            (_("Successes called failures, {about}"), counts[SUCCESS, FAILURE] / well, 3, False),
            (_("Failures that are found, {about}"),
             counts[FAILURE, FAILURE] / (total - well), 75, True),
            (_("Changes of a skill that are seen, {about}"), right / changes, 90, True),
            (_("Changes of a skill that nobody reads, {about}"), right_anyway / changes, 90, True),
        ):  # fmt: skip
            name = what.format(about=part.name)
            figures.append(Figure(name, 100 * share, "%", goal, at_least=at_least))
    return figures


def _is_seen(case: Drifting, sessions: Sequence[Session]) -> bool:
    """The very change, at its step and nowhere else."""
    uses = [use for one in sessions for use in given({names.key(case.skill)}, one)]
    return _is_right(case, sessions, uses)


def _seen_anyway(cases: Sequence[Drifting], seed: int, client: str) -> int:
    """How many are seen where no agent is given a skill, in the sessions of all of them and quiet
    ones."""
    quiet = corpus((), ORDINARY, seed, client, sessions=60, quiet=1.0).sessions
    unread = [[_unread(made) for made in case.sessions] for case in cases]
    sessions = _read([*quiet, *(made for several in unread for made in several)])
    field = Field(streams(sessions))
    known = background(field, FEWEST_SESSIONS)
    right, at = 0, len(quiet)
    for case in cases:
        own, at = sessions[at : at + len(case.sessions)], at + len(case.sessions)
        right += _is_right(case, own, anyway(steps_of(case, own)[0], field, known))
    return right


def _unread(made: Made) -> Made:
    events = tuple(event for event in made.events if not isinstance(event, Consulted))
    return replace(made, events=events)


def _is_right(case: Drifting, sessions: Sequence[Session], uses: Sequence[Use]) -> bool:
    tools, at = steps_of(case, sessions)
    found = drift(tools, uses)
    if case.kind == "none":
        return not found
    return [(one.kind.value, one.step) for one in found] == [(case.kind, at)]


def _read(made: Iterable[Made]) -> list[Session]:
    with tempfile.TemporaryDirectory(prefix="techne-bench-") as folder:
        return read_back(made, Path(folder), agent="bench")


MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "patterns": _patterns,
    "skill-outcomes": _outcomes,
}
