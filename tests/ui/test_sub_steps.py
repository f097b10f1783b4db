"""Sub-steps, phases and sections in the card view: shown, folded, and written in."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.core.library import library
from app.core.skills.reading.grammar import parse
from app.ui.context import AppContext
from app.ui.views.skills.editor.outline import entries
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.fold_head import FoldHead
from app.ui.views.skills.editor.view import EditorView
from tests.ui.test_editor import _field, _texts, deploy, editor

__all__ = ["deploy", "editor"]
Key, Held = Qt.Key, Qt.KeyboardModifier

COLD = """# Receive a cold delivery

Success: every box is on its shelf
Trigger: a cold delivery

## Purpose

Nothing gets warm.

## Procedure

### At the dock

1. Ask for the delivery note.
2. Measure three boxes:
   - the front
   - the middle
     1. left
     2. right

> The middle is warmest.
> _(from Diary)_

   - the door
3. Sign. If it is warm, go back to step 2.2.

### In the store

1. Put the boxes away. @loop: "Ask for" max=2
2. Lock the door. If one is wet, go back to step 1.
"""


@pytest.fixture
def cold(editor: EditorView, context: AppContext) -> EditorView:
    editor.open_skill(library.save(context.vault, None, COLD).skill)
    return editor


def _card(editor: EditorView, position: int) -> StepCard:
    card = editor.steps.card(position)
    assert card is not None
    return card


def _labels(editor: EditorView) -> list[str]:
    return [card.content.label for card in editor.steps._cards]


def _seen(editor: EditorView) -> list[str]:
    return [card.content.label for card in editor.steps._cards if card.isVisible()]


def _head(editor: EditorView, title: str) -> FoldHead:
    for part in editor.steps._parts:
        if isinstance(part, FoldHead) and part.content is not None and part.content.title == title:
            return part
    raise AssertionError(title)


def _inside(inner: QWidget, outer: QWidget) -> bool:
    return outer.geometry().contains(inner.geometry())


class TestShown:
    def test_sub_steps_lie_in_the_frame_of_their_step(self, cold: EditorView) -> None:
        assert _labels(cold) == ["1", "2", "2.1", "2.2", "2.2.1", "2.2.2", "2.3", "3", "4", "5"]
        for inner, outer in ((3, 2), (4, 2), (5, 4), (6, 4), (7, 2)):
            assert _inside(_card(cold, inner), _card(cold, outer))
        assert not _inside(_card(cold, 7), _card(cold, 4))
        assert not _card(cold, 8).geometry().intersects(_card(cold, 2).geometry())
        assert cold._count.text() == "5 in 2 phases"

    def test_what_lies_in_a_frame_can_be_clicked(self, cold: EditorView) -> None:
        place = _card(cold, 5).geometry().center()
        assert cold.steps._ground.childAt(place) in (
            _card(cold, 5), *_card(cold, 5).findChildren(QWidget)
        )  # fmt: skip

    def test_a_memory_between_sub_steps_stays_with_them(self, cold: EditorView) -> None:
        memory = next(p for p in cold.steps._parts if isinstance(p, QuietBlock) and p.is_memory)
        assert _inside(memory, _card(cold, 2))
        _card(cold, 2).fold(True)
        assert not memory.isVisible()

    def test_phases_and_sections_are_headings(self, cold: EditorView) -> None:
        assert _head(cold, "At the dock").words == "At the dock 3 steps"
        assert _head(cold, "In the store").words == "In the store 2 steps"
        purpose = _head(cold, "Purpose")
        assert purpose.folded and purpose.content is not None
        assert purpose.content.excerpt == "Nothing gets warm."

    def test_a_section_says_what_it_is_called_in_general(self, context: AppContext) -> None:
        text = "# A\n\n## Zweck\n\nNichts wird warm.\n\n## Ablauf\n\n1. Prüfen.\n2. Melden.\n"
        made = EditorView(context)
        made.open_skill(library.save(context.vault, None, text).skill)
        assert _head(made, "Zweck").words == "Zweck Purpose"
        made.deleteLater()

    def test_sections_look_the_same_however_their_names_are_written(
        self, context: AppContext
    ) -> None:
        """A name above a paragraph, as it is pasted from a document, is a heading, too."""
        text = (
            "# Goods in\n\n1. Purpose\n\nNothing gets warm.\n\n"
            "2. Scope\nAll deliveries at the ramp.\nNot the post.\n\nNor returns.\n\n"
            "3. References\nSOP-011\n\n4. Procedure\n\n4.1 Count the pallets.\n4.2 Sign.\n"
        )
        made = EditorView(context)
        made.open_skill(library.save(context.vault, None, text).skill)
        said = {}
        for title in ("Purpose", "Scope", "References"):
            head = _head(made, title)
            assert head.folded and head.content is not None and head.content.kind == "section"
            said[title] = head.content.excerpt
        assert said["Scope"] == "All deliveries at the ramp. Not the post. Nor returns."
        notes = [part for part in made.steps._parts if isinstance(part, QuietBlock)]
        below = [note._prose.text for note in notes]
        assert below[:3] == [
            "Nothing gets warm.", "All deliveries at the ramp.\nNot the post.", "Nor returns.",
        ]  # fmt: skip
        assert "SOP-011" in below and not any("Scope" in words for words in below)
        made.deleteLater()

    def test_jumps_name_sub_steps_and_phases(self, cold: EditorView) -> None:
        said = [pill.text for n in (8, 9, 10) for pill in _card(cold, n).content.pills]
        assert said == [
            "if it is warm → back to step 2.2", "back to step 1, max 2",
            "if one is wet → back to step 4",
        ]  # fmt: skip

    def test_the_outline_has_them_too(self) -> None:
        found = [(e.number or e.icon, e.depth, e.text) for e in entries(parse(COLD))]
        assert ("phase", 0, "At the dock") in found and ("note", 0, "Purpose") in found
        assert ("2.2", 1, "the middle") in found and ("2.2.1", 2, "left") in found

    def test_a_finding_names_its_step_as_it_is_counted(self, cold: EditorView) -> None:
        finding = next(f for f in cold.reading.findings if f.code == "loop-uncapped")
        assert finding.step == 8 and _labels(cold)[finding.step - 1] == "3"


class TestFolding:
    def test_a_step_folds_with_all_below_it(self, cold: EditorView) -> None:
        _card(cold, 2).fold(True)
        assert _seen(cold) == ["1", "2", "3", "4", "5"]
        assert _card(cold, 8).y() < 400
        _card(cold, 2).fold(False)
        assert len(_seen(cold)) == 10

    def test_the_chevron_folds(self, cold: EditorView) -> None:
        chevron = _card(cold, 4)._fold
        assert chevron is not None and chevron.accessibleName() == "Hide 2 sub-steps"
        chevron.click()
        assert "2.2.1" not in _seen(cold) and "2.3" in _seen(cold)
        assert chevron.accessibleName() == "Show 2 sub-steps"

    def test_left_and_right_fold_from_the_keyboard(self, cold: EditorView) -> None:
        cold.steps.go_to(6)
        QTest.keyClick(_card(cold, 6), Key.Key_Left)
        assert cold.steps.current == 4
        QTest.keyClick(_card(cold, 4), Key.Key_Left)
        assert _card(cold, 4).folded
        QTest.keyClick(_card(cold, 4), Key.Key_Down)
        assert cold.steps.current == 7
        QTest.keyClick(_card(cold, 7), Key.Key_Up)
        QTest.keyClick(_card(cold, 4), Key.Key_Right)
        assert not _card(cold, 4).folded

    def test_going_to_what_is_folded_away_unfolds(self, cold: EditorView) -> None:
        _card(cold, 2).fold(True)
        _head(cold, "At the dock").fold(True)
        assert _seen(cold) == ["4", "5"]
        cold.steps.go_to(6)
        assert "2.2.2" in _seen(cold) and _card(cold, 6).hasFocus()

    @pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return, Key.Key_Left])
    def test_a_phase_folds_from_the_keyboard(self, cold: EditorView, key: Qt.Key) -> None:
        head = _head(cold, "At the dock")
        QTest.keyClick(head, key)
        assert head.folded and _seen(cold) == ["4", "5"]

    def test_a_click_unfolds_a_section(self, cold: EditorView) -> None:
        note = next(
            p for p in cold.steps._parts
            if isinstance(p, QuietBlock) and p.accessibleName() == "Nothing gets warm."
        )  # fmt: skip
        assert not note.isVisible()
        QTest.mouseClick(_head(cold, "Purpose"), Qt.MouseButton.LeftButton)
        assert note.isVisible()

    def test_writing_in_a_folded_step_leaves_it_folded(self, cold: EditorView) -> None:
        _card(cold, 2).fold(True)
        cold.step_editing.edit(2, -1)
        QTest.keyClicks(_field(cold, 2), " now")
        cold.reader.read_now()
        assert _card(cold, 2).folded and _texts(cold)[1] == "Measure three boxes: now"

    def test_arrows_leave_a_field_over_what_is_folded(self, cold: EditorView) -> None:
        _card(cold, 2).fold(True)
        cold.step_editing.edit(2, -1)
        QTest.keyClick(_field(cold, 2), Key.Key_Down)
        assert cold.step_editing.position == 8

    def test_another_skill_begins_unfolded(self, cold: EditorView, context: AppContext) -> None:
        _card(cold, 2).fold(True)
        cold.open_skill(library.save(context.vault, None, COLD.replace("Receive", "Take")).skill)
        assert len(_seen(cold)) == 10


def _strip(editor: EditorView, position: int) -> list[str]:
    strip = _card(editor, position)._strip
    assert strip is not None
    return [strip._words.text(), strip._repair.text(), *(one.text() for one in strip._answers)]


class TestDoubts:
    TEXT = "# Wash\n\n1. Wash.\n2. Look at it. Repeat until clean.\n3. Dry.\n"

    @pytest.fixture
    def wash(self, editor: EditorView, context: AppContext) -> EditorView:
        editor.open_skill(library.save(context.vault, None, self.TEXT).skill)
        return editor

    def test_a_doubtful_reading_is_a_question(self, wash: EditorView) -> None:
        assert _strip(wash, 2) == [
            "Did you mean ‘Repeat this step’?", "Yes", "Repeat from step 1",
        ]  # fmt: skip
        assert _card(wash, 2).accessibleDescription() == "Did you mean ‘Repeat this step’?"

    @pytest.mark.parametrize(
        ("answer", "written"), [(0, "@loop: self"), (1, "@loop: 1")], ids=["yes", "another"]
    )
    def test_one_click_writes_the_annotation(
        self, wash: EditorView, answer: int, written: str
    ) -> None:
        strip = _card(wash, 2)._strip
        assert strip is not None
        button = [strip._repair, *strip._answers][answer]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert _texts(wash)[1] == f"Look at it. Repeat until clean. {written}"
        assert not any(finding.code == "jump-unread" for finding in wash.reading.findings)
        wash.undoing.undo()
        assert wash.buffer.text == self.TEXT

    def test_nothing_is_asked_where_nothing_can_be_written(self, wash: EditorView) -> None:
        wash.set_read_only(True)
        strip = _card(wash, 2)._strip
        assert strip is not None
        assert not any(one.isVisible() for one in (strip._repair, *strip._answers))


LIST = """# Prepare

Success: done
Trigger: start

1. Prepare:
   - one
   - two
2. Check:
   1. a
   2. b
3. End. If it fails, go back to step 1.
"""


@pytest.fixture
def prepare(editor: EditorView, context: AppContext) -> EditorView:
    editor.open_skill(library.save(context.vault, None, LIST).skill)
    return editor


def _paths(editor: EditorView) -> list[tuple[str, str]]:
    return [(step.path, step.text) for step in editor.reader.skill.steps]


def _typed(editor: EditorView, words: str) -> None:
    field = editor.step_editing.field
    assert field is not None
    QTest.keyClicks(field, words)


def _press(editor: EditorView, key: Qt.Key, held: Qt.KeyboardModifier = Held.NoModifier) -> None:
    field = editor.step_editing.field
    assert field is not None
    QTest.keyClick(field, key, held)


def _paste(editor: EditorView, text: str) -> None:
    field = editor.step_editing.field
    assert field is not None
    mime = QMimeData()
    mime.setText(text)
    field.insertFromMimeData(mime)


class TestWriting:
    def test_enter_in_a_sub_step_makes_a_sub_step(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(3, -1)
        for words in ("three", "four"):
            _press(prepare, Key.Key_Return)
            _typed(prepare, words)
        assert _paths(prepare)[1:6] == [
            ("1.1", "one"), ("1.2", "two"), ("1.3", "three"), ("1.4", "four"), ("2", "Check:"),
        ]  # fmt: skip

    def test_enter_in_an_empty_sub_step_ends_the_list(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(3, -1)
        _press(prepare, Key.Key_Return)
        _press(prepare, Key.Key_Return)
        _typed(prepare, "Next.")
        assert _paths(prepare)[2:5] == [("1.2", "two"), ("2", "Next."), ("3", "Check:")]

    def test_backspace_at_the_start_joins_it_to_what_is_above(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(3, 0)
        _press(prepare, Key.Key_Backspace)
        assert _paths(prepare)[1:3] == [("1.1", "one two"), ("2", "Check:")]
        _press(prepare, Key.Key_Home)
        _press(prepare, Key.Key_Backspace)
        assert _paths(prepare)[:2] == [("1", "Prepare: one two"), ("2", "Check:")]

    def test_tab_makes_a_sub_step_and_shift_tab_a_step_again(self, prepare: EditorView) -> None:
        before = prepare.buffer.text
        prepare.step_editing.edit(7, 2)
        _press(prepare, Key.Key_Tab)
        assert [path for path, _text in _paths(prepare)][4:] == ["2.1", "2.2", "2.3"]
        assert prepare.step_editing.position == 7
        _press(prepare, Key.Key_Backtab, Held.ShiftModifier)
        assert _paths(prepare)[6][0] == "3" and prepare.step_editing.position == 7
        _typed(prepare, "!")
        assert _paths(prepare)[6][1].startswith("En!d")
        for _undo in range(4):
            prepare.undoing.undo()
        assert prepare.buffer.text == before

    def test_tab_where_no_level_is_goes_on(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(1, 0)
        _press(prepare, Key.Key_Backtab, Held.ShiftModifier)
        assert prepare.buffer.text == LIST
        prepare.step_editing.edit(2, 0)
        _press(prepare, Key.Key_Tab)
        assert prepare.buffer.text == LIST

    def test_add_a_step_makes_a_step(self, cold: EditorView, prepare: EditorView) -> None:
        prepare.buffer.become(LIST[: LIST.index("3. End")])
        prepare.reader.read_now()
        prepare.steps._adding.button.click()
        _typed(prepare, "New.")
        assert _paths(prepare)[-2:] == [("2.2", "b"), ("3", "New.")]

    def test_insert_above_and_below_keep_to_the_list(self, prepare: EditorView) -> None:
        prepare.step_editing.insert_above(4)
        _typed(prepare, "Before.")
        prepare.step_editing.insert_below(5)
        _typed(prepare, "After.")
        assert [text for path, text in _paths(prepare) if "." not in path] == [
            "Prepare:", "Before.", "Check:", "After.", "End. If it fails, go back to step 1.",
        ]  # fmt: skip

    def test_an_emptied_step_keeps_its_sub_steps(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(1, -1)
        field = _field(prepare, 1)
        field.selectAll()
        _press(prepare, Key.Key_Delete)
        prepare.step_editing.leave()
        assert [text for _path, text in _paths(prepare)][:3] == ["", "one", "two"]

    def test_a_step_with_sub_steps_does_not_become_a_goal(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(1, -1)
        _field(prepare, 1).selectAll()
        _typed(prepare, "Out of scope: rain")
        prepare.step_editing.leave()
        assert [text for _path, text in _paths(prepare)][1:3] == ["one", "two"]


class TestTypedInAField:
    @pytest.fixture
    def typed(self, prepare: EditorView) -> EditorView:
        """Lettered lines below the last step, in its field."""
        prepare.step_editing.edit(7, 0)
        _press(prepare, Key.Key_End)
        for words in ("a. one", "b. two"):
            _press(prepare, Key.Key_Return, Held.ShiftModifier)
            _typed(prepare, words)
        prepare.reader.read_now()
        return prepare

    def test_enter_goes_on_behind_the_cursor(self, typed: EditorView) -> None:
        words = ["three", *map(str, range(4, 12))]
        for said in words:
            _press(typed, Key.Key_Return)
            _typed(typed, said)
        assert _paths(typed)[7:] == [
            (f"3.{n}", said) for n, said in enumerate(["one", "two", *words], 1)
        ]
        assert "   i. 9\n   j. 10\n   k. 11\n" in typed.buffer.text

    def test_enter_within_a_line_splits_that(self, typed: EditorView) -> None:
        for _key in range(len("o\nb. two") - 2):
            _press(typed, Key.Key_Left)
        _press(typed, Key.Key_Up)
        _press(typed, Key.Key_End)
        _press(typed, Key.Key_Left)
        _press(typed, Key.Key_Return)
        assert [text for _path, text in _paths(typed)[7:]] == ["on", "e", "two"]
        assert typed.step_editing.position == 9

    def test_they_are_shown_once(self, typed: EditorView) -> None:
        assert _field(typed, 7).text.endswith("\na. one\nb. two")
        assert _seen(typed)[-1] == "3" and len(_seen(typed)) == 7
        typed.step_editing.leave()
        assert _seen(typed)[-3:] == ["3", "3.1", "3.2"]

    def test_they_are_shown_when_the_typing_is_undone(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(1, -1)
        _press(prepare, Key.Key_Return, Held.ShiftModifier)
        _typed(prepare, "- new")
        prepare.reader.read_now()
        assert _seen(prepare) == ["1", "1.2", "1.3", "2", "2.1", "2.2", "3"]
        while prepare.buffer.text != LIST:
            prepare.undoing.undo()
        assert len(_seen(prepare)) == 7


class TestPasting:
    @pytest.mark.parametrize("pasted", ["1. A\n2. B\n3. C\n", "a. A\nb. B\nc. C"])
    def test_lines_pasted_into_a_sub_step_follow_it(self, prepare: EditorView, pasted: str) -> None:
        prepare.step_editing.edit(2, -1)
        _paste(prepare, pasted)
        assert _paths(prepare)[1:7] == [
            ("1.1", "one"), ("1.2", "A"), ("1.3", "B"), ("1.4", "C"), ("1.5", "two"),
            ("2", "Check:"),
        ]  # fmt: skip
        assert prepare.steps.current == 5
        prepare.undoing.undo()
        assert prepare.buffer.text == LIST

    def test_into_an_empty_one_they_come_instead(self, prepare: EditorView) -> None:
        prepare.step_editing.edit(6, -1)
        _press(prepare, Key.Key_Return)
        _paste(prepare, "1. A\n2. B\n")
        assert _paths(prepare)[4:8] == [("2.1", "a"), ("2.2", "b"), ("2.3", "A"), ("2.4", "B")]
        assert prepare.steps.current == 8

    @pytest.mark.parametrize(
        ("position", "paths"),
        [
            (2, ["1.1", "1.2", "1.2.1", "1.2.2", "1.2.2.1", "1.3", "1.4", "2"]),
            (5, ["2.1", "2.2", "2.2.1", "2.2.2", "2.2.2.1", "2.3", "2.4", "3"]),
            (7, ["3", "4", "4.1", "4.2", "4.2.1", "5"]),
            (1, ["1", "1.1", "1.2", "2", "2.1", "2.2", "2.2.1", "3", "4"]),
        ],
    )
    def test_sub_steps_stay_sub_steps(
        self, prepare: EditorView, position: int, paths: list[str]
    ) -> None:
        prepare.step_editing.edit(position, -1)
        _paste(prepare, "1. A\n   - x\n   - y\n     - z\n2. B\n")
        found = _paths(prepare)
        assert [path for path, _text in found][position - 1 :][: len(paths)] == paths
        said = [text for _path, text in found]
        assert said[said.index("A") :][:5] == ["A", "x", "y", "z", "B"]


class TestMoving:
    def test_a_step_moves_with_its_sub_steps_and_stays_folded(self, prepare: EditorView) -> None:
        _card(prepare, 1).fold(True)
        prepare.steps.go_to(1)
        QTest.keyClick(_card(prepare, 1), Key.Key_Down, Held.AltModifier)
        assert [text for _path, text in _paths(prepare)] == [
            "Check:", "a", "b", "Prepare:", "one", "two", "End. If it fails, go back to step 2.",
        ]  # fmt: skip
        assert prepare.steps.current == 4 and _card(prepare, 4).folded
        QTest.keyClick(_card(prepare, 4), Key.Key_Up, Held.AltModifier)
        assert prepare.buffer.text == LIST and prepare.steps.current == 1

    def test_a_sub_step_moves_among_its_own(self, prepare: EditorView) -> None:
        prepare.steps.go_to(6)
        QTest.keyClick(_card(prepare, 6), Key.Key_Up, Held.AltModifier)
        assert _paths(prepare)[4:6] == [("2.1", "b"), ("2.2", "a")]
        QTest.keyClick(_card(prepare, 5), Key.Key_Up, Held.AltModifier)
        assert _paths(prepare)[4:6] == [("2.1", "b"), ("2.2", "a")]

    def test_deleting_a_step_takes_its_sub_steps_along(self, prepare: EditorView) -> None:
        prepare.step_editing.delete(4)
        assert [text for _path, text in _paths(prepare)][:3] == ["Prepare:", "one", "two"]
        assert len(_paths(prepare)) == 4
        prepare.undoing.undo()
        assert prepare.buffer.text == LIST

    def test_a_phase_moves_from_its_heading(self, cold: EditorView) -> None:
        head = _head(cold, "At the dock")
        head.setFocus()
        QTest.keyClick(head, Key.Key_Down, Held.AltModifier)
        assert [phase.title for phase in cold.reader.skill.phases] == [
            "In the store", "At the dock",
        ]  # fmt: skip
        menu = cold.head_menu.menu(_head(cold, "At the dock").place)
        assert [action.isEnabled() for action in menu.actions()] == [True, True, False]
        menu.actions()[1].trigger()
        assert cold.buffer.text == COLD


class TestDragging:
    def test_a_dragged_step_folds_and_lands_among_its_own(self, cold: EditorView) -> None:
        asked: list[tuple[int, int]] = []
        cold.steps.move_wanted.connect(lambda start, end: asked.append((start, end)))
        cold.steps.move_wanted.disconnect(cold.step_editing.move)
        card, last = _card(cold, 2), _card(cold, 8)
        card.drag_started.emit()
        assert card.folded and not _card(cold, 3).isVisible()
        card.dragged.emit(QPoint(90, last.geometry().bottom()))
        cold.steps.arrange()
        assert card.y() > last.y() and cold.steps._line.isVisible()
        card.dropped.emit()
        assert asked == [(2, 8)] and not card.folded and not cold.steps._line.isVisible()
        inner = _card(cold, 3)
        inner.drag_started.emit()
        inner.dragged.emit(QPoint(90, cold.steps._ground.height()))
        inner.dropped.emit()
        assert asked == [(2, 8), (3, 7)]
