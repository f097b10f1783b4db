"""A paragraph of a step: clicks land in the row they are made in, whatever the size of the text."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.settings import Settings
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.paragraph import LINE
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.prose.step_prose import prose
from app.ui.widgets.prose.text_style import Run, scaled
from tests.ui.hands import move_mouse

ROWS = ("first", "second", "third", "fourth", "fifth")


@pytest.fixture(params=[10, 13, 20, 26])
def sized(theme: Theme, request: pytest.FixtureRequest) -> Iterator[Theme]:
    theme.use(Settings(theme="dark", text_size=request.param, reduce_motion=True))
    yield theme
    theme.use(Settings(theme="dark", reduce_motion=True))


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_a_click_lands_in_its_row(qtbot: QtBot, sized: Theme, window: QWidget, row: int) -> None:
    paragraph = RichParagraph(sized, window)
    paragraph.show_runs([Run("\n".join(ROWS))])
    paragraph.resize(400, paragraph.height_for(400))
    paragraph.show()
    begins = sum(len(word) + 1 for word in ROWS[:row])
    middle = QPoint(1, round((row + 0.5) * scaled(sized, LINE)))
    with qtbot.waitSignal(paragraph.pressed) as said:
        QTest.mouseClick(paragraph, Qt.MouseButton.LeftButton, pos=middle)
    assert said.args == [begins]


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_a_link_is_followed_in_its_row(
    qtbot: QtBot, sized: Theme, window: QWidget, row: int
) -> None:
    paragraph = RichParagraph(sized, window)
    paragraph.show_runs([Run(word + "\n", at=0, link=word) for word in ROWS])
    paragraph.resize(400, paragraph.height_for(400))
    paragraph.show()
    middle = QPoint(4, round((row + 0.5) * scaled(sized, LINE)))
    with qtbot.waitSignal(paragraph.followed) as said:
        QTest.mouseClick(paragraph, Qt.MouseButton.LeftButton, pos=middle)
    assert said.args == [ROWS[row]]


def test_what_is_read_from_right_to_left_begins_at_the_right(
    qtbot: QtBot, sized: Theme, window: QWidget
) -> None:
    paragraph = RichParagraph(sized, window)
    paragraph.show_runs([Run("افتح", at=0, link="open"), Run(" قناة", at=4)])
    paragraph.resize(400, paragraph.height_for(400))
    paragraph.show()
    with qtbot.waitSignal(paragraph.followed):
        QTest.mouseClick(paragraph, Qt.MouseButton.LeftButton, pos=QPoint(396, 8))
    with qtbot.waitSignal(paragraph.pressed) as said:
        QTest.mouseClick(paragraph, Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
    assert said.args == [9]


@pytest.mark.parametrize(
    ("tag", "meaning"),
    [
        ("[ANCHOR]", "Training never rewords this step."),
        ("@needs: code,  vision", "What a model must be good at to run this step: code, vision"),
        ("[verify: human]", "How success is checked: human"),
        ("[dispatch-safe: no]", "How much may run unattended: no"),
    ],
)
def test_a_word_to_agents_says_under_the_mouse_what_it_means(
    qtbot: QtBot, theme: Theme, window: QWidget, tag: str, meaning: str
) -> None:
    paragraph = RichParagraph(theme, window)
    paragraph.show_runs(prose(f"{tag} Go.", (), lambda _call: False).runs)
    paragraph.resize(600, paragraph.height_for(600))
    paragraph.show()
    for x, said in ((8, meaning), (590, ""), (8, meaning)):
        move_mouse(paragraph, QPoint(x, 8))
        assert " ".join(paragraph.toolTip().split()) == said
