"""What the constellation says is what it shows, also after something changed."""

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.core.constellation import places
from app.core.constellation.question import Question
from app.core.library import catalogue, library
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.constellation import sky_item
from app.ui.views.constellation.appearance import ColourBy
from app.ui.views.constellation.cluster_words import cluster_words
from app.ui.views.constellation.hover_card import HoverCard
from app.ui.views.constellation.kept_selection import KeptSelection
from app.ui.views.constellation.view import ConstellationView
from app.ui.widgets.tick import Tick
from app.ui.window_state import WindowState
from tests.ui import skies
from tests.ui.skies import index


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> ConstellationView:
    return skies.shown(qtbot, context, "# Loner\n\n1. x\n")


def told(view: ConstellationView) -> str:
    return "\n".join(one.text() for one in view.detail.findChildren(QLabel) if one.isVisible())


def _is_drawn(view: ConstellationView) -> bool:
    return view.shown.today is not None


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


def test_the_panel_says_why_a_skill_is_in_its_cluster(
    qtbot: QtBot, view: ConstellationView
) -> None:
    vault, chart = view._context.vault, view.chart
    assert chart is not None
    loner = index(view, "Loner")
    known = places.known(vault)
    (number,) = known.clusters.names
    home = {**known.clusters.home, chart.stars[loner].id: number}
    clusters = replace(known.clusters, home=home, settled=frozenset(known.at))
    places.put(vault, replace(known, clusters=clusters))
    view.loading.again()
    qtbot.waitUntil(lambda: view.chart is not None and int(view.chart.cluster[loner]) == 0)
    view.sky.select(loner)
    qtbot.waitUntil(lambda: "since earlier; nothing connects it" in told(view))
    rollback = chart.stars[index(view, "Rollback")].id
    assert view.chart is not None
    said = cluster_words(view.chart, loner, frozenset({rollback}))
    assert said.endswith("by its meaning, close to “Rollback”")


def test_the_pin_in_the_legend_has_the_colour_of_the_theme(view: ConstellationView) -> None:
    def drawn() -> QImage:
        mark = view.legend._pinned.mark
        assert isinstance(mark, QLabel)
        return mark.pixmap().toImage()

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


def test_an_export_has_the_part_of_the_sky_that_is_shown(
    qtbot: QtBot, view: ConstellationView, tmp_path: Path
) -> None:
    view.sky.select(index(view, "Rollback"))
    view.bar.show_around()
    for name in ("part.json", "part.svg"):
        view.saving.write(tmp_path / name, Path(name).suffix[1:])
        qtbot.waitUntil((tmp_path / name).exists)
    graph = json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))
    assert {node["label"] for node in graph["nodes"]} == {"Rollback", "Deploy"}
    drawn = (tmp_path / "part.svg").read_text(encoding="utf-8")
    assert ">2 skills<" in drawn and "Rollback" in drawn and "smoke-tests" not in drawn
    assert view.chart is not None and view.chart.clusters[0].name.upper() not in drawn


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
    view.sky.look_at(QPointF(5_000, 5_000))
    view.bar.reach.chosen.emit(0)
    assert view.sky.box.viewRect().contains(whole.center())
    view.sky.grab()
    assert painted[-1] == 4


def test_around_a_selection_fit_shows_that_and_the_table_lists_it(
    view: ConstellationView,
) -> None:
    view.sky.select(index(view, "Rollback"))
    view.bar.show_around()
    near = view.sky.box.viewRect()
    view.sky.look_at(QPointF(5_000, 5_000))
    view.bar.fit.click()
    assert view.sky.box.viewRect() == near
    view.toggle_table()
    assert _listed(view) == ["Deploy", "Rollback"]
    view.table.selectRow(0)
    assert _listed(view) == ["Deploy", "Rollback"], "rows stay while people go through them"
    view.toggle_table()
    assert len(view.sky.focus.around or ()) == 3, "what is around Deploy, which is selected now"
    view.bar.show_whole()
    view.toggle_table()
    assert len(_listed(view)) == 4


def _listed(view: ConstellationView) -> list[str]:
    return [view.table.model().index(n, 0).data() for n in range(view.table.model().rowCount())]


def test_around_depth_and_pin_have_keys(qtbot: QtBot, view: ConstellationView) -> None:
    rollback = index(view, "Rollback")
    view.sky.select(rollback)
    for key, reached in (("g", 1), ("g", None), ("3", 3), ("g", None), ("g", 3), ("2", 2)):
        QTest.keyClicks(view.sky, key)
        assert view.bar.reached == reached
    QTest.keyClicks(view.sky, "gi")
    qtbot.waitUntil(lambda: view.chart is not None and bool(view.chart.pinned[rollback]))
    QTest.keyClicks(view.sky, "i")
    qtbot.waitUntil(lambda: view.chart is not None and not view.chart.pinned[rollback])


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


def test_the_table_has_the_row_of_the_selected_star_and_no_other(
    qtbot: QtBot, view: ConstellationView
) -> None:
    def marked() -> list[object]:
        return [one.data() for one in view.table.selectionModel().selectedRows()]

    QTest.keyClick(view.sky, Qt.Key.Key_T)
    view.table.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.sky.focus.selected is None and view.detail.isHidden() and not marked()
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert marked() == ["Deploy"] and view.sky.focus.selected == index(view, "Deploy")
    view.sky.select(index(view, "Rollback"))
    library.save(view._context.vault, None, "# A new one\n\n1. x\n")
    qtbot.waitUntil(lambda: view.table.model().rowCount() == 5)
    assert marked() == ["Rollback"] and view.sky.focus.selected == index(view, "Rollback")
    view.detail.closed.emit()
    assert not marked()


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


def test_after_the_vault_was_locked_what_was_selected_is_so_again(
    qtbot: QtBot, view: ConstellationView
) -> None:
    """And nothing if nothing was, though a skill is open in the editor."""
    rollback = index(view, "Rollback")
    assert view.chart is not None
    skill = view.chart.stars[rollback].id
    view.follow(skill)
    for selected in (rollback, None):
        view.sky.select(selected)
        view.follow(None)  # from another place
        again = ConstellationView(view._context)
        qtbot.addWidget(again)
        again.follow(skill)
        again.show()
        qtbot.waitUntil(partial(_is_drawn, again))
        assert again.sky.focus.selected == selected
        assert again.detail.isHidden() == (selected is None)


def test_several_that_were_selected_are_so_again(qtbot: QtBot, view: ConstellationView) -> None:
    """And stay so, whichever skill is open in the editor."""
    several = {index(view, "Rollback"), index(view, "Loner")}
    view.sky.choose(several)
    again = ConstellationView(view._context)
    qtbot.addWidget(again)
    assert view.chart is not None
    again.follow(view.chart.stars[index(view, "Deploy")].id)
    again.show()
    qtbot.waitUntil(partial(_is_drawn, again))
    assert again.sky.focus.chosen == several and again.sky.focus.selected is None
    assert again.selection.isVisible() and again.selection.count.text() == "2 selected"
    again.sky.choose(frozenset())
    again.follow(view.chart.stars[index(view, "Deploy")].id)
    assert again.sky.focus.selected is None, "where somebody came from before"


def test_what_is_around_a_selection_is_so_again_as_deep_and_where_it_was_left(
    qtbot: QtBot, view: ConstellationView
) -> None:
    def again() -> ConstellationView:
        other = ConstellationView(view._context)
        qtbot.addWidget(other)
        other.resize(view.size())
        other.show()
        qtbot.waitUntil(partial(_is_drawn, other))
        return other

    view.sky.select(index(view, "Rollback"))
    view.bar.show_around(2)
    second = again()
    assert second.bar.reached == 2 and second.bar.depth_word.isVisible()
    assert len(second.sky.focus.around or ()) == 3 and second.sky.moved_to is None
    QTest.keyClick(second.sky, Qt.Key.Key_Plus)
    left = second.sky.moved_to
    assert left is not None
    third = again()
    QApplication.processEvents()
    now = third.sky.moved_to
    assert now is not None and now[1] == pytest.approx(left[1])
    assert len(third.sky.focus.around or ()) == 3
    third.bar.toggle_around()
    assert again().bar.reached is None


def test_what_was_around_a_skill_that_is_gone_is_the_whole_sky(
    qtbot: QtBot, view: ConstellationView
) -> None:
    view.sky.select(index(view, "Loner"))
    view.bar.show_around()
    vault = view._context.vault
    library.delete(vault, catalogue.find(vault, "Loner").id)
    again = ConstellationView(view._context)
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(partial(_is_drawn, again))
    assert again.bar.reached is None and again.sky.focus.around is None


def test_what_is_selected_outlives_a_program_that_does_not_end_as_it_should(
    qtbot: QtBot, view: ConstellationView
) -> None:
    state = view._context.window_state
    several = {index(view, "Rollback"), index(view, "Loner")}
    view.sky.select(index(view, "Deploy"))
    view.sky.choose(several)

    def is_kept() -> bool:
        kept = KeptSelection(WindowState(state._file), view)
        return kept.selected is not None and kept.chosen == view.shown.skills(several)

    qtbot.waitUntil(is_kept)


def test_several_stay_selected_through_a_timelapse(
    qtbot: QtBot, view: ConstellationView, vault: Vault
) -> None:
    later = vault.now() + timedelta(days=3)
    vault.now = lambda: later
    library.save(vault, None, "# Newest\n\n1. x\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 5)
    several = {index(view, "Rollback"), index(view, "Newest")}
    view.sky.choose(several)
    view.past.toggle()
    qtbot.waitUntil(view.timelapse.isVisible)
    assert view.sky.focus.chosen == {index(view, "Rollback")}, "the other is not there yet"
    view.past.leave()
    assert view.sky.focus.chosen == several


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
    view.ask(Question.REVIEW)
    qtbot.waitUntil(lambda: bar.said.text() == "No relations to review")
    assert "at least three memories" in bar.why.text()


def test_an_empty_sky_is_asked_nothing(qtbot: QtBot, context: AppContext) -> None:
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)
    assert not view.asked.isEnabled() and not view.bar.lapse.isEnabled()
