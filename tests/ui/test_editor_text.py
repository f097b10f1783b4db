"""The text mode, the one sheet below it, and the words offered while typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.grammar import parse
from app.core.vault import Vault
from app.ui.views.editor.excerpt import Excerpt
from app.ui.views.editor.ink import Ink
from app.ui.views.editor.sheet import Sheet
from app.ui.views.editor.spans import spans, step_marks
from app.ui.views.editor.units import Units
from app.ui.views.editor.view import TEXT, EditorView
from tests.ui.test_editor import DEPLOY, _field, _shown, deploy, desk, editor

__all__ = ["deploy", "desk", "editor"]

TEXTS = st.text(st.sampled_from("ab1.$@ \n🚀é#:-"), max_size=60)


class TestUnits:
    @given(st.text(max_size=40))
    def test_both_countings_agree_with_utf_16(self, text: str) -> None:
        units = Units(text)
        for at in range(len(text) + 1):
            place = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
            assert units.qt(at) == place
            assert units.ours(place) == at


class TestSheet:
    @given(TEXTS, st.lists(TEXTS, max_size=6))
    def test_every_text_can_become_every_other_and_back(
        self, qapp: object, first: str, others: list[str]
    ) -> None:
        sheet = Sheet()
        sheet.load(first)
        for text in others:
            sheet.become(text)
            assert sheet.text == text
        while sheet.undo() is not None:
            pass
        assert sheet.text == first
        while sheet.redo() is not None:
            pass
        assert sheet.text == (others[-1] if others else first)

    def test_what_was_typed_before_another_text_was_loaded_is_gone(self, qapp: object) -> None:
        sheet = Sheet()
        sheet.load("one")
        sheet.become("two")
        sheet.load("three")
        assert sheet.undo() is None and sheet.text == "three"

    @pytest.mark.parametrize("odd", ["a\u00a0b", "a\u2028b", "a\x00b", "a\tb", "\ufeff# a"])
    def test_odd_characters_survive(self, qapp: object, odd: str) -> None:
        sheet = Sheet()
        sheet.load(odd)
        assert sheet.stored == odd
        sheet.become(sheet.text + "!")
        assert sheet.stored == odd + "!"


class TestExcerpt:
    @given(st.lists(st.text(st.sampled_from("ab🚀 $"), max_size=8), min_size=1, max_size=4))
    def test_places_are_found_in_both_directions(self, lines: list[str]) -> None:
        body = "\n   ".join(["x" + line.strip() for line in lines])
        text = f"1. {body}\n2. End"
        step = parse(text).steps[0]
        excerpt = Excerpt(text, step.body_start, step.body_end, step.text)
        for at, letter in enumerate(step.text):
            assert text[excerpt.outside(at)] == letter
            assert excerpt.inside(excerpt.outside(at)) == at


class TestInks:
    def test_everything_with_a_meaning_has_its_ink(self) -> None:
        said = {DEPLOY[start:end]: ink for start, end, ink in spans(parse(DEPLOY))}
        assert said["@skill: validate"] is Ink.CALL
        assert said["$branch"] is Ink.READ and said["$ok"] is Ink.CAPTURED
        assert said["@loop: 2 max=3"] is Ink.LOOP
        assert "Trigger:" in said and said["Deploy"] is Ink.TITLE

    def test_the_marks_of_a_step_are_in_its_own_positions(self) -> None:
        skill = parse(DEPLOY.replace("Agree", "🧭 Agree"))
        step = skill.steps[3]
        said = {step.text[start:end]: ink for start, end, ink in step_marks(skill, step)}
        assert said == {"@skill: smoke-test": Ink.CALL, "@loop: 2 max=3": Ink.LOOP}


def _underlined(editor: EditorView) -> list[str]:
    """The stretches of the text with a wave below."""
    found = []
    block = editor.sheet.document.begin()
    while block.isValid():
        for stretch in block.layout().formats():
            if stretch.format.underlineColor().isValid():
                found.append(block.text()[stretch.start : stretch.start + stretch.length])
        block = block.next()
    return found


class TestTextMode:
    def test_problems_are_underlined_where_they_are(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        assert "smoke-test" in _underlined(editor)

    def test_the_inks_of_a_line_move_along_while_it_is_typed_in(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        line = DEPLOY.index("Call @skill")
        editor.text_view.select(line, line)
        QTest.keyClicks(editor.text_view, "Then ")
        assert "smoke-test" in _underlined(editor)
        editor.reader.read_now()
        assert "smoke-test" in _underlined(editor)

    def test_an_emoji_does_not_shift_the_inks(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        editor.sheet.become(DEPLOY.replace("# Deploy", "# 🚀🚀 Deploy").replace("Call", "🧭 Call"))
        editor.reader.read_now()
        line = next(line for line in editor.sheet.text.splitlines() if "smoke" in line)
        found = [
            line.encode("utf-16-le")[s.start * 2 : (s.start + s.length) * 2].decode("utf-16-le")
            for s in _formats_of(editor, line)
            if s.format.underlineColor().isValid()
        ]
        assert found == ["smoke-test"]

    def test_typing_saves_and_reads(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        editor.text_view.select(len(DEPLOY), len(DEPLOY))
        QTest.keyClicks(editor.text_view, "6. More")
        editor.reader.idle.timeout.emit()
        assert len(editor.reading.skill.steps) == 6 and editor.dirty

    def test_control_and_a_click_open_a_call(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        opened: list[str] = []
        editor.open_requested.connect(opened.append)
        at = DEPLOY.index("validate(") + 3
        cursor = editor.text_view.textCursor()
        cursor.setPosition(at)
        place = editor.text_view.cursorRect(cursor).center()
        held = Qt.KeyboardModifier.ControlModifier
        QTest.mouseClick(editor.text_view.viewport(), Qt.MouseButton.LeftButton, held, place)
        assert opened == ["validate"]

    def test_the_quick_fix_settles_what_is_at_the_cursor(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        at = DEPLOY.index("smoke-test") + 2
        editor.text_view.select(at, at)
        found = [f.code for f in editor.fixing._here()]
        assert found == ["call-unknown"]

    def test_jumping_selects_the_place(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        start = DEPLOY.index("smoke-test")
        editor.jump_to(start, start + 10)
        assert editor.text_view.textCursor().selectedText() == "smoke-test"


def _formats_of(editor: EditorView, line: str) -> list[QTextLayout.FormatRange]:
    block = editor.sheet.document.begin()
    while block.isValid() and block.text() != line:
        block = block.next()
    return list(block.layout().formats())


class TestCompleting:
    def test_a_skill_is_offered_and_written(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClicks(field, " @skill: smo")
        assert editor.completing.list.isVisible()
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.text == 'Agree the window. @skill: "Smoke tests"'
        assert editor.completing.list.isHidden() and field.hasFocus()

    def test_arrows_choose_and_escape_closes_only_the_list(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClicks(field, " @skill: ")
        names = editor.completing.list.model()
        assert names is not None and names.rowCount() == 2
        QTest.keyClick(field, Qt.Key.Key_Down)
        assert editor.completing.list.currentIndex().row() == 1
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert editor.completing.list.isHidden() and field.isVisible()

    def test_a_variable_in_a_goal(self, editor: EditorView) -> None:
        from app.core.skills.model import GoalKind  # noqa: PLC0415

        editor.goal_editing.open(GoalKind.SUCCESS)
        field = editor.chips.box.field
        QTest.keyClicks(field, " $br")
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert field.text == "it runs $branch"

    def test_an_annotation_in_the_text(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        end = DEPLOY.index("Agree the window.") + len("Agree the window.")
        editor.text_view.select(end, end)
        QTest.keyClicks(editor.text_view, " @lo")
        _choose(editor.text_view)
        assert "window. @loop: \n" in editor.sheet.text


def _choose(field: QTextEdit) -> None:
    QTest.keyClick(field, Qt.Key.Key_Return)


class TestBigTexts:
    def test_a_click_below_the_text_does_nothing_odd(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        viewport = editor.steps.viewport()
        below = QPoint(300, viewport.height() - 2)
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=below)
        assert editor.sheet.text == DEPLOY

    def test_many_lines_open_as_text(self, qtbot: QtBot, editor: EditorView, vault: Vault) -> None:
        text = "# Big\n\n" + "".join(f"{n}. Do {n}\n" for n in range(1, 3_000))
        other = _shown(qtbot, editor._desk)
        other.open_skill(library.save(vault, None, text).skill)
        assert other.mode == TEXT and other.sheet.text == text
