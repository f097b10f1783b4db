"""Ctrl+Z in a document goes back in that skill alone, further with every press, unless a message
says what was done elsewhere just now."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, history, library, undo_reach, undoing
from app.core.library.record import Placed, Reason, Training
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.moments import time_said
from tests.ui.hands import Hands
from tests.ui.test_type_through import editor_of, open_, opened
from tests.ui.test_window import run, skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def written(skill: int, vault: Vault, *steps: str) -> None:
    """Versions with these steps, one after the other."""
    for step in steps:
        library.save(vault, skill, f"# Rollback\n\n1. {step}\n", sitting=False)


def step_of(techne: Techne) -> str:
    return editor_of(techne).buffer.text.removeprefix("# Rollback\n\n1. ").rstrip()


@pytest.mark.parametrize("mode", ["steps", "text"])
def test_undo_goes_on_with_what_was_saved_before(
    open_: Techne, hands: Hands, skills: tuple[int, ...], mode: str
) -> None:
    vault, skill = space(open_).context.vault, skills[2]
    with vault.turns.at_once():
        written(skill, vault, "One.", "Two.", "Three.")
    editor = opened(open_, skill)
    if mode == "text":
        hands.press("Ctrl+E")
        editor.text_view.setFocus()
    else:
        hands.press("Return")
        hands.type(" Four.")
        assert step_of(open_) == "Three. Four."
    seen = []
    for _press in range(30):
        hands.press("Ctrl+Z")
        seen.append(step_of(open_))
    stops = list(dict.fromkeys(seen))
    assert stops[-4:] == ["Three.", "Two.", "One.", "Go back."] or stops == [
        "Two.",
        "One.",
        "Go back.",
    ]
    assert open_.window.toast.isVisible()
    assert {row.title for row in catalogue.rows(vault)} == {"Deploy", "smoke-tests", "Rollback"}
    editor.autosave.save()
    assert library.text(vault, skill) == "# Rollback\n\n1. Go back.\n"
    assert len(history.versions(vault, skill)) == 5
    seen.clear()
    for press in range(6):
        hands.press("Ctrl+Y" if press % 2 else "Ctrl+Shift+Z")
        seen.append(step_of(open_))
    last = "Three." if mode == "text" else "Three. Four."
    assert list(dict.fromkeys(seen))[:2] == ["One.", "Two."] and seen[-1] == last
    editor.autosave.save()
    assert len(history.versions(vault, skill)) == 5


def test_a_new_skill_never_undoes_its_making_nor_another(open_: Techne, hands: Hands) -> None:
    vault = space(open_).context.vault
    hands.press("Ctrl+N")
    hands.type("Brew tea\nBoil.")
    hands.press("Ctrl+S")
    for _press in range(30):
        hands.press("Ctrl+Z")
    assert len(catalogue.rows(vault)) == 4
    assert editor_of(open_).isAncestorOf(hands.on)


def test_what_is_typed_after_an_undo_is_the_way_on(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    vault, skill = space(open_).context.vault, skills[2]
    with vault.turns.at_once():
        written(skill, vault, "One.", "Two.")
    editor = opened(open_, skill)
    hands.press("Ctrl+Z", "Return")
    hands.type(" More.")
    editor.autosave.save()
    texts = [step_of(open_)]
    for _press in range(30):
        hands.press("Ctrl+Z")
        texts.append(step_of(open_))
    assert texts[0] == "One. More." and "Two." not in texts and texts[-1] == "Go back."
    kept = {history.text_of(vault, skill, v.number) for v in history.versions(vault, skill)}
    assert {"# Rollback\n\n1. Two.\n", "# Rollback\n\n1. One. More.\n"} <= kept


def test_undo_brings_back_what_training_had_placed(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    vault, skill = space(open_).context.vault, skills[2]
    placed = Placed(7, "0" * 64, 3, "", "", 1, 0.5, 0.5, 0.5)
    with vault.turns.at_once():
        state = library.current(vault, skill)
        assert state is not None
        trained = replace(state[2], training=Training("append", (placed,)))
        library.refile(vault, skill, trained)
        library.save(vault, skill, "# Rollback\n\n1. Trained.\n", sitting=False)
        library.refile(vault, skill, state[2])
        written(skill, vault, "Plain.")
    editor = opened(open_, skill)
    hands.press("Ctrl+Z")
    assert editor.autosave.save()
    meta = library.last_meta(vault, skill)
    assert library.text(vault, skill) == "# Rollback\n\n1. Trained.\n"
    assert meta is not None and meta.training is None
    hands.press("Ctrl+Z")
    assert editor.autosave.save()
    meta = library.last_meta(vault, skill)
    assert meta is not None and meta.training == Training("append", (placed,))


def test_the_library_is_undone_from_the_list_and_the_menu(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault = space(open_).skills, space(open_).context.vault
    opened(open_, skills[0])
    page.skill_actions.delete((skills[1],))
    assert len(catalogue.rows(vault)) == 2
    open_.window.toast.hide()  # what is not to be seen any more is not what a key is about
    hands.press("Ctrl+Z")
    assert len(catalogue.rows(vault)) == 2
    page.undo.questions.rest.stop()
    run(open_, "edit.undo")
    hands.wait_for(lambda: len(catalogue.rows(vault)) == 3)
    run(open_, "edit.redo")
    hands.wait_for(lambda: len(catalogue.rows(vault)) == 2)
    page.library.list.setFocus()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: len(catalogue.rows(vault)) == 3)


def test_undo_names_what_was_changed_elsewhere_before_it_reverses_it(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault = space(open_).skills, space(open_).context.vault
    toast, (undo, redo) = open_.window.toast, page.undo.findChildren(IconButton)
    opened(open_, skills[0])
    page.skill_actions.refile((skills[1],), "Ops")
    opened(open_, skills[2])
    hands.wait_for(lambda: "smoke-tests" in undo.toolTip())
    assert undo.accessibleName() == "Undo: Move to Ops – smoke-tests"

    several = undoing.Undoable(0, "Move to Ops")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_reach, "names", lambda *_asked: ["A", "B", "C", "D"])
        assert page.undo.questions.words(several) == "Move to Ops – A, B, C and more"

    def engram() -> str:
        (row,) = (row for row in catalogue.rows(vault) if row.id == skills[1])
        return row.engram_name

    undo.click()
    assert toast.isVisible() and toast._words.text().startswith("Last change: Move")
    assert engram() == "Ops"
    for _impatient in range(5):
        undo.click()  # nobody has read that by now
        assert engram() == "Ops"
    assert toast._words.text().endswith("Click Undo again to undo it.")
    page.undo.questions.rest.stop()
    undo.click()
    hands.wait_for(lambda: engram() == "Skills")
    redo.click()  # what was just undone has been told
    hands.wait_for(lambda: engram() == "Ops")
    page.library.list.setFocus()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: engram() == "Skills")
    page.skill_actions.refile((skills[1],), "Ops")
    opened(open_, skills[1])
    undo.click()  # it is the skill in front
    hands.wait_for(lambda: engram() == "Skills")
    redo.click()
    hands.wait_for(lambda: engram() == "Ops")
    opened(open_, skills[0])
    page.library.list.setFocus()
    hands.press("Ctrl+Z")
    assert engram() == "Ops"
    hands.press("F9")
    hands.wait_for(lambda: engram() == "Skills")


def test_undo_right_after_a_message_takes_back_what_that_says(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault = space(open_).skills, space(open_).context.vault
    with vault.turns.at_once():
        written(skills[2], vault, "One.", "Two.")
    editor = opened(open_, skills[2])
    opened(open_, skills[0])
    run(open_, "skill.delete")
    hands.wait_for(lambda: page.documents.editor is editor)
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: len(catalogue.rows(vault)) == 3)
    opened(open_, skills[2])
    assert "Two." in editor.buffer.text
    page.skill_actions.refile((skills[1],), "Ops")
    hands.wait_for(lambda: open_.window.toast.can_take_back)
    page.documents.take_focus()
    hands.press("Alt+Down", "Alt+Up", "Del")
    hands.press("Ctrl+Z")  # what was done last is in the skill
    assert {row.engram_name for row in catalogue.rows(vault)} == {"Skills", "Ops"}


def test_the_button_above_a_skill_goes_one_step_back_in_it(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault = space(open_).skills, space(open_).context.vault
    undo, redo = page.undo.findChildren(IconButton)
    page.skill_actions.refile((skills[1],), "Ops")  # what was done elsewhere is not meant
    open_.window.toast.hide()
    hands.press("Ctrl+N")
    hands.type("Brew tea\nBoil.\nPour.\nDrink.")
    editor = editor_of(open_)
    assert editor.autosave.save()
    space(open_).go("settings")
    space(open_).go("skills")
    steps = [[step.text for step in editor.reader.skill.steps]]
    hands.wait_for(lambda: undo.accessibleName() == "Undo: last change in this skill")
    for _press in range(3):
        undo.click()
        editor.reader.read_now()
        steps.append([step.text for step in editor.reader.skill.steps])
    assert steps[0] == ["Boil.", "Pour.", "Drink."] and steps[1][:2] == ["Boil.", "Pour."]
    assert all(len(before) - len(after) <= 1 for before, after in pairwise(steps))
    assert steps[3] != steps[0]
    while redo.accessibleName() == "Redo: last change in this skill":
        redo.click()
    assert "Drink." in editor.buffer.text
    made = editor.skill_id
    for _press in range(30):
        undo.click()
    assert made in {row.id for row in catalogue.rows(vault)}
    assert "Ops" in {row.engram_name for row in catalogue.rows(vault)}


def test_what_was_typed_last_is_undone_first_from_the_list_as_well(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault = space(open_).skills, space(open_).context.vault
    page.skill_actions.delete((skills[1],))
    opened(open_, skills[2])
    hands.press("Return")
    hands.type(" One. Two.")
    page.library.list.setFocus()
    said = []
    for keys in ("Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Z", "Ctrl+Z"):
        hands.press(keys)
        assert page.library.list.hasFocus()
        said.append(step_of(open_))
    assert said == ["Go back. One.", "Go back. One. Two.", "Go back. One.", "Go back."]
    hands.press("Ctrl+Z")
    assert len(catalogue.rows(vault)) == 2
    hands.press("Ctrl+Z")
    assert open_.window.toast._words.text().startswith("Last change: Delete skill")
    page.undo.questions.rest.stop()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: len(catalogue.rows(vault)) == 3)


def test_what_was_asked_is_only_meant_while_the_question_can_be_seen(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault, toast = space(open_).skills, space(open_).context.vault, open_.window.toast
    opened(open_, skills[0])
    page.skill_actions.refile((skills[1],), "Ops")
    page.library.list.setFocus()

    def ask() -> None:
        page.undo.questions.rest.stop()
        hands.press("Ctrl+Z")
        assert toast.isVisible() and "Press Ctrl+Z again" in toast._words.text()
        assert "Ops" in {row.engram_name for row in catalogue.rows(vault)}
        page.undo.questions.rest.stop()

    toast.hide()
    ask()
    toast.hide()
    ask()
    hands.press("Right")
    assert not toast.isVisible()
    ask()
    QTest.mouseClick(page.library.list.viewport(), Qt.MouseButton.LeftButton)
    page.library.list.setFocus()
    ask()
    space(open_).go("packs")
    space(open_).go("skills")
    page.library.list.setFocus()
    ask()
    page.skill_actions.context.say.tell("Something else was done")
    ask()
    hands.press("Ctrl+Z")
    hands.wait_for(lambda: {row.engram_name for row in catalogue.rows(vault)} == {"Skills"})


def test_a_key_does_in_a_document_what_the_palette_says_it_does(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page, vault, toast = space(open_).skills, space(open_).context.vault, open_.window.toast
    redo = next(command for command in open_.window.commands if command.id == "edit.redo")
    opened(open_, skills[0])
    with vault.turns.at_once():
        before = library.text(vault, skills[0])
        library.save(vault, skills[0], f"{before}9. More.\n", reason=Reason.TRAINED)
        undoing.undo(vault)
    space(open_).context.bridge.look()
    page.documents.take_focus()
    toast.hide()
    assert redo.words.startswith("Redo: ") and redo.words.endswith("Deploy")
    hands.press("Ctrl+Shift+Z")
    hands.wait_for(lambda: "More." in library.text(vault, skills[0]))
    page.skill_actions.refile((skills[1],), "Ops")
    opened(open_, skills[2])
    toast.hide()
    hands.press("Ctrl+Z")
    assert toast._words.text().startswith("Last change: Move to Ops – smoke-tests. Press Ctrl+Z")
    assert "Ops" in {row.engram_name for row in catalogue.rows(vault)}
    hands.press("Return", *"ab")
    undo = next(command for command in open_.window.commands if command.id == "edit.undo")
    assert undo.words == "Undo: last change in this skill"
    undo.invoke()
    assert editor_of(open_).buffer.text == library.text(vault, skills[2])


def test_undo_in_a_run_takes_a_step_back_and_leaves_the_library(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    window, vault = space(open_), space(open_).context.vault
    with vault.turns.at_once():
        skill = library.save(vault, None, "# Brew\n\n1. Boil.\n2. Pour.\n3. Drink.\n").skill
    window.skills.skill_actions.refile((skills[1],), "Ops")
    window.run_skill(skill)
    hands.wait_for(lambda: window.current == "runs" and window.pages.runs.run is not None)
    page = window.pages.runs.run_page
    hands.press("Space", "Space")
    assert page.following.sight is not None and page.following.sight.place["step"] == "3"
    hands.press("Ctrl+Z")
    assert page.following.sight.place["step"] == "2"
    window.skills.undo.questions.rest.stop()
    for _again in range(4):
        hands.press("Ctrl+Z", "Ctrl+Shift+Z")
        window.skills.undo.questions.rest.stop()
    assert page.following.sight.place["step"] == "1"
    assert "run" in open_.window.toast._words.text()
    assert "Ops" in {row.engram_name for row in catalogue.rows(vault)}


def test_what_had_been_undone_before_is_no_step_back(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    vault, skill = space(open_).context.vault, skills[2]
    with vault.turns.at_once():
        written(skill, vault, "One.", "Replaced.")
        undoing.undo(vault)
        written(skill, vault, "Two.", "Typed.", "Two.", "Three.")
    opened(open_, skill)
    texts = []
    for _press in range(5):
        hands.press("Ctrl+Z")
        texts.append(step_of(open_))
    assert texts == ["Two.", "One.", "Go back.", "Go back.", "Go back."]


def test_going_back_to_a_version_that_was_restored_does_not_pass_the_others(
    vault: Vault, skills: tuple[int, ...]
) -> None:
    skill = skills[2]
    written(skill, vault, "One.", "Two.", "Three.")
    number = history.versions(vault, skill)[2].number
    restored = history.restore(vault, skill, number)
    found = history.before(vault, skill, restored.version, library.text(vault, skill))
    assert found is not None and found[1] == "# Rollback\n\n1. Three.\n"


def test_undo_says_where_it_leaves_what_was_typed(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    vault, skill = space(open_).context.vault, skills[2]
    with vault.turns.at_once():
        written(skill, vault, "One.", "Two.")
    opened(open_, skill)
    hands.press("Return")
    hands.type(" More.")
    toast = open_.window.toast
    while step_of(open_) != "Two.":
        hands.press("Ctrl+Z")
    assert "version" not in toast.accessibleName()
    hands.press("Ctrl+Z")
    moment = history.moment_of(vault, history.versions(vault, skill)[1].id)
    said = f"Back to the version of {time_said(moment, vault.now())}"
    assert step_of(open_) == "One." and toast.isVisible() and toast.accessibleName() == said
    again = next(one for one in toast.findChildren(Button) if one.text() == "Redo")
    again.click()
    assert step_of(open_) == "Two." and not toast.isVisible()
