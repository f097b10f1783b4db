"""Whatever a stranger repeats, reading twice as much costs about twice as much, in every reader.

What is counted is the work of one text against that of its parts read one by one: the same number
of characters. Where work grows with the length it is the same; where it grows with the square, a
text in sixteen parts costs a sixteenth. Work is counted in time of the processor on this thread,
which other programs do not change; a ratio that is too high is counted again before it is believed.
"""

import gc
import time
from collections.abc import Iterator
from itertools import cycle

import pytest

from app.cli.bench.readers import READERS, Reader
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse

PARTS = 16
MOST = 4.0
"""Times the work of the parts; 16 where work grows with the square."""
AGAIN = 6
LEAST = 0.004
"""Seconds below which a clock tells too little."""

FRAGMENTS = (
    "(", "<", "[](", "[", "]", "{", "`", "```\n", "*", "_", "# a\n", "- a\n", "1. a\n", "1.",
    "@skill: ", "@skill: a(", '@skill: "', "@loop: 1 max=2 ", "@branch: if a -> 1 ",
    "@parallel: [", "[[skill:", "[[loop: 1]] ", "$a ", '"', "“", "<!--", "<a ", "a", "aB", "A b ",
    "a_", "a-", "a.", "A. ", " ", " \n", "\r\n", "...", "use when ", "the user wants to ",
    "if it fails, go back to step ", "https://a/", "a@a.", "://", "|a", "> a\n", "---\n", "a: b\n",
    "漢", "é", "\0", "Trigger: a\n", "Requires: $a, ", "_(from a)_ ", "requires ", "rollback ",
    "- recall: a\n", "curl ", "eyJa.", ", or ", "[dispatch-safe: ", "//home/a",
)  # fmt: skip
PLACES = (
    "{}",
    "# T\n\n1. {}",
    "# T\n\n{}\n\n1. Go.\n",
    "# T\n\n## When to use\n\n- {}\n\n1. Go.\n",
)
"""The text itself, a step, an opening, a point that says when."""


def repeated(fragment: str, length: int, place: str) -> str:
    return place.format(fragment * (length // len(fragment)))


def work(reader: Reader, texts: list[tuple[str, Skill]], times: int) -> float:
    """The least of some counts of reading them all."""
    counts = []
    for _time in range(times):
        started = time.thread_time()
        for text, skill in texts:
            reader(text, skill)
        counts.append(time.thread_time() - started)
    return min(counts)


def ratio(reader: Reader, fragment: str, length: int, place: str) -> float:
    """How many times the work of the parts the whole is."""
    text, part = (repeated(fragment, n, place) for n in (length, length // PARTS))
    whole, parts = [(text, parse(text))], [(part, parse(part))] * PARTS
    found = 0.0
    for times in (1, AGAIN):
        one = work(reader, whole, times)
        found = one / work(reader, parts, times) if one > LEAST else 0.0
        if found < MOST:
            break
    return found


@pytest.fixture(autouse=True)
def _no_collections() -> Iterator[None]:
    """What is collected meanwhile is nobody's work."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", READERS)
def test_reading_is_linear_whatever_is_repeated(name: str) -> None:
    for fragment, place in zip(FRAGMENTS, cycle(PLACES), strict=False):
        found = ratio(READERS[name], fragment, 10_000, place)
        assert found < MOST, (fragment, place, found)


@pytest.mark.parametrize(("name", "fragment"), list(zip(READERS, FRAGMENTS, strict=False)))
def test_a_long_text_costs_no_more_than_its_parts(name: str, fragment: str) -> None:
    assert ratio(READERS[name], fragment, 1_000_000, PLACES[0]) < MOST
