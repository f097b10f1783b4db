"""Skills that a person has starred: one undo, no version, in no pack, gone with the skill."""

from app.core.changes import Part
from app.core.library import (
    catalogue,
    deleted,
    favourites,
    library,
    skill_actions,
    undoing,
)
from app.core.memory import emptying
from app.core.vault import Vault


def save(vault: Vault, *titles: str) -> tuple[int, ...]:
    return tuple(library.save(vault, None, f"# {title}\n\n1. Go.\n").skill for title in titles)


def starred(vault: Vault) -> list[str]:
    return [row.title for row in catalogue.rows(vault, favourite=True)]


def test_skills_are_starred_and_listed_in_one_undo(vault: Vault) -> None:
    bake, cool, eat = save(vault, "Bake", "Cool", "Eat")
    before = vault.rows("select count(*) from version")
    assert favourites.star(vault, (cool, eat), True) == 2
    assert favourites.star(vault, (bake, cool, eat), True) == 1, "two are so already"
    assert starred(vault) == ["Bake", "Cool", "Eat"]
    assert vault.rows("select count(*) from version") == before
    undoing.undo(vault)
    assert starred(vault) == ["Cool", "Eat"]
    undoing.undo(vault)
    assert starred(vault) == []
    undoing.redo(vault)
    assert starred(vault) == ["Cool", "Eat"]
    assert [row.title for row in catalogue.rows(vault, order="favourite")] == [
        "Eat",
        "Cool",
        "Bake",
    ]


def test_a_star_is_taken_off_and_comes_back(vault: Vault) -> None:
    bake, cool = save(vault, "Bake", "Cool")
    favourites.star(vault, (bake,), True)
    assert favourites.are_all(vault, (bake,))
    assert not favourites.are_all(vault, (bake, cool)) and not favourites.are_all(vault, ())
    assert favourites.star(vault, (bake, cool), False) == 1
    assert starred(vault) == []
    undoing.undo(vault)
    assert starred(vault) == ["Bake"]


def test_what_changes_nothing_is_not_written(vault: Vault) -> None:
    (bake,) = save(vault, "Bake")
    newest = undoing.undoable(vault)[0]
    assert favourites.star(vault, (bake,), False) == 0
    assert favourites.star(vault, (bake + 99,), True) == 0
    assert undoing.undoable(vault)[0] == newest


def test_whoever_lists_skills_hears_of_it(vault: Vault) -> None:
    (bake,) = save(vault, "Bake")
    for act in (lambda: favourites.star(vault, (bake,), True), lambda: undoing.undo(vault)):
        before = vault.newest_change()
        act()
        ((parts, skills),) = vault.rows("select parts, skills from change where id > ?", before)
        assert Part.LIST in Part(parts) and skills == f"[{bake}]"


def test_a_star_survives_the_bin_and_goes_when_that_is_emptied(vault: Vault) -> None:
    bake, cool = save(vault, "Bake", "Cool")
    favourites.star(vault, (bake, cool), True)
    library.delete(vault, bake, cool)
    assert starred(vault) == []
    deleted.restore(vault, (bake,))
    assert starred(vault) == ["Bake"]
    emptying.empty(vault, (cool,))
    assert vault.rows("select skill from favourite") == [(bake,)]


def test_a_copy_is_no_favourite(vault: Vault) -> None:
    (bake,) = save(vault, "Bake")
    favourites.star(vault, (bake,), True)
    skill_actions.duplicate(vault, bake)
    assert starred(vault) == ["Bake"]
