"""The constellation as a person uses it: pointing, walking, searching, opening."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.core.library import engrams, library
from app.core.library.record import Meta, Reason
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Cluster
from app.ui.views.constellation.painting.labels import Labels
from app.ui.views.constellation.sky_item import SkyItem
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.view import ConstellationView
from app.ui.window_state import WindowState


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs = Jobs()
    bridge = Bridge(vault)
    yield AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"))
    jobs.shut_down()
    bridge.stop()


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> ConstellationView:
    library.save(context.vault, None, "# smoke-tests\n\n1. Run them.\n")
    library.save(context.vault, None, "# Rollback\n\n1. Go back.\n")
    library.save(context.vault, None, "# Deploy\n\n1. @skill: smoke-tests\n2. @skill: Rollback\n")
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.sky.where(0) != QPoint())
    return view


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


def index(view: ConstellationView, title: str) -> int:
    assert view.chart is not None
    return next(n for n, star in enumerate(view.chart.stars) if star.row.title == title)


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


def test_a_search_dims_the_rest_and_the_keys_are_those_of_the_library(
    qtbot: QtBot, view: ConstellationView
) -> None:
    match = index(view, "smoke-tests")
    view.search.setFocus()
    QTest.keyClicks(view.search, "SMOKE-tests")
    QTest.keyClick(view.search, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.sky.focus.selected == match)
    assert match in (view.sky.focus.matches or ()) and view.sky.hasFocus()
    view.search.setFocus()
    with qtbot.waitSignal(view._context.go.skill_requested) as opened:
        QTest.keyClick(view.search, Qt.Key.Key_Return)
    assert view.chart is not None and opened.args == [view.chart.stars[match].id, True]
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: view.sky.focus.matches is None)
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    assert view.sky.hasFocus()


def test_a_search_of_the_sky_says_what_was_meant(qtbot: QtBot, view: ConstellationView) -> None:
    QTest.keyClicks(view.search, "rolback")
    qtbot.waitUntil(lambda: "Rollback" in view._matches.text())
    assert view.sky.focus.matches == frozenset()
    QTest.keyClick(view.search, Qt.Key.Key_Return)
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


def test_an_empty_vault_says_what_to_do(qtbot: QtBot, context: AppContext) -> None:
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None)
    assert not view.sky.isVisible()


def test_remains_of_names_never_stay(view: ConstellationView) -> None:
    """They reach beyond the outermost stars, where Qt would paint nothing anew."""
    assert view.sky.viewportUpdateMode() is view.sky.ViewportUpdateMode.FullViewportUpdate


def test_the_name_of_a_cluster_keeps_off_the_edge(theme: Theme) -> None:
    labels, view = Labels(theme), QRectF(0, 0, 300, 200)
    chart = Chart(
        (), np.empty((0, 2)), np.empty(0, int), (Cluster(1, "skills", 3),), (),
        np.empty(0, bool), np.empty(0, bool), {},
    )  # fmt: skip
    ((_number, place),) = labels.cluster_places(chart, [QRectF(-40, -5, 60, 60)], view)
    assert view.adjusted(8, 8, -8, -8).contains(place)


def test_a_star_has_a_menu(qtbot: QtBot, view: ConstellationView) -> None:
    deploy = index(view, "Deploy")
    view.sky.fit()
    view.sky.grab()
    at = view.sky.where(deploy).toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.sky.mapToGlobal(at))
    QApplication.sendEvent(view.sky.viewport(), event)
    (menu,) = view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    actions = {action.text(): action for action in menu.actions()}
    assert list(actions) == ["Open", "Knowledge and local graph", "Find usages", "Train", "Export…"]
    assert view.chart is not None
    with qtbot.waitSignal(view._context.go.usages_requested) as asked:
        actions["Find usages"].trigger()
    assert asked.args == [(view.chart.stars[deploy].id,)]
    menu.close()
