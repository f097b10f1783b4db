"""Whether reading twice as much costs twice as much, whatever a stranger repeats.

    python packaging/linear_reading.py [READER ...] [--most N]

Every reader of `app/cli/bench/readers.py` reads every fragment repeated to some 10 000 characters,
to twice as many, and so on up to `--most`. Needs `pip install techne[test]`, keeps all processors
busy for some minutes, and is not part of the tests, which go less far. Prints for each reader the
doubling that cost most, as a row of the table in `docs/testing.md`; ends with status 1 where one
is not linear.

Work is counted in time of the processor on this thread, which other programs change little. Its
instructions would be better, but few systems let a program count them; and the steps that Python
can count by itself leave out what one search for a pattern costs. What functions remember is
forgotten before each count. A doubling that seems to cost too much is counted again before it is
believed.
"""

import argparse
import gc
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from console import say

from app.cli.bench.readers import READERS
from app.core.skills.reading.grammar import parse

FIRST = 10_000
MOST = 1_000_000
"""Characters."""
LIMIT = 3.0
"""Times the work of half as much: 2 where it grows with the length, 4 where with its square."""
LEAST = 0.02
"""Seconds below which a clock tells too little."""
AGAIN = 7
"""So often a suspicious doubling is counted again; the middle one counts."""

FRAGMENTS = (
    "(", "<", "[](", "[", "]", "{", "`", "```\n", "*", "_", "# a\n", "- a\n", "1. a\n", "1.",
    "@skill: ", "@skill: a(", '@skill: "', "@loop: 1 max=2 ", "@branch: if a -> 1 ",
    "@parallel: [", "[[skill:", "[[loop: 1]] ", "$a ", '"', "“", "<!--", "<a ", "a", "aB", "A b ",
    "a_", "a-", "a.", "A. ", " ", " \n", "\r\n", "...", "use when ", "the user wants to ",
    "if it fails, go back to step ", "https://a/", "a@a.", "://", "|a", "> a\n", "---\n", "a: b\n",
    "漢", "é", "\0", "Trigger: a\n", "Requires: $a, ", "_(from a)_ ", "requires ", "rollback ",
    "- recall: a\n", "curl ", "eyJa.", ", or ", "[dispatch-safe: ", "//home/a",
    "@skill: a/", "a/", "repeat step 1, 2 and ", "repeat until a. ", 'say "go to step 1" ',
    "wenn a, schritt 1 wiederholen. ", "yes: go to step 1. ", "@loop: 1 repeat. ", "z) a\naa) a\n",
    "if a, a again. ", "go back twice to step 1 or to ", "; do it twice over ",
    "repeat both steps ",
    "## step 1: a\n\n- a\n\nb\n\n", "### 1a. a\n\n", "**note:**\n\n- a\n\n",
    "## a\n\na. b\n\n|a\n\n", "## a steps\n\n1. **a** - b\n\n", "if a, go straight to b. ",
    "back to a, ",
)  # fmt: skip
PLACES = (
    "{}",
    "# T\n\n1. {}",
    "# T\n\n{}\n\n1. Go.\n",
    "# T\n\n## When to use\n\n- {}\n\n1. Go.\n",
)
"""The text itself, a step, an opening, a point that says when."""
CASES = tuple(zip(FRAGMENTS, cycle(PLACES), strict=False))
"""What is repeated, and where."""


@dataclass(frozen=True, slots=True)
class Doubling:
    """What reading `length` characters cost, in seconds, and half as many."""

    reader: str
    fragment: str
    length: int
    whole: float
    half: float

    @property
    def ratio(self) -> float:
        """0 where it is too little to be told."""
        return self.whole / self.half if self.whole > LEAST else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("readers", nargs="*", metavar="READER")
    parser.add_argument("--most", type=int, default=MOST, help="characters")
    chosen = parser.parse_args()
    if unknown := set(chosen.readers) - set(READERS):
        parser.error(f"not in readers.py: {', '.join(sorted(unknown))}")
    if chosen.most < 2 * FIRST:
        parser.error(f"--most has to be {2 * FIRST} or more")
    readers = tuple(chosen.readers or READERS)
    found: dict[str, list[Doubling]] = {reader: [] for reader in readers}
    with ProcessPoolExecutor(initializer=prepare) as pool:
        cases = [pool.submit(measured, *case, readers, chosen.most) for case in CASES]
        for number, done in enumerate(as_completed(cases), start=1):
            say(f"{number} of {len(cases)} fragments")
            for doubling in done.result():
                found[doubling.reader].append(doubling)
                if doubling.ratio > LIMIT:
                    say(f"  not linear: {doubling}")
    for some in found.values():
        say(row(some))
    return int(any(one.ratio > LIMIT for some in found.values() for one in some))


def row(some: Sequence[Doubling]) -> str:
    """The line of the table for all doublings of one reader."""
    worst = max(some, key=lambda one: one.ratio)
    said = json.dumps(worst.fragment, ensure_ascii=False).replace("|", "\\|")
    most = max(one.length for one in some)
    longest = max(one.whole for one in some if one.length == most)
    return (
        f"| {worst.reader} | {worst.ratio:.2f} | `{said}` | {worst.length // 1000} KB"
        f" | {longest:.2f} s |"
    )


def prepare() -> None:
    """What is collected meanwhile is nobody's work."""
    gc.collect()
    gc.freeze()
    gc.disable()


def measured(
    fragment: str,
    place: str,
    readers: Iterable[str],
    most: int,
    first: int = FIRST,
    enough: float = math.inf,
) -> tuple[Doubling, ...]:
    """All doublings from `first` up to `most` of what is repeated there; none after one above the
    limit, or one that took `enough` seconds."""
    lengths = [most]
    while lengths[0] > first:
        lengths.insert(0, lengths[0] // 2)
    texts = [repeated(fragment, length, place) for length in lengths]
    read = [(text, parse(text)) for text in texts]
    caches = tuple(_caches())

    def count(reader: str, number: int) -> float:
        for cache in caches:
            cache.cache_clear()
        started = time.thread_time()
        READERS[reader](*read[number])
        return time.thread_time() - started

    found = [
        doubling
        for reader in readers
        for doubling in _doublings(reader, fragment, lengths, enough, partial(count, reader))
    ]
    gc.collect()
    return tuple(found)


def repeated(fragment: str, length: int, place: str) -> str:
    """So many characters of it, an even number of times: once more can leave a block open."""
    twice = fragment * 2
    return place.format(twice * (length // len(twice)))


def _doublings(
    reader: str,
    fragment: str,
    lengths: Sequence[int],
    enough: float,
    count: Callable[[int], float],
) -> Iterator[Doubling]:
    half = 0.0
    for number, length in list(enumerate(lengths))[1:]:
        whole = count(number)
        if not half and whole > LEAST:  # half of what is too little to be told tells nothing
            half = count(number - 1)
        found = Doubling(reader, fragment, length, whole, half)
        if found.ratio > LIMIT:
            # both lengths in turn, so that they meet the same machine
            again = [
                Doubling(reader, fragment, length, count(number), count(number - 1))
                for _time in range(AGAIN)
            ]
            found = sorted(again, key=lambda one: one.ratio)[AGAIN // 2]
        yield found
        if found.ratio > LIMIT or found.whole >= enough:
            break
        half = found.whole


def _caches() -> Iterator[Any]:
    """The functions that remember texts they have read; tables that are made once stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("app.core."):
            for one in vars(module).values():
                about = getattr(one, "cache_parameters", None)
                if about is not None and about()["maxsize"] is not None:
                    yield one


if __name__ == "__main__":
    sys.exit(main())
