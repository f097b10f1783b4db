"""The step cards: every way to change a step, and to take that back."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.model import BlockKind, GoalKind, JumpKind
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.editor.steps.add_row import AddRow
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.content import Items
from app.ui.views.skills.editor.steps.gutter import Arc, assign_lanes
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.widgets.prose.pill import Pill
from tests.ui.entries import said
from tests.ui.test_editor import DEPLOY, _field, _shown, _stored, _texts, deploy, editor

__all__ = ["deploy", "editor"]
Key, Held = Qt.Key, Qt.KeyboardModifier


def _card(editor: EditorView, position: int) -> StepCard:
    card = editor.steps.card(position)
    assert card is not None
    return card


def _pills(editor: EditorView, position: int) -> list[str]:
    card = editor.steps.card(position)
    assert card is not None
    return [" ".join(pill.said.text.split()) for pill in card._pills]


def _words(editor: EditorView, position: int) -> str:
    card = editor.steps.card(position)
    assert card is not None
    return "".join(run.text for run in card.content.runs)


def _is_seen(part: QWidget) -> bool:
    """Whether all of it is in view."""
    return part.visibleRegion().boundingRect() == part.rect()


class TestCardsThatFollow:
    """Cards that nobody can see yet are made while nothing else is to do."""

    STEPS = 60

    @pytest.fixture
    def long(self, editor: EditorView, context: AppContext) -> EditorView:
        steps = "".join(f"{n}. Look at number {n}.\n" for n in range(1, self.STEPS + 1))
        editor.open_skill(library.save(context.vault, None, f"# Long\n\n{steps}").skill)
        return editor

    def test_all_are_there_after_a_while(self, qtbot: QtBot, long: EditorView) -> None:
        assert len(long.steps._parts) < self.STEPS
        qtbot.waitUntil(lambda: len(long.steps._parts) == self.STEPS)
        assert _words(long, self.STEPS) == f"Look at number {self.STEPS}."
        last, before = _card(long, self.STEPS), _card(long, self.STEPS - 1)
        assert last.y() > before.geometry().bottom()

    def test_what_is_asked_for_is_there_at_once(self, long: EditorView) -> None:
        long.steps.go_to(self.STEPS)
        assert long.steps.current == self.STEPS
        long.buffer.become(long.buffer.text.replace("number 59", "the number 59"))
        long.reader.read_now()
        assert _words(long, 59) == "Look at the number 59."

    def test_a_step_added_at_the_foot_is_seen_with_what_adds_the_next(
        self, long: EditorView
    ) -> None:
        long.step_editing.add()
        add, field = long.steps.findChild(AddRow), _field(long, self.STEPS + 1)
        assert add is not None and _is_seen(add) and _is_seen(field)
        for _line in range(8):
            QTest.keyClicks(field, "and on")
            QTest.keyClick(field, Key.Key_Return, Held.ShiftModifier)
            assert _is_seen(add) and _is_seen(field)

    @pytest.mark.parametrize("position", [60, 61])
    def test_what_adds_a_step_stays_in_sight_when_a_step_has_a_problem(
        self, long: EditorView, position: int
    ) -> None:
        long.step_editing.add()
        add, field = long.steps.findChild(AddRow), _field(long, self.STEPS + 1)
        QTest.keyClicks(field, "Tell them.")
        long.reader.read_now()
        assert add is not None and _is_seen(add) and _is_seen(field)
        at = long.reader.skill.steps[position - 1].body_end
        before = add.y()
        long.buffer.replace(at, at, " Go back to step 99.")
        long.reader.read_now()
        assert add.y() > before, "a strip below the step has come"
        assert _is_seen(add) and _is_seen(field)

    def test_what_is_written_stays_in_sight(self, long: EditorView) -> None:
        long.step_editing.edit(1, -1)
        field, ground = _field(long, 1), long.steps.viewport()
        for _line in range(60):
            QTest.keyClicks(field, "and on")
            QTest.keyClick(field, Key.Key_Return, Held.ShiftModifier)
            caret = field.viewport().mapTo(ground, field.cursorRect().center())
            assert ground.rect().contains(caret)

    def test_what_is_seen_follows_the_width_at_once_and_the_rest_after_a_while(
        self, qtbot: QtBot, long: EditorView
    ) -> None:
        long.steps.finish()
        long.resize(long.width() - 120, long.height())
        QApplication.sendPostedEvents()
        width = _card(long, 1).width()
        qtbot.waitUntil(lambda: _card(long, self.STEPS).width() == width)


class TestShowing:
    def test_a_card_has_words_and_pills(self, editor: EditorView) -> None:
        assert _words(editor, 2) == "Check the target."
        assert _pills(editor, 2) == ["validate (branch = $branch) → $ok"]
        assert _pills(editor, 3) == ["if $ok is false → step 5"]
        assert _words(editor, 4) == "Call @skill: smoke-test and watch."
        assert _pills(editor, 4) == ["back to step 2, max 3"]

    def test_a_pill_opens_its_target(self, qtbot: QtBot, editor: EditorView) -> None:
        opened: list[str] = []
        editor._context.go.call_requested.connect(opened.append)
        pill = editor.steps.card(2)._pills[0]  # type: ignore[union-attr]
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        QTest.keyClick(pill, Key.Key_Return)
        assert opened == ["validate", "validate"]

    def test_a_branch_leads_to_its_step(self, qtbot: QtBot, editor: EditorView) -> None:
        pill = editor.steps.card(3)._pills[0]  # type: ignore[union-attr]
        assert isinstance(pill, Pill)
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        assert editor.steps.current == 5

    def test_what_is_between_the_steps_has_its_place(
        self, qtbot: QtBot, context: AppContext, vault: Vault
    ) -> None:
        text = (
            "# Mixed\n\nBefore all.\n\n1. One\n\nold-notes: when stuck\n- recall: outages\n\n"
            "2. Two\n"
        )
        editor = _shown(qtbot, context)
        editor.open_skill(library.save(vault, None, text).skill)
        kinds = [
            "step" if isinstance(part, StepCard) else part.content.kind  # type: ignore[union-attr]
            for part in editor.steps._parts
        ]
        assert kinds == ["step", BlockKind.RECIPE, "step"]
        assert editor.header.description.said == "Before all."
        editor.buffer.become(text.replace("Before all.", "Before all. " * 30))
        editor.reader.read_now()
        assert len(editor.steps._parts) == 4
        note = editor.steps._parts[0]
        QTest.mouseDClick(note, Qt.MouseButton.LeftButton)
        QTest.mouseRelease(editor, Qt.MouseButton.LeftButton)  # the note is gone by then
        assert editor.mode == TEXT and editor.text_view.at == text.index("Before")

    def test_arcs_over_each_other_have_lanes_of_their_own(self) -> None:
        arcs = [Arc(JumpKind.LOOP, 4, 1), Arc(JumpKind.BRANCH, 2, 5), Arc(JumpKind.LOOP, 8, 7)]
        assert assign_lanes(arcs) == [1, 2, 0] or assign_lanes(arcs)[0] != assign_lanes(arcs)[1]


class TestWriting:
    def test_enter_at_the_end_begins_a_step(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        QTest.keyClick(_field(editor, 1), Key.Key_Return)
        QTest.keyClicks(_field(editor, 2), "Tell all")
        assert _texts(editor)[:2] == ["Agree the window.", "Tell all"]
        assert "3. Check the target." in editor.buffer.text
        assert "@branch: if $ok is false -> 6" in editor.buffer.text
        assert "@loop: 3 max=3" in editor.buffer.text

    def test_enter_in_the_middle_splits(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.edit(1, len("Agree "))
        QTest.keyClick(_field(editor, 1), Key.Key_Return)
        assert _texts(editor)[:2] == ["Agree", "the window."]
        assert _field(editor, 2).at == 0

    def test_backspace_at_the_start_merges(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.edit(2, 0)
        QTest.keyClick(_field(editor, 2), Key.Key_Backspace)
        assert _texts(editor)[0].startswith("Agree the window. Check the target.")
        assert len(_texts(editor)) == 4
        assert _field(editor, 1).at == len("Agree the window.")

    def test_shift_enter_is_a_line_of_the_step(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClick(field, Key.Key_Return, Held.ShiftModifier)
        QTest.keyClicks(field, "Twice.")
        assert _texts(editor)[0] == "Agree the window.\nTwice."
        assert "1. Agree the window.\n   Twice.\n2. " in editor.buffer.text

    def test_a_step_left_empty_goes_away(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.insert(5)
        assert len(_texts(editor)) == 6
        QTest.keyClick(_field(editor, 6), Key.Key_Escape)
        assert editor.buffer.text.rstrip() == DEPLOY.rstrip()

    def test_numbers_typed_on_a_line_of_their_own_do_not_double(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClick(field, Key.Key_Return, Held.ShiftModifier)
        QTest.keyClicks(field, "2. again and again")
        assert editor.buffer.text.count("again and again") == 1

    @pytest.mark.parametrize(
        "change",
        [
            lambda e: e.step_editing.delete(2),
            lambda e: e.step_editing.move(2, 4),
            lambda e: e.step_editing.split(2, 5),
            lambda e: e.step_editing.merge(2),
            lambda e: e.step_editing.insert(0),
        ],
        ids=["delete", "move", "split", "merge", "insert"],
    )
    def test_everything_can_be_undone(
        self, editor: EditorView, change: Callable[[EditorView], None]
    ) -> None:
        change(editor)
        changed = editor.buffer.text
        assert changed != DEPLOY
        editor.undoing.undo()
        assert editor.buffer.text == DEPLOY
        editor.undoing.redo()
        assert editor.buffer.text == changed

    def test_the_letters_of_a_word_are_one_undo(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        field = _field(editor, 1)
        QTest.keyClicks(field, " Andantino")
        QTest.keyClick(field, Key.Key_Z, Held.ControlModifier)
        assert editor.buffer.text == DEPLOY and field.text == "Agree the window."

    def test_pasted_steps_become_steps(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, -1)
        mime = QMimeData()
        mime.setText("1. Alpha\n2. Beta\n")
        _field(editor, 1).insertFromMimeData(mime)
        assert _texts(editor)[:4] == [
            "Agree the window.", "Alpha", "Beta", _texts(editor)[3]
        ]  # fmt: skip
        assert _texts(editor)[3].startswith("Check")
        editor.undoing.undo()
        assert editor.buffer.text == DEPLOY

    def test_emoji_do_not_shift_anything(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.buffer.become(DEPLOY.replace("Agree", "🧭🧭 Agree"))
        editor.reader.read_now()
        editor.step_editing.edit(2, 0)
        QTest.keyClicks(_field(editor, 2), "x")
        assert "1. 🧭🧭 Agree the window.\n2. xCheck the target." in editor.buffer.text
        editor.step_editing.edit(1, 2)
        QTest.keyClicks(_field(editor, 1), "y")
        assert "1. 🧭🧭y Agree" in editor.buffer.text

    def test_an_edit_from_elsewhere_reaches_the_open_field(self, editor: EditorView) -> None:
        editor.step_editing.edit(2, 0)
        editor.buffer.become(editor.buffer.text.replace("target", "place"))
        assert _field(editor, 2).text.startswith("Check the place.")


SAMPLES = (
    DEPLOY,
    "One thing.\n\nAnother, go back to step 1.\n",
    "# Bullets\n\n- one\n- two @loop: 1\n",
    "",
)
TYPED = ("x", " @skill: a-b", "\n2. q", "🚀", "Success: s", "\n\nfoo", "$v", "# h", "- b")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_can_be_taken_back(editor: EditorView, vault: Vault, seed: int) -> None:
    chance = random.Random(seed)
    for text in SAMPLES:
        editor.open_skill(library.save(vault, None, text).skill)
        for _turn in range(12):
            _do_something(editor, chance)
        editor.step_editing.leave()
        while editor.buffer.undo() is not None:
            pass
        assert editor.buffer.text == text


def _do_something(editor: EditorView, chance: random.Random) -> None:
    writing, count = editor.step_editing, len(editor.reader.skill.steps)
    position = chance.randint(1, max(count, 1))
    what = chance.choice(("edit", "type", "type", "split", "merge", "move", "delete", "insert"))
    session = writing.position
    if what == "type" and session:
        _field(editor, session).textCursor().insertText(chance.choice(TYPED))
    elif what == "split":
        writing.split_here()
    elif what == "merge" and session:
        writing.merge(session)
    elif what == "insert":
        writing.insert(position if count else 0)
    elif what == "edit" and count:
        writing.edit(position, chance.choice((0, 3, -1)))
    elif what == "move" and count:
        writing.move(position, chance.randint(1, count))
    elif what == "delete" and count:
        writing.delete(position)


class TestMoving:
    def test_references_follow_a_move(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.steps.go_to(2)
        card = editor.steps.card(2)
        assert card is not None
        QTest.keyClick(card, Key.Key_Up, Held.AltModifier)
        assert editor.steps.current == 1
        assert "1. Check the target." in editor.buffer.text
        assert "@loop: 1 max=3" in editor.buffer.text

    def test_a_step_being_written_moves_with_its_field(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        editor.step_editing.edit(1, 3)
        QTest.keyClick(_field(editor, 1), Key.Key_Down, Held.AltModifier)
        assert _field(editor, 2).text == "Agree the window." and _field(editor, 2).at == 3

    def test_dragging_by_the_handle(self, qtbot: QtBot, editor: EditorView) -> None:
        corner, start = _grabbed(editor, 1)
        card, last = _card(editor, 1), _card(editor, 5)
        below = card.mapFrom(_ground(card), QPoint(0, last.geometry().bottom() - 2))
        _mouse(corner, QEvent.Type.MouseMove, QPoint(start.x(), below.y()))
        assert editor.steps._line.isVisible()
        _mouse(corner, QEvent.Type.MouseButtonRelease, start)
        assert _texts(editor)[4] == "Agree the window."
        assert not editor.steps._line.isVisible()

    def test_a_drag_can_be_given_up(self, qtbot: QtBot, editor: EditorView) -> None:
        corner, start = _grabbed(editor, 1)
        _mouse(corner, QEvent.Type.MouseMove, start + QPoint(0, 300))
        QTest.keyClick(_card(editor, 1), Key.Key_Escape)
        _mouse(corner, QEvent.Type.MouseButtonRelease, start)
        assert editor.buffer.text == DEPLOY and not editor.steps._line.isVisible()


def _grabbed(editor: EditorView, position: int) -> tuple[QWidget, QPoint]:
    """The corner of a card whose handle is held and has been moved a little."""
    corner = _card(editor, position)._corner
    start = QPoint(corner.width() - 10, 15)
    _mouse(corner, QEvent.Type.MouseButtonPress, start)
    _mouse(corner, QEvent.Type.MouseMove, start + QPoint(0, 20))
    return corner, start


def _ground(card: StepCard) -> QWidget:
    ground = card.parentWidget()
    assert ground is not None
    return ground


def _mouse(corner: QWidget, kind: QEvent.Type, at: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else left
    event = QMouseEvent(
        kind, QPointF(at), QPointF(corner.mapToGlobal(at)), left, held, Held.NoModifier
    )
    QApplication.sendEvent(corner, event)


class TestMenu:
    def test_every_entry_does_what_it_says(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, len("Agree "))
        menu = {said(action): action for action in editor.quick_fixes.step_menu(1).actions()}
        assert not menu["Move up"].isEnabled() and not menu["Merge with previous"].isEnabled()
        menu["Split at the cursor"].trigger()
        assert _texts(editor)[:2] == ["Agree", "the window."]
        menu = {said(action): action for action in editor.quick_fixes.step_menu(2).actions()}
        menu["Merge with previous"].trigger()
        menu = {said(action): action for action in editor.quick_fixes.step_menu(1).actions()}
        menu["Delete step"].trigger()
        assert _texts(editor)[0].startswith("Check the target.")


class TestKeys:
    def test_undo_is_of_the_document_and_never_of_the_window(self, editor: EditorView) -> None:
        editor.steps.go_to(1)
        undo = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Z, Held.ControlModifier)
        undo.ignore()
        QApplication.sendEvent(_card(editor, 1), undo)
        assert undo.isAccepted()
        editor.step_editing.delete(5)
        undo = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Z, Held.ControlModifier)
        undo.ignore()
        QApplication.sendEvent(_card(editor, 1), undo)
        assert undo.isAccepted()
        QTest.keyClick(_card(editor, 1), Key.Key_Z, Held.ControlModifier)
        assert editor.buffer.text == DEPLOY

    def test_the_notes_of_a_deleted_step_go_with_it_and_come_back(self, editor: EditorView) -> None:
        noted = "# Pour\n\n1. Boil.\n\nTap water does.\n\n2. Pour.\n\nSlowly.\n"
        editor.buffer.replace(0, len(editor.buffer.text), noted)
        editor.steps.go_to(1)
        editor.step_editing.delete(1)
        assert editor.buffer.text == "# Pour\n\n1. Pour.\n\nSlowly.\n"
        QTest.keyClick(_card(editor, 1), Key.Key_Z, Held.ControlModifier)
        assert editor.buffer.text == noted

    def test_cards_are_walked_with_the_arrows(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.steps.go_to(1)
        for _step in range(2):
            QTest.keyClick(_card(editor, editor.steps.current), Key.Key_Down)
        assert editor.steps.current == 3
        QTest.keyClick(_card(editor, 3), Key.Key_Return)
        assert _field(editor, 3).hasFocus()
        QTest.keyClick(_field(editor, 3), Key.Key_Escape)
        card = editor.steps.card(3)
        assert card is not None and card.field is None and card.hasFocus()

    def test_only_the_current_card_is_in_the_way_of_tab(self, editor: EditorView) -> None:
        editor.steps.go_to(2)
        reachable = [
            n for n in range(1, 6)
            if editor.steps.card(n).focusPolicy() is Qt.FocusPolicy.StrongFocus  # type: ignore[union-attr]
        ]  # fmt: skip
        assert reachable == [2]


class TestManySteps:
    def test_a_key_touches_only_its_card(
        self, qtbot: QtBot, context: AppContext, vault: Vault, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        steps = "\n".join(f"{n}. Do number {n}. @skill: x(a=$a) -> $b{n}" for n in range(1, 201))
        editor = _shown(qtbot, context)
        editor.open_skill(library.save(vault, None, f"# Long\n\n{steps}\n").skill)
        cards = [editor.steps.card(n) for n in range(1, 201)]
        editor.step_editing.edit(100, -1)
        touched: list[int] = []
        shown = StepCard._show_pills

        def note(card: StepCard) -> None:
            touched.append(card.content.position)
            shown(card)

        monkeypatch.setattr(StepCard, "_show_pills", note)
        QTest.keyClicks(_field(editor, 100), "!")
        editor.reader.idle.timeout.emit()
        assert touched == [100]
        assert [editor.steps.card(n) for n in range(1, 201)] == cards

    def test_far_too_many_are_shown_as_text(
        self, qtbot: QtBot, context: AppContext, vault: Vault
    ) -> None:
        steps = "\n".join(f"{n}. Do it" for n in range(1, 1_200))
        editor = _shown(qtbot, context)
        editor.open_skill(library.save(vault, None, f"# Huge\n\n{steps}\n").skill)
        assert editor.mode == TEXT


class TestRepairing:
    def test_what_is_wrong_can_be_read_in_a_narrow_window(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        editor.resize(520, 700)
        for current in (1, 4):
            editor.steps.go_to(current)
            card = editor.steps.card(4)
            assert card is not None and card._strip is not None
            card._arranged_for = -1
            card.arrange(card.width())
            QApplication.processEvents()
            words = card._strip._words
            assert words.width() < words.fontMetrics().horizontalAdvance(words.text())
            assert words.height() >= words.heightForWidth(words.width())
            assert card.rect().contains(card._strip.geometry())

    def test_a_repair_is_applied(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.steps.go_to(4)
        card = editor.steps.card(4)
        assert card is not None and card._strip is not None
        card._strip._repair.click()
        assert 'Call @skill: "Smoke tests" and watch.' in editor.buffer.text
        assert not [f for f in editor.reading.findings if f.code == "call-unknown"]
        editor.undoing.undo()
        assert editor.buffer.text == DEPLOY

    def test_the_missing_skill_is_made(
        self, qtbot: QtBot, editor: EditorView, vault: Vault
    ) -> None:
        from app.ui.views.skills.editor.findings.fixes import fixes  # noqa: PLC0415

        finding = next(f for f in editor.reading.findings if f.code == "call-unknown")
        with qtbot.waitSignal(editor._context.bridge.changed):
            editor.repair(fixes(finding)[-1])
        assert not [f for f in editor.reading.findings if f.code == "call-unknown"]

    def test_f8_goes_from_problem_to_problem(self, editor: EditorView) -> None:
        editor.quick_fixes.next_problem()
        assert editor.steps.current == 4
        editor.quick_fixes.previous_problem()
        assert editor.steps.current == 4

    def test_f8_opens_the_goal_that_is_missing_and_says_when_nothing_is_left(
        self, editor: EditorView
    ) -> None:
        said: list[str] = []
        editor._context.say.told.connect(lambda words, _undoable: said.append(words))
        editor.buffer.become("# Tea\n\nTrigger: thirst\n\n1. Boil\n")
        missing = [f.goal for f in editor.reading.urgent]
        assert missing == [GoalKind.SUCCESS]
        editor.quick_fixes.next_problem()
        assert editor.chips.open_kind is GoalKind.SUCCESS
        editor.chips.box.field.insert(0, 0, "There is tea")
        editor.quick_fixes.next_problem()
        assert said == ["No problems"]

    def test_ctrl_point_lists_also_a_single_fix(self, editor: EditorView) -> None:
        editor.buffer.become("# Tea\n\nTrigger: x\nSuccess: y\n\n1. Go back to step 9\n")
        editor.steps.go_to(1)
        before = editor.buffer.text
        editor.quick_fixes.offer()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu) and editor.buffer.text == before
        QTest.keyClick(menu, Qt.Key.Key_Escape)

    def test_ctrl_point_in_the_title_leaves_the_steps_alone(self, editor: EditorView) -> None:
        said: list[str] = []
        editor._context.say.told.connect(lambda words, _undoable: said.append(words))
        editor.steps.go_to(4)
        editor.header.title.setFocus()
        before = editor.buffer.text
        editor.quick_fixes.offer()
        assert QApplication.activePopupWidget() is None
        assert editor.buffer.text == before and said == ["There is nothing to fix here"]

    def test_saving_after_a_repair(self, editor: EditorView) -> None:
        editor.step_editing.delete(4)
        assert editor.flush() and _stored(editor) == editor.buffer.text


def test_the_same_text_gives_the_same_items(editor: EditorView) -> None:
    skill, leads = editor.reading.skill, editor.reading.leads
    known = Items()
    first = known.read(skill, leads)
    assert known.read(skill, leads) == first == Items().read(skill, leads)
