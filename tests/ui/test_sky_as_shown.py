"""What the constellation says is what it shows, also after something changed."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.constellation import places
from app.core.constellation.question import Question
from app.core.library import catalogue, library
from app.core.settings import Settings
from app.ui.context import AppContext
from app.ui.views.constellation import sky_item
from app.ui.views.constellation.appearance import ColourBy
from app.ui.views.constellation.hover_card import HoverCard
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


def test_around_a_selection_ends_with_it_and_all_of_the_sky_is_in_view(
    view: ConstellationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, chart = view._context.vault, view.chart
    assert chart is not None
    places.pin(vault, {star.id: True for star in chart.stars})
    painted: list[int] = []
    monkeypatch.setattr(
        sky_item, "paint_pins", lambda _painter, _theme, pinned, *_rest: painted.append(len(pinned))
    )
    chart.pinned[:] = True
    whole = view.sky.box.viewRect()
    view.sky.select(index(view, "Rollback"))
    view.bar.show_around()
    view.sky.grab()
    assert painted[-1] == 2
    QTest.keyClick(view.sky, Qt.Key.Key_Escape)
    assert view.bar.reached is None and view.sky.focus.around is None
    view.sky.fit_stars({index(view, "Loner")})
    view.bar.reach.chosen.emit(0)
    assert view.sky.box.viewRect().contains(whole.center())
    view.sky.grab()
    assert painted[-1] == 4


def test_a_timelapse_of_one_day_says_so_and_ends_with_the_sky(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.bar.lapse.click()
    qtbot.waitUntil(view.timelapse.isVisible)
    assert "came today" in view.timelapse.said.text() and not view.timelapse.play.isEnabled()
    view.timelapse.toggle()
    assert not view.timelapse.is_playing
    view.toggle_table()
    assert view.timelapse.isHidden() and view.table.isVisible()


def test_the_first_click_on_a_number_shows_those_with_most(view: ConstellationView) -> None:
    view.toggle_table()
    model, header = view.table.model(), view.table.horizontalHeader()
    number = next(n for n in range(12) if model.headerData(n, Qt.Orientation.Horizontal) == "Calls")
    x = header.sectionViewportPosition(number) + 20
    button = Qt.MouseButton.LeftButton
    QTest.mouseClick(header.viewport(), button, pos=QPoint(x, header.height() // 2))
    assert model.index(0, 0).data() == "Deploy"
    heads = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(12)]
    assert len(set(heads)) == 12


def test_the_card_is_read_whole_and_gives_way_to_the_menu(view: ConstellationView) -> None:
    view.sky._hover(index(view, "Deploy"))
    card = view.sky.findChild(HoverCard)
    assert card is not None and card.isVisible() and "never used" in card._about.text()
    assert card._about.width() >= card._about.minimumSizeHint().width()
    assert card._about.height() >= card._about.heightForWidth(card._about.width())
    view.sky.menu_requested.disconnect(view._show_menu)
    view.sky.menu_requested.emit(index(view, "Deploy"), QPoint(0, 0))
    assert not card.isVisible()


def test_the_panel_that_comes_with_the_page_covers_no_star(
    qtbot: QtBot, view: ConstellationView
) -> None:
    assert view.chart is not None
    view.hide()
    view.follow(view.chart.stars[index(view, "Rollback")].id)
    view.show()
    view.sky.grab()
    edge = view.detail.mapTo(view, QPoint(0, 0)).x()
    assert all(view.sky.where(star).x() < edge for star in range(4))


def test_an_answer_without_findings_explains_itself_and_selects_nothing(
    qtbot: QtBot, view: ConstellationView
) -> None:
    bar = view._answers.bar
    view.sky.select(index(view, "Rollback"))
    view.ask(Question.UNCALLED)
    qtbot.waitUntil(lambda: bar.said.text() == "1 called by nobody, besides 1 orphan")
    view.ask(Question.CYCLES)
    qtbot.waitUntil(lambda: bar.said.text() == "No cycles")
    assert "calls itself" in bar.why.text() and view.sky.focus.selected is None
    high = bar.height()
    view.ask(Question.REVIEW)
    qtbot.waitUntil(lambda: bar.said.text() == "No relations to review")
    assert not bar.why.isVisible() and bar.height() < high


def test_an_empty_sky_is_asked_nothing(qtbot: QtBot, context: AppContext) -> None:
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)
    assert not view.asked.isEnabled() and not view.bar.lapse.isEnabled()
