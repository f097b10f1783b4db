"""Relations in the vault: by hand, from texts, from use; reviewed, faded, never forced back."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app.core.changes import Changes, Part
from app.core.errors import AppError, Cancelled, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import engrams, library
from app.core.library.record import Meta
from app.core.lifecycle import affinity, related_skills, usage
from app.core.lifecycle.affinity import Computed
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, nodes, relations
from app.core.memory.relations import Origin, Relation, State
from app.core.vault import Vault
from tests.conftest import Clock

SETTINGS = Procedural()
DAY = timedelta(days=1)
MONTHS = ("May", "June", "July")


@pytest.fixture
def skills(vault: Vault) -> list[int]:
    found = [library.save(vault, None, f"# Skill {name}\n\n1. Go.\n").skill for name in "ABCD"]
    nodes.catch_up(vault)
    return found


def together(vault: Vault, *skills: int, memories: range, settings: Procedural = SETTINGS) -> None:
    for memory in memories:
        for skill in skills:
            usage.record(vault, skill, settings, session=f"s{memory}", memory=memory)


def computed(vault: Vault) -> list[Relation]:
    return [r for r in relations.between_skills(vault) if r.origin is Origin.COMPUTED]


# By hand


def test_a_pair_can_be_related_in_several_ways(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    first = relations.link(vault, a, b, Kind.REQUIRES)
    assert relations.link(vault, a, b, Kind.REQUIRES) == first
    relations.link(vault, a, b, Kind.EXTENDS)
    relations.link(vault, b, a, Kind.DEPENDS_ON)
    assert [r.kind for r in relations.of_skill(vault, b)] == [
        Kind.REQUIRES,
        Kind.EXTENDS,
        Kind.DEPENDS_ON,
    ]
    relations.unlink(vault, first)
    assert len(relations.of_skill(vault, a)) == 2
    assert relations.of_skill(vault, a)[0].other(a) == b


def test_what_says_the_same_both_ways_is_one_relation(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    assert relations.link(vault, b, a, Kind.RELATED_TO) == relations.link(
        vault, a, b, Kind.RELATED_TO
    )


def test_skills_of_different_engrams_and_memories_can_be_linked(
    vault: Vault, skills: list[int]
) -> None:
    a, b, *_rest = skills
    library.refile(vault, b, Meta(engrams.create(vault, "Elsewhere")))
    relations.link(vault, a, b, Kind.RELATED_TO)
    (note,) = memories.remember(vault, "It broke in May.").added
    relations.link_memory(vault, a, note, Kind.EXTENDS)
    (of_memory,) = relations.of_memory(vault, note)
    assert (of_memory.source, of_memory.memory, of_memory.target) == (a, note, None)
    assert of_memory.other(a) is None
    assert len(relations.of_skill(vault, a)) == 2


def test_a_relation_to_a_forgotten_memory_waits_for_it(vault: Vault, skills: list[int]) -> None:
    skill = skills[0]
    (memory,) = memories.remember(vault, "It broke in May.").added
    relations.link_memory(vault, skill, memory)
    memories.forget(vault, memory)
    assert relations.of_skill(vault, skill) == () == relations.of_memory(vault, memory)
    memories.bring_back(vault, memory)
    assert [one.memory for one in relations.of_skill(vault, skill)] == [memory]


def test_impossible_links_are_refused(vault: Vault, skills: list[int]) -> None:
    with pytest.raises(AppError):
        relations.link(vault, skills[0], skills[0], Kind.REQUIRES)
    with pytest.raises(NotFound):
        relations.link(vault, skills[0], 99, Kind.REQUIRES)
    with pytest.raises(NotFound, match="no memory with the number 99"):
        relations.link_memory(vault, skills[0], 99)
    with pytest.raises(NotFound):
        relations.confirm(vault, 99)


# From texts


def test_a_relation_follows_the_text_it_is_stated_in(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    text = "# Skill A\n\nWorks well with Skill B.\n\n1. Go.\n"
    library.save(vault, a, text)
    nodes.catch_up(vault)
    (one,) = relations.of_skill(vault, b)
    assert (one.kind, one.origin, one.stated_in) == (Kind.COMPLEMENTS, Origin.EXTRACTED, a)
    assert text[one.place :].startswith(one.sentence) and one.sentence.startswith("Works")
    library.save(vault, a, "# Skill A\n\n1. Go.\n")
    nodes.catch_up(vault)
    assert relations.of_skill(vault, b) == ()


def test_a_skill_that_comes_later_is_found_in_earlier_texts(vault: Vault) -> None:
    first = library.save(vault, None, "# First\n\n1. It requires Later skill to be done.\n").skill
    nodes.catch_up(vault)
    assert relations.of_skill(vault, first) == ()
    library.save(vault, None, "# Later skill\n\n1. Go.\n")
    assert nodes.catch_up(vault) == nodes.Caught(1, 0, 0)
    assert [r.kind for r in relations.of_skill(vault, first)] == [Kind.REQUIRES]


def test_a_name_that_several_skills_have_is_not_guessed(vault: Vault) -> None:
    one = library.save(vault, None, "# One\n\nRequires Twin skill.\n\n1. Go.\n").skill
    elsewhere = engrams.create(vault, "Elsewhere")
    for _time in range(2):
        library.save(vault, None, "# Twin skill\n\n1. Go.\n", engram=elsewhere)
    nodes.catch_up(vault)
    assert relations.of_skill(vault, one) == ()
    mine = library.save(vault, None, "# Twin skill\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    assert [r.target for r in relations.of_skill(vault, one)] == [mine]


def test_relations_of_a_deleted_skill_wait_for_its_return(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    relations.link(vault, a, b, Kind.REQUIRES)
    library.delete(vault, b)
    nodes.catch_up(vault)
    assert relations.of_skill(vault, a) == ()
    assert relations.between_skills(vault) == ()


# From use


def test_the_third_shared_memory_makes_a_relation(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    together(vault, a, b, memories=range(1, 3))
    assert computed(vault) == []
    together(vault, a, b, memories=range(3, 4))
    (one,) = computed(vault)
    assert (one.kind, one.state) == (Kind.OFTEN_USED_WITH, State.OPEN)
    assert (one.strength, one.mentions) == (1.0, 3)
    assert one.confidence == pytest.approx(0.8)
    assert (one.source, one.target) == (a, b)


def test_computing_twice_is_computing_once(vault: Vault, skills: list[int]) -> None:
    together(vault, *skills[:3], memories=range(1, 5))
    before = vault.rows("select * from relation")
    assert affinity.compute(vault, SETTINGS) == Computed()
    assert affinity.compute(vault, SETTINGS, skills[0]) == Computed()
    assert vault.rows("select * from relation") == before


def test_events_and_the_whole_computation_agree(vault: Vault, skills: list[int]) -> None:
    later = replace(SETTINGS, affinity_mode="interval")
    together(vault, *skills[:3], memories=range(1, 5), settings=later)
    assert computed(vault) == [] and affinity.due(vault, later)
    assert not affinity.due(vault, SETTINGS)
    assert affinity.compute(vault, later).made == 3
    assert not affinity.due(vault, later)
    assert len(computed(vault)) == 3


def test_the_interval_has_to_pass(vault: Vault, clock: Clock) -> None:
    later = replace(SETTINGS, affinity_mode="interval")
    affinity.compute(vault, later)
    clock.time += timedelta(hours=5, minutes=59)
    assert not affinity.due(vault, later)
    clock.time += timedelta(minutes=1)
    assert affinity.due(vault, later)
    clock.time -= timedelta(days=400)
    assert affinity.due(vault, later), "the clock was ahead, and is right now"


def test_the_background_computes_what_is_due(vault: Vault, skills: list[int], clock: Clock) -> None:
    later = replace(SETTINGS, affinity_mode="interval")
    together(vault, *skills[:2], memories=range(1, 4), settings=later)
    assert affinity.catch_up(vault, SETTINGS) == Computed(made=1)
    clock.pass_seconds(1)
    together(vault, *skills[:2], memories=range(4, 5), settings=later)
    heard: list[Changes] = []
    assert affinity.catch_up(vault, SETTINGS) == Computed(reinforced=1)
    vault.subscribe(heard.append)
    assert affinity.catch_up(vault, SETTINGS) == Computed()
    assert heard == []
    together(vault, *skills, memories=range(5, 8), settings=later)
    assert affinity.catch_up(vault, later) == Computed(made=5, reinforced=1)
    assert affinity.catch_up(vault, later) == Computed()


def test_a_triangle_that_is_closed_is_not_one(vault: Vault, skills: list[int]) -> None:
    a, b, c, d = skills
    relations.link(vault, b, a, Kind.REQUIRES)
    library.save(vault, c, "# Skill C\n\n1. @skill: Skill A\n")
    nodes.catch_up(vault)
    together(vault, a, b, c, memories=range(1, 4))
    assert [(r.source, r.target) for r in computed(vault)] == [(b, c)]
    relations.link(vault, b, c, Kind.EXTENDS)
    assert affinity.compute(vault, SETTINGS) == Computed(taken_back=1)
    assert d not in {r.source for r in relations.between_skills(vault)}


def test_a_relation_fades_and_comes_back_when_it_is_reinforced(
    vault: Vault, skills: list[int], clock: Clock
) -> None:
    a, b, *_rest = skills
    together(vault, a, b, memories=range(1, 4))
    clock.time += 10 * DAY
    assert computed(vault)[0].strength == pytest.approx(0.95**10)
    clock.time += 50 * DAY
    assert computed(vault) == []
    assert affinity.compute(vault, SETTINGS) == Computed(faded=1)
    assert affinity.compute(vault, SETTINGS) == Computed()
    together(vault, a, b, memories=range(4, 5))
    (one,) = computed(vault)
    assert one.mentions == 4
    assert one.strength == pytest.approx((1 + 3 * 0.5**2) / 4)


def test_what_was_dismissed_stays_dismissed(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    library.save(vault, a, "# Skill A\n\nWorks well with Skill C.\n\n1. Go.\n")
    nodes.catch_up(vault)
    together(vault, a, b, memories=range(1, 4))
    for relation in relations.review(vault):
        relations.dismiss(vault, relation.id)
    together(vault, a, b, memories=range(4, 9))
    library.save(vault, a, "# Skill A\n\nIt works well with Skill C, always.\n\n1. Go.\n")
    nodes.catch_up(vault)
    affinity.compute(vault, SETTINGS)
    assert relations.between_skills(vault) == () == relations.review(vault)
    assert len(relations.dismissed(vault)) == 2
    relations.reopen(vault, relations.dismissed(vault)[0].id)
    assert len(relations.review(vault)) == 1


def test_what_was_confirmed_is_reviewed_no_more_and_does_not_fade(
    vault: Vault, skills: list[int], clock: Clock
) -> None:
    together(vault, *skills[:2], memories=range(1, 4))
    (one,) = relations.review(vault)
    relations.confirm(vault, one.id)
    assert relations.review(vault) == ()
    clock.time += 500 * DAY
    assert affinity.compute(vault, SETTINGS) == Computed()
    assert [(r.origin, r.strength) for r in computed(vault)] == [(Origin.COMPUTED, 1.0)]


def test_memories_linked_by_hand_count_as_shared(vault: Vault, skills: list[int]) -> None:
    notes = [memories.remember(vault, f"It broke in {month}.").added[0] for month in MONTHS]
    for skill in skills[:2]:
        for memory in notes:
            relations.link_memory(vault, skill, memory)
    assert affinity.catch_up(vault, SETTINGS) == Computed(made=1)
    assert affinity.catch_up(vault, SETTINGS) == Computed()


def test_a_memory_about_every_skill_says_nothing_about_two(vault: Vault) -> None:
    many = [
        library.save(vault, None, f"# S{n}\n\n1. x\n").skill for n in range(affinity.TOO_MANY + 1)
    ]
    later = replace(SETTINGS, affinity_mode="interval")
    nodes.catch_up(vault)
    together(vault, *many, memories=range(1, 4), settings=later)
    assert affinity.compute(vault, SETTINGS) == Computed()


def test_relations_are_told_once(vault: Vault, skills: list[int]) -> None:
    together(vault, *skills[:2], memories=range(1, 4))
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    affinity.linked(vault, SETTINGS, *skills)
    affinity.linked(vault, SETTINGS)
    assert heard == []


class Watched:
    """A job that is watched, and stopped from the beginning if it is `cancelled`."""

    def __init__(self, cancelled: bool = False) -> None:
        self.cancelled = cancelled
        self.fractions: list[float] = []

    def report(self, fraction: float, text: str = "") -> None:
        self.fractions.append(fraction)


def test_a_memory_about_thirty_skills_counts_and_the_work_is_told(vault: Vault) -> None:
    many = [library.save(vault, None, f"# S{n}\n\n1. x\n").skill for n in range(30)]
    later = replace(SETTINGS, affinity_mode="interval")
    nodes.catch_up(vault)
    together(vault, *many, memories=range(1, 4), settings=later)
    with pytest.raises(Cancelled):
        affinity.catch_up(vault, SETTINGS, Watched(cancelled=True))
    with pytest.raises(Cancelled):
        affinity.catch_up(vault, later, Watched(cancelled=True))
    assert computed(vault) == []
    watched = Watched()
    pairs = 30 * 29 // 2
    assert affinity.catch_up(vault, later, watched) == Computed(made=pairs)
    assert watched.fractions == [0.0, 200 / pairs, 400 / pairs]


def test_between_two_intervals_nothing_is_computed(
    vault: Vault, skills: list[int], clock: Clock
) -> None:
    later = replace(SETTINGS, affinity_mode="interval")
    affinity.compute(vault, later)
    together(vault, *skills[:2], memories=range(1, 4), settings=later)
    clock.pass_seconds(60)
    assert affinity.catch_up(vault, later) == Computed()
    assert computed(vault) == []
    clock.time += DAY
    assert affinity.catch_up(vault, later) == Computed(made=1)


def test_switched_off_nothing_is_computed(vault: Vault, skills: list[int]) -> None:
    off = replace(SETTINGS, enabled=False)
    together(vault, *skills[:2], memories=range(1, 4), settings=off)
    assert affinity.linked(vault, off, *skills) == affinity.catch_up(vault, off) == Computed()
    assert computed(vault) == []


def test_a_memory_is_as_old_as_its_first_link(
    vault: Vault, skills: list[int], clock: Clock
) -> None:
    """Of both skills: what came to the second one later is shared since then."""
    later = replace(SETTINGS, affinity_mode="interval")
    a, b, *_rest = skills
    notes = [memories.remember(vault, f"It broke in {month}.").added[0] for month in MONTHS]
    for note in notes:
        usage.record(vault, a, later, session="s", memory=note)
    clock.time += 60 * DAY
    for note in notes:
        usage.record(vault, b, later, session="t", memory=note)
    clock.time += 30 * DAY
    for skill in (a, b):
        for note in notes:
            relations.link_memory(vault, skill, note)
    affinity.compute(vault, later)
    assert [one.strength for one in computed(vault)] == [pytest.approx(0.5)]


def test_what_only_fades_is_told_too(vault: Vault, skills: list[int], clock: Clock) -> None:
    together(vault, *skills[:2], memories=range(1, 4))
    clock.time += 100 * DAY
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert affinity.compute(vault, SETTINGS) == Computed(faded=1)
    assert any(Part.KNOWLEDGE in changes.parts for changes in heard)


def test_what_a_text_says_closes_a_triangle(vault: Vault, skills: list[int]) -> None:
    """Before anybody has reviewed it, and not once it was dismissed."""
    a, b, *_rest = skills
    library.save(vault, a, "# Skill A\n\nWorks well with Skill B.\n\n1. Go.\n")
    nodes.catch_up(vault)
    together(vault, a, b, memories=range(1, 4))
    assert computed(vault) == []
    (stated,) = relations.review(vault)
    relations.dismiss(vault, stated.id)
    assert affinity.compute(vault, SETTINGS) == Computed(made=1)


def test_a_twentieth_is_just_strong_enough(vault: Vault, skills: list[int]) -> None:
    later = replace(SETTINGS, affinity_mode="interval")
    a, b, c, _d = skills
    together(vault, a, memories=range(1, 62), settings=later)
    together(vault, b, memories=range(1, 4), settings=later)
    together(vault, b, memories=range(100, 157), settings=later)
    together(vault, c, memories=range(59, 62), settings=later)
    together(vault, c, memories=range(200, 258), settings=later)
    assert affinity.compute(vault, later) == Computed(made=1)
    (one,) = computed(vault)
    assert ((one.source, one.target), one.strength) == ((a, b), 3 / 60)


def test_the_threshold_is_a_setting(vault: Vault, skills: list[int]) -> None:
    a, b, *_rest = skills
    higher = replace(SETTINGS, affinity_threshold=4)
    together(vault, a, b, memories=range(1, 4), settings=higher)
    assert computed(vault) == []
    together(vault, a, b, memories=range(4, 5), settings=higher)
    assert [one.confidence for one in computed(vault)] == [pytest.approx(0.8)]
    ((node,),) = vault.rows("select id from entity where skill = ?", a)
    found = affinity.affinities(vault, replace(higher, affinity_threshold=8), node)
    assert [(skill, one.shared) for skill, one in found.items()] == [(b, 4)]
    assert found[b].confidence == pytest.approx(2 / 3)


# Neighbours, groups, tags


def test_related_skills_come_with_their_reasons(vault: Vault, skills: list[int]) -> None:
    a, b, c, d = skills
    library.save(vault, c, "# Skill C\n\n1. @skill: Skill A\n")
    relations.link(vault, d, a, Kind.REQUIRES)
    nodes.catch_up(vault)
    together(vault, a, b, memories=range(1, 4))
    found = {one.skill.id: one for one in related_skills.related(vault, a, SETTINGS)}
    assert found[b].reasons == ("Often used with this skill", "Shares 3 memories.")
    assert found[b].affinity.shared == 3
    assert found[c].reasons == ("Calls this skill.",)
    assert found[d].reasons == ("Requires this skill",)
    assert [one.skill.id for one in related_skills.related(vault, c, SETTINGS)] == [a]
    assert related_skills.related(vault, 99, SETTINGS) == ()


def test_most_of_a_group_lends_its_tag_to_the_rest(vault: Vault, skills: list[int]) -> None:
    a, b, c, d = skills
    for one, other in ((a, b), (b, c), (a, c)):
        relations.link(vault, one, other, Kind.RELATED_TO)
    for skill, tags in ((a, ("DevOps", "old")), (b, ("devops",)), (d, ("devops",))):
        state = library.current(vault, skill)
        assert state is not None
        library.refile(vault, skill, replace(state[2], tags=tags))
    assert related_skills.groups(vault) == (frozenset({a, b, c}), frozenset({d}))
    (found,) = related_skills.tags(vault)
    assert (found.skill, found.tag, found.having, found.size) == (c, "DevOps", 2, 3)


# Whatever changed, in whichever process


def kept(vault: Vault, skills: list[int]) -> list[tuple[int, int]]:
    """The computed relations, after the background looked at what changed; it does so once."""
    affinity.catch_up(vault, SETTINGS)
    found = [(one.source, one.target or 0) for one in computed(vault)]
    assert affinity.catch_up(vault, SETTINGS) == Computed()
    assert affinity.compute(vault, SETTINGS) == Computed()
    return found


def test_what_closes_a_triangle_or_breaks_it_is_noticed(vault: Vault, skills: list[int]) -> None:
    a, b, c, _d = skills
    notes = [memories.remember(vault, f"It broke in {month}.").added[0] for month in MONTHS]
    for memory in notes[:3]:
        for skill in (a, b, c):
            relations.link_memory(vault, skill, memory)
    assert kept(vault, skills) == [(a, b), (a, c), (b, c)]
    by_hand = relations.link(vault, a, b, Kind.REQUIRES)
    assert kept(vault, skills) == [(a, c), (b, c)]
    library.save(vault, c, "# Skill C\n\n1. @skill: Skill A\n")
    nodes.catch_up(vault)
    assert kept(vault, skills) == [(b, c)]
    memories.forget(vault, notes[0])
    assert kept(vault, skills) == []
    memories.bring_back(vault, notes[0])
    relations.unlink(vault, by_hand)
    assert kept(vault, skills) == [(a, b), (b, c)]
    library.delete(vault, b)
    nodes.catch_up(vault)
    assert kept(vault, skills) == []


def test_another_threshold_computes_everything_anew(vault: Vault, skills: list[int]) -> None:
    together(vault, *skills[:2], memories=range(1, 4))
    affinity.catch_up(vault, SETTINGS)
    for mode in ("event", "interval"):
        strict = replace(SETTINGS, affinity_threshold=4, affinity_mode=mode)
        loose = replace(strict, affinity_threshold=3)
        assert affinity.catch_up(vault, strict) == Computed(taken_back=1)
        assert affinity.catch_up(vault, strict) == Computed()
        assert affinity.catch_up(vault, loose) == Computed(made=1)


def test_in_event_mode_what_faded_is_put_aside_as_well(
    vault: Vault, skills: list[int], clock: Clock
) -> None:
    together(vault, *skills[:2], memories=range(1, 4))
    affinity.catch_up(vault, SETTINGS)
    clock.time += 60 * DAY
    assert affinity.catch_up(vault, SETTINGS) == Computed(faded=1)
    assert affinity.catch_up(vault, SETTINGS) == Computed()


def test_a_change_while_it_computes_is_not_lost(
    vault: Vault, skills: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, *_rest = skills
    later = replace(SETTINGS, affinity_mode="interval")
    together(vault, a, b, memories=range(1, 3), settings=later)
    real = affinity.compute

    def interrupted(*given: Any, **options: Any) -> Computed:
        done = real(*given, **options)
        together(vault, a, b, memories=range(3, 4), settings=later)
        return done

    monkeypatch.setattr(affinity, "compute", interrupted)
    assert affinity.catch_up(vault, SETTINGS) == Computed()
    monkeypatch.setattr(affinity, "compute", real)
    assert affinity.catch_up(vault, SETTINGS) == Computed(made=1)
