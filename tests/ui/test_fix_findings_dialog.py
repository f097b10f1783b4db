"""Findings settled together: a proposal to look at, ticked one by one, saved once."""

import json
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.library import history, library, undoing
from app.core.llm.scripted import Answer, Dies, Loops
from app.core.skills.checking.check import KnownSkills, Severity
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.shell.commands import commands
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.proposals.fix_findings.dialog import FixFindingsDialog
from app.ui.widgets.toast import Toast
from tests.ui.names import nameless
from tests.ui.proposing import NAME, Gate, Make

TEXT = """# Ship

Trigger: ship it
Success: the commit is tagged

1. Build it.
2. Look at $report.
3. Tag the commit. @loop: 1
"""
GOALLESS = "# Ship\n\n1. Build the app.\n2. Tag the commit.\n"
WORDED = json.dumps({"value": "The app is built and the commit is tagged."})


def opened(context: AppContext, window: QWidget, skill: int) -> FixFindingsDialog:
    dialog = FixFindingsDialog(context, skill, KnownSkills(), "Ship", window)
    dialog.open()
    return dialog


def shown(context: AppContext, window: QWidget, qtbot: QtBot, skill: int) -> FixFindingsDialog:
    dialog = opened(context, window, skill)
    qtbot.waitUntil(lambda: at_rest(dialog))
    return dialog


def at_rest(dialog: FixFindingsDialog) -> bool:
    return dialog._job is None and dialog._choosing is None


def tick(dialog: FixFindingsDialog, qtbot: QtBot, number: int) -> None:
    dialog.settled.ticks[number].click()
    qtbot.waitUntil(lambda: at_rest(dialog))


def test_sure_repairs_are_proposed_and_nothing_is_saved(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, TEXT).skill
    dialog = shown(make(), window, qtbot, skill)
    assert dialog._count.text() == "2 findings fixed" and dialog.diff.change_count > 0
    assert all(one.accessibleName() for one in dialog.settled.ticks)
    assert nameless(dialog) == []
    assert library.text(vault, skill) == TEXT


def test_what_is_ticked_is_one_save_and_one_undo(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, TEXT).skill
    dialog = shown(make(), window, qtbot, skill)
    tick(dialog, qtbot, 0)
    with qtbot.waitSignal(dialog._context.say.told) as told:
        dialog.save.click()
    assert told.args[:2] == ["1 finding fixed", True]
    text = library.text(vault, skill)
    assert "max=3" in text and "Requires" not in text
    assert history.versions(vault, skill)[0].label == "1 finding fixed"
    undoing.undo(vault)
    assert library.text(vault, skill) == TEXT


def test_nothing_ticked_is_nothing_to_accept(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, library.save(vault, None, TEXT).skill)
    for number in range(2):
        tick(dialog, qtbot, number)
    assert not dialog.save.isEnabled() and dialog.diff.change_count == 0


def test_a_model_words_missing_goals_and_is_named(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, GOALLESS).skill
    dialog = opened(make(WORDED), window, skill)
    qtbot.waitUntil(lambda: dialog.proposal is not None and len(dialog.proposal.fixes) == 2)
    assert {one.model for one in dialog.proposal.fixes} == {NAME} if dialog.proposal else False
    tick(dialog, qtbot, 1)
    dialog.save.click()
    assert library.text(vault, skill).count("The app is built and the commit is tagged.") == 1
    assert history.versions(vault, skill)[0].label == f"1 finding fixed; worded by {NAME}"


@pytest.mark.parametrize("answer", [Dies('{"val'), "", Loops("la ")])
def test_a_model_that_is_of_no_use_leaves_the_sure_repairs(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot, answer: Answer
) -> None:
    skill = library.save(vault, None, GOALLESS + "3. Again. @loop: 1\n").skill
    dialog = opened(make(answer), window, skill)
    qtbot.waitUntil(lambda: dialog._attempts == 1 and at_rest(dialog))
    assert dialog.proposal is not None and len(dialog.proposal.fixes) == 1
    assert dialog.proposal.refused and dialog.again.isVisible() and dialog.save.isEnabled()


def test_stop_keeps_the_sure_repairs(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    gate = Gate()
    skill = library.save(vault, None, GOALLESS + "3. Again. @loop: 1\n").skill
    dialog = opened(make(Loops("la "), before=gate), window, skill)
    qtbot.waitUntil(gate.reached.is_set)
    assert dialog.line.isVisible()
    dialog.line.stop.click()
    gate.open()
    qtbot.waitUntil(lambda: at_rest(dialog))
    assert dialog._count.text() == "1 finding fixed" and not dialog.line.isVisible()


def test_a_skill_that_changed_meanwhile_loses_nothing(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, TEXT).skill
    dialog = shown(make(), window, qtbot, skill)
    tick(dialog, qtbot, 0)
    library.save(vault, skill, TEXT + "4. Tell everybody.\n", actor=Actor("agent"))
    dialog.save.click()
    assert dialog.isVisible() and "has changed since" in dialog.banner.accessibleName()
    dialog.banner.acted.emit()
    qtbot.waitUntil(lambda: at_rest(dialog))
    assert [one.isChecked() for one in dialog.settled.ticks] == [False, True]
    dialog.save.click()
    assert "Tell everybody" in library.text(vault, skill)
    assert "max=3" in library.text(vault, skill)


def test_a_skill_that_was_deleted_is_said_to_be_gone(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, TEXT).skill
    library.delete(vault, skill)
    dialog = shown(make(), window, qtbot, skill)
    assert "no longer in the library" in dialog.banner.accessibleName()
    assert not dialog.save.isEnabled()


def test_the_checks_offer_it_where_something_can_be_settled(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, TEXT).skill
    fine = library.save(vault, None, GOALLESS).skill
    space.context.go.skill(skill)
    checks = space.skills.panel.checks
    assert not checks.fix_findings.isHidden()
    checks.fix_findings.click()
    dialog = space.findChild(FixFindingsDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: at_rest(dialog))
    dialog.save.click()
    editor = space.skills.documents.editor
    assert editor is not None
    qtbot.waitUntil(lambda: "max=3" in editor.buffer.text)
    space.context.go.skill(fine)
    assert checks.fix_findings.isHidden()


def test_nothing_to_fix_has_no_button_to_fix_it(space: Workspace, vault: Vault) -> None:
    skill = library.save(vault, None, TEXT).skill
    space.context.go.skill(skill)
    checks = space.skills.panel.checks
    editor = space.skills.documents.editor
    assert editor is not None
    reading = editor.reading
    fixable = [one for one in reading.findings if len(one.repairs) == 1]
    hints = tuple(replace(one, severity=Severity.SUGGESTION) for one in fixable)
    assert hints
    checks.show_reading(replace(reading, findings=hints))
    assert checks.summary.text() == "Nothing to fix" and checks.fix_findings.isHidden()


def test_every_way_is_a_command(space: Workspace, qtbot: QtBot) -> None:
    toast = Toast(space.context.theme, space)
    ids = {command.id for command in commands(space, lambda: None, lambda: None, toast)}
    assert {"skill.draft", "skill.describe", "editor.fix_findings"} <= ids


def test_without_a_model_the_way_to_one_is_offered(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, GOALLESS).skill
    dialog = shown(make(), window, qtbot, skill)
    assert dialog.settled.settings.isVisible()
    with qtbot.waitSignal(dialog._context.go.model_settings_requested):
        dialog.settled.settings.click()
    assert not dialog.isVisible()


def test_with_a_model_no_way_to_one_is_offered(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, GOALLESS).skill
    dialog = shown(make(WORDED), window, qtbot, skill)
    assert not dialog.settled.settings.isVisible()
