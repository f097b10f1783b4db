"""Memories get other tags and another engram: all of them, one way back, nothing lost."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.changes import Changes, Part
from app.core.errors import AppError, NotFound
from app.core.library import engrams, library
from app.core.memory import listing, memories, nodes, relations
from app.core.memory.filters import Filters
from app.core.memory.memories import Memory, bring_back, correct, forget, keep, remember
from app.core.memory.reading.split import Fragment
from app.core.memory.refiling import Moved, Retagged, move, put_back, tag
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source, SourceKind
from app.core.skills.reading.discovery import LONGEST_TAG
from app.core.vault import Vault

TEA = "Tea is at four, in the small kitchen."
KETTLE = "The kettle hums before it boils."


@pytest.fixture
def notes(vault: Vault) -> tuple[int, ...]:
    book = Source("Handbook", SourceKind.FILE, "a" * 64)
    return tuple(
        remember(vault, said, engram="Work", source=book, tags=["house"]).added[0]
        for said in (TEA, KETTLE)
    )


def one(vault: Vault, number: int) -> Memory:
    found = memories.memory(vault, number)
    assert found is not None
    return found


def found(vault: Vault, words: str, wanted: Filters | None = None) -> list[int]:
    return [hit.id for hit in recall(vault, ask(vault, words), wanted or Filters())]


def by_words(vault: Vault, words: str) -> list[int]:
    return [n for (n,) in vault.rows("select rowid from memory_words(?) order by 1", words)]


# Tags


def test_tags_are_added_and_taken_off_in_one_write(vault: Vault, notes: tuple[int, ...]) -> None:
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    done = tag(vault, notes, add=["  late   hour ", "Late Hour"], remove=["HOUSE"])
    assert [one(vault, n).tags for n in notes] == [("late hour",)] * 2
    assert [told.parts for told in heard] == [Part.MEMORIES]
    assert [(s.name, s.count) for s in listing.tags(vault)] == [("late hour", 2)]
    put_back(vault, done)
    assert [one(vault, n).tags for n in notes] == [("house",)] * 2
    assert done == Retagged(tuple((n, ("house",)) for n in notes))


def test_words_and_filters_follow_the_tags(vault: Vault, notes: tuple[int, ...]) -> None:
    tea, kettle = notes
    done = tag(vault, [tea], add=["zebra"])
    assert by_words(vault, "zebra") == [tea] and by_words(vault, "house") == [tea, kettle]
    assert by_words(vault, "kitchen") == [tea]
    assert found(vault, "tea in the kitchen", Filters(tag="Zebra")) == [tea]
    assert [m.id for m in listing.listed(vault, Filters(tag="zebra"))] == [tea]
    put_back(vault, done)
    assert by_words(vault, "zebra") == []
    assert found(vault, "tea in the kitchen", Filters(tag="zebra")) == []


def test_nothing_new_is_no_change(vault: Vault, notes: tuple[int, ...]) -> None:
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert tag(vault, notes, add=["House"], remove=["other"]) == Retagged(())
    assert tag(vault, [], add=["x"]) == Retagged(())
    assert heard == []


@pytest.mark.parametrize("wrong", ["", "  ", "a, b", "x" * (LONGEST_TAG + 1), "a\ud800", "\0"])
def test_what_is_no_tag_is_refused(vault: Vault, notes: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(AppError):
        tag(vault, notes, add=["good", wrong])
    assert one(vault, notes[0]).tags == ("house",)


def test_any_tag_can_be_taken_off(vault: Vault) -> None:
    odd = "one, two " + "x" * LONGEST_TAG
    (number,) = remember(vault, TEA, tags=[odd]).added
    tag(vault, [number], remove=[odd])
    assert one(vault, number).tags == ()


def test_what_is_gone_cannot_be_filed(vault: Vault, notes: tuple[int, ...]) -> None:
    tea, kettle = notes
    forget(vault, kettle)
    for number in (kettle, 99):
        with pytest.raises(NotFound):
            tag(vault, [tea, number], add=["x"])
        with pytest.raises(NotFound):
            move(vault, [tea, number], "Nowhere")
    assert one(vault, tea).tags == ("house",)
    assert "Nowhere" not in {engram.name for engram in engrams.engrams(vault)}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    st.lists(st.sampled_from(["a", "A", "b", "c d", "Ä"]), max_size=4),
    st.lists(st.sampled_from(["a", "B", "c  d", "ä", "new"]), max_size=4),
    st.lists(st.sampled_from(["A", "b", "C D", "ä", "none"]), max_size=4),
)
def test_whatever_the_tags_the_way_back_leads_back(
    vault: Vault, has: list[str], add: list[str], remove: list[str]
) -> None:
    said = f"Note {vault.rows('select count(*) from memory')[0][0]}."
    (number,) = remember(vault, said, tags=has).added
    before = one(vault, number).tags
    done = tag(vault, [number], add, remove)
    now = {t.casefold() for t in one(vault, number).tags}
    added = {" ".join(t.split()).casefold() for t in add}
    gone = {" ".join(t.split()).casefold() for t in remove}
    assert now == ({t.casefold() for t in before} - gone) | added
    put_back(vault, done)
    assert one(vault, number).tags == before


# Engrams


def test_memories_move_together_with_their_source(vault: Vault, notes: tuple[int, ...]) -> None:
    done = move(vault, notes, "Home")
    assert [one(vault, n).engram_name for n in notes] == ["Home"] * 2
    assert one(vault, notes[0]).source.name == "Handbook"
    assert [(s.name, s.count) for s in listing.engrams(vault)] == [("Home", 2)]
    assert vault.rows("select name, digest from memory_source") == [("Handbook", "a" * 64)]
    home = one(vault, notes[0]).engram
    assert found(vault, "tea in the kitchen", Filters(engram=home)) == [notes[0]]
    put_back(vault, done)
    assert [one(vault, n).engram_name for n in notes] == ["Work"] * 2
    assert "Home" not in {engram.name for engram in engrams.engrams(vault)}
    assert len(vault.rows("select 1 from memory_source")) == 1


def test_what_is_from_one_source_stays_in_one_engram(vault: Vault, notes: tuple[int, ...]) -> None:
    tea, kettle = notes
    move(vault, [tea], "Home")
    assert [(s.name, s.count) for s in listing.sources(vault)] == [("Handbook", 2)]
    assert [(s.name, s.count) for s in listing.sources(vault, one(vault, tea).engram)] == [
        ("Handbook", 1)
    ]
    book = Source("Handbook", SourceKind.FILE)
    (more,) = remember(vault, "Milk is last.", engram="Work", source=book).added
    origins: dict[int, int] = dict(vault.rows("select id, source from memory"))
    assert origins[more] == origins[kettle] != origins[tea]


def test_what_the_engram_says_already_stays_and_is_told(
    vault: Vault, notes: tuple[int, ...]
) -> None:
    tea, kettle = notes
    (same,) = remember(vault, TEA.replace("at four", "at  four"), engram="Home").added
    done = move(vault, notes, "home")
    assert done == Moved(((kettle, one(vault, tea).engram),), ((tea, same),), None)
    assert [one(vault, n).engram_name for n in (tea, kettle, same)] == ["Work", "Home", "Home"]
    assert memories.count(vault) == 3


def test_two_that_say_the_same_do_not_both_move(vault: Vault) -> None:
    first, second = (remember(vault, TEA, engram=place).added[0] for place in ("A", "B"))
    done = move(vault, [first, second], "C")
    assert done.known == ((second, first),)
    remember(vault, TEA, engram="A")
    put_back(vault, done)
    assert one(vault, first).engram_name == "C"  # A says it again
    assert {e.name for e in listing.engrams(vault)} == {"A", "B", "C"}


def test_moving_to_where_it_is_changes_nothing(vault: Vault, notes: tuple[int, ...]) -> None:
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert move(vault, notes, " work") == Moved(())
    assert heard == []
    with pytest.raises(AppError):
        move(vault, notes, "!!")


def test_links_and_earlier_wordings_go_along(vault: Vault, notes: tuple[int, ...]) -> None:
    skill = library.save(vault, None, "# Brew\n\n1. Pour.\n").skill
    nodes.catch_up(vault)
    link = relations.link_memory(vault, skill, notes[0])
    new = correct(vault, notes[0], "Tea is at five, in the small kitchen.")
    done = move(vault, [new], "Home")
    tag(vault, [new], add=["late"])
    assert [r.id for r in relations.of_memory(vault, new)] == [link]
    assert [m.text for m in listing.earlier(vault, new)] == [TEA]
    again = correct(vault, new, TEA)
    assert (one(vault, again).engram_name, one(vault, again).tags) == ("Home", ("house", "late"))
    put_back(vault, done)
    assert one(vault, again).engram_name == "Home"  # a newer wording is left alone


# Many at once


@pytest.fixture
def many(vault: Vault) -> tuple[int, ...]:
    said = [Fragment("", f"Note {number} of many.") for number in range(350)]
    return keep(vault, said, Source("Cases"), "Notes").added


def test_many_are_filed_in_several_writes_and_go_back(
    vault: Vault, many: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Changes] = []
    monkeypatch.setattr("app.core.library.slices.time.monotonic", lambda: 0.0)
    vault.subscribe(heard.append)
    tagged = tag(vault, many, add=["late"])
    assert len(tagged.before) == 350 and len(heard) == 3  # 100, 150, what is left
    moved = move(vault, many, "Attic")
    assert {one(vault, n).engram_name for n in many} == {"Attic"}
    put_back(vault, moved)
    put_back(vault, tagged)
    assert {(one(vault, n).engram_name, one(vault, n).tags) for n in many} == {("Notes", ())}
    assert "Attic" not in {engram.name for engram in engrams.engrams(vault)}


def test_what_is_forgotten_while_many_are_filed_takes_all_of_it_back(
    vault: Vault, many: tuple[int, ...]
) -> None:
    done: list[Changes] = []

    def disturb(changes: Changes) -> None:
        done.append(changes)
        if len(done) == 1:
            forget(vault, many[-1])

    for work in (lambda: tag(vault, many, add=["late"]), lambda: move(vault, many, "Attic")):
        done.clear()
        unsubscribe = vault.subscribe(disturb)
        with pytest.raises(NotFound):
            work()
        unsubscribe()
        bring_back(vault, many[-1])
        assert {(one(vault, n).engram_name, one(vault, n).tags) for n in many} == {("Notes", ())}
