"""Undo of moved steps: one move at a time, and the step that was moved stays the present one."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]
STEPS = "# Brew\n\n1. Boil. If $x is wrong go to step 5.\n2. Two\n3. Three\n4. Four\n5. Five\n"


@pytest.mark.parametrize("is_written", [True, False])
def test_each_move_is_undone_by_itself(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], is_written: bool
) -> None:
    hands, vault = Hands(qtbot), space(open_).context.vault
    with vault.turns.at_once():
        skill = library.save(vault, None, STEPS).skill
    editor = opened(open_, skill)
    hands.press(*["Down"] * 4, "Return")
    hands.type(" more words")
    if not is_written:
        hands.press("Esc")
    hands.press("Alt+Up", "Alt+Up")

    def place(key: str) -> int:
        """Where the moved step is, which is the present one."""
        hands.press(key)
        texts = [step.text for step in editor.reader.skill.steps]
        at = texts.index("Five more words") + 1
        assert editor.steps.current == at
        return at

    assert [place(key) for key in ("Ctrl+Z", "Ctrl+Z")] == [4, 5]
    assert [place(key) for key in ("Ctrl+Shift+Z", "Ctrl+Shift+Z")] == [4, 3]
    assert [place(key) for key in ("Ctrl+Z", "Ctrl+Z")] == [4, 5]
    hands.press("Ctrl+Z")
    assert editor.reader.skill.steps[4].text == "Five more"
