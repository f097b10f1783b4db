"""How often skills do what they are for: what counts, what follows from it, and for whom."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.agents import clients
from app.core.agents.counting import counted
from app.core.api import life
from app.core.changes import Part
from app.core.library import catalogue, engrams, library, undoing
from app.core.library.record import Meta, Reason, Source, Status
from app.core.lifecycle import (
    deprecation,
    digest,
    events,
    firsts,
    health,
    outcomes,
    protection,
    roles,
    success,
    suggest,
    usage,
)
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, PERSON, Counted
from app.core.lifecycle.deprecation import Protected
from app.core.lifecycle.events import Kind
from app.core.lifecycle.outcomes import Evidence, Outcome
from app.core.lifecycle.risk import Risk, missing, risk
from app.core.lifecycle.success import Success
from app.core.lifecycle.verdicts import verdict
from app.core.memory import nodes
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.conftest import Clock

SETTINGS = Procedural()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def deploy(vault: Vault) -> int:
    skill = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    return skill


@pytest.fixture
def follow(vault: Vault, deploy: int, clock: Clock) -> Callable[..., None]:
    """Follow the skill with these results, each in a session of its own, an hour after another."""
    number = 0

    def run(*values: float, agent: str = "claude", skill: int = deploy) -> None:
        nonlocal number
        for value in values:
            number += 1
            clock.time += HOUR
            session = f"s{number}"
            usage.record(vault, skill, SETTINGS, session=session, agent=agent)
            outcomes.record(vault, skill, value, session=session, agent=agent)

    return run


def measured(vault: Vault, skill: int, who: Counted = EVERYONE) -> Success:
    return success.success(vault, SETTINGS, skill, who)


def status(vault: Vault, skill: int) -> Status:
    row = catalogue.row(vault, skill)
    assert row is not None
    return row.status


def test_five_successes_and_fifteen_failures_are_a_quarter_and_deprecated(
    vault: Vault, deploy: int, follow: Callable[..., None]
) -> None:
    follow(*(1, -1, -1, -1) * 5)
    found = measured(vault, deploy)
    assert (found.rate, found.succeeded, found.failed, found.invocations) == (0.25, 5, 15, 20)
    assert risk(found, SETTINGS) is Risk.DEPRECATE
    (case,) = deprecation.preview(vault, SETTINGS).deprecate
    assert case.skill.id == deploy and status(vault, deploy) is Status.ACTIVE
    swept = deprecation.sweep(vault, SETTINGS)
    assert [one.skill.id for one in swept.deprecated] == [deploy]
    assert status(vault, deploy) is Status.DEPRECATED
    assert not suggest.suggest(vault, {deploy: 1.0}, SETTINGS)
    assert deprecation.sweep(vault, SETTINGS) == deprecation.Swept()
    (event,) = deprecation.untold(vault)
    assert event.detail == "25 %: 5 of 20 went well" and event.journal == swept.journal
    (row,) = health.health(vault, SETTINGS)
    assert row.is_deprecated and row.deprecated == event and row.success.rate == 0.25
    deprecation.tell(vault, [event])
    assert not deprecation.untold(vault)


def test_undo_gives_back_how_a_skill_did_and_restoring_begins_anew(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    follow(*[-1] * 10)
    before = health.health(vault, SETTINGS), success.timeline(vault, SETTINGS, deploy).lately
    deprecation.sweep(vault, SETTINGS)
    assert undoing.undo(vault).label == "Deprecate skill"
    (row,) = health.health(vault, SETTINGS)
    assert status(vault, deploy) is Status.ACTIVE and row.success == before[0][0].success
    assert (row.risk, row.missing) == (Risk.DEPRECATE, 0)
    assert success.timeline(vault, SETTINGS, deploy).lately == before[1]
    assert not deprecation.untold(vault)
    assert deprecation.preview(vault, SETTINGS) == deprecation.Preview((), (), ())
    follow(*[-1] * 9)
    assert not deprecation.sweep(vault, SETTINGS).deprecated  # who undid it has the last word
    follow(-1)
    assert deprecation.sweep(vault, SETTINGS).deprecated
    clock.time += HOUR
    assert deprecation.restore(vault, deploy) == (deploy,)
    assert deprecation.restore(vault, deploy) == ()
    assert status(vault, deploy) is Status.ACTIVE
    assert measured(vault, deploy).known == 0
    kinds = [one.kind for one in events.events(vault, deploy) if one.kind is not Kind.WARNED]
    assert kinds == [Kind.RESTORED, Kind.DEPRECATED, Kind.DEPRECATED]
    undoing.undo(vault)
    undoing.undo(vault)
    assert status(vault, deploy) is Status.ACTIVE
    assert measured(vault, deploy).known == 20
    undoing.redo(vault)
    undoing.redo(vault)
    assert measured(vault, deploy).known == 0


def test_undoing_a_deprecation_by_hand_keeps_every_outcome(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    follow(*[1] * 3, *[-1] * 9)
    clock.time += HOUR
    before = health.health(vault, SETTINGS)
    deprecation.deprecate(vault, deploy, why="by hand")
    undoing.undo(vault)
    assert replace(health.health(vault, SETTINGS)[0], skill=before[0].skill) == before[0]


def test_protected_ones_are_spared(vault: Vault, deploy: int, follow: Callable[..., None]) -> None:
    follow(*[-1] * 20)
    assert protection.protect(vault, deploy) == (deploy,)
    assert protection.protect(vault, deploy) == ()
    found = deprecation.preview(vault, SETTINGS)
    assert not found.deprecate and [case.skill.id for case in found.spared] == [deploy]
    assert not deprecation.sweep(vault, SETTINGS).deprecated
    with pytest.raises(Protected, match="“Safe deploy” is protected"):
        deprecation.deprecate(vault, deploy)
    library.delete(vault, deploy)
    nodes.catch_up(vault)
    undoing.undo(vault)
    nodes.catch_up(vault)
    assert protection.is_protected(vault, deploy)
    protection.protect(vault, deploy, on=False)
    assert deprecation.deprecate(vault, deploy, why="By hand") == (deploy,)
    assert not deprecation.untold(vault)


@pytest.mark.parametrize(
    ("good", "bad", "expected", "more"),
    [
        (0, 0, Risk.UNKNOWN, 5), (0, 4, Risk.UNKNOWN, 1), (4, 0, Risk.UNKNOWN, 1),
        (0, 5, Risk.WARN, 0), (2, 3, Risk.NONE, 0), (1, 4, Risk.WARN, 0), (0, 9, Risk.WARN, 0),
        (2, 8, Risk.DEPRECATE, 0), (3, 7, Risk.WARN, 0), (4, 6, Risk.NONE, 0),
        (6, 14, Risk.WARN, 0), (5, 15, Risk.DEPRECATE, 0), (8, 12, Risk.NONE, 0),
        (7, 13, Risk.WARN, 0),
    ],
)  # fmt: skip
def test_the_thresholds(good: int, bad: int, expected: Risk, more: int) -> None:
    found = Success(good + bad, good, bad)
    assert (risk(found, SETTINGS), missing(found, SETTINGS)) == (expected, more)


def test_only_the_last_twenty_count_and_the_trend_is_against_those_before(
    vault: Vault, deploy: int, follow: Callable[..., None]
) -> None:
    follow(*[-1] * 30, *[1] * 15)
    found = measured(vault, deploy)
    assert (found.invocations, found.rate, found.earlier, found.trend) == (20, 0.75, 0.0, 0.75)
    assert len(found.points) == 20 and found.points[-1] == 0.75
    follow(1)
    assert measured(vault, deploy).rate == 0.8
    assert len(success.history(vault, deploy)) == 46


def test_what_nobody_told_is_covered_by_nothing(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    follow(*[1] * 14)
    for session in range(6):
        clock.time += HOUR
        usage.record(vault, deploy, SETTINGS, session=f"quiet{session}")
    found = measured(vault, deploy)
    assert (found.known, found.invocations, found.rate) == (14, 20, 1.0)
    assert found.last is not None and found.last.session == "s14"


def test_the_strongest_evidence_of_an_invocation_wins(vault: Vault, deploy: int) -> None:
    def say(value: float, evidence: Evidence, **about: object) -> float | None:
        outcomes.record(vault, deploy, value, session="s", evidence=evidence, **about)  # type: ignore[arg-type]
        found = measured(vault, deploy)
        assert found.invocations == 1
        return found.rate

    usage.record(vault, deploy, SETTINGS, session="s", agent="claude")
    assert say(-1, Evidence.TOOL_FAILED, run="call1") is None
    assert say(-1, Evidence.RETRIED) == 0.0
    assert say(1, Evidence.SESSION, confidence=0.4) == 0.0
    assert say(1, Evidence.SESSION) == 0.0
    assert say(1, Evidence.SESSION, note="sure", confidence=0.9) == 1.0
    assert say(-0.5, Evidence.REPORTED) == 0.0
    assert say(1, Evidence.REPORTED) == 1.0
    assert say(0, Evidence.PERSON) is None
    assert say(-1, Evidence.PERSON, note="wrong branch") == 0.0
    last = measured(vault, deploy).last
    assert last is not None and last.verdict is not None
    assert (last.verdict.evidence, last.verdict.note) == (Evidence.PERSON, "wrong branch")


def test_the_same_told_twice_late_or_from_elsewhere_counts_once(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    outcomes.record(vault, deploy, -1, session="early", agent="a")
    usage.record(vault, deploy, SETTINGS, session="early", agent="a")
    clock.time += 2 * DAY
    with Vault(vault.home.folder, vault._key, clock) as other:
        for who in (vault, other, vault):
            outcomes.record(who, deploy, 1, session="s", agent="a", note="fine")
            outcomes.record(who, deploy, -1, session="t", run="first", agent="a")
            outcomes.record(who, deploy, 1, session="t", run="second", agent="a")
    found = measured(vault, deploy)
    assert (found.invocations, found.succeeded, found.failed) == (4, 2, 2)
    outcomes.record(vault, deploy, 1, session="t", run="first", agent="a")
    assert measured(vault, deploy).succeeded == 3
    assert len(outcomes.outcomes(vault, deploy)) == 4


def test_a_flood_of_failing_tools_is_kept_small(vault: Vault, deploy: int) -> None:
    usage.record(vault, deploy, SETTINGS, session="s")
    for number in range(60):
        outcomes.record(
            vault, deploy, -1, session="s", run=f"call{number}", evidence=Evidence.TOOL_FAILED
        )
    assert len(outcomes.outcomes(vault, deploy)) < 10
    found = measured(vault, deploy)
    assert (found.rate, found.invocations) == (0.0, 1)


def test_a_clock_that_was_wrong_does_not_freeze_the_window(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    clock.time += 400 * DAY
    follow(*[-1] * 20)
    clock.time -= 500 * DAY
    follow(*[1] * 20)
    assert measured(vault, deploy).rate == 1.0


def test_an_isolated_agent_is_counted_alone(
    vault: Vault, deploy: int, follow: Callable[..., None]
) -> None:
    for client in ("a", "b", "c"):
        clients.enrol(vault, client, client)
    clients.isolate(vault, "b", isolated=True)
    follow(1, 1, 1, agent="a")
    follow(-1, -1, agent="b")
    follow(1, agent=PERSON)
    views = {client: counted(vault, client) for client in ("a", "b", "c")}
    known = {who: measured(vault, deploy, view) for who, view in views.items()}
    assert [(one.succeeded, one.failed) for one in known.values()] == [(4, 0), (0, 2), (4, 0)]
    everyone = measured(vault, deploy)
    assert (everyone.succeeded, everyone.failed) == (4, 2)
    assert [len(usage.uses(vault, deploy, counted=view)) for view in views.values()] == [4, 2, 4]
    alone = usage.own_life(vault, deploy, SETTINGS.skills, views["b"])
    whole = usage.life(vault, deploy)
    assert alone is not None and whole is not None
    assert alone.uses == 2 and alone.base < whole.base
    assert usage.own_life(vault, deploy, SETTINGS.skills, EVERYONE) == whole


def test_a_success_raises_importance_once_and_a_failure_does_not(vault: Vault, deploy: int) -> None:
    def base() -> float:
        found = usage.life(vault, deploy)
        assert found is not None
        assert found.uses == 0
        return found.base

    outcomes.record(vault, deploy, -1, session="s")
    assert base() == 0.7
    outcomes.record(vault, deploy, 1, session="t", run="r")
    once = base()
    assert once == pytest.approx(0.715)
    outcomes.record(vault, deploy, 0.5, session="t", run="r", note="said again")
    outcomes.record(vault, deploy, 1, session="u", evidence=Evidence.SESSION, confidence=0.3)
    assert base() == once


def test_warnings_are_noted_once_and_taken_back(
    vault: Vault, deploy: int, follow: Callable[..., None]
) -> None:
    follow(*[-1] * 5)
    assert len(deprecation.sweep(vault, SETTINGS).warned) == 1
    assert not deprecation.sweep(vault, SETTINGS).warned
    (suggestion,) = suggest.suggest(vault, {deploy: 1.0}, SETTINGS)
    assert suggestion.warnings == ("It seldom goes well: 0 times of the last 5.",)
    follow(*[1] * 15)
    deprecation.sweep(vault, SETTINGS)
    assert [one.kind for one in events.events(vault, deploy)] == [Kind.RECOVERED, Kind.WARNED]
    assert suggest.suggest(vault, {deploy: 1.0}, SETTINGS)[0].warnings == ()


HARD = "# Tidy up\n\n1. Run `make clean`.\n2. Run `rm -rf build`.\n"


@pytest.mark.parametrize(
    ("text", "role", "good", "expected"),
    [
        (HARD, "utility", 10, roles.HOOK), (HARD, roles.HOOK, 10, None),
        (HARD, "utility", 9, None), (HARD + "3. Decide whether `make all` is needed.\n",
         "utility", 10, None),
        (HARD + "3. If `make` fails, go to step 1.\n", "utility", 10, None),
        (HARD + "3. Put away:\n   - `rm a`\n   - `rm b`\n", "utility", 10, roles.HOOK),
        (HARD + "3. `make`, then @skill: B\n", "utility", 10, "orchestrator"),
        (HARD.replace("1.", "Requires: $x\n\n1."), "utility", 0, "processor"),
        ("# A\n\n1. @skill: B\n", "utility", 20, "orchestrator"),
        ("# Empty\n", "utility", 20, None),
    ],
)  # fmt: skip
def test_roles_that_would_fit_better(text: str, role: str, good: int, expected: str | None) -> None:
    found = roles.suggested(parse(text), role, Success(good, good, 0))
    assert (found.role if found else None) == expected


def test_what_seldom_fails_can_be_a_hook() -> None:
    skill = parse(HARD)
    found = roles.suggested(skill, "utility", Success(20, 19, 1))
    assert found is not None and found.role == roles.HOOK
    assert roles.suggested(skill, "utility", Success(20, 18, 2)) is None


def test_what_became_of_a_deleted_skill_is_not_among_the_latest(vault: Vault, deploy: int) -> None:
    with vault.write(None) as write:
        events.note(write, [deploy], Kind.WARNED, "It seldom goes well.")
    assert events.latest(vault, Kind.WARNED)[deploy].detail == "It seldom goes well."
    library.delete(vault, deploy)
    assert not events.latest(vault, Kind.WARNED)
    assert len(events.events(vault, deploy)) == 1


_EVIDENCE = st.sampled_from(Evidence)
_TOLD = st.builds(
    Outcome,
    id=st.integers(1, 99), skill=st.just(1), at=st.datetimes(), agent=st.just("a"),
    session=st.just("s"), run=st.just(""), evidence=_EVIDENCE, value=st.floats(-1, 1),
    confidence=st.floats(0, 1), note=st.just(""),
)  # fmt: skip


@given(st.lists(_TOLD, max_size=8), st.randoms())
def test_a_verdict_is_sure_and_in_no_order(told: list[Outcome], random: object) -> None:
    found = verdict(told)
    if found is not None:
        assert found.confidence >= usage.SURE
        assert found.evidence in {one.evidence for one in told}
        assert not (found.succeeded and found.evidence.is_implicit)
    random.shuffle(told)  # type: ignore[attr-defined]
    again = verdict(told)
    assert (again is None) is (found is None)
    if found is not None and again is not None:
        assert again.succeeded is found.succeeded


def test_the_next_week_is_due_also_where_the_clock_was_set_back(vault: Vault, clock: Clock) -> None:
    assert digest.is_due(vault)
    digest.put_away(vault)
    assert not digest.is_due(vault)
    clock.pass_seconds(-3_600)
    assert not digest.is_due(vault)
    clock.pass_seconds(-digest.WEEK.total_seconds())
    assert digest.is_due(vault)


def test_what_is_told_again_as_it_was_changes_nothing(vault: Vault, deploy: int) -> None:
    def tell(note: str) -> tuple[int, int]:
        return outcomes.record(vault, deploy, -1, run="4", note=note), vault.newest_change()

    first = tell("it is down")
    assert tell("it is down") == first
    assert tell("it was down")[1] > first[1]


def test_a_timeline_has_the_rates_as_they_became_known_and_begins_anew(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    settings = Procedural(success_window=2)
    follow(1, -1, -1)
    found = success.timeline(vault, settings, deploy)
    assert [rate for _at, rate in found.rates] == [1.0, 0.5, 0.0]
    assert [one.session for one in found.lately] == ["s2", "s3"]
    clock.time += HOUR
    deprecation.deprecate(vault, deploy)
    deprecation.restore(vault, deploy)
    clock.time += DAY
    follow(1)
    found = success.timeline(vault, settings, deploy)
    assert [rate for _at, rate in found.rates] == [1.0, 0.5, 0.0, 1.0]
    assert [one.session for one in found.lately] == ["s4"]


def test_what_was_warned_about_recovers_when_it_goes_well_and_not_when_nothing_is_known(
    vault: Vault, deploy: int, follow: Callable[..., None], clock: Clock
) -> None:
    def kinds() -> list[Kind]:
        return [one.kind for one in events.events(vault, deploy)]

    follow(*[-1] * 4, 1)
    deprecation.watch(vault, SETTINGS)
    assert kinds() == [Kind.WARNED]
    follow(*[1] * 4)
    deprecation.watch(vault, SETTINGS)
    assert kinds() == [Kind.RECOVERED, Kind.WARNED]
    follow(*[-1] * 9)
    deprecation.watch(vault, SETTINGS)
    with vault.write(None) as write:  # as another process does
        write.db.execute("update skill_outcome set confidence = 0.1")
        write.touch(Part.KNOWLEDGE)
    deprecation.watch(vault, SETTINGS)
    assert kinds() == [Kind.WARNED, Kind.RECOVERED, Kind.WARNED]


def test_only_a_sure_success_raises_the_importance_and_once(vault: Vault, deploy: int) -> None:
    def base() -> float:
        life = usage.life(vault, deploy)
        assert life is not None
        return life.base

    before = base()
    outcomes.record(vault, deploy, 0, run="1")
    outcomes.record(vault, deploy, 1, run="2", confidence=0.49)
    assert base() == before
    outcomes.record(vault, deploy, 1, run="2", confidence=0.5)
    raised = base()
    assert raised > before
    outcomes.record(vault, deploy, 0.5, run="2")
    assert base() == raised


def test_of_one_session_so_many_signs_are_kept_as_say_something(vault: Vault, deploy: int) -> None:
    for number in range(12):
        outcomes.record(
            vault, deploy, -1, session="s", note=str(number), evidence=Evidence.TOOL_FAILED
        )
    told = outcomes.outcomes(vault, deploy)
    assert [one.note for one in told] == [str(number) for number in reversed(range(8))]
    assert [one.note for one in outcomes.outcomes(vault, deploy, 2)] == ["7", "6"]


def test_the_first_twenty_uses_of_a_learned_skill_are_told(
    vault: Vault, deploy: int, follow: Callable[..., None]
) -> None:
    """Seed 002: more than half of them should go well."""
    with vault.write("Learn") as write:
        meta = Meta(engrams.home(write), source=Source.LEARNED)
        skill = library.put(write, None, "# Learned\n\n1. Go.\n", meta, Reason.EDITED).skill
    nodes.catch_up(vault)
    assert firsts.first_uses(vault, [skill, deploy]) == {}
    follow(*[1] * 14, *[-1] * 6, *[-1] * 15, skill=skill)
    follow(1)
    first = firsts.first_uses(vault, [skill, deploy])
    assert first == {skill: firsts.First(20, 14, 20)}
    assert firsts.in_words(first[skill]) == "First 20 uses: 14 of 20 went well"
    assert {one.skill.id: one.first for one in health.health(vault, SETTINGS)} == {
        skill: first[skill],
        deploy: None,
    }
    assert life.stats(vault, SETTINGS, "Learned", days=1).document["first"] == {
        "uses": 20, "succeeded": 14, "known": 20, "rate": 0.7,
    }  # fmt: skip
