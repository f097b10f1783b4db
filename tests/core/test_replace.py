"""Words found and replaced in the whole library."""

from dataclasses import replace as with_

import pytest

from app.core.errors import AppError, Cancelled
from app.core.library import catalogue, library, replace, undoing
from app.core.library.authored import digest
from app.core.library.record import Placed, Training
from app.core.progress import Silent
from app.core.skills.editing.find import BadPattern, Finder, Query, SlowPattern
from app.core.vault import Vault

BAKE = "# Bake bread\n\nSuccess: a warm loaf\n\n1. Warm the oven\n2. Bake\n"
REST = "# Rest\n\n1. Keep the dough warm, warm.\n"
MILL = "# Mill\n\n1. Grind\n"


@pytest.fixture
def skills(vault: Vault) -> list[int]:
    return [library.save(vault, None, text).skill for text in (BAKE, REST, MILL)]


def texts(vault: Vault) -> list[str]:
    return [library.text(vault, skill) for skill in catalogue.ids(vault)]


def test_every_place_is_shown_with_its_line_before_and_after(
    vault: Vault, skills: list[int]
) -> None:
    finder = Finder(Query("warm"))
    found = replace.propose(vault, finder, "hot", skills)
    assert [one.skill.title for one in found] == ["Bake bread", "Rest"]
    assert [(p.line, p.lead, p.old, p.new, p.tail) for one in found for p in one.places] == [
        (3, "Success: a ", "warm", "hot", " loaf"),
        (5, "1. ", "Warm", "hot", " the oven"),
        (3, "1. Keep the dough ", "warm", "hot", ", warm."),
        (3, "1. Keep the dough warm, ", "warm", "hot", "."),
    ]
    assert replace.skills_with(vault, finder, skills) == skills[:2]
    assert texts(vault) == [BAKE, MILL, REST]
    listed = replace.find(vault, finder, skills)
    assert [p.new for one in listed for p in one.places] == ["warm", "Warm", "warm", "warm"]


def test_what_was_chosen_is_one_change_and_one_undo(vault: Vault, skills: list[int]) -> None:
    bake, rest = replace.propose(vault, Finder(Query("warm")), "hot", skills)
    done = replace.apply(vault, "warm", [bake, with_(rest, places=rest.places[1:])])
    assert len(done.saved) == 2 and done.stale == ()
    assert texts(vault) == [
        BAKE.replace("warm", "hot").replace("Warm", "hot"),
        MILL,
        REST.replace("warm.", "hot."),
    ]
    assert undoing.undo(vault).label == "Replace “warm”"
    assert texts(vault) == [BAKE, MILL, REST]


def test_a_skill_that_was_edited_meanwhile_is_left_out_and_named(
    vault: Vault, skills: list[int]
) -> None:
    found = replace.propose(vault, Finder(Query("warm")), "hot", skills)
    library.save(vault, skills[0], BAKE + "3. Cool\n")
    library.delete(vault, skills[1])
    done = replace.apply(vault, "warm", found)
    assert done.saved == ()
    assert [row.title for row in done.stale] == ["Bake bread", "Rest"]
    assert texts(vault) == [BAKE + "3. Cool\n", MILL]
    assert undoing.undo(vault).label == "Delete skill"


def test_a_skill_that_is_edited_while_it_is_replaced_is_left_out_too(vault: Vault) -> None:
    made = [library.save(vault, None, f"# S{n}\n\n1. warm\n").skill for n in range(80)]
    found = replace.propose(vault, Finder(Query("warm")), "hot", made)

    class Meanwhile(Silent):
        done = False

        def report(self, fraction: float, text: str = "") -> None:
            if fraction > 0.7 and not self.done:
                self.done = True
                library.save(vault, made[0], "# S0\n\n1. warm and cold\n")

    done = replace.apply(vault, "warm", found, progress=Meanwhile())
    assert [row.title for row in done.stale] == ["S0"]
    assert len(done.saved) == 79
    assert library.text(vault, made[0]) == "# S0\n\n1. warm and cold\n"
    assert library.text(vault, made[79]) == "# S79\n\n1. hot\n"


def test_long_lines_are_shown_around_the_place(vault: Vault) -> None:
    text = f"# Long\n\n1. {'so. ' * 100}warm{' so.' * 100}\n"
    skill = library.save(vault, None, text).skill
    ((found,),) = ((one for one in replace.find(vault, Finder(Query("warm")), [skill])),)
    (place,) = found.places
    assert place.lead == "…" + "so. " * 25 and place.tail == " so." * 25 + "…"
    assert text[place.start :].startswith("warm")


def test_what_cannot_be_looked_for_names_the_skill(
    vault: Vault, skills: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadPattern):
        replace.propose(vault, Finder(Query("a", is_regex=True)), r"\1", skills)
    monkeypatch.setattr("app.core.skills.editing.find.SECONDS", 0.05)
    long = library.save(vault, None, f"# Long\n\n1. {('a' * 60 + 'b') * 200}\n").skill
    with pytest.raises(SlowPattern, match="“Long”"):
        replace.skills_with(vault, Finder(Query("(a|aa)+$", is_regex=True)), [*skills, long])
    with pytest.raises(AppError, match="more than"):
        monkeypatch.setattr(replace, "MOST", 3)
        replace.find(vault, Finder(Query("warm")), skills)


def test_looking_stops_when_it_is_told_to(vault: Vault, skills: list[int]) -> None:
    class Stopped(Silent):
        cancelled = True

    with pytest.raises(Cancelled):
        replace.find(vault, Finder(Query("warm")), skills, Stopped())


def test_the_words_of_a_placed_memory_stay(vault: Vault) -> None:
    memory = "> Soft water is warm. _(from Notes)_"
    text = f"# Rinse\n\n1. Warm it.\n\n{memory}\n\n2. Wipe it warm.\n\n> Warm hands. _(from Ada)_\n"
    placed = Placed(7, digest(memory), text.index(memory), "", "", 1, 0.5, 0.5, 0.5)
    skills = [library.save(vault, None, text).skill]
    meta = library.last_meta(vault, skills[0])
    assert meta is not None
    library.refile(vault, skills[0], with_(meta, training=Training("append", (placed,))))
    (found,) = replace.propose(vault, Finder(Query("warm")), "hot", skills)
    assert (len(found.places), found.in_memories) == (3, 1)
    replace.apply(vault, "warm", [found])
    after = library.text(vault, skills[0])
    assert memory in after and after.count("hot") == 3
    (only,) = replace.propose(vault, Finder(Query("soft")), "hard", skills)
    assert (only.places, only.in_memories) == ((), 1)
    assert replace.apply(vault, "soft", [only]).saved == ()
    assert replace.find(vault, Finder(Query("soft")), skills)[0].places[0].old == "Soft"
