"""Colours, fonts, icons and the style sheet."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QFontInfo, QFontMetrics, QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.cli.graph_picture import picture
from app.core.constellation.clustering import Clustering
from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky
from app.core.graph import clusters
from app.core.settings import Scheme, Settings
from app.core.skills.model import GoalKind
from app.ui.theme.fonts import font, scaled
from app.ui.theme.goals import GOALS
from app.ui.theme.icons import icon_names
from app.ui.theme.resources import RESOURCES
from app.ui.theme.theme import Theme, style_sheet, tokens_for
from app.ui.theme.tokens import DARK, LIGHT, Tokens, contrast, high_contrast, mix
from app.ui.views.settings.fields import appearance
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.switch import Switch

SCHEMES = pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06X}")


@SCHEMES
@pytest.mark.parametrize("ground", ["bg0", "bg1", "bg2", "bg3"])
@pytest.mark.parametrize("text", ["t1", "t2", "t3", "acc", "ok", "warn", "err", "mem"])
def test_text_is_readable_on_every_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(tokens.colour(text), tokens.colour(ground)) >= 4.5


@SCHEMES
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("on_acc", "acc_fill"),
        ("on_acc", "acc_hover"),
        ("t1", "bg4"),
        ("t2", "bg4"),
        ("t1", "acc_soft"),
        ("t2", "acc_soft"),
        ("acc", "acc_soft"),
        ("ok", "ok_soft"),
        ("warn", "warn_soft"),
        ("err", "err_soft"),
        ("mem", "mem_soft"),
        ("t1", "ok_soft"),
        ("t1", "warn_soft"),
        ("t1", "err_soft"),
        ("t1", "diff_removed"),
        ("t1", "diff_added"),
    ],
)
def test_text_is_readable_on_fills(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(tokens.colour(text), tokens.colour(ground)) >= 4.5


@SCHEMES
@pytest.mark.parametrize("kind", GoalKind)
def test_goals_are_readable(tokens: Tokens, kind: GoalKind) -> None:
    ink = tokens.goal(kind)
    assert contrast(ink.colour, ink.soft) >= 4.5
    assert contrast(ink.colour, tokens.bg2) >= 4.5
    assert contrast(mix(ink.colour, tokens.bg2, 0.7), tokens.bg2) >= 3


@SCHEMES
def test_stars_lines_and_memories_stand_out_from_the_sky(tokens: Tokens) -> None:
    for colour in tokens.clusters:
        assert contrast(colour, tokens.sky) >= 4.5
    assert contrast(tokens.dust, tokens.sky) >= 3
    for layer in Layer:
        edge = tokens.edges[layer.spec.look]
        assert contrast(edge.rest, tokens.sky) >= 3
        assert contrast(edge.highlighted, tokens.sky) > contrast(edge.rest, tokens.sky)
    assert len(tokens.clusters) == clusters.COLOURS
    assert tokens.cluster(clusters.COLOURS) == tokens.cluster(0)


@SCHEMES
def test_more_contrast_means_stronger_borders_and_no_soft_fills(tokens: Tokens) -> None:
    strong = high_contrast(tokens)
    assert strong.line2 == tokens.t3
    assert contrast(strong.line2, strong.bg2) >= 4.5
    assert {strong.ok_soft, strong.err_soft, strong.acc_soft} == {tokens.bg2}
    assert all(ink.soft == tokens.bg2 for ink in strong.goals.values())


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#FFFFFF", 21.0), ("#777777", "#FFFFFF", 4.48), ("#2E6FD0", "#2E6FD0", 1.0)],
)
def test_contrast_is_what_the_standard_says(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)


@given(COLOURS, COLOURS)
def test_mixing_and_contrast_keep_their_bounds(one: str, other: str) -> None:
    assert mix(one, other, 1) == one
    assert mix(one, other, 0) == other
    assert 1 <= contrast(one, other) == contrast(other, one) <= 21.01


def test_a_colour_is_named_by_its_job() -> None:
    assert DARK.colour("acc_line") == "#33568A"
    assert DARK.colour("goal:On failure") == DARK.goal(GoalKind.ON_FAILURE).colour
    for wrong in ("clusters", "dark", "nothing", "contrast"):
        with pytest.raises(KeyError):
            DARK.colour(wrong)


@SCHEMES
def test_the_style_sheet_is_filled_in_and_understood(
    qtbot: QtBot, theme: Theme, tokens: Tokens
) -> None:
    """Qt writes a warning about a sheet it cannot parse, and every warning fails a test."""
    buffer = style_sheet(tokens)
    assert "$" not in re.sub(r"/\*.*?\*/", "", buffer, flags=re.DOTALL)
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setStyleSheet(buffer)
    widget.ensurePolished()


def test_there_is_one_theme_which_everything_in_the_process_shares(
    qapp: QApplication, theme: Theme
) -> None:
    assert picture(Sky((), (), Clustering(), {}, frozenset()), "svg", "light")
    assert theme.tokens == LIGHT and len(qapp.findChildren(Theme)) == 1
    assert Theme.of(qapp, Settings(theme="light")) is theme


def test_no_test_inherits_the_theme_of_the_one_before(qapp: QApplication, theme: Theme) -> None:
    assert theme.tokens == DARK
    assert qapp.palette().window().color().name().upper() == DARK.bg1


def test_no_colour_is_written_into_the_style_sheet() -> None:
    template = (RESOURCES / "style" / "techne.qss").read_text(encoding="utf-8")
    assert not re.findall(r"#[0-9A-Fa-f]{3,8}\b(?=[^{]*[;}])", template)
    assert "rgb(" not in template


def test_choosing_a_scheme_recolours_everything(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    icon = theme.icon("search", "t1")
    before = icon.pixmap(QSize(16, 16)).toImage()
    with qtbot.waitSignal(theme.changed):
        theme.use(Settings(theme="light"))
    assert theme.tokens == LIGHT
    assert qapp.palette().window().color().name().upper() == LIGHT.bg1
    assert LIGHT.acc_fill in qapp.styleSheet()
    assert icon.pixmap(QSize(16, 16)).toImage() != before
    assert theme.duration(120) == 120


Wish = Qt.ContrastPreference


@pytest.mark.parametrize(
    ("choice", "system", "tokens"),
    [
        ("system", Qt.ColorScheme.Dark, DARK),
        ("system", Qt.ColorScheme.Light, LIGHT),
        ("system", Qt.ColorScheme.Unknown, LIGHT),
        ("dark", Qt.ColorScheme.Light, DARK),
        ("light", Qt.ColorScheme.Dark, LIGHT),
    ],
)
def test_the_system_decides_unless_the_person_does(
    choice: Scheme, system: Qt.ColorScheme, tokens: Tokens
) -> None:
    assert tokens_for(choice, system, Wish.NoPreference) == tokens
    assert tokens_for(choice, system, Wish.HighContrast) == high_contrast(tokens)


def test_a_change_of_the_system_is_followed(qtbot: QtBot, theme: Theme) -> None:
    theme.use(Settings(theme="system"))
    hints = QApplication.styleHints()
    with qtbot.assertNotEmitted(theme.changed):
        hints.colorSchemeChanged.emit(hints.colorScheme())


def test_larger_text_is_larger_everywhere(qtbot: QtBot, theme: Theme) -> None:
    label = QLabel("words")
    qtbot.addWidget(label)
    label.setProperty("role", "caption")
    theme.use(Settings(theme="dark", text_size=26))
    label.ensurePolished()
    assert label.font().pixelSize() == 22
    assert theme.font(13).pixelSize() == 26
    assert scaled(13, 400) == 26
    assert scaled(13, -1) == 10


def test_a_change_reaches_nested_widgets_as_often_as_others(qtbot: QtBot, theme: Theme) -> None:
    """A full window would otherwise stand still for seconds."""

    class Counter(QObject):
        seen = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.seen += event.type() is QEvent.Type.StyleChange
            return False

    outer = inner = QWidget()
    qtbot.addWidget(outer)
    for _level in range(7):
        inner = QWidget(inner)
    outer.show()
    counters = Counter(), Counter()
    for widget, counter in zip((outer, inner), counters, strict=True):
        widget.installEventFilter(counter)
    theme.use(Settings(theme="light"))
    assert 0 < counters[1].seen <= counters[0].seen


def test_without_motion_nothing_takes_time(theme: Theme) -> None:
    assert theme.reduced_motion
    assert theme.duration(160) == 0


@pytest.mark.parametrize("weight", [400, 500, 600])
def test_the_bundled_font_is_used_with_equal_digits(theme: Theme, weight: int) -> None:
    made = font(13, weight)
    assert QFontInfo(made).family() == "Inter"
    assert QFontInfo(made).weight() == weight
    metrics = QFontMetrics(made)
    assert metrics.horizontalAdvance("1111") == metrics.horizontalAdvance("8888")


def _painted(image: QImage) -> int:
    return sum(
        image.pixelColor(x, y).alpha() > 60
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize("name", icon_names())
def test_every_icon_is_drawn_inside_its_square(theme: Theme, name: str) -> None:
    image = theme.pixmap(name, "t1", 16, 2.0).toImage()
    assert image.size() == QSize(32, 32)
    assert 10 < _painted(image) < 32 * 32


@pytest.mark.parametrize("name", [n for n in icon_names() if not n.startswith("techne")])
def test_every_icon_belongs_to_the_set(name: str) -> None:
    drawing = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    for mark in ('viewBox="0 0 16 16"', 'stroke="currentColor"', 'stroke-width="1.4"'):
        assert mark in drawing


def test_every_icon_the_code_names_exists() -> None:
    known = set(icon_names())
    assert {look.icon for look in GOALS.values()} <= known
    folder = RESOURCES.parent / "app" / "ui"
    pattern = re.compile(r"""(?:icon|pixmap)\(\s*"([a-z-]+)"|icon="([a-z-]+)\"""")
    for file in folder.rglob("*.py"):
        for found in pattern.findall(file.read_text(encoding="utf-8")):
            assert set(found) - {""} <= known, file.name


def test_an_icon_takes_the_colour_of_its_state(theme: Theme) -> None:
    icon = theme.icon("minus", "t2", on="acc")
    size = QSize(16, 16)
    rest = icon.pixmap(size).toImage().pixelColor(8, 8).name()
    on = icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.On).toImage().pixelColor(8, 8).name()
    off = icon.pixmap(size, QIcon.Mode.Disabled).toImage().pixelColor(8, 8).name()
    assert len({rest, on, off}) == 3


def test_an_unknown_icon_is_a_mistake(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError):
        theme.icon("no-such-drawing")


def test_the_ring_follows_the_keyboard_and_not_the_mouse(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    buttons = [QPushButton("one"), QPushButton("two"), QCheckBox("three")]
    for button in buttons:
        row.addWidget(button)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
    for button in buttons[1:]:
        QTest.keyClick(window, Qt.Key.Key_Tab)
        assert button.hasFocus()
        edge = button.geometry().adjusted(-3, -3, 3, 3)
        image = window.grab().toImage()
        assert image.pixelColor(edge.center().x(), edge.top()).name().upper() == DARK.acc
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert buttons[0].hasFocus()
    edge = buttons[0].geometry().adjusted(-3, -3, 3, 3)
    image = window.grab().toImage()
    assert image.pixelColor(edge.center().x(), edge.top()).name().upper() != DARK.acc


def test_what_is_scrolled_has_its_ring_too(qtbot: QtBot, theme: Theme) -> None:
    area, inside = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    column = QVBoxLayout(inside)
    column.setContentsMargins(20, 20, 20, 20)
    box = QCheckBox("words")
    column.addWidget(box)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    with qtbot.waitActive(area):
        area.show()
        area.activateWindow()
    area.setFocus()
    QTest.keyClick(area, Qt.Key.Key_Tab)
    assert box.hasFocus()
    place = box.mapTo(area, box.rect().topLeft()) + QPoint(box.width() // 2, -3)
    assert area.grab().toImage().pixelColor(place).name().upper() == DARK.acc


def test_no_layout_cuts_the_ring(qtbot: QtBot, theme: Theme) -> None:
    window, holder = QWidget(), QWidget()
    qtbot.addWidget(window)
    above = QPushButton("above")
    column = QVBoxLayout(window)
    column.addWidget(above)
    column.addWidget(holder)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    button = QPushButton("one")
    row.addWidget(button)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    above.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    assert button.hasFocus()
    place = button.mapTo(window, button.rect().center())
    image = window.grab().toImage()
    left = place.x() - button.width() // 2 - 4
    seen = {image.pixelColor(x, place.y()).name().upper() for x in range(left, left + 4)}
    assert DARK.acc in seen
    button.deleteLater()
    qtbot.waitUntil(lambda: not isValid(button))
    window.resize(window.size() * 2)


@pytest.mark.parametrize("state", list(Qt.CheckState))
def test_a_checkbox_shows_each_of_its_states(
    qtbot: QtBot, theme: Theme, state: Qt.CheckState
) -> None:
    box = QCheckBox("words")
    qtbot.addWidget(box)
    box.setTristate(True)
    box.setCheckState(state)
    colours = {
        box.grab().toImage().pixelColor(x, box.height() // 2).name().upper() for x in range(16)
    }
    assert (DARK.acc_fill in colours) is (state != Qt.CheckState.Unchecked)


def test_marks_grow_with_the_text(qtbot: QtBot, theme: Theme) -> None:
    chosen = Settings(theme="dark", reduce_motion=True)
    box, switch = QCheckBox("Words"), Switch(theme, "Words")
    button = Button(theme, "Words", icon="plus")
    for widget in (box, switch, button):
        qtbot.addWidget(widget)

    def sizes() -> tuple[int, ...]:
        metric = QStyle.PixelMetric.PM_IndicatorWidth
        return (
            box.style().pixelMetric(metric, None, box),
            switch.sizeHint().width() - switch.fontMetrics().horizontalAdvance("Words"),
            button.iconSize().height(),
        )

    before = sizes()
    theme.use(replace(chosen, text_size=26))
    try:
        after = sizes()
    finally:
        theme.use(chosen)
    assert all(large >= 1.7 * usual for usual, large in zip(before, after, strict=True))


def test_text_sizes_are_shares_of_the_usual_one() -> None:
    (field,) = (field for field in appearance() if field.name == "text_size")
    assert (13, "100 %") in field.choices and (26, "200 %") in field.choices
    assert field.tips[-1] == "26 px"


@pytest.mark.parametrize(
    ("text", "slanted"), [("Notes, p. 3", True), ("Заметки", True), ("ملاحظات.txt", False)]
)
def test_only_scripts_with_italics_are_slanted(
    qtbot: QtBot, theme: Theme, text: str, slanted: bool
) -> None:
    source = label(text, "source")
    qtbot.addWidget(source)
    source.ensurePolished()
    assert source.font().italic() is slanted
