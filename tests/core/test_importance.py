"""The arithmetic of importance, affinity and vitality: worked examples and what holds always."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.open_triangles import LEAST, Affinity, affinity, faded
from app.core.lifecycle.importance import MEMORIES, SKILLS, Rule, days, importance, replay, used
from app.core.lifecycle.suggest import recency
from app.core.lifecycle.vitality import Band, vitality

START = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)

unit = st.floats(0, 1)
rules = st.builds(Rule, unit, unit, unit, unit)
moments = st.floats(0, 400).map(lambda days: START + days * DAY)


def left(rule: Rule, days: float) -> float:
    return importance(rule, rule.start, START, START + days * DAY).value


@pytest.mark.parametrize(
    ("days", "value"),
    [(0, 0.7), (1, 0.693), (7, 0.652446), (30, 0.517790), (84, 0.300922), (85, 0.3), (365, 0.3)],
)
def test_a_skill_fades_by_a_hundredth_a_day_down_to_the_floor(days: int, value: float) -> None:
    assert left(SKILLS, days) == pytest.approx(value, abs=1e-6)


def test_memories_fade_five_times_as_fast_and_have_no_floor() -> None:
    assert left(MEMORIES, 10) / MEMORIES.start == pytest.approx(0.598737, abs=1e-6)
    assert left(MEMORIES, 1000) < 1e-20


def test_a_use_gives_a_twentieth_of_what_is_missing() -> None:
    assert used(SKILLS, 0.7) == pytest.approx(0.715)
    assert used(SKILLS, 1.0) == 1.0


def test_a_skill_used_every_day_settles_at_five_sixths() -> None:
    base, since = replay(SKILLS, 0.7, START, (START + n * DAY for n in range(1, 400)))
    assert importance(SKILLS, base, since, since + DAY).value == pytest.approx(0.832, abs=0.001)


def test_the_terms_are_shown() -> None:
    now = importance(SKILLS, 0.84, START, START + 3 * DAY)
    assert now.sentence() == "0.84 × 0.99 ^ 3.0 days = 0.82"
    assert now.days_to_floor == pytest.approx(99.4, abs=0.1)
    assert now.after(30) == pytest.approx(0.603, abs=0.001)
    old = importance(SKILLS, 0.7, START, START + 365 * DAY)
    assert old.at_floor and old.days_to_floor == 0.0
    assert "0.30" in old.sentence()


def test_what_never_fades_never_reaches_the_floor() -> None:
    assert importance(Rule(rate=1.0), 0.7, START, START + DAY).days_to_floor is None
    assert importance(MEMORIES, 0.7, START, START + DAY).days_to_floor is None
    assert importance(Rule(rate=0.0), 0.7, START, START).days_to_floor == 0.0


@given(rules, unit, moments, moments)
def test_importance_stays_between_the_floor_and_one(
    rule: Rule, base: float, since: datetime, now: datetime
) -> None:
    found = importance(rule, base, since, now)
    assert rule.floor <= found.value <= max(1.0, rule.floor)
    assert found.idle_days >= 0
    assert used(rule, found.value) >= found.value
    assert used(rule, found.value) <= 1.0 + 1e-12


seconds = st.integers(0, 100 * 86_400).map(lambda count: count / 86_400)
"""Days that a clock can tell apart."""


@given(rules, unit, moments, seconds, seconds)
def test_importance_never_rises_by_waiting(
    rule: Rule, base: float, since: datetime, one: float, more: float
) -> None:
    early = importance(rule, base, since, since + one * DAY)
    late = importance(rule, base, since, since + (one + more) * DAY)
    assert late.value <= early.value + 1e-12
    assert early.after(more) == pytest.approx(late.value, abs=1e-6)


@given(rules, st.lists(moments, max_size=8))
def test_the_order_in_which_uses_are_told_does_not_matter(rule: Rule, uses: list[datetime]) -> None:
    assert replay(rule, rule.start, START, uses) == replay(rule, rule.start, START, uses[::-1])


@given(rules, st.lists(moments, max_size=8), st.integers(0, 40), st.integers(0, 40))
def test_the_days_of_a_trend_can_be_worked_out_in_parts(
    rule: Rule, uses: list[datetime], one: int, more: int
) -> None:
    first, middle = START.date(), (START + one * DAY).date()
    last = (START + (one + 1 + more) * DAY).date()
    whole = days(rule, rule.start, START, uses, first, last)
    part = days(rule, rule.start, START, uses, first, middle)
    begun = datetime.combine(middle + DAY, datetime.min.time(), UTC)
    later = [use for use in uses if use >= begun]
    rest = days(rule, part[-1][1], begun, later, middle + DAY, last)
    together = [*part, *rest]
    assert [day for day, _value in together] == [day for day, _value in whole]
    assert [v for _day, v in together] == pytest.approx([v for _day, v in whole], abs=1e-9)


def test_a_use_at_midnight_is_of_the_day_that_begins() -> None:
    found = days(SKILLS, 0.7, START, [START + DAY], START.date(), (START + DAY).date())
    assert [day for day, _value in found] == [START.date(), (START + DAY).date()]
    before, after = (value for _day, value in found)
    assert before == pytest.approx(0.693)
    assert after == pytest.approx((0.693 + 0.05 * 0.307) * 0.99)


def test_a_clock_that_was_set_back_counts_as_no_time() -> None:
    assert importance(SKILLS, 0.7, START, START - DAY).value == 0.7
    base, since = replay(SKILLS, 0.7, START, [START - DAY])
    assert (round(base, 9), since) == (0.715, START)


def test_at_the_floor_nothing_is_lifted_yet() -> None:
    """The floor is said to lift only what is below it, and is reached in no time from there."""
    there = importance(SKILLS, 0.3, START, START)
    assert not there.at_floor and there.days_to_floor == 0.0
    assert there.sentence() == "0.30 × 0.99 ^ 0.0 days = 0.30"
    below = importance(SKILLS, 0.3, START, START + DAY)
    assert below.at_floor and below.value == 0.3
    assert below.sentence() == "0.30 × 0.99 ^ 1.0 days = 0.30, which the floor lifts to 0.30"
    assert importance(Rule(rate=0.5, floor=0.1), 0.4, START, START).days_to_floor == 2.0
    assert importance(Rule(rate=0.5, floor=0.1), 0.4, START, START).after(1) == 0.2


# Suggestions


def test_a_recent_use_counts_a_quarter_more_and_half_of_that_after_two_weeks() -> None:
    assert recency(None, START) == 1.0
    assert recency(START, START) == 1.25
    assert recency(START, START + 14 * DAY) == pytest.approx(1.125)
    assert recency(START + DAY, START) == 1.25


# Affinity


def test_the_sample_of_the_seed_has_its_confidence() -> None:
    found = affinity(3, 4, [0, 0, 0])
    assert (found.shared, found.overlap, found.recency) == (3, 1.0, 1.0)
    assert found.confidence == pytest.approx(0.8)


def test_overlap_is_of_the_smaller_and_old_memories_count_half_a_month_on() -> None:
    found = affinity(6, 12, [30, 30, 30])
    assert (found.overlap, found.recency, found.strength) == (0.5, 0.5, 0.25)


def test_nothing_shared_is_no_affinity() -> None:
    assert affinity(5, 5, []) == Affinity(0, 0.0, 0.0, 0.0, 0.0)


def test_a_relation_that_is_not_reinforced_fades_away() -> None:
    assert faded(0.7, 0) == 0.7
    assert faded(0.7, 51) > LEAST > faded(0.7, 52)


@given(st.integers(0, 50), st.integers(0, 50), st.lists(st.floats(-5, 4000), max_size=20))
def test_affinity_is_a_share(mine: int, other: int, ages: list[float]) -> None:
    found = affinity(mine, other, ages)
    assert 0 <= found.strength <= 1
    assert 0 <= found.confidence < 1
    assert faded(found.strength, 10) <= found.strength


# Vitality


@pytest.mark.parametrize(
    ("arguments", "score", "parts"),
    [
        ((0, 0, 10, 0, 5), 100, (0, 0, 0)),
        ((89, 0, 10, 0, 5), 86, (14, 0, 0)),
        ((3650, 0, 10, 0, 5), 75, (25, 0, 0)),
        ((0, 1, 4, 0, 0), 87, (0, 13, 0)),
        ((0, 0, 0, 1, 2), 80, (0, 0, 20)),
        ((3650, 9, 9, 9, 9), 0, (25, 50, 40)),
    ],
)
def test_vitality(
    arguments: tuple[float, int, int, int, int], score: int, parts: tuple[int, int, int]
) -> None:
    found = vitality(*arguments)
    assert (found.score, (found.age, found.stale, found.drift)) == (score, parts)
    assert len(found.reasons) == sum(1 for part in parts if part)


def test_bands_grades_and_advice() -> None:
    fresh, gone = vitality(0, 0, 1, 0, 1), vitality(400, 1, 2, 2, 2)
    assert (fresh.band, fresh.grade) == (Band.FRESH, "a")
    assert (gone.band, gone.grade) == (Band.STALE, "d")
    assert "gone" in gone.advice
    assert vitality(400, 0, 1, 0, 0).band is Band.AGING
    assert vitality(400, 1, 2, 0, 0).band is Band.MODERATELY_STALE


@given(st.floats(-10, 1e6), *[st.integers(0, 50)] * 4)
def test_vitality_is_between_nothing_and_a_hundred(
    age: float, expired: int, parts: int, missing: int, cited: int
) -> None:
    found = vitality(age, expired, parts, missing, cited)
    assert 0 <= found.score <= 100
    assert found.score >= 100 - found.age - found.stale - found.drift
    assert found.advice
