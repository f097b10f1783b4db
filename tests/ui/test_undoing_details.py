"""Ctrl+Z in a skill takes the newest change first, also where that is one of its details."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import library, renaming
from app.core.vault import Vault
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


def tags(vault: Vault, skill: int) -> tuple[str, ...]:
    meta = library.last_meta(vault, skill)
    assert meta is not None
    return meta.tags


@pytest.mark.parametrize("mode", ["steps", "text"])
def test_a_tag_that_is_newer_than_what_was_typed_goes_first(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], mode: str
) -> None:
    hands, vault, page = Hands(qtbot), space(open_).context.vault, space(open_).skills
    editor = opened(open_, skills[2])
    if mode == "text":
        hands.press("Ctrl+E", "Ctrl+End")
    else:
        hands.press("Return")
    before = editor.buffer.text
    hands.type(" Now.")
    hands.press("Ctrl+S")
    typed = editor.buffer.text
    page.skill_actions.retag((skills[2],), "tea", True)
    hands.wait_for(lambda: tags(vault, skills[2]) == ("tea",))
    assert before != typed
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: tags(vault, skills[2]) == ())
    assert editor.buffer.text == typed
    hands.press("Ctrl+Z")
    assert editor.buffer.text == before
    hands.press("Ctrl+Shift+Z")
    assert editor.buffer.text == typed
    hands.press("Ctrl+Shift+Z")
    hands.wait_for(lambda: tags(vault, skills[2]) == ("tea",))
    assert editor.buffer.text == typed


def test_a_tag_of_several_skills_is_named_first(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...]
) -> None:
    hands, vault, page = Hands(qtbot), space(open_).context.vault, space(open_).skills
    opened(open_, skills[2])
    page.skill_actions.retag(skills[1:], "tea", True)
    hands.wait_for(lambda: tags(vault, skills[2]) == ("tea",))
    open_.window.toast.hide()
    hands.press("Ctrl+Z")
    assert open_.window.toast._words.text().endswith(
        "Rollback, smoke-tests. Press Ctrl+Z again to undo it."
    )
    assert tags(vault, skills[2]) == ("tea",)
    page.undo.questions.rest.stop()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: tags(vault, skills[1]) == () == tags(vault, skills[2]))


def test_a_caller_that_was_tagged_after_a_rename_is_no_dead_end(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...]
) -> None:
    hands, vault, page = Hands(qtbot), space(open_).context.vault, space(open_).skills
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        caller, other = (
            library.save(vault, None, f"# Service {name}\n\n1. Do. @skill: Oil chain\n").skill
            for name in "XY"
        )
        renaming.rename(vault, called, "Grease")
    opened(open_, caller)
    page.skill_actions.retag((other,), "bike", True)
    hands.wait_for(lambda: tags(vault, other) == ("bike",))
    page.skill_actions.retag((caller,), "bike", True)
    hands.wait_for(lambda: tags(vault, caller) == ("bike",))
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: tags(vault, caller) == ())
    for _named_and_meant in range(2):
        page.undo.questions.rest.stop()
        hands.press("Ctrl+Z")
    banner = open_.window.banner
    hands.wait_for(banner.isVisible)
    assert "changed again since" in banner.accessibleName()
    assert banner._act.text() == "Undo: Change tags – Service Y"
    opened(open_, other)
    assert not banner.isVisible(), "it was about what was tried there"
    opened(open_, caller)
    for _named_and_meant in range(2):
        page.undo.questions.rest.stop()
        hands.press("Ctrl+Z")
    hands.wait_for(banner.isVisible)
    space(open_).context.say.tell("Something else was done")
    assert not banner.isVisible()
    for _named_and_meant in range(2):
        page.undo.questions.rest.stop()
        hands.press("Ctrl+Z")
    hands.wait_for(banner.isVisible)
    banner._act.click()
    hands.wait_for(lambda: tags(vault, other) == ())
    for _named_and_meant in range(2):
        page.undo.questions.rest.stop()
        hands.press("Ctrl+Z")
    hands.wait_for(lambda: library.text(vault, called).startswith("# Oil chain"))
    assert "Oil chain" in library.text(vault, caller)
