"""The history of a skill: the list beside the document and the page with any two versions."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.library import form_drafts, history, library, renaming, skill_actions, undoing
from app.core.library.record import Reason, Status
from app.core.lifecycle import tagging
from app.core.progress import SILENT
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.models.version_list import VERSION, reason_word
from app.ui.theme.theme import Theme
from app.ui.views.skills.history import change_summaries
from app.ui.views.skills.history.column_heads import HEIGHT
from app.ui.views.skills.history.panel import HistoryPanel
from app.ui.views.skills.history.reason_marks import mark
from app.ui.views.skills.history.version_list import VersionList
from app.ui.views.skills.history.view import HistoryView
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.moments import day, moment, moment_said
from tests.conftest import Clock
from tests.ui.names import nameless
from tests.ui.proposing import take_back

FIRST = "# Bake bread\n\nSuccess: bread\n\n1. Knead the dough\n2. Wait an hour\n3. Heat the oven\n"
SECOND = FIRST.replace("an hour", "two hours")
THIRD = SECOND + "4. Bake it @skill: Watch the oven\n   @loop: 3 max=2\n"


@pytest.fixture
def bread(vault: Vault, clock: Clock) -> int:
    """A skill with three versions."""
    skill = library.save(vault, None, FIRST, reason=Reason.IMPORTED, label="From a book").skill
    for text in (SECOND, THIRD):
        clock.pass_seconds(3600)
        library.save(vault, skill, text)
    return skill


@pytest.fixture
def view(context: AppContext, bread: int, qtbot: QtBot) -> HistoryView:
    made = HistoryView(context, bread)
    qtbot.addWidget(made)
    made.resize(1200, 700)
    made.show()
    qtbot.waitUntil(lambda: all(gists(made.list)))
    return made


def gists(versions: VersionList) -> list[str]:
    return [row.gist for row in versions.rows.rows]


def test_every_version_says_what_changed_in_it(view: HistoryView) -> None:
    assert gists(view.list) == [
        "Step 4 added, calls Watch the oven, loop capped at 2",
        "Step 2 reworded",
        "From a book: 3 steps, 1 goal",
    ]
    spoken = view.list.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Version 3, Edited, current")


def test_in_large_text_the_filter_is_whole_below_the_title(
    theme: Theme, view: HistoryView, request: pytest.FixtureRequest
) -> None:
    usual = Settings(theme="dark", reduce_motion=True)
    theme.use(replace(usual, text_size=26))
    request.addfinalizer(lambda: theme.use(usual))
    view.resize(960, 640)
    QApplication.processEvents()
    shown = view.sidebar.findChildren(FilterChip) + [
        said for said in view.sidebar.findChildren(QLabel) if said.text() == "History"
    ]
    assert len(shown) == 2
    for part in shown:
        assert part.width() >= part.sizeHint().width()


def test_a_version_with_the_text_of_the_one_before_says_so(vault: Vault, bread: int) -> None:
    skill_actions.move(vault, "Bakery", bread)
    versions = history.versions(vault, bread)
    found = change_summaries.find(vault, bread, versions, (), SILENT)
    version, _earlier, pair = change_summaries.pairs(versions)[0]
    assert change_summaries.words(version, found[pair]) == "Moved to Bakery"
    edited = [replace(versions[0], reason=Reason.IMPORTED), *versions[1:]]
    found = change_summaries.find(vault, bread, edited, (), SILENT)
    version, _earlier, pair = change_summaries.pairs(edited)[0]
    assert change_summaries.words(version, found[pair]) == "The text is the same"


def test_a_version_says_which_details_changed(vault: Vault, bread: int) -> None:
    def said() -> str:
        versions = history.versions(vault, bread)
        found = change_summaries.find(vault, bread, versions, (), SILENT)
        version, _earlier, pair = change_summaries.pairs(versions)[0]
        return change_summaries.words(version, found[pair])

    tagging.put(vault, bread, "lab")
    assert said() == "Tag “lab” added"
    tagging.put(vault, bread, "a", "b")
    assert said() == "Tags “a”, “b” added"
    tagging.retag(vault, [bread], add=["c"], remove=["lab"])
    assert said() == "Tag “c” added, tag “lab” removed"
    skill_actions.set_role(vault, "orchestrator", bread)
    assert said() == "Role changed to orchestrator"
    skill_actions.set_role(vault, "", bread)
    assert said() == "Role left to the text"
    for status, words in (
        (Status.QUARANTINED, "Put in quarantine"),
        (Status.ACTIVE, "Released from quarantine"),
        (Status.DEPRECATED, "Deprecated"),
        (Status.ACTIVE, "No longer deprecated"),
    ):
        meta = library.last_meta(vault, bread)
        assert meta is not None
        library.refile(vault, bread, replace(meta, status=status))
        assert said() == words
    meta = library.last_meta(vault, bread)
    assert meta is not None
    library.refile(vault, bread, replace(meta, confidence=0.5))
    assert said() == "Details changed"


def test_it_opens_with_the_last_change(view: HistoryView) -> None:
    assert view._title.text() == "v2 compared with v3"
    assert view._counts.text() == "1 step added · 2 links"
    assert view.diff.change_count == 3


def test_the_heads_are_as_high_as_their_words(view: HistoryView, qtbot: QtBot) -> None:
    view.resize(1000, 700)
    view.show()
    heads = view.heads
    qtbot.waitUntil(lambda: heads.height() == max(heads.sizeHint().height(), HEIGHT))
    assert heads.height() < 80
    assert view.diff.viewport().y() == heads.height()


def test_a_picked_version_is_compared_with_the_current_one(view: HistoryView) -> None:
    view.list.setCurrentIndex(view.list.rows.index_of(1))
    assert view._title.text() == "v1 compared with v3"


def test_two_picked_versions_are_compared_with_each_other(view: HistoryView) -> None:
    assert view.list.selectionMode() is QAbstractItemView.SelectionMode.ExtendedSelection
    view.compare(2, 1)
    assert view._title.text() == "v1 compared with v2"
    assert view.list.chosen() == (1, 2)
    view.heads.chosen.emit(1, 3)
    assert view._title.text() == "v1 compared with v3"


def test_restoring_adds_a_version_and_undo_takes_it_back(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    view.compare(1, 3)
    assert view._foot.text().startswith("Restoring v1 would add v4")
    assert not view.restore_keys.isHidden()
    QTest.keyClick(view.diff, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert library.text(vault, bread) == FIRST
    assert history.versions(vault, bread)[0].reason is Reason.ROLLED_BACK
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    assert not view.tools.can_restore and view.restore_keys.isHidden()
    take_back(view._context)
    assert library.text(vault, bread) == THIRD
    qtbot.waitUntil(lambda: len(view.list.versions) == 5)


def test_restoring_is_told_with_the_way_back(view: HistoryView, qtbot: QtBot) -> None:
    view.compare(1, 3)
    with qtbot.waitSignal(view._context.say.told) as told:
        view.restore()
    assert told.args[:2] == ["v1 restored as v4", True]


def test_restoring_says_that_the_name_stays(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    renaming.rename(vault, bread, "Bake rolls")
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    view.compare(1, 4)
    assert view._foot.text().endswith("stays. The name “Bake rolls” stays.")
    with qtbot.waitSignal(view._context.say.told) as told:
        view.restore()
    assert told.args[0] == "v1 restored as v5. The name “Bake rolls” stays."
    assert library.text(vault, bread) == FIRST.replace("bread\n\nS", "rolls\n\nS")


def test_a_version_that_only_had_another_name_cannot_be_restored(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    renaming.rename(vault, bread, "Bake rolls")
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    view.compare(3, 4)
    assert view._foot.text() == "v3 differs only in its name. Rename the skill to give it back."
    assert not view.tools.can_restore


def test_a_version_can_be_read_by_itself(view: HistoryView) -> None:
    view.compare(1, 3)
    view.tools.preview_pressed.emit()
    assert view._title.text() == "v1, as it was"
    assert view.diff._arrangement is Arrangement.SINGLE
    view.tools.preview_pressed.emit()
    assert view._title.text() == "v1 compared with v3"


def test_the_arrangement_is_remembered(view: HistoryView, context: AppContext, bread: int) -> None:
    view.tools.arranged.emit(True)
    assert view.diff._arrangement is Arrangement.UNIFIED
    again = HistoryView(context, bread)
    assert again._arrangement is Arrangement.UNIFIED
    again.deleteLater()


def test_the_changes_are_walked_with_the_keyboard(view: HistoryView, qtbot: QtBot) -> None:
    reached: list[tuple[int, int]] = []
    view.diff.change_shown.connect(lambda number, count: reached.append((number, count)))
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_P):
        QTest.keyClick(view.diff, key)
    assert reached == [(1, 3), (2, 3), (1, 3)]


def test_a_fold_opens_with_enter(view: HistoryView, qtbot: QtBot) -> None:
    view.compare(2, 3)
    before = [placed.line.what for placed in view.diff._placed]
    view.diff._go(before.index("fold"))
    QTest.keyClick(view.diff, Qt.Key.Key_Return)
    after = [placed.line.what for placed in view.diff._placed]
    assert after.count("fold") == before.count("fold") - 1
    assert after.count("row") > before.count("row")


def test_the_list_can_be_narrowed_to_a_reason(view: HistoryView) -> None:
    view.list.show_reason(Reason.IMPORTED)
    assert [row.version.number for row in view.list.rows.rows] == [1]
    view.list.show_reason(None)
    assert len(view.list.rows.rows) == 3


def test_what_is_saved_elsewhere_appears(
    view: HistoryView, vault: Vault, bread: int, clock: Clock, qtbot: QtBot
) -> None:
    clock.pass_seconds(600)
    library.save(vault, bread, THIRD + "5. Eat\n", actor=Actor("agent"))
    qtbot.waitUntil(lambda: view._title.text() == "v3 compared with v4")
    assert view.list.chosen() == (4,)
    qtbot.waitUntil(lambda: gists(view.list)[0] == "Step 5 added")
    assert view.list.rows.rows[0].actor == "agent"


@pytest.mark.parametrize(
    ("chosen", "title"),
    [((1,), "v1 compared with v4"), ((1, 2), "v1 compared with v2"), ((2,), "v2 compared with v4")],
)
def test_what_is_selected_is_what_is_compared_after_another_save(
    chosen: tuple[int, ...], title: str, view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    view.list.choose(*chosen)
    view.list.picked.emit(view.list.chosen())
    library.save(vault, bread, THIRD + "5. Eat\n", actor=Actor("agent"))
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    assert (view.list.chosen(), view._title.text()) == (chosen, title)
    QTest.keyClick(view.diff, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(view.list.versions) == 5)
    assert library.text(vault, bread) == history.text_of(vault, bread, chosen[0])


def test_what_the_filter_hides_stays_compared(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    view.compare(1, 2)
    view.list.show_reason(Reason.DELETED)
    library.save(vault, bread, THIRD + "5. Eat\n", actor=Actor("agent"))
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    assert view._title.text() == "v1 compared with v2"


def test_a_new_skill_begins_without_noise(
    context: AppContext, vault: Vault, clock: Clock, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, "").skill
    for text in ("# Tea\n\n1. ", "# Tea\n\n1. Boil water.\n", "# Tea\n\n1. Boil water.\n2. \n"):
        clock.pass_seconds(3600)
        library.save(vault, skill, text)
    made = HistoryView(context, skill)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: all(gists(made.list)))
    assert gists(made.list) == [
        "Only spacing differs",
        "Step 1 added",
        "Only a name",
        "Nothing written yet",
    ]


def test_a_version_without_text_cannot_be_restored(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    library.delete(vault, bread)
    undoing.undo(vault)
    qtbot.waitUntil(lambda: len(view.list.versions) == 5)
    view.compare(4, 5)
    assert not view.tools.can_restore
    assert "has no text" in view._foot.text()


def test_long_texts_are_compared_meanwhile_and_only_the_last_pair_is_shown(
    context: AppContext, vault: Vault, clock: Clock, qtbot: QtBot
) -> None:
    steps = [f"{n}. Step number {n} of a long piece of work.\n" for n in range(1, 501)]
    skill = library.save(vault, None, "# Long\n\n" + "".join(steps)).skill
    for n in (100, 200):
        clock.pass_seconds(3600)
        steps[n] = f"{n + 1}. Something else.\n"
        library.save(vault, skill, "# Long\n\n" + "".join(steps))
    view = HistoryView(context, skill)
    qtbot.addWidget(view)
    view.show()
    assert view._title.text() == "v2 compared with v3"
    assert view._counts.text() == "Comparing…" and view.diff.change_count == 0
    view.compare(1, 3)
    assert view._foot.text().startswith("Restoring v1 would add v4")
    qtbot.waitUntil(lambda: view._counts.text() == "2 steps added, 2 removed")
    assert view.diff.change_count > 0
    view.tools.arranged.emit(True)
    assert view.diff._arrangement is Arrangement.UNIFIED
    view.tools.preview_pressed.emit()
    qtbot.waitUntil(lambda: view.diff._arrangement is Arrangement.SINGLE)
    assert view._counts.text() == "Read only"


def test_it_paints_in_every_arrangement(view: HistoryView) -> None:
    for arrangement in Arrangement:
        view.diff.arrange(arrangement)
        assert not view.diff.grab().isNull()


def test_the_current_version_can_be_named(view: HistoryView, qtbot: QtBot) -> None:
    naming = view.sidebar.naming
    naming.link.click()
    QTest.keyClicks(naming.field, "Before the freeze")
    QTest.keyClick(naming.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gists(view.list)[0] == "Before the freeze")
    assert view.list.versions[0].reason is Reason.NAMED
    qtbot.waitUntil(naming.link.isVisible)
    naming.link.click()
    assert naming.field.text() == "" and naming.typed.isHidden()
    QTest.keyClick(naming.field, Qt.Key.Key_Escape)
    assert naming.link.isVisible() and not naming.field.isVisible()
    assert len(view.list.versions) == 4


@pytest.mark.parametrize("leave", ["escape", "close"])
def test_a_name_that_was_typed_and_not_given_is_offered_again(
    context: AppContext, view: HistoryView, bread: int, qtbot: QtBot, leave: str
) -> None:
    naming = view.sidebar.naming
    naming.link.click()
    QTest.keyClicks(naming.field, "Before the fr")
    if leave == "escape":
        QTest.keyClick(naming.field, Qt.Key.Key_Escape)
    else:
        view.hide()
    qtbot.waitUntil(lambda: bool(form_drafts.drafts(context.vault, f"name version {bread}")))
    again = HistoryView(context, bread)
    qtbot.addWidget(again)
    again.show()
    naming = again.sidebar.naming
    naming.link.click()
    assert naming.field.text() == "Before the fr" and naming.typed.discard.isVisible()
    QTest.keyClicks(naming.field, "eeze")
    QTest.keyClick(naming.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gists(again.list)[0] == "Before the freeze")
    qtbot.waitUntil(lambda: not form_drafts.drafts(context.vault, f"name version {bread}"))


def test_a_name_that_cannot_be_given_stays(
    view: HistoryView, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    naming = view.sidebar.naming
    naming.link.click()
    QTest.keyClicks(naming.field, "Frozen")
    library.delete(vault, bread)
    QTest.keyClick(naming.field, Qt.Key.Key_Return)
    qtbot.waitUntil(view.banner.isVisible)
    assert naming.field.text() == "Frozen" and naming.field.isEnabled()


def test_everything_that_takes_focus_has_a_name(view: HistoryView) -> None:
    assert nameless(view) == []


def test_a_skill_with_one_version(context: AppContext, vault: Vault, qtbot: QtBot) -> None:
    view = HistoryView(context, library.save(vault, None, FIRST).skill)
    qtbot.addWidget(view)
    assert view._title.text() == "v1, the only version"
    assert not view.tools.can_restore
    assert view.tools._preview.isHidden()


# The panel


@pytest.fixture
def panel(context: AppContext, bread: int, qtbot: QtBot) -> HistoryPanel:
    made = HistoryPanel(context)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    made.set_skill(bread)
    return made


def test_the_panel_asks_for_a_comparison(panel: HistoryPanel, bread: int, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel._context.go.history_requested) as asked:
        panel.list.entered.emit(1)
    assert asked.args == [bread, (1, 3)]
    with qtbot.waitSignal(panel._context.go.history_requested) as asked:
        panel.list.entered.emit(3)
    assert asked.args == [bread, (2, 3)]


def test_the_panel_restores(panel: HistoryPanel, vault: Vault, bread: int, qtbot: QtBot) -> None:
    panel.list.setCurrentIndex(panel.list.rows.index_of(1))
    panel._restore.click()
    assert library.text(vault, bread) == FIRST
    take_back(panel._context)
    assert library.text(vault, bread) == THIRD


def test_the_panel_has_nothing_to_show_for_a_new_document(panel: HistoryPanel) -> None:
    panel.set_skill(None)
    assert panel._pages.currentIndex() == 1


def test_a_hidden_panel_waits(
    panel: HistoryPanel, vault: Vault, bread: int, clock: Clock, qtbot: QtBot
) -> None:
    panel.hide()
    clock.pass_seconds(600)
    with qtbot.waitSignal(panel._context.bridge.changed):
        library.save(vault, bread, THIRD + "5. Eat\n")
    assert len(panel.list.versions) == 3
    panel.show()
    assert len(panel.list.versions) == 4
    assert panel.list.rows.index(0).data(VERSION).version.number == 4


def test_nothing_is_compared_for_a_panel_nobody_sees(
    panel: HistoryPanel, vault: Vault, bread: int, context: AppContext, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Else\n\n1. Do it.\n").skill
    qtbot.waitUntil(lambda: all(gists(panel.list)))
    started: list[object] = []
    context.jobs.started.connect(started.append)
    panel.hide()
    panel.set_skill(other)
    assert started == []
    panel.show()
    assert len(panel.list.versions) == 1 and len(started) == 1
    qtbot.waitUntil(lambda: gists(panel.list) == ["1 step"])


# Moments


def test_moments_are_said_as_people_say_them() -> None:
    now = datetime(2030, 3, 5, 12, tzinfo=UTC).astimezone()
    assert moment(now.replace(hour=9, minute=5), now) == "Today, 09:05"
    assert moment_said(now.replace(hour=9, minute=5), now) == "today at 09:05"
    assert day(now.replace(day=4), now) == "Yesterday"
    assert day(now.replace(month=1, day=31), now) == "31 Jan"
    assert day(now.replace(year=2029), now) == "5 Mar 2029"


# What came to nothing


@pytest.fixture
def away_and_back(vault: Vault, clock: Clock, bread: int) -> int:
    """The skill was deleted and brought back, twice."""
    for _time in range(2):
        clock.pass_seconds(60)
        library.delete(vault, bread)
        undoing.undo(vault)
    return bread


def numbers(versions: VersionList) -> list[str]:
    return [row.number_words for row in versions.rows.rows]


def test_what_was_deleted_and_brought_back_is_one_row(
    away_and_back: int, view: HistoryView
) -> None:
    assert numbers(view.list) == ["v4–7", "v3", "v2", "v1"]
    assert gists(view.list)[0] == "Deleted and restored"
    spoken = view.list.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Versions 4 to 7, collapsed, current")


def test_it_opens_with_the_last_texts_that_differ(away_and_back: int, view: HistoryView) -> None:
    assert view._title.text() == "v2 compared with v7"


def test_keys_unfold_it_and_fold_it_again(away_and_back: int, view: HistoryView) -> None:
    view.list.choose(7)
    QTest.keyClick(view.list, Qt.Key.Key_Right)
    assert numbers(view.list) == ["v7", "v6", "v5", "v4", "v3", "v2", "v1"]
    view.list.choose(5)
    QTest.keyClick(view.list, Qt.Key.Key_Left)
    assert len(numbers(view.list)) == 4
    assert view.list.chosen() == (7,)


def test_a_click_unfolds_it(away_and_back: int, view: HistoryView) -> None:
    place = view.list.visualRect(view.list.rows.index(0)).center()
    QTest.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(numbers(view.list)) == 7


def test_a_version_that_is_asked_for_is_unfolded(away_and_back: int, view: HistoryView) -> None:
    view.compare(3, 5)
    assert "v5" in numbers(view.list)


def test_a_list_that_is_narrowed_down_shows_each(away_and_back: int, view: HistoryView) -> None:
    view.list.show_reason(Reason.DELETED)
    assert numbers(view.list) == ["v6", "v4"]


def test_the_panel_compares_what_differs(
    away_and_back: int, context: AppContext, qtbot: QtBot
) -> None:
    panel = HistoryPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_skill(away_and_back)
    panel.list.choose(7)
    with qtbot.waitSignal(context.go.history_requested) as asked:
        panel._compare_chosen()
    assert asked.args == [away_and_back, (2, 7)]


def test_a_deleted_skill_is_looked_at_from_its_last_text(
    vault: Vault, bread: int, view: HistoryView, qtbot: QtBot
) -> None:
    with vault.turns.at_once():
        library.delete(vault, bread)
    qtbot.waitUntil(lambda: len(view.list.versions) == 4)
    view.list.choose(4)
    view._on_picked((4,))
    assert view._title.text() == "v3, as it was"


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_word_and_a_mark(theme: Theme, reason: Reason) -> None:
    assert reason_word(reason)
    assert not theme.icon(mark(reason).icon, mark(reason).colour).isNull()
