"""Made-up sessions in which an agent follows a skill, and how that really went."""

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from app.cli.bench.sessions.everyday import FREE, LOOKS
from app.cli.bench.sessions.feedback import Phrases
from app.cli.bench.sessions.made import Action, Answered, Consulted, Did, Event, Label, Made, Wrote
from app.cli.bench.sessions.procedures import Family
from app.cli.bench.sessions.wording import action, value

_FIRST = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
SUCCESS, FAILURE = "success", "failure"
_WELL = (
    "thanked",
    "silent",
    "retried",
    "mended",
    "next",
    "questioned",
    "empty-look",
    "later-trouble",
)
_BADLY = (
    "gave-up",
    "corrected",
    "asked-again",
    "other-tools",
    "undone",
    "refused",
    "quietly-wrong",
)
_OTHER = (
    "$ rsync {file} {name}",
    "$ perl {file}",
    "$ nohup {name}",
    "@ browser open url={url}",
    "$ osascript {file}",
)
_UNDOING = ("$ git checkout -- .", "$ git restore .", "$ git reset --hard HEAD")
_WELL_SHARE = 0.7


def uses(
    families: Iterable[Family], phrases: Phrases, seed: int, client: str, sessions: int = 200
) -> list[Made]:
    """Each has one use of a skill, or two."""
    chance = random.Random(seed)
    procedures = {name: steps for family in families for name, steps in family.items()}
    maker = _Maker(chance, phrases)
    made = []
    for number in range(sessions):
        events: list[Event] = list(maker.work(chance.randint(0, 8)))
        truths = []
        for _n in range(2 if chance.random() < 0.2 else 1):
            name = chance.choice(sorted(procedures))
            well = chance.random() < _WELL_SHARE
            truths.append(SUCCESS if well else FAILURE)
            events += maker.use(name, procedures[name], chance.choice(_WELL if well else _BADLY))
        key = f"{chance.getrandbits(32):08x}-{number:04x}-4000-8000-{chance.getrandbits(48):012x}"
        started = _FIRST + timedelta(hours=5 * number)
        made.append(Made(key, client, started, tuple(events), tuple(truths)))
    return made


class _Maker:
    def __init__(self, chance: random.Random, phrases: Phrases) -> None:
        self._chance, self._phrases = chance, phrases
        self._calls = 0

    def work(self, calls: int) -> Iterator[Did]:
        """Something else."""
        for _n in range(calls):
            yield self._did(action(self._chance.choice(LOOKS + FREE), self._chance))

    def use(self, skill: str, lines: Sequence[str], way: str) -> Iterator[Event]:
        """The request, the skill, what was done, and how it ended."""
        chance = self._chance
        request = self._says("request", skill=skill, name=value("name", chance))
        yield Wrote(request)
        self._calls += 1
        body = "\n".join(f"{n}. Do part {n}." for n in range(1, len(lines) + 1))
        yield Consulted(f"call_{self._calls:08d}", skill, f"# {skill}\n\n{body}")
        bound: dict[str, str] = {}
        steps = [action(line.removeprefix("* "), chance, bound) for line in lines]
        stop = (
            chance.randrange(len(steps)) if way in ("gave-up", "other-tools", "refused") else None
        )
        for number, step in enumerate(steps[: None if stop is None else stop + 1]):
            yield from self._looks(0, 3)
            if chance.random() < 0.06:
                yield Answered("Shall I go on?")
                yield Wrote(self._says("on"))
            fails = number == stop or chance.random() < 0.08
            if way == "ignored" and number == 0:
                yield self._did(action("$ npm run lint", chance), done=False)
            if fails or (way in ("retried", "mended") and number == len(steps) - 1):
                yield self._did(step, Label(skill, number), done=False)
                if way == "mended":
                    yield self._did(action("> {file}", chance))
            if number != stop:
                yield self._did(step, Label(skill, number))
        yield from self._ending(way, steps, stop, request)

    def _ending(
        self, way: str, steps: Sequence[Action], stop: int | None, request: str
    ) -> Iterator[Event]:
        chance = self._chance
        match way:
            case "thanked":
                yield Answered("Done.")
                yield Wrote(self._says("thanks"))
                yield from self.work(chance.randint(0, 4))
            case "next" | "questioned" | "later-trouble":
                yield Answered("Done.")
                yield Wrote(self._says("next", name=value("name", chance)))
                yield from self.work(chance.randint(1, 6))
                if way == "later-trouble":
                    yield self._did(action("$ npm run {name}", chance), done=False)
                    yield Wrote(self._says("wrong"))
            case "empty-look":
                yield self._did(action("$ grep -rn {name} src", chance), done=False)
                yield Answered("Nothing is left of it.")
            case "gave-up":
                assert stop is not None
                for _n in range(chance.randint(0, 2)):
                    yield from self._looks(0, 2)
                    yield self._did(steps[stop], done=False)
                yield from self._looks(0, 2)
                yield Answered("I could not finish this.")
            case "corrected":
                yield Answered("Done.")
                yield Wrote(self._says("wrong"))
                yield from self.work(chance.randint(0, 5))
            case "asked-again":
                yield Answered("Done.")
                yield Wrote(request)
                yield from self.work(chance.randint(2, 6))
            case "other-tools":
                for line in chance.sample(_OTHER, 3):
                    yield from self._looks(0, 2)
                    yield self._did(action(line, chance))
                yield Answered("Done in another way.")
            case "undone":
                yield self._did(action(chance.choice(_UNDOING), chance))
                yield Answered("I have taken it back.")
            case "refused":
                yield Wrote(self._says("wrong"))
            case "quietly-wrong":  # only the person can tell
                yield from self._looks(1, 3)
                yield Answered("All steps are done.")
                yield Wrote(self._says("wrong"))
            case _:
                yield Answered("Done.")

    def _looks(self, least: int, most: int) -> Iterator[Did]:
        for _n in range(self._chance.randint(least, most)):
            yield self._did(action(self._chance.choice(LOOKS), self._chance))

    def _did(self, what: Action, label: Label | None = None, done: bool = True) -> Did:
        self._calls += 1
        return Did(f"call_{self._calls:08d}", what, done, label, self._calls)

    def _says(self, what: str, **filled: str) -> str:
        return self._chance.choice(self._phrases[what]).format(**filled)
