"""Engrams that are renamed, merged, deleted and capped; what two of them are for stays so."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError, Cancelled, NotFound
from app.core.graph.relation_cues import Kind as RelationKind
from app.core.library import catalogue, engrams, history, library, skill_actions, undo_rows, undoing
from app.core.library.engrams import CAPS, Cap, Kind, Tier
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory import engram_changes, entities, listing, memories, nodes, relations
from app.core.memory.engram_changes import Contents, contents
from app.core.memory.filters import Filters
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval import caps, recall
from app.core.memory.retrieval.question import ask
from app.core.memory.sources import Source
from app.core.memory.staging import Staging
from app.core.packs import demos
from app.core.vault import Vault, Write


def new(vault: Vault, title: str, engram: str | None = None) -> int:
    skill = library.save(vault, None, f"# {title}\n\n1. x\n").skill
    if engram is not None:
        skill_actions.move(vault, engram, skill)
    return skill


def named(vault: Vault) -> dict[str, int]:
    return {one.name: one.skills for one in engrams.engrams(vault)}


def number(vault: Vault, name: str) -> int:
    return engrams.named(vault, name).id


def change(vault: Vault, engram: int, **more: Any) -> bool:
    """Change some things of an engram, and leave the others."""
    now = next(one for one in engrams.engrams(vault) if one.id == engram)
    rest = {"name": now.name, "tier": now.tier, "cap": now.own_cap}
    return engrams.change(vault, engram, **rest | more)


def undo_but_memories(vault: Vault, times: int) -> list[str]:
    """Undo the newest entries, and leave alone what was remembered or forgotten since."""
    labels: list[str] = []
    for _ in range(times):
        ((journal,),) = vault.rows(
            "select id from journal j where undoes is null and label not in"
            " ('Remember', 'Forget memory', 'Correct memory') and not exists"
            " (select 1 from journal u where u.undoes = j.id) order by done desc limit 1"
        )
        labels.append(undoing.undo_entry(vault, journal).label)
    return labels


def filed(vault: Vault, skill: int) -> str:
    row = catalogue.row(vault, skill)
    assert row is not None
    return row.engram_name


# Names


def test_an_engram_is_renamed_with_all_that_is_in_it(vault: Vault) -> None:
    skill = new(vault, "A", "Ops")
    change(vault, number(vault, "Ops"), name=" Operations ")
    assert filed(vault, skill) == "Operations"
    assert undoing.undo(vault).label == "Change engram"
    assert filed(vault, skill) == "Ops"
    undoing.redo(vault)
    assert filed(vault, skill) == "Operations"


@pytest.mark.parametrize("name", ["", "…", "x" * 101, "skills", "a\nb"])
def test_names_that_cannot_be(vault: Vault, name: str) -> None:
    new(vault, "A", "Ops")
    new(vault, "B")
    with pytest.raises(AppError):
        change(vault, number(vault, "Ops"), name=name)
    assert set(named(vault)) == {"Ops", "Skills"}


def test_only_the_spelling_of_a_name_can_change(vault: Vault) -> None:
    new(vault, "A", "Ops")
    change(vault, number(vault, "Ops"), name="OPS")
    assert "OPS" in named(vault)


def test_new_skills_go_where_skills_went_whatever_it_is_called(vault: Vault) -> None:
    new(vault, "A")
    change(vault, number(vault, "Skills"), name="How we work")
    assert filed(vault, new(vault, "B")) == "How we work"
    assert named(vault) == {"How we work": 2}
    assert engrams.home_name(vault) == "How we work"


def test_a_new_skill_without_any_engram_for_it(vault: Vault) -> None:
    new(vault, "A")
    engram_changes.delete(vault, number(vault, "Skills"))
    assert engrams.home_name(vault) == "Skills" and named(vault) == {}
    assert filed(vault, new(vault, "B")) == "Skills"


def test_an_engram_may_take_a_name_that_was_left(vault: Vault) -> None:
    skill = new(vault, "A", "Ops")
    ops = number(vault, "Ops")
    change(vault, ops, name="Operations")
    other = new(vault, "B", "Ops")
    assert {filed(vault, skill), filed(vault, other)} == {"Operations", "Ops"}
    for _ in range(3):
        undoing.undo(vault)
    assert filed(vault, skill) == "Ops" and number(vault, "Ops") == ops
    for _ in range(3):
        undoing.redo(vault)
    assert {filed(vault, skill), filed(vault, other)} == {"Operations", "Ops"}
    undoing.undo(vault)
    change(vault, ops, name="Ops")  # nobody sees the one that was called so
    assert named(vault)["Ops"] == 1


def test_an_engram_that_was_remembered_in_keeps_its_name(vault: Vault) -> None:
    skill = new(vault, "A", "Ops")
    change(vault, number(vault, "Ops"), name="Operations")
    new(vault, "B", "Ops")
    memories.remember(vault, "It rained.", engram="Ops")
    undo_but_memories(vault, 3)
    assert filed(vault, skill) == "Ops 2", "the other name is taken by then"
    assert contents(vault, number(vault, "Ops")) == Contents(0, 1)


# Merging


class Meanwhile:
    """Does something once, when the skills are done and the memories are about to be."""

    cancelled = False

    def __init__(self, *work: Callable[[], object]) -> None:
        self._work = list(work)

    def report(self, fraction: float, text: str = "") -> None:
        if not text and self._work:
            self._work.pop()()


def test_merged_engrams_are_one_and_undone_in_one(vault: Vault) -> None:
    skill, other = new(vault, "A", "Ops"), new(vault, "B")
    memories.remember(vault, "It rained.", engram="Ops")
    ops, skills = number(vault, "Ops"), number(vault, "Skills")
    assert contents(vault, ops) == Contents(1, 1)
    assert contents(vault, ops).sentence() == "1 skill and 1 memory"
    assert engram_changes.merge(vault, ops, skills) == Contents(1, 1)
    assert named(vault) == {"Skills": 2}
    assert contents(vault, skills) == Contents(2, 1)
    assert (filed(vault, skill), filed(vault, other)) == ("Skills", "Skills")
    assert [one.name for one in listing.engrams(vault)] == ["Skills"]
    assert undoing.undo(vault).label == "Merge engrams"
    assert named(vault) == {"Ops": 1, "Skills": 1}
    assert contents(vault, ops) == Contents(1, 1)
    assert undoing.redo(vault).label == "Merge engrams"
    assert contents(vault, skills) == Contents(2, 1) and "Ops" not in named(vault)


def test_what_both_remember_is_one_memory_with_the_links_of_both(vault: Vault) -> None:
    skill = new(vault, "Deploy")
    nodes.catch_up(vault)
    (mine,) = memories.remember(vault, "It rained.", engram="Ops").added
    (theirs,) = memories.remember(vault, "It  rained.", engram="Home").added
    relations.link_memory(vault, skill, mine, RelationKind.REQUIRES)
    usage.record(vault, skill, Procedural(), session="s", memory=mine)
    ops, home = number(vault, "Ops"), number(vault, "Home")
    node = entities.of_skill(vault, skill)
    assert node is not None

    def state() -> tuple[Contents, Contents, set[int], dict[int, int]]:
        linked = {one.memory or 0 for one in relations.of_skill(vault, skill)}
        mentions = {m.memory: 1 for m in entities.mentions_of(vault, node.id)}
        return contents(vault, ops), contents(vault, home), linked, mentions

    before = state()
    engram_changes.merge(vault, ops, home)
    after = state()
    assert after[:3] == (Contents(0, 0), Contents(0, 1), {theirs})
    assert theirs in after[3]
    undoing.undo(vault)
    assert state() == before


def test_what_was_forgotten_goes_along(vault: Vault) -> None:
    (memory,) = memories.remember(vault, "It rained.", engram="Ops").added
    new(vault, "A")
    memories.forget(vault, memory)
    engram_changes.merge(vault, number(vault, "Ops"), number(vault, "Skills"))
    memories.bring_back(vault, memory)
    found = memories.memory(vault, memory)
    assert found is not None and found.engram_name == "Skills"


def test_what_both_remember_is_one_memory_again_after_redo(vault: Vault) -> None:
    skill = new(vault, "Deploy")
    nodes.catch_up(vault)
    (mine,) = memories.remember(vault, "It rained.", engram="Ops").added
    memories.remember(vault, "It  rained.", engram="Home")
    usage.record(vault, skill, Procedural(), session="s", memory=mine)
    engram_changes.merge(vault, number(vault, "Ops"), number(vault, "Home"))
    merged = vault.rows("select memory, entity, origin, words from mention")
    undoing.undo(vault)
    assert vault.rows("select memory, entity, origin, words from mention") != merged
    undoing.redo(vault)
    assert vault.rows("select memory, entity, origin, words from mention") == merged
    undoing.undo(vault)
    assert {memory for (memory,) in vault.rows("select memory from mention")} == {mine}


def test_undo_does_not_bring_back_what_was_forgotten_or_corrected_since(vault: Vault) -> None:
    rain, snow, sun = (
        memories.remember(vault, said, engram="Ops").added[0] for said in ("Rain.", "Snow.", "Sun.")
    )
    new(vault, "A", "Home")
    ops = number(vault, "Ops")
    engram_changes.merge(vault, ops, number(vault, "Home"))
    memories.forget(vault, rain)
    hail = memories.correct(vault, snow, "Hail.")
    undo_but_memories(vault, 1)
    assert contents(vault, ops) == Contents(0, 1)
    assert memories.count(vault) == 2
    found = memories.memories(vault, [rain, snow, sun, hail])
    assert [found[one].forgotten for one in (rain, snow, sun, hail)] == [True, False, False, False]
    assert found[snow].replaced_by == hail


def test_what_comes_into_an_engram_while_it_is_merged_goes_along(vault: Vault) -> None:
    for title in ("A", "B"):
        new(vault, title, "Ops")
    new(vault, "C", "Home")
    memories.remember(vault, "It rained.", engram="Ops")
    ops, home = number(vault, "Ops"), number(vault, "Home")

    def come() -> None:
        came.append(new(vault, "D", "Ops"))
        memories.remember(vault, "It snowed.", engram="Ops")
        memories.remember(vault, "It rained.", engram="Home")

    came: list[int] = []

    engram_changes.merge(vault, ops, home, progress=Meanwhile(come))
    assert contents(vault, home) == Contents(4, 2) and contents(vault, ops) == Contents(0, 0)
    undone = undo_but_memories(vault, 1)
    assert filed(vault, came[0]) == "Ops"
    undone += undo_but_memories(vault, 3)
    assert undone == ["Merge engrams", "Move to Ops", "New skill", "Merge engrams"]
    assert contents(vault, ops) == Contents(2, 2)


def test_merging_stops_when_the_other_engram_goes_meanwhile(vault: Vault) -> None:
    new(vault, "A", "Home")
    memories.remember(vault, "It rained.", engram="Ops")
    ops, home = number(vault, "Ops"), number(vault, "Home")
    gone = Meanwhile(lambda: engram_changes.delete(vault, home))
    with pytest.raises(NotFound):
        engram_changes.merge(vault, ops, home, progress=gone)
    assert contents(vault, ops) == Contents(0, 1) and named(vault) == {"Ops": 0, "Skills": 0}


def test_what_comes_back_while_engrams_are_merged_is_one_with_what_says_the_same(
    vault: Vault,
) -> None:
    new(vault, "A", "Home")
    (mine,) = memories.remember(vault, "It rained.", engram="Ops").added
    memories.remember(vault, "It rained.", engram="Home")
    memories.forget(vault, mine)
    back = Meanwhile(lambda: memories.bring_back(vault, mine))
    engram_changes.merge(vault, number(vault, "Ops"), number(vault, "Home"), progress=back)
    assert contents(vault, number(vault, "Home")) == Contents(1, 1)


def test_the_home_of_new_skills_goes_along_and_comes_back(vault: Vault) -> None:
    new(vault, "A")
    new(vault, "B", "Ops")
    engram_changes.merge(vault, number(vault, "Skills"), number(vault, "Ops"))
    assert filed(vault, new(vault, "C")) == "Ops"
    undoing.undo(vault)
    undoing.undo(vault)
    assert filed(vault, new(vault, "D")) == "Skills"


def test_an_engram_is_not_merged_with_itself_or_with_nothing(vault: Vault) -> None:
    new(vault, "A")
    skills = number(vault, "Skills")
    with pytest.raises(AppError):
        engram_changes.merge(vault, skills, skills)
    with pytest.raises(NotFound):
        engram_changes.merge(vault, skills, 999)
    assert named(vault) == {"Skills": 1}


# Deleting


def test_a_deleted_engram_takes_everything_with_it_and_comes_back(vault: Vault) -> None:
    skills = [new(vault, title, "Ops") for title in "ABC"]
    (memory,) = memories.remember(vault, "It rained.", engram="Ops").added
    ops = number(vault, "Ops")
    assert engram_changes.delete(vault, ops) == Contents(3, 1)
    assert "Ops" not in named(vault) and catalogue.rows(vault) == ()
    assert memories.count(vault) == 0 and listing.engrams(vault) == ()
    with pytest.raises(NotFound):
        engrams.change(vault, ops, name="X", tier=Tier.PERSONAL, cap=None)
    assert undoing.undo(vault).label == "Delete engram"
    assert named(vault)["Ops"] == 3 and contents(vault, ops) == Contents(3, 1)
    assert vault.rows("select rowid from memory_words('rained')") == [(memory,)]
    assert [filed(vault, one) for one in skills] == ["Ops"] * 3
    undoing.redo(vault)
    assert "Ops" not in named(vault) and memories.count(vault) == 0


def test_a_skill_of_a_deleted_engram_brings_it_back(vault: Vault) -> None:
    skill = new(vault, "A", "Ops")
    engram_changes.delete(vault, number(vault, "Ops"))
    bulk_made = new(vault, "B", "Ops")
    history.restore(vault, skill, 1)
    assert {filed(vault, skill), filed(vault, bulk_made)} == {"Ops", "Ops 2"}


def test_a_memory_of_a_deleted_engram_brings_it_back(vault: Vault) -> None:
    (memory,) = memories.remember(vault, "It rained.", engram="Ops").added
    memories.forget(vault, memory)
    engram_changes.delete(vault, number(vault, "Ops"))
    memories.bring_back(vault, memory)
    assert contents(vault, number(vault, "Ops")) == Contents(0, 1)


def test_what_comes_into_an_engram_while_it_is_deleted_goes_with_it(vault: Vault) -> None:
    new(vault, "A", "Ops")
    memories.remember(vault, "It rained.", engram="Ops")
    ops = number(vault, "Ops")

    def come() -> None:
        new(vault, "B", "Ops")
        memories.remember(vault, "It snowed.", engram="Ops")

    engram_changes.delete(vault, ops, progress=Meanwhile(come))
    assert contents(vault, ops) == Contents(0, 0) and "Ops" not in named(vault)


@pytest.mark.parametrize("into", [None, "Home"])
def test_memories_on_their_way_into_an_engram_that_goes_meanwhile(
    vault: Vault, into: str | None
) -> None:
    new(vault, "A", "Home")
    new(vault, "B", "Ops")
    ops, home = number(vault, "Ops"), number(vault, "Home")
    said = [Fragment("", f"Fact number {n} of a very long document.") for n in range(300)]
    with Staging(vault, "Ops") as at_work:
        at_work.add(Source("long.md"), said[:200])
        if into is None:
            engram_changes.delete(vault, ops)
        else:
            engram_changes.merge(vault, ops, home)
        at_work.add(Source("long.md"), said[200:])
        assert len(at_work.admit().added) == 300
    assert contents(vault, number(vault, into or "Ops")).memories == 300


def test_redo_leaves_an_engram_in_which_something_is_remembered_since(vault: Vault) -> None:
    new(vault, "A", "Ops")
    engram_changes.delete(vault, number(vault, "Ops"))
    undoing.undo(vault)
    memories.remember(vault, "It rained.", engram="Ops")
    ((undone,),) = vault.rows("select id from journal where undoes is not null")
    undoing.undo_entry(vault, undone)
    assert contents(vault, number(vault, "Ops")) == Contents(0, 1)


def test_deleting_stops_when_somebody_undoes_it_meanwhile(vault: Vault) -> None:
    new(vault, "A", "Ops")
    memories.remember(vault, "It rained.", engram="Ops")
    ops = number(vault, "Ops")
    with pytest.raises(AppError, match="undone while it was running"):
        engram_changes.delete(vault, ops, progress=Meanwhile(lambda: undoing.undo(vault)))
    assert contents(vault, ops) == Contents(1, 1)


def test_thousands_of_memories_are_put_back_a_few_at_a_time(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo_rows, "_FEW", 10)
    taken = list[int]()
    restore = undo_rows.put_back

    def counted(write: Write, some: Sequence[int]) -> None:
        taken.append(len(some))
        restore(write, some)

    monkeypatch.setattr(undo_rows, "put_back", counted)
    new(vault, "A", "Ops")
    for n in range(40):
        memories.remember(vault, f"Day {n}.", engram="Ops")
    ops = number(vault, "Ops")
    engram_changes.delete(vault, ops)
    with pytest.raises(Cancelled):
        undoing.undo(vault, Stop(1))
    assert contents(vault, ops) == Contents(0, 0)
    undoing.undo(vault)
    assert contents(vault, ops) == Contents(1, 40)
    assert max(taken) == 10 and sum(taken) >= 41


def test_a_skill_of_a_merged_engram_comes_back_to_what_it_was_merged_into(vault: Vault) -> None:
    skill, _other = new(vault, "A", "Ops"), new(vault, "B", "Home")
    library.delete(vault, skill)
    engram_changes.merge(vault, number(vault, "Ops"), number(vault, "Home"))
    history.restore(vault, skill, 1)
    assert filed(vault, skill) == "Home"


class Stop:
    """After so many reports."""

    def __init__(self, after: int) -> None:
        self.left = after

    def report(self, fraction: float, text: str = "") -> None:
        self.left -= 1

    @property
    def cancelled(self) -> bool:
        return self.left <= 0


@pytest.mark.parametrize("after", [2, 40, 60])
def test_deleting_can_be_stopped_and_taken_back(vault: Vault, after: int) -> None:
    skills = [new(vault, f"S{n}") for n in range(45)]
    skill_actions.move(vault, "Ops", *skills)
    for n in range(12):
        memories.remember(vault, f"Day {n}.", engram="Ops")
    ops = number(vault, "Ops")
    try:
        engram_changes.delete(vault, ops, progress=Stop(after))
    except Cancelled:
        assert contents(vault, ops).memories == 12
    if contents(vault, ops) != Contents(45, 12):
        undoing.undo(vault)
    assert contents(vault, ops) == Contents(45, 12)


# Demos


def test_demos_are_told_by_what_they_are_and_stay_deleted(home: Path, vault: Vault) -> None:
    demos.load(vault)
    demo = engrams.named(vault, "Skill Demos")
    assert demo.kind is Kind.DEMOS and demo.skills
    title = next(row.title for row in catalogue.rows(vault, engram=demo.id))
    mine = new(vault, title)
    change(vault, demo.id, name="Examples")
    assert catalogue.find(vault, title).id == mine, "a demo gives way"
    engram_changes.delete(vault, demo.id)
    assert demos.load(vault) == ()
    assert "Skill Demos" not in named(vault) and "Examples" not in named(vault)


# Tiers and caps


def test_tiers_and_caps_are_kept_and_undone(vault: Vault) -> None:
    new(vault, "A")
    skills = number(vault, "Skills")
    found = engrams.named(vault, "Skills")
    assert (found.tier, found.cap) == (Tier.PERSONAL, Cap(2_000, 20))
    change(vault, skills, tier=Tier.SENSITIVE)
    assert engrams.named(vault, "Skills").cap == CAPS[Tier.SENSITIVE] == Cap(500, 5)
    change(vault, skills, cap=Cap(100, 3))
    assert engrams.named(vault, "Skills").cap == Cap(100, 3)
    assert not change(vault, skills), "nothing is written for nothing"
    assert undoing.undo(vault).label == "Change engram"
    assert engrams.named(vault, "Skills").cap == Cap(500, 5)
    for wrong in (Cap(0, 1), Cap(1, 0), Cap(1, 1001)):
        with pytest.raises(AppError):
            change(vault, skills, cap=wrong)


def found(vault: Vault, limit: int = 10, **more: bool) -> list[str]:
    hits = recall.recall(vault, ask(vault, "rain"), Filters(), limit=limit, **more)
    return [f"{hit.engram} {hit.text}" for hit in hits]


def test_recall_gives_no_more_away_than_the_cap(vault: Vault) -> None:
    for n in range(8):
        memories.remember(vault, f"The rain fell on day {n}.", engram="Diary")
    memories.remember(vault, "We also had rain here once, not so long ago it was.", engram="Other")
    diary = number(vault, "Diary")
    assert len(found(vault)) == 9
    change(vault, diary, tier=Tier.SENSITIVE)
    few = found(vault)
    assert sum(one.startswith("Diary") for one in few) == 5 and len(few) == 6
    assert len(found(vault, capped=False)) == 9
    assert any(one.startswith("Other") for one in found(vault, 6)), "others fill what is kept back"
    change(vault, diary, cap=Cap(7, 5))
    assert sum(one.startswith("Diary") for one in found(vault)) == 1
    searched = recall.search(vault, ask(vault, "rain"), limit=10)
    assert sum(hit.engram == "Diary" for hit in searched) == 1


@given(
    sizes=st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 40)), max_size=20),
    cap=st.builds(Cap, st.integers(1, 20), st.integers(1, 5)),
)
def test_within_a_cap(sizes: list[tuple[str, int]], cap: Cap) -> None:
    said = [(engram, "x" * size) for engram, size in sizes]
    given_places = caps.within({"a": cap}, said)
    mine = [place for place in given_places if said[place][0] == "a"]
    assert len(mine) <= cap.nodes
    total = sum(caps.tokens_of(said[place][1]) for place in mine)
    assert total <= cap.tokens or len(mine) == 1
    others = [place for place, (engram, _text) in enumerate(said) if engram == "b"]
    assert [place for place in given_places if said[place][0] == "b"] == others


def test_an_undo_that_is_stopped_changes_nothing(vault: Vault) -> None:
    skills = [new(vault, f"S{n}") for n in range(45)]
    skill_actions.move(vault, "Ops", *skills)
    ops = number(vault, "Ops")
    engram_changes.delete(vault, ops)
    with pytest.raises(Cancelled):
        undoing.undo(vault, Stop(35))
    assert "Ops" not in named(vault) and catalogue.rows(vault) == ()
    undoing.undo(vault)
    assert contents(vault, ops) == Contents(45, 0)
