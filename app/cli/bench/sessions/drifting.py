"""Made-up sessions in which a skill is followed, and from some day on otherwise at one step."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.cli.bench.sessions.everyday import FREE, LOOKS
from app.cli.bench.sessions.made import Consulted, Did, Event, Label, Made, Wrote
from app.cli.bench.sessions.procedures import Family
from app.cli.bench.sessions.wording import action

_FIRST = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
BEFORE, _AFTER = 5, 9
"""Sessions that follow the skill as it is, and as it has become."""
_INSTEAD = ("$ bazel run {name}", "@ vault read_secret path={name}", "$ nix build {name}")
KINDS = ("left-out", "replaced", "added", "none")


@dataclass(frozen=True, slots=True)
class Drifting:
    """The sessions of one skill; `kind` of change at `step`, counted from 0."""

    skill: str
    sessions: tuple[Made, ...]
    kind: str
    step: int


def drifting(families: Iterable[Family], seed: int, client: str) -> list[Drifting]:
    """One for each procedure, and each kind of change in turn; `none` changes nothing."""
    chance = random.Random(seed)
    found = []
    procedures = {name: steps for family in families for name, steps in family.items()}
    for number, (name, lines) in enumerate(procedures.items()):
        kind = KINDS[(number + seed) % len(KINDS)]
        step = chance.randrange(1, len(lines) - 1)
        instead = chance.choice(_INSTEAD)
        sessions = []
        for day in range(BEFORE + _AFTER):
            now = list(enumerate(lines))
            if day >= BEFORE:
                if kind == "left-out":
                    del now[step]
                elif kind == "replaced":
                    now[step] = (step, instead)
                elif kind == "added":
                    now.insert(step, (step, instead))
            key = f"{chance.getrandbits(32):08x}-{day:04x}-4000-8000-{chance.getrandbits(48):012x}"
            started = _FIRST + timedelta(days=day, minutes=number)
            events = tuple(_events(chance, name, now))
            sessions.append(Made(key, client, started, events))
        found.append(Drifting(name, tuple(sessions), kind, step))
    return found


def _events(chance: random.Random, skill: str, steps: list[tuple[int, str]]) -> Iterator[Event]:
    count = 0

    def did(line: str, label: Label | None = None, done: bool = True) -> Did:
        nonlocal count
        count += 1
        what = action(line.removeprefix("* "), chance, bound if label else None)
        return Did(f"call_{count:06d}", what, done, label, count)

    bound: dict[str, str] = {}
    yield Wrote(f"It is time for {skill}.")
    yield Consulted("call_skill", skill, f"# {skill}\n\n1. Begin.")
    for step, line in steps:
        for _n in range(chance.randint(0, 3)):
            yield did(chance.choice(LOOKS))
        if chance.random() < 0.1:
            yield did(chance.choice(FREE))
        if chance.random() < 0.1:
            yield did(line, Label(skill, step), done=False)
        if chance.random() > 0.05:  # left out now and then, without meaning anything
            yield did(line, Label(skill, step))
