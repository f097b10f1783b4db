"""The track record as a factor of suggestions: its arithmetic, its bounds and what it changes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.bench.neighbours import LIBRARY
from app.cli.bench.scorer import TELLING, measured
from app.core.api import features as api
from app.core.library import library
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import outcomes, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import Counted
from app.core.lifecycle.features import Features, features
from app.core.lifecycle.scorer import HIGHEST, LOWEST, MARGIN, track_record
from app.core.lifecycle.suggest import suggest
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault

OFF = Procedural()
ON = Procedural(use_scorer=True)


@pytest.fixture
def new(vault: Vault) -> Features:
    """Of a skill that a person wrote a moment ago."""
    library.save(vault, None, "# Brew tea\n\n1. Boil water.\n")
    api.of_skills(vault, OFF)
    (one,) = features(vault, OFF)
    return one


def test_of_a_skill_nothing_is_known_of_nothing_changes(new: Features) -> None:
    assert track_record(new) == 1.0
    assert track_record(replace(new, skill_age_days=900.0, importance=0.3)) == 1.0


def test_each_part_of_the_track_record(new: Features) -> None:
    def of(**known: object) -> float:
        return track_record(replace(new, **known))  # type: ignore[arg-type]

    assert of(skill_success_rate=1.0, outcomes_known=4) == pytest.approx(1.1)
    assert of(skill_success_rate=0.0, outcomes_known=4) == pytest.approx(0.9)
    assert of(skill_success_rate=0.5, outcomes_known=20) == 1.0
    assert of(skill_success_rate=1.0, outcomes_known=1) == pytest.approx(1.04)
    assert of(skill_invocation_velocity=1.0) == pytest.approx(1.015)
    assert of(skill_version=2) == pytest.approx(1.01)
    assert of(is_auto_created=True) == pytest.approx(0.95)
    assert of(is_auto_created=True, skill_age_days=30.0) == pytest.approx(0.975)
    proven = of(is_auto_created=True, skill_success_rate=1.0, outcomes_known=12)
    assert proven == pytest.approx(1 + 0.2 * 0.75 - 0.05 * 0.25)


@given(
    rate=st.none() | st.floats(0, 1),
    known=st.integers(0, 200),
    velocity=st.floats(0, 1e6),
    age=st.floats(0, 1e5),
    version=st.integers(0, 10_000),
    is_auto_created=st.booleans(),
)
def test_it_stays_within_its_bounds(
    rate: float | None, known: int, velocity: float, age: float, version: int, is_auto_created: bool
) -> None:
    row = SkillRow.__new__(SkillRow)  # what it is called does not matter
    one = Features(
        row, True, "", age, rate, known, velocity, version, is_auto_created, 0.7, 0.99, 0, None
    )
    assert LOWEST <= track_record(one) <= HIGHEST + 1e-9


def test_it_decides_between_skills_that_fit_alike_and_never_beyond_its_margin(vault: Vault) -> None:
    """Both were used as often, so that all else is equal; one went well and the other failed."""
    bad, good = (library.save(vault, None, f"# {n}\n\n1. x\n").skill for n in ("Old", "New"))
    api.of_skills(vault, OFF)
    for number in range(20):
        for skill, value in ((bad, -1), (good, 1)):
            usage.record(vault, skill, OFF, session=f"s{number}", agent="ada")
            outcomes.record(vault, skill, value, session=f"s{number}", agent="ada")

    def first(close: dict[int, float], settings: Procedural, by: str = "") -> int:
        found = suggest(vault, close, settings, counted=Counted(only=by))
        return found[0].skill.id

    # What went well also matters more, so the other has to fit better for both to be level.
    level = _importance(vault, good) / _importance(vault, bad)
    close = {bad: 0.5 * level * 1.05, good: 0.5}
    assert (first(close, OFF), first(close, ON)) == (bad, good)
    assert first(close, ON, by="bob") == bad  # who is shown only what is their own
    assert first({bad: 0.5 * level * MARGIN, good: 0.5}, ON) == bad
    (alone,) = suggest(vault, close, ON, limit=1)
    assert alone.skill.id == good and suggest(vault, close, ON, limit=0) == ()
    one, other = suggest(vault, close, ON)
    assert one.track_record is not None and one.track_record > 1.16
    assert other.track_record is not None and other.track_record < 0.88
    assert one.reason.endswith(f" × track record {one.track_record:.2f}")
    assert one.score == pytest.approx(
        one.similarity * one.importance.value * one.recency * one.track_record
    )
    assert suggest(vault, close, OFF)[0].track_record is None


def _importance(vault: Vault, skill: int) -> float:
    return usage.lives(vault)[skill].importance(OFF.skills, vault.now()).value


def test_the_benchmark_shows_an_effect() -> None:
    """With an embedder that needs no model: the skills are asked for in their own words."""
    said = [
        replace(one, used_for=(one.title, one.trigger), measured=(one.trigger, one.title))
        for one in LIBRARY[:8]
    ]
    without, with_it = measured(Hashed(), said, TELLING, outdated=True, seed=1)
    assert 0 < without < with_it <= 100, (without, with_it)
