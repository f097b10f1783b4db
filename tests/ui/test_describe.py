"""Proposed descriptions, triggers and tags: looked at one by one, saved once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.enrichment import enrich
from app.core.enrichment.enrich import Part
from app.core.library import history, library, undoing
from app.core.library.engrams import SKILLS, ensure
from app.core.library.record import Meta, Reason
from app.core.library.version import digest
from app.core.llm.scripted import Answer, Dies, Loops
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.library.thin_notice import ThinNotice
from app.ui.views.skills.proposals.describe.dialog import DescribeDialog
from tests.core.test_enrichment import GOOD, PLAIN, THIN
from tests.ui.names import nameless
from tests.ui.proposing import NAME, Gate, Make

WELL = """# Release

Builds and tests the app, then tags the commit that is released.

Trigger: ship a release

1. Build it.
"""


def shown(context: AppContext, window: QWidget, qtbot: QtBot, *skills: int) -> DescribeDialog:
    dialog = DescribeDialog(context, skills, window)
    dialog.open()
    qtbot.waitUntil(lambda: dialog._job is None)
    return dialog


def test_what_the_text_says_is_proposed_and_nothing_is_saved(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, THIN).skill
    dialog = shown(make(), window, qtbot, skill)
    assert nameless(dialog) == []
    description = dialog.rows[Part.DESCRIPTION].wanted
    assert description is not None and description.new[0].startswith("Merges files. This skill")
    assert "join the replies" in dialog.rows[Part.TRIGGERS].field.toPlainText()
    assert dialog.saying.sentences == ()
    assert library.text(vault, skill) == THIN


def test_what_is_ticked_is_one_save_and_one_undo(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, THIN).skill
    dialog = shown(make(), window, qtbot, skill)
    dialog.rows[Part.TAGS].tick.click()
    with qtbot.waitSignal(dialog._context.say.told) as told:
        dialog.save.click()
    assert told.args[:2] == ["Described: Merge letters", True]
    text = library.text(vault, skill)
    assert "# short" in text and "join the replies" in text and "tags" not in text
    assert history.versions(vault, skill)[0].label == "Description, triggers"
    undoing.undo(vault)
    assert library.text(vault, skill) == THIN


def test_a_person_may_word_it_otherwise_before_it_is_saved(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, PLAIN).skill
    dialog = shown(make(), window, qtbot, skill)
    assert not dialog.save.isEnabled()
    QTest.keyClicks(dialog.rows[Part.DESCRIPTION].field, "Ships what was built this week.")
    QTest.keyClicks(dialog.rows[Part.TRIGGERS].field, "ship it")
    assert dialog.rows[Part.DESCRIPTION].tick.isChecked() and dialog.save.isEnabled()
    dialog.save.click()
    text = library.text(vault, skill)
    assert "Ships what was built this week." in text and "Trigger: ship it" in text


def test_emptying_a_field_takes_its_tick_off(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, library.save(vault, None, THIN).skill)
    for row in dialog.rows.values():
        row.field.clear()
        assert not row.tick.isChecked() and row.wanted is None
    assert not dialog.save.isEnabled()


def test_a_model_says_what_the_text_does_not(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, PLAIN).skill
    dialog = shown(make(GOOD), window, qtbot, skill)
    qtbot.waitUntil(lambda: dialog.rows[Part.TRIGGERS].wanted is not None)
    wanted = dialog.rows[Part.TRIGGERS].wanted
    assert wanted is not None and wanted.model == NAME
    dialog.save.click()
    assert "Trigger: ship a release; tag a release" in library.text(vault, skill)
    state = library.current(vault, skill)
    assert state is not None and state[2].tags == ("release", "build")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Dies(GOOD[:40]), "The model stopped unexpectedly."),
        ("", "The model's answer could not be read."),
        (Loops("la "), "The model's answer could not be read."),
        ('{"description": "Todo", "triggers": [], "tags": []}', "says too little"),
    ],
)
def test_a_model_that_is_of_no_use_takes_nothing_away(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot, answer: Answer, said: str
) -> None:
    skill = library.save(vault, None, PLAIN).skill
    dialog = shown(make(answer), window, qtbot, skill)
    qtbot.waitUntil(lambda: any(said in one for one in dialog.saying.sentences))
    assert dialog.saying.again.isVisibleTo(dialog) and not dialog.line.isVisibleTo(dialog)
    assert library.text(vault, skill) == PLAIN


def test_stop_keeps_what_was_typed_meanwhile(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    gate = Gate()
    dialog = DescribeDialog(
        make(Loops("la "), before=gate), (library.save(vault, None, PLAIN).skill,), window
    )
    dialog.open()
    qtbot.waitUntil(gate.reached.is_set)
    assert dialog.line.isVisible()
    QTest.keyClicks(dialog.rows[Part.TRIGGERS].field, "ship it")
    dialog.line.stop.click()
    gate.open()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert dialog.saying.sentences == ("Stopped. What comes from the text itself is still here.",)
    wanted = dialog.rows[Part.TRIGGERS].wanted
    assert wanted is not None and wanted.new == ("ship it",) and not dialog.line.isVisible()


def test_closing_stops_the_model(make: Make, vault: Vault, window: QWidget, qtbot: QtBot) -> None:
    gate = Gate()
    context = make(Loops("la "), before=gate)
    dialog = DescribeDialog(context, (library.save(vault, None, PLAIN).skill,), window)
    dialog.open()
    qtbot.waitUntil(gate.reached.is_set)
    job = dialog._job
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert job is not None and job.cancelled
    gate.open()
    with qtbot.waitSignal(context.jobs.ended):
        pass


def test_without_a_model_it_is_said_where_to_get_one(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    dialog = shown(make(), window, qtbot, library.save(vault, None, PLAIN).skill)
    assert "No language model is chosen" in dialog.saying._more.text()
    with qtbot.waitSignal(dialog._context.go.model_settings_requested):
        dialog.saying.settings.click()


def test_a_skill_that_changed_meanwhile_loses_nothing(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, PLAIN).skill
    dialog = shown(make(), window, qtbot, skill)
    QTest.keyClicks(dialog.rows[Part.TRIGGERS].field, "ship it")
    library.save(vault, skill, PLAIN + "4. Tell everybody.\n", actor=Actor("agent"))
    dialog.save.click()
    assert dialog.isVisible() and "has changed since" in dialog.banner.accessibleName()
    dialog.banner.acted.emit()
    qtbot.waitUntil(lambda: dialog._job is None)
    dialog.save.click()
    text = library.text(vault, skill)
    assert "Trigger: ship it" in text and "Tell everybody" in text


def test_a_skill_that_was_deleted_meanwhile_is_said_to_be_gone(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, THIN).skill
    dialog = shown(make(), window, qtbot, skill)
    library.delete(vault, skill)
    dialog.save.click()
    assert "no longer in the library" in dialog.banner.accessibleName()
    dialog._look_again()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert not dialog.save.isEnabled()


def test_what_an_author_wrote_well_is_shown_and_left_alone(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    context = make(GOOD)
    dialog = shown(context, window, qtbot, library.save(vault, None, WELL).skill)
    shown_rows = [part for part, row in dialog.rows.items() if row.isVisibleTo(dialog)]
    assert shown_rows == [Part.TAGS]
    assert "Triggers: ship a release" in dialog.saying.sentences
    assert dialog._attempts == 0


def test_several_are_looked_through_one_after_the_other(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skills = [library.save(vault, None, text).skill for text in (THIN, PLAIN, THIN)]
    dialog = shown(make(), window, qtbot, *skills)
    dialog.rows[Part.DESCRIPTION].field.setPlainText("Mine: joins the letters of a week.")
    dialog.skip.click()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert dialog._counter.text() == "2 of 3"
    assert dialog.rows[Part.DESCRIPTION].wanted is None
    dialog.skip.click()
    qtbot.waitUntil(lambda: dialog._job is None)
    assert dialog.save.text() == "Accept"
    dialog.save.click()
    assert library.text(vault, skills[0]) == THIN and library.text(vault, skills[2]) != THIN


def test_what_is_left_as_it_is_can_be_reconsidered(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, THIN).skill
    dialog = shown(make(), window, qtbot, skill)
    with qtbot.waitSignal(dialog._context.say.offered) as offered:
        dialog.leave.click()
    assert enrich.declined(vault, skill) == digest(enrich.propose(vault, skill).text)
    offered.args[1]()
    assert enrich.declined(vault, skill) == ""


def test_right_to_left_and_long_texts_are_shown_whole(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    text = f"# {'دمج الرسائل ' * 40}\n\n1. {'🙂 فتح الملفات ' * 400}\n"
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    dialog = shown(make(), window, qtbot, library.save(vault, None, text).skill)
    row = dialog.rows[Part.DESCRIPTION]
    row.field.setPlainText("🙂 " + "كلمات " * 500)
    assert row.wanted is not None and dialog.width() <= window.width()


def test_thin_skills_that_came_in_are_said_quietly(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    with vault.write("Import") as write:
        engram = ensure(write, SKILLS)
        skill = library.put(write, None, THIN, Meta(engram), Reason.IMPORTED).skill
    library.save(vault, None, PLAIN)
    notice = ThinNotice(make(), window)
    notice.look()
    qtbot.waitUntil(lambda: notice._job is None)
    assert notice.words.text() == "1 skill needs a better description"
    with qtbot.waitSignal(notice._context.go.describe_requested) as asked:
        notice.review.click()
    assert asked.args == [(skill,)]
    notice.later.click()
    notice.look()
    qtbot.waitUntil(lambda: notice._job is None)
    assert notice.isHidden()


def test_decisions_about_several_skills_are_taken_back(
    make: Make, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    first, second, third = (
        library.save(
            vault, None, THIN.replace("Merge", title).replace("name: merge", f"name: {title}")
        ).skill
        for title in ("A", "B", "C")
    )
    before = library.text(vault, first)
    dialog = shown(make(), window, qtbot, first, second, third)
    assert dialog.back.isHidden()
    dialog.rows[Part.DESCRIPTION].field.setFocus()
    QTest.keyClick(
        dialog.rows[Part.DESCRIPTION].field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    qtbot.waitUntil(lambda: dialog.skill == second and dialog._job is None)
    assert library.text(vault, first) != before
    dialog.leave.click()
    qtbot.waitUntil(lambda: dialog.skill == third and dialog._job is None)
    dialog.back.click()
    qtbot.waitUntil(lambda: dialog.skill == second and dialog._job is None)
    assert dialog.leave.isEnabled()
    dialog.skip.setFocus()
    QTest.keyClick(dialog.skip, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: dialog.skill == first and dialog._job is None)
    assert library.text(vault, first) == before and dialog.back.isHidden()
    assert dialog.rows[Part.DESCRIPTION].wanted is not None
    dialog.reject()
