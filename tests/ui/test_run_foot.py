"""The foot of a run: where its buttons stand, and what they say where there is little room."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.runs import store
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.checklist.window import CheckListWindow
from app.ui.views.runs.foot import Foot
from app.ui.views.runs.page import RunPage
from app.ui.views.runs.step_body import StepBody
from app.ui.views.runs.view import RunsView
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.buttons import Button
from tests.core.running import begun, saved
from tests.ui.cut_text import cut_texts
from tests.ui.run_pages import WAIT, begin, sight, step, twice

KINDS = (
    "# Parcels\n\nRequires: $order\n\n1. Pack $order.\n2. Is it heavy? If yes, go to step 4.\n"
    "3. Print it. If it is smudged, go back to step 3, at most 3 times.\n4. Hand it over.\n"
)
LONG = "Weighing-and-measuring-of-parcels"


@pytest.fixture
def view(context: AppContext, qtbot: QtBot) -> Iterator[RunsView]:
    made = RunsView(context)
    made.resize(968, 620)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    delete(made)  # before the vault is closed, as in the window


def acted(page: RunPage | CheckListWindow, qtbot: QtBot, act: object, *given: object) -> None:
    assert callable(act) and page.following.sight is not None
    turn = page.following.sight.state.turn
    act(*given)
    qtbot.waitUntil(lambda: sight_of(page) > turn, timeout=WAIT)


def sight_of(page: RunPage | CheckListWindow) -> int:
    assert page.following.sight is not None
    return page.following.sight.state.turn


def through(page: RunPage | CheckListWindow, qtbot: QtBot) -> Iterator[str]:
    """From the start to the end, with a failure on the way; at each kind of place once."""
    following = page.following
    yield "start"
    acted(page, qtbot, following.enter, {"order": "7"}, ())
    yield "step"
    acted(page, qtbot, following.fail, "torn")
    yield "failure"
    acted(page, qtbot, following.retry)
    acted(page, qtbot, following.done, {})
    yield "branch"
    acted(page, qtbot, following.done, {}, -1)
    yield "loop"
    acted(page, qtbot, following.done, {}, -1)
    acted(page, qtbot, following.done, {})
    yield "end"


def places(foot: Foot) -> dict[str, tuple[int, int]]:
    """Where each button begins and ends."""
    QApplication.sendPostedEvents()
    foot._flow.activate()
    return {
        name: (one.mapTo(foot, QPoint(0, 0)).x(), one.mapTo(foot, QPoint(one.width(), 0)).x())
        for name, one in foot.buttons.items()
        if one.isVisible()
    }


def test_back_has_one_place_that_nothing_else_has(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, KINDS), qtbot)
    found = {kind: places(page.foot) for kind in through(page, qtbot)}
    assert {shown["back"][0] for shown in found.values()} == {found["start"]["back"][0]}
    ends = {shown[name][1] for shown in found.values() for name in ("go", "retry") if name in shown}
    assert len(ends) == 1, "what goes on stands at the other end"
    confirming = min(shown["go"][0] for shown in found.values() if "go" in shown)
    assert all(shown["back"][1] < confirming for shown in found.values())
    assert page.foot.buttons["back"].isEnabled()


@pytest.mark.parametrize("width", [560, 760, 968, 1180, 1800])
def test_the_buttons_of_a_step_have_one_place_at_every_step(
    view: RunsView, vault: Vault, qtbot: QtBot, width: int
) -> None:
    view.resize(width, 620)
    text = (
        "# Parcels\n\nProduces: $weight\n\n1. Pack it.\n2. Weigh it as $weight.\n"
        "3. Is it heavy? If yes, go to step 6.\n"
        "4. Print it. If it is smudged, go back to step 4, at most 3 times.\n"
        f"5. @skill: {LONG}\n6. Hand it over.\n"
    )
    page = begin(view, saved(vault, f"# {LONG}\n\n1. Peel.\n2. Stick.\n", text), qtbot)
    found: dict[str, dict[str, tuple[int, int]]] = {}
    while sight(page).node is not None:
        shown = places(page.foot)
        shown.pop("go", None)
        assert len(shown) == 4
        found[step(page)] = shown
        given = {"weight": "7"} if step(page) == "2" else {}
        one_way = step(page) not in ("3", "4")
        acted(page, qtbot, page.following.done, given, *() if one_way else (-1,))
    assert list(found) == ["1", "2", "3", "4", "5/1", "5/2", "5", "6"]
    assert all(shown == found["1"] for shown in found.values()), found


def test_a_check_list_goes_back_at_one_place_as_well(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    run = begun(vault, saved(vault, KINDS)).run.id
    space.context.go.check_list(run)
    window = space.check_lists.windows[run]
    qtbot.waitUntil(window.isVisible)
    found = {kind: places(window.foot) for kind in through(window, qtbot)}
    assert len({shown["back"][0] for shown in found.values()}) == 1
    back = window.foot.buttons["back"]
    assert back.toolTip() and back.accessibleName() == "Back" and not back.text()
    acted(window, qtbot, back.click)
    assert store.record(vault, run).state.top.node == 3


def test_the_second_of_two_clicks_does_nothing_at_the_next_step(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, "# Two\n\n1. One.\n2. Two.\n3. Three.\n"), qtbot)
    acted(page, qtbot, page.foot.buttons["go"].click)
    twice(page.foot.buttons["go"])
    assert step(page) == "2"
    acted(page, qtbot, page.foot.buttons["go"].click)
    assert step(page) == "3" and sight(page).state.status.is_open


def test_the_second_of_two_clicks_takes_no_other_round(
    view: RunsView, space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    text = "# Loop\n\n1. Pour. If it is less, go back to step 1, at most 3 times.\n2. End.\n"
    page = begin(view, saved(vault, text), qtbot)
    acted(page, qtbot, ways_of(page)[0].click)
    twice(ways_of(page)[0])
    assert step(page) == "1#2"
    run = begun(vault, saved(vault, "# Two\n\n1. One.\n2. Two.\n")).run.id
    space.context.go.check_list(run)
    window = space.check_lists.windows[run]
    window.fold()
    twice(window.strip.tick)
    assert store.record(vault, run).state.top.node == 0


def ways_of(page: RunPage) -> list[Button]:
    assert isinstance(page.body, StepBody) and page.body.choice is not None
    return page.body.choice.buttons


def test_buttons_have_words_as_long_as_there_is_room(
    view: RunsView, vault: Vault, qtbot: QtBot
) -> None:
    page = begin(view, saved(vault, KINDS), qtbot)
    for kind in through(page, qtbot):
        assert all(one.text() for one in page.foot.buttons.values()), kind
    acted(page, qtbot, page.following.back)
    acted(page, qtbot, page.following.back)
    view.resize(560, 620)
    bare = [one for one in page.foot.buttons.values() if not one.text()]
    assert all(one.toolTip() and one.accessibleName() and not one.icon().isNull() for one in bare)


def test_what_is_said_inside_a_call_has_room(view: RunsView, vault: Vault, qtbot: QtBot) -> None:
    called = f"# {LONG}\n\nOn failure: call for help.\n\n1. Put it on the scale.\n2. Read it.\n"
    page = begin(
        view, saved(vault, called, f"# Ship a parcel\n\n1. @skill: {LONG}\n2. Go.\n"), qtbot
    )
    assert step(page) == "1/1"
    shown = page.foot.buttons
    assert [one.text().split()[0] for one in shown.values()] == [
        "Back", "Failed", "Skip", "Note", "Done",
    ]  # fmt: skip
    assert not any("…" in one.text() for one in shown.values())
    assert shown["go"].accessibleName() == f"Done, go to step 2 of {LONG}"
    assert page.head.crumbs.text() == f"Ship a parcel  ›  {LONG}, step 1 of 2"
    assert not list(cut_texts(page.head)) and not list(cut_texts(page.foot))
    field = page.side.notes.field
    qtbot.waitUntil(
        lambda: field.fontMetrics().horizontalAdvance(field.placeholderText()) < field.width()
    )
    assert f"On failure of {LONG}" in [one.text() for one in page.side.findChildren(QLabel)]
    QApplication.processEvents()
    assert page.side.minimumSizeHint().width() <= page.side.visibleRegion().boundingRect().width()
    view.resize(1800, 620)
    assert LONG in shown["go"].text()
