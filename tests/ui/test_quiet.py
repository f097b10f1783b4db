"""A new skill is not met with complaints; once a step is written, or it is left, it is checked."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.model import GoalKind
from app.core.skills.reading.discovery import ROLES
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.editor.about.row import AboutRow, Facts, Said
from app.ui.views.skills.editor.findings.checks import ChecksPanel
from app.ui.views.skills.editor.view import TEXT, EditorView
from tests.ui.hands import Hands
from tests.ui.test_editor import _field, _shown

Key = Qt.Key


def _new(qtbot: QtBot, context: AppContext) -> EditorView:
    editor = _shown(qtbot, context)
    with qtbot.waitActive(editor):
        editor.activateWindow()
    editor.new_skill(None)
    return editor


def _codes(editor: EditorView) -> set[str]:
    return {finding.code for finding in editor.reading.findings}


def test_a_new_skill_is_quiet_until_its_first_step_is_written(
    qtbot: QtBot, context: AppContext
) -> None:
    editor = _new(qtbot, context)
    checks = ChecksPanel(context)
    qtbot.addWidget(checks)
    editor.read.connect(checks.show_reading)
    checks.show_reading(editor.reading)
    assert checks.summary.text() == "Nothing checked yet"
    assert not checks.rows and checks.passed.isHidden()
    editor.header.title.setFocus()
    Hands(qtbot).type("Deploy")
    editor.steps._adding.button.click()
    Hands(qtbot).type("Ship it. @skill: nobody")
    editor.reader.read_now()
    assert editor.reading.quiet and editor.reading.problems == 0
    assert not any(editor.chips.chip(kind).problem for kind in GoalKind)
    card = editor.steps.card(1)
    assert card is not None and card._strip is None
    Hands(qtbot).type("\n")
    assert not editor.reading.quiet
    assert {"call-unknown", "goal-missing"} <= _codes(editor)
    assert checks.rows and not checks.passed.isHidden()


def test_leaving_the_step_is_enough(qtbot: QtBot, context: AppContext) -> None:
    editor = _new(qtbot, context)
    editor.steps._adding.button.click()
    Hands(qtbot).type("Ship it.")
    QTest.keyClick(_field(editor, 1), Key.Key_Escape)
    assert not editor.reading.quiet and "title-missing" in _codes(editor)


def test_a_new_skill_that_is_left_says_what_is_missing(qtbot: QtBot, context: AppContext) -> None:
    editor = _new(qtbot, context)
    assert editor.reading.quiet
    editor.hide()
    editor.show()
    assert {"title-missing", "no-step", "goal-missing"} <= _codes(editor)


def test_in_the_text_the_first_line_after_a_step_ends_it(qtbot: QtBot, context: AppContext) -> None:
    editor = _new(qtbot, context)
    editor.show_mode(TEXT)
    editor.text_view.setFocus()
    Hands(qtbot).type("1. Ship it")
    editor.reader.read_now()
    assert editor.reading.quiet
    Hands(qtbot).type("\n")
    editor.reader.read_now()
    assert not editor.reading.quiet


def test_a_skill_that_is_there_is_never_quiet(
    qtbot: QtBot, context: AppContext, vault: Vault
) -> None:
    editor = _new(qtbot, context)
    editor.open_skill(library.save(vault, None, "# T\n").skill)
    assert "no-step" in _codes(editor)


def test_an_untitled_skill_leads_to_its_title(
    qtbot: QtBot, context: AppContext, vault: Vault
) -> None:
    goals = "Trigger: asked to\nSuccess: it runs\n\n1. Ship it.\n"
    editor = _new(qtbot, context)
    editor.open_skill(library.save(vault, None, goals).skill)
    checks = ChecksPanel(context)
    qtbot.addWidget(checks)
    checks.repair_requested.connect(editor.repair)
    checks.show_reading(editor.reading)
    assert checks.summary.text() == "1 warning"
    checks.rows[0].buttons[0].click()
    assert editor.header.title.hasFocus()
    editor.steps.go_to(1)
    editor.quick_fixes.next_problem()
    assert editor.header.title.hasFocus()


def test_nothing_moves_below_a_title_while_a_new_skill_is_written(
    qtbot: QtBot, context: AppContext
) -> None:
    editor = _new(qtbot, context)
    qtbot.waitUntil(lambda: editor.chips.y() > 0)
    place = editor.chips.mapTo(editor, QPoint())
    Hands(qtbot).type("Deploy\nShip it.\n")
    editor.reader.read_now()
    qtbot.waitUntil(editor.header.description.isVisible)
    editor.grab()
    assert editor.chips.mapTo(editor, QPoint()) == place

    about = AboutRow(context.theme)  # of its own: the one of the editor follows the vault
    qtbot.addWidget(about)
    about.show()
    heights = []
    for role in sorted(ROLES):
        about.show_facts(Facts(role, "Skills", 1, saved="10:00"))
        about.show_origin(Said("made by you, today", "", "user"), Said())
        QApplication.processEvents()  # the layouts hear of it later
        heights.append([about.heightForWidth(width) for width in range(200, 700, 10)])
    assert len(set(heights[0])) > 1 and all(one == heights[0] for one in heights)


def test_a_click_on_the_row_below_counts_though_it_ends_what_is_written(
    qtbot: QtBot, context: AppContext
) -> None:
    editor = _new(qtbot, context)
    button = editor.steps._adding.button
    button.click()
    Hands(qtbot).type("@branch: if it rains for longer than we would like it to -> 1 else 1")
    Hands(qtbot).type(" and this is what one does in that case, whatever the weather may be")
    editor.steps.arrange()
    before = button.mapToGlobal(QPoint())
    window = editor.window().windowHandle()
    at = button.mapTo(editor.window(), QPoint(button.width() // 2, 4))
    QTest.mousePress(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert button.mapToGlobal(QPoint()).y() > before.y() + 4
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert editor.steps.card(2) is not None
