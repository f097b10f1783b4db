"""The constellation as a person uses it: pointing, walking, searching, opening."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QPainterPath,
    QShortcut,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.actor import Actor
from app.core.constellation import places
from app.core.constellation.layers import Layer
from app.core.constellation.question import Question
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, engrams, library, undoing
from app.core.library.record import Meta, Reason
from app.core.memory import nodes, relations
from app.core.memory.retrieval import index as memory_index
from app.core.memory.retrieval.recall import Hit
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.constellation import star_search
from app.ui.views.constellation.appearance import ColourBy
from app.ui.views.constellation.chart import Chart, Cluster
from app.ui.views.constellation.hover_card import HoverCard
from app.ui.views.constellation.legend import Legend
from app.ui.views.constellation.painting import labels as labels_module
from app.ui.views.constellation.painting.labels import Labels, _in_order
from app.ui.views.constellation.placing import Placing
from app.ui.views.constellation.sky_item import SkyItem
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.table_text import rows_as_text
from app.ui.views.constellation.view import ConstellationView
from app.ui.widgets.buttons import ElidedButton, IconButton
from app.ui.widgets.tick import Tick
from app.ui.window_state import WindowState
from tests.ui import skies
from tests.ui.hands import move_mouse
from tests.ui.skies import index


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> ConstellationView:
    return skies.shown(qtbot, context)


def test_only_names_that_are_shown_are_painted(qtbot: QtBot, context: AppContext) -> None:
    with context.vault.write("Fill") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        for number in range(400):
            text = f"# A procedure with the number {number}\n\n1. Do it.\n"
            library.put(write, None, text, meta, Reason.IMPORTED)
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    qtbot.waitUntil(lambda: view.sky.where(0) != QPoint())
    (labels,) = (item._labels for item in view.sky.items() if isinstance(item, SkyItem))
    qtbot.waitUntil(lambda: bool(labels._pictures))
    assert len(labels._pictures) <= 161  # those of stars, and of one engram


def click(sky: SkyView, at: QPoint) -> None:
    button, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(sky.viewport(), button, plain, at)


def double_click(sky: SkyView, at: QPoint) -> None:
    button, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseDClick(sky.viewport(), button, plain, at)


def test_a_click_selects_and_a_double_click_opens(qtbot: QtBot, view: ConstellationView) -> None:
    deploy = index(view, "Deploy")
    view.sky.fit()
    view.sky.grab()
    at = view.sky.where(deploy).toPoint()
    click(view.sky, at)
    assert view.sky.focus.selected == deploy
    with qtbot.waitSignal(view._context.go.skill_requested) as opened:
        double_click(view.sky, at)
    assert view.chart is not None
    assert opened.args == [view.chart.stars[deploy].id, True]
    click(view.sky, QPoint(3, 3))
    assert view.sky.focus.selected is None


def test_arrow_keys_walk_and_enter_opens(qtbot: QtBot, view: ConstellationView) -> None:
    view.sky.setFocus()
    visited = set()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down) * 4:
        QTest.keyClick(view.sky, key)
        visited.add(view.sky.focus.selected)
    assert len(visited - {None}) >= 2
    with qtbot.waitSignal(view._context.go.skill_requested):
        QTest.keyClick(view.sky, Qt.Key.Key_Return)
    QTest.keyClick(view.sky, Qt.Key.Key_Escape)
    assert view.sky.focus.selected is None


def test_escape_closes_the_panel_wherever_the_keyboard_is(view: ConstellationView) -> None:
    parts: tuple[QWidget | None, ...] = (
        view.bar.again, view.legend.fold, view.sky, view.table, None,
    )  # fmt: skip
    for part in parts:
        view.sky.select(0)
        if part is view.table:
            view.toggle_table()
        on = part if part is not None else view.detail.findChildren(IconButton)[-1]
        on.setFocus()
        QTest.keyClick(on, Qt.Key.Key_Escape)
        assert view.detail.isHidden() and view.sky.focus.selected is None, part


def test_escape_lets_go_after_a_click_in_the_toolbar(qtbot: QtBot, view: ConstellationView) -> None:
    with qtbot.waitActive(view):
        view.activateWindow()
    view.sky.setFocus()
    for button in (view.bar.fit, view.bar.again, view.asked, view.export):
        for chosen in (frozenset({0, 1}), frozenset({2})):
            view.sky.choose(chosen)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            if (menu := button.menu()) is not None:
                menu.close()
            on = view.window().focusWidget()
            assert on is view.sky, button.text()
            QTest.keyClick(on, Qt.Key.Key_Escape)
            assert not view.sky.focus.chosen
            view.sky.choose(chosen)
            button.setFocus()  # with Tab
            QTest.keyClick(button, Qt.Key.Key_Escape)
            assert not view.sky.focus.chosen and view.sky.hasFocus()


def test_a_search_dims_the_rest_and_enter_selects_before_it_opens(
    qtbot: QtBot, view: ConstellationView
) -> None:
    match = index(view, "smoke-tests")
    view.bar.search.setFocus()
    QTest.keyClicks(view.bar.search, "SMOKE-tests")
    QTest.keyClick(view.bar.search, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.sky.focus.selected == match)
    assert match in (view.sky.focus.matches or ()) and view.sky.hasFocus()
    view.sky.select(None)
    view.bar.search.setFocus()
    QTest.keyClick(view.bar.search, Qt.Key.Key_Return)
    assert view.sky.focus.selected == match and view.sky.hasFocus()
    with qtbot.waitSignal(view._context.go.skill_requested) as opened:
        QTest.keyClick(view.sky, Qt.Key.Key_Return)
    view.bar.search.setFocus()
    assert view.chart is not None and opened.args == [view.chart.stars[match].id, True]
    QTest.keyClick(view.bar.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: view.sky.focus.matches is None)
    QTest.keyClick(view.bar.search, Qt.Key.Key_Escape)
    assert view.sky.hasFocus()
    QTest.keyClicks(view.bar.search, "smoke-tests")
    qtbot.waitUntil(lambda: view.sky.focus.matches is not None)
    QTest.keyClick(view.sky, Qt.Key.Key_Escape)
    assert view.sky.focus.selected is None and view.sky.focus.matches is not None
    QTest.keyClick(view.sky, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: view.sky.focus.matches is None)
    assert not view.bar.search.text()


def test_what_is_found_by_meaning_joins_what_is_found_by_words(
    qtbot: QtBot, view: ConstellationView
) -> None:
    vault = view._context.vault
    library.save(vault, None, "# Evacuate\n\nTrigger: flames, smoke or a burning smell in a room\n")
    memory_index.update(vault, view._context.embedding.embedder)
    qtbot.waitUntil(lambda: view.chart is not None and "Evacuate" in titles(view))
    QTest.keyClicks(view.bar.search, "what to do when the building is on fire")
    qtbot.waitUntil(lambda: "by meaning" in view._search.said.text(), timeout=30_000)
    assert index(view, "Evacuate") in (view.sky.focus.matches or ())


def test_who_has_the_words_in_its_name_stands_out_from_who_has_them_in_its_text(
    qtbot: QtBot, view: ConstellationView
) -> None:
    deploy, rollback = index(view, "Deploy"), index(view, "Rollback")
    QTest.keyClicks(view.bar.search, "rollback")
    qtbot.waitUntil(lambda: {deploy, rollback} <= (view.sky.focus.matches or set()))
    assert view.sky.focus.faint == {deploy} and view.sky.focus.ranked[0] == rollback
    view.sky.grab()
    view.bar.search.setText("go back")
    qtbot.waitUntil(lambda: view.sky.focus.ranked[:1] == (rollback,) and not view.sky.focus.faint)
    assert not view.sky.focus.faint, "no name has the words"


def test_weak_hits_do_not_light_up_the_sky(
    qtbot: QtBot, view: ConstellationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert view.chart is not None
    scores = dict(zip((star.id for star in view.chart.stars), (0.9, 0.61, 0.59), strict=True))
    hits = tuple(Hit("skill", n, "", "", "", "", how, how, ()) for n, how in scores.items())
    monkeypatch.setattr(star_search, "recall", lambda *_asked, **_how: hits)
    QTest.keyClicks(view.bar.search, "bring the old one back")
    qtbot.waitUntil(lambda: "by meaning" in view._search.said.text())
    assert view.sky.focus.matches == frozenset({0, 1})


def titles(view: ConstellationView) -> set[str]:
    return {star.row.title for star in view.chart.stars} if view.chart is not None else set()


def test_a_search_of_the_sky_says_what_was_meant(qtbot: QtBot, view: ConstellationView) -> None:
    QTest.keyClicks(view.bar.search, "rolback")
    qtbot.waitUntil(lambda: "Rollback" in view._search.said.text())
    assert view.sky.focus.matches == frozenset()
    QTest.keyClick(view.bar.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: index(view, "Rollback") in (view.sky.focus.matches or ()))


def test_a_new_skill_appears_and_nothing_moves(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    chart = view.chart
    assert chart is not None
    view.show_skill(chart.stars[0].id)
    before = {star.id: tuple(chart.at[n]) for n, star in enumerate(chart.stars)}
    library.save(context.vault, None, "# New\n\n1. @skill: Deploy\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 4)
    after = view.chart
    assert after is not None
    assert all(tuple(after.at[after.index[i]]) == at for i, at in before.items())
    assert view.sky.focus.selected == after.index[chart.stars[0].id], "the selection is kept"


def test_a_hidden_sky_waits(qtbot: QtBot, view: ConstellationView, context: AppContext) -> None:
    view.hide()
    library.save(context.vault, None, "# Later\n\n1. x\n")
    QApplication.processEvents()
    assert view.chart is not None
    assert len(view.chart.stars) == 3
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 4)


def test_nothing_lies_over_names_and_columns(qtbot: QtBot, view: ConstellationView) -> None:
    QTest.keyClicks(view.bar.search, "rollback")
    qtbot.waitUntil(lambda: bool(view._search.said.text()))
    view._place_overlays()
    badge = view._search.said.parentWidget()
    assert badge is not None and badge.geometry() in view.sky._free[1]
    view.sky.select(index(view, "Rollback"))
    view.toggle_table()
    view._place_overlays()
    QApplication.processEvents()
    table, detail = view.table, view.detail
    assert table.mapTo(view, table.rect().topRight()).x() < detail.geometry().left()


def test_the_table_says_the_same(qtbot: QtBot, view: ConstellationView) -> None:
    QTest.keyClick(view.sky, Qt.Key.Key_T)
    model = view.table.model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, view)
    rows = [[model.index(r, c).data() for c in (0, 10, 11)] for r in range(model.rowCount())]
    assert rows == [
        ["Deploy", "Rollback, smoke-tests", ""],
        ["Rollback", "", "Deploy"],
        ["smoke-tests", "", "Deploy"],
    ]
    view.table.selectRow(1)
    assert view.sky.focus.selected == index(view, "Rollback")


def test_in_a_narrow_window_the_panel_leaves_room_for_the_sky(view: ConstellationView) -> None:
    view.sky.select(0)
    for wide, panel in ((1362, 300), (938, 234), (800, 232)):
        view.resize(wide, 620)
        QApplication.processEvents()
        assert view.detail.width() == panel
        assert all(
            one.width() >= one.minimumSizeHint().width()
            for one in view.detail.findChildren(QPushButton)
        )


def test_all_columns_of_the_table_are_seen_in_a_usual_window(view: ConstellationView) -> None:
    view.resize(1362, 800)
    view.toggle_table()
    table = view.table
    bar = table.horizontalScrollBar()
    assert bar.maximum() == 0 and table.columnWidth(0) > 150
    view.resize(900, 800)
    QApplication.processEvents()
    assert bar.maximum() > 0 and table.columnWidth(0) == 180
    table.setColumnWidth(0, 300)
    view.resize(1362, 800)
    QApplication.processEvents()
    assert table.columnWidth(0) == 300, "as the person left it"


def test_an_empty_vault_says_what_to_do(qtbot: QtBot, context: AppContext) -> None:
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None)
    assert not view.sky.isVisible()


def test_remains_of_names_never_stay(view: ConstellationView) -> None:
    """They reach beyond the outermost stars, where Qt would paint nothing anew."""
    assert view.sky.viewportUpdateMode() is view.sky.ViewportUpdateMode.FullViewportUpdate


def shapes(*frames: QRectF) -> list[QPainterPath]:
    """Round clusters in these frames."""
    paths = [QPainterPath() for _frame in frames]
    for path, frame in zip(paths, frames, strict=True):
        path.addEllipse(frame)
    return paths


def test_the_name_of_a_cluster_keeps_off_the_edge(theme: Theme) -> None:
    labels, view = Labels(theme), QRectF(0, 0, 300, 200)
    chart = Chart(
        (), np.empty((0, 2)), np.empty(0, int), (Cluster(1, "skills", 3),), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    ((_number, place),) = labels.cluster_places(
        chart, chart.at, shapes(QRectF(-40, -5, 60, 60)), view
    )
    assert view.adjusted(8, 8, -8, -8).contains(place)


def test_clusters_are_named_where_there_is_room(theme: Theme) -> None:
    """Beside what lies over the sky, and rather over the ground than over another cluster."""
    labels, view = Labels(theme), QRectF(0, 0, 600, 400)
    chart = Chart(
        (), np.empty((0, 2)), np.empty(0, int),
        (Cluster(1, "upper", 3), Cluster(2, "lower", 3), Cluster(3, "covered", 3)), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    upper, lower = QRectF(40, 100, 160, 90), QRectF(40, 194, 160, 90)
    covered, bar = QRectF(300, 60, 160, 90), QRectF(260, 20, 300, 38)
    hulls = shapes(upper, lower, covered)
    found = labels.cluster_places(chart, chart.at, hulls, view, [bar])
    assert [number for number, _place in found] == [0, 1, 2]
    names = [place for _number, place in found]
    assert not any(name.intersects(bar) for name in names)
    assert not hulls[0].intersects(names[1]) and not hulls[1].intersects(names[0])
    assert labels.cluster_places(chart, chart.at, hulls, view, [bar]) == found
    over, under = QRectF(20, 10, 360, 180), QRectF(20, 230, 360, 160)
    hulls = shapes(over, under, QRectF(150, 194, 60, 32))
    places = dict(labels.cluster_places(chart, chart.at, hulls, view))
    assert not any(hull.intersects(places[2]) for hull in hulls[:2]), "beside it"


def test_the_name_of_a_cluster_keeps_off_stars_of_others(theme: Theme) -> None:
    """Also off those in no cluster, and those that stand away from theirs."""
    labels, view = Labels(theme), QRectF(0, 0, 600, 400)
    for stranger in (-1, 1):
        chart = Chart(
            (), np.array([[330.0, 142.0], [240.0, 257.0], [300.0, 200.0]]),
            np.array([stranger, stranger, 0]), (Cluster(1, "a wide name", 3),), (),
            np.empty(0, bool), np.empty(0, bool), {},
        )  # fmt: skip
        hulls = shapes(QRectF(250, 150, 100, 100))
        ((_number, place),) = labels.cluster_places(chart, chart.at, hulls, view)
        assert not any(place.contains(*star) for star in chart.at.tolist())


def test_a_cluster_among_others_has_no_name_rather_than_one_over_them(theme: Theme) -> None:
    labels, view = Labels(theme), QRectF(0, 0, 600, 400)
    chart = Chart(
        (), np.empty((0, 2)), np.empty(0, int),
        tuple(Cluster(n, "wide" if n == 1 else f"small {n}", 9) for n in range(1, 10)), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    around = [QRectF(200 + x, 150 + y, 60, 40) for x in (0, 62, 124) for y in (0, 42, 84)]
    middle = around.pop(4)
    hulls = shapes(*around, middle)
    found = dict(labels.cluster_places(chart, chart.at, hulls, view))
    assert 0 in found and 8 not in found
    for number, place in found.items():
        share = sum(
            hull.intersected(_box_path(place)).boundingRect().height() > 4
            for n, hull in enumerate(hulls)
            if n != number
        )
        assert not share, number
    alone = QRectF(-100, -100, 800, 600)
    ((_number, place),) = labels.cluster_places(chart, chart.at, shapes(alone), view)
    assert view.contains(place), "over its own stars where they fill the view"


def test_the_long_name_of_a_cluster_is_in_two_lines_or_cut_rather_than_elsewhere(
    theme: Theme,
) -> None:
    labels = Labels(theme)
    chart = Chart(
        (), np.array([[250.0, 60.0], [350.0, 150.0]]), np.array([0, 1]),
        (Cluster(1, "near", 9), Cluster(2, "proactive feedback protocol", 7)), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    hulls = shapes(QRectF(60, 20, 90, 260), QRectF(320, 100, 60, 80))
    for right, left, lines in (
        (600, 0, ("PROACTIVE FEEDBACK PROTOCOL",)),
        (450, 200, ("PROACTIVE FEEDBACK", "PROTOCOL")),
        (410, 235, ("PROACTIVE FEE…",)),
    ):
        view, wall = QRectF(0, 0, right, 300), QRectF(0, 0, left, 300)
        place = dict(labels.cluster_places(chart, chart.at, hulls, view, [wall]))[1]
        assert labels.cluster_lines(chart.clusters[1], place) == lines
        assert place.bottom() < 100 and place.left() < 350 < place.right(), "above it"


def test_names_of_equal_stars_are_spread_over_the_sky() -> None:
    stars = np.arange(3_000)
    none = np.zeros(3_000, dtype=np.intp)
    first = _in_order(stars, none, [frozenset()], np.full(3_000, 4.0), none)[:60]
    assert all(any(n <= star < n + 300 for star in first) for n in range(0, 3_000, 300))


def test_the_name_of_a_cluster_is_nowhere_rather_than_away_from_it(theme: Theme) -> None:
    labels, view = Labels(theme), QRectF(0, 0, 600, 400)
    chart = Chart(
        (), np.array([[310.0, 102.0]]), np.array([0]), (Cluster(1, "a", 9),), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    triangle = QPainterPath()
    triangle.moveTo(300, 100)
    triangle.lineTo(460, 100)
    triangle.lineTo(460, 150)
    triangle.closeSubpath()
    above, left, beside = QRectF(0, 0, 600, 98), QRectF(0, 98, 298, 302), QRectF(345, 98, 255, 302)
    for walls, is_there in (([above, left], True), ([above, left, beside], False)):
        found = labels.cluster_places(chart, chart.at, [triangle], view, walls)
        assert bool(found) is is_there


def _box_path(place: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(place)
    return path


def test_only_capitals_of_a_cluster_stand_apart(theme: Theme) -> None:
    """The letters of Arabic join."""
    labels = Labels(theme)
    for name, is_apart in (("RECORDS, REQUEST", True), ("الغراء, تجهيز", False), ("装订", False)):
        assert (labels._font(name, spaced=True).letterSpacing() > 0) is is_apart, name


def test_a_name_keeps_off_stars_that_are_dimmed_and_off_the_steps(
    theme: Theme, view: ConstellationView
) -> None:
    assert view.chart is not None
    labels, radius = Labels(theme), np.full(3, 5.0)
    screen = np.array([[100.0, 200.0], [140.0, 200.0], [300.0, 40.0]])
    lit, room = np.array([True, False, False]), QRectF(0, 0, 500, 400)
    labels.choose(view.chart, screen, radius, room, [], lit, frozenset({0}))
    ((_name, at),) = labels.placed(view.chart, screen)
    assert at.x() < 100  # at its left, or below it
    labels.choose(view.chart, screen, radius, room, [], lit, frozenset({0}), {0: 40.0})
    ((_name, at),) = labels.placed(view.chart, screen)
    assert np.hypot(at.x() - 100, at.y() - 200) > 40
    labels.choose(view.chart, screen, radius, room, [], lit, frozenset({0}), {0: 90.0})
    ((_name, at),) = labels.placed(view.chart, screen)
    assert np.hypot(at.x() - 100, at.y() - 200) < 60, "inside, where there is room"


def test_no_name_lies_under_the_steps(
    theme: Theme, view: ConstellationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there are too many stars to keep names off each of them."""
    monkeypatch.setattr(labels_module, "_FEW", 0)
    assert view.chart is not None
    labels, radius, ring = Labels(theme), np.full(3, 4.0), QRectF(140, 140, 120, 120)
    screen = np.array([[200.0, 200.0], [264.0, 200.0], [900.0, 900.0]])
    narrow, lit = QRectF(0, 0, 290, 400), np.array([False, True, False])
    for rings in ({}, {0: 60.0}):
        labels.forget()
        labels.choose(view.chart, screen, radius, narrow, [], lit, frozenset(), rings)
        names = labels.places(view.chart, screen)
        assert any(name.intersects(ring) for name in names) is not bool(rings)
    (item,) = (item for item in view.sky.items() if isinstance(item, SkyItem))
    asked: list[list[QRectF]] = []
    given = item._labels.cluster_places

    def spied(*how: Any) -> list[tuple[int, QRectF]]:
        asked.append(how[-1])
        return given(*how)

    monkeypatch.setattr(item._labels, "cluster_places", spied)
    view.sky.select(0)
    view.sky.leave_ring(80.0)
    view.sky.grab()
    assert any(place.width() == 160 for place in asked[-1])


def test_a_star_has_a_menu(qtbot: QtBot, view: ConstellationView) -> None:
    deploy = index(view, "Deploy")
    view.sky.fit()
    view.sky.grab()
    at = view.sky.where(deploy).toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.sky.mapToGlobal(at))
    QApplication.sendEvent(view.sky.viewport(), event)
    (menu,) = view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    assert list(actions)[:4] == ["Open", "Knowledge and local graph", "Find usages", "Train"]
    assert {"Around this skill", "Callers, direct and indirect", "Pin"} <= set(actions)
    assert view.chart is not None
    with qtbot.waitSignal(view._context.go.usages_requested) as asked:
        actions["Find usages"].trigger()
    assert asked.args == [(view.chart.stars[deploy].id,)]
    menu.close()


def test_one_of_several_has_the_menu_of_all(view: ConstellationView) -> None:
    several = {index(view, "Deploy"), index(view, "Rollback")}
    view.sky.choose(several)
    view.sky.grab()
    at = place(view, index(view, "Deploy"))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.sky.mapToGlobal(at))
    QApplication.sendEvent(view.sky.viewport(), event)
    (menu,) = view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    assert {"Show in the library", "Export as a pack", "Pin", "Clear selection"} <= set(actions)
    assert "Open" not in actions and view.sky.focus.chosen == several
    actions["Clear selection"].trigger()
    assert not view.sky.focus.chosen
    menu.close()


def test_the_key_opens_the_menu_of_several(view: ConstellationView) -> None:
    view.sky.choose({index(view, "Deploy"), index(view, "Rollback")})
    asked: list[int] = []
    view.sky.menu_requested.connect(lambda star, _place: asked.append(star))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.sky.viewport(), event)
    assert asked and asked[0] in view.sky.focus.chosen


def test_the_table_selects_several_as_the_sky_does(view: ConstellationView) -> None:
    deploy, rollback, tests = (index(view, one) for one in ("Deploy", "Rollback", "smoke-tests"))
    view.sky.choose({deploy, tests})
    view.toggle_table()
    table, bar = view.table, view._counted.bar
    assert _marked(view) == ["Deploy", "smoke-tests"] and bar.isVisible()
    assert bar.count.accessibleName() == "2 selected"
    _click(view, 0)
    assert view.sky.focus.selected == deploy and not view.sky.focus.chosen
    assert not bar.isVisible() and _marked(view) == ["Deploy"]
    _click(view, 2, Qt.KeyboardModifier.ControlModifier)
    assert view.sky.focus.chosen == {deploy, tests} and view.sky.focus.selected == deploy
    _click(view, 0)
    _click(view, 2, Qt.KeyboardModifier.ShiftModifier)
    assert view.sky.focus.chosen == {deploy, rollback, tests} and bar.isVisible()
    _click(view, 0, Qt.KeyboardModifier.ControlModifier)
    assert view.sky.focus.chosen == {rollback, tests} and view.sky.focus.selected is None
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert view.sky.focus.chosen == {deploy, rollback, tests}
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not view.sky.focus.chosen and _marked(view) == [] and not bar.isVisible()


def test_rows_are_copied_for_a_spreadsheet(qtbot: QtBot, view: ConstellationView) -> None:
    view.toggle_table()
    clipboard, control = QApplication.clipboard(), Qt.KeyboardModifier.ControlModifier
    view.table.selectRow(1)
    with qtbot.waitSignal(view._context.say.told) as told:
        QTest.keyClick(view.table, Qt.Key.Key_C, control)
    assert told.args is not None and told.args[0] == "1 row copied"
    head, *rows = (line.split("\t") for line in clipboard.text().splitlines())
    assert head[0] == "Skill" and head[-1] == "Skills that call it" and len(head) == 12
    assert [(row[0], row[-1], len(row)) for row in rows] == [("Rollback", "Deploy", 12)]
    view.sky.select(None)
    view.sky.find(frozenset({index(view, "Deploy"), index(view, "smoke-tests")}))
    QTest.keyClick(view.table, Qt.Key.Key_C, control)
    assert [line.split("\t")[0] for line in clipboard.text().splitlines()] == [
        "Skill", "Deploy", "smoke-tests",
    ], "what was found, for none is selected"  # fmt: skip


def test_a_copied_cell_is_one_cell_and_no_formula(theme: Theme) -> None:
    model = QStandardItemModel(1, 2)
    model.setHorizontalHeaderLabels(["Skill", "Uses"])
    for column, said in enumerate(("=A1\tplus\na line", "3")):
        model.setItem(0, column, QStandardItem(said))
    assert rows_as_text(model, [0]) == "Skill\tUses\n'=A1 plus a line\t3\n"


def test_ctrl_selects_several_in_the_sky_as_elsewhere(view: ConstellationView) -> None:
    view.sky.grab()
    left, control = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    deploy, rollback = index(view, "Deploy"), index(view, "Rollback")
    for star in (deploy, rollback):
        QTest.mouseClick(view.sky.viewport(), left, control, place(view, star))
    assert view.sky.focus.chosen == {deploy, rollback}
    QTest.keyClick(view.sky, Qt.Key.Key_A, control)
    assert view.sky.focus.chosen == {0, 1, 2}


def test_what_is_around_a_selection_follows_when_several_are_selected(
    view: ConstellationView,
) -> None:
    tests, deploy = index(view, "smoke-tests"), index(view, "Deploy")
    view.sky.select(tests)
    view.bar.show_around()
    assert view.sky.focus.around == frozenset((tests, deploy))
    view.sky.choose({tests, deploy})
    assert view.sky.focus.around == frozenset(range(3)) and view.bar.reached == 1
    view.sky.choose(frozenset())
    assert view.sky.focus.around == {tests, deploy}


def _marked(view: ConstellationView) -> list[str]:
    rows = view.table.selectionModel().selectedRows()
    return sorted((row.data() for row in rows), key=str.casefold)


def _click(
    view: ConstellationView,
    row: int,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    at = view.table.visualRect(view.table.model().index(row, 0)).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, keys, at)


def place(view: ConstellationView, star: int) -> QPoint:
    return view.sky.where(star).toPoint()


def drag(view: ConstellationView, start: QPoint, end: QPoint, *keys: Qt.KeyboardModifier) -> None:
    pressed = keys[0] if keys else Qt.KeyboardModifier.NoModifier
    port, left = view.sky.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, pressed, start)
    for step in range(1, 9):
        move_mouse(port, start + (end - start) * (step / 8), left, pressed)
    QTest.mouseRelease(port, left, pressed, end)


def test_a_star_stays_where_it_is_dragged_to_and_that_can_be_undone(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    view.sky.fit()
    view.sky.grab()
    star, other = index(view, "Deploy"), index(view, "Rollback")
    assert view.chart is not None
    skill = view.chart.stars[star].id
    before = dict(places.known(context.vault).at)
    offered: list[Callable[[], object]] = []
    context.say.offered.connect(lambda _said, act: offered.append(act))
    drag(view, place(view, star), place(view, star) + QPoint(80, 60))
    qtbot.waitUntil(lambda: skill in places.known(context.vault).pinned)
    after = places.known(context.vault).at
    assert after[skill] != before[skill]
    assert {s: at for s, at in after.items() if s != skill} == {
        s: at for s, at in before.items() if s != skill
    }
    qtbot.waitUntil(lambda: view.chart is not None and bool(view.chart.pinned[star]))
    assert view.chart.stars[other].id != skill and view.sky.focus.selected is None
    offered[-1]()
    qtbot.waitUntil(lambda: places.known(context.vault).at == before)
    assert not places.known(context.vault).pinned


def test_a_fitted_sky_shows_stars_that_went_elsewhere(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    """As when tidying up is taken back."""
    view.sky.fit()
    assert view.chart is not None
    star = index(view, "Deploy")
    view._placing.move({view.chart.stars[star].id: (3_000.0, 2_000.0)})
    qtbot.waitUntil(lambda: view.chart is not None and view.chart.at[star][0] == 3_000)
    qtbot.waitUntil(lambda: view.sky.box.viewRect().contains(3_000, 2_000))


def test_of_many_selected_only_those_with_room_are_named(
    view: ConstellationView, theme: Theme
) -> None:
    labels, radius, room = Labels(theme), np.full(3, 5.0), QRectF(0, 0, 400, 300)
    close = np.array([(200.0, 150.0), (204.0, 152.0), (202.0, 147.0)])
    assert view.chart is not None
    labels.choose(
        view.chart, close, radius, room, [], np.zeros(3, bool), frozenset(), {}, (), {0, 1, 2}
    )
    shown = labels.places(view.chart, close)
    assert shown and not any(
        one.intersects(other) for one in shown for other in shown if one is not other
    )
    stars = [QRectF(x - 5, y - 5, 10, 10) for x, y in close.tolist()]
    assert not any(one.intersects(star) for one in shown for star in stars)


def test_of_stars_of_one_size_the_best_connected_is_named_first(
    qtbot: QtBot, context: AppContext
) -> None:
    called = ("Deploy", "Rollback", "smoke-tests", "Annex")
    calls = "\n".join(f"{n}. @skill: {one}" for n, one in enumerate(called, 1))
    chart = skies.shown(qtbot, context, "# Annex\n\n1. x\n", f"# Zebra\n\n{calls}\n").chart
    assert chart is not None and chart.stars[4].row.title == "Zebra"
    assert chart.connections.tolist() == [1, 3, 2, 2, 4]
    labels, close = Labels(context.theme), np.array([(200.0 + n, 20.0) for n in range(5)])
    labels.choose(chart, close, np.full(5, 5.0), QRectF(120, 0, 200, 42), [], None, frozenset())
    first, *_others = labels.placed(chart, close)
    assert first[0] == "Zebra"


def test_the_largest_star_of_a_cluster_that_is_seen_as_a_whole_is_named_among_others(
    theme: Theme, view: ConstellationView
) -> None:
    assert view.chart is not None
    ways = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    around = np.column_stack([200 + 16 * np.cos(ways), 150 + 16 * np.sin(ways)])
    screen, radius = np.vstack([[[200.0, 150.0]], around]), np.array([6.0, *[5.0] * 12])
    first, *others = view.chart.stars
    stars = (first, *(others[0] for _way in ways))
    chart = replace(view.chart, stars=stars, at=screen, cluster=np.zeros(13, int))
    strangers = np.array([0, *[0, 1] * 6])
    for room, cluster, is_named in (
        (QRectF(0, 0, 400, 300), chart.cluster, True),
        (QRectF(0, 0, 400, 160), chart.cluster, False),
        (QRectF(0, 0, 400, 300), strangers, False),
    ):
        labels, chart = Labels(theme), replace(chart, cluster=cluster)
        labels.choose(chart, screen, radius, room, [], None, frozenset())
        said = [name for name, _at in labels.placed(chart, screen)]
        assert (first.row.title in said) is is_named
        names = labels.places(chart, screen)
        assert not any(a.intersects(b) for a in names for b in names if a is not b)


def test_a_name_that_must_be_there_covers_a_star_and_not_another_name(
    theme: Theme, view: ConstellationView
) -> None:
    assert view.chart is not None
    labels, radius = Labels(theme), np.full(3, 5.0)
    # The second has the name of the first on its right, a star on its left, and the edge below.
    screen = np.array([[200.0, 100.0], [195.0, 112.0], [165.0, 112.0]])
    labels.choose(view.chart, screen, radius, QRectF(0, 0, 400, 138), [], None, frozenset({0, 1}))
    (first, one), (second, other) = list(labels.placed(view.chart, screen))[:2]
    assert {first, second} == {view.chart.stars[n].row.title for n in (0, 1)}
    assert one.x() > 200 and other.x() < 195


def test_several_are_selected_with_shift_and_moved_together(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    view.sky.fit()
    view.sky.grab()
    deploy, rollback = index(view, "Deploy"), index(view, "Rollback")
    shift, plain = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
    # The one that was selected before belongs to them, and nobody has to click it again.
    for first in (shift, plain):
        for star, held in ((deploy, first), (rollback, shift)):
            port = view.sky.viewport()
            QTest.mouseClick(port, Qt.MouseButton.LeftButton, held, place(view, star))
        assert view.sky.focus.chosen == {deploy, rollback}
    drag(view, place(view, deploy), place(view, deploy) + QPoint(30, 30))
    qtbot.waitUntil(lambda: len(places.known(context.vault).pinned) == 2)
    QTest.keyClick(view.sky, Qt.Key.Key_Escape)
    assert not view.sky.focus.chosen


def test_a_line_drawn_with_shift_selects_what_is_inside(view: ConstellationView) -> None:
    view.sky.fit()
    view.sky.grab()
    port, left = view.sky.viewport(), Qt.MouseButton.LeftButton
    shift = Qt.KeyboardModifier.ShiftModifier
    corners = [QPoint(3, 3), QPoint(995, 3), QPoint(995, 600), QPoint(3, 600)]
    QTest.mousePress(port, left, shift, corners[0])
    for corner in corners[1:]:
        move_mouse(port, corner, left, shift)
    QTest.mouseRelease(port, left, shift, corners[-1])
    assert view.sky.focus.chosen == {0, 1, 2}


def test_a_line_that_ends_where_it_began_is_no_click(view: ConstellationView) -> None:
    view.sky.fit()
    view.sky.grab()
    port, left = view.sky.viewport(), Qt.MouseButton.LeftButton
    shift = Qt.KeyboardModifier.ShiftModifier
    corners = [QPoint(3, 3), QPoint(995, 3), QPoint(995, 600), QPoint(3, 600), QPoint(3, 3)]
    QTest.mousePress(port, left, shift, corners[0])
    for corner in corners[1:]:
        move_mouse(port, corner, left, shift)
    QTest.mouseRelease(port, left, shift, corners[-1])
    assert view.sky.focus.chosen == {0, 1, 2}


def test_undo_takes_back_what_was_done_in_the_sky_before_the_library(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    undone: list[str] = []
    shortcut = QShortcut("Ctrl+Z", view.window())  # the window's own, which undoes the journal
    shortcut.activated.connect(lambda: undone.append("library"))
    before = places.known(context.vault)
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    view.sky.fit()
    start = place(view, index(view, "Deploy"))
    drag(view, start, start + QPoint(60, 40))
    qtbot.waitUntil(lambda: len(places.known(context.vault).pinned) == 1)
    view._placing.pin(frozenset(before.at), True)
    qtbot.waitUntil(lambda: len(places.known(context.vault).pinned) == 3)
    view.sky.setFocus()
    for said in ("Undone: Pinned 3 skills.", "Undone: Moved 1 skill."):
        QTest.keyClick(view.sky, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert told[-1] == said and not undone
    qtbot.waitUntil(lambda: places.known(context.vault).at == before.at)
    qtbot.waitUntil(lambda: not places.known(context.vault).pinned)
    QTest.keyClick(view.sky, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["library"]
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    for said, pinned in (("Redone: Moved 1 skill.", 1), ("Redone: Pinned 3 skills.", 3)):
        QTest.keyClick(view.sky, Qt.Key.Key_Z, redo)
        assert told[-1] == said

        def is_redone(number: int = pinned) -> bool:
            return len(places.known(context.vault).pinned) == number

        qtbot.waitUntil(is_redone)
    assert places.known(context.vault).at != before.at


def test_undo_goes_back_through_the_sky_and_the_library_in_order(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    undone: list[str] = []
    shortcut = QShortcut("Ctrl+Z", view.window())  # the window's own, which undoes the journal
    shortcut.activated.connect(lambda: undone.append(undoing.undo(context.vault).label))
    with qtbot.waitSignal(view._placing.placed):
        view._placing.pin(frozenset(places.known(context.vault).at), True)
    library.save(context.vault, None, "# By an agent\n\n1. x\n", actor=Actor("agent", "Codex"))
    library.save(context.vault, None, "# By hand\n\n1. x\n")
    view.sky.setFocus()
    QTest.keyClick(view.sky, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(undone) == 1 and places.known(context.vault).pinned
    with qtbot.waitSignal(view._placing.placed):
        QTest.keyClick(view.sky, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not places.known(context.vault).pinned and len(undone) == 1


def test_tidying_up_can_be_undone(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    places.move(context.vault, {view.chart.stars[0].id: (900.0, -700.0)} if view.chart else {})
    before = dict(places.known(context.vault).at)
    places.pin(context.vault, dict.fromkeys(before, False))
    offered: list[Callable[[], object]] = []
    said: list[str] = []
    context.say.offered.connect(lambda _said, act: offered.append(act))
    context.say.offered.connect(lambda words, _act: said.append(words))
    QTest.mouseClick(view.bar.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(offered))
    assert said == ["Constellation tidied up. Every skill is in the same cluster as before."]
    assert places.known(context.vault).at != before
    tidied = places.known(context.vault).at
    unlocked = Placing(context, view)
    unlocked.take_back()
    qtbot.waitUntil(lambda: places.known(context.vault).at == before)
    unlocked.do_again()
    qtbot.waitUntil(lambda: places.known(context.vault).at == tidied)
    told: list[str] = []
    context.say.told.connect(lambda said, _undoable: told.append(said))
    qtbot.waitUntil(lambda: not view.loading.is_running)
    view.bar.again.click()
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["Everything is in its place already."] and len(offered) == 1
    offered[-1]()
    qtbot.waitUntil(lambda: places.known(context.vault).at == before)
    view._placing.do_again()
    qtbot.waitUntil(lambda: places.known(context.vault).at == tidied)


def test_tidying_up_says_how_many_skills_changed_their_cluster(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    was = places.known(context.vault)
    elsewhere = dict(zip(was.at, (7, 7, 8), strict=True))
    clusters = replace(was.clusters, home=elsewhere, names={7: "Left", 8: "Right"})
    places.put(context.vault, replace(was, clusters=clusters))
    qtbot.waitUntil(lambda: not view.loading.is_running)
    said: list[str] = []
    context.say.offered.connect(lambda words, _act: said.append(words))
    view.bar.again.click()
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["Constellation tidied up. 1 skill changed its cluster."]


def test_layers_are_hidden_and_that_is_remembered(
    view: ConstellationView, context: AppContext
) -> None:
    (tick,) = view.legend.findChildren(Tick)
    assert "Calls" in tick.accessibleName()
    tick.click()
    assert Layer.CALLS not in view.legend.layers
    view.legend._choose_colour(ColourBy.ROLE)
    kept = WindowState(context.window_state._file)  # as after a crash
    again = Legend(context.theme, kept)
    assert again.layers == view.legend.layers and again.colour_by is ColourBy.ROLE


def test_around_the_selection_goes_as_deep_as_asked(view: ConstellationView) -> None:
    star = index(view, "Rollback")
    view.sky.select(star)
    view.bar.show_around()
    assert view.sky.focus.around == frozenset({star, index(view, "Deploy")})
    view.bar.choose_depth(2)
    assert view.sky.focus.around == frozenset({0, 1, 2})


def test_a_line_of_another_layer_is_a_step_farther(qtbot: QtBot, view: ConstellationView) -> None:
    vault = view._context.vault
    deploy, rollback = (catalogue.find(vault, name).id for name in ("Deploy", "Rollback"))
    boat = library.save(vault, None, "# Moor boat\n\n1. x\n").skill
    nodes.catch_up(vault)
    relations.link(vault, rollback, boat, Kind.REQUIRES)
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.lines) == 2)
    chart = view.chart
    assert chart is not None
    near = chart.within({chart.index[deploy]}, 1)
    assert chart.index[boat] not in near and len(near) == 3
    assert len(chart.within({chart.index[deploy]}, 2)) == 4


def test_slash_goes_to_the_search_and_the_table_lists_what_is_found(
    qtbot: QtBot, view: ConstellationView
) -> None:
    QTest.keyClick(view.sky, Qt.Key.Key_T)
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Slash)
    assert view.bar.search.hasFocus() and not view.bar.search.text()
    QTest.keyClicks(view.bar.search, "rollback")
    qtbot.waitUntil(lambda: view.table.model().rowCount() < 3)
    shown = {view.table.model().index(n, 0).data() for n in range(view.table.model().rowCount())}
    assert "Rollback" in shown and "smoke-tests" not in shown
    view.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert view.table.model().rowCount() == len(shown)
    QTest.keyClick(view.bar.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: view.table.model().rowCount() == 3)


def test_questions_export_timelapse_and_tidying_up_have_keys(
    qtbot: QtBot, view: ConstellationView
) -> None:
    QTest.keyClick(view.sky, Qt.Key.Key_L)
    qtbot.waitUntil(view.timelapse.isVisible)
    QTest.keyClick(view.timelapse.slider, Qt.Key.Key_L)
    assert view.timelapse.isHidden()
    with qtbot.waitSignal(view.loading.tidied):
        QTest.keyClick(view.sky, Qt.Key.Key_U)
    QTest.keyClick(view.sky, Qt.Key.Key_Slash)
    QTest.keyClicks(view.bar.search, "quel")
    assert view.bar.search.text() == "quel" and view.timelapse.isHidden()
    view.sky.setFocus()
    for key, button in ((Qt.Key.Key_Q, view.asked), (Qt.Key.Key_E, view.export)):
        view.activateWindow()  # a menu had the keyboard
        QTest.keyClick(view.sky, key)
        menu = button.menu()
        qtbot.waitUntil(menu.isVisible)
        assert menu.activeAction() is menu.actions()[0]
        menu.close()


def test_a_card_does_not_stay_where_a_star_was_dragged_from(view: ConstellationView) -> None:
    view.sky.fit()
    view.sky.grab()
    star = index(view, "Deploy")
    move_mouse(view.sky.viewport(), place(view, star))
    view.sky._hover(star)
    drag(view, place(view, star), place(view, star) + QPoint(50, 40))
    assert view.sky.focus.hovered is None
    assert not view.findChild(HoverCard).isVisible()  # type: ignore[union-attr]


def test_around_the_selection_only_that_is_painted_and_without_one_it_is_said(
    qtbot: QtBot, view: ConstellationView, context: AppContext
) -> None:
    said: list[str] = []
    context.say.told.connect(lambda words, _undoable: said.append(words))
    view.bar.show_around()
    assert "Select a skill" in said[-1]
    view.sky.select(index(view, "Rollback"))
    before = view.sky.box.viewRect()
    assert view.sky.focus.around == frozenset({index(view, "Rollback"), index(view, "Deploy")})
    assert view.sky.box.viewRect() == before
    (item,) = (item for item in view.sky.items() if isinstance(item, SkyItem))
    assert item._lit.shown.alone


def test_zooming_never_loses_the_stars(view: ConstellationView) -> None:
    view.sky.fit()
    assert view.chart is not None
    at, box = view.chart.at, view.sky.box
    for _turn in range(40):
        QTest.keyClick(view.sky, Qt.Key.Key_Minus)
    wide, high = (at.max(axis=0) - at.min(axis=0)).tolist()
    seen = box.viewRect()
    assert max(wide / seen.width(), high / seen.height()) == pytest.approx(1 / 3, rel=0.01)
    view.sky.fit()
    corner = box.viewRect().topLeft()  # nothing is there
    for _turn in range(40):
        box.scaleBy((0.8, 0.8), corner)
    assert any(box.viewRect().contains(*place) for place in at.tolist())


def test_an_empty_answer_dims_nothing(qtbot: QtBot, view: ConstellationView) -> None:
    view.ask(Question.REVIEW)
    qtbot.waitUntil(lambda: view._answers._answer is not None)
    assert view.sky.focus.matches is None


def test_a_lasso_takes_the_place_of_the_star_that_was_selected(view: ConstellationView) -> None:
    view.sky.fit()
    view.sky.grab()
    deploy, rollback = index(view, "Deploy"), index(view, "Rollback")
    view.sky.select(deploy)
    view.sky.fit()
    view.sky.grab()
    middle = place(view, rollback)
    port, shift = view.sky.viewport(), Qt.KeyboardModifier.ShiftModifier
    left = Qt.MouseButton.LeftButton
    around = [QPoint(-18, -18), QPoint(18, -18), QPoint(18, 18), QPoint(-18, 18)]
    QTest.mousePress(port, left, shift, middle + around[0])
    for by in around[1:]:
        move_mouse(port, middle + by, left, shift)
    QTest.mouseRelease(port, left, shift, middle + around[-1])
    assert view.sky.focus.chosen == {rollback} and view.sky.focus.selected is None
    (item,) = (item for item in view.sky.items() if isinstance(item, SkyItem))
    view.sky.grab()
    assert item._lit.stars is not None and np.flatnonzero(item._lit.stars).tolist() == [rollback]
    assert rollback in item._labels._chosen


def test_enter_goes_to_the_best_match_whatever_was_selected_before(
    qtbot: QtBot, view: ConstellationView
) -> None:
    deploy, best = index(view, "Deploy"), index(view, "Rollback")
    view.sky.select(deploy)
    view.bar.search.setFocus()
    QTest.keyClicks(view.bar.search, "rollback")
    qtbot.waitUntil(lambda: view._search._found[:1] == (best,))
    view._search._found = (best, deploy)  # as when its text speaks of it
    QTest.keyClick(view.bar.search, Qt.Key.Key_Return)
    assert view.sky.focus.selected == best
    view._search.step(1)
    assert view.sky.focus.selected == deploy
    view._search._leave()
    assert view.sky.focus.selected == deploy, "it was chosen"


def test_the_card_counts_what_a_skill_calls_and_what_calls_it(view: ConstellationView) -> None:
    view.overlays._show_card(index(view, "Deploy"))
    assert view.overlays._card._lines.text() == "calls: 2"
    view.overlays._show_card(index(view, "Rollback"))
    assert view.overlays._card._lines.text() == "called by: 1"


def colours_told(legend: Legend) -> list[tuple[str, ...]]:
    items = (legend._colours.itemAt(n) for n in range(legend._colours.count()))
    rows = [item.widget() for item in items if item is not None]
    return [tuple(said.text() for said in row.findChildren(QLabel)) for row in rows if row]


def test_the_sky_gives_way_to_the_panel_after_the_click_and_takes_its_room_back(
    qtbot: QtBot, view: ConstellationView
) -> None:
    vault = view._context.vault
    library.save(vault, None, f"# {'A name without an end ' * 20}\n\n1. x\n")
    for n in range(9):
        library.save(vault, None, f"# Part {n}\n\n1. @skill: smoke-tests\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 13)
    view.resize(1600, 500)
    view.sky.fit()
    seen = view.sky.box.viewRect()
    view.sky.select(index(view, "Deploy"))
    view.sky._soon.timeout.emit()
    assert view.sky.box.viewRect() == seen, "a panel that lies over no star moves none"
    view.sky.select(None)
    view.resize(520, 500)
    view.sky.fit()
    seen = view.sky.box.viewRect()
    view.sky.select(index(view, "Deploy"))
    assert view.sky.box.viewRect() == seen, "a second click still finds its star"
    qtbot.waitUntil(lambda: view.sky.box.viewRect() != seen)
    view.sky.grab()
    panel = view.detail.geometry().left()
    assert all(view.sky.where(n).x() < panel for n in range(13))
    assert view.chart is not None
    endless = next(n for n, star in enumerate(view.chart.stars) if len(star.row.title) > 99)
    view.sky.select(endless)
    (title,) = (said for said in view.detail.findChildren(QLabel) if said.text()[-1:] == "…")
    assert len(title.text()) < 130 and len(title.toolTip()) > 400
    view.sky.select(None)
    qtbot.waitUntil(lambda: view.sky.box.viewRect() == seen)


def test_a_menu_at_the_edge_ends_where_its_button_ends(view: ConstellationView) -> None:
    view.export.click()
    menu = view.export.menu()
    assert menu is not None and menu.isVisible()
    button = view.export.mapToGlobal(view.export.rect().topRight()).x()
    assert abs(menu.x() + menu.width() - 1 - button) <= 1
    menu.close()


def test_what_is_around_wins_over_a_search(qtbot: QtBot, view: ConstellationView) -> None:
    """Hits elsewhere are not there, all that is shown is lit and counted, and clusters without all
    their stars go."""
    for part in "abc":
        library.save(view._context.vault, None, f"# moor {part}\n\n1. x\n")
    calls = "".join(f"{n}. @skill: moor {part}\n" for n, part in enumerate("abc", 1))
    library.save(view._context.vault, None, f"# Moor boat\n\n{calls}")
    qtbot.waitUntil(lambda: "Moor boat" in titles(view) and len(titles(view)) == 7)
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.clusters) == 2)
    assert view.chart is not None
    rollback, deploy, boat = (index(view, t) for t in ("Rollback", "Deploy", "Moor boat"))
    view._act.around(rollback)
    assert view.sky.focus.around == frozenset({rollback, deploy})
    view.legend._choose_colour(ColourBy.ENGRAM)
    view.sky.find(frozenset({deploy, boat}))
    assert view.legend.counts.text() == "2 of 7 skills"
    assert colours_told(view.legend) == [("Skills", "2")]
    view.sky.grab()
    (item,) = (item for item in view.sky.items() if isinstance(item, SkyItem))
    lit, there = item._lit.stars, item._lit.there
    assert lit is not None and set(np.flatnonzero(lit).tolist()) == {rollback, deploy}
    assert item._lit.hits.tolist() == [deploy]
    assert there is not None and set(np.flatnonzero(there).tolist()) == {rollback, deploy}
    assert item._is_partial(int(view.chart.cluster[boat]))
    assert item._is_partial(int(view.chart.cluster[deploy]))
    view.bar.search.setText("moor")
    qtbot.waitUntil(lambda: view._search.said.text() == "4 matches, 0 of them shown")
    view.sky.select(boat)
    assert view._search.said.text() == "4 matches, 4 of them shown"
    view.sky.select(rollback)
    view.bar.search.clear()
    qtbot.waitUntil(lambda: view.sky.focus.matches is None)
    assert view.legend.counts.text() == "2 of 7 skills"
    assert view.legend._shown == ((Layer.CALLS, 1),)
    view.sky.select(None)
    assert view.legend.counts.text() == "7 skills"
    assert not item._is_partial(int(view.chart.cluster[deploy]))


def test_two_of_the_same_title_are_told_apart_by_their_engrams(
    qtbot: QtBot, view: ConstellationView
) -> None:
    vault = view._context.vault
    with vault.write("Fill") as write:
        for engram in ("Bakery", "Harbour"):
            meta = Meta(engrams.ensure(write, engram))
            library.put(write, None, "# Ship it\n\n1. @skill: Deploy\n", meta, Reason.IMPORTED)
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 5)
    view.sky.select(index(view, "Deploy"))
    listed = [button.text() for button in view.detail.findChildren(ElidedButton)]
    assert {"Ship it (Bakery)", "Ship it (Harbour)", "Rollback"} <= set(listed)
