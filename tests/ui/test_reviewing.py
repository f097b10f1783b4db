"""Relations that nobody has looked at yet, kept or dismissed in one place."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, nodes, relations
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.reviewing import ReviewDialog
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow
from app.ui.window_state import WindowState
from tests.ui.names import nameless


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    yield AppContext(
        vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"), EmbedderService(Hashed())
    )
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def others(vault: Vault) -> list[int]:
    """Skills with two relations between them that nobody has looked at."""
    others = [
        library.save(vault, None, text).skill
        for text in (
            "# Bake bread\n\nRequires Brew tea to be done.\n\n1. Knead.\n",
            "# Rest\n\n1. Sit.\n",
            "# Brew tea\n\n1. Boil.\n",
        )
    ]
    nodes.catch_up(vault)
    for number in range(3):
        (memory,) = memories.remember(vault, f"What happened on day {number}.").added
        for skill in others[:2]:
            usage.record(vault, skill, Procedural(), session=f"s{number}", memory=memory)
    return others


def test_keys_decide_go_on_and_take_back(
    context: AppContext, vault: Vault, others: list[int], window: QWidget, qtbot: QtBot
) -> None:
    dialog = ReviewDialog(context, window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: len(dialog._lines_shown) == 2)
    assert dialog._here() == 0

    def press(*keys: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        for key in keys:
            focused = dialog.focusWidget()
            assert focused is not None
            QTest.keyPress(focused, key, held)

    first, second = (relation.id for relation in dialog._lines_shown)
    press(Qt.Key.Key_J, Qt.Key.Key_R, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: dialog.title.text() == "Review relations")
    assert [one.id for one in relations.dismissed(vault)] == [second]
    press(Qt.Key.Key_U)
    qtbot.waitUntil(lambda: [one.id for one in dialog._lines_shown] == [first])
    press(Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: [one.id for one in dialog._lines_shown] == [first, second])
    assert dialog._here() == 1 and not dialog.back.isVisible()
    assert len(relations.review(vault)) == 2


def test_all_that_nobody_has_looked_at_is_reviewed_in_one_place(
    context: AppContext, vault: Vault, others: list[int], window: QWidget, qtbot: QtBot
) -> None:
    dialog = ReviewDialog(context, window)
    qtbot.addWidget(dialog)
    dialog.open()

    def said() -> list[str]:
        return [
            row.accessibleName().split(".")[0]
            for row in dialog.findChildren(FactRow)
            if row.isVisible()
        ]

    qtbot.waitUntil(lambda: len(said()) == 2)
    assert said() == ["Bake bread is often used with Rest", "Bake bread requires Brew tea"]
    assert dialog.title.text() == "2 relations to review" and not nameless(dialog)

    def press(verb: str, row: int) -> None:
        buttons = [
            b
            for b in dialog.findChildren(IconButton)
            if b.accessibleName().startswith(verb) and b.isVisible()
        ]
        buttons[row].setFocus()
        QTest.keyClick(buttons[row], Qt.Key.Key_Space)

    press("Dismiss", 0)
    qtbot.waitUntil(lambda: said() == ["Bake bread requires Brew tea"])
    dialog.back.click()
    qtbot.waitUntil(lambda: len(said()) == 2)
    press("Keep", 1)
    qtbot.waitUntil(lambda: said() == ["Bake bread is often used with Rest"])
    press("Dismiss", 0)
    qtbot.waitUntil(lambda: dialog.title.text() == "Review relations")
    assert relations.review(vault) == ()
    dialog.back.click()
    qtbot.waitUntil(lambda: len(said()) == 1)
    with qtbot.waitSignal(context.go.skill_requested) as asked:
        next(row for row in dialog.findChildren(FactRow) if row.isVisible()).click()
    assert asked.args == [others[0], True] and not dialog.isVisible()


def test_nothing_to_review_is_said(context: AppContext, window: QWidget, qtbot: QtBot) -> None:
    dialog = ReviewDialog(context, window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: bool(dialog.findChildren(EmptyState)))
    assert dialog.title.text() == "Review relations" and not dialog.back.isVisible()
