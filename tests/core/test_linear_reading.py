"""Whatever a stranger repeats, reading twice as much costs about twice as much, in every reader.

From 10 KB to 40 KB here, to 1 MB by `packaging/linear_reading.py`, which says what is counted, and
how.

What cannot be seen here cannot stop anybody at 1 MB. A reading that is too short for the clock at
40 KB (20 ms) takes at 1 MB at most 625 times as long if all of it grows with the square: 13 s. Of a
longer one at most half may grow with the square at 10 KB, or the doubling costs more than 3 times
as much; so at 1 MB it takes at most 1 683 times as long as at 20 KB, where the longest takes less
than a quarter of a second: seven minutes in a job that can be stopped, and not the hours of what is
refused here. So what is long enough for the clock at 20 KB is not read at 40 KB.
"""

import pytest
from linear_reading import CASES, LEAST, LIMIT, measured

from app.cli.bench.readers import READERS

MOST = 40_000
LONG_ENOUGH = 2 * LEAST
"""Seconds for half of it, after which the whole says nothing new."""


@pytest.mark.parametrize(("fragment", "place"), CASES)
def test_reading_twice_as_much_costs_about_twice_as_much(fragment: str, place: str) -> None:
    found = measured(fragment, place, READERS, MOST, MOST // 4, LONG_ENOUGH)
    assert {one.reader for one in found} == set(READERS)
    assert [one for one in found if one.ratio > LIMIT] == []


@pytest.mark.parametrize(("reader", "fragment"), [("numbering", "```\n"), ("placing", "1. a\n")])
def test_what_only_a_longer_text_shows(reader: str, fragment: str) -> None:
    found = measured(fragment, dict(CASES)[fragment], [reader], 1_000_000, 500_000)
    assert found
    assert [one for one in found if one.ratio > LIMIT] == []
