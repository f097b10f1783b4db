"""The first five minutes of the README, key by key: each letter arrives where it was meant."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.core import vaults
from app.core.library import catalogue, library
from app.core.memory import memories
from app.core.skills.model import GoalKind
from app.core.store import key
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.memories.writing import WriteDialog
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from app.ui.views.start.welcome import Welcome
from app.ui.widgets.buttons import Button
from tests.ui.conftest import Started
from tests.ui.hands import Hands
from tests.ui.test_window import run, skills, space, techne

__all__ = ["skills", "techne"]


@pytest.fixture(params=[False, True], ids=["fast", "slow"])
def hands(request: pytest.FixtureRequest, qtbot: QtBot) -> Hands:
    return Hands(qtbot, slow=request.param)


@pytest.fixture
def open_(qtbot: QtBot, techne: Techne) -> Techne:
    """The window, with the keyboard in it."""
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    return techne


def editor_of(techne: Techne) -> EditorView:
    editor = space(techne).skills.documents.editor
    assert editor is not None
    return editor


def opened(techne: Techne, skill: int) -> EditorView:
    space(techne).context.go.skill(skill)
    return editor_of(techne)


TEA = """# Brew tea

1. Boil the water.
2. Warm the pot; pour it out.
3. Wait three minutes.
"""


def test_a_vault_is_made_without_a_mouse(
    qtbot: QtBot, start: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key, "MEMORY_KIB", 8 * key.LANES)
    monkeypatch.setattr(key, "ITERATIONS", 1)
    techne, hands = start(tmp_path / "new"), Hands(qtbot)
    techne.start()
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    assert isinstance(techne.window.start_screen, Welcome)
    hands.type("lantern harbour museum plume\n")
    hands.type("lantern harbour museum plume\n")
    hands.type(" \n")
    qtbot.waitUntil(lambda: techne.window.workspace is not None)
    assert vaults.unlock(tmp_path / "new", passphrase="lantern harbour museum plume")


def test_a_new_skill_is_typed_through(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Brew tea\nBoil the water.\nWarm the pot; pour it out.\nWait three minutes.")
    assert editor_of(open_).buffer.text == TEA
    hands.press("Ctrl+S")
    hands.type(" Or four.")
    assert editor_of(open_).buffer.text == TEA.replace("minutes.", "minutes. Or four.")


def test_enter_in_the_description_goes_on_with_the_first_step(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    editor.header.description.setFocus()
    hands.type("For bad days.\nBreathe. ")
    assert editor.header.description.said == "For bad days."
    assert editor.reader.skill.steps[0].text == "Breathe. Go back."


def test_a_new_skill_is_quiet_and_a_slash_writes_its_branch(open_: Techne, hands: Hands) -> None:
    panel = space(open_).skills.panel
    hands.press("Ctrl+N")
    hands.type("Brew tea")
    assert panel.open.badge.isHidden() and not panel.checks.rows
    hands.type("\nBoil the water.\n/br\nit is cold\t1\nPour.\n")
    assert "2. @branch: if it is cold -> 1\n3. Pour.\n" in editor_of(open_).buffer.text
    assert panel.checks.rows


def test_a_new_skill_is_typed_through_as_text(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N", "Ctrl+E")
    editor_of(open_).header.title.setFocus()
    hands.type("Brew tea\n1. Boil the water.\n2. Wait.")
    assert editor_of(open_).buffer.text == "# Brew tea\n\n1. Boil the water.\n2. Wait."


def test_the_caret_stays_from_one_mode_to_the_other(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Brew tea\nBoil the water.\nWat")
    hands.press("Left", "Ctrl+E")
    assert editor_of(open_).mode == TEXT
    hands.type("i")
    hands.press("Ctrl+E")
    assert editor_of(open_).mode == STEPS
    hands.press("Right")
    hands.type(".\n")
    hands.press("Ctrl+E")
    hands.type("Pour")
    hands.press("Ctrl+E")
    hands.type(".")
    text = "# Brew tea\n\n1. Boil the water.\n2. Wait.\n3. Pour.\n"
    assert editor_of(open_).buffer.text == text
    editor_of(open_).header.title.setFocus()
    hands.press("End", "Ctrl+E")
    hands.type("!")
    hands.press("Ctrl+E")
    hands.type("!")
    assert editor_of(open_).buffer.text == text.replace("tea", "tea!!")


def test_a_goal_keeps_the_caret_too(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    editor = opened(open_, skills[0])
    editor.chips.chip(GoalKind.SUCCESS).click()
    hands.type(" fast")
    hands.press("Ctrl+E")
    hands.type(" and")
    hands.press("Ctrl+E")
    hands.type(" well")
    goal = editor.reader.skill.goal(GoalKind.SUCCESS)
    assert goal is not None and goal.value == "it runs fast and well"
    hands.press("Ctrl+Return")
    assert editor.chips.open_kind is None
    hands.type("lost")
    goal = editor.reader.skill.goal(GoalKind.SUCCESS)
    assert goal is not None and goal.value == "it runs fast and well"


def test_a_found_skill_is_opened_read_and_then_written(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page = space(open_).skills
    before = library.text(page.context.vault, skills[2])
    page.library.search.setFocus()
    hands.type("Rollback")
    hands.wait_for(lambda: [row.id for row in page.library.model.rows] == [skills[2]])
    hands.type("\n")
    if page.documents.skill != skills[2]:
        hands.type("\n")
    assert page.documents.skill == skills[2]
    hands.type("nothing of this")
    assert editor_of(open_).buffer.text == before
    hands.press("Return")
    hands.type(" Now.\nTell them.")
    assert editor_of(open_).buffer.text == "# Rollback\n\n1. Go back. Now.\n2. Tell them.\n"


def test_following_a_call_changes_nothing_until_somebody_writes(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[0])
    editor.steps.go_to(1)
    hands.type("\t\n")
    assert space(open_).skills.documents.skill == skills[1]
    hands.type("x")
    assert editor_of(open_).buffer.text == "# smoke-tests\n\n1. Run them.\n"
    hands.type("\n")
    hands.type(" All.")
    assert editor_of(open_).buffer.text == "# smoke-tests\n\n1. Run them. All.\n"


@pytest.mark.parametrize("text", ["# Nothing yet\n", "# Long\n\n" + "1. Go on.\n" * 1001])
def test_skills_without_cards_take_the_keyboard_as_well(
    open_: Techne, hands: Hands, text: str
) -> None:
    context = space(open_).context
    editor = opened(open_, library.save(context.vault, None, text).skill)
    hands.type("x")
    assert editor.buffer.text == text
    hands.type("\n")
    hands.type("Look.")
    assert "Look." in editor.buffer.text


def test_the_palette_gives_the_keyboard_back(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    hands.press("Return", "Ctrl+K")
    hands.type("noth")
    hands.press("Escape")
    hands.type(" Now.")
    assert editor.buffer.text == "# Rollback\n\n1. Go back. Now.\n"
    hands.press("Ctrl+K")
    hands.type("smoke-tests\nx")
    hands.wait_for(lambda: space(open_).skills.documents.skill == skills[1])
    hands.type("x")
    assert editor_of(open_).buffer.text == "# smoke-tests\n\n1. Run them.\n"


def test_a_step_is_moved_while_it_is_written(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Deploy\nLook.\nIf it fails, go to step 1.\nWait")
    hands.press("Alt+Up", "Alt+Up")
    hands.type(" a while.")
    hands.press("Alt+Down")
    hands.type(" Really.")
    assert editor_of(open_).buffer.text == (
        "# Deploy\n\n1. Look.\n2. Wait a while. Really.\n3. If it fails, go to step 1.\n"
    )


def test_a_mistake_is_made_and_repaired(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nTest it. @skill: smoke-test")
    hands.press("Ctrl+.", "1")
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Test it. @skill: smoke-tests\n"
    hands.type(" Then ship.")
    assert editor_of(open_).buffer.text.endswith("smoke-tests Then ship.\n")


def test_enter_after_a_whole_name_goes_on_with_the_next_step(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nTest it. @skill: smoke-tests\nShip.")
    assert editor_of(open_).buffer.text == (
        "# Ship it\n\n1. Test it. @skill: smoke-tests\n2. Ship.\n"
    )


def test_enter_after_an_unfinished_name_goes_on_and_the_name_is_not_found(
    open_: Techne, hands: Hands
) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nGrind. @skill: smoke-test")
    listed = editor_of(open_).completing.list
    assert listed.isVisible() and listed.row < 0
    hands.type("\nRemove the burr.\nStrop.\n")
    editor = editor_of(open_)
    assert editor.buffer.text.startswith(
        "# Ship it\n\n1. Grind. @skill: smoke-test\n2. Remove the burr.\n3. Strop.\n"
    )
    editor.reader.read_now()
    assert len(editor.reading.unknown) == 1


@pytest.mark.parametrize("leave", ["Escape", "Return", "Ctrl+Return", "Down", "focus"])
def test_a_goal_written_as_a_step_becomes_one(open_: Techne, hands: Hands, leave: str) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nSuccess: all tests pass\nShip.")
    editor = editor_of(open_)
    assert editor.buffer.text == "# Ship it\n\nSuccess: all tests pass\n\n1. Ship.\n"
    editor.step_editing.edit(1, 0)
    hands.press("Ctrl+A")
    hands.type("Success: nobody calls")
    if leave == "focus":
        editor.header.title.setFocus()
    else:
        hands.press(leave)
    value = editor.reader.skill.goal(GoalKind.SUCCESS)
    if leave == "Down":  # there is no next step to go to
        assert value is not None and value.value == "all tests pass"
        return
    assert value is not None and value.value == "all tests pass\nnobody calls"
    assert not editor.reader.skill.steps or editor.reader.skill.steps[0].text == ""
    editor.step_editing.leave()
    editor.undoing.undo()
    assert "1. Success: nobody calls" in editor.buffer.text or leave == "Return"


def test_the_message_about_a_goal_makes_it_a_step_again(
    qtbot: QtBot, open_: Techne, hands: Hands
) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nLook.\nSuccess: all tests pass\nShip.")
    hands.press("F9")
    editor = editor_of(open_)
    skill = editor.reader.skill
    assert [step.text for step in skill.steps] == ["Look.", "Success: all tests pass", "Ship."]
    assert skill.goals == ()
    assert hands.on is editor.steps.card(2)


def test_a_step_that_always_read_like_a_goal_stays_one(open_: Techne, hands: Hands) -> None:
    text = "# Ship it\n\n1. Success: what we want\n2. Ship.\n"
    editor = opened(open_, library.save(space(open_).context.vault, None, text).skill)
    hands.press("Return", "Escape")
    assert editor.buffer.text == text


def test_an_empty_step_that_is_left_leaves_the_keyboard_on_the_list(
    open_: Techne, hands: Hands
) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nShip.\n\n\n")
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Ship.\n2. \n"
    hands.press("Escape")
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Ship.\n"
    hands.press("Return")
    hands.type(" Now.")
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Ship. Now.\n"


def test_undo_leaves_the_keyboard_in_the_document(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nShip.\nTell them.")
    for _key in range(60):
        if "2." not in editor_of(open_).buffer.text:
            break
        hands.press("Ctrl+Z")
    assert "2." not in editor_of(open_).buffer.text
    assert editor_of(open_).isAncestorOf(hands.on)
    assert isinstance(hands.on, StepField) or hands.on is editor_of(open_).steps.card(1)


def test_what_an_input_method_writes_arrives_although_the_text_is_read_meanwhile(
    open_: Techne, hands: Hands
) -> None:
    hands.press("Ctrl+N")
    hands.type("T")
    editor = editor_of(open_)
    for place, end in (("title", "\n"), ("step", "\n"), ("other step", "")):
        hands.compose("ni")
        editor.reader.read_now()
        hands.compose("nihao")
        editor.autosave.save()
        editor.reader.read_now()
        hands.commit("你好")
        assert "你好" in editor.buffer.text, place
        hands.type(end)
    assert editor.buffer.text == "# T你好\n\n1. 你好\n2. 你好\n"
    hands.press("Ctrl+E")
    hands.compose("ma")
    editor.reader.read_now()
    hands.commit("吗")
    assert editor.buffer.text == "# T你好\n\n1. 你好\n2. 你好吗\n"


def test_typing_goes_on_while_the_library_changes_beneath(
    open_: Techne, hands: Hands, skills: tuple[int, ...], home: Path, data_key: bytes
) -> None:
    editor = opened(open_, skills[2])
    hands.press("Return")
    with Vault(home, data_key) as other:
        for number, letter in enumerate(" At once"):
            hands.type(letter)
            library.save(other, None, f"# Other {number}\n")
            QApplication.processEvents()
    assert editor.buffer.text == "# Rollback\n\n1. Go back. At once\n"
    assert isinstance(hands.on, StepField)


def test_tabs_give_the_keyboard_to_the_document_in_front(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    first = opened(open_, skills[2])
    second = opened(open_, skills[1])
    hands.press("Return")
    hands.type(" All")
    hands.press("Ctrl+Tab")
    assert editor_of(open_) is first
    hands.type("x")
    assert first.buffer.text == "# Rollback\n\n1. Go back.\n"
    hands.press("Return")
    hands.type(" Now")
    hands.press("Ctrl+W")
    assert editor_of(open_) is second and second.isAncestorOf(hands.on)
    run(open_, "skill.history")
    hands.type("x")
    hands.press("Ctrl+W")
    assert second.isAncestorOf(hands.on)


def test_a_dialog_gives_the_keyboard_back(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nShip")
    run(open_, "skill.draft")
    dialog = open_.window.findChild(DraftDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    hands.press("Escape")
    hands.wait_on(open_.window)
    hands.type(" it.")
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Ship it.\n"


@pytest.mark.parametrize("by_mouse", [True, False])
def test_what_lies_over_the_document_gives_the_keyboard_back(
    qtbot: QtBot, open_: Techne, hands: Hands, by_mouse: bool
) -> None:
    hands.press("Ctrl+N")
    hands.type("Ship it\nShip")
    done: list[str] = []
    say = space(open_).context.say
    say.warn("Something happened.", "Repair", lambda: done.append("banner"))
    say.offer("Something was done.", lambda: done.append("toast"))
    for panel in (open_.window.banner, open_.window.toast):
        button = next(one for one in panel.findChildren(Button) if one.isVisible())
        if by_mouse:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            button.setFocus(Qt.FocusReason.PopupFocusReason)
            hands.type("\n")
        assert not panel.isVisible()
        hands.type(" it")
    assert done == ["banner", "toast"]
    assert editor_of(open_).buffer.text == "# Ship it\n\n1. Ship it it\n"


def test_something_is_remembered_without_a_mouse(qtbot: QtBot, open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+Shift+M")
    dialog = open_.window.findChild(WriteDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    hands.type("The valve opens at nine bar.")
    hands.press("Ctrl+Return")
    vault = space(open_).context.vault
    hands.wait_for(lambda: memories.memory(vault, 1) is not None)
    found = memories.memory(vault, 1)
    assert found is not None and found.text == "The valve opens at nine bar."


@pytest.mark.parametrize("known", [True, False])
def test_memories_are_asked_at_once_and_nothing_is_pressed_unseen(
    open_: Techne, hands: Hands, known: bool
) -> None:
    if known:
        memories.remember(space(open_).context.vault, "The valve opens at nine bar.")
    hands.press("Ctrl+3")
    page = space(open_).pages.memories
    if known:
        hands.type("valve")
        assert page.search.text() == "valve"
    else:
        assert hands.on is page.new  # nothing can be asked yet


def test_a_skill_is_drafted_without_a_mouse(open_: Techne, hands: Hands) -> None:
    vault = space(open_).context.vault
    known = {row.id for row in catalogue.rows(vault)}
    hands.press("Ctrl+Shift+N")
    dialog = open_.window.findChild(DraftDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    hands.type("Closing the shop\nFirst I count the till. Then we lock up.")
    hands.press("Ctrl+Return")
    hands.wait_for(lambda: dialog.draft is not None and dialog._job is None)
    hands.press("Ctrl+Return")
    hands.wait_for(lambda: len(catalogue.rows(vault)) > len(known))
    hands.wait_on(open_.window)
    text = editor_of(open_).buffer.text
    hands.type("x")
    assert editor_of(open_).buffer.text == text


def test_a_selected_step_looks_selected_and_is_written_on_by_letters(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    card = editor.steps.card(1)
    assert card is not None and hands.on is card
    selected = card.grab().toImage()
    assert selected.pixelColor(4, 20) == editor._context.theme.colour("acc_soft")
    hands.type("x")  # nobody has chosen the step by now
    assert card.field is None and "x" not in editor.buffer.text
    assert open_.window.toast._words.text() == "Press Enter to write in the selected step."
    hands.press("Up", "Down")
    hands.type(" Now.")
    assert editor.buffer.text == "# Rollback\n\n1. Go back. Now.\n"
    hands.press("Esc", "Ctrl+Z")
    assert editor.buffer.text == "# Rollback\n\n1. Go back.\n"
    hands.compose("ni")
    hands.commit("你")
    hands.type("!")
    assert editor.buffer.text == "# Rollback\n\n1. Go back.你!\n"
    hands.press("Esc")
    editor.set_read_only(True)
    hands.type("x")
    assert "x" not in editor.buffer.text
    editor.set_read_only(False)
    hands.press("Return")
    assert card.grab().toImage().pixelColor(4, 20) == editor._context.theme.colour("bg3")


def test_shift_f10_is_the_menu_key_wherever_the_keyboard_is(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, editor = space(open_).skills, opened(open_, skills[2])
    for place in (
        editor.take_focus,
        lambda: editor.step_editing.edit(1, 0),
        lambda: editor.show_mode(TEXT),
        page.library.list.setFocus,
        page.library.search.setFocus,
    ):
        hands.wait_on(open_.window)
        place()
        hands.press("Shift+F10")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu) and menu.actions()
        menu.close()
        QApplication.processEvents()


def test_f2_renames_from_anywhere_in_a_document(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    title = editor.header.title
    assert hands.on is editor.steps.card(1)
    hands.press("F2")
    assert title.hasFocus() and title.selectedText() == "Rollback"
    editor.take_focus()
    hands.press("Return")
    hands.type(" Now")
    assert editor.buffer.text == "# Rollback\n\n1. Go back. Now\n"
    hands.press("F2")
    assert title.hasFocus() and title.selectedText() == "Rollback"
    for leave in (
        editor.chips.chip(GoalKind.SUCCESS).click,
        editor.header.description.setFocus,
        lambda: editor.show_mode(TEXT),
        editor.text_view.setFocus,
    ):
        leave()
        hands.press("F2")
        assert title.hasFocus() and title.hasSelectedText()
    hands.type("Go back")
    assert editor.buffer.text.startswith("# Go back\n")


def test_f2_leads_back_to_where_the_keyboard_was(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor, page = opened(open_, skills[2]), space(open_).skills
    title = editor.header.title
    for end in ("Return", "Escape"):
        editor.take_focus()
        hands.press("F2", end)
        assert hands.on is editor.steps.card(1) and editor.step_editing.field is None
        page.library.list.setFocus()
        hands.press("F2")
        assert title.hasFocus()
        hands.press(end)
        assert page.library.list.hasFocus()
    editor.take_focus()
    hands.press("Return", "Home", "F2")
    hands.type("Back\nx")
    assert editor.buffer.text == "# Back\n\n1. xGo back.\n"
    hands.press("F2", "F2", "Return")
    assert editor.step_editing.position == 1


def test_f2_in_the_bin_renames_nothing(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor, page = opened(open_, skills[2]), space(open_).skills
    page.show_bin()
    hands.press("F2")
    assert not editor.header.title.hasFocus()
