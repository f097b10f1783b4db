"""Memories: kept once, corrected without losing the past, forgotten without deleting."""

import pytest

from app.core.changes import Changes, Part
from app.core.errors import AppError, Cancelled, NotFound
from app.core.library import engrams, library
from app.core.memory import listing, memories, nodes, relations
from app.core.memory.filters import Filters
from app.core.memory.memories import Memory, bring_back, correct, forget, remember
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Vault

NOTES = """# Release

The rollback of the last release took twenty minutes because nobody had the script.

## Who

Ask Ana for the password of the staging database before you start.
"""


def one(vault: Vault, number: int) -> Memory:
    found = memories.memory(vault, number)
    assert found is not None
    return found


def found(vault: Vault, words: str) -> list[int]:
    return [hit.id for hit in recall(vault, ask(vault, words))]


def test_a_document_becomes_memories_with_a_source(vault: Vault) -> None:
    source = Source("release.md", SourceKind.FILE)
    kept = remember(vault, NOTES, engram="Work", source=source, tags=["ops", " "])
    first, second = (one(vault, number) for number in kept.added)
    assert (first.title, second.title) == ("Release", "Release › Who")
    assert first.source == source
    assert (first.engram_name, first.tags, first.at) == ("Work", ("ops",), vault.now())
    assert [m.id for m in listing.listed(vault, Filters())] == [second.id, first.id]
    assert memories.count(vault) == 2


def test_what_is_from_one_source_is_kept_as_one(vault: Vault) -> None:
    book = Source("Ops handbook")
    for number in range(3):
        remember(vault, f"Rule {number}.", engram="Work", source=book)
    many = [f"A long rule of work that stands on its own feet, number {n}." for n in range(80)]
    remember(vault, "\n\n".join(many), engram="Work", source=book)
    remember(vault, "Rule 1.", engram="Home", source=book)
    remember(vault, "Rule 2.", engram="Work", source=Source("Ops handbook", SourceKind.FILE))
    remember(vault, "Rule 9.", engram="Work", source=Source("Ops handbook", SourceKind.FILE))
    assert vault.rows("select kind, count(*) from memory_source group by kind") == [
        ("file", 1),
        ("note", 2),
    ]
    assert {(s.name, s.kind, s.count) for s in listing.sources(vault)} == {
        ("Ops handbook", "file", 1),
        ("Ops handbook", "note", 84),
    }


def test_sources_of_one_name_in_an_older_vault_are_shown_as_one(vault: Vault) -> None:
    numbers = [
        remember(vault, f"Rule {n}.", engram=place, source=Source(f"Book {n}")).added[0]
        for n, place in enumerate(("Work", "Work", "Home"))
    ]
    with vault.write(None) as write:
        write.db.execute("update memory_source set name = 'Ops handbook'")
        write.touch(Part.MEMORIES)
    (book,) = listing.sources(vault)
    assert (book.name, book.count) == ("Ops handbook", 3)
    assert {listing.source_of(vault, number) for number in numbers} == {book.id}
    (home,) = listing.sources(vault, one(vault, numbers[2]).engram)
    assert (home.id, home.count) == (book.id, 1)
    listed = listing.listed(vault, Filters(source=home.id))
    assert [memory.id for memory in listed] == numbers[::-1]


def test_the_same_words_are_kept_once_in_an_engram(vault: Vault) -> None:
    first = remember(vault, NOTES)
    again = remember(vault, NOTES.replace("took twenty", "took  twenty"))
    assert (len(first.added), again.added, again.known) == (2, (), 2)
    assert len(remember(vault, NOTES, engram="Elsewhere").added) == 2
    assert len(remember(vault, "Twice the same thing.\n\n# x\n\nTwice the same thing.").added) == 1


def test_a_correction_takes_the_place_and_the_old_one_stays(vault: Vault) -> None:
    (number,) = remember(vault, "The script is in the attic of the old house.").added
    new = correct(vault, number, "The script is in the cellar of the old house.")
    assert one(vault, number).replaced_by == new
    assert one(vault, new).source == one(vault, number).source
    assert found(vault, "attic script") == []
    assert found(vault, "cellar script") == [new]
    assert correct(vault, new, one(vault, new).text) == new
    with pytest.raises(NotFound):
        correct(vault, number, "Something else.")
    with pytest.raises(AppError):
        correct(vault, new, "  ")


def test_correcting_into_what_is_known_already_joins_the_two(vault: Vault) -> None:
    (wrong,) = remember(vault, "The key is blue and hangs on the wall.").added
    (right,) = remember(vault, "The key is green and hangs on the wall.").added
    assert correct(vault, wrong, "The key is green and hangs on the wall.") == right
    assert memories.count(vault) == 1


def test_a_correction_keeps_what_a_person_linked(vault: Vault) -> None:
    (wrong,) = remember(vault, "The key is blue and hangs on the wall.").added
    (right,) = remember(vault, "The key is green and hangs on the wall.").added
    skill = library.save(vault, None, "# Lock up\n\n1. Turn it.\n").skill
    nodes.catch_up(vault)
    link = relations.link_memory(vault, skill, wrong)
    relations.link_memory(vault, skill, right)
    assert correct(vault, wrong, one(vault, right).text) == right
    newer = correct(vault, right, "The key is red and hangs on the wall.")
    (left,) = relations.of_skill(vault, skill)
    assert (left.memory, left.id != link) == (newer, True)


class Stopped:
    """Work that is stopped after so many reports."""

    def __init__(self, after: int) -> None:
        self._left = after

    @property
    def cancelled(self) -> bool:
        return self._left < 0

    def report(self, fraction: float, text: str = "") -> None:
        self._left -= 1


def test_forgetting_many_that_is_stopped_forgets_nothing(vault: Vault) -> None:
    said = "\n\n".join(f"Leaf number {n} fell from the tree in the yard today." for n in range(120))
    numbers = remember(vault, said, engram="Autumn").added
    gone = numbers[3]
    forget(vault, gone)
    with pytest.raises(Cancelled):
        forget(vault, *numbers, progress=Stopped(1))
    assert set(listing.numbers(vault, Filters())) == {*numbers} - {gone}
    assert recall(vault, ask(vault, "leaf number 7"))
    forget(vault, *numbers, progress=Stopped(99))
    assert listing.numbers(vault, Filters()) == ()


def test_forgetting_leaves_a_tombstone_and_can_be_undone(vault: Vault) -> None:
    (number,) = remember(vault, "The heating is serviced in October by Mr Frost.").added
    skill = library.save(vault, None, "# Heating\n\n1. Call Mr Frost.\n").skill
    forget(vault, number)
    forget(vault, number, skill + 1000)
    assert one(vault, number).forgotten
    assert found(vault, "heating October") == []
    assert library.text(vault, skill)
    bring_back(vault, number)
    assert found(vault, "heating serviced October") == [number]


def test_what_was_remembered_again_is_not_brought_back(vault: Vault) -> None:
    text = "The gate code changes on the first Monday of each month."
    (number,) = remember(vault, text).added
    forget(vault, number)
    (again,) = remember(vault, text).added
    bring_back(vault, number)
    assert one(vault, number).forgotten and not one(vault, again).forgotten


class Stop:
    """Is cancelled after some looks."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def report(self, fraction: float, text: str = "") -> None:
        pass

    @property
    def cancelled(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("looks", [0, 1, 2])
def test_nothing_is_half_visible_when_it_is_stopped(vault: Vault, looks: int) -> None:
    many = [Fragment("", f"Fact number {n} of a very long document.") for n in range(450)]
    with pytest.raises(Cancelled):
        memories.keep(vault, many, Source("long.md"), "Work", progress=Stop(looks))
    assert memories.count(vault) == 0
    assert listing.listed(vault, Filters()) == ()
    assert found(vault, "fact document") == []
    assert len(memories.keep(vault, many, Source("long.md"), "Work").added) == 450


@pytest.mark.parametrize("text", ["", " \n\t", "---\n***\n", "# Only a heading\n"])
def test_nothing_to_remember_is_said(vault: Vault, text: str) -> None:
    with pytest.raises(AppError):
        remember(vault, text)


def test_half_characters_are_refused_and_zeros_left_out(vault: Vault) -> None:
    with pytest.raises(AppError):
        remember(vault, "half \ud83d of it")
    (number,) = remember(vault, "A zero\0 in the middle.").added
    assert one(vault, number).text == "A zero in the middle."


def test_views_are_told_and_engrams_are_made(vault: Vault) -> None:
    told: list[Changes] = []
    vault.subscribe(told.append)
    remember(vault, "Somebody should know this.", engram="Garden")
    assert all(Part.MEMORIES in change.parts for change in told)
    assert "Garden" in [e.name for e in engrams.engrams(vault)]
