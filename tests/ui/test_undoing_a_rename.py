"""A rename that is undone in the title is no other rename, and F9 never does nothing."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import call_targets, history, library, renaming, undoing
from app.core.library.undoing import StaleUndo
from app.core.vault import Vault
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


@pytest.mark.parametrize("is_open", [True, False])
def test_undone_in_a_caller_it_is_undone_as_a_whole(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], is_open: bool
) -> None:
    hands, vault, page = Hands(qtbot), space(open_).context.vault, space(open_).skills
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        caller = library.save(vault, None, "# Service\n\n1. Look.\n").skill
        text = "# Service\n\n1. Do. @skill: Oil chain\n"
        library.save(vault, caller, text, sitting=False)
    if is_open:
        opened(open_, caller)
        hands.press("Return")
        hands.type(" Twice.")
        hands.press("Ctrl+S")
        text = library.text(vault, caller)
    with vault.turns.at_once():
        renaming.rename(vault, called, "Grease")
    space(open_).context.bridge.look()
    editor, toast = opened(open_, caller), open_.window.toast
    hands.wait_for(lambda: "Grease" in editor.buffer.text)
    for _held in range(3):
        hands.press("Ctrl+Z")
        assert "Grease" in editor.buffer.text
    assert toast._words.text() == (
        "Rename skill – Grease, Service: press Ctrl+Z again to undo it in all of them."
    )
    page.undo.questions.rest.stop()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: "Oil" in library.text(vault, called).splitlines()[0])
    space(open_).context.bridge.look()
    assert library.text(vault, caller) == text
    hands.wait_for(lambda: editor.buffer.text == text)
    for _press in range(3):
        hands.press("Ctrl+Z")
        assert "Grease" not in editor.buffer.text
    assert "Twice" not in editor.buffer.text
    for _press in range(3):
        hands.press("Ctrl+Shift+Z")
        assert "Grease" not in editor.buffer.text


def test_a_held_key_is_no_answer_and_a_second_press_is(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...]
) -> None:
    hands, vault = Hands(qtbot), space(open_).context.vault
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        caller = library.save(vault, None, "# Service\n\n1. Do. @skill: Oil chain\n").skill
        renaming.rename(vault, called, "Grease")
    editor, rest = opened(open_, caller), space(open_).skills.undo.questions.rest
    assert rest.interval() <= 250
    hands.press("Return", "Ctrl+Z")
    for _held in range(3):
        rest.stop()
        hands.hold("Ctrl+Z")
        assert "Grease" in editor.buffer.text and rest.isActive()
    rest.stop()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: "Oil" in library.text(vault, called).splitlines()[0])


def test_a_call_of_a_restored_version_leads_where_it_led_after_undo_and_redo(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...]
) -> None:
    hands, vault = Hands(qtbot), space(open_).context.vault
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        text = "# Service\n\n1. Do. @skill: Oil chain\n"
        caller = library.save(vault, None, text).skill
        renaming.rename(vault, called, "Grease")
    editor = opened(open_, caller)
    with vault.turns.at_once():
        history.restore(vault, caller, 1)
    space(open_).context.bridge.look()
    hands.wait_for(lambda: editor.buffer.text == text)
    for keys, name in (("Ctrl+Z", "grease"), ("Ctrl+Shift+Z", "oil-chain")):
        hands.press(keys)
        assert editor.autosave.save()
        assert call_targets.kept(vault, caller) == {name: called}


def test_what_was_changed_again_is_named(vault: Vault) -> None:
    called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
    caller = library.save(vault, None, "# Service\n\n1. Do. @skill: Oil chain\n").skill
    renaming.rename(vault, called, "Grease")
    entry, _redo = undoing.undoable(vault)
    assert entry is not None
    after = library.text(vault, caller)
    library.save(vault, caller, f"{after}2. Look.\n", sitting=False)
    with pytest.raises(StaleUndo, match="Rename skill is not undone: Service changed again since"):
        undoing.undo_entry(vault, entry.journal)
    library.save(vault, caller, after, sitting=False)
    undoing.undo_entry(vault, entry.journal)
    assert library.text(vault, called).startswith("# Oil chain")
    assert "Oil chain" in library.text(vault, caller)


def test_it_keeps_its_name_through_any_number_of_rounds(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...]
) -> None:
    hands, vault = Hands(qtbot), space(open_).context.vault
    with vault.turns.at_once():
        called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
        caller = library.save(vault, None, "# Service\n\n1. Do. @skill: Oil chain\n").skill
        renaming.rename(vault, called, "Grease")
    editor, toast = opened(open_, caller), open_.window.toast
    rest = space(open_).skills.undo.questions.rest
    hands.press("Return")
    for _round in range(3):
        hands.press("Ctrl+Z")
        rest.stop()
        hands.press("Ctrl+Z")
        hands.wait_for(lambda: toast._words.text() == "Undone: Rename skill")
        hands.wait_for(lambda: "Oil" in editor.buffer.text)
        hands.press("Ctrl+Shift+Z")
        hands.wait_for(lambda: toast._words.text() == "Redone: Rename skill")
        hands.wait_for(lambda: "Grease" in editor.buffer.text)
    labels = {version.label for version in history.versions(vault, caller)}
    assert labels == {"", "Rename skill"}


def test_whatever_is_reversed_is_called_what_was_done_first(vault: Vault) -> None:
    skill = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
    renaming.rename(vault, skill, "Grease")
    for title in ("Oil chain", "Grease") * 2:
        ((newest,),) = vault.rows("select max(id) from journal")
        assert undoing.undo_entry(vault, newest).label == "Rename skill"
        assert library.text(vault, skill).startswith(f"# {title}")
        _undo, redo = undoing.undoable(vault)
        assert (redo is not None) == (title == "Oil chain")
        assert redo is None or redo.label == "Rename skill"


@pytest.mark.parametrize("is_open", [True, False], ids=["open before", "opened after"])
@pytest.mark.parametrize("by", ["key", "button"])
def test_redo_goes_all_the_way_back_through_what_was_saved(
    qtbot: QtBot, open_: Techne, skills: tuple[int, ...], is_open: bool, by: str
) -> None:
    hands, vault, page = Hands(qtbot), space(open_).context.vault, space(open_).skills
    bake, feed = "# Bake\n\n1. Do. @skill: Feed\n", "# Feed\n\n1. Stir.\n"
    written = "# Bake\n\nSuccess: it smells\n\n1. Do. @skill: Feed\n"
    renamed = written.replace("Feed", "Nourish")
    with vault.turns.at_once():
        called = library.save(vault, None, feed).skill
        caller = library.save(vault, None, bake).skill
        if not is_open:
            library.save(vault, caller, written, sitting=False)
    if is_open:
        before = opened(open_, caller)
        before.buffer.replace(0, len(bake), written)
        assert before.autosave.save()
    with vault.turns.at_once():
        renaming.rename(vault, called, "Nourish")
    space(open_).context.bridge.look()
    editor = opened(open_, caller)
    hands.wait_for(lambda: editor.buffer.stored == renamed)

    def step(keys: str, text: str) -> None:
        """What is written is saved by itself, sooner or later."""
        page.undo.questions.rest.stop()
        if by == "button" and keys != "Ctrl+Z":
            hands.wait_for(page.undo._redo.isEnabled)
            page.undo._redo.click()
        else:
            hands.press(keys)
        space(open_).context.bridge.look()
        hands.wait_for(lambda: editor.buffer.stored == text)
        assert editor.autosave.save()

    hands.press("Return")
    for _round in range(2):
        step("Ctrl+Z", renamed)
        step("Ctrl+Z", written)
        assert library.text(vault, called) == feed
        step("Ctrl+Z", bake)
        step("Ctrl+Shift+Z", written)
        step("Ctrl+Shift+Z", renamed)
        assert library.text(vault, called).startswith("# Nourish")


def test_what_was_done_since_is_the_end_of_redo(vault: Vault) -> None:
    called = library.save(vault, None, "# Oil chain\n\n1. Oil.\n").skill
    text = "# Service\n\n1. Do. @skill: Oil chain\n"
    caller = library.save(vault, None, text).skill
    other = library.save(vault, None, "# Tea\n\n1. Boil.\n").skill
    renaming.rename(vault, called, "Grease")
    undoing.undo(vault)

    def redo() -> str:
        _undo, found = undoing.undoable(vault)
        return found.label if found is not None else ""

    after = library.text(vault, caller)
    library.save(vault, caller, f"{after}2. Look.\n", sitting=False)
    assert redo() == ""
    library.save(vault, caller, after, sitting=False)
    assert redo() == "Rename skill"
    library.save(vault, other, "# Tea\n\n1. Boil.\n2. Pour.\n", sitting=False)
    assert redo() == ""
