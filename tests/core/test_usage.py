"""Uses of skills: counted once, raising importance, laid out by day, kept as a trend."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.core.changes import Changes, Part
from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import library, skill_actions
from app.core.library.record import Meta, Reason, Status
from app.core.lifecycle import affinity, importance_history, suggest, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, memories, nodes, relations, terms
from app.core.vault import Vault, Write
from tests.conftest import Clock

SETTINGS = Procedural()
DEPLOY = (
    "# Safe deploy\n\nTrigger: a release\nPrerequisites: a backup\nOut of scope: databases\n\n"
    "1. Go.\n"
)
DAY = timedelta(days=1)


@pytest.fixture
def deploy(vault: Vault) -> int:
    return library.save(vault, None, DEPLOY).skill


def life(vault: Vault, skill: int) -> usage.Life:
    found = usage.life(vault, skill)
    assert found is not None
    return found


def test_a_use_counts_once_per_session_memory_and_day(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    def use(**about: object) -> bool:
        return usage.record(vault, deploy, SETTINGS, **about)  # type: ignore[arg-type]

    assert use(session="a") and not use(session="a")
    assert use(session="b") and use(session="a", memory=7) and not use(session="a", memory=7)
    assert use() and not use()
    clock.time = datetime(2030, 1, 1, 23, 59, 59, tzinfo=UTC)
    assert not use(session="a")
    clock.pass_seconds(1)
    assert use(session="a")
    assert life(vault, deploy).uses == 5
    assert life(vault, deploy).last_used == clock.time


def test_the_day_is_the_one_of_utc(vault: Vault, deploy: int) -> None:
    late = datetime.fromisoformat("2030-01-02T01:00:00+02:00")
    early = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
    assert usage.record(vault, deploy, SETTINGS, session="s", at=late)
    assert not usage.record(vault, deploy, SETTINGS, session="s", at=early)


def test_a_use_raises_importance_and_says_so(vault: Vault, deploy: int) -> None:
    usage.record(vault, deploy, SETTINGS, session="first")
    assert life(vault, deploy).base == pytest.approx(0.715)
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    usage.record(vault, deploy, SETTINGS, session="second")
    assert heard == [Changes(Part.KNOWLEDGE, frozenset({deploy}))]
    usage.record(vault, deploy, SETTINGS, session="second")
    assert len(heard) == 1


def test_a_use_reported_late_does_not_turn_the_clock_back(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    clock.time += 10 * DAY
    usage.record(vault, deploy, SETTINGS, session="now")
    usage.record(vault, deploy, SETTINGS, session="then", at=clock.time - 5 * DAY)
    assert life(vault, deploy).last_used == clock.time
    assert life(vault, deploy).uses == 2


def test_a_memory_is_linked_at_once_or_when_its_session_is_told(vault: Vault, deploy: int) -> None:
    usage.record(vault, deploy, SETTINGS, session="a", memory=5)
    usage.record(vault, deploy, SETTINGS, session="b")
    node = entities.of_skill(vault, deploy)
    assert node is not None
    assert [m.memory for m in entities.mentions_of(vault, node.id)] == [5]
    assert usage.settle(vault, "b", 9, SETTINGS) == 1
    assert usage.settle(vault, "", 10, SETTINGS) == usage.settle(vault, "none", 11, SETTINGS) == 0
    assert {m.memory for m in entities.mentions_of(vault, node.id)} == {5, 9}
    assert [e.skill for e in entities.of_memory(vault, 9)] == [deploy]


def test_who_is_not_in_the_library_cannot_be_used(vault: Vault, deploy: int) -> None:
    with pytest.raises(NotFound):
        usage.record(vault, 99, SETTINGS)
    library.delete(vault, deploy)
    with pytest.raises(NotFound):
        usage.record(vault, deploy, SETTINGS)
    with pytest.raises(NotFound):
        usage.set_decay_rate(vault, deploy, 0.5)


def test_uses_by_day_include_days_without_any(vault: Vault, deploy: int, clock: Clock) -> None:
    for session in ("a", "b"):
        usage.record(vault, deploy, SETTINGS, session=session, agent="claude")
    clock.time += 2 * DAY
    usage.record(vault, deploy, SETTINGS, session="c", project="shop")
    days = usage.timeline(vault, deploy, date(2029, 12, 31), date(2030, 1, 4))
    assert [day.uses for day in days] == [0, 2, 0, 1, 0]
    newest = usage.uses(vault, deploy)[0]
    assert (newest.session, newest.project, newest.agent) == ("c", "shop", "default")
    assert usage.per_agent(usage.uses(vault, deploy)) == (("claude", 2), ("default", 1))
    assert len(usage.uses(vault, deploy, since=clock.time - DAY)) == 1


def test_a_skill_can_fade_at_a_rate_of_its_own(vault: Vault, deploy: int, clock: Clock) -> None:
    usage.record(vault, deploy, SETTINGS)
    usage.set_decay_rate(vault, deploy, 0.5)
    clock.time += DAY
    assert life(vault, deploy).importance(SETTINGS.skills, clock.time).faded == pytest.approx(
        0.3575
    )
    usage.set_decay_rate(vault, deploy, None)
    assert life(vault, deploy).importance(SETTINGS.skills, clock.time).rate == 0.99
    with pytest.raises(AppError):
        usage.set_decay_rate(vault, deploy, 1.5)


# Trend


def test_a_trend_has_a_point_for_every_day_and_ends_today(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    assert importance_history.trend(vault, 99, SETTINGS.skills) is None
    usage.record(vault, deploy, SETTINGS)
    clock.time += 3.5 * DAY
    usage.record(vault, deploy, SETTINGS)
    clock.time += 2 * DAY
    found = importance_history.trend(vault, deploy, SETTINGS.skills)
    assert found is not None
    assert [point.day.day for point in found.points] == [1, 2, 3, 4, 5, 6]
    assert found.points[-1].value == found.now.value
    values = [point.value for point in found.points]
    assert values[0] > values[1] > values[2] < values[3] > values[4]
    assert found.since(2) == pytest.approx(values[-1] - values[-3])
    assert found.since(1000) == pytest.approx(values[-1] - values[0])


def test_asking_for_a_trend_again_changes_nothing(vault: Vault, deploy: int, clock: Clock) -> None:
    usage.record(vault, deploy, SETTINGS)
    clock.time += 30 * DAY
    first = importance_history.trend(vault, deploy, SETTINGS.skills)
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert importance_history.trend(vault, deploy, SETTINGS.skills) == first
    assert heard == []


def test_days_that_are_over_stay_as_they_were(vault: Vault, deploy: int, clock: Clock) -> None:
    usage.record(vault, deploy, SETTINGS)
    clock.time += 5 * DAY
    before = importance_history.trend(vault, deploy, SETTINGS.skills)
    usage.set_decay_rate(vault, deploy, 0.9)
    clock.time += 5 * DAY
    after = importance_history.trend(vault, deploy, SETTINGS.skills)
    assert before is not None and after is not None
    assert after.points[:5] == before.points[:5]


def test_a_trend_asked_for_daily_is_the_one_asked_for_at_the_end(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    other = library.save(vault, None, "# Other\n\n1. x\n").skill
    for day in range(12):
        if day % 3 == 0:
            usage.record(vault, deploy, SETTINGS)
            usage.record(vault, other, SETTINGS)
        importance_history.trend(vault, deploy, SETTINGS.skills)
        clock.time += DAY
    one = importance_history.trend(vault, deploy, SETTINGS.skills)
    two = importance_history.trend(vault, other, SETTINGS.skills)
    assert one is not None and two is not None
    assert [p.value for p in one.points] == pytest.approx([p.value for p in two.points])


def test_days_are_kept_of_every_skill_also_where_nobody_looked(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    other = library.save(vault, None, "# Other\n\n1. x\n").skill
    nodes.catch_up(vault)
    clock.time += DAY / 2
    usage.record(vault, deploy, SETTINGS)
    assert importance_history.catch_up(vault, SETTINGS.skills) == 0, "the first day is not over"
    clock.time += 3 * DAY
    assert importance_history.catch_up(vault, SETTINGS.skills) == 6
    kept = vault.rows("select skill, day, value from importance_day order by skill, day")
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert importance_history.catch_up(vault, SETTINGS.skills) == 0
    assert heard == []
    library.delete(vault, other)
    clock.time += 2 * DAY
    assert importance_history.catch_up(vault, SETTINGS.skills) == 2
    for skill in (deploy, other):
        mine = [(day, value) for one, day, value in kept if one == skill]
        assert [day for day, _value in mine] == ["2030-01-01", "2030-01-02", "2030-01-03"]
    found = importance_history.trend(vault, deploy, SETTINGS.skills)
    assert found is not None
    assert [(p.day.isoformat(), p.value) for p in found.points[:3]] == [
        (day, value) for skill, day, value in kept if skill == deploy
    ]


def test_days_nobody_asked_about_fade_at_the_rate_they_had(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    nodes.catch_up(vault)
    clock.time += 5 * DAY
    importance_history.change_rate(vault, deploy, 0.5, SETTINGS.skills)
    clock.time += DAY
    found = importance_history.trend(vault, deploy, SETTINGS.skills)
    assert found is not None
    values = [point.value for point in found.points]
    assert values[4] == pytest.approx(0.7 * 0.99**5)
    assert values[5] == pytest.approx(max(0.3, values[4] * 0.5))


# Suggestions


def test_a_suggestion_reports_every_factor(vault: Vault, deploy: int) -> None:
    usage.record(vault, deploy, SETTINGS)
    (one,) = suggest.suggest(vault, {deploy: 0.6}, SETTINGS)
    assert one.score == pytest.approx(0.6 * 0.715 * 1.25)
    assert one.importance.value == pytest.approx(0.715)
    assert (one.similarity, one.recency) == (0.6, 1.25)
    assert one.reason == "similarity 0.60 × importance 0.71 × recency 1.25"
    assert one.constraints == ("Prerequisites: a backup", "Out of scope: databases")
    assert one.warnings == ()


def test_deprecated_and_quarantined_skills_are_not_suggested(vault: Vault, deploy: int) -> None:
    other = library.save(vault, None, "# Other\n\n1. x\n").skill
    usage.record(vault, deploy, SETTINGS)
    state = library.current(vault, deploy)
    assert state is not None
    for status in (Status.DEPRECATED, Status.QUARANTINED):
        library.refile(vault, deploy, Meta(state[2].engram, status))
        found = suggest.suggest(vault, {deploy: 0.9, other: 0.1, 77: 0.9}, SETTINGS)
        assert [one.skill.id for one in found] == [other]
    skill_actions.release(vault, deploy)
    found = suggest.suggest(vault, {deploy: 0.9, other: 0.0}, SETTINGS)
    assert [one.skill.id for one in found] == [deploy]


def test_there_are_as_many_suggestions_as_the_settings_say(vault: Vault) -> None:
    skills = [library.save(vault, None, f"# S{n}\n\n1. x\n").skill for n in range(8)]
    usage.record(vault, skills[0], SETTINGS)
    same = dict.fromkeys(skills, 0.5)
    assert len(suggest.suggest(vault, same, SETTINGS)) == 5
    assert len(suggest.suggest(vault, same, SETTINGS, limit=2)) == 2
    assert suggest.suggest(vault, same, SETTINGS)[0].skill.id == skills[0]


def test_switched_off_nothing_is_suggested_and_no_relation_computed(
    vault: Vault, deploy: int
) -> None:
    other = library.save(vault, None, "# Smoke tests\n\n1. Run them.\n").skill
    off = replace(SETTINGS, enabled=False)
    for memory in (1, 2, 3):
        for skill in (deploy, other):
            assert usage.record(vault, skill, off, session=f"s{memory}", memory=memory)
    assert suggest.suggest(vault, {deploy: 0.9}, off) == ()
    assert affinity.catch_up(vault, off) == affinity.Computed()
    assert affinity.catch_up(vault, SETTINGS) == affinity.Computed(made=1)


def test_a_replaced_skill_is_suggested_with_a_warning(vault: Vault, deploy: int) -> None:
    newer = library.save(vault, None, "# Newer deploy\n\nReplaces Safe deploy.\n\n1. x\n").skill
    usage.record(vault, newer, SETTINGS)
    (one,) = suggest.suggest(vault, {deploy: 0.9}, SETTINGS)
    assert one.warnings == ("“Newer deploy” replaces it.",)


def test_a_richer_neighbourhood_ranks_higher(vault: Vault, deploy: int) -> None:
    other = library.save(vault, None, "# Another\n\n1. x\n").skill
    third = library.save(vault, None, "# Third\n\n1. x\n").skill
    usage.record(vault, third, SETTINGS)
    relations.link(vault, deploy, other, Kind.VARIANT_OF)
    (note,) = memories.remember(vault, "It broke in May.").added
    relations.link_memory(vault, deploy, note)
    found = suggest.ranked(vault, SETTINGS)
    assert [one.skill.id for one in found] == [deploy, other, third]
    assert (found[0].memories, found[0].relations) == (1, 1)
    assert "1 memory" in found[0].reason


def test_an_edit_leaves_the_life_of_a_skill_alone(vault: Vault, deploy: int) -> None:
    usage.record(vault, deploy, SETTINGS)
    before = life(vault, deploy)
    library.save(vault, deploy, DEPLOY + "2. More.\n", reason=Reason.EDITED)
    assert life(vault, deploy) == before


def test_many_small_facts_are_one_transaction(vault: Vault, deploy: int, clock: Clock) -> None:
    other = library.save(vault, None, "# Roll back\n1. Go.\n").skill
    memory = memories.remember(vault, "The release went wrong.").added[0]
    for skill in (deploy, other):
        usage.record(vault, skill, SETTINGS, session="s")
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    clock.pass_seconds(60)

    def write_all(write: Write) -> None:
        for skill in (deploy, other):
            use = usage.Use(clock.time, "claude", "later", memory, "shop")
            assert usage.count(write, skill, use, SETTINGS.skills)
            assert not usage.count(write, skill, use, SETTINGS.skills)
        assert usage.link_session(write, "s", memory) == (deploy, other)
        usage.put_decay_rate(write, deploy, 0.5)
        importance_history.keep(write, [(deploy, importance_history.Point(date(2029, 1, 1), 0.7))])
        decided = relations.relate(write, deploy, other, Kind.REQUIRES)
        relations.decide(write, decided, relations.State.DISMISSED)
        relations.unrelate(write, relations.relate_memory(write, other, memory))
        terms.put(write, "Release train")

    with pytest.raises(ZeroDivisionError), vault.write(None) as write:
        write_all(write)
        raise ZeroDivisionError
    assert heard == [] and life(vault, deploy).uses == 1 and terms.terms(vault) == ()
    with vault.write(None) as write:
        write_all(write)
    assert heard == [Changes(Part.KNOWLEDGE, frozenset({deploy, other}))]
    assert (life(vault, deploy).uses, life(vault, deploy).decay_rate) == (2, 0.5)
    assert [one.kind for one in relations.dismissed(vault)] == [Kind.REQUIRES]
    assert [term.name for term in terms.terms(vault)] == ["Release train"]
