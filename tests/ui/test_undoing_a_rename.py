"""A rename that is undone in the title is no other rename, and F9 never does nothing."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.mark.parametrize("between", [("Ctrl+Tab",), ()])
def test_undone_in_the_title_and_by_f9(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], between: tuple[str, ...]
) -> None:
    hands, vault = Hands(qtbot), space(open_).context.vault
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        caller = library.save(vault, None, "# Service\n\n1. Do. @skill: Oil chain\n").skill
    opened(open_, caller)
    opened(open_, called)
    toast, banner = open_.window.toast, open_.window.banner
    hands.press("F2")
    hands.type("Lubrication")
    hands.press("Ctrl+S")
    assert toast._words.text() == "Renamed in 1 skill that calls it"
    assert "Lubrication" in library.text(vault, caller)
    hands.press("Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+Z", *between)
    if between:
        assert toast._words.text() == "Undone: Rename skill" and not toast.can_take_back
    else:
        hands.press("F9")
        assert toast._words.text() == "Undone: Rename skill"
    for _again in range(3):
        hands.press("F9")
        assert toast._words.text() == "There is nothing to undo here."
    assert not banner.isVisible()
    assert library.text(vault, caller) == '# Service\n\n1. Do. @skill: "Oil chain"\n'
    assert library.text(vault, called) == "# Oil chain\n\n1. Oil.\n"
