"""What a search lights up in a sky of many stars."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.constellation.layers import Layer
from app.core.library import engrams, library
from app.core.library.record import Meta, Reason
from app.core.memory.retrieval.recall import Hit
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.constellation import star_search
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.focus import MOST_LIT, Focus
from app.ui.views.constellation.hover_card import HoverCard
from app.ui.views.constellation.lighting import light
from app.ui.views.constellation.painting.labels import Labels
from app.ui.views.constellation.view import ConstellationView

_SKILLS = 100


@pytest.fixture
def view(qtbot: QtBot, context: AppContext) -> ConstellationView:
    """A hundred skills, of which the first calls the others."""
    with context.vault.write("Fill") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        for n in range(_SKILLS):
            calls = [f"@skill: weld {one}" for one in range(1, _SKILLS)] if not n else ["Look."]
            steps = "\n".join(f"{at}. {words}" for at, words in enumerate(calls, 1))
            library.put(write, None, f"# weld {n}\n\n{steps}\n", meta, Reason.IMPORTED)
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.sky.where(0) != QPoint() and not view.loading.is_running)
    return view


def chart_of(view: ConstellationView) -> Chart:
    assert view.chart is not None
    return view.chart


def lines_shown(chart: Chart, focus: Focus) -> int:
    shown, (calls,) = light(chart, focus, frozenset(Layer)).shown, chart.lines
    assert shown.lit is not None and shown.focal is not None
    lit = shown.lit[calls.ends].all(axis=1)
    return int((lit & np.isin(calls.ends, shown.focal).any(axis=1)).sum())


def test_of_many_hits_the_best_stand_out_and_their_names_come_first(
    qtbot: QtBot, view: ConstellationView, theme: Theme
) -> None:
    QTest.keyClicks(view.bar.search, "weld")
    qtbot.waitUntil(lambda: view.sky.focus.matches is not None)
    focus, chart = view.sky.focus, chart_of(view)
    assert len(focus.matches or ()) == len(focus.ranked) == _SKILLS
    assert focus.standing_out == frozenset(focus.ranked[:MOST_LIT])
    assert f"the best {MOST_LIT} stand out" in view._search.said.text()
    last = focus.ranked[-1]
    view.sky.select(last)
    assert last in (view.sky.focus.standing_out or ()), "one that is stepped to"
    labels, ranked = Labels(theme), tuple(range(40, 60))
    screen = np.column_stack([np.full(_SKILLS, 100.0), np.linspace(10, 390, _SKILLS)])
    radius = np.where(np.arange(_SKILLS) < 40, 2.0, 1.0)
    room, everybody = QRectF(0, 0, 400, 400), np.ones(_SKILLS, dtype=bool)
    labels.choose(chart, screen, radius, room, [], everybody, frozenset(), {}, ranked)
    named = {name for name, _at in labels.placed(chart, screen)}
    assert chart.stars[ranked[0]].row.title in named


def test_no_name_touches_the_ring_around_a_match(qtbot: QtBot, view: ConstellationView) -> None:
    QTest.keyClicks(view.bar.search, "weld")
    qtbot.waitUntil(lambda: view.sky.focus.matches is not None)
    view.sky.grab()
    item, chart = view.sky._item, chart_of(view)
    names = item._labels.places(chart, item._screen)
    assert names
    for star in view.sky.focus.standing_out or ():
        x, y = item._screen[star]
        reach = item._radius[star] + 4.8
        for name in names:
            beside = max(name.left() - x, x - name.right())
            assert max(beside, name.top() - y, y - name.bottom()) >= reach


def test_the_best_hits_and_the_ends_of_a_path_are_always_named(
    qtbot: QtBot, view: ConstellationView
) -> None:
    QTest.keyClicks(view.bar.search, "weld")
    qtbot.waitUntil(lambda: view.sky.focus.matches is not None)
    view.sky.grab()
    item, chart = view.sky._item, chart_of(view)
    named = {name for name, _at in item._labels.placed(chart, item._screen)}
    best = {chart.stars[star].row.title for star in view.sky.focus.ranked[:3]}
    assert best <= named
    assert Focus(4, 5, ranked=(9, 8, 7, 6)).named == {4, 5, 7, 8, 9}
    assert Focus(path=(3, 2, 1)).named == {3, 1}


def test_lines_are_those_of_the_first_hits_or_of_the_one_that_is_chosen(
    view: ConstellationView,
) -> None:
    chart = chart_of(view)
    hub = next(n for n, star in enumerate(chart.stars) if star.row.title == "weld 0")
    others = tuple(n for n in range(_SKILLS) if n != hub)
    ranked = (*others[:50], hub)
    hits = frozenset(ranked)
    assert lines_shown(chart, Focus(matches=hits, ranked=ranked)) == 5
    assert lines_shown(chart, Focus(hub, matches=hits, ranked=ranked)) == _SKILLS - 1
    assert lines_shown(chart, Focus(others[0], matches=hits, ranked=ranked)) == 1


@pytest.fixture
def alike(view: ConstellationView, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The star that every question is answered with."""
    meant = chart_of(view).stars[8].id
    hit = Hit("skill", meant, "", "", "", "", 0.9, 0.9, ())
    monkeypatch.setattr(star_search, "recall", lambda *_asked, **_how: (hit,))
    yield 8


def test_what_is_found_by_its_meaning_looks_and_is_said_so(
    qtbot: QtBot, view: ConstellationView, alike: int
) -> None:
    worded = chart_of(view).stars[7]
    words = [one for one in view.legend.findChildren(QLabel) if one.text().startswith("Found by")]
    assert all(one.isHidden() or not one.isVisibleTo(view.legend) for one in words)
    QTest.keyClicks(view.bar.search, f'"{worded.row.title}"')
    qtbot.waitUntil(lambda: "1 more by meaning" in view._search.said.text())
    view._search.said.linkActivated.emit("#wide")
    assert view.sky.focus.meant == {alike}
    assert [one.text() for one in words if one.isVisibleTo(view.legend)] == [
        "Found by its words",
        "Found by its meaning",
    ]
    (card,) = view.sky.findChildren(HoverCard)
    for star, said in ((7, "found by its words"), (8, "found by its meaning"), (9, "")):
        view.sky.hovered.emit(star)
        told = [one.text() for one in card.findChildren(QLabel)]
        assert any("found by" in one for one in told) is bool(said)
        assert any(said in one for one in told)


def test_who_types_a_name_is_shown_that_skill_and_what_is_alike_when_asked_for(
    qtbot: QtBot, view: ConstellationView, alike: int
) -> None:
    view.bar.search.setText("weld 73")
    qtbot.waitUntil(lambda: "1 more by meaning" in view._search.said.text())
    named, caller = view.sky.focus.ranked
    assert chart_of(view).stars[named].row.title == "weld 73"
    view._counted.said.linkActivated.emit("#wide")
    assert view.sky.focus.ranked == (named, caller, alike)
    assert view._search.said.text() == "3 matches, 1 by meaning"
    view.bar.search.setText("weld 72")
    qtbot.waitUntil(lambda: "1 more by meaning" in view._search.said.text())
    view.bar.search.setText("@skill 73")
    qtbot.waitUntil(lambda: view._search.said.text() == "2 matches, 1 by meaning")


def test_who_hears_the_sky_is_told_how_many_match(
    qtbot: QtBot, view: ConstellationView, alike: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(star_search, "speak", lambda _part, words: spoken.append(words))
    view.bar.search.setText("weld 73")
    qtbot.waitUntil(lambda: len(spoken) == 2)
    assert spoken == ["2 matches", "2 matches, 1 more by meaning"]
    view.bar.search.clear()
    qtbot.waitUntil(lambda: view.sky.focus.matches is None)
    assert len(spoken) == 2


def test_the_next_match_after_the_last_is_one_by_meaning(
    qtbot: QtBot, view: ConstellationView, alike: int
) -> None:
    view.bar.search.setText("weld 73")
    qtbot.waitUntil(lambda: "1 more by meaning" in view._search.said.text())
    named, caller = view.sky.focus.ranked
    steps = []
    for by in (1, -1, 1, 1, 1):
        view._search.step(by)
        steps.append(view.sky.focus.selected)
    assert steps == [named, caller, alike, named, caller]


def test_all_that_are_selected_together_stand_out(view: ConstellationView) -> None:
    chart = chart_of(view)
    one, other = 3, 4
    lit = light(chart, Focus(one, chosen=frozenset({one, other})), frozenset(Layer)).stars
    assert lit is not None and lit[one] and lit[other]
