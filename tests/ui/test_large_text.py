"""What stands in a line with text grows with it, and what has no room beside goes below."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.settings import Settings
from app.core.skills.model import GoalKind
from app.core.training.placement import Placement
from app.core.training.proposal import Choice, Fragment, Item
from app.ui.theme.theme import Theme
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.steps.add_row import AddRow
from app.ui.views.skills.history.column_heads import Heads
from app.ui.views.skills.training.footer import Footer
from app.ui.views.skills.training.placement_card import PlacementCard
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.gauges import RingGauge
from app.ui.widgets.goal_chip import GoalChip
from app.ui.widgets.labels import Label, label
from app.ui.widgets.number_field import NumberField
from app.ui.widgets.side_by_side import SideBySide
from tests.ui.cut_text import cut_texts

USUAL, LARGE = (Settings(theme="dark", reduce_motion=True, text_size=size) for size in (13, 26))


@pytest.fixture
def large(theme: Theme) -> Iterator[Theme]:
    """A theme whose text is changed to its largest while widgets are there."""
    theme.use(USUAL)
    yield theme
    theme.use(USUAL)


def test_marks_and_chips_grow_with_the_text(large: Theme, qtbot: QtBot) -> None:
    parts: list[QWidget] = [
        IconButton(large, "close", "Close"),
        IconButton(large, "close", "Close", size="small"),
        FilterChip(large, "Favourites", icon="star"),
        GoalChip(large, GoalKind.SUCCESS),
        RingGauge(large),
        NumberField("Tokens", 1, 9000, whole=True),
    ]
    for part in parts:
        qtbot.addWidget(part)
        part.ensurePolished()
    before = [part.minimumSizeHint().expandedTo(part.minimumSize()) for part in parts]
    large.use(LARGE)
    for part, usual in zip(parts, before, strict=True):
        now = part.minimumSizeHint().expandedTo(part.minimumSize())
        assert now.width() * now.height() >= 2 * usual.width() * usual.height(), type(part).__name__
        assert now.height() >= part.fontMetrics().height()
    field = parts[5]
    assert field.sizeHint().width() > field.fontMetrics().horizontalAdvance("2000") + 24


def test_the_arrows_on_top_of_the_rail_stay_whole(
    space: Workspace, large: Theme, qtbot: QtBot
) -> None:
    space.resize(1024, 900)
    space.show()
    arrows = space.way_back.buttons
    for size in (16, 20):
        large.use(replace(USUAL, text_size=size))
        qtbot.waitUntil(lambda: arrows.width() >= arrows.minimumSizeHint().width() > 48)


def test_the_mark_of_a_banner_grows(large: Theme, qtbot: QtBot) -> None:
    banner = Banner(large)
    qtbot.addWidget(banner)
    banner.say("Something happened")
    marks = [mark for mark in banner.findChildren(QLabel) if not mark.pixmap().isNull()]
    (before,) = (mark.pixmap().deviceIndependentSize().height() for mark in marks)
    large.use(LARGE)
    banner.say("Something happened")
    (after,) = (mark.pixmap().deviceIndependentSize().height() for mark in marks)
    assert after == 2 * before


def test_a_dialog_of_fixed_width_is_wider_and_shows_all_its_lines(large: Theme) -> None:
    below = QWidget()
    below.resize(1024, 680)
    below.show()
    large.use(LARGE)
    dialog = Dialog(large, "Open pilots.gsk", parent=below)
    said = label("This pack is encrypted. The person who made it has it. " * 4, wrap=True)
    dialog.body.addWidget(said)
    dialog.keep_width(480)
    dialog.open()
    assert 900 < dialog.width() <= 1024
    assert said.height() >= said.heightForWidth(said.width())
    delete(below)


def test_buttons_go_below_words_that_have_no_room_beside_them(large: Theme, qtbot: QtBot) -> None:
    words, buttons = label("Training: Incident response"), [Button(large, "Train again")] * 1
    part = SideBySide(large, words, buttons, 200)
    qtbot.addWidget(part)
    part.resize(600, 200)
    part.show()
    assert buttons[0].mapTo(part, buttons[0].rect().topLeft()).x() > words.x()
    with qtbot.waitSignal(part.stacked) as stacked:
        part.resize(220, 200)
    assert stacked.args == [True]
    qtbot.waitUntil(lambda: buttons[0].mapTo(part, buttons[0].rect().topLeft()).y() > words.y())


def test_buttons_go_below_words_that_take_the_line_themselves(large: Theme, qtbot: QtBot) -> None:
    words, button = label("Accept selected leaves out the rewrite"), Button(large, "Train again")
    part, page = SideBySide(large, words, [button], 20), QWidget()
    QVBoxLayout(page).addWidget(part)
    qtbot.addWidget(page)
    page.show()
    page.resize(words.minimumSizeHint().width() + button.sizeHint().width() - 20, 200)
    qtbot.waitUntil(lambda: button.mapTo(part, button.rect().topLeft()).y() > words.y())
    assert button.width() >= button.sizeHint().width()


def test_the_buttons_that_end_a_training_are_whole(large: Theme, qtbot: QtBot) -> None:
    large.use(LARGE)
    foot = Footer(large)
    foot.save.setText("Accept selected, save as v5")
    qtbot.addWidget(foot)
    foot.show()
    foot.resize(1300, 200)
    qtbot.waitUntil(lambda: foot.save.mapTo(foot, foot.save.rect().topRight()).x() < foot.width())
    assert foot.save.width() >= foot.save.sizeHint().width()


def test_a_placed_memory_has_the_line_where_its_buttons_leave_little(
    large: Theme, qtbot: QtBot
) -> None:
    large.use(LARGE)
    fragment = Fragment(1, "Lithium grease hardens below minus ten degrees. " * 9, "notes.md")
    card = PlacementCard(large, Item(fragment, Placement(1, 0.4, 0.2, 0.3), 1), "Close", {})
    qtbot.addWidget(card)
    card.show()
    card.resize(660, 900)
    words = next(part for part in card.findChildren(QLabel) if part.text() == fragment.text)
    qtbot.waitUntil(lambda: words.width() > 600)


@pytest.mark.parametrize("size", [13, 26])
def test_nothing_moves_when_a_memory_is_decided(large: Theme, qtbot: QtBot, size: int) -> None:
    large.use(replace(USUAL, text_size=size))
    fragment = Fragment(1, "Lithium grease hardens below minus ten degrees. " * 5, "notes.md")
    item = Item(fragment, Placement(1, 0.4, 0.2, 0.3), 1)
    card = PlacementCard(large, item, "Close", {})
    qtbot.addWidget(card)
    card.show()
    for width in range(420, 900, 16):
        card.resize(width, 600)
        QApplication.processEvents()
        places = set()
        for choice in Choice:
            card.show_item(replace(item, choice=choice), "Close")
            QApplication.processEvents()
            high = card.heightForWidth(width)
            places.add((high, *(part.geometry().getRect() for part in (card.accept, card.reject))))
        assert len(places) == 1, width


def test_heads_of_columns_are_no_higher_than_their_words(large: Theme, qtbot: QtBot) -> None:
    page, heads = QWidget(), Heads(large)
    column = QVBoxLayout(page)
    column.addWidget(heads)
    column.addWidget(QWidget())
    qtbot.addWidget(page)
    page.resize(600, 500)
    page.show()
    assert heads.height() <= 60


def test_no_line_begins_or_ends_with_a_dot_between_two_facts(theme: Theme, qtbot: QtBot) -> None:
    said = "llama · 135 million · Q4_1 · 98 MB\nStarter model: small · for trying things out"
    made = label(said, "muted", wrap=True)
    assert isinstance(made, Label)
    qtbot.addWidget(made)
    made.ensurePolished()
    for width in range(90, 600):
        made.resize(width, made.heightForWidth(width))
        lines = made._wrapped().split("\n")
        assert not any(line.startswith("·") or line.endswith("·") for line in lines), width
        assert "\n".join(lines).replace("\n", " ").replace("· ", "").split() == [
            word for word in said.split() if word != "·"
        ]
        assert all(
            QFontMetricsF(made.font()).horizontalAdvance(line) <= width
            for line in lines
            if " " in line
        ), width  # by a fraction of a px less, and Qt would break it once more


def test_what_may_be_pasted_into_an_empty_skill_is_told_in_full(large: Theme, qtbot: QtBot) -> None:
    large.use(LARGE)
    page = QWidget()
    row = AddRow(large, page)
    row.show_first(True)
    qtbot.addWidget(page)
    page.show()
    row.setGeometry(0, 0, 700, row.height_in(700))
    qtbot.waitUntil(lambda: not list(cut_texts(page)))
    one_line = row.height_in(2000)
    assert row.height_in(700) > one_line
    row.show_first(False)
    assert row.height_in(700) < one_line


def test_a_menu_is_as_wide_as_its_words_and_keys(large: Theme, qtbot: QtBot) -> None:
    large.use(LARGE)
    words, keys, menu = "Make it a step of its own", "Ctrl+Shift+Backspace", QMenu()
    qtbot.addWidget(menu)
    entry = menu.addAction(words)
    entry.setShortcut(QKeySequence(keys))
    entry.setShortcutVisibleInContextMenu(True)
    needed = sum(map(menu.fontMetrics().horizontalAdvance, (words, keys)))
    assert needed < menu.sizeHint().width() < needed + 100


def test_marks_of_a_menu_grow_with_its_text(large: Theme, qtbot: QtBot) -> None:
    def drawn() -> int:
        menu = QMenu()
        qtbot.addWidget(menu)
        menu.addMenu("")
        picture = menu.grab().toImage()
        ground = picture.pixel(picture.width() // 2, picture.height() // 2)
        inner = picture.copy(picture.rect().adjusted(8, 8, -8, -8))
        lines = range(inner.height())
        return sum(any(inner.pixel(x, y) != ground for x in range(inner.width())) for y in lines)

    before = drawn()
    large.use(LARGE)
    assert drawn() >= 1.5 * before > 0


def test_buttons_above_a_skill_say_what_they_do_also_once_it_is_saved(
    theme: Theme, qtbot: QtBot
) -> None:
    head = Header(theme)
    qtbot.addWidget(head)
    head.show()
    head.title.show_title("Clean the pump of the second well")
    for width in range(800, 500, -3):
        head.resize(width, 200)
        before = head.run.text()
        head.show_starred(False)
        head.title.show_title("Clean the pump of the second well!")
        head.title.show_title("Clean the pump of the second well")
        assert head.run.text() == before
        head.show_starred(None)


def test_the_dialog_for_files_is_larger_with_larger_text(large: Theme, qtbot: QtBot) -> None:
    def opened() -> QSize:
        dialog = QFileDialog()
        qtbot.addWidget(dialog)
        begin_in_last_folder(dialog)
        assert all(one.icon().isNull() for one in dialog.findChildren(QPushButton))
        return dialog.size()

    before = opened()
    large.use(LARGE)
    assert opened().height() > before.height() > 400
