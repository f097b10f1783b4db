"""Clusters: the same however the library grows, with names that say what is in them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import dist
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.actor import Actor
from app.core.constellation import places
from app.core.constellation.clustering import LEAST, Clustering
from app.core.constellation.sky import sky, tidy
from app.core.graph.clusters import COLOURS, IN_TITLE, joined, name, numbered
from app.core.graph.free_places import SPACING
from app.core.library import library, undoing
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault

partitions = st.lists(st.frozensets(st.integers(0, 30), min_size=1), max_size=5).map(
    lambda groups: [g - frozenset().union(*groups[:n]) for n, g in enumerate(groups)]
)


@given(partitions, partitions)
def test_every_group_has_one_number_and_keeps_it(
    first: list[frozenset[int]], second: list[frozenset[int]]
) -> None:
    groups = [group for group in first if group]
    before = numbered(groups, {})
    assert sorted(map(sorted, before.values())) == sorted(map(sorted, groups))
    assert numbered(groups, before) == before
    after = numbered([group for group in second if group], before)
    assert sorted(map(sorted, after.values())) == sorted(sorted(g) for g in second if g)


def test_a_cluster_that_grew_is_still_the_same_and_a_new_one_gets_the_next_number() -> None:
    before = {1: frozenset({1, 2, 3}), 4: frozenset({7, 8, 9})}
    groups = [frozenset({7, 8, 9, 10}), frozenset({1, 2, 3, 4, 5}), frozenset({20, 21, 22})]
    assert numbered(groups, before) == {1: groups[1], 4: groups[0], 5: groups[2]}


def test_new_clusters_have_colours_of_their_own_as_long_as_there_are_any() -> None:
    groups = [frozenset({10 * n, 10 * n + 1, 10 * n + 2}) for n in range(COLOURS + 2)]
    before = {2: groups[0], 9: groups[1], 10: groups[2], 14: groups[3]}
    found = numbered(groups[2:], before)
    assert [found[10], found[14]] == groups[2:4] and len(found) == COLOURS
    assert len({number % COLOURS for number in found}) == COLOURS
    assert min(set(found) - {10, 14}) > 14  # what a cluster had that is gone, none has again
    more = Counter(number % COLOURS for number in numbered(groups, {}))
    assert max(more.values()) == 2 and len(more) == COLOURS


def test_a_cluster_that_fell_apart_goes_on_as_its_larger_part() -> None:
    before = {3: frozenset(range(10))}
    assert numbered([frozenset(range(6)), frozenset(range(6, 10))], before) == {
        3: frozenset(range(6)),
        4: frozenset(range(6, 10)),
    }


def test_what_has_hardly_anything_in_common_is_not_the_same() -> None:
    assert list(numbered([frozenset({1, 5, 6, 7})], {1: frozenset({1, 2, 3, 4})})) == [2]


def test_a_new_star_joins_where_it_is_bound_most_strongly() -> None:
    home = {1: 10, 2: 20, 3: 20}
    assert joined(9, home, {9: [(1, 0.9), (2, 0.5), (3, 0.5)]}) == 20
    assert joined(9, home, {9: [(1, 0.9), (2, 0.5)]}) == 10
    assert joined(9, home, {9: [(8, 1.0)]}) is None
    assert joined(9, home, {}) is None


def said(*words: str) -> dict[str, float]:
    """The words of a title, each counting once."""
    return dict.fromkeys(words, IN_TITLE)


def named(
    tags: Mapping[int, tuple[str, ...]],
    words: Mapping[int, Mapping[str, float]],
    among: dict[str, float],
    taken: tuple[str, ...] = (),
) -> str:
    return name(words, dict.fromkeys(words, "Skills"), tags, words, among, taken)


def test_what_few_of_a_large_cluster_say_does_not_name_it() -> None:
    words = {n: said("written", "meanwhile") if n < 3 else said("deploy") for n in range(60)}
    among: dict[str, float] = {"written": 3, "meanwhile": 3, "deploy": 2_500, "harvest": 900}
    engrams, tags = dict.fromkeys(words, "Skills"), dict.fromkeys(words, ())
    assert name(words, engrams, tags, words, among | {"engram:Skills": 9_000}) == "Deploy"


def test_a_cluster_is_named_by_its_tag_its_engram_or_its_words() -> None:
    words = {1: said("deploy", "service"), 2: said("deploy", "page"), 3: said("check", "service")}
    none: dict[int, tuple[str, ...]] = dict.fromkeys(words, ())
    many: dict[str, float] = {
        "deploy": 2,
        "service": 40,
        "page": 1,
        "check": 9,
        "engram:Skills": 60,
    }
    assert named({1: ("Harbour",), 2: ("harbour", "x"), 3: ()}, words, many) == "harbour"
    assert named(none, words, many | {"engram:Skills": 3}) == "Skills"
    assert named(none, words, many) == "Deploy"
    assert named(none, words, many, taken=("Deploy",)) not in ("", "Deploy")
    apart = {1: said("deploy"), 2: said("weld")}
    assert (
        name(apart, dict.fromkeys(apart, "Skills"), none, apart, many, (), "Weld it") == "Weld it"
    )
    alike = {1: said("deploy"), 2: said("deploy")}
    assert named({1: (), 2: ()}, alike, many, taken=("Deploy", "Deploy 2")) == "Deploy 3"


def test_a_small_cluster_is_named_by_what_two_titles_share_or_by_its_first_skill() -> None:
    """Not by a word of one title that the others happen to say."""
    few = {
        1: said("shared", "ledger"),
        2: said("shared", "close"),
        3: said("short", "answers") | {"month": 0.5},
        4: said("month") | {"short": 0.5},
    }
    tags: dict[int, tuple[str, ...]] = dict.fromkeys(few, ())
    among: dict[str, float] = {"short": 2, "month": 2, "shared": 9, "engram:Skills": 90}
    assert named(tags, few, among) == "Shared"
    strangers = {n: words for n, words in few.items() if n > 1}
    first = "Quarter close"
    engrams = dict.fromkeys(strangers, "Skills")
    assert name(strangers, engrams, tags, strangers, among, (), first) == first
    crowd = {**few, **{n: said(f"word{n}") for n in range(5, 15)}}
    engrams, tags = dict.fromkeys(crowd, "Skills"), dict.fromkeys(crowd, ())
    assert name(crowd, engrams, tags, crowd, among, (), first) == first


def library_of(vault: Vault) -> list[int]:
    """Two procedures that call their parts, and a skill of its own."""
    for part in "abc":
        library.save(vault, None, f"# bread {part}\n\n1. x\n")
        library.save(vault, None, f"# boat {part}\n\n1. x\n")
    calls = "".join(f"{n}. @skill: bread {p}\n" for n, p in enumerate("abc", 1))
    bread = library.save(vault, None, f"# Bake bread\n\n{calls}").skill
    boat = library.save(vault, None, "# Moor boat\n\n" + calls.replace("bread", "boat")).skill
    alone = library.save(vault, None, "# Alone\n\n1. x\n").skill
    return [bread, boat, alone]


def test_clusters_and_places_are_those_of_the_library(vault: Vault) -> None:
    bread, boat, alone = library_of(vault)
    seen = sky(vault, Procedural())
    home = seen.clusters.home
    assert home[bread] != home[boat] and alone not in home
    assert {seen.clusters.names[home[bread]], seen.clusters.names[home[boat]]} == {"Bread", "Boat"}
    assert all(list(home.values()).count(number) >= LEAST for number in home.values())
    assert tidy(vault, Procedural()).clusters == seen.clusters, "found again, the same"


def test_a_cluster_is_named_by_what_its_skills_are_about(vault: Vault) -> None:
    """Not by a verb of the grammar, which all of them have, and as they write it."""
    for subject in ("IP diligence", "Licence", "Patent"):
        library.save(vault, None, f"# {subject} recall\n\nWhat stands in the way of IP.\n\n1. x\n")
        library.save(vault, None, f"# Well {subject} recall\n\nAt the well.\n\n1. x\n")
    first = "1. @skill: Licence recall\n2. @skill: Patent recall\n"
    other = "1. @skill: Well Licence recall\n2. @skill: Well Patent recall\n"
    ip = library.save(vault, None, f"# IP recall\n\n{first}3. @skill: IP diligence recall\n").skill
    well = library.save(vault, None, f"# Start\n\n{other}3. @skill: Well IP diligence recall\n")
    seen = sky(vault, Procedural()).clusters
    assert seen.names[seen.home[ip]] == "IP", seen.names
    assert seen.names[seen.home[well.skill]] == "Well"
    weak = replace(
        places.known(vault), clusters=replace(seen, names=dict.fromkeys(seen.names, "Recall"))
    )
    places.put(vault, weak)
    assert sky(vault, Procedural()).clusters.names[seen.home[ip]] == "Recall", "kept"
    assert tidy(vault, Procedural()).clusters.names[seen.home[ip]] == "IP", "until tidied up"


def test_a_cluster_that_is_called_after_a_skill_says_so_in_words(vault: Vault) -> None:
    for title in ("apple", "birch", "cedar", "Drums", "Eagle", "Flute", "Grass", "House"):
        library.save(vault, None, f"# {title}\n\n1. x\n")
    calls = "1. @skill: apple\n2. @skill: birch\n3. @skill: cedar\n"
    star = library.save(vault, None, f"# save-what-will-matter\n\n{calls}").skill
    seen = sky(vault, Procedural()).clusters
    assert seen.names == {seen.home[star]: "Save what will matter"}
    library.save(vault, None, "# Another\n\n1. x\n")
    assert sky(vault, Procedural()).clusters.names == seen.names, "true, and kept"


def test_a_cluster_whose_name_is_no_longer_true_is_named_anew(vault: Vault) -> None:
    titles = [f"{what} the boat" for what in ("Paint", "Row", "Sail", "Moor", "Mend", "Sell")]
    boats = [library.save(vault, None, f"# {title}\n\n1. x\n").skill for title in titles]
    calls = "\n".join(f"{n}. @skill: {title}" for n, title in enumerate(titles, 1))
    boats.append(library.save(vault, None, f"# Own the boat\n\n{calls}\n").skill)
    seen = sky(vault, Procedural())
    library.save(vault, None, "# Paint a house\n\n1. x\n")
    for kept, before, said in (
        (4, "Boat", "Boat"),  # what its titles say
        (4, "Own the boat", "Own the boat"),  # one of its skills
        (4, "Paint a house", "Skills"),  # one that is elsewhere: the engram that all are of
        (3, "Boat", "Skills"),  # most are new
    ):
        was = Clustering(dict.fromkeys(boats[:kept], 1), {1: before}, frozenset(boats))
        places.put(vault, places.Places(seen.places, frozenset(), was))
        assert tidy(vault, Procedural()).clusters.names == {1: said}


def test_adding_then_deleting_a_skill_leaves_all_others_where_they_were(vault: Vault) -> None:
    bread, boat, _alone = library_of(vault)
    before = sky(vault, Procedural())
    new = library.save(vault, None, "# New bread\n\n1. @skill: Bake bread\n").skill
    with_it = sky(vault, Procedural())
    assert with_it.clusters.home[new] == before.clusters.home[bread]
    assert {s: at for s, at in with_it.places.items() if s != new} == before.places
    library.delete(vault, new)
    after = sky(vault, Procedural())
    assert after.places == before.places
    assert after.clusters.home == before.clusters.home
    assert boat in after.places


def test_what_is_pinned_stays_when_the_sky_is_tidied_up_and_all_goes_back(vault: Vault) -> None:
    bread, boat, _alone = library_of(vault)
    sky(vault, Procedural())
    places.move(vault, {bread: (5000.0, 4000.0)})
    before = places.known(vault)
    tidied = tidy(vault, Procedural())
    assert tidied.places[bread] == (5000.0, 4000.0) and bread in tidied.pinned
    places.move(vault, {boat: (1.0, 2.0)})
    places.put(vault, before)
    assert places.known(vault) == before
    assert sky(vault, Procedural()).places == before.at
    places.pin(vault, {bread: False})
    assert sky(vault, Procedural()).pinned == frozenset()


def test_the_way_back_from_tidying_up_is_kept_until_something_else_is_done(vault: Vault) -> None:
    bread, _boat, _alone = library_of(vault)
    sky(vault, Procedural())
    places.move(vault, {bread: (5000.0, 4000.0)})
    places.pin(vault, {bread: False})
    assert places.way_back(vault) is None
    before = places.known(vault)
    tidy(vault, Procedural())
    assert places.known(vault) != before and places.way_back(vault) == before
    places.put(vault, before)
    assert places.way_back(vault) is None, "taken back"
    tidy(vault, Procedural())
    library.save(vault, None, "# By an agent\n\n1. x\n", actor=Actor("agent", "Codex"))
    assert places.way_back(vault) is not None, "which nobody here has done"
    library.save(vault, None, "# Newer\n\n1. x\n")
    assert places.way_back(vault) is None, "what was done last is something else"
    undoing.undo(vault)
    assert places.way_back(vault) is not None, "that is undone, and this comes next"
    undoing.redo(vault)
    tidy(vault, Procedural())
    places.move(vault, {bread: (5.0, 4.0)})
    assert places.way_back(vault) is None


def test_what_is_known_later_takes_skills_out_of_the_unconnected_ones(vault: Vault) -> None:
    """The first sky is made before anything is indexed; nobody who stands elsewhere moves."""
    bread, boat, alone = library_of(vault)
    words = ("Weld a steel pipe seam", "Weld steel pipe joints", "Weld the seam of a steel pipe")
    welding = [library.save(vault, None, f"# {title}\n\n1. {title}.\n").skill for title in words]
    one = library.save(vault, None, "# Ping\n\n1. x\n").skill
    before = sky(vault, Procedural())
    assert not {*welding, alone, one} & before.clusters.home.keys()
    lowest = min(at[1] for star, at in before.places.items() if star in before.clusters.home)
    assert before.places[one][1] < lowest
    other = library.save(vault, None, "# Pong\n\n1. @skill: Ping\n").skill
    paired = sky(vault, Procedural())
    unconnected = [paired.places[star] for star in (*welding, alone)]
    for star in (one, other):
        assert min(dist(paired.places[star], at) for at in unconnected) > 2 * SPACING
    assert sky(vault, Procedural()).places == paired.places, "nobody moves without a reason"
    index.update(vault, Hashed())
    after = sky(vault, Procedural())
    assert len({after.clusters.home.get(star) for star in welding} - {None}) == 1
    assert all(after.places[star] != paired.places[star] for star in welding)
    still = paired.places.keys() - (after.clusters.home.keys() - paired.clusters.home.keys())
    assert {bread, boat} <= still
    assert {star: after.places[star] for star in still} == {s: paired.places[s] for s in still}
    assert after.clusters.settled == after.places.keys()


def test_who_joined_a_cluster_while_nobody_left_the_unconnected_ones_leaves_them_once(
    vault: Vault,
) -> None:
    bread, boat, _alone = library_of(vault)
    words = ("Weld a pipe seam", "Weld pipe joints", "Weld the seam of a pipe")
    alone = [library.save(vault, None, f"# {n}\n\n1. x\n").skill for n in ("Ping", "Pong", "Abc")]
    welding = [library.save(vault, None, f"# {title}\n\n1. {title}.\n").skill for title in words]
    sky(vault, Procedural())
    index.update(vault, Hashed())
    sky(vault, Procedural())
    known = places.known(vault)
    assert len({known.clusters.home[star] for star in welding}) == 1
    x, y = known.at[alone[0]]
    rows = {s: (x + n * SPACING, y - n % 2 * SPACING) for n, s in enumerate([*alone, *welding])}
    mixed = [alone[0], welding[0], alone[1], welding[1], alone[2], welding[2]]
    rows = dict(zip(mixed, rows.values(), strict=True))
    places.put(vault, replace(known, at={**known.at, **rows}))
    after = sky(vault, Procedural())
    assert all(after.places[star] != rows[star] for star in welding)
    assert all(after.places[star] == rows[star] for star in alone)
    for star in welding:
        assert min(dist(after.places[star], rows[one]) for one in alone) > 1.5 * SPACING
    still = after.places.keys() - {*welding}
    assert all(after.places[star] == {**known.at, **rows}[star] for star in still)
    assert {bread, boat} <= still
    assert sky(vault, Procedural()).places == after.places, "once"
    pinned = replace(known, at={**known.at, **rows}, pinned=frozenset(welding))
    places.put(vault, pinned)
    assert sky(vault, Procedural()).places == pinned.at, "a person put them there"


POTS = ("Fire clay pots", "Throw clay pots", "Dry clay pots", "Sell clay pots", "Glaze clay pots")


def pots_of(vault: Vault, calls: str) -> tuple[int, list[int]]:
    """Skills about pots, and one that calls something else as well."""
    some = [library.save(vault, None, f"# {title}\n\n{title}.\n\n1. x\n").skill for title in POTS]
    text = f"# Clay pots\n\n{'. '.join(POTS)}.\n\n1. @skill: {calls}\n"
    return library.save(vault, None, text).skill, some


def test_who_came_before_its_meaning_was_known_gets_its_cluster_when_it_is(vault: Vault) -> None:
    bread, _boat, _alone = library_of(vault)
    index.update(vault, Hashed())
    before = sky(vault, Procedural())
    making, pots = pots_of(vault, "bread a")
    early = sky(vault, Procedural())
    assert early.clusters.home[making] == before.clusters.home[bread], "for the time being"
    assert places.known(vault).clusters == early.clusters
    index.update(vault, Hashed(), only=pots[:2])
    assert sky(vault, Procedural()).clusters == early.clusters, "half of them say little"
    index.update(vault, Hashed())
    after = sky(vault, Procedural())
    assert {after.clusters.home[star] for star in pots} == {after.clusters.home[making]}
    assert after.clusters.home[making] != before.clusters.home[bread]
    assert min(dist(after.places[making], after.places[star]) for star in pots) < 2 * SPACING
    for star, at in before.places.items():
        assert after.places[star] == at
        assert after.clusters.home.get(star) == before.clusters.home.get(star)
    assert after.clusters.settled == after.places.keys()
    again = sky(vault, Procedural())
    assert (again.places, again.clusters) == (after.places, after.clusters), "once"
    assert tidy(vault, Procedural()).clusters.home == after.clusters.home


def test_the_first_places_in_a_new_library_are_those_of_tidying_up(vault: Vault) -> None:
    index.update(vault, Hashed())
    library_of(vault)
    pots_of(vault, "bread a")
    assert not sky(vault, Procedural()).clusters.settled
    index.update(vault, Hashed())
    after = sky(vault, Procedural())
    tidied = tidy(vault, Procedural())
    assert (tidied.places, tidied.clusters) == (after.places, after.clusters)


def test_who_is_in_no_cluster_stays_so_when_others_come_who_are_one(vault: Vault) -> None:
    alone = [library.save(vault, None, f"# {n}\n\n1. x\n").skill for n in ("Ping", "Pong", "Abc")]
    index.update(vault, Hashed())
    before = sky(vault, Procedural())
    _making, pots = pots_of(vault, "Ping")
    index.update(vault, Hashed())
    after = sky(vault, Procedural())
    assert after.clusters.home[pots[0]] and not {*alone} & after.clusters.home.keys()
    assert {star: after.places[star] for star in alone[1:]} == (
        {star: before.places[star] for star in alone[1:]}
    )


def test_who_was_put_somewhere_before_its_meaning_was_known_stays_there(vault: Vault) -> None:
    library_of(vault)
    index.update(vault, Hashed())
    making, pots = pots_of(vault, "bread a")
    sky(vault, Procedural())
    places.move(vault, {making: (5000.0, 4000.0)})
    index.update(vault, Hashed())
    after = sky(vault, Procedural())
    assert after.clusters.home[making] == after.clusters.home[pots[0]]
    assert after.places[making] == (5000.0, 4000.0) and making in after.pinned


def test_what_came_together_is_one_cluster_also_where_it_calls_another(vault: Vault) -> None:
    bread, _boat, _alone = library_of(vault)
    before = sky(vault, Procedural())
    for part in "abc":
        library.save(vault, None, f"# pot {part}\n\n1. x\n")
    calls = "".join(f"{n}. @skill: pot {part}\n" for n, part in enumerate("abc", 1))
    pot = library.save(vault, None, f"# Throw pots\n\n{calls}4. @skill: bread a\n").skill
    after = sky(vault, Procedural())
    home = after.clusters.home
    assert after.clusters.names[home[pot]] == "Pot" and home[pot] != home[bread]
    assert {star: home[star] for star in before.clusters.home} == before.clusters.home
    assert after.clusters.settled >= home.keys(), "nothing more will be known"
    assert tidy(vault, Procedural()).clusters == after.clusters


TOPICS = {
    "weld": "steel pipe seam joint torch",
    "bake": "bread dough oven flour crust",
    "sail": "boat harbour mast rope anchor",
    "audit": "ledger invoice quarter account tax",
}


def many(vault: Vault, chance: Random, first: int, count: int) -> list[int]:
    """Skills about one of a few things each; every fourth calls an earlier one, whatever it is."""
    found = []
    for number in range(first, first + count):
        verb = chance.choice(list(TOPICS))
        about = " ".join(chance.sample(TOPICS[verb].split(), 3))
        call = f"@skill: {number - 1} of all" if number % 4 == 3 else f"{verb} the {about}"
        text = f"# {number} of all\n\n{verb} {about}.\n\nTrigger: {verb} {about}\n\n1. {call}.\n"
        found.append(library.save(vault, None, text).skill)
    return found


def together(clusters: Clustering) -> set[frozenset[int]]:
    return {
        frozenset(star for star, home in clusters.home.items() if home == number)
        for number in clusters.home.values()
    }


@pytest.mark.parametrize("seed", range(4))
def test_clusters_are_the_same_however_often_the_sky_is_seen_while_the_index_is_made(
    vault: Vault, seed: int
) -> None:
    chance = Random(seed)
    index.update(vault, Hashed())
    waiting = many(vault, chance, 1, 30)
    while waiting:
        if chance.random() < 0.7:
            sky(vault, Procedural())
        some, waiting = waiting[:8], waiting[8:]
        index.update(vault, Hashed(), only=some)
    seen = sky(vault, Procedural())
    assert seen.clusters.settled == seen.places.keys() and len(together(seen.clusters)) > 1
    assert tidy(vault, Procedural()).clusters == seen.clusters


@pytest.mark.parametrize("seed", range(4))
def test_nobody_who_was_there_moves_when_others_come_and_go(vault: Vault, seed: int) -> None:
    chance = Random(seed)
    many(vault, chance, 1, 24)
    index.update(vault, Hashed())
    before = sky(vault, Procedural())
    coming = many(vault, chance, 25, 16)
    for some in (coming[:5], coming[5:12], coming):
        seen = sky(vault, Procedural())
        index.update(vault, Hashed(), only=some)
        for one in (seen, sky(vault, Procedural())):
            assert {star: one.places[star] for star in before.places} == before.places
            assert {s: n for s, n in one.clusters.home.items() if s not in coming} == (
                before.clusters.home
            )
            kept = {n: one.clusters.names[n] for n in before.clusters.names}
            assert kept == before.clusters.names
    assert seen.clusters.settled != seen.places.keys()
    for skill in coming:
        library.delete(vault, skill)
    after = sky(vault, Procedural())
    assert (after.places, after.clusters) == (before.places, before.clusters)


def test_parts_too_small_for_a_cluster_are_in_the_one_they_hang_together_with(
    vault: Vault,
) -> None:
    """However it was divided, a procedure and all it calls is one cluster from the first look."""
    for part in "abc":
        library.save(vault, None, f"# check {part}\n\n1. x\n")
    library.save(vault, None, "# undo\n\n1. x\n")
    change = library.save(vault, None, "# change\n\n1. @skill: undo\n").skill
    calls = "1. @skill: check a\n2. @skill: check b\n3. @skill: check c\n4. @skill: change\n"
    release = library.save(vault, None, f"# release\n\n{calls}").skill
    found = sky(vault, Procedural())
    assert found.clusters.home.keys() == found.places.keys()
    assert found.clusters.home[change] == found.clusters.home[release]


def test_newcomers_stand_with_their_cluster_and_nobody_else_within_it(vault: Vault) -> None:
    def reach_of(number: int) -> tuple[np.ndarray, float]:
        at = np.array([found.places[s] for s, n in found.clusters.home.items() if n == number])
        return at.mean(axis=0), float(np.hypot(*(at - at.mean(axis=0)).T).max())

    library_of(vault)
    sky(vault, Procedural())
    for n in range(150):
        library.save(vault, None, f"# loner {n}\n\n1. x\n")
    for part in ("and after", "before", "in between", "zealously"):
        library.save(vault, None, f"# look {part}\n\n1. x\n")
    more = "1. @skill: look before\n2. @skill: look in between\n3. @skill: zip\n"
    library.save(vault, None, f"# Look\n\n{more}")
    library.save(vault, None, "# zip\n\n1. @skill: look and after\n2. @skill: look zealously\n")
    found = sky(vault, Procedural())
    for number in found.clusters.names:
        middle, reach = reach_of(number)
        assert reach < 4 * SPACING
        for star, at in found.places.items():
            if found.clusters.home.get(star) != number:
                assert dist(at, middle) > reach, found.clusters.names[number]


def test_who_comes_into_a_cluster_that_stands_elsewhere_goes_there_once(vault: Vault) -> None:
    bread, _boat, alone = library_of(vault)
    one = library.save(vault, None, "# Ping\n\n1. x\n").skill
    other = library.save(vault, None, "# Pong\n\n1. @skill: Ping\n").skill
    before = sky(vault, Procedural())
    assert not {one, other} & before.clusters.home.keys()
    calls = "".join(f"{n}. @skill: bread {p}\n" for n, p in enumerate("abc", 1))
    library.save(vault, bread, f"# Bake bread\n\n{calls}4. @skill: Pong\n")
    after = sky(vault, Procedural())
    number = after.clusters.home[bread]
    assert {after.clusters.home[one], after.clusters.home[other]} == {number}
    for star in (one, other):
        near = min(dist(after.places[star], after.places[s]) for s in before.clusters.home)
        assert near < 2 * SPACING
    still = before.places.keys() - {one, other}
    assert {s: after.places[s] for s in still} == {s: before.places[s] for s in still}
    assert alone in still
    assert sky(vault, Procedural()).places == after.places, "once"


def test_a_place_that_is_no_number_is_none(vault: Vault) -> None:
    bread, _boat, _alone = library_of(vault)
    sky(vault, Procedural())
    places.move(vault, {bread: (float("nan"), float("inf"))})
    assert bread not in places.known(vault).at
    x, y = sky(vault, Procedural()).places[bread]
    assert abs(x) < 1e6 and abs(y) < 1e6


def test_an_empty_library_is_an_empty_sky(vault: Vault) -> None:
    seen = sky(vault, Procedural())
    assert (seen.stars, seen.ties, seen.places) == ((), (), {})
