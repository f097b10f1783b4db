"""Sub-steps, phases and sections in the card view: shown, folded, and written in."""


import pytest
from PySide6.QtCore import QPoint, Qt
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
from tests.ui.test_editor import _field, _texts, context, deploy, editor

__all__ = ["context", "deploy", "editor"]
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
        assert _labels(cold) == ["1", "2", "2.1", "2.2", "2.2.1", "2.2.2", "2.3", "3", "1", "2"]
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

    def test_jumps_name_sub_steps_and_phases(self, cold: EditorView) -> None:
        said = [pill.text for n in (8, 9, 10) for pill in _card(cold, n).content.pills]
        assert said == [
            "if it is warm → back to step 2.2", "back to step 1 of At the dock, max 2",
            "if one is wet → back to step 1",
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
        assert _seen(cold) == ["1", "2", "3", "1", "2"]
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
        assert _seen(cold) == ["1", "2"]
        cold.steps.go_to(6)
        assert "2.2.2" in _seen(cold) and _card(cold, 6).hasFocus()

    @pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return, Key.Key_Left])
    def test_a_phase_folds_from_the_keyboard(self, cold: EditorView, key: Key) -> None:
        head = _head(cold, "At the dock")
        QTest.keyClick(head, key)
        assert head.folded and _seen(cold) == ["1", "2"]

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
        wash.step_editing.undo()
        assert wash.buffer.text == self.TEXT

    def test_nothing_is_asked_where_nothing_can_be_written(self, wash: EditorView) -> None:
        wash.set_read_only(True)
        strip = _card(wash, 2)._strip
        assert strip is not None
        assert not any(one.isVisible() for one in (strip._repair, *strip._answers))
