"""The text mode, the one buffer below it, and the words offered while typing."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QTextCharFormat, QTextLayout
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.library import library
from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.steps.excerpt import Excerpt
from app.ui.views.skills.editor.steps.style_spans import spans, step_marks
from app.ui.views.skills.editor.text import text_view
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import LONGEST, TextBuffer, beginning
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.prose.text_style import TextStyle
from app.ui.widgets.prose.utf16 import Units
from tests.ui.test_editor import DEPLOY, _field, _shown, deploy, editor

__all__ = ["deploy", "editor"]

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
        buffer = TextBuffer()
        buffer.load(first)
        for text in others:
            buffer.become(text)
            assert buffer.text == text
        while buffer.undo() is not None:
            pass
        assert buffer.text == first
        while buffer.redo() is not None:
            pass
        assert buffer.text == (others[-1] if others else first)

    def test_what_was_typed_before_another_text_was_loaded_is_gone(self, qapp: object) -> None:
        buffer = TextBuffer()
        buffer.load("one")
        buffer.become("two")
        buffer.load("three")
        assert buffer.undo() is None and buffer.text == "three"

    @pytest.mark.parametrize("odd", ["a\u00a0b", "a\u2028b", "a\x00b", "a\tb", "\ufeff# a"])
    def test_odd_characters_survive(self, qapp: object, odd: str) -> None:
        buffer = TextBuffer()
        buffer.load(odd)
        assert buffer.stored == odd
        buffer.become(buffer.text + "!")
        assert buffer.stored == odd + "!"


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
    def test_everything_with_a_meaning_has_its_style(self) -> None:
        said = {DEPLOY[start:end]: style for start, end, style in spans(parse(DEPLOY))}
        assert said["@skill: validate"] is TextStyle.CALL
        assert said["$branch"] is TextStyle.READ and said["$ok"] is TextStyle.CAPTURED
        assert said["@loop: 2 max=3"] is TextStyle.LOOP
        assert "Trigger:" in said and said["Deploy"] is TextStyle.TITLE

    def test_the_marks_of_a_step_are_in_its_own_positions(self) -> None:
        skill = parse(DEPLOY.replace("Agree", "🧭 Agree"))
        step = skill.steps[3]
        said = {step.text[start:end]: style for start, end, style in step_marks(skill, step)}
        assert said == {"@skill: smoke-test": TextStyle.CALL, "@loop: 2 max=3": TextStyle.LOOP}

    def test_a_name_in_quotes_has_its_style_up_to_the_last_quote(self) -> None:
        skill = parse('# Bake\n\n1. @skill: "Check the starter"(flour)\n2. @skill: “Knead”.\n')
        said = [s.text[start:end] for s in skill.steps for start, end, style in
                step_marks(skill, s) if style is TextStyle.CALL]  # fmt: skip
        assert said == ['@skill: "Check the starter"', "@skill: “Knead”"]


def _underlined(editor: EditorView) -> list[str]:
    """The stretches of the text with a wave below."""
    found = []
    block = editor.buffer.document.begin()
    while block.isValid():
        for stretch in block.layout().formats():
            if stretch.format.underlineColor().isValid():
                found.append(block.text()[stretch.start : stretch.start + stretch.length])
        block = block.next()
    return found


def _formats(buffer: TextBuffer) -> list[list[tuple[object, ...]]]:
    """What every line looks like."""
    found = []
    block = buffer.document.begin()
    while block.isValid():
        found.append([(s.start, s.length, *_look(s.format)) for s in block.layout().formats()])
        block = block.next()
    return found


def _look(format_: QTextCharFormat) -> tuple[object, ...]:
    return (
        format_.foreground().color().name(),
        format_.background().color().name(),
        format_.fontWeight(),
        format_.fontItalic(),
        format_.underlineStyle(),
        format_.underlineColor().name(),
    )


def _reading(text: str, before: Reading | None = None) -> Reading:
    skill = parse(text, before.skill if before is not None else None)
    return Reading(None, skill, findings(skill, KnownSkills()))


EDITS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.sampled_from([0, 0, 1, 3, 40]),
        st.sampled_from(["", "a", "$branch", "🧭", "\n", "\n\n5. @loop: 9\n", "@skill: x -> $y"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


class TestFormats:
    # the theme is the same for every example
    @settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(EDITS)
    def test_after_any_edits_the_text_looks_as_if_it_was_painted_at_once(
        self, theme: Theme, edits: list[tuple[int, int, str, bool]]
    ) -> None:
        buffer, whole = TextBuffer(), TextBuffer()
        view, fresh = TextView(theme, buffer), TextView(theme, whole)
        view.show()
        fresh.show()
        buffer.load(DEPLOY)
        reading = _reading(buffer.text)
        view.show_reading(reading)
        for at, removed, new, looked_at in (*edits, (0, 0, "", True)):
            start = min(at, len(buffer.text))
            buffer.replace(start, min(start + removed, len(buffer.text)), new)
            if looked_at:
                reading = _reading(buffer.text, reading)
                view.show_reading(reading)
        whole.load(buffer.text)
        fresh.show_reading(_reading(buffer.text))
        view.finish()
        fresh.finish()
        assert any(_formats(whole))
        assert _formats(buffer) == _formats(whole)
        delete(view)
        delete(fresh)

    def test_what_is_in_sight_comes_first_and_the_rest_in_slices(
        self, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(text_view, "SLICE", 0.0)  # a line at a time
        buffer = TextBuffer()
        view = TextView(theme, buffer)
        qtbot.addWidget(view)
        view.show()
        buffer.load("# Long\n\n" + "".join(f"{n}. Use $it.\n" for n in range(1, 200)))
        reading = _reading(buffer.text)
        view.show_reading(reading)
        first = _formats(buffer)
        assert first[2] and not first[-2]
        buffer.replace(len(buffer.text) - 3, len(buffer.text) - 3, " and $that")  # while it goes on
        view.show_reading(_reading(buffer.text, reading))
        qtbot.waitUntil(lambda: bool(_formats(buffer)[-2]))
        assert all(_formats(buffer)[2:-1])


class TestTextMode:
    def test_problems_are_underlined_where_they_are(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        assert "smoke-test" in _underlined(editor)

    def test_the_styles_of_a_line_move_along_while_it_is_typed_in(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        line = DEPLOY.index("Call @skill")
        editor.text_view.select(line, line)
        QTest.keyClicks(editor.text_view, "Then ")
        assert "smoke-test" in _underlined(editor)
        editor.reader.read_now()
        assert "smoke-test" in _underlined(editor)

    def test_an_emoji_does_not_shift_the_styles(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        editor.buffer.become(DEPLOY.replace("# Deploy", "# 🚀🚀 Deploy").replace("Call", "🧭 Call"))
        editor.reader.read_now()
        line = next(line for line in editor.buffer.text.splitlines() if "smoke" in line)
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
        editor._context.go.call_requested.connect(opened.append)
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
        found = [f.code for f in editor.quick_fixes._here()]
        assert found == ["call-unknown"]

    def test_jumping_selects_the_place(self, editor: EditorView) -> None:
        editor.show_mode(TEXT)
        start = DEPLOY.index("smoke-test")
        editor.jump_to(start, start + 10)
        assert editor.text_view.textCursor().selectedText() == "smoke-test"


def _formats_of(editor: EditorView, line: str) -> list[QTextLayout.FormatRange]:
    block = editor.buffer.document.begin()
    while block.isValid() and block.text() != line:
        block = block.next()
    return list(block.layout().formats())


class TestCompleting:
    def test_a_skill_is_offered_and_written(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClicks(field, " @skill: smo")
        assert editor.completing.list.isVisible()
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert field.text == 'Agree the window. @skill: "Smoke tests"'
        assert editor.completing.list.isHidden() and field.hasFocus()

    def test_arrows_choose_and_escape_closes_only_the_list(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClicks(field, " @skill: ")
        names = editor.completing.list.model()
        assert names is not None and names.rowCount() == 2
        assert editor.completing.list.row < 0
        QTest.keyClick(field, Qt.Key.Key_Down)
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
        QTest.keyClick(editor.text_view, Qt.Key.Key_Tab)
        assert "window. @loop: \n" in editor.buffer.text


class TestBigTexts:
    def test_a_click_below_the_text_does_nothing_odd(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        viewport = editor.steps.viewport()
        below = QPoint(300, viewport.height() - 2)
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=below)
        assert editor.buffer.text == DEPLOY

    def test_many_lines_open_as_text(self, qtbot: QtBot, editor: EditorView, vault: Vault) -> None:
        text = "# Big\n\n" + "".join(f"{n}. Do {n}\n" for n in range(1, 3_000))
        other = _shown(qtbot, editor._context)
        other.open_skill(library.save(vault, None, text).skill)
        assert other.mode == TEXT and other.buffer.text == text


class TestTooLong:
    """A vault may hold such texts: of files, of agents, of earlier versions."""

    TEXT = "# Everything\n\nSuccess: it is read\n\n" + "Prose that says a little.\n" * 20_000

    def test_its_beginning_can_be_read(
        self, qtbot: QtBot, editor: EditorView, context: AppContext, vault: Vault
    ) -> None:
        skill = library.save(vault, None, self.TEXT).skill
        editor.open_skill(skill)
        assert editor.title == "Everything" and editor.read_only
        assert len(editor.buffer.text) <= LONGEST and editor.buffer.text.endswith("\n")
        assert "too many to edit here" in editor.library_watch._notices.text
        editor.buffer.replace(0, 0, "never kept ")
        assert not editor.dirty and editor.flush()
        assert library.text(vault, skill) == self.TEXT
        library.save(vault, skill, "# Short\n\n1. Do it.\n")
        qtbot.waitUntil(lambda: editor.title == "Short")
        assert not editor.read_only and editor.library_watch._notices.isHidden()

    def test_another_skill_in_its_place_can_be_changed(
        self, editor: EditorView, vault: Vault
    ) -> None:
        editor.open_skill(library.save(vault, None, self.TEXT).skill)
        editor.open_skill(library.save(vault, None, "# Short\n\n1. Do it.\n").skill)
        assert not editor.read_only
        editor.buffer.replace(0, 0, " ")
        assert editor.dirty

    def test_theirs_may_be_too_long(self, editor: EditorView, vault: Vault) -> None:
        assert editor.skill_id is not None
        editor.buffer.replace(0, 0, " ")
        library.save(vault, editor.skill_id, self.TEXT)
        editor.autosave.take_theirs()
        assert editor.read_only and len(editor.buffer.text) <= LONGEST

    def test_it_cannot_be_pasted(self, editor: EditorView) -> None:
        before = editor.buffer.text
        mime = QMimeData()
        mime.setText(self.TEXT)
        editor.text_view.insertFromMimeData(mime)
        assert editor.buffer.text == before
        assert "too many for one skill" in editor.library_watch._notices.text

    def test_a_long_paragraph_is_shown_as_text(self, editor: EditorView, vault: Vault) -> None:
        text = "# Long\n\n1. " + "Say a little more. " * 2_000
        editor.open_skill(library.save(vault, None, text).skill)
        assert editor.mode == TEXT and not editor.read_only
        editor.show_mode(STEPS)
        assert editor.mode == TEXT

    def test_one_line_is_cut_anywhere(self) -> None:
        assert beginning("x" * (LONGEST + 5)) == "x" * LONGEST
        assert beginning("short") == "short"
