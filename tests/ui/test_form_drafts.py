"""Ctrl+Enter accepts, and Esc never destroys what was typed: every form of the window."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from app.core.library import details, engrams, form_drafts, library
from app.core.memory import memories
from app.core.skills.editing.find import Query
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.engrams.dialogs import EngramDialog
from app.ui.views.memories.view import MemoriesView
from app.ui.views.memories.writing import WriteDialog
from app.ui.views.packs.exporting.dialog import ExportDialog
from app.ui.views.skills.find.everywhere import ReplaceDialog
from app.ui.views.skills.knowledge.details_dialog import DetailsDialog, fields_of
from app.ui.views.skills.knowledge.linking import LinkDialog
from app.ui.views.skills.proposals.describe.dialog import DescribeDialog
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.name_prompt import NamePrompt
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.typed_draft import TypedDraft
from tests.conftest import Clock
from tests.ui.proposing import Make

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
Field = QLineEdit | QPlainTextEdit


@pytest.fixture
def context(make: Make) -> AppContext:
    return make()


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, "# Deploy\n\n1. Look at it.\n").skill


@pytest.fixture
def view(context: AppContext) -> Iterator[MemoriesView]:
    """The page of memories, gone before the vault is."""
    made = MemoriesView(context)
    made.show()
    yield made
    made.hide()
    delete(made)


def _remember(context: AppContext, window: QWidget, _skill: int) -> tuple[Dialog, Field]:
    dialog = WriteDialog(context, "", "", (), window, source="Note")
    return dialog, dialog.text


def _engram(context: AppContext, window: QWidget, _skill: int) -> tuple[Dialog, Field]:
    engram = engrams.engrams(context.vault)[0]
    dialog = EngramDialog(context, engram, window)
    return dialog, dialog.name


def _details(context: AppContext, window: QWidget, skill: int) -> tuple[Dialog, Field]:
    now = fields_of(details.details(context.vault, skill))
    dialog = DetailsDialog(context, skill, "Deploy", now, window)
    return dialog, dialog.hints


def _link(context: AppContext, window: QWidget, skill: int) -> tuple[Dialog, Field]:
    dialog = LinkDialog(context, skill, "Deploy", window)
    dialog.where.setCurrentIndex(1)
    return dialog, dialog.search


def _name(context: AppContext, window: QWidget, _skill: int) -> tuple[Dialog, Field]:
    dialog = NamePrompt(context, "New engram", "Its name", "Move", window, "new engram")
    return dialog, dialog.field


def _export(context: AppContext, window: QWidget, skill: int) -> tuple[Dialog, Field]:
    dialog = ExportDialog(context, (skill,), window)
    return dialog, dialog.description


def _describe(context: AppContext, window: QWidget, skill: int) -> tuple[Dialog, Field]:
    dialog = DescribeDialog(context, (skill,), window)
    return dialog, next(iter(dialog.rows.values())).field


FORMS = (_remember, _engram, _details, _link, _name, _export, _describe)
Open = Callable[[AppContext, QWidget, int], tuple[Dialog, Field]]


def _shown(qtbot: QtBot, dialog: Dialog, field: Field) -> TypedDraft:
    dialog.open()
    assert dialog.typed is not None
    if isinstance(dialog, DescribeDialog):
        qtbot.waitUntil(lambda: dialog.found is not None)
    field.setFocus()
    return dialog.typed


def _text(field: Field) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def _type(field: Field, text: str) -> None:
    QTest.keyClick(field, Key.Key_A, CTRL)
    QTest.keyClicks(field, text)


def _leave(qtbot: QtBot, context: AppContext, field: Field) -> None:
    """Press Esc, and wait until all is written; a job may have been faster to the vault."""
    QTest.keyClick(field, Key.Key_Escape)
    qtbot.waitUntil(lambda: not context.writes.is_waiting)


@pytest.mark.parametrize("form", FORMS[1:])
def test_escape_keeps_what_was_typed_and_the_next_time_goes_on(
    qtbot: QtBot, context: AppContext, window: QWidget, skill: int, form: Open
) -> None:
    dialog, field = form(context, window, skill)
    offer = _shown(qtbot, dialog, field)
    assert not offer.isVisible()
    _type(field, "half a thought")
    _leave(qtbot, context, field)
    assert not isValid(dialog) or not dialog.isVisible()

    dialog, field = form(context, window, skill)
    offer = _shown(qtbot, dialog, field)
    assert offer.isVisible() and _text(field) != "half a thought"
    assert "Continue what you wrote" in offer.go_on.text()
    assert "half a thought" in offer.go_on.toolTip()
    offer.go_on.click()
    assert _text(field) == "half a thought" and dialog.focusWidget() is field
    assert not offer.isVisible()
    QTest.keyClicks(field, "!")
    _leave(qtbot, context, field)

    dialog, field = form(context, window, skill)
    offer = _shown(qtbot, dialog, field)
    assert "!" in offer.go_on.toolTip()
    offer.discard.click()
    assert not offer.isVisible()
    _leave(qtbot, context, field)
    dialog, field = form(context, window, skill)
    assert not _shown(qtbot, dialog, field).isVisible()
    dialog.reject()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("plain", [True, False])
def test_ctrl_enter_accepts_and_enter_does_in_one_line(
    qtbot: QtBot, context: AppContext, window: QWidget, skill: int, form: Open, plain: bool
) -> None:
    dialog, field = form(context, window, skill)
    _shown(qtbot, dialog, field)
    _type(field, "something new")
    pressed: list[bool] = []
    dialog.press_primary = lambda: pressed.append(True)  # type: ignore[method-assign]
    QTest.keyClick(field, Key.Key_Return, Qt.KeyboardModifier.NoModifier if plain else CTRL)
    assert bool(pressed) == (not plain or isinstance(field, QLineEdit))
    dialog.reject()


def test_where_much_is_looked_at_only_ctrl_enter_accepts(
    qtbot: QtBot, context: AppContext, window: QWidget, skill: int
) -> None:
    dialog = ReplaceDialog(context, Query("Deploy"), "", {}, window)
    pressed: list[bool] = []
    dialog.press_primary = lambda: pressed.append(True)  # type: ignore[method-assign]
    dialog.open()
    for field in (dialog.query, dialog.written):
        field.setFocus()
        QTest.keyClick(field, Key.Key_Return)
        assert pressed == []
    QTest.keyClick(dialog.written, Key.Key_Return, CTRL)
    assert pressed == [True]
    qtbot.waitUntil(lambda: dialog._looking is None)
    dialog.reject()


def test_what_is_given_is_no_draft_any_more(qtbot: QtBot, view: MemoriesView, vault: Vault) -> None:
    view.write()
    dialog = view.window().findChild(WriteDialog)
    assert dialog is not None and dialog.typed is not None
    dialog.text.setFocus()
    QTest.keyClicks(dialog.text, "The valve opens at nine bar.")
    dialog.typed.keep()
    assert form_drafts.drafts(vault, "remember")
    QTest.keyPress(dialog.text, Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert form_drafts.drafts(vault, "remember") == ()
    assert memories.memory(vault, 1) is not None


def test_two_thoughts_do_not_overwrite_each_other(
    context: AppContext, window: QWidget, vault: Vault, clock: Clock, skill: int
) -> None:
    form = ""
    for thought in ("first", "second"):
        dialog, field = _engram(context, window, skill)
        dialog.open()
        assert dialog.typed is not None
        form = dialog.typed._form
        _type(field, thought)
        clock.pass_seconds(60)
        dialog.reject()
    names = [one.values["name"] for one in form_drafts.drafts(vault, form)]
    assert names == ["second", "first"]


def test_what_was_to_be_remembered_stands_there_again_and_can_be_discarded(
    qtbot: QtBot, context: AppContext, window: QWidget, vault: Vault
) -> None:
    dialog, field = _remember(context, window, 0)
    assert not _shown(qtbot, dialog, field).isVisible()
    _type(field, "half a thought")
    _leave(qtbot, context, field)

    dialog, field = _remember(context, window, 0)
    dialog.open()
    assert dialog.typed is not None and dialog.typed.discard.isVisible()
    assert _text(field) == "half a thought" and dialog.focusWidget() is field
    QTest.keyClicks(field, "!")
    _leave(qtbot, context, field)
    (kept,) = form_drafts.drafts(vault, "remember")
    assert kept.values["text"] == "half a thought!"

    dialog, field = _remember(context, window, 0)
    dialog.open()
    assert dialog.typed is not None
    dialog.typed.discard.click()
    assert _text(field) == "" and dialog.focusWidget() is field
    _leave(qtbot, context, field)
    assert form_drafts.drafts(vault, "remember") == ()


def test_what_is_typed_is_kept_after_a_moment_whatever_happens(
    qtbot: QtBot, context: AppContext, window: QWidget, vault: Vault
) -> None:
    dialog = WriteDialog(context, "", "", (), window, source="Note")
    dialog.open()
    dialog.text.setFocus()
    QTest.keyClicks(dialog.text, "Nine bar")
    qtbot.waitUntil(lambda: bool(form_drafts.drafts(vault, "remember")))
    cursor = dialog.text.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.removeSelectedText()
    dialog.reject()
    assert form_drafts.drafts(vault, "remember") == ()


def test_a_correction_that_is_left_is_offered_again(
    qtbot: QtBot, view: MemoriesView, vault: Vault
) -> None:
    memories.remember(vault, "The kettle leaks.")
    memories.remember(vault, "The tea is cold.")
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    detail = view.detail
    ways: tuple[Callable[[], object], ...] = (
        lambda: QTest.keyClick(detail.text, Key.Key_Escape),
        lambda: detail.show_memory(2),
    )
    for leave in ways:
        detail.show_memory(1)
        detail.edit.click()
        if detail.typed.isVisible():
            detail.typed.discard.click()
        QTest.keyClick(detail.text, Key.Key_End, CTRL)
        QTest.keyClicks(detail.text, " A lot.")
        leave()
        assert not detail.typed.isVisible()
        detail.show_memory(1)
        assert detail.text.toPlainText() == "The kettle leaks."
        detail.edit.click()
        assert detail.typed.isVisible()
    detail.typed.go_on.click()
    assert detail.text.toPlainText() == "The kettle leaks. A lot."
    QTest.keyClick(detail.text, Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: detail.memory == 3)
    assert form_drafts.drafts(vault, "memory 1") == ()


def test_no_secret_is_ever_a_draft(
    qtbot: QtBot, context: AppContext, window: QWidget, skill: int
) -> None:
    dialog = ExportDialog(context, (skill,), window)
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    assert dialog.typed is not None
    assert not any(isinstance(one, SecretField) for one in dialog.typed._fields.values())
    with pytest.raises(AssertionError):
        TypedDraft(context, {"secret": SecretField(context.theme, "Passphrase")})
    dialog.reject()
