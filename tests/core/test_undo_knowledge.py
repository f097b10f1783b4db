"""What is done to memories, links, terms and plans is undone and done again like an edit."""

from collections.abc import Callable

import pytest

from app.core.errors import Cancelled, NothingToUndo
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, engrams, library, undo_reach, undoing
from app.core.library.undoing import StaleUndo
from app.core.memory import emptying, listing, memories, nodes, refiling, relations, terms
from app.core.memory.filters import Filters
from app.core.memory.reading.split import Fragment
from app.core.memory.sources import Source
from app.core.training import schedule
from app.core.training.schedule import Plan
from app.core.vault import Vault
from tests.conftest import Clock

TABLES = (
    "memory", "mention", "relation", "entity", "training_plan", "memory_words_docsize",
)  # fmt: skip


def shown(vault: Vault) -> dict[str, object]:
    """All that can be seen of what is known."""
    found = listing.listed(vault, Filters())
    skills = [row.id for row in catalogue.rows(vault)]
    return {
        "memories": {m.id: (m.text, m.tags, m.engram_name, m.source) for m in found},
        "words": sorted(vault.rows("select rowid from memory_words('water')")),
        "sources": sorted((one.name, one.count) for one in listing.sources(vault)),
        "earlier": {m.id: [e.id for e in listing.earlier(vault, m.id)] for m in found},
        "relations": {
            (r.id, r.source, r.target, r.memory, r.kind, r.state)
            for skill in skills
            for r in relations.of_skill(vault, skill)
        },
        "mentions": sorted(
            vault.rows(
                "select memory, entity, origin, words from mention m where not exists"
                " (select 1 from memory where id = m.memory and forgotten is not null)"
            )
        ),
        "terms": [(one.name, one.mentions) for one in terms.terms(vault)],
        "plans": dict(schedule.plans(vault)),
        "engrams": [one.name for one in engrams.engrams(vault)],
    }


@pytest.fixture
def known(vault: Vault) -> dict[str, int]:
    """Two skills, two memories, a link of each sort, a term and a plan."""
    tea = library.save(vault, None, "# Brew tea\n\n1. Boil water\n").skill
    bread = library.save(vault, None, "# Bake bread\n\nRequires: brew tea\n\n1. Knead\n").skill
    handbook = Source("Handbook")
    said = [Fragment("", "Brew tea with soft water."), Fragment("", "The kettle is upstairs.")]
    water, kettle = memories.keep(vault, said, handbook, "Kitchen").added
    nodes.catch_up(vault)
    terms.add(vault, "soft water")
    link = relations.link(vault, tea, bread, Kind.RELATED_TO)
    relations.link_memory(vault, tea, water)
    schedule.set_plan(vault, tea, Plan(every_days=7))
    return {"tea": tea, "bread": bread, "water": water, "kettle": kettle, "link": link}


ACTS: dict[str, Callable[[Vault, dict[str, int]], object]] = {
    "Remember": lambda v, _k: memories.remember(v, "Drink water", engram="Office"),
    "Correct memory": lambda v, k: memories.correct(v, k["water"], "Brew tea with hard water."),
    "Forget memory": lambda v, k: memories.forget(v, k["water"]),
    "Forget memories": lambda v, k: memories.forget(v, k["water"], k["kettle"]),
    "Tag memories": lambda v, k: refiling.tag(v, [k["water"]], add=["wet"]),
    "Move memories": lambda v, k: refiling.move(v, [k["water"], k["kettle"]], "Office"),
    "Link skills": lambda v, k: relations.link(v, k["bread"], k["tea"], Kind.REQUIRES),
    "Link memory": lambda v, k: relations.link_memory(v, k["bread"], k["kettle"]),
    "Remove link": lambda v, k: relations.unlink(v, k["link"]),
    "Dismiss relation": lambda v, k: relations.dismiss(v, k["link"]),
    "Add term": lambda v, _k: terms.add(v, "kettle"),
    "Remove term": lambda v, _k: terms.remove(v, "soft water"),
    "Plan training": lambda v, k: schedule.set_plan(v, k["tea"], None),
}


@pytest.mark.parametrize("label", ACTS)
def test_one_undo_takes_it_back_and_redo_does_it_again(
    vault: Vault, known: dict[str, int], label: str
) -> None:
    before = shown(vault)
    ACTS[label](vault, known)
    after = shown(vault)
    assert after != before
    for _time in range(2):
        assert undoing.undo(vault).label == label
        assert shown(vault) == before
        assert undoing.redo(vault).label == label
        assert shown(vault) == after
    assert vault.rows("select 1 from pragma_foreign_key_check()") == []


@pytest.mark.parametrize("label", ACTS)
def test_one_entry_is_undone_whatever_was_done_since(
    vault: Vault, known: dict[str, int], label: str
) -> None:
    before = shown(vault)
    ACTS[label](vault, known)
    ((journal,),) = vault.rows("select max(id) from journal")
    library.save(vault, None, "# Something else\n\n1. x\n")
    assert undoing.undo_entry(vault, journal).label == label
    assert {**shown(vault), "engrams": 0} == {**before, "engrams": 0}
    with pytest.raises(StaleUndo, match="already"):
        undoing.undo_entry(vault, journal)


def test_everything_in_turn_leads_back_to_the_beginning(
    vault: Vault, known: dict[str, int]
) -> None:
    before = shown(vault)
    done = 0
    for label, act in ACTS.items():
        if label.startswith(("Correct", "Forget", "Dismiss")):
            continue  # what comes after needs what they take away
        act(vault, known)
        done += 1
    for _time in range(done):
        undoing.undo(vault)
    assert shown(vault) == before


def test_a_document_is_one_undo(vault: Vault) -> None:
    said = [Fragment("", f"Note {number} of many.") for number in range(350)]
    memories.keep(vault, said, Source("Cases"), "Notes")
    assert memories.count(vault) == 350
    assert undoing.undo(vault).label == "Remember"
    assert memories.count(vault) == 0
    assert [one.name for one in engrams.engrams(vault)] == []
    undoing.redo(vault)
    assert memories.count(vault) == 350
    numbers = listing.numbers(vault, Filters())
    memories.forget(vault, *numbers)
    entry, _redo = undoing.undoable(vault)
    assert entry is not None and undo_reach.reach(vault, entry) == 350
    undoing.undo(vault)
    assert memories.count(vault) == 350


class Stop:
    """Somebody stops it after so many looks."""

    def __init__(self, after: int) -> None:
        self._left = after

    def report(self, fraction: float, text: str = "") -> None:
        pass

    @property
    def cancelled(self) -> bool:
        self._left -= 1
        return self._left < 0


def test_what_was_stopped_is_not_there_to_undo(vault: Vault) -> None:
    said = [Fragment("", f"Note {number} of many.") for number in range(120)]
    numbers = memories.keep(vault, said, Source("Cases"), "Notes").added
    with pytest.raises(Cancelled):
        memories.forget(vault, *numbers, progress=Stop(2))
    assert memories.count(vault) == 120
    entry, _redo = undoing.undoable(vault)
    assert entry is not None and entry.label == "Remember"


def test_an_edit_is_not_undone_once_it_was_edited_again(vault: Vault, clock: Clock) -> None:
    tea = library.save(vault, None, "# Tea\n\n1. a\n").skill
    clock.pass_seconds(100)
    library.save(vault, tea, "# Tea\n\n1. b\n")
    ((journal,),) = vault.rows("select max(id) from journal")
    clock.pass_seconds(100)
    library.save(vault, tea, "# Tea\n\n1. c\n")
    with pytest.raises(StaleUndo, match="changed again"):
        undoing.undo_entry(vault, journal)
    undoing.undo(vault)
    undoing.undo_entry(vault, journal)
    assert library.text(vault, tea) == "# Tea\n\n1. a\n"


def test_what_else_became_of_a_memory_is_no_reason_to_refuse(vault: Vault) -> None:
    (note,) = memories.remember(vault, "Soft water.", engram="Kitchen").added
    refiling.tag(vault, [note], add=["wet"])
    ((journal,),) = vault.rows("select max(id) from journal")
    memories.forget(vault, note)
    undoing.undo_entry(vault, journal)
    memories.bring_back(vault, note)
    found = memories.memory(vault, note)
    assert found is not None and found.tags == ()


def test_what_was_emptied_says_so(vault: Vault) -> None:
    tea = library.save(vault, None, "# Tea\n\n1. a\n").skill
    library.delete(vault, tea)
    ((journal,),) = vault.rows("select max(id) from journal")
    emptying.empty(vault)
    with pytest.raises(NothingToUndo, match="permanently deleted"):
        undoing.undo_entry(vault, journal)


def test_a_link_of_what_was_emptied_does_not_come_back(vault: Vault, known: dict[str, int]) -> None:
    relations.unlink(vault, known["link"])
    ((journal,),) = vault.rows("select max(id) from journal")
    schedule.set_plan(vault, known["bread"], Plan(every_days=3))
    schedule.set_plan(vault, known["bread"], None)
    library.delete(vault, known["bread"])
    emptying.empty(vault)
    undoing.undo_entry(vault, journal)
    while undoing.undoable(vault)[0] is not None:
        undoing.undo(vault)
    assert vault.rows("select 1 from pragma_foreign_key_check()") == []


def test_a_new_engram_is_undone(vault: Vault) -> None:
    engrams.create(vault, "Office")
    assert undoing.undo(vault).label == "New engram"
    assert engrams.engrams(vault) == ()
    undoing.redo(vault)
    assert [one.name for one in engrams.engrams(vault)] == ["Office"]
