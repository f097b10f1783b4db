"""Skills that are filed elsewhere: one write for all of them, one undo."""

import pytest

from app.core.errors import AppError, NotFound
from app.core.library import catalogue, engrams, history, library, skill_actions, undoing
from app.core.library.record import Meta, Reason, Status
from app.core.vault import Vault


@pytest.fixture
def skills(vault: Vault) -> tuple[int, ...]:
    return tuple(library.save(vault, None, f"# {t}\n\n1. x\n").skill for t in ("A", "B", "C"))


def names(vault: Vault) -> list[str]:
    return [row.engram_name for row in catalogue.rows(vault)]


def test_moved_together_and_undone_together(vault: Vault, skills: tuple[int, ...]) -> None:
    skill_actions.move(vault, "Operations", *skills[:2])
    assert names(vault) == ["Operations", "Operations", "Skills"]
    assert undoing.undo(vault).label == "Move to Operations"
    assert names(vault) == ["Skills", "Skills", "Skills"]


@pytest.mark.parametrize("name", ["", "  ", "…", "x" * 101])
def test_an_engram_needs_a_name(vault: Vault, skills: tuple[int, ...], name: str) -> None:
    with pytest.raises(AppError):
        skill_actions.move(vault, name, *skills)
    assert names(vault) == ["Skills", "Skills", "Skills"]


def test_only_what_is_in_quarantine_is_released(vault: Vault, skills: tuple[int, ...]) -> None:
    with vault.write("Import") as write:
        meta = Meta(engrams.ensure(write, "Skills"), Status.QUARANTINED)
        kept = library.put(write, None, "# K\n\n1. x\n", meta, Reason.IMPORTED).skill
    skill_actions.release(vault, kept, *skills)
    assert {row.status for row in catalogue.rows(vault)} == {Status.ACTIVE}
    assert len(history.versions(vault, skills[0])) == 1
    assert len(history.versions(vault, kept)) == 2


def test_duplicates_have_titles_of_their_own(vault: Vault, skills: tuple[int, ...]) -> None:
    (first,) = skill_actions.duplicate(vault, skills[0])
    (second,) = skill_actions.duplicate(vault, skills[0])
    assert library.text(vault, first.skill) == "# A copy\n\n1. x\n"
    assert library.text(vault, second.skill) == "# A copy 2\n\n1. x\n"
    library.delete(vault, skills[0])
    with pytest.raises(NotFound):
        skill_actions.duplicate(vault, skills[0])


def test_many_duplicates_are_one_undo(vault: Vault) -> None:
    many = [
        library.save(vault, None, f"# A\n\n1. Do {number}\n", engram=f"Engram {number}").skill
        for number in range(60)
    ]
    made = skill_actions.duplicate(vault, *many)
    titles = {row.id: row.title for row in catalogue.rows(vault)}
    assert len({titles[one.skill] for one in made}) == 60
    assert [library.text(vault, one.skill).splitlines()[2] for one in made] == [
        f"1. Do {number}" for number in range(60)
    ]
    assert undoing.undo(vault).label == "Duplicate skill"
    assert {row.id for row in catalogue.rows(vault)} == set(many)
