"""What the constellation says is what it shows, also after something changed."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, library
from app.core.settings import Settings
from app.ui.context import AppContext
from app.ui.views.constellation.appearance import ColourBy
from app.ui.views.constellation.view import ConstellationView
from app.ui.widgets.tick import Tick


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> ConstellationView:
    library.save(context.vault, None, "# smoke-tests\n\n1. Run them.\n")
    library.save(context.vault, None, "# Rollback\n\n1. Go back.\n")
    library.save(context.vault, None, "# Deploy\n\n1. @skill: smoke-tests\n2. @skill: Rollback\n")
    library.save(context.vault, None, "# Loner\n\n1. x\n")
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.sky.where(0) != QPoint() and not view.loading.is_running)
    return view


def index(view: ConstellationView, title: str) -> int:
    assert view.chart is not None
    return next(n for n, star in enumerate(view.chart.stars) if star.row.title == title)


def told(view: ConstellationView) -> str:
    return "\n".join(one.text() for one in view.detail.findChildren(QLabel) if one.isVisible())


def test_the_panel_names_the_cluster_and_the_version_of_now(
    qtbot: QtBot, view: ConstellationView
) -> None:
    vault = view._context.vault
    view.sky.select(index(view, "Rollback"))
    assert "v1" in told(view)
    assert "connected with 1 of the 2 others" in told(view)
    rollback = catalogue.find(vault, "Rollback").id
    library.save(vault, rollback, "# Rollback\n\n1. Go back at once.\n")
    qtbot.waitUntil(lambda: "v2" in told(view))
    view.sky.select(index(view, "Loner"))
    qtbot.waitUntil(lambda: "In no cluster" in told(view))


def test_the_pin_in_the_legend_has_the_colour_of_the_theme(view: ConstellationView) -> None:
    def drawn() -> QImage:
        return view.legend._pinned.mark.pixmap().toImage()

    theme = view._context.theme
    before, settings = drawn(), theme.settings
    theme.use(Settings(theme="light" if theme.tokens.dark else "dark"))
    try:
        assert drawn() != before
    finally:
        theme.use(settings)


def test_an_export_has_the_lines_and_the_colours_that_are_shown(
    qtbot: QtBot, view: ConstellationView, tmp_path: Path
) -> None:
    def written(name: str) -> str:
        file = tmp_path / name
        view.saving.write(file, file.suffix[1:])
        qtbot.waitUntil(file.exists)
        return file.read_text(encoding="utf-8")

    assert "Calls" in written("all.svg") and "calls" in written("all.csv")
    (tick,) = view.legend.findChildren(Tick)
    tick.click()
    view.legend._choose_colour(ColourBy.ROLE)
    drawn = written("some.svg")
    assert "Calls" not in drawn and ">orchestrator  1<" in drawn
    assert view.chart is not None and view.chart.clusters[0].name.upper() not in drawn
    assert "calls" not in written("some.csv")
    graph = json.loads(written("some.json"))
    assert len(graph["nodes"]) == 4 and not graph["links"]
