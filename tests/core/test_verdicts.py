"""Which outcome is about which time that a skill was followed, and what they say together."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.core.lifecycle.outcomes import Evidence, Outcome
from app.core.lifecycle.success import LEAST, measured
from app.core.lifecycle.verdicts import Followed, Invocation, Verdict, invocations, verdict

AT = datetime(2026, 11, 1, 12, tzinfo=UTC)
SAID = Outcome(1, 7, AT, "ada", "s", "", Evidence.REPORTED, 1.0, 0.9, "")
WELL = Verdict(True, Evidence.RUN, 1.0, "")
BADLY = replace(WELL, succeeded=False)


def use(minute: int, session: str = "s", agent: str = "ada") -> Followed:
    return Followed(AT + timedelta(minutes=minute), agent, session)


def told(minute: int, value: float = -1.0, **said: object) -> Outcome:
    at = AT + timedelta(minutes=minute)
    return replace(SAID, at=at, value=value, **said)  # type: ignore[arg-type]


def known(*found: Invocation) -> list[bool | None]:
    return [one.verdict.succeeded if one.verdict else None for one in found]


@pytest.mark.parametrize(
    ("minute", "which"), [(-1, [False, None]), (0, [False, None]), (5, [False, None]),
                          (10, [None, False]), (99, [None, False])],
)  # fmt: skip
def test_an_outcome_is_about_the_last_use_before_it(minute: int, which: list[bool | None]) -> None:
    assert known(*invocations([use(0), use(10)], [told(minute)])) == which


def test_without_a_session_it_is_about_a_use_of_that_agent_and_day() -> None:
    uses = [use(0, "")]
    for outcome, count in (
        (told(5, session=""), 1),
        (told(5, session="", agent="bob"), 2),
        (told(24 * 60, session=""), 2),
    ):
        assert len(invocations(uses, [outcome])) == count
    twice = [told(5, session="", id=1), told(6, session="", id=2)]
    assert known(*invocations(uses, twice)) == [False, False]


def test_attempts_are_told_apart_by_their_names() -> None:
    uses = [use(0)]
    first, second = told(1, run="1"), told(2, 1.0, run="2")
    assert known(*invocations(uses, [first, second])) == [False, True]
    person = told(3, 1.0, run="1", evidence=Evidence.PERSON)
    assert known(*invocations(uses, [first, person])) == [True]
    sign = told(0, evidence=Evidence.TOOL_FAILED, confidence=0.2)
    assert known(*invocations(uses, [sign, second])) == [True]
    assert len(invocations(uses, [told(1), second])) == 2


def test_what_was_said_most_surely_and_mostly_counts() -> None:
    assert verdict([told(0, 1.0, confidence=0.9), told(1, -1.0, confidence=0.6)]) == Verdict(
        True, Evidence.REPORTED, 0.9, ""
    )
    assert verdict([told(0, 1.0), told(1, -1.0)]) is None
    unsure = told(0, 1.0, confidence=0.49)
    session = told(1, evidence=Evidence.SESSION, confidence=0.5, note="late")
    assert verdict([unsure, session]) == Verdict(False, Evidence.SESSION, 0.5, "late")
    assert verdict([unsure]) is None


def test_signs_add_up_where_they_are_of_failure() -> None:
    sign = told(0, evidence=Evidence.RETRIED, confidence=0.3)
    assert verdict([sign]) is None
    found = verdict([sign, replace(sign, evidence=Evidence.TOOL_FAILED, confidence=0.29, note="x")])
    assert found is not None and not found.succeeded
    assert (found.evidence, found.note) == (Evidence.RETRIED, "x")
    assert found.confidence == pytest.approx(1 - 0.7 * 0.71)
    assert verdict([replace(sign, value=0.5, confidence=1.0)]) is None


def test_a_window_is_compared_with_the_one_before_it() -> None:
    made = [
        Invocation(AT, "ada", "s", one)
        for one in (*[BADLY] * 3, *[WELL, BADLY] * 3, None, *[WELL] * 6)
    ]
    found = measured(made, 6)
    assert (found.rate, found.earlier, found.trend) == (1.0, 0.4, 0.6)
    assert found.points == (0.6, 0.6, 0.8, 0.8, 1.0, 1.0)
    few = measured([*[made[-1]] * (LEAST - 1), *made[-6:]], 6)
    assert (few.rate, few.earlier, few.trend) == (1.0, None, None)
    assert measured([*[made[-1]] * LEAST, *made[-6:]], 6).earlier == 1.0
    nothing = measured([replace(made[0], verdict=None)], 6)
    assert (nothing.rate, nothing.trend, nothing.points, nothing.last) == (None, None, (), None)
