"""Nothing is wider than its place, however long words are; what is pointed at stays explained."""

from datetime import date

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.lifecycle.usage import Day
from app.core.memory import memories, nodes
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Vault
from app.ui.theme.theme import Theme
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.memories.detail import Detail
from app.ui.views.memories.refiling import Refiling
from app.ui.views.skills.knowledge.page import KnowledgePage
from app.ui.views.skills.knowledge.plots import UsagePlot
from tests.ui.cut_text import tip_of
from tests.ui.hands import move_mouse
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


def test_a_memory_from_a_source_with_a_long_name(make: Make, vault: Vault, qtbot: QtBot) -> None:
    source = Source(LONG, SourceKind.FILE)
    number = memories.remember(vault, f"Ask {LONG}", source=source, tags=["x" * 40]).added[0]
    context, page = make(), QWidget()
    qtbot.addWidget(page)
    detail = Detail(context, Refiling(context, page))
    qtbot.addWidget(detail)
    detail.resize(300, 600)
    detail.show_memory(number)
    detail.show()
    assert fits(area_of(detail))
    assert tip_of(detail.source).split() == detail.source.text().split()
    low = detail.text.height()
    detail.begin_edit()
    assert detail.text.height() > low


def test_a_star_that_calls_one_with_a_long_title(make: Make, vault: Vault, qtbot: QtBot) -> None:
    library.save(vault, None, f"# {LONG.strip()}\n\n1. Look.\n")
    skill = library.save(vault, None, f"# Ship\n\n1. @skill: {LONG.strip()}\n").skill
    view = ConstellationView(make())
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show_skill(skill)
    view.show()
    qtbot.waitUntil(view.detail.isVisible)
    assert fits(area_of(view.detail))


def test_a_sky_without_stars_offers_nothing_to_do_with_them(make: Make, qtbot: QtBot) -> None:
    view = ConstellationView(make())
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None)
    assert not view.bar.search.isEnabled() and not view.bar.again.isEnabled()


def test_what_a_plot_says_of_a_day_stays_while_the_mouse_rests(theme: Theme, qtbot: QtBot) -> None:
    plot = UsagePlot(theme)
    qtbot.addWidget(plot)
    plot.resize(400, 150)
    plot.show()
    plot.show_days([Day(date(2030, 1, n), 2) for n in range(1, 20)], [])
    place = plot.viewport().rect().center()
    move_mouse(plot.viewport(), place)
    qtbot.waitUntil(lambda: "2 uses" in QToolTip.text())
    rest = QHelpEvent(QEvent.Type.ToolTip, place, plot.viewport().mapToGlobal(place))
    QApplication.sendEvent(plot.viewport(), rest)
    assert "2 uses" in QToolTip.text()
    QToolTip.hideText()
