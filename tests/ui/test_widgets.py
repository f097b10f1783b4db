"""The widgets, each in its states."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QCursor, QEnterEvent, QMouseEvent, QPaintEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QFocusFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QStatusBar,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from app.core.errors import StaleEdit
from app.core.skills.model import GoalKind
from app.core.store.strength import bits
from app.ui.jobs import Job, Jobs
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import DARK
from app.ui.widgets import pressable
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.command_palette import CommandPalette, PaletteRow
from app.ui.widgets.dialog import ROOM, Dialog, Scrim
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.gauges import RingGauge, StrengthBar
from app.ui.widgets.goal_chip import GoalChip
from app.ui.widgets.ident_icon import IdentIcon, cells
from app.ui.widgets.labels import BREAK, card, key_hint, label, rule, set_tag, tag
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.pressable import PaintedButton, PushButton, ToolButton
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.widgets.quiet_link import QuietLink
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.secret_field import SecretField, StrengthMeter
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.select import Select
from app.ui.widgets.switch import Switch
from app.ui.widgets.tag_chip import TagChip
from app.ui.widgets.toast import Toast
from app.ui.window_state import WindowState


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {
        image.pixelColor(x, y).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> QWidget:
    """Shown and active, 900 × 700."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 700)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


MAKERS: list[Callable[[Theme], QWidget]] = [
    lambda theme: Button(theme, "Save", "primary"),
    lambda theme: IconButton(theme, "undo", "Undo"),
    lambda theme: GoalChip(theme, GoalKind.TRIGGER),
    lambda theme: FilterChip(theme, "Role"),
    lambda theme: Switch(theme, "Keep in quarantine"),
    lambda theme: Segmented(theme, "View", [("Text", "text"), ("Steps", "steps")]),
    lambda theme: SearchField(theme, "Search skills"),
    lambda theme: Select(theme, "Conflict"),
    lambda theme: SecretField(theme, "Passphrase"),
    lambda theme: StrengthMeter(theme, QLineEdit()),
    RingGauge,
    StrengthBar,
    lambda theme: IdentIcon(theme, "7F3A 91C2"),
    lambda theme: EmptyState(theme, "skills", "No skills yet", "Write one.", "New skill"),
    Banner,
    lambda _theme: label("words", "caption"),
    lambda _theme: key_hint("Ctrl+K"),
    lambda _theme: tag("New", "ok"),
    lambda _theme: rule(),
    lambda _theme: card("warn"),
]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
def test_every_widget_paints_in_every_direction(
    qtbot: QtBot, theme: Theme, make: Callable[[Theme], QWidget], mirrored: bool, enabled: bool
) -> None:
    widget = make(theme)
    qtbot.addWidget(widget)
    direction = Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight
    widget.setLayoutDirection(direction)
    widget.setEnabled(enabled)
    assert not widget.grab().isNull()
    theme.changed.emit()


@pytest.mark.parametrize("make", MAKERS)
def test_everything_that_takes_focus_has_a_name(
    qtbot: QtBot, theme: Theme, make: Callable[[Theme], QWidget]
) -> None:
    widget = make(theme)
    qtbot.addWidget(widget)
    nameless = [
        type(part).__name__
        for part in [widget, *widget.findChildren(QWidget)]
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not part.isHidden()
        and not part.objectName().startswith("qt_")
        and not name_of(part)
    ]
    assert nameless == []


# Buttons, chips, switches


@pytest.mark.parametrize(("size", "height"), [("small", 24), ("normal", 28), ("large", 34)])
def test_buttons_have_three_heights(qtbot: QtBot, theme: Theme, size: str, height: int) -> None:
    button = Button(theme, "Run", "primary", size=size, icon="play")  # type: ignore[arg-type]
    qtbot.addWidget(button)
    assert button.sizeHint().height() == height
    assert DARK.acc_fill in colours(button)


def test_a_goal_chip_says_and_shows_its_state(qtbot: QtBot, theme: Theme) -> None:
    chip = GoalChip(theme, GoalKind.TRIGGER)
    qtbot.addWidget(chip)
    ink = DARK.goal(GoalKind.TRIGGER)
    assert "missing" in name_of(chip)
    assert ink.soft not in colours(chip)
    chip.show_state(written=True)
    assert "written" in name_of(chip)
    assert ink.soft in colours(chip)
    chip.click()
    assert chip.isChecked()
    assert ink.colour in colours(chip)
    chip.show_state(written=True, problem="Says nothing.")
    assert DARK.err_soft in colours(chip)
    assert chip.toolTip() == chip.accessibleDescription() == "Says nothing."
    chip.setEnabled(False)
    assert not {ink.soft, ink.colour, DARK.err_soft} & colours(chip)


def test_goal_chips_of_all_kinds_look_different(qtbot: QtBot, theme: Theme) -> None:
    pictures = set()
    for kind in GoalKind:
        chip = GoalChip(theme, kind)
        qtbot.addWidget(chip)
        chip.show_state(written=True)
        pictures.add(bytes(chip.grab().toImage().constBits()))
    assert len(pictures) == len(GoalKind)


def test_a_filter_chip_is_pressed_or_opens_its_menu(qtbot: QtBot, theme: Theme) -> None:
    chip = FilterChip(theme, "Skills")
    qtbot.addWidget(chip)
    narrow = chip.sizeHint().width()
    chip.click()
    assert chip.isChecked()
    assert chip.sizeHint().width() > narrow
    assert DARK.acc_soft in colours(chip)
    chip.setMenu(QMenu(chip))
    chip.show_choice("Role: hook", chosen=False)
    assert not chip.isChecked()
    assert name_of(chip) == "Role: hook"


def test_a_switch_is_a_checkbox(qtbot: QtBot, theme: Theme) -> None:
    switch = Switch(theme, "Keep in quarantine")
    qtbot.addWidget(switch)
    switch.resize(switch.sizeHint())
    assert DARK.acc_fill not in colours(switch)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert switch.isChecked()
    assert DARK.acc_fill in colours(switch)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert not switch.isChecked()
    interface = QAccessible.queryAccessibleInterface(switch)
    assert interface.role() == QAccessible.Role.CheckBox


def test_one_segment_is_always_chosen(qtbot: QtBot, theme: Theme) -> None:
    view = Segmented(theme, "View", [("Text", "text"), ("Steps", "steps")])
    qtbot.addWidget(view)
    assert view.current == 0
    with qtbot.assertNotEmitted(view.chosen):
        view.choose(1)
    assert view.current == 1
    with qtbot.waitSignal(view.chosen) as caught:
        view.findChildren(QToolButton)[0].click()
    assert caught.args == [0]


def test_the_arrow_keys_take_the_ring_along(qtbot: QtBot, theme: Theme) -> None:
    view = Segmented(theme, "View", [("Text", "text"), ("Steps", "steps")])
    qtbot.addWidget(view)
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    first, second = view.findChildren(QToolButton)
    view.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange, False)
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(first, Qt.Key.Key_Right)
    (frame,) = view.findChildren(QFocusFrame)
    assert second.hasFocus() and frame.widget() is second
    assert frame.mask().isEmpty(), "a round one is whole"


class _Painted(PaintedButton):
    def paintEvent(self, event: QPaintEvent) -> None:
        pass


@pytest.mark.parametrize("kind", [PushButton, ToolButton, _Painted])
def test_enter_presses_a_button_and_with_other_keys_does_not(
    qtbot: QtBot, kind: type[QAbstractButton]
) -> None:
    button = kind()
    qtbot.addWidget(button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.keyClick(button, Qt.Key.Key_Return)
    QTest.keyClick(button, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    QTest.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(pressed) == 2


def test_every_button_is_one_that_enter_presses() -> None:
    """Qt's own know only Space."""
    folder = Path(pressable.__file__).parents[1]
    own = re.compile(r"= Q(?:Push|Tool)Button\(|class \w+\(Q(?:Push|Tool|Abstract)Button\)")
    found = [
        file.name
        for file in folder.rglob("*.py")
        if file.name != "pressable.py" and own.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []


# Fields


def test_a_search_field_can_be_emptied(qtbot: QtBot, theme: Theme) -> None:
    field = SearchField(theme, "Search skills")
    qtbot.addWidget(field)
    field.resize(200, 30)
    assert len(field.actions()) == 1
    QTest.keyClicks(field, "deploy")
    QTest.keyClicks(field, "ment")
    assert len(field.actions()) == 2
    field.actions()[1].trigger()
    assert field.text() == ""
    field.setText("again")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert len(field.actions()) == 1
    with qtbot.waitSignal(field.left):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    with qtbot.waitSignal(field.entered):
        QTest.keyClick(field, Qt.Key.Key_Down)


def test_the_key_of_a_search_field_gives_way_to_its_words(qtbot: QtBot, theme: Theme) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    field = SearchField(theme, "Ask your memories and skills", parent=page)
    field.setFixedSize(200, 30)
    key = field.findChild(QLabel, "key")
    page.show()
    assert key is not None and not key.isVisible()
    field.setFixedWidth(400)
    qtbot.waitUntil(key.isVisible)


def test_escape_in_an_empty_search_field_closes_its_dialog(qtbot: QtBot, theme: Theme) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    field = SearchField(theme, "Search skills", parent=dialog)
    dialog.open()
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert dialog.isVisible() and not field.text()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_secret_is_hidden_until_asked_for(qtbot: QtBot, theme: Theme) -> None:
    field = SecretField(theme, "Passphrase")
    qtbot.addWidget(field)
    assert field.echoMode() == QLineEdit.EchoMode.Password
    field.actions()[0].trigger()
    assert field.echoMode() == QLineEdit.EchoMode.Normal
    field.hide_text()
    assert field.echoMode() == QLineEdit.EchoMode.Password


@pytest.mark.parametrize(
    ("passphrase", "word"),
    [
        ("", "At least"),
        ("password", "Weak"),
        ("aaaaaaaaaaaaaaaaaaaaaaaa", "Weak"),
        ("abcdefghijklmnopqrstuvwxyz", "Weak"),
        ("deploy deploy deploy deploy deploy deploy deploy", "Weak"),
        ("gravel otter linen plum", "Fair"),
        ("gravel otter linen plum violet", "Good"),
        ("gravel otter linen plum violet kite", "Strong"),
        ("k7#Qz!pT2@wX9&mV4^", "Strong"),
    ],
)
def test_the_meter_names_the_strength(
    qtbot: QtBot, theme: Theme, passphrase: str, word: str
) -> None:
    field = QLineEdit()
    meter = StrengthMeter(theme, field)
    qtbot.addWidget(field)
    qtbot.addWidget(meter)
    field.setText(passphrase)
    assert meter.accessibleName().startswith(word)


@given(st.text(max_size=60))
def test_strength_is_a_number_for_every_text(text: str) -> None:
    assert 0 <= bits(text) <= 60 * 14


def test_a_choice_has_its_chevron(qtbot: QtBot, theme: Theme) -> None:
    choice = Select(theme, "Conflict")
    qtbot.addWidget(choice)
    choice.addItems(["Keep both", "Replace"])
    choice.resize(140, 30)
    assert DARK.t2 in colours(choice)


# Layout and pictures


def _flow(qtbot: QtBot, widths: list[int]) -> tuple[QWidget, FlowLayout, list[QWidget]]:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder, gap=6)
    parts = []
    for width in widths:
        part = QWidget()
        part.setFixedSize(width, 28)
        flow.addWidget(part)
        parts.append(part)
    return holder, flow, parts


def test_a_full_line_goes_on_in_the_next(qtbot: QtBot) -> None:
    _holder, flow, parts = _flow(qtbot, [100, 100, 100])
    flow.setGeometry(QRect(0, 0, 206, 100))
    assert [part.pos() for part in parts] == [QPoint(0, 0), QPoint(106, 0), QPoint(0, 34)]
    assert flow.heightForWidth(206) == 62
    assert flow.heightForWidth(1000) == 28
    assert flow.heightForWidth(10) == 3 * 28 + 2 * 6
    assert flow.minimumSize() == QSize(100, 28)


def test_what_is_hidden_takes_no_place(qtbot: QtBot) -> None:
    _holder, flow, parts = _flow(qtbot, [100, 100])
    parts[0].hide()
    assert flow.heightForWidth(100) == 28
    assert flow.itemAt(5) is None
    assert flow.takeAt(5) is None
    item = flow.takeAt(0)
    assert item is not None
    assert flow.count() == 1


def test_the_ring_counts_the_goals(qtbot: QtBot, theme: Theme) -> None:
    ring = RingGauge(theme)
    qtbot.addWidget(ring)
    ring.show_goals([GoalKind.TRIGGER, GoalKind.SUCCESS])
    assert "2 of 8" in name_of(ring)
    assert DARK.goal(GoalKind.TRIGGER).colour in colours(ring)
    assert DARK.goal(GoalKind.REQUIRES).colour not in colours(ring)


def test_a_fingerprint_has_its_own_mirrored_picture() -> None:
    one, other = cells("7F3A 91C2"), cells("D04E 67AA")
    assert one == cells("7F3A 91C2") != other
    assert {(6 - column, row, ink) for column, row, ink in one} == set(one)


def test_a_tag_changes_in_place(qtbot: QtBot, theme: Theme) -> None:
    made = tag("New", "ok")
    qtbot.addWidget(made)
    assert DARK.ok_soft in colours(made)
    set_tag(made, "Conflict", "warn")
    assert DARK.warn_soft in colours(made)


def test_what_people_wrote_is_not_markup(qtbot: QtBot, theme: Theme) -> None:
    for made in (label("<b>x</b>"), tag("<i>y</i>")):
        qtbot.addWidget(made)
        assert made.textFormat() == Qt.TextFormat.PlainText


# Messages


def test_a_banner_says_one_sentence_and_offers_one_thing(
    window: QWidget, qtbot: QtBot, theme: Theme
) -> None:
    banner = Banner(theme, window)
    banner.resize(500, 40)
    assert banner.isHidden()
    banner.say("This file changed on disk.", "warn", "Compare")
    assert banner.isVisible()
    assert DARK.warn_soft in colours(banner)
    with qtbot.waitSignal(banner.acted):
        QTest.mouseClick(banner._act, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(banner.closed):
        QTest.mouseClick(banner._cross, Qt.MouseButton.LeftButton)
    assert banner.isHidden()
    banner.explain(StaleEdit("Somebody saved a newer version."))
    assert StaleEdit.hint in banner.accessibleName()
    assert DARK.err_soft in colours(banner)


def line_of(window: QWidget) -> QStatusBar:
    """The line at the bottom of a window."""
    line = QStatusBar()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addStretch(1)
    column.addWidget(line)
    column.activate()
    return line


def test_a_toast_offers_the_way_back_and_lies_over_nothing_else(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    undone: list[bool] = []
    line = line_of(window)
    stop = Button(theme, "Stop", size="small")
    line.addPermanentWidget(stop)
    line.show()
    window.resize(900, 500)
    qtbot.waitUntil(lambda: line.geometry().bottom() == window.rect().bottom())
    usual = line.height()
    toast = Toast(theme, line, [stop])
    toast.say("Moved to the bin", lambda: undone.append(True))
    assert toast.isVisible()
    middle = toast.geometry().center().x()
    assert abs(middle - window.width() // 2) <= 1
    assert toast.geometry().top() >= line.geometry().top() and line.height() < 40
    QTest.mouseClick(toast._button, Qt.MouseButton.LeftButton)
    assert undone == [True]
    assert toast.isHidden()
    toast.say("Saved")
    assert toast._button.isHidden()
    window.resize(600, 500)
    qtbot.waitUntil(lambda: window.rect().contains(toast.geometry()))
    toast.say("Nothing is lost: what was there is in the bin, and the bin is below the list. " * 2)
    assert toast.height() > usual == line.height() == line.minimumSizeHint().height()
    assert toast.geometry().bottom() == window.rect().bottom()
    assert not toast.geometry().intersects(stop.rect().translated(stop.mapTo(window, QPoint())))
    toast._timer.timeout.emit()
    assert toast.isHidden()


@pytest.mark.parametrize("by", ["mouse", "keyboard", "typing"])
def test_a_long_toast_moves_nothing_and_leaves_the_page_to_who_wants_something_there(
    qtbot: QtBot, window: QWidget, theme: Theme, by: str
) -> None:
    line, far = line_of(window), QLineEdit(window)
    done = QLineEdit(window) if by == "typing" else Button(theme, "Done", parent=window)
    window.resize(400, 500)
    with qtbot.waitExposed(window):
        window.show()
    QCursor.setPos(window.mapToGlobal(QPoint(200, 20)))
    qtbot.waitUntil(lambda: line.geometry().bottom() == window.rect().bottom())
    place, usual = line.geometry(), line.height()
    done.setGeometry(160, place.top() - 32, 80, 30)
    for part in (far, done):
        part.show()
    far.setFocus()
    toast = Toast(theme, line)
    said = "Exported Service an espresso machine 1.0.0 to service-an-espresso-machine.gsk"
    toast.say(said, action="Show in folder", act=print)
    assert line.geometry() == place and toast.geometry().intersects(done.geometry())
    button = toast._other.mapTo(window, QPoint())
    if by == "mouse":
        at = QPointF(done.geometry().center() - toast.pos())
        QCursor.setPos(toast.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(toast, QEnterEvent(at, at, at))
    else:
        done.setFocus()
        toast._follow()
    assert toast.height() == usual and not toast.geometry().intersects(done.geometry())
    assert toast.toolTip().replace("\n", " ") == said and toast.accessibleName() == said
    assert toast._other.mapTo(window, QPoint()) == button


def test_a_toast_makes_room_for_what_is_needed_and_comes_later(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    line, run = line_of(window), Button(theme, "Run 9, step 4 of 9", size="small")
    line.addPermanentWidget(run)
    run.hide()
    window.resize(400, 500)
    window.show()
    qtbot.waitUntil(lambda: line.geometry().bottom() == window.rect().bottom())
    toast = Toast(theme, line, [run])
    toast.say("“Clean the pump” is not finished: step 4 of 9.", action="Go on", act=print)
    run.show()
    qtbot.waitUntil(
        lambda: (
            run.x() > 0
            and not toast.geometry().intersects(run.rect().translated(run.mapTo(window, QPoint())))
        )
    )


def test_what_a_toast_touches_is_out_of_sight_whole_and_not_clicked_when_it_goes(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    line = line_of(window)
    parts = [Button(theme, words, size="small") for words in ("Vault unlocked", "No local model")]
    for part in parts:
        line.addWidget(part)
    line.show()
    window.resize(340, 200)
    qtbot.waitUntil(lambda: line.geometry().bottom() == window.rect().bottom())
    toast = Toast(theme, line)
    toast.say("Step deleted", lambda: None)

    def covered() -> list[bool]:
        ends = (part.mapTo(window, QPoint(2, part.height() // 2)) for part in parts)
        return [window.childAt(end) is not part for end, part in zip(ends, parts, strict=True)]

    assert covered() == [True, True]
    toast.take_back()
    assert toast.isHidden() and covered() == [True, True]
    toast._shade.going.timeout.emit()
    assert covered() == [False, False]


def test_what_holds_segments_knows_at_once_that_they_have_no_words(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    row = QHBoxLayout(window)
    pages = Segmented(theme, "View as", (("Sky", "constellation"), ("Table", "table")))
    row.addWidget(pages)
    pages.show()
    QApplication.processEvents()
    wide = row.minimumSize().width()
    pages.show_words(False)
    assert row.minimumSize().width() < wide


def test_a_toast_that_is_gone_asks_before_it_takes_anything_back(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    undone: list[bool] = []
    toast = Toast(theme, line_of(window))
    toast.say("Moved to the bin", lambda: undone.append(True))
    for _time in range(2):
        toast._timer.timeout.emit()
        toast.take_back_or_recall()
        assert toast._words.text() == "Undo this? Moved to the bin" and not undone
    toast.take_back_or_recall()
    assert undone == [True] and toast.isHidden()
    toast.say("Moved again", lambda: undone.append(True))
    toast._timer.timeout.emit()
    toast.take_back_or_recall()
    toast.withdraw("Moved again")
    assert toast.isHidden() and not toast.can_take_back


def test_a_toast_stays_under_a_mouse_that_moves_there_and_not_over_one_that_rests(
    qtbot: QtBot, window: QWidget, theme: Theme
) -> None:
    toast = Toast(theme, line_of(window))
    toast.say("Backed up and checked")
    at = QPointF(20, 10)
    QApplication.sendEvent(toast, QEnterEvent(at, at, at))
    assert toast._timer.isActive()  # it came up below the mouse
    toast._timer.timeout.emit()
    assert toast.isHidden()
    toast.say("Backed up and checked")
    QApplication.sendEvent(toast, QEnterEvent(at, at, at))
    none, moved = Qt.MouseButton.NoButton, at + QPointF(9, 0)
    keys = Qt.KeyboardModifier.NoModifier
    for place in (at, moved):
        event = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, keys)
        QApplication.sendEvent(toast, event)
    assert not toast._timer.isActive()
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    assert toast._timer.isActive()


def test_a_window_goes_with_all_that_lies_over_it(qtbot: QtBot, theme: Theme) -> None:
    below = QWidget()
    below.resize(900, 700)
    below.show()
    toast, dialog = Toast(theme, line_of(below)), Dialog(theme, "Open a pack", parent=below)
    toast.say("Saved")
    dialog.open()
    scrim = below.findChild(Scrim)
    assert scrim is not None
    assert all("eventFilter" not in vars(kind) for kind in (Scrim, Toast))  # of a half dead window
    delete(below)
    assert not any(isValid(gone) for gone in (toast, dialog, scrim))


def test_a_palette_may_outlive_what_had_the_focus(window: QWidget, theme: Theme) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    palette = CommandPalette(theme, window)
    palette.open_with([])
    delete(field)
    QTest.keyClick(palette._field, Qt.Key.Key_Escape)
    assert palette.isHidden()


def test_an_empty_room_offers_one_thing_to_do(qtbot: QtBot, theme: Theme) -> None:
    state = EmptyState(theme, "skills", "No skills yet", "Write the first one.", "New skill")
    qtbot.addWidget(state)
    with qtbot.waitSignal(state.acted):
        state.button.click()
    silent = EmptyState(theme, "search", "Nothing", "Nothing matches.")
    qtbot.addWidget(silent)
    assert silent.button.isHidden()


class Waiting:
    """Jobs that start and end when a test says so."""

    def __init__(self) -> None:
        self.jobs = Jobs()

    def start(self, title: str, *, calm: bool = False) -> Job:
        job = Job(title, self.jobs.progressed.emit, calm=calm)
        self.jobs.started.emit(job)
        return job

    def end(self, job: Job) -> None:
        self.jobs.ended.emit(job)


@pytest.fixture
def waiting(qtbot: QtBot) -> Iterator[Waiting]:
    waiting = Waiting()
    yield waiting
    waiting.jobs.shut_down()


def test_short_work_is_never_seen(window: QWidget, theme: Theme, waiting: Waiting) -> None:
    strip = ProgressStrip(theme, waiting.jobs, window)
    job = waiting.start("Training")
    assert strip.isHidden()
    assert strip._late.isActive()
    assert strip._late.interval() == 600
    waiting.end(job)
    assert not strip._late.isActive()


def test_long_work_is_shown_long_enough_and_can_be_stopped(
    window: QWidget, theme: Theme, waiting: Waiting
) -> None:
    strip = ProgressStrip(theme, waiting.jobs, window)
    job = waiting.start("Training")
    strip._late.timeout.emit()
    assert strip.isVisible()
    job.report(0.5, "step 3 of 6")
    assert strip._text.text() == "step 3 of 6"
    assert strip._bar.value() == 500
    QTest.mouseClick(strip._stop, Qt.MouseButton.LeftButton)
    assert job.cancelled
    assert not strip._stop.isEnabled()
    waiting.end(job)
    assert strip.isVisible()
    strip._linger.stop()
    strip._linger.timeout.emit()
    assert strip.isHidden()


def test_each_job_is_shown_with_its_own_words_and_its_own_stop(
    window: QWidget, theme: Theme, waiting: Waiting
) -> None:
    strip = ProgressStrip(theme, waiting.jobs, window)
    upkeep = waiting.start("Background work", calm=True)
    upkeep.report(0.1, "Backing up")
    assert strip._title.text() == "Background work"
    scan = waiting.start("Reading sessions")
    assert (strip._title.text(), strip._text.text()) == ("Reading sessions", "")
    scan.report(0.5, "one.jsonl")
    look = waiting.start("Looking at candidates")
    upkeep.report(0.2, "Backing up")
    strip._late.timeout.emit()
    assert (strip._title.text(), strip._text.text()) == ("Reading sessions", "one.jsonl")
    QTest.mouseClick(strip._stop, Qt.MouseButton.LeftButton)
    assert scan.cancelled and not look.cancelled and not upkeep.cancelled
    waiting.end(scan)
    assert (strip._title.text(), strip._text.text()) == ("Looking at candidates", "")
    waiting.end(look)
    assert (strip._title.text(), strip._text.text()) == ("Background work", "Backing up")
    assert strip._stop.isEnabled()


class Painted(QWidget):
    """Counts how often it is painted."""

    count = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.count += 1


def test_telling_of_work_does_not_paint_what_is_being_built(
    window: QWidget, theme: Theme, waiting: Waiting, qtbot: QtBot
) -> None:
    strip, beside = ProgressStrip(theme, waiting.jobs, window), Painted(window)
    beside.resize(20, 20)
    beside.show()
    job = waiting.start("Training")
    strip._late.timeout.emit()
    qtbot.waitUntil(lambda: beside.count > 0)
    before = beside.count
    beside.update()
    job.report(0.5)
    assert beside.count == before
    qtbot.waitUntil(lambda: beside.count > before)
    waiting.end(job)


def test_the_job_before_is_shown_again(window: QWidget, theme: Theme, waiting: Waiting) -> None:
    strip = ProgressStrip(theme, waiting.jobs, window)
    first, second = waiting.start("Import"), waiting.start("Export")
    first.report(0.2, "two")
    second.report(0.1, "one")
    assert strip._title.text() == "Export"
    waiting.end(second)
    assert (strip._title.text(), strip._text.text()) == ("Import", "two")
    waiting.end(first)


# Dialogs


def test_a_dialog_dims_its_window_and_remembers_its_size(
    qtbot: QtBot, window: QWidget, theme: Theme, tmp_path: Path
) -> None:
    window_state = WindowState(tmp_path / "window.json")
    dialog = Dialog(
        theme,
        "Open a pack",
        "18 KB",
        parent=window,
        icon="packs",
        name="import",
        window_state=window_state,
    )
    dialog.body.addWidget(label("What is in it"))
    button = Button(theme, "Import", "primary", size="large")
    dialog.footer.addWidget(button)
    dialog.resize(500, 400)
    dialog.open()
    scrim = window.findChild(Scrim)
    assert scrim is not None
    assert scrim.size() == window.size()
    assert dialog.size() == QSize(500, 400)
    assert not dialog.grab().isNull()
    assert name_of(dialog) == "Open a pack"
    window.resize(950, 720)
    qtbot.waitUntil(lambda: scrim.size() == window.size())
    dialog.resize(520, 420)
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert scrim.isHidden()
    again = Dialog(theme, "Open a pack", parent=window, name="import", window_state=window_state)
    again.open()
    assert again.size() == QSize(520, 420)
    again.accept()


def test_a_dialog_is_never_larger_than_what_is_below(window: QWidget, theme: Theme) -> None:
    dialog = Dialog(theme, "Large", parent=window)
    dialog.resize(5000, 5000)
    dialog.open()
    assert dialog.size() == window.size() - QSize(2 * ROOM, 2 * ROOM)
    dialog.accept()


# Command palette


@pytest.fixture
def palette(window: QWidget, theme: Theme) -> CommandPalette:
    return CommandPalette(theme, window)


def _rows(done: list[str]) -> list[PaletteRow]:
    def row(icon: str, text: str, keys: str = "", detail: str = "") -> PaletteRow:
        return PaletteRow(icon, text, lambda: done.append(text), keys, detail)

    return [
        row("lock", "Lock the vault", "Ctrl+L"),
        row("skills", "Production deployment", detail="orchestrator"),
        row("constellation", "Show production deployment in the sky"),
        row("export", "Export…"),
    ]


def test_letters_find_and_enter_runs(
    qtbot: QtBot, window: QWidget, palette: CommandPalette
) -> None:
    done: list[str] = []
    before = QLineEdit(window)
    before.show()
    before.setFocus()
    QAbstractItemModelTester(
        palette._model, QAbstractItemModelTester.FailureReportingMode.Fatal, palette
    )
    palette.open_with(_rows(done))
    assert palette._field.hasFocus()
    assert palette._model.rowCount() == 4
    QTest.keyClicks(palette._field, "prod")
    assert [palette._model.row(n).text for n in range(2)] == [
        "Production deployment",
        "Show production deployment in the sky",
    ]
    assert DARK.acc in colours(palette)
    QTest.keyClick(palette._field, Qt.Key.Key_Down)
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    assert done == ["Show production deployment in the sky"]
    assert palette.isHidden()
    assert before.hasFocus()


def test_nothing_found_is_said_and_escape_closes(palette: CommandPalette) -> None:
    done: list[str] = []
    palette.open_with(_rows(done))
    QTest.keyClicks(palette._field, "zzzzqqqq")
    assert palette._nothing.isVisible()
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    QTest.keyClick(palette._field, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert done == []


def test_what_cannot_be_done_now_says_why(palette: CommandPalette) -> None:
    done: list[str] = []
    idle = PaletteRow("redo", "Redo", lambda: done.append("Redo"), why_not="Nothing to redo")
    palette.open_with([idle, *_rows(done)], [idle])
    assert palette._model.rowCount() == 4, "only once it is looked for"
    QTest.keyClicks(palette._field, "redo")
    index = palette._model.index(0)
    assert palette._model.rowCount() == 1 and not palette._nothing.isVisible()
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Redo. Nothing to redo"
    assert DARK.t4 in colours(palette)
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    place = palette._list.visualRect(index).center()
    QTest.mouseClick(palette._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert done == [] and palette.isVisible()
    palette._field.setText("o")
    assert palette._list.currentIndex().data() != "Redo", "what can be done is marked"


def test_a_click_elsewhere_closes(window: QWidget, palette: CommandPalette) -> None:
    other = QLineEdit(window)
    other.show()
    palette.open_with(_rows([]))
    other.setFocus()
    assert palette.isHidden()


def test_a_row_runs_by_mouse(palette: CommandPalette) -> None:
    done: list[str] = []
    palette.open_with(_rows(done))
    place = palette._list.visualRect(palette._model.index(3)).center()
    QTest.mouseClick(palette._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert done == ["Export…"]


def test_whole_words_come_first_and_accents_do_not_matter(palette: CommandPalette) -> None:
    palette.open_with([PaletteRow("lock", text, list) for text in ("Blocks", "Locks", "Lock")])
    palette._field.setText("löck")
    assert [palette._model.row(n).text for n in range(3)] == ["Lock", "Locks", "Blocks"]


def test_what_was_used_last_comes_first(palette: CommandPalette) -> None:
    rows = [PaletteRow("lock", text, list, id=text) for text in ("One", "Two")]
    with_recent = [rows[1], PaletteRow("skills", "A skill", list, id="skill:1")]
    palette.open_with(rows, with_recent)
    shown = [palette._model.row(n).text for n in range(palette._model.rowCount())]
    assert shown == ["Two", "A skill", "One"]


def test_enter_waits_for_what_is_looked_for(palette: CommandPalette, qtbot: QtBot) -> None:
    done: list[str] = []
    palette.open_with(_rows(done), asking=True)
    with qtbot.waitSignal(palette.typed) as asked:
        QTest.keyClicks(palette._field, "moor")
    assert asked.args == ["m"]
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    QTest.keyClicks(palette._field, "s")
    assert done == [] and not palette._nothing.isVisible()
    palette.add("moo", [PaletteRow("skills", "Too late", lambda: done.append("late"))])
    palette.add("moor", [PaletteRow("skills", "Moor a boat", lambda: done.append("moor"))])
    assert done == ["moor"] and palette.isHidden()


def test_what_comes_later_does_not_move_what_was_chosen(palette: CommandPalette) -> None:
    palette.open_with(_rows([]), asking=True)
    QTest.keyClicks(palette._field, "prod")
    palette.add("prod", [])
    QTest.keyClick(palette._field, Qt.Key.Key_Down)
    before = palette._list.currentIndex().data()
    palette.add("prod", [PaletteRow("skills", "Prod", list)])
    assert palette._model.row(0).text == "Prod"
    assert palette._list.currentIndex().data() == before


def test_a_palette_says_what_was_meant(palette: CommandPalette) -> None:
    done: list[str] = []
    palette.open_with(_rows(done), asking=True)
    QTest.keyClicks(palette._field, "exprot")
    palette.add("exprot", [], "export")
    assert "export" in palette._nothing.text() and palette._nothing.isVisible()
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    palette.add("export", [])
    QTest.keyClick(palette._field, Qt.Key.Key_Return)
    assert done == ["Export…"]


def test_names_completed_in_the_file_dialog_can_be_read(qtbot: QtBot, theme: Theme) -> None:
    below = QWidget()
    qtbot.addWidget(below)
    dialog = QFileDialog(below)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    begin_in_last_folder(dialog)
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    completer = field.completer()
    assert completer is not None
    listed = completer.popup()
    assert listed is not None
    listed.resize(200, 100)
    ground = listed.grab().toImage().pixelColor(100, 80)
    assert ground.lightness() > 200 or theme.tokens.dark
    assert ground.alpha() == 255


def test_the_file_dialog_cuts_no_size_and_no_date(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    (tmp_path / "a pack.gsk").write_bytes(b"0" * 1234)
    theme.use(replace(theme.settings, text_size=26))
    below = QWidget()
    qtbot.addWidget(below)
    dialog = QFileDialog(below)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    begin_in_last_folder(dialog)
    dialog.setDirectory(str(tmp_path))
    dialog.show()
    files = dialog.findChild(QTreeView, "treeView")
    assert files is not None
    head = files.header()
    qtbot.waitUntil(lambda: files.model().rowCount(files.rootIndex()) > 0)
    shown = [n for n in range(head.count()) if not head.isSectionHidden(n)]
    qtbot.waitUntil(
        lambda: all(
            head.sectionSize(n) >= max(files.sizeHintForColumn(n), head.sectionSizeHint(n))
            for n in shown[1:]
        )
    )
    assert head.length() == head.width()  # names have the rest


def test_a_long_name_goes_on_in_the_next_line_after_a_hyphen(qtbot: QtBot, theme: Theme) -> None:
    key, word = "grant-rabbit-ostrich-punch-sudden-chalk", "a" * 30
    for text, breaks in ((key, 0), (word, 3), (f"{key}-{word}", 3)):
        made = label(text, wrap=True)
        qtbot.addWidget(made)
        assert made.text() == text
        assert QLabel.text(made).count(BREAK) == breaks


BUTTONS: tuple[Callable[[Theme], QAbstractButton], ...] = (
    lambda theme: Button(theme, ""),
    lambda theme: FilterChip(theme, ""),
    lambda theme: TagChip(theme, ""),
    lambda theme: MenuWord(theme, "Group"),
    QuietLink,
    lambda _theme: PushButton(),
    lambda _theme: ToolButton(),
)


@pytest.mark.parametrize("make", BUTTONS)
def test_an_ampersand_on_a_button_is_no_shortcut(
    theme: Theme, qtbot: QtBot, make: Callable[[Theme], QAbstractButton]
) -> None:
    button = make(theme)
    qtbot.addWidget(button)
    for said in ("Call “R&D”", "Fish & chips && more"):
        button.setText(said)
        assert button.text() == said and button.shortcut().isEmpty()
        assert QAbstractButton.text(button) == said.replace("&", "&&")  # as Qt paints it


def test_a_chip_shows_its_ampersand_and_has_room_for_it(theme: Theme, qtbot: QtBot) -> None:
    chip = FilterChip(theme, "R&D")
    qtbot.addWidget(chip)
    assert chip.accessibleName() == "R&D"
    without = FilterChip(theme, "RD")
    qtbot.addWidget(without)
    assert chip.sizeHint().width() > without.sizeHint().width()


def test_an_ampersand_beside_a_field_is_no_shortcut_to_it(theme: Theme, qtbot: QtBot) -> None:
    said, field = label("Tell R&D", wrap=True), QLineEdit()
    for widget in (said, field):
        qtbot.addWidget(widget)
    said.setBuddy(field)
    assert said.text() == "Tell R&D" and QLabel.text(said) == "Tell R&&D"
    said.setText("Tell Q&A")
    assert said.text() == "Tell Q&A" and QLabel.text(said) == "Tell Q&&A"
