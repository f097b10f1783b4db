"""Filters under names: kept in the vault, in the order they were saved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.library import saved_filters
from app.core.library.record import Source, Status
from app.core.library.saved_filters import MOST, Narrowing, SavedFilter
from app.core.vault import Vault

WAITING = Narrowing(status=Status.QUARANTINED)
OVEN = Narrowing(text="oven", tag="warm", source=Source.LEARNED, favourite=True)


def test_filters_are_saved_renamed_and_removed(vault: Vault) -> None:
    saved_filters.save(vault, " Needs  review ", WAITING)
    saved_filters.save(vault, "Oven", OVEN)
    assert saved_filters.saved(vault) == (
        SavedFilter("Needs review", WAITING),
        SavedFilter("Oven", OVEN),
    )
    saved_filters.save(vault, "needs review", OVEN)
    assert [one.name for one in saved_filters.saved(vault)] == ["needs review", "Oven"]
    saved_filters.rename(vault, "Oven", "OVEN")
    with pytest.raises(AppError, match="already"):
        saved_filters.rename(vault, "OVEN", "Needs Review")
    saved_filters.remove(vault, "needs review")
    assert saved_filters.saved(vault) == (SavedFilter("OVEN", OVEN),)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\u0000b"])
def test_what_cannot_be_a_name_is_refused(vault: Vault, name: str) -> None:
    with pytest.raises(AppError):
        saved_filters.save(vault, name, OVEN)
    assert saved_filters.saved(vault) == ()


def test_there_is_an_end_to_them(vault: Vault) -> None:
    for number in range(MOST):
        saved_filters.save(vault, f"Filter {number}", OVEN)
    with pytest.raises(AppError, match=str(MOST)):
        saved_filters.save(vault, "One more", OVEN)
    saved_filters.save(vault, "filter 3", WAITING)
    assert len(saved_filters.saved(vault)) == MOST


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "text", "engram", "role", "status", "tag", "source", "favourite"]
            ),
            inside,
        )
    ),
)


@given(json)
def test_what_nobody_can_read_is_left_out(stored: object) -> None:
    """Whatever another version wrote there."""

    class Kept:
        def setting(self, _name: str) -> object:
            return stored

    found = saved_filters.saved(Kept())  # type: ignore[arg-type]
    assert all(isinstance(one, SavedFilter) for one in found)
