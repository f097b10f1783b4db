"""Made-up sessions of another kind: tools nobody has, in habits and procedures drawn by lot.

Nothing of it is shared with the other generator but the formats, so that what finds procedures in
one and not in the other is seen to be fitted.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from app.cli.bench.sessions.composing import Corpus
from app.cli.bench.sessions.made import Action, Did, Event, Kind, Label, Made, Wrote
from app.cli.bench.sessions.wording import word

_FIRST = datetime(2026, 1, 5, 7, 0, tzinfo=UTC)
_TOOLS, _PROCEDURES = 150, 14
_HABIT_SHARE, _FOLLOWS = 0.85, 0.3
_LEFT_OUT, _SWAPPED, _STAYS = 0.05, 0.05, 0.55


def invented(seed: int, client: str, sessions: int = 250, procedures: int = _PROCEDURES) -> Corpus:
    """Two of three sessions hold a procedure, and some hold several."""
    world = _World(random.Random(seed), client, procedures)
    made = tuple(world.session(number) for number in range(sessions))
    often = [name for name in world.procedures if sum(name in one.holds for one in made) >= 3]
    kept = {name: tuple(map(str, world.procedures[name])) for name in often}
    return Corpus(made, kept, frozenset(world.secrets))


class _World:
    """Tools from the most used to the least, what often follows each, and the procedures."""

    def __init__(self, chance: random.Random, client: str, procedures: int) -> None:
        self._chance, self._client = chance, client
        servers = [word(chance) for _n in range(8)]
        self._tools = [self._tool(servers) for _n in range(_TOOLS)]
        self._weights = [1 / (rank + 2) for rank in range(_TOOLS)]
        self._next = {n: chance.choices(range(_TOOLS), self._weights, k=2) for n in range(_TOOLS)}
        self._habits = [chance.sample(range(12), 4) for _n in range(2)]
        self.procedures = {f"p{n}": self._procedure() for n in range(procedures)}
        self.secrets: set[str] = set()
        self._calls = 0

    def _tool(self, servers: Sequence[str]) -> tuple[Kind, str]:
        chance = self._chance
        kind = chance.choices((Kind.SHELL, Kind.MCP), (2, 1))[0]
        if kind is Kind.MCP:
            return kind, f"{chance.choice(servers)} {word(chance)}_{word(chance)}"
        return kind, f"{word(chance)}{chance.choice(('', 'ctl', '-cli'))} run"

    def _procedure(self) -> list[int]:
        """Mostly of tools that are seldom used, each once."""
        chance = self._chance
        length = chance.randint(4, 8)
        seldom = chance.sample(range(_TOOLS // 2, _TOOLS), length)
        common = chance.sample(range(_TOOLS // 2), length)
        return [a if chance.random() < 0.75 else b for a, b in zip(seldom, common, strict=True)]

    def session(self, number: int) -> Made:
        chance = self._chance
        parts = [list(self._free(chance.randint(5, 25)))]
        while chance.random() < 0.4:
            names = list(self.procedures)
            name = chance.choices(names, [1 / (n + 1) for n in range(len(names))])[0]
            parts.insert(chance.randint(0, len(parts)), list(self._occurrence(name)))
        for habit in self._habits:
            if chance.random() < _HABIT_SHARE:
                parts.insert(chance.randint(0, len(parts)), [self._did(tool) for tool in habit])
        events: list[Event] = [Wrote(f"{word(chance)} {word(chance)}")]
        events += (did for part in parts for did in part)
        key = f"{chance.getrandbits(32):08x}-{number:04x}-4000-8000-{chance.getrandbits(48):012x}"
        return Made(key, self._client, _FIRST + timedelta(hours=9 * number), tuple(events))

    def _free(self, calls: int) -> Iterator[Did]:
        """One thing leads to another, or to anything else."""
        tool = 0
        for _n in range(calls):
            if self._chance.random() < _FOLLOWS:
                tool = self._chance.choice(self._next[tool])
            else:
                tool = self._chance.choices(range(_TOOLS), self._weights)[0]
            yield self._look() if self._chance.random() < 0.3 else self._did(tool)

    def _occurrence(self, name: str) -> Iterator[Did]:
        chance = self._chance
        steps = [one for one in enumerate(self.procedures[name]) if chance.random() > _LEFT_OUT]
        for at in range(len(steps) - 1):
            if chance.random() < _SWAPPED:
                steps[at], steps[at + 1] = steps[at + 1], steps[at]
        helper = f"{chance.getrandbits(32):08x}" if chance.random() < 0.2 else ""
        together = self._calls if chance.random() < 0.2 else 0
        for step, tool in steps:
            while chance.random() > _STAYS:
                yield self._look() if chance.random() < 0.7 else next(iter(self._free(1)))
            yield self._did(tool, Label(name, step), helper, together)

    def _did(
        self, tool: int, label: Label | None = None, helper: str = "", together: int = 0
    ) -> Did:
        self._calls += 1
        kind, name = self._tools[tool]
        given = f"{word(self._chance)}{self._chance.randint(100, 999)}"
        if label is not None:
            self.secrets.add(given)
        action = (
            Action(kind, name, {"subject": given})
            if kind is Kind.MCP
            else Action(kind, f"{name} --subject {given}")
        )
        done = self._chance.random() > 0.05
        own_id = f"call_{self._calls:08d}"
        return Did(own_id, action, done, label, together or self._calls, helper)

    def _look(self) -> Did:
        self._calls += 1
        kind = self._chance.choice((Kind.READ, Kind.SEARCH))
        own_id = f"call_{self._calls:08d}"
        return Did(own_id, Action(kind, f"{word(self._chance)}.txt"), together=self._calls)
