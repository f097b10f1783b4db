"""Finding, replacing and going back without a mouse, at the speed of the machine."""

from PySide6.QtWidgets import QApplication

from app.core.library import library
from app.ui.techne import Techne
from app.ui.views.skills.find.everywhere import ReplaceDialog
from tests.ui.hands import Hands
from tests.ui.test_type_through import editor_of, hands, open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["hands", "open_", "skills", "techne"]

DEPLOY = "# Deploy\n\nSuccess: it runs\n\n1. @skill: smoke-tests\n2. Tell {whom}.\n"


def test_what_is_found_is_replaced_and_no_key_writes_over_it(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[0])
    editor.take_focus()
    hands.press("Ctrl+F")
    hands.type("everybody\n")
    hands.press("Escape")
    assert hands.on is editor.steps.card(2) and editor.step_editing.field is None
    hands.press("Return", "Home", "Ctrl+F")
    hands.type("everybody")
    hands.press("Escape")
    hands.type(" else")
    assert editor.buffer.text == DEPLOY.format(whom="everybody else")
    hands.press("Ctrl+H")
    hands.type("everybody else\tthem\n")
    assert editor.buffer.text == DEPLOY.format(whom="them")
    hands.press("Ctrl+F")
    hands.type("them")
    hands.press("Ctrl+H")
    hands.type("all of them\n")
    assert editor.buffer.text == DEPLOY.format(whom="all of them")
    hands.press("Escape", "Ctrl+Z")
    assert editor.buffer.text == DEPLOY.format(whom="them")


def test_undo_after_replacing_all_takes_that_back_and_not_the_word(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[0])
    editor.take_focus()
    before = editor.buffer.text
    hands.press("Ctrl+H")
    hands.type("everybody\tthem")
    field = hands.on
    hands.press("Ctrl+Alt+Return")
    assert editor.buffer.text == DEPLOY.format(whom="them")
    hands.press("Ctrl+Z")
    assert editor.buffer.text == before and hands.on is field


def test_words_are_replaced_in_all_skills(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[2]).take_focus()
    hands.press("Ctrl+Shift+F")
    dialog = open_.window.findChild(ReplaceDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    hands.type("Go back\tRoll back\n")
    hands.wait_for(dialog.accept_button.isEnabled)
    hands.press("Ctrl+Return")
    hands.wait_for(lambda: editor_of(open_).buffer.text == "# Rollback\n\n1. Roll back.\n")
    hands.wait_on(open_.window)
    vault = space(open_).context.vault
    assert library.text(vault, skills[2]) == "# Rollback\n\n1. Roll back.\n"


def test_a_mouse_finds_and_replaces(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    editor = opened(open_, skills[0])
    bar = space(open_).skills.documents.find_bar

    def choose(words: str) -> None:
        entries = editor.document_menu.menu().actions()
        next(one for one in entries if one.text().startswith(words)).trigger()

    choose("Find…")
    assert bar.isVisible()
    hands.press("Escape")
    choose("Replace…")
    assert bar.isVisible() and bar.written.isVisible()
    space(open_).skills.library.title.find_everywhere.click()
    hands.wait_for(lambda: open_.window.findChild(ReplaceDialog) is not None)


def test_there_and_back(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    documents = space(open_).skills.documents
    for skill in skills:
        opened(open_, skill).take_focus()
        QApplication.processEvents()
    hands.press("Alt+Left")
    assert documents.skill == skills[1]
    QApplication.processEvents()
    hands.press("Alt+Left", "Alt+Right")
    assert documents.skill == skills[1]
    hands.press("Ctrl+W", "Ctrl+Shift+T")
    assert len(documents.strip.numbers()) == 3


def test_the_old_words_are_typed_over_and_tab_leads_to_the_new_ones(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[0])
    editor.take_focus()
    hands.press("Ctrl+H")
    hands.type("nothing")
    hands.press("Escape", "Ctrl+H")
    hands.type("everybody\tthem\n")
    assert editor.buffer.text == DEPLOY.format(whom="them")
    hands.press("Shift+Tab")
    assert space(open_).skills.documents.find_bar.query.selectedText() in ("", "everybody")
    hands.type("x")
    assert "x" in space(open_).skills.documents.find_bar.query.text()


def test_enter_removes_nothing_but_ctrl_enter_does(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor, bar = opened(open_, skills[0]), space(open_).skills.documents.find_bar
    editor.take_focus()
    hands.press("Ctrl+H")
    hands.type("everybody\t")
    assert (bar.replace.text(), bar._keys.text()) == ("Remove", "Ctrl+Enter")
    hands.press("Return")
    assert editor.buffer.text == DEPLOY.format(whom="everybody")
    hands.press("Ctrl+Return")
    assert editor.buffer.text == DEPLOY.format(whom="")
    hands.type("a")
    assert (bar.replace.text(), bar._keys.text()) == ("Replace", "Enter")


def test_a_key_replaces_all_matches(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    editor, bar = opened(open_, skills[0]), space(open_).skills.documents.find_bar
    editor.take_focus()
    hands.press("Ctrl+H")
    hands.type("e\tE")
    count = editor.buffer.text.lower().count("e")
    assert bar.replace_all.text() == f"All {count}"
    hands.press("Ctrl+Alt+Return")
    assert "e" not in editor.buffer.text and editor.buffer.text.count("E") == count


def test_all_skills_are_searched_for_the_old_words_selected(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[2]).take_focus()
    hands.press("Ctrl+F")
    hands.type("Go back")
    hands.press("Escape", "Ctrl+Shift+F")
    dialog = open_.window.findChild(ReplaceDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    assert dialog.query.hasFocus() and dialog.query.selectedText() == "Go back"
    hands.press("Escape")


def test_on_another_page_its_own_search_has_the_keyboard(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[0])
    space(open_).go_into("memories")
    hands.press("Ctrl+F")
    assert hands.on is space(open_).pages.memories.search
