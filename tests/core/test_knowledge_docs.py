"""The page about the arithmetic says what the program computes."""

import math
import re
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.core.graph.open_triangles import affinity, faded
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import scorer, suggest
from app.core.lifecycle.config import BOUNDS, KEYS, Procedural
from app.core.lifecycle.features import Features
from app.core.lifecycle.importance import SKILLS, Rule, importance, replay, used
from app.core.lifecycle.vitality import vitality

PAGE = (Path(__file__).parents[2] / "docs" / "knowledge.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^\| `(\w+\([^`]*\))` \| ([\d.]+) \|$", re.MULTILINE)
SETTING = re.compile(r"^\| `(\w+)` \| ([\w. ]+) \|([^|]*)\| (?:seed|ours)[^|]*\|$", re.MULTILINE)
START = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def left(base: float, rate: float, floor: float, days: float) -> float:
    rule = Rule(rate=rate, floor=floor)
    return importance(rule, base, START, START + days * DAY).value


def settled(every: int) -> float:
    base, since = replay(SKILLS, 0.7, START, (START + n * every * DAY for n in range(1, 500)))
    return importance(SKILLS, base, since, since + every * DAY).value


def track_record(
    rate: float | None = None,
    known: int = 0,
    a_day: float = 0,
    version: int = 1,
    age: float = 0,
    made_from_candidate: bool = False,
) -> float:
    row = SkillRow.__new__(SkillRow)  # which skill it is does not matter
    one = Features(
        row, True, "", age, rate, known, a_day, version, made_from_candidate, 0.7, 0.99, 0, None
    )
    return scorer.track_record(one)


MEANS = {
    "left": left,
    "after_use": lambda before: used(SKILLS, before),
    "settled": settled,
    "recency": lambda days: suggest.recency(START, START + days * DAY),
    "track_record": track_record,
    "rank": lambda value, near: value * (1 + math.log(1 + near)),
    "strength": lambda one, other, ages: affinity(one, other, ages).strength,
    "confidence": lambda shared: affinity(9, 9, [0] * shared).confidence,
    "faded": faded,
    "vitality": lambda *counts: vitality(*counts).score,
}


@pytest.mark.parametrize(("example", "value"), EXAMPLE.findall(PAGE))
def test_the_worked_examples(example: str, value: str) -> None:
    found = eval(example, {"__builtins__": {}}, MEANS)
    assert found == pytest.approx(float(value), abs=0.00005)


def test_the_page_has_examples() -> None:
    assert {example.partition("(")[0] for example, _value in EXAMPLE.findall(PAGE)} == set(MEANS)


def test_every_setting_is_on_the_page_with_its_usual_value_and_bounds() -> None:
    found = {name: (usual, bounds) for name, usual, bounds in SETTING.findall(PAGE)}
    assert found.keys() == set(KEYS.values())
    for field in fields(Procedural):
        usual, bounds = found[KEYS[field.name]]
        value = field.default
        said = str(value).lower() if isinstance(value, bool) else str(value)
        assert usual.replace(" ", "") == said
        if field.name in BOUNDS:
            low, high = BOUNDS[field.name]
            assert bounds.replace(" ", "") == f"{low}–{high}"
