"""The panels that read along: checks and outline."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.checking.check import Severity
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.ui.views.skills.editor.findings.checks import ChecksPanel
from app.ui.views.skills.editor.findings.fixes import Fix
from app.ui.views.skills.editor.outline import OutlinePanel, entries
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.panel.panel import Panel
from tests.ui.test_editor import DEPLOY, deploy, editor

__all__ = ["deploy", "editor"]


@pytest.fixture
def checks(qtbot: QtBot, editor: EditorView) -> ChecksPanel:
    panel = ChecksPanel(editor._context)
    qtbot.addWidget(panel)
    panel.resize(300, 800)
    panel.show()
    editor.read.connect(panel.show_reading)
    panel.jump_requested.connect(editor.jump_to)
    panel.repair_requested.connect(editor.repair)
    panel.show_reading(editor.reading)
    return panel


class TestChecks:
    def test_it_counts_and_explains(self, checks: ChecksPanel) -> None:
        assert checks.summary.text() == "1 problem"
        assert checks.detail.text().startswith("3 of 8 goals written")
        assert checks.ring.accessibleName() == "3 of 8 goals written"
        first = checks.rows[0]
        assert first.finding is not None and first.finding.severity is Severity.PROBLEM
        assert "Step 4" in first.accessibleName()

    def test_a_click_jumps_to_the_step(self, checks: ChecksPanel, editor: EditorView) -> None:
        QTest.mouseClick(checks.rows[0], Qt.MouseButton.LeftButton)
        assert editor.steps.current == 4

    def test_enter_jumps_too(self, checks: ChecksPanel, editor: EditorView) -> None:
        checks.rows[0].setFocus()
        QTest.keyClick(checks.rows[0], Qt.Key.Key_Return)
        assert editor.steps.current == 4

    def test_a_repair_settles_its_finding(self, checks: ChecksPanel, editor: EditorView) -> None:
        checks.rows[0].buttons[0].click()
        assert checks.summary.text() == "Nothing to fix"
        assert "Smoke tests" in editor.buffer.text

    def test_a_repair_fits_the_text_as_it_is_by_then(
        self, checks: ChecksPanel, editor: EditorView
    ) -> None:
        fixes: list[Fix] = []
        checks.repair_requested.disconnect(editor.repair)
        checks.repair_requested.connect(fixes.append)
        checks.rows[0].buttons[0].click()
        editor.buffer.replace(0, 0, "<!-- on top -->\n")
        editor.repair(fixes[0])
        assert 'Call @skill: "Smoke tests" and' in editor.buffer.text
        before = editor.buffer.text
        editor.repair(fixes[0])
        assert editor.buffer.text == before

    def test_an_empty_goal_opens_where_it_is_written(
        self, checks: ChecksPanel, editor: EditorView
    ) -> None:
        row = next(r for r in checks.rows if r.finding and r.finding.code == "goal-empty")
        row.buttons[0].click()
        assert row.finding is not None and editor.chips.open_kind is row.finding.goal

    def test_what_is_fine_can_be_folded_away(self, checks: ChecksPanel) -> None:
        checks._later.timeout.emit()
        assert checks._passed_rows.count() > 0
        checks.passed.click()
        assert checks._passed_rows.count() == 0

    def test_without_a_document_it_says_so(self, checks: ChecksPanel) -> None:
        checks.show_reading(None)
        assert checks.summary.text() == "No skill open"


class TestOutline:
    def test_it_lists_what_is_written_in_order(self) -> None:
        found = [(entry.text, entry.depth) for entry in entries(parse(DEPLOY))]
        assert found[0] == ("Deploy", 0)
        assert ("Trigger: ship it", 0) in found
        call = ("validate (branch = $branch) → $ok", 1)
        assert found[found.index(call) - 1][0].startswith("Check the target.")
        assert ("if $ok is false → step 5", 1) in found

    def test_a_line_jumps_and_follows(self, qtbot: QtBot, editor: EditorView) -> None:
        panel = OutlinePanel(editor._context)
        qtbot.addWidget(panel)
        panel.show_reading(editor.reading)
        panel.show()
        panel.jump_requested.connect(editor.jump_to)
        editor.position_changed.connect(panel.show_position)
        row = next(n for n, e in enumerate(panel._model.entries) if e.number == "3")
        panel.list.clicked.emit(panel._model.index(row))
        assert editor.steps.current == 3
        assert panel.list.currentIndex().row() == row

    def test_it_marks_where_the_document_in_front_is(
        self, qtbot: QtBot, editor: EditorView, vault: Vault
    ) -> None:
        other = EditorView(editor._context)
        qtbot.addWidget(other)
        other.open_skill(library.save(vault, None, "# Boil\n\n1. Fill.\n2. Boil.\n").skill)
        page = QWidget()
        qtbot.addWidget(page)
        panel = Panel(editor._context, page)
        panel.open.choose("outline")
        page.show()
        outline = panel.outline
        editor.steps.set_current(3)
        for one, step in ((editor, "3"), (other, "1"), (editor, "3")):
            panel.follow(one, one.skill_id)
            assert outline._model.entries[outline.list.currentIndex().row()].number == step

    def test_the_model_keeps_its_promises(self, qtbot: QtBot, editor: EditorView) -> None:
        panel = OutlinePanel(editor._context)
        qtbot.addWidget(panel)
        fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
        tester = QAbstractItemModelTester(panel._model, fatal)
        for text in (DEPLOY, DEPLOY + "6. More\n", DEPLOY.replace("Agree", "Fix"), "", DEPLOY):
            panel._model.set_entries(entries(parse(text)))
        panel.show_reading(None)
        assert tester.model() is panel._model
