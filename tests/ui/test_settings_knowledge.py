"""The settings of the knowledge on their page, and in the file that they are kept in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from app.core.changes import Part
from app.core.library import library
from app.core.lifecycle import config
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, terms
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.index import begin_anew
from app.core.memory.retrieval.indexed import indexed
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.settings import numbers
from app.ui.views.settings.knowledge import KnowledgeSettings
from app.ui.views.settings.reading import ReadingSettings
from app.ui.views.settings.section import Line, Section
from app.ui.views.settings.terms import TermsSettings
from app.ui.views.settings.view import SettingsView
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.number_field import NumberField
from app.ui.window_state import WindowState
from tests.ui.hands import Hands
from tests.ui.names import nameless

FILE = "# mine\nprocedural:\n  decayRate: 0.98  # slower than usual? no\nother: 1\n"


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    yield AppContext(
        vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"), EmbedderService(Hashed())
    )
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> KnowledgeSettings:
    made = KnowledgeSettings(context.theme, context.vault.home)
    qtbot.addWidget(made)
    made.show()
    return made


def write(field: NumberField, text: str, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_a_number_is_explained_while_it_is_written_and_kept_on_enter(
    page: KnowledgeSettings, vault: Vault, qtbot: QtBot
) -> None:
    config.path(vault.home).write_text(FILE)
    page.reload()
    row = page.rows["decay_rate"]
    assert row.said is not None and row.field.text() == "0.98" and row.back.isVisibleTo(page)
    write(row.field, "0.99", qtbot)
    assert "after 30 days unused: 0.52" in row.said.text()
    assert "0.98" in config.path(vault.home).read_text()
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert config.path(vault.home).read_text() == FILE.replace("0.98", "0.99")
    assert row.back.isHidden()


@pytest.mark.parametrize("text", ["", "x", "1.01", "-1", "nan", "inf", "1e9"])
def test_what_cannot_be_is_said_and_put_back(
    page: KnowledgeSettings, vault: Vault, text: str, qtbot: QtBot
) -> None:
    row = page.rows["decay_rate"]
    assert row.said is not None
    row.field.selectAll()
    QTest.keyClick(row.field, Qt.Key.Key_Delete)
    QTest.keyClicks(row.field, text)
    assert row.said.text() == "A number from 0 to 1." and row.field.property("wrong")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert not config.path(vault.home).exists()
    QApplication.sendEvent(row.field, _leaving())
    assert row.field.text() == "0.99" and not row.field.property("wrong")
    assert "0.52" in row.said.text()


def test_only_whole_numbers_where_things_are_counted(page: KnowledgeSettings, qtbot: QtBot) -> None:
    field = page.rows["affinity_threshold"].field
    write(field, "2.5", qtbot)
    assert field.number is None and "whole" in field.toolTip()


def test_back_to_the_usual(page: KnowledgeSettings, vault: Vault, qtbot: QtBot) -> None:
    row = page.rows["affinity_interval_ms"]
    page.mode.chosen.emit(1)
    assert row.field.isEnabled()
    write(row.field, "30", qtbot)
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert config.load(vault.home)[0].affinity_interval_ms == 1_800_000
    row.back.click()
    assert config.load(vault.home)[0] == Procedural(affinity_mode="interval")


def test_a_broken_file_is_explained_with_its_line_and_left_alone(
    page: KnowledgeSettings, vault: Vault
) -> None:
    broken = "procedural:\n  decayRate: [0.9\n"
    config.path(vault.home).write_text(broken)
    page.reload()
    said = page.banner.accessibleName()
    assert page.banner.isVisible() and "Line 3 of knowledge.yaml" in said
    page.put("decay_rate", 0.5)
    assert "no longer valid YAML" in page.banner.accessibleName()
    assert config.path(vault.home).read_text() == broken
    assert page.rows["decay_rate"].field.text() == "0.99"


def test_what_somebody_else_wrote_is_shown_when_the_window_comes_back(
    page: KnowledgeSettings, vault: Vault
) -> None:
    config.path(vault.home).write_text("procedural:\n  minImportance: 0.4\n  pink: 3\n")
    QApplication.sendEvent(page, QEvent(QEvent.Type.WindowActivate))
    assert page.rows["min_importance"].field.text() == "0.4"
    assert "“pink” is not a setting." in page.banner.accessibleName()


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.99, 0.999999, 1.0])
@pytest.mark.parametrize("boost", [0.0, 1.0])
@pytest.mark.parametrize("floor", [0.0, 1.0])
def test_every_possible_number_can_be_explained(rate: float, boost: float, floor: float) -> None:
    settings = Procedural(decay_rate=rate, boost_on_use=boost, min_importance=floor)
    shown = (*numbers.importance(), *numbers.relating(), numbers.interval(), *numbers.suggesting())
    assert all(number.explain(settings).endswith(".") for number in shown)


def test_views_look_again_when_a_number_changed(context: AppContext, qtbot: QtBot) -> None:
    settings = SettingsView(context)
    qtbot.addWidget(settings)
    with qtbot.waitSignal(context.bridge.changed) as changed:
        settings.knowledge.put("decay_rate", 0.9)
    assert changed.args[0].parts & Part.KNOWLEDGE


def test_the_form_of_the_passphrase_comes_into_view(context: AppContext, qtbot: QtBot) -> None:
    settings = SettingsView(context)
    qtbot.addWidget(settings)
    settings.resize(700, 260)
    settings.show()
    qtbot.waitUntil(lambda: not settings._later.isActive())
    (change,) = (
        button
        for button in settings.findChildren(Button)
        if button.accessibleName() == "Change the passphrase"
    )
    change.click()
    old = settings.form.old
    assert settings.focusWidget() is old
    qtbot.waitUntil(lambda: old.visibleRegion().boundingRect().height() == old.height())


def test_what_is_out_of_sight_follows_one_section_after_the_other(
    context: AppContext, qtbot: QtBot
) -> None:
    settings = SettingsView(context)
    qtbot.addWidget(settings)
    assert not settings.findChildren(KnowledgeSettings)
    settings.show()
    assert not settings.findChildren(KnowledgeSettings)
    qtbot.waitUntil(lambda: len(settings.findChildren(ReadingSettings)) == 1)
    qtbot.waitUntil(lambda: not settings._later.isActive())
    assert settings.findChildren(KnowledgeSettings) == [settings.knowledge]
    heads = [one.text() for one in settings.findChildren(QLabel) if one.property("role") == "pane"]
    places = [one.mapTo(settings, QPoint(0, 0)).y() for one in settings.findChildren(Section)]
    assert heads[-1] == "About" and places == sorted(places)


def test_the_model_is_there_at_once_when_it_is_asked_for(context: AppContext, qtbot: QtBot) -> None:
    settings = SettingsView(context)
    qtbot.addWidget(settings)
    settings.show()
    settings.show_model()
    assert settings._scroll.verticalScrollBar().value() > 0
    assert settings.model.isAncestorOf(settings.focusWidget())


def test_everything_has_a_name(page: KnowledgeSettings) -> None:
    assert nameless(page) == []


def test_how_much_is_indexed_and_again(context: AppContext, vault: Vault, qtbot: QtBot) -> None:
    library.save(vault, None, "# Brew tea\n\n1. Pour.\n")
    memories.remember(vault, "Soft water is best.")
    section = ReadingSettings(context)
    qtbot.addWidget(section)
    section.show()
    qtbot.waitUntil(lambda: "2 waiting." in section.counted.text())
    index.update(vault, Hashed())
    qtbot.waitUntil(lambda: "of 1 skill and 1 memory." in section.counted.text())
    assert Hashed().model in section._about.text() and nameless(section) == []
    section.again.click()
    qtbot.waitUntil(lambda: "2 waiting." in section.counted.text())
    before = indexed(vault, Hashed().model)
    assert (before.passages, before.waiting) == (0, 2)
    index.update(vault, Hashed())
    assert indexed(vault, Hashed().model).passages > 2
    begin_anew(vault)
    begin_anew(vault)


def test_all_of_it_can_be_switched_off(page: KnowledgeSettings, vault: Vault) -> None:
    page.enabled.click()
    assert not config.load(vault.home)[0].enabled
    page.enabled.click()
    assert config.load(vault.home)[0] == Procedural()


def test_the_track_record_counts_in_suggestions_once_it_is_switched_on(
    page: KnowledgeSettings, vault: Vault
) -> None:
    switch = page.switches["use_scorer"]
    assert not switch.isChecked()
    switch.click()
    assert config.load(vault.home)[0] == Procedural(use_scorer=True)
    page.reload()
    assert switch.isChecked()


def _leaving() -> QFocusEvent:
    return QFocusEvent(QEvent.Type.FocusOut)


def test_terms_are_added_and_removed(context: AppContext, qtbot: QtBot) -> None:
    memories.remember(context.vault, "Who pressed the blue-button?")
    section = TermsSettings(context)
    qtbot.addWidget(section)
    section.show()

    def lines() -> list[tuple[str, str]]:
        found = section.lines.findChildren(Line)
        return [(one.name.text(), one.said.text()) for one in found if one.isVisibleTo(section)]

    assert lines() == [] and nameless(section) == [] and section.said.isVisible()
    section.put.click()
    section.field.setText("!!")
    section.put.click()
    qtbot.waitUntil(lambda: "letters or digits" in section.said.text())
    section.field.setText(" blue  button ")
    assert "letters or digits" not in section.said.text()
    QTest.keyClick(section.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: lines() == [("blue button", "1 memory")])
    qtbot.waitUntil(lambda: section.field.text() == "")
    assert nameless(section) == []
    terms.add(context.vault, "filter")
    qtbot.waitUntil(lambda: len(lines()) == 2)
    drop = section.lines.findChildren(IconButton)[0]
    assert drop.accessibleName() == "Remove the term blue button"
    drop.click()
    qtbot.waitUntil(lambda: lines() == [("filter", "0 memories")])
    assert [one.name for one in terms.terms(context.vault)] == ["filter"]


def test_how_long_a_skill_without_its_file_stays(
    page: KnowledgeSettings, vault: Vault, qtbot: QtBot
) -> None:
    row = page.rows["disk_grace_hours"]
    assert row.said is not None and "24 hours later" in row.said.text()
    write(row.field, "72", qtbot)
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert config.load(vault.home)[0].disk_grace_hours == 72
    assert "72 hours later" in row.said.text()


def test_a_changed_number_is_reached_by_its_name_to_be_written_over(
    context: AppContext, qtbot: QtBot
) -> None:
    """With its way back beside it, and whatever the window reads again meanwhile."""
    settings, hands = SettingsView(context), Hands(qtbot)
    qtbot.addWidget(settings)
    settings.resize(900, 600)
    settings.show()
    row = settings.knowledge.rows["candidate_days"]
    settings.knowledge.put("candidate_days", 365)
    settings.show_setting(row.number.words)
    hands.wait_on(settings)
    assert row.field.hasFocus() and row.back.isVisible()
    QApplication.sendEvent(settings.knowledge, QEvent(QEvent.Type.WindowActivate))
    hands.type("90\n")
    assert config.load(context.vault.home)[0].candidate_days == 90
    bar = settings.findChildren(QScrollArea)[0].verticalScrollBar()
    place = bar.value()
    row.back.setFocus()
    hands.press("Space")
    QTest.keyRelease(row.back, Qt.Key.Key_Space)
    hands.type("45\n")
    assert config.load(context.vault.home)[0].candidate_days == 45
    assert bar.value() == place > 0
