"""Made-up sessions from procedures: where they are done, and all that happens between."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.cli.bench.sessions.everyday import FREE, HABITS, LOOKS, SELDOM, TOPICS
from app.cli.bench.sessions.made import Action, Answered, Did, Event, Label, Made, Wrote
from app.cli.bench.sessions.procedures import Family
from app.cli.bench.sessions.wording import action, value

_SELDOM = 0.15
_FIRST = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Noise:
    """How much comes between the steps: shares of the occurrences, and ranges of calls."""

    looks: tuple[int, int] = (1, 4)
    retried: float = 0.1
    second: float = 0.25
    swapped: float = 0.0
    left_out: float = 0.0
    free: tuple[int, int] = (0, 0)


ORDINARY = Noise()
HARD = Noise(swapped=1 / 3, left_out=1 / 3, free=(3, 17))


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sessions of one agent, with the procedures in them and the values no candidate may have."""

    sessions: tuple[Made, ...]
    procedures: Mapping[str, tuple[str, ...]]
    planted: frozenset[str]


def corpus(
    families: Iterable[Family],
    noise: Noise,
    seed: int,
    client: str,
    sessions: int = 300,
    quiet: float = 0.4,
) -> Corpus:
    """One procedure in five is seen in exactly three sessions, the others in four to twenty."""
    chance = random.Random(seed)
    procedures = {name: steps for family in families for name, steps in family.items()}
    busy = range(round(sessions * (1 - quiet)))
    held: dict[int, list[str]] = {}
    for position, name in enumerate(procedures):
        times = 3 if position % 5 == 0 else chance.randint(4, 20)
        single = [n for n in busy if n not in held]
        second = [n for n in busy if len(held.get(n, ())) == 1]
        for _n in range(times):
            pool = second if second and chance.random() < noise.second else single or second
            here = pool.pop(chance.randrange(len(pool)))
            held.setdefault(here, []).append(name)
    order = list(range(sessions))
    chance.shuffle(order)
    composer = _Composer(chance, noise, client)
    made = [
        composer.session(day, [(name, procedures[name]) for name in held.get(number, ())])
        for day, number in enumerate(order)
    ]
    return Corpus(tuple(made), procedures, frozenset(composer.planted))


class _Composer:
    def __init__(self, chance: random.Random, noise: Noise, client: str) -> None:
        self._chance, self._noise, self._client = chance, noise, client
        self._calls = self._messages = 0
        self.planted: set[str] = set()

    def session(self, day: int, held: Sequence[tuple[str, tuple[str, ...]]]) -> Made:
        chance = self._chance
        topic = chance.choice(SELDOM if chance.random() < _SELDOM else TOPICS)
        parts = [list(self._free(chance.randint(4, 16), topic))]
        for name, steps in held:
            parts.append(list(self._occurrence(name, steps, topic)))
            parts.append(list(self._free(chance.randint(3, 12), topic)))
        for habit in HABITS:
            if chance.random() < 0.75:
                parts.insert(chance.randint(1, len(parts)), list(self._habit(habit)))
        events: list[Event] = [Wrote(f"Please look at {value('text', chance)}.")]
        events += (event for part in parts for event in part)
        events.append(Answered(f"That is {value('text', chance)}."))
        started = _FIRST + timedelta(hours=7 * day + chance.random() * 3)
        key = f"{chance.getrandbits(32):08x}-{day:04x}-4000-8000-{chance.getrandbits(48):012x}"
        return Made(key, self._client, started, tuple(events))

    def _did(self, what: Action, label: Label | None = None, together: int = 0) -> Iterator[Did]:
        """A call and, one time in ten, a failed attempt before it."""
        self._messages += 1
        tries = [False, True] if self._chance.random() < self._noise.retried else [True]
        for done in tries:
            self._calls += 1
            yield Did(f"call_{self._calls:08d}", what, done, label, together or self._messages)

    def _line(self, notation: str) -> Iterator[Did]:
        bound: dict[str, str] = {}
        if self._chance.random() < 0.03:
            bound["name"] = value("secret", self._chance)
            self.planted.add(bound["name"])
        yield from self._did(action(notation, self._chance, bound))

    def _looks(self) -> Iterator[Did]:
        for _n in range(self._chance.randint(*self._noise.looks)):
            yield from self._line(self._chance.choice(LOOKS))

    def _free(self, calls: int, topic: Sequence[str]) -> Iterator[Did]:
        """Looking around, work of any project, and work of this one."""
        for _n in range(calls):
            pool = self._chance.choices((LOOKS, FREE, topic), (5, 3, 2))[0]
            yield from self._line(self._chance.choice(pool))

    def _habit(self, lines: Sequence[str]) -> Iterator[Did]:
        for line in lines:
            yield from self._line(line)

    def _occurrence(self, name: str, lines: Sequence[str], topic: Sequence[str]) -> Iterator[Did]:
        chance, noise = self._chance, self._noise
        bound: dict[str, str] = {}
        steps = list(self._repeated(list(enumerate(lines))))
        if chance.random() < noise.swapped:
            at = chance.randrange(len(steps) - 1)
            steps[at], steps[at + 1] = steps[at + 1], steps[at]
        if chance.random() < noise.left_out:
            del steps[chance.randrange(len(steps))]
        interrupted = chance.randrange(1, len(steps))
        for position, (step, line) in enumerate(steps):
            if position:
                yield from self._looks()
            if position == interrupted:
                yield from self._free(chance.randint(*noise.free), topic)
            yield from self._did(action(line.removeprefix("* "), chance, bound), Label(name, step))
        self.planted.update(of for slot, of in bound.items() if not slot.startswith("version"))

    def _repeated(self, lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """With what is in a loop one to four times."""
        looped = [line for line in lines if line[1].startswith("*")]
        for number, line in lines:
            if not line.startswith("*"):
                yield number, line
            elif (number, line) == looped[0]:
                for _n in range(self._chance.randint(1, 4)):
                    yield from looped
