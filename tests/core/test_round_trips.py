"""Versions that came to nothing are one line of a history."""

import pytest

from app.core.errors import NotFound
from app.core.library import deleted, history, library, skill_actions, undoing
from app.core.library.record import Reason
from app.core.library.round_trips import entries, last_difference
from app.core.vault import Vault
from tests.conftest import Clock

TEA = "# Brew tea\n\n1. Boil\n"


@pytest.fixture
def tea(vault: Vault, clock: Clock) -> int:
    """Saved twice, with time between."""
    skill = library.save(vault, None, TEA).skill
    clock.pass_seconds(300)
    library.save(vault, skill, TEA + "2. Pour\n")
    clock.pass_seconds(300)
    return skill


def told(vault: Vault, skill: int) -> list[tuple[str, list[int]]]:
    """The lines of the history, the newest first."""
    found = entries(history.versions(vault, skill))
    return [(one.words, [version.number for version in one.versions]) for one in found]


def test_versions_are_lines_of_their_own(vault: Vault, tea: int) -> None:
    assert told(vault, tea) == [("", [2]), ("", [1])]


def test_a_deletion_and_its_undo_are_one_line(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    undoing.undo(vault)
    assert told(vault, tea) == [("Deleted and restored", [4, 3]), ("", [2]), ("", [1])]


def test_a_deletion_alone_is_shown(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    assert told(vault, tea) == [("", [3]), ("", [2]), ("", [1])]


def test_going_back_and_forth_is_one_line_however_often(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    undoing.undo(vault)
    undoing.redo(vault)
    undoing.undo(vault)
    assert told(vault, tea)[0] == ("Deleted and restored", [6, 5, 4, 3])


def test_what_came_back_from_the_bin_was_only_away(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    deleted.restore(vault, [tea])
    assert told(vault, tea)[0] == ("Deleted and restored", [4, 3])


def test_undone_and_done_again_is_one_line(vault: Vault, tea: int) -> None:
    undoing.undo(vault)
    undoing.redo(vault)
    assert told(vault, tea) == [("Undone and redone", [4, 3]), ("", [2]), ("", [1])]
    reasons = [version.reason for version in history.versions(vault, tea)]
    assert reasons[:2] == [Reason.REDONE, Reason.UNDONE]


def test_an_undo_that_was_kept_is_shown(vault: Vault, tea: int) -> None:
    undoing.undo(vault)
    assert told(vault, tea) == [("", [3]), ("", [2]), ("", [1])]


def test_two_undos_of_details_are_no_round_trip(vault: Vault, tea: int) -> None:
    skill_actions.set_role(vault, "processor", tea)
    skill_actions.set_role(vault, "utility", tea)
    undoing.undo(vault)
    undoing.undo(vault)
    assert [numbers for _words, numbers in told(vault, tea)] == [[6], [5], [4], [3], [2], [1]]


def test_a_comparison_begins_with_the_last_texts_that_differ(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    undoing.undo(vault)
    skill_actions.set_role(vault, "processor", tea)
    found = last_difference(history.versions(vault, tea))
    assert found is not None
    assert [version.number for version in found] == [1, 5]


def test_text_that_was_changed_and_changed_back_is_no_line_of_its_own(
    vault: Vault, tea: int, clock: Clock
) -> None:
    longer = TEA + "2. Pour\n"
    for text in (longer + "3. Sip\n", longer):
        library.save(vault, tea, text)  # in one sitting
    assert told(vault, tea) == [("", [3, 2]), ("", [1])]
    clock.pass_seconds(300)
    library.save(vault, tea, longer + "3. Stir\n")
    assert told(vault, tea) == [("", [4]), ("", [3, 2]), ("", [1])]
    clock.pass_seconds(300)
    library.save(vault, tea, longer)
    assert told(vault, tea) == [("Changed and changed back", [5, 4]), ("", [3, 2]), ("", [1])]
    found = last_difference(history.versions(vault, tea))
    assert found is not None and [version.number for version in found] == [1, 5]


def test_edits_that_only_end_where_they_began_are_shown(
    vault: Vault, tea: int, clock: Clock
) -> None:
    longer = TEA + "2. Pour\n"
    for text in (longer + "3. Sip\n", longer + "3. Sip\n4. Wash\n", longer):
        library.save(vault, tea, text)
        clock.pass_seconds(300)
    assert [numbers for _words, numbers in told(vault, tea)] == [[5], [4], [3], [2], [1]]


def test_nothing_differs_in_one_text(vault: Vault) -> None:
    skill = library.save(vault, None, TEA).skill
    library.delete(vault, skill)
    undoing.undo(vault)
    assert last_difference(history.versions(vault, skill)) is None


def test_a_deletion_says_which_version_has_the_text(vault: Vault, tea: int) -> None:
    library.delete(vault, tea)
    with pytest.raises(NotFound, match="Version 3 has no text") as error:
        history.text_of(vault, tea, 3)
    assert "version 2" in error.value.hint


def test_an_undo_does_not_speak_for_what_was_written_after_it(
    vault: Vault, tea: int, clock: Clock
) -> None:
    undoing.undo(vault)
    for text in (TEA + "2. Sip\n", TEA):  # one sitting, which ends as it began
        clock.pass_seconds(5)
        library.save(vault, tea, text)
    assert told(vault, tea) == [("", [4]), ("", [3]), ("", [2]), ("", [1])]
    newest, undone, *_earlier = history.versions(vault, tea)
    assert (newest.reason, undone.reason) == (Reason.EDITED, Reason.UNDONE)
