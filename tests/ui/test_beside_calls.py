"""Writing beside the calls of a step: none of them becomes plain words by that."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.view import EditorView
from app.ui.widgets.prose.text_style import TextStyle
from tests.ui.test_editor import _field

STEPS = (
    "@skill: smoke tests",
    "@skill: smoke-tests\n   @skill: validate",
    "Call @skill: smoke tests now, then run @skill: validate",
    "@skill: smoke-tes",
)


@pytest.fixture
def editor(qtbot: QtBot, context: AppContext, vault: Vault) -> EditorView:
    library.save(vault, None, "# Validate\n\n1. Look.\n")
    library.save(vault, None, "# Smoke tests\n\n1. Try it.\n")
    steps = "".join(f"{n}. {step}\n" for n, step in enumerate(STEPS, 1))
    view = EditorView(context)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.open_skill(library.save(vault, None, f"# Deploy\n\n{steps}").skill)
    return view


def _click(editor: EditorView, position: int, x: int, *, from_pill: int) -> None:
    """Beside a pill: `x` px right of its right side, or left of its left side."""
    card = editor.steps.card(position)
    assert card is not None
    QApplication.processEvents()
    pill = card._pills[from_pill].geometry()
    at = QPoint((pill.right() if x > 0 else pill.left()) + x, pill.center().y())
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=at)


def _says(editor: EditorView, position: int) -> tuple[str, list[str]]:
    editor.reader.read_now()
    step = editor.reading.skill.steps[position - 1]
    return step.text, [call.target for call in step.calls]


def _called(editor: EditorView, position: int) -> list[str]:
    """What is shown as a call in the open field."""
    field = _field(editor, position)
    return [field.text[a:b] for a, b, style in field._marks if style is TextStyle.CALLED]


def test_a_click_right_of_a_pill_goes_on_behind_it(editor: EditorView) -> None:
    _click(editor, 1, 200, from_pill=0)
    QTest.keyClicks(_field(editor, 1), " and note it in the log")
    said = '@skill: "smoke tests" and note it in the log'
    assert _says(editor, 1) == (said, ["smoke tests"])
    assert _called(editor, 1) == ['@skill: "smoke tests"']
    for _word in range(7):
        QTest.keyClick(_field(editor, 1), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert _says(editor, 1)[0] == STEPS[0]


def test_what_is_typed_before_a_call_stands_apart_and_does_not_look_like_it(
    editor: EditorView,
) -> None:
    _click(editor, 1, -3, from_pill=0)
    field = _field(editor, 1)
    for typed in (" and", "log"):
        QTest.keyClicks(field, typed)
        assert _called(editor, 1) == [STEPS[0]], "at once, and not when it is read"
        assert _says(editor, 1)[1] == ["smoke tests"]
        assert _called(editor, 1) == [STEPS[0]]
    assert field.text == f" andlog {STEPS[0]}"


def test_a_click_between_two_writes_between_them(editor: EditorView) -> None:
    _click(editor, 2, 3, from_pill=0)
    QTest.keyClicks(_field(editor, 2), "then")
    said = "@skill: smoke-tests then\n@skill: validate"
    assert _says(editor, 2) == (said, ["smoke-tests", "validate"])
    assert _called(editor, 2) == ["@skill: smoke-tests", "@skill: validate"]


def test_a_click_right_of_a_pill_among_words_goes_on_behind_it(editor: EditorView) -> None:
    card = editor.steps.card(3)
    assert isinstance(card, StepCard)
    prose = card._prose
    QTest.mouseClick(prose, Qt.MouseButton.LeftButton, pos=QPoint(prose.width() - 4, 9))
    QTest.keyClicks(_field(editor, 3), "again")
    text, calls = _says(editor, 3)
    assert text == 'Call @skill: smoke tests now, then run @skill: "validate" again'
    assert calls == ["smoke tests now", "validate"]


def test_a_name_that_is_still_being_written_is_left_alone(editor: EditorView) -> None:
    editor.steps.edit_wanted.emit(4, -1)
    QTest.keyClicks(_field(editor, 4), "ts")
    assert _says(editor, 4) == ("@skill: smoke-tests", ["smoke-tests"])
    QTest.keyClicks(_field(editor, 4), "-all @skill: smoke tests of")
    assert _says(editor, 4)[0] == "@skill: smoke-tests-all @skill: smoke tests of"
