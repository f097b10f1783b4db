"""The keys of the panel lead into it, and back to the steps."""

import pytest
from pytestqt.qtbot import QtBot

from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.mark.parametrize("width", [1440, 1024])
@pytest.mark.parametrize("key", ["1", "2", "3", "4"])
def test_a_key_leads_into_the_panel_and_back(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], key: str, width: int
) -> None:
    open_.window.resize(width, 800)
    editor, hands = opened(open_, skills[0]), Hands(qtbot)
    panel, before = space(open_).skills.panel.open, editor.buffer.text
    for back in (f"Alt+{key}", "Esc"):
        hands.press(f"Alt+{key}")
        assert panel.isAncestorOf(hands.on) and hands.on.isVisible()
        hands.press("Tab")
        assert not editor.isAncestorOf(hands.on)
        hands.press("Shift+Tab")
        hands.press(back)
        assert editor.isAncestorOf(hands.on)
    assert editor.buffer.text == before
