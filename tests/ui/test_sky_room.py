"""The sky has room beside what lies over it, is there at once, and moves without jumps."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.constellation import places
from app.core.constellation.question import Question
from app.core.library import engrams, library
from app.core.library.record import Meta, Reason
from app.core.lifecycle import deprecation
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.constellation import sky_item
from app.ui.views.constellation.appearance import ColourBy, SizeBy, appearance
from app.ui.views.constellation.focus import Focus
from app.ui.views.constellation.framing import framed
from app.ui.views.constellation.painting.hulls import hulls
from app.ui.views.constellation.painting.picture import Picture
from app.ui.views.constellation.sky_item import SkyItem
from app.ui.views.constellation.view import ConstellationView
from app.ui.widgets.buttons import Button
from tests.ui.proposing import Make

SIZE = QSizeF(1200, 800)
LEGEND, OVERVIEW = QRectF(12, 500, 200, 288), QRectF(1020, 676, 168, 112)


@pytest.fixture
def context(make: Make) -> AppContext:
    return make()


@pytest.fixture
def shown(context: AppContext, vault: Vault, qtbot: QtBot) -> Callable[[], ConstellationView]:
    def show() -> ConstellationView:
        view = ConstellationView(context)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)
        return view

    for title, called in {"Plan": "Draft", "Draft": "Ship", "Ship": "", "Loner": ""}.items():
        library.save(vault, None, f"# {title}\n\n1. {f'@skill: {called}' if called else 'x'}\n")
    return show


NAME = 30
"""How high (px) the name of a cluster stands above its stars, at least."""
spots = st.lists(st.tuples(st.floats(-9e3, 9e3), st.floats(-9e3, 9e3)), min_size=1, max_size=30)


@given(spots, st.sampled_from((0, 300)), st.booleans())
def test_every_star_is_seen_beside_what_lies_over_the_sky(
    at: list[tuple[float, float]], right: int, answers: bool
) -> None:
    overview, bar = OVERVIEW.translated(-right, 0), QRectF()
    if answers:
        bar = QRectF((SIZE.width() - right) / 2 - 300, 12, 600, 60)
    taken = (LEGEND, overview, bar) if answers else (LEGEND, overview)
    seen = framed(np.array(at), SIZE, right, taken)
    scale = SIZE.width() / seen.width()
    assert scale == pytest.approx(SIZE.height() / seen.height())
    for x, y in at:
        shown = QPointF((x - seen.left()) * scale, (seen.bottom() - y) * scale)
        assert QRectF(0, 0, SIZE.width() - right, SIZE.height()).contains(shown)
        assert not LEGEND.contains(shown) and not overview.contains(shown)
        assert not bar.adjusted(0, 0, 0, NAME).contains(shown), "nor the name above it"


def test_fit_leaves_room_for_the_legend_and_the_panel(
    qtbot: QtBot, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    view.sky.select(0)
    qtbot.waitUntil(view.detail.isVisible)
    view.bar.fit.click()
    view.sky.grab()
    assert view.chart is not None
    legend = view.legend.parentWidget()
    assert legend is not None
    for star in range(len(view.chart.stars)):
        at = view.sky.where(star).toPoint()
        assert at.x() < view.detail.x() and not legend.geometry().contains(at)


def test_what_is_seen_stays_when_a_person_chose_it(
    qtbot: QtBot, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    qtbot.waitUntil(lambda: view.sky._is_fitted)
    QTest.keyClick(view.sky, Qt.Key.Key_Plus)
    before = view.sky.box.viewRect().center()
    view.sky.fit_again()
    assert view.sky.box.viewRect().center() == before


def test_the_first_stars_are_in_view(context: AppContext, qtbot: QtBot, vault: Vault) -> None:
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and not view.loading.is_running)
    for words, asked in (
        ("New skill", context.go.new_skill_requested),
        ("Open a pack…", context.go.pack_requested),
    ):
        (offered,) = (one for one in view.findChildren(Button) if one.text() == words)
        assert offered.isVisible()
        with qtbot.waitSignal(asked):
            offered.click()
    view.hide()
    with vault.write("Import") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        for number in range(20):
            library.put(write, None, f"# Skill {number}\n\n1. x\n", meta, Reason.IMPORTED)
    qtbot.waitUntil(lambda: view.loading._is_stale)
    view.show()
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 20)
    room = QRectF(view.sky.rect())

    def seen() -> set[tuple[float, float]]:
        at = [view.sky.where(star) for star in range(20)]
        return {(one.x(), one.y()) for one in at if room.contains(one)}

    qtbot.waitUntil(lambda: len(seen()) == 20)


def test_the_keys_zoom_about_the_selected_star(
    qtbot: QtBot, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    qtbot.waitUntil(lambda: not view.sky.where(1).isNull())
    view.sky.select(1)
    view.sky.grab()
    before = view.sky.where(1)
    QTest.keyClick(view.sky, Qt.Key.Key_Plus)
    view.sky.grab()
    gap = view.sky.where(1) - before
    assert abs(gap.x()) < 1 and abs(gap.y()) < 1
    view.sky.select(None)
    middle = view.sky.box.viewRect().center()
    QTest.keyClick(view.sky, Qt.Key.Key_Minus)
    assert view.sky.box.viewRect().center() == middle


def test_the_legend_folds_and_stays_so(
    context: AppContext, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    legend = view.legend.parentWidget()
    assert legend is not None
    high = legend.height()
    view.legend.fold.click()
    view._place_overlays()
    assert legend.height() < high / 2
    assert context.window_state.flag("constellation.folded", default=False)
    assert shown().legend._body.isHidden()


def test_a_star_that_was_dragged_away_does_not_stretch_its_hull(
    shown: Callable[[], ConstellationView], qtbot: QtBot, vault: Vault
) -> None:
    view = shown()
    assert view.chart is not None and len(view.chart.clusters) == 1
    plan = next(star.id for star in view.chart.stars if star.row.title == "Plan")
    view._placing.move({plan: (9_000.0, 0.0)})
    qtbot.waitUntil(lambda: places.known(vault).at[plan] == (9_000.0, 0.0))
    qtbot.waitUntil(lambda: view.chart is not None and view.chart.at.max() == 9_000)
    assert view.chart is not None
    (outline,) = hulls(view.chart)
    assert outline.boundingRect().right() < 2_000


def test_hulls_fade_while_their_stars_are_on_their_way(
    shown: Callable[[], ConstellationView],
) -> None:
    view = shown()
    chart, sky = view.chart, view.sky
    assert chart is not None
    look = appearance(chart, ColourBy.CLUSTER, SizeBy.IMPORTANCE, datetime(2030, 1, 1, tzinfo=UTC))
    (item,) = (item for item in sky.items() if isinstance(item, SkyItem))
    before = hulls(chart)
    item.show_chart(chart, look, before, Focus())
    away = replace(chart, at=chart.at + (chart.cluster == 0)[:, None] * 900.0)
    assert item.show_chart(away, look, hulls(away), Focus())
    item.glide(0.25)
    assert item._change.coming == {0} and [hull for _n, hull in item._change.left] == before
    painted: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sky_item, "paint_hulls", lambda *how: painted.append((*how, 1.0)[4]))
        sky.grab()
    assert painted == [1.0, 0.75, 0.25]
    item.glide(1.0)
    assert not item._change.coming and not item._change.left


def test_stars_are_there_before_anything_is_known_of_them(
    context: AppContext, shown: Callable[[], ConstellationView], qtbot: QtBot
) -> None:
    shown()
    view = ConstellationView(context)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.loading.seen) as seen:
        view.show()
    first = seen.args[0].chart
    qtbot.waitUntil(lambda: view.shown.today is not None)
    assert view.chart is not None and not first.lines and view.chart.lines
    assert np.array_equal(first.at, view.chart.at)


def test_a_sky_that_was_cancelled_is_read_the_next_time(
    context: AppContext, shown: Callable[[], ConstellationView], qtbot: QtBot, vault: Vault
) -> None:
    view = shown()
    view.loading.tidy()
    assert view.loading._job is not None
    view.loading._job.cancel()
    qtbot.waitUntil(lambda: not view.loading.is_running)
    library.save(vault, None, "# New\n\n1. x\n")
    qtbot.waitUntil(lambda: view.chart is not None and len(view.chart.stars) == 5)


def test_tidying_up_waits_until_the_sky_is_arranged(
    shown: Callable[[], ConstellationView], qtbot: QtBot
) -> None:
    view = shown()
    told: list[str] = []
    view._context.say.told.connect(lambda said, _undoable: told.append(said))
    view.loading.again()
    with qtbot.waitSignal(view.loading.tidied):
        for _time in range(2):
            QTest.keyClick(view.sky, Qt.Key.Key_U)
    assert told[0] == "The constellation is tidied up as soon as it is arranged."
    assert told.count(told[0]) == 1


def test_the_legend_says_of_hollow_stars_where_there_are_any(
    shown: Callable[[], ConstellationView], vault: Vault, qtbot: QtBot
) -> None:
    view = shown()
    assert view.chart is not None
    assert view.legend._hollow.isHidden()
    deprecation.deprecate(vault, view.chart.stars[0].id)
    qtbot.waitUntil(lambda: not view.legend._hollow.isHidden())


def test_the_table_says_how_many_match(
    shown: Callable[[], ConstellationView], qtbot: QtBot
) -> None:
    view = shown()
    view.bar.pages.chosen.emit(1)
    view.bar.search.setText("Loner")
    qtbot.waitUntil(lambda: view._counted.said.text() == "1 match")
    assert view._counted.said.isVisible()
    view.bar.search.clear()
    qtbot.waitUntil(view._counted.said.isHidden)


def test_a_picture_is_stretched_only_while_the_sky_moves_and_only_a_little(qtbot: QtBot) -> None:
    picture, view = Picture(), QRectF(0, 0, 400, 300)
    picture.begin(QTransform.fromScale(1, -1), view, 1.0, "#000000", False).end()
    near, nearer = QTransform.fromScale(1.05, -1.05), QTransform.fromScale(2, -2)
    assert picture.placed(near, view, 1.0, moving=False) is None
    assert picture.placed(nearer, view, 1.0, moving=True) is None
    assert not picture.is_rough
    place = picture.placed(near, view, 1.0, moving=True)
    assert place is not None and place.contains(view) and picture.is_rough


def test_tab_leads_from_a_star_outside_every_cluster_into_the_first(
    shown: Callable[[], ConstellationView],
) -> None:
    view = shown()
    assert view.chart is not None
    chart = view.chart
    alone = next(n for n, one in enumerate(chart.stars) if one.row.title == "Loner")
    assert chart.cluster[alone] == -1 and chart.clusters
    view.sky.select(alone)
    QTest.keyClick(view.sky, Qt.Key.Key_Tab)
    now = view.sky.focus.selected
    assert now is not None and chart.cluster[now] == 0


@pytest.mark.parametrize("is_asked", [True, False])
def test_sky_and_table_show_the_same_skill(
    qtbot: QtBot, shown: Callable[[], ConstellationView], is_asked: bool
) -> None:
    view = shown()
    assert view.chart is not None
    alone = next(n for n, one in enumerate(view.chart.stars) if one.row.title == "Loner")
    bar = view._answers.bar
    if is_asked:
        view.ask(Question.ORPHANS)
        qtbot.waitUntil(lambda: view.sky.focus.selected == alone and bar.has_keyboard)
        QTest.keyClick(bar, Qt.Key.Key_Tab)
        assert view.sky.focus.selected == alone, "Tab goes on in the bar"
        bar.take_keyboard()
    else:
        view.sky.select(alone)
        view.sky.setFocus()
    for is_table in (True, False, True):
        view.toggle_table()
        assert view._is_table == is_table and view.sky.focus.selected == alone
        (row,) = view.table.selectionModel().selectedRows()
        assert view._model.star(row) == alone


def test_what_can_be_done_with_several_covers_none_of_them(
    qtbot: QtBot, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    assert view.chart is not None
    view.sky.fit()
    view.sky.choose(frozenset(range(len(view.chart.stars))))
    bar = view.selection.parentWidget()
    assert bar is not None

    def is_free() -> bool:
        assert view.chart is not None
        spots = (view.sky.where(star).toPoint() for star in range(len(view.chart.stars)))
        return not any(bar.geometry().contains(spot) for spot in spots)

    qtbot.waitUntil(is_free)


def test_what_can_be_done_with_several_is_said_in_words_where_they_have_room(
    context: AppContext, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    context.theme.use(Settings(reduce_motion=True, text_size=20))
    view.resize(1400, 800)
    view.sky.choose({0, 1})
    QApplication.processEvents()
    assert view.selection.width() > 640 and view.selection.button(0).text() == "Show in the library"
    view.resize(700, 700)
    QApplication.processEvents()
    assert not view.selection.button(0).text()


def test_in_a_small_sky_there_is_no_overview(
    qtbot: QtBot, shown: Callable[[], ConstellationView]
) -> None:
    view = shown()
    overview = view.overlays._minimap
    qtbot.waitUntil(overview.isVisible)
    view.resize(420, 230)
    assert not overview.isVisible()
    view.resize(1000, 700)
    assert overview.isVisible()


def _seen_at(view: ConstellationView) -> list[QPoint]:
    assert view.chart is not None
    view.sky.grab()
    return [view.sky.where(star).toPoint() for star in range(len(view.chart.stars))]


def _click(view: ConstellationView, at: QPoint, *held: Qt.KeyboardModifier) -> None:
    keys = held[0] if held else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(view.sky.viewport(), Qt.MouseButton.LeftButton, keys, at)


def test_stars_stay_where_they_are_while_they_are_clicked_one_by_one(
    shown: Callable[[], ConstellationView],
) -> None:
    view = shown()
    view.resize(520, 500)
    view.sky.fit()
    at, shift = _seen_at(view), Qt.KeyboardModifier.ShiftModifier
    _click(view, at[0])
    assert not view.detail.isHidden()
    for star in (1, 2):
        _click(view, at[star], shift)
        assert not view.sky._soon.isActive() and not view.sky._uncovering.isActive()
        assert _seen_at(view) == at
    assert view.sky.focus.chosen == {0, 1, 2}
    _click(view, QPoint(3, 3))
    assert view.detail.isHidden() and not view.sky._soon.isActive()
    assert _seen_at(view) == at


def test_a_clicked_star_comes_out_from_below_the_panel_and_no_farther(
    shown: Callable[[], ConstellationView], qtbot: QtBot
) -> None:
    view = shown()
    view.resize(520, 500)
    view.sky.fit()
    before = _seen_at(view)
    last = max(range(len(before)), key=lambda star: before[star].x())
    view.sky.look_at(view.sky.box.mapSceneToView(QPointF(before[last].x() - 150, 250)))
    before, seen = _seen_at(view), view.sky.box.viewRect()
    _click(view, before[last])
    assert view.sky.box.viewRect() == seen, "a second click still finds its star"
    assert before[last].x() > view.detail.geometry().left()
    qtbot.waitUntil(lambda: view.sky.box.viewRect() != seen)
    panel, now = view.detail.geometry().left(), _seen_at(view)[last]
    assert panel - 60 < now.x() < panel and abs(now.y() - before[last].y()) < 2
    assert view.sky.box.viewRect().width() == pytest.approx(seen.width())


def test_the_bar_of_several_comes_where_it_covers_fewer_stars_and_stays_there(
    shown: Callable[[], ConstellationView],
) -> None:
    view = shown()
    view.resize(1600, 800)
    view.sky.fit()
    top = _seen_at(view)[0]
    middle = QPointF(top.x(), top.y() - 30 + view.sky.height() / 2)  # then the star is at 30 px
    view.sky.look_at(view.sky.box.mapSceneToView(middle))
    _seen_at(view)
    bar = view.selection.parentWidget()
    assert bar is not None
    shift = Qt.KeyboardModifier.ShiftModifier
    _click(view, _seen_at(view)[0], shift)
    assert bar.isVisible() and bar.geometry().bottom() > 700
    view.sky.fit()
    _seen_at(view)
    view.overlays.place(0)
    assert bar.geometry().bottom() > 700
    view.sky.choose(frozenset())
    view.sky.choose({0})
    assert bar.geometry().top() < 100


def test_the_sky_is_seen_again_where_it_was_left(
    context: AppContext, shown: Callable[[], ConstellationView], qtbot: QtBot
) -> None:
    view = shown()
    plus, minus = Qt.Key.Key_Plus, Qt.Key.Key_Minus
    for key in (plus, plus, plus, minus):
        QTest.keyClick(view.sky, key)
    view.sky.box.translateBy(x=20, y=10)
    left = view.sky.moved_to
    assert left is not None
    view.close()

    again = shown()
    qtbot.waitUntil(lambda: again.sky.moved_to is not None)
    QApplication.processEvents()
    now = again.sky.moved_to
    assert now is not None
    assert (now[0].x(), now[0].y(), now[1]) == pytest.approx((left[0].x(), left[0].y(), left[1]))
    again.sky.fit()
    again.close()
    fitted = shown()
    QApplication.processEvents()
    assert fitted.sky.moved_to is None


@pytest.mark.parametrize(
    "kept", ["", "nonsense", "nan 0 1", "0 0 0", "9e9 9e9 1", "0 0 1e308", "1 2"]
)
def test_a_place_where_no_star_is_does_not_come_back(
    context: AppContext, shown: Callable[[], ConstellationView], kept: str
) -> None:
    context.window_state.put("constellation.seen", kept)
    assert shown().sky.moved_to is None
