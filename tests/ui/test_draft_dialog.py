"""A new skill from a description: drafted, looked at, then created."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.drafting import saved_draft
from app.core.drafting.outline import LONGEST
from app.core.library import catalogue, form_drafts, history, library, undoing
from app.core.llm import model_errors
from app.core.llm.model import Model
from app.core.llm.scripted import Answer, Dies, Loops
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import TEXT
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from tests.ui.names import nameless
from tests.ui.proposing import NAME, Gate, Make, draft_answer

EVENING = "Closing the shop\nWe do this every evening. First I count the till. Then we lock up."


def words_of(part: QWidget, role: str) -> list[str]:
    return [one.text() for one in part.findChildren(QLabel) if one.property("role") == role]


def _typed(vault: Vault) -> list[str]:
    return [one.values["text"] for one in form_drafts.drafts(vault, "draft")]


def shown(context: AppContext, window: QWidget, qtbot: QtBot, text: str = "") -> DraftDialog:
    dialog = DraftDialog(context, None, window)
    dialog.open()
    if text:
        dialog.text.insertPlainText(text)
        dialog.start()
        qtbot.waitUntil(lambda: dialog._job is None)
    return dialog


def test_without_a_model_the_sentences_are_sorted_and_it_says_so(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, EVENING)
    assert "Your sentences are sorted" in dialog._model.text()
    assert dialog.settings.isVisible()
    assert dialog.preview._source.text().startswith("Your own sentences")
    steps = dialog.preview.editor.reading.skill.steps
    assert [step.text for step in steps] == ["Count the till.", "Lock up."]
    assert "to review" in dialog.preview.findings.text()
    assert nameless(dialog) == []
    assert catalogue.rows(vault) == ()


def test_what_is_created_is_one_save_and_opens(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, EVENING)
    with qtbot.waitSignal(dialog.created) as created:
        dialog.make.click()
    skill, sentence = created.args
    assert sentence == "Created: Closing the shop"
    assert library.text(vault, skill).startswith("# Closing the shop")
    assert saved_draft.last(vault) == saved_draft.SavedDraft()
    assert _typed(vault) == []
    undoing.undo(vault)
    assert library.current(vault, skill) is None


def test_a_model_drafts_and_what_it_added_is_shown_where_it_stands(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    steps = ["Verify the till.", "Lock up, then call 555 at $desk."]
    answer = draft_answer(trigger="Every evening.", steps=steps)
    dialog = shown(make(answer), window, qtbot, EVENING)
    assert NAME in dialog.preview._source.text() and dialog.preview.swap.isHidden()
    assert [button.text() for button in dialog.preview.added] == ["verify"]
    assert "call 555 at $desk." in words_of(dialog.sources, "struck")
    dialog.preview.added[0].click()
    assert dialog.preview.editor.mode == TEXT
    assert dialog.preview.editor.text_view.textCursor().selectedText() == "Verify"
    dialog.make.click()
    row = catalogue.rows(vault)[0]
    assert history.versions(vault, row.id)[0].label == f"Drafted by {NAME}"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Dies(draft_answer()[:90]), "The model stopped unexpectedly."),
        ("", "The model's answer was not a procedure."),
        (Loops("["), "The model's answer was not a procedure."),
        (Loops("la "), "The model's answer was not a procedure."),
    ],
)
def test_a_model_that_is_of_no_use_leaves_the_own_sentences(
    make: Make, window: QWidget, qtbot: QtBot, answer: Answer, why: str
) -> None:
    dialog = shown(make(answer), window, qtbot, EVENING)
    assert dialog.preview._source.text().startswith(why)
    assert dialog.draft is not None and "Count the till." in dialog.draft.text
    assert dialog.make.isEnabled()


def test_what_is_being_written_is_shown_and_can_be_stopped(
    make: Make, window: QWidget, qtbot: QtBot
) -> None:
    gate, seen = Gate(), []
    steps = ["Count the till.", *(f"Lock the door to room {n}." for n in range(30))]

    def before() -> None:
        seen.append(1)
        if len(seen) > 60:
            gate()

    dialog = DraftDialog(make(draft_answer(steps=steps), before=before), None, window)
    dialog.open()
    dialog.text.setPlainText(EVENING)
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(dialog.preview.editor.reading.skill.steps))
    assert dialog.preview.title == "Close the shop"
    assert "nothing is checked yet" in dialog.preview._source.text()
    assert not dialog.make.isEnabled() and dialog.line.isVisible()
    dialog.line.stop.click()
    gate.open()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert dialog.preview._source.text().startswith("Stopped.")
    assert dialog.preview.title == "Closing the shop" and dialog.make.isEnabled()


def test_what_was_typed_is_kept_when_it_is_closed(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    context = make()
    first = shown(context, window, qtbot, EVENING)
    QTest.keyClick(first, Qt.Key.Key_Escape)
    again = shown(context, window, qtbot)
    assert again.text.toPlainText() == EVENING and again.make.isEnabled()
    assert again.typed is not None and again.typed.discard.isVisible()
    again.typed.discard.click()
    assert again.text.toPlainText() == ""
    again.reject()
    assert _typed(vault) == []


def test_a_description_of_an_earlier_version_is_still_there(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    vault.put_setting("drafting", {"description": EVENING, "draft": None, "drafted": ""})
    assert shown(make(), window, qtbot).text.toPlainText() == EVENING


def test_each_part_leads_to_its_words_and_to_its_place(
    make: Make, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, f"🙂 {EVENING}")
    rows = dialog.sources.rows
    assert dialog.sources.head.text() == "4 of 4 parts of your description are in the draft"
    assert [row.accessibleName().rpartition(". ")[2] for row in rows] == [
        "Title", "Trigger", "Step 1", "Step 2",
    ]  # fmt: skip
    rows[2].click()
    assert dialog.text.textCursor().selectedText() == "First I count the till."
    assert dialog.preview.editor.steps.current == 1
    rows[1].click()
    assert dialog.preview.editor.chips.open_kind is GoalKind.TRIGGER
    QTest.keyClicks(dialog.text, "!")
    rows[3].click()
    assert not dialog.text.textCursor().hasSelection()


def test_a_draft_that_leaves_something_out_is_only_shown_on_request(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(draft_answer(steps=["Count the till."])), window, qtbot, EVENING)
    preview = dialog.preview
    assert "leaves out 2 of 4 things you said" in preview._source.text()
    assert len(preview.editor.reading.skill.steps) == 2 and preview.swap.isVisible()
    preview.swap.click()
    assert dialog.sources.head.text().startswith("2 of 4 parts")
    left_out = [row for row in dialog.sources.rows if "Left out" in row.accessibleName()]
    assert dialog.sources.rows[:2] == left_out
    assert NAME in preview._source.text()
    preview.swap.click()
    assert dialog.sources.head.text().startswith("4 of 4 parts")
    preview.swap.click()
    dialog.make.click()
    assert library.text(vault, catalogue.rows(vault)[0].id).endswith("1. Count the till.\n")


def test_closing_while_a_model_writes_stops_it_and_keeps_the_text(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    gate = Gate()
    context = make(Loops("la "), before=gate)
    dialog = DraftDialog(context, None, window)
    dialog.open()
    dialog.text.insertPlainText(EVENING)
    dialog.start()
    qtbot.waitUntil(gate.reached.is_set)
    job = dialog._job
    dialog.reject()
    gate.open()
    with qtbot.waitSignal(context.jobs.ended):
        pass
    assert job is not None and job.cancelled
    assert _typed(vault) == [EVENING]


def test_too_much_and_nothing_cannot_be_drafted(make: Make, window: QWidget, qtbot: QtBot) -> None:
    dialog = shown(make(), window, qtbot)
    assert not dialog.go.isEnabled() and not dialog.make.isEnabled()
    dialog.text.setPlainText("x" * (LONGEST + 7))
    assert dialog._model.text() == "7 characters too long." and not dialog.go.isEnabled()


def test_other_scripts_and_directions_are_drafted(
    make: Make, window: QWidget, qtbot: QtBot
) -> None:
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    dialog = shown(make(), window, qtbot, "إغلاق المتجر\nأعد النقود. 🙂 أغلق الباب الخلفي.")
    assert dialog.draft is not None and dialog.preview.editor.reading.skill.steps


def test_locking_the_vault_keeps_what_was_typed(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    space.skills.proposals.draft()
    dialog = space.findChild(DraftDialog)
    assert dialog is not None
    dialog.text.insertPlainText(EVENING)
    space.leave()
    assert _typed(vault) == [EVENING]


def test_the_way_to_a_model_leads_to_its_settings(space: Workspace, qtbot: QtBot) -> None:
    space.skills.proposals.draft()
    dialog = space.findChild(DraftDialog)
    assert dialog is not None
    dialog.settings.click()
    assert space.current == "settings"


def test_what_is_created_opens_in_the_editor(space: Workspace, qtbot: QtBot) -> None:
    space.skills.library.none_yet.acted_otherwise.emit()
    dialog = space.findChild(DraftDialog)
    assert dialog is not None
    dialog.text.setPlainText(EVENING)
    dialog.start()
    qtbot.waitUntil(lambda: dialog._job is None)
    with qtbot.waitSignal(space.context.say.told) as told:
        dialog.make.click()
    assert told.args[:2] == ["Created: Closing the shop", True]
    editor = space.skills.documents.editor
    assert editor is not None and editor.title == "Closing the shop"


def test_a_draft_of_earlier_words_is_said_to_be_one(
    make: Make, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, EVENING)
    assert dialog.preview.older.isHidden()
    dialog.text.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClicks(dialog.text, "Today ")
    assert not dialog.preview.older.isHidden()
    dialog.reject()
    dialog = shown(dialog._context, window, qtbot)
    assert not dialog.preview.older.isHidden()
    dialog.start()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert dialog.preview.older.isHidden()


def test_a_model_that_is_gone_leaves_the_own_sentences(
    make: Make, window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> Model:
        raise model_errors.gone("small.gguf")

    context = make("")
    monkeypatch.setattr(context.model, "model", gone)
    dialog = shown(context, window, qtbot, EVENING)
    assert "small.gguf cannot be found" in dialog.preview._source.text()
    assert dialog.make.isEnabled()


def test_escape_closes_an_open_goal_then_the_dialog(
    make: Make, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, EVENING)
    qtbot.waitUntil(dialog.isActiveWindow)
    editor = dialog.preview.editor
    editor.goal_editing.open(GoalKind.TRIGGER)
    editor.header.title.setFocus()
    QTest.keyClick(editor.header.title, Qt.Key.Key_Escape)
    assert editor.chips.open_kind is None and dialog.isVisible()
    editor.header.title.setFocus()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(editor.header.title, Qt.Key.Key_Escape)
