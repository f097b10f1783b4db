"""Nothing is wider than its place, however long the words of people are."""

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.memory import nodes
from app.core.vault import Vault
from app.ui.views.knowledge.page import KnowledgePage
from tests.ui.proposing import Make

LONG = "Handling of the yearly inspection of every refrigeration unit " * 3


def fits(area: QScrollArea) -> bool:
    """Whether what is scrolled needs no more width than there is."""
    QApplication.processEvents()
    inside, shown = area.widget(), area.viewport()
    return inside is not None and inside.minimumSizeHint().width() <= shown.width()


def area_of(part: QWidget) -> QScrollArea:
    found = part.findChild(QScrollArea)
    assert found is not None
    return found


@pytest.mark.parametrize("wide", [False, True], ids=["beside", "document"])
def test_what_is_known_of_a_skill_with_a_long_title(
    make: Make, vault: Vault, qtbot: QtBot, wide: bool
) -> None:
    skill = library.save(vault, None, f"# {LONG}\n\n1. Look.\n").skill
    nodes.catch_up(vault)
    page = KnowledgePage(make(), wide=wide)
    qtbot.addWidget(page)
    page.resize(700 if wide else 300, 600)
    page.set_skill(skill)
    page.show()
    qtbot.waitUntil(lambda: not page.busy)
    assert fits(area_of(page))
