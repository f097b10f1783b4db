"""In a small window and with large text nothing is lost, and nothing moves under the hands."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QScrollArea,
    QStyleOptionTab,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.settings import Settings
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.ui.jobs import Jobs
from app.ui.models.skill_list import HIT
from app.ui.theme.theme import Theme
from app.ui.views.constellation.legend import Legend
from app.ui.views.shell.agent_news import AgentCounts
from app.ui.views.shell.status import StatusLine
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.tab_strip import SCROLLERS, SHORTEST
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.find.bar import FindBar
from app.ui.views.skills.page import SkillsPage
from app.ui.views.skills.panel import widths
from app.ui.widgets.command_palette import CommandPalette, PaletteRow
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.yielding import Yielding
from app.ui.window_state import WindowState

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
SMALL = (667, 378)
"""What is left of a screen of 1024 × 680 where everything is half as large again."""
TEXT = "# Clean the pump\n\nTrigger: It drips.\n\n1. Close the valve of $line.\n2. Open it.\n"


@pytest.fixture
def page(space: Workspace, vault: Vault) -> SkillsPage:
    """A skill is open, in a window with room for everything, that can be as small as any."""
    space.setMinimumSize(*SMALL)
    space.resize(1400, 820)
    space.skills.documents.open_skill(library.save(vault, None, TEXT).skill)
    QApplication.processEvents()
    return space.skills


@pytest.fixture
def large(theme: Theme) -> Iterator[Theme]:
    yield theme
    theme.use(Settings(theme="dark", reduce_motion=True))


def place(part: QWidget, on: QWidget) -> QRect:
    return QRect(part.mapTo(on, QPoint()), part.size())


@pytest.mark.parametrize("name", ["skills", "constellation", "memories", "packs", "settings"])
def test_every_page_fits_a_small_screen(space: Workspace, page: SkillsPage, name: str) -> None:
    space.resize(*SMALL)
    space.go(name)
    QApplication.processEvents()
    assert (space.width(), space.height()) == SMALL
    for area in space.findChildren(QScrollArea):
        assert not (area.isVisible() and area.horizontalScrollBar().isVisible())
    needed = space.minimumSizeHint()
    assert needed.width() <= SMALL[0] and needed.height() <= SMALL[1]


def test_in_a_tight_window_the_list_comes_over_the_document(
    space: Workspace, page: SkillsPage, vault: Vault
) -> None:
    assert page.library.isVisible() and not page.sides.list_button.isVisible()
    space.resize(*SMALL)
    QApplication.processEvents()
    assert not page.library.isVisible()
    wide = page.documents.width()
    assert wide > 500
    QTest.mouseClick(page.sides.list_button, Qt.MouseButton.LeftButton)
    assert page.library.isVisible() and page.documents.width() == wide
    QTest.keyClick(page.library.list, Qt.Key.Key_Escape)
    assert not page.library.isVisible()
    page.focus_search()
    assert page.library.isVisible()
    other = library.save(vault, None, "# Paint the pump\n\n1. Paint it.\n").skill
    page.library.opened.emit(other)
    assert not page.library.isVisible() and page.documents.skill == other
    space.resize(1400, 820)
    QApplication.processEvents()
    assert page.library.isVisible() and page._splitter.indexOf(page.library) == 0
    assert not page.sides.list_button.isVisible()


def test_what_leads_to_a_skill_puts_the_list_away_that_lay_over_it(
    space: Workspace, page: SkillsPage, vault: Vault
) -> None:
    other = library.save(vault, None, "# Paint the pump\n\n1. Paint it.\n").skill
    space.resize(*SMALL)
    QApplication.processEvents()
    go = page.context.go
    leads: tuple[Callable[[], None], ...] = (
        lambda: go.skill(other),
        lambda: go.place(other, 0, 3),
    )
    for lead in leads:
        page.sides.toggle_library()
        assert page.library.isVisible()
        lead()
        assert page.documents.skill == other and not page.library.isVisible()


def test_a_click_in_the_list_over_the_document_leads_to_what_it_says(
    space: Workspace, page: SkillsPage, vault: Vault, qtbot: QtBot
) -> None:
    other = library.save(vault, None, "# Paint\n\n1. Paint it.\n2. Look at the gums.\n").skill
    qtbot.waitUntil(lambda: len(page.library.model.rows) == 2)
    space.resize(*SMALL)
    QApplication.processEvents()
    rows = page.library.list

    def click() -> None:
        at = rows.visualRect(page.library.model.index_of(other)).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)

    page.sides.toggle_library()
    click()
    assert page.documents.skill == other and not page.library.isVisible()
    page.sides.toggle_library()
    page.library.search.setText("gums")
    qtbot.waitUntil(lambda: page.library.model.index_of(other).data(HIT) is not None)
    click()
    assert not page.library.isVisible() and page.documents.editor is not None
    assert page.documents.editor.steps.current == 2
    page.sides.toggle_library()
    space.go("memories")
    space.go("skills")
    assert not page.library.isVisible()
    for leads_away in (space.context.go.draft, space.context.go.import_documents):
        page.sides.toggle_library()
        assert page.library.isVisible()
        leads_away()
        assert not page.library.isVisible()
    for dialog in space.findChildren(QDialog):
        dialog.reject()
    page.sides.toggle_library()
    page.library.new_requested.emit(None)
    assert not page.library.isVisible() and page.documents.skill is None
    focused = QApplication.focusWidget()
    assert focused is not None and page.documents.isAncestorOf(focused)


def test_without_a_document_the_list_stays(space: Workspace, page: SkillsPage) -> None:
    page.documents.close_current()
    space.resize(*SMALL)
    QApplication.processEvents()
    assert page.library.isVisible() and page._splitter.indexOf(page.library) == 0


def test_with_large_text_the_panel_comes_over_the_document_with_all_its_tabs(
    space: Workspace, page: SkillsPage, large: Theme
) -> None:
    space.resize(1440, 820)
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    QApplication.processEvents()
    assert page.panel.folded.isVisible()
    assert page.library.width() >= 2 * widths.LIBRARY[0]
    page.show_panel("knowledge")
    QApplication.processEvents()
    tabs = page.panel.open.tabs
    assert tabs.isVisible() and tabs.tabRect(tabs.count() - 1).right() < tabs.width()
    page.sides.toggle_panel()


def test_what_stands_above_the_steps_scrolls_before_they_are_lost(
    space: Workspace, page: SkillsPage, qtbot: QtBot
) -> None:
    editor = page.documents.editor
    assert editor is not None
    space.resize(*SMALL)
    QApplication.processEvents()
    editor.goal_editing.open(GoalKind.TRIGGER)
    QApplication.processEvents()
    assert editor.steps.height() >= 140
    box = editor.chips.box
    assert box.field.hasFocus()
    qtbot.waitUntil(lambda: box.field.visibleRegion().boundingRect() == box.field.rect())
    for kind in GoalKind:
        chip = editor.chips.chip(kind)
        chip.setFocus()
        assert chip.visibleRegion().boundingRect().size() == chip.size()


def test_what_is_not_needed_above_the_steps_goes_before_that_scrolls(
    space: Workspace, page: SkillsPage, large: Theme
) -> None:
    editor = page.documents.editor
    assert editor is not None
    space.resize(683, 440)
    large.use(Settings(theme="dark", reduce_motion=True, text_size=20))
    QApplication.processEvents()
    QApplication.processEvents()
    above = next(one for one in editor.findChildren(Yielding) if one.isVisible())
    assert above.verticalScrollBar().maximum() == 0
    assert editor.header.title.isVisible() and not editor.header.about.isVisible()
    editor.header.about.write_tag()
    QApplication.processEvents()
    assert editor.header.about.field.hasFocus() and editor.header.about.isVisible()
    space.resize(1400, 820)
    QApplication.processEvents()
    assert editor.header.about.isVisible() and editor.header.description.isVisible()


@pytest.mark.parametrize(("size", "text"), [((1024, 680), 26), ((683, 440), 13)])
def test_the_chips_stay_under_the_pointer_while_goals_are_opened(
    space: Workspace, page: SkillsPage, large: Theme, size: tuple[int, int], text: int
) -> None:
    """And only the one right above the text is pointed at."""
    editor = page.documents.editor
    assert editor is not None
    space.resize(*size)
    large.use(Settings(theme="dark", reduce_motion=True, text_size=text))
    for _turn in range(3):
        QApplication.processEvents()
    chips = {kind: editor.chips.chip(kind) for kind in GoalKind}
    rows = {chip.y() for chip in chips.values()}
    before = {kind: chip.mapTo(space, QPoint()) for kind, chip in chips.items()}
    for kind, chip in chips.items():
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
        for _turn in range(3):
            QApplication.processEvents()
        assert {kind: chip.mapTo(space, QPoint()) for kind, chip in chips.items()} == before
        seen = editor.switch.visibleRegion().boundingRect()
        assert seen.size() == editor.switch.size(), kind
        pointed = editor.chips.box._notch_x
        if chip.y() == max(rows):
            assert pointed is not None
            assert chip.x() < pointed < chip.x() + chip.width()
        else:
            assert pointed is None
    assert size[0] == 683 or len(rows) == 2


def test_large_text_has_the_list_over_the_document_before_that_is_narrow(
    space: Workspace, page: SkillsPage, large: Theme
) -> None:
    space.resize(1024, 680)
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    QApplication.processEvents()
    assert not page.library.isVisible() and page.documents.width() >= 2 * widths.DOCUMENT
    editor = page.documents.editor
    assert editor is not None
    chips = [editor.chips.chip(kind) for kind in GoalKind]
    assert all(one.width() >= one.sizeHint().width() for one in chips)


def test_the_legend_folds_where_it_would_hide_the_sky(
    theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    legend = Legend(theme, WindowState(tmp_path / "window.json"))
    low, high = QSize(900, 60), QSize(900, 700)
    qtbot.addWidget(legend)
    legend.give_room(high)
    assert not legend._body.isHidden()
    legend.give_room(low)
    assert legend._body.isHidden()
    legend.fold.click()
    legend.give_room(low)
    assert not legend._body.isHidden()
    legend.give_room(high)
    legend.fold.click()
    assert legend._body.isHidden()
    legend.give_room(low)
    legend.give_room(high)
    assert legend._body.isHidden()


def test_dots_stand_apart_and_the_hint_of_a_passphrase_does_not(theme: Theme, qtbot: QtBot) -> None:
    field = SecretField(theme, "Passphrase")
    qtbot.addWidget(field)
    field.ensurePolished()
    assert field.font().letterSpacing() == 0
    field.setText("lantern")
    assert field.font().letterSpacing() == 2
    field._toggle()
    assert field.font().letterSpacing() == 0


def test_the_head_of_a_skill_is_whole_where_there_is_room(
    space: Workspace, page: SkillsPage
) -> None:
    """Also where its chips take another line beside a scroll bar that was there before."""
    editor = page.documents.editor
    assert editor is not None
    for width in range(900, 1400, 7):
        space.resize(width, 300)
        QApplication.processEvents()
        space.resize(width, 820)
        QApplication.processEvents()
        QApplication.processEvents()
        seen = editor.switch.visibleRegion().boundingRect()
        assert seen.size() == editor.switch.size(), width


def test_the_bar_of_the_constellation_folds_into_a_menu(space: Workspace, page: SkillsPage) -> None:
    space.go("constellation")
    bar = space.pages.constellation.bar
    QApplication.processEvents()
    assert not bar.more.isVisible() and bar.fit.isVisible()
    space.resize(*SMALL)
    QApplication.processEvents()
    assert bar.more.isVisible() and not bar.fit.isVisible() and not bar.reach.isVisible()
    said = {action.text(): action for action in bar.menu().actions()}
    assert said["Whole sky"].isChecked() and said["Tidy up"].isEnabled()
    said["Around selection"].trigger()
    assert bar.reached == 1
    QApplication.processEvents()
    shown = [part for part in bar.findChildren(QWidget) if part.isVisible()]
    assert all(bar.rect().contains(place(part, bar)) for part in shown)


def test_the_title_has_the_room_where_there_is_little(space: Workspace, page: SkillsPage) -> None:
    editor = page.documents.editor
    assert editor is not None
    assert editor.header.train.text() == "Train"
    editor.header.title.setText("Look after the garden, the pond and the hedge of the old house")
    assert editor.header.train.text() == ""
    editor.header.title.setText("Look after it")
    assert editor.header.train.text() == "Train"
    editor.header.resize(300, 100)
    assert editor.header.train.text() == "" and editor.header.train.accessibleName() == "Train"
    assert editor.header.export.toolTip()


def test_nothing_moves_while_words_are_found(space: Workspace, page: SkillsPage) -> None:
    page.documents.finding.open(replacing=True)
    bar = page.documents.find_bar
    QApplication.processEvents()
    for width in range(560, 1000, 20):
        bar.resize(width, bar.height())
        QApplication.processEvents()
        shapes = set()
        for count, skills, written in ((0, None, ""), (1, 1, "x"), (12, 3, ""), (88, 81, "y")):
            bar.written.setText(written)
            bar.show_state(1, count, count, writable=True)
            bar.show_skills(skills)
            QApplication.processEvents()
            shapes.add((bar._rows.direction(), bar.query.width(), bar.written.width()))
        assert len(shapes) == 1, width
        for row in (bar._finding, bar._replacing):
            places = [one.geometry() for one in row.findChildren(QWidget, options=DIRECT)]
            assert not any(a.intersects(b) for a, b in pairwise(places)), width


@pytest.mark.parametrize("text", [13, 26])
def test_words_can_be_read_in_the_bar_that_finds(
    page: SkillsPage, large: Theme, text: int, qtbot: QtBot
) -> None:
    """In a narrow document, with all there is to say about them."""
    large.use(Settings(theme="dark", reduce_motion=True, text_size=text))
    bar = FindBar(large)
    qtbot.addWidget(bar)
    bar.open("hammer", replacing=True)
    for width in range(large.scaled(440), 1700, 50):
        bar.resize(width, 300)
        bar.show_state(1, 88, 88, writable=True)
        bar.show_skills(81)
        QApplication.processEvents()
        margin = bar.query.textMargins().right() + large.scaled(30)
        twenty = 20 * bar.query.fontMetrics().averageCharWidth()
        assert bar.query.width() - margin >= 0.9 * twenty, width
        for part in (bar.query, bar.written, bar.replace, bar.replace_all, bar.everywhere):
            assert bar.rect().contains(place(part, bar)), width
            assert part.width() >= part.minimumSizeHint().width()


def test_to_find_takes_one_row_where_there_is_little_room(page: SkillsPage) -> None:
    finding, bar = page.documents.finding, page.documents.find_bar
    finding.open(replacing=True)
    bar.resize(560, bar.height())
    assert bar.written.isVisible()
    finding.open()
    assert not bar.written.isVisible() and bar.query.hasFocus()


def test_nothing_moves_while_a_skill_is_saved(
    space: Workspace, page: SkillsPage, qtbot: QtBot
) -> None:
    editor = page.documents.editor
    assert editor is not None
    about = editor.header.about
    widths = set()
    for state in ("editing", "saving…", "saved 10:47", "not saved"):
        about.facts.show_parts("utility", ["engram Skills", "v1"], state)
        widths.add(about.facts.sizeHint().width())
    assert len(widths) == 1


@pytest.mark.parametrize("size", [13, 26])
def test_twenty_tabs_have_names_that_can_be_read(
    space: Workspace, page: SkillsPage, vault: Vault, large: Theme, size: int
) -> None:
    large.use(Settings(theme="dark", reduce_motion=True, text_size=size))
    for number in range(20):
        with vault.turns.at_once():
            made = library.save(vault, None, f"# Procedure {number} of the plant\n\n1. x\n")
        page.documents.open_skill(made.skill)
    QApplication.processEvents()
    strip = page.documents.strip
    option = QStyleOptionTab()
    strip.initStyleOption(option, 19)
    assert len(option.text) > 10
    assert SHORTEST >= 138
    for number in strip.numbers():
        strip.choose(number)
        QApplication.processEvents()
        end = strip.width() - SCROLLERS
        places = map(strip.tabRect, range(20))
        shown = [one for one in places if one.right() > 4 and one.left() < end - 4]
        assert all(one.left() >= 0 and one.right() <= end + 2 for one in shown), number
    scrollers = [b for b in strip.findChildren(QToolButton) if b.objectName().startswith("Scroll")]
    for scroller in scrollers:
        above = strip.children()[strip.children().index(scroller) + 1 :]
        assert not [one for one in above if isinstance(one, QToolButton) and one not in scrollers]


def test_the_palette_is_as_high_as_its_words(window: QWidget, large: Theme) -> None:
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    palette = CommandPalette(large, window)
    palette.open_with([PaletteRow("edit", "Open", lambda: None)])
    assert palette._field.height() > 2 * palette._field.fontMetrics().height()
    window.resize(600, 300)
    palette.open_with([PaletteRow("edit", "Open", lambda: None)])
    assert window.rect().contains(palette.geometry())


def test_the_caret_stands_before_what_is_to_be_written(theme: Theme, window: QWidget) -> None:
    field = StepField(theme, window, line=22)
    field.resize(400, field.height_for(400))
    field.setPlaceholderText("████████")
    field.show()
    hint = field.grab().toImage()
    ink = [y for y in range(hint.height()) if _is_inked(hint, y)]
    field.set_text("████████")
    text = field.grab().toImage()
    written = [y for y in range(text.height()) if _is_inked(text, y)]
    assert ink[-1] == written[-1] and abs(ink[0] - written[0]) <= 1


def _is_inked(picture: QImage, y: int) -> bool:
    return picture.pixelColor(20, y) != picture.pixelColor(395, 2)


def test_a_job_is_named_once(theme: Theme, window: QWidget, qtbot: QtBot) -> None:
    jobs = Jobs()
    strip = ProgressStrip(theme, jobs)
    qtbot.addWidget(strip)
    seen: list[str] = []
    strip._text.setText("x")

    def work(job: object) -> None:
        job.report(0.5, "Indexing")  # type: ignore[attr-defined]

    jobs.progressed.connect(lambda *_said: seen.append(strip._text.text()))
    with qtbot.waitSignal(jobs.ended):
        jobs.start(window, "Indexing", work, lambda _nothing: None)
    assert seen and not any(seen)
    jobs.shut_down()


def test_what_goes_on_is_told_whole_before_its_bar_is_long(
    theme: Theme, large: Theme, qtbot: QtBot, window: QWidget
) -> None:
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    jobs = Jobs()
    strip = ProgressStrip(theme, jobs)
    qtbot.addWidget(strip)
    with qtbot.waitSignal(jobs.ended):
        jobs.start(window, "Indexing", lambda _job: None, lambda _nothing: None)
    strip.show()
    strip.resize(strip.minimumSizeHint().width(), 40)
    assert strip._title.width() >= strip._title.sizeHint().width()
    jobs.shut_down()


def test_after_a_training_the_list_is_at_its_skill(
    space: Workspace, page: SkillsPage, vault: Vault, qtbot: QtBot
) -> None:
    first = page.documents.skill
    assert first is not None
    for number in range(60):
        with vault.turns.at_once():
            library.save(vault, None, f"# Skill {number}\n\n1. x\n")
    qtbot.waitUntil(lambda: len(page.library.model.rows) == 61)
    page.documents.open_training(first)
    assert not page.library.isVisible()
    page.library.list.scrollToTop()
    page.documents.document.finished.emit()  # type: ignore[union-attr]
    skills = page.library.list
    index = page.library.model.index_of(first)
    qtbot.waitUntil(lambda: skills.viewport().rect().contains(skills.visualRect(index)))
    assert page.library.chosen() == (first,)


@pytest.mark.parametrize(("size", "text"), [((1024, 680), 26), ((1024, 680), 13)])
def test_nothing_moves_when_a_new_skill_is_saved_first(
    space: Workspace, page: SkillsPage, large: Theme, qtbot: QtBot, size: tuple[int, int], text: int
) -> None:
    space.resize(*size)
    large.use(Settings(theme="dark", reduce_motion=True, text_size=text))
    page.documents.new_skill(None)
    editor = page.documents.editor
    assert editor is not None
    editor.header.title.setText("Sharpen the axe")
    editor.header.title.written.emit("Sharpen the axe")
    for _turn in range(10):
        QApplication.processEvents()
    before = editor.chips.mapTo(editor, QPoint()).y()
    QTest.keyClick(editor.header.title, Qt.Key.Key_Return)
    assert editor.flush() or editor.is_saving
    qtbot.waitUntil(lambda: editor.skill_id is not None)
    for _turn in range(3):
        QApplication.processEvents()
    assert editor.chips.mapTo(editor, QPoint()).y() == before


def test_with_large_text_the_status_line_keeps_what_is_needed(
    theme: Theme, large: Theme, qtbot: QtBot
) -> None:
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    jobs = Jobs()
    line = StatusLine(theme, jobs)
    qtbot.addWidget(line)
    line.show_skills(5000)
    line.show_minutes(15)
    line.show_conflicts(12)
    line.needed[0].show()
    line.show()
    for width in (620, 1600, 620):
        line.resize(width, line.height())
        qtbot.waitUntil(lambda: line.conflicts.geometry().right() < line.width())
        assert line.conflicts.width() >= line.conflicts.minimumSizeHint().width() > 0
    assert line._skills.visibleRegion().isEmpty()
    line.resize(2400, line.height())
    qtbot.waitUntil(lambda: not line._skills.visibleRegion().isEmpty())


def test_words_of_the_status_line_are_whole_or_not_there(
    theme: Theme, large: Theme, qtbot: QtBot
) -> None:
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    line = StatusLine(theme, Jobs())
    qtbot.addWidget(line)
    line.show_skills(25)
    line.show_minutes(15)
    line.show_saved(datetime.now(UTC))
    line.show_agents(AgentCounts(0, 2, 14))
    line.show()
    words = (line._locks, line._skills, line._saved, line._agents)

    def seen() -> list[QWidget]:
        return [one for one in words if not one.visibleRegion().isEmpty()]

    for width in range(2000, 560, -24):
        line.resize(width, line.height())
        qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in seen()))
    assert seen() == [line._saved], "which is what people look for"


@pytest.fixture
def tall(space: Workspace, page: SkillsPage, large: Theme, vault: Vault) -> EditorView:
    """Many steps below a head that has most of the page."""
    steps = "".join(f"{n}. Close the valve of line {n}, then open it.\n" for n in range(1, 15))
    large.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    space.resize(1024, 680)
    page.documents.open_skill(library.save(vault, None, f"# Pump\n\nTrigger: It.\n\n{steps}").skill)
    QApplication.processEvents()
    assert page.documents.editor is not None
    return page.documents.editor


def roll(area: QAbstractScrollArea, notches: int) -> None:
    port = area.viewport()
    middle, turn = QPointF(port.rect().center()), QPoint(0, 120 * notches)
    QApplication.sendEvent(
        port,
        QWheelEvent(
            middle,
            port.mapToGlobal(middle),
            QPoint(),
            turn,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def top_of(card: QWidget, on: QWidget) -> int:
    return card.mapTo(on, QPoint()).y()


def test_a_high_head_is_scrolled_away_and_back_with_the_steps(tall: EditorView) -> None:
    steps, third = tall.steps, tall.steps.card(3)
    assert third is not None
    whole, low = tall._above.height(), steps.viewport().height()
    at = top_of(third, tall)
    for notches in (-1, -2, -1, 1, -5):
        before = top_of(third, tall)
        roll(steps, notches)
        assert top_of(third, tall) == before + 60 * notches
    assert top_of(third, tall) < at
    assert not tall.header.title.visibleRegion().boundingRect().height()
    assert not tall.switch.visibleRegion().isEmpty(), "as is what changes the view"
    assert steps.viewport().height() > low + 200
    roll(steps, 100)
    assert tall._above.height() == whole and top_of(third, tall) == at


def test_keys_that_lead_down_the_steps_have_the_room_of_the_head(tall: EditorView) -> None:
    tall.take_focus()
    whole = tall._above.height()
    assert tall.header.title.isVisible() and tall._above.away == 0
    for _n in range(6):
        QTest.keyClick(tall.steps, Qt.Key.Key_Down)
    card = tall.steps.card(tall.steps.current)
    assert card is not None and card.hasFocus() and not card.visibleRegion().isEmpty()
    assert tall._above.height() < whole
    tall.edit_title()
    assert tall._above.height() == whole, "what has the keyboard can be seen"


def test_the_row_of_the_steps_stays_below_a_goal_that_is_open(tall: EditorView) -> None:
    above = tall._above
    tall.window().setMinimumSize(*SMALL)
    tall.window().resize(1024, 440)
    QTest.mouseClick(tall.chips.chip(GoalKind.TRIGGER), Qt.MouseButton.LeftButton)
    for _turn in range(3):
        QApplication.processEvents()
    assert above.verticalScrollBar().maximum(), "not even the goal has room"
    unseen, height = above.verticalScrollBar().maximum(), above.height()
    above.scroll_away(unseen)
    QApplication.processEvents()
    assert above.height() == height, "what had no room comes first"
    assert tall.switch.visibleRegion().boundingRect() == tall.switch.rect()
    for _notch in range(10):
        roll(tall.steps, -2)
        QApplication.processEvents()
    assert above.away == above.most_away > unseen
    assert tall.switch.visibleRegion().boundingRect() == tall.switch.rect()
    roll(tall.steps, 100)
    QApplication.processEvents()
    assert above.away == above.verticalScrollBar().value() == 0


def test_the_head_of_another_skill_is_whole(
    tall: EditorView, page: SkillsPage, vault: Vault
) -> None:
    roll(tall.steps, -20)
    assert tall._above.away
    page.documents.open_skill(library.save(vault, None, TEXT).skill)
    assert page.documents.editor is not None and page.documents.editor._above.away == 0


def test_a_head_that_leaves_room_stays(page: SkillsPage, vault: Vault) -> None:
    steps = "".join(f"{n}. Close the valve of line {n}.\n" for n in range(1, 40))
    page.documents.open_skill(library.save(vault, None, f"# Pump\n\n{steps}").skill)
    QApplication.processEvents()
    editor = page.documents.editor
    assert editor is not None
    roll(editor.steps, -5)
    assert editor.steps.verticalScrollBar().value() and editor._above.away == 0
