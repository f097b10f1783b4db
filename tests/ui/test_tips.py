"""Tooltips of what others wrote: as it is, however it looks like a page."""

import ast
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.elided import Elided
from app.ui.widgets.tips import WIDE, plain_tip
from tests.ui.cut_text import tip_of

PAGE = '<b>A</b> & "B"\n<img src="file:///etc/passwd"> &lt;'


def seen(tip: str) -> str:
    """What a tooltip shows of a page."""
    page = QTextDocument()
    page.setHtml(tip)
    return page.toPlainText().replace("\u2028", "\n")


@pytest.mark.parametrize("text", [PAGE, "&lt;b&gt;", "a < b", "<!-- -->x"])
def test_a_page_is_shown_as_it_was_written(text: str) -> None:
    assert seen(plain_tip(text)) == text
    assert "<img" not in plain_tip(text)


def test_other_words_are_left_alone() -> None:
    assert plain_tip("Two\nlines > one") == "Two\nlines > one"


def test_a_name_that_was_cut_is_shown_whole(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    line = Elided(PAGE, parent=room)
    line.resize(20, 20)
    room.show()
    assert seen(tip_of(line).strip()) == PAGE


def test_long_tips_are_wrapped() -> None:
    said = plain_tip("One line\n" + "words that go on " * 12)
    lines = said.split("\n")
    assert lines[0] == "One line" and len(lines) >= 4
    assert max(map(len, lines)) <= WIDE
    digest = "0123456789abcdef" * 4
    assert plain_tip(digest) == digest, "to be compared as a whole"
    assert max(map(len, plain_tip("木" * 150).split("\n"))) <= WIDE


def test_every_tip_is_made_in_one_way() -> None:
    for file in Path("app/ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr == "setToolTip" and ast.unparse(node.args[0]) != "''":
                assert ast.unparse(node.args[0]).startswith("plain_tip("), f"{file}:{node.lineno}"
