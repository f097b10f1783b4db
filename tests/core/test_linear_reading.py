"""Whatever a stranger repeats, reading twice as much costs about twice as much, in every reader.

From 5 KB to 40 KB here, to 1 MB by `packaging/linear_reading.py`, which says what is counted, and
how.

What cannot be seen here cannot stop anybody at 1 MB. A reading that is too short for the clock at
40 KB (20 ms) takes at 1 MB at most 625 times as long if all of it grows with the square: 13 s. Of a
longer one at most half may grow with the square at 5 KB, or the doubling costs more than 3 times
as much; so at 1 MB it takes at most 6 700 times as long as at 10 KB, where the longest takes an
eighth of a second: a quarter of an hour in a job that can be stopped, and not the hours of what is
refused here. So what is long enough for the clock at some length is not read at twice that.
"""

import pytest
from linear_reading import CASES, LEAST, LIMIT, measured

from app.cli.bench.readers import READERS
from app.core.skills.editing.slots import indent_edits

MOST = 40_000
LONG_ENOUGH = 2 * LEAST
"""Seconds for half of it, after which the whole says nothing new."""


@pytest.mark.parametrize(("fragment", "place"), CASES)
def test_reading_twice_as_much_costs_about_twice_as_much(fragment: str, place: str) -> None:
    found = measured(fragment, place, READERS, MOST, MOST // 8, LONG_ENOUGH)
    assert {one.reader for one in found} == set(READERS)
    assert [one for one in found if one.ratio > LIMIT] == []


@pytest.mark.parametrize(
    ("reader", "fragment", "place"),
    [("indenting", "    b\n", "10. a\n{}"), ("placing", "x. ", "{}")],
)
def test_what_only_a_longer_text_shows(
    monkeypatch: pytest.MonkeyPatch, reader: str, fragment: str, place: str
) -> None:
    monkeypatch.setitem(READERS, "indenting", lambda t, skill: indent_edits(t, skill.steps[0], -1))
    found = measured(fragment, place, [reader], 500_000, 250_000)
    assert found
    assert [one for one in found if one.ratio > LIMIT] == []
