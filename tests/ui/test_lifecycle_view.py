"""The place Lifecycle: how skills do, by keyboard and by mouse, and what comes of it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.actor import TECHNE
from app.core.learning import promoting
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.lifecycle import deprecation, digest, outcomes, protection, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.firsts import First
from app.core.memory import nodes
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.lifecycle.health_delegate import MARK, HealthDelegate
from app.ui.views.lifecycle.health_model import Column
from app.ui.views.lifecycle.health_words import sign, told
from app.ui.views.lifecycle.preview_dialog import PreviewDialog
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.views.shell.lifecycle_news import LifecycleNews
from app.ui.widgets.buttons import ElidedButton
from tests.conftest import Clock
from tests.ui.hands import Hands
from tests.ui.proposing import take_back
from tests.ui.test_candidates_view import put

HOUR = timedelta(hours=1)


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


@pytest.fixture
def skills(vault: Vault, clock: Clock) -> dict[str, int]:
    """Four, from one that mostly fails to one that nobody has used."""
    made = {}
    for title, results in {
        "Flaky hunt": (1, -1, -1, -1) * 5,
        "Smoke tests": (1, -1, -1) * 6,
        "Safe deploy": (1, 1, 1, -1) * 5,
        "Contrast audit": (),
    }.items():
        made[title] = library.save(vault, None, f"# {title}\n\n1. Go.\n").skill
        for number, value in enumerate(results):
            clock.time += HOUR
            session = f"{title} {number}"
            usage.record(vault, made[title], Procedural(), session=session, agent="claude")
            outcomes.record(vault, made[title], value, session=session, agent="claude")
    nodes.catch_up(vault)
    return made


@pytest.fixture
def view(qtbot: QtBot, context: AppContext, skills: dict[str, int]) -> Iterator[LifecycleView]:
    made = LifecycleView(context)
    made.resize(1360, 860)
    made.show()
    settle(qtbot, made)
    yield made
    delete(made)


def settle(qtbot: QtBot, view: LifecycleView) -> None:
    qtbot.waitUntil(lambda: not view.health.busy)


def shown(view: LifecycleView, column: Column) -> list[str]:
    model = view.health.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def status(vault: Vault, skill: int) -> Status:
    row = catalogue.row(vault, skill)
    assert row is not None
    return row.status


def test_those_that_need_attention_stand_first_until_a_column_is_chosen(
    view: LifecycleView,
) -> None:
    health = view.health
    assert shown(view, Column.SKILL) == [
        "Flaky hunt", "Smoke tests", "Safe deploy", "Contrast audit",
    ]  # fmt: skip
    assert shown(view, Column.STATUS) == [
        "Below 30 %", "Warn", "Healthy", "Unproven · 5 outcomes to go",
    ]  # fmt: skip
    assert shown(view, Column.SUCCESS) == [
        "25 % · 5 of 20", "33 % · 6 of 18", "75 % · 15 of 20",
        "not used",
    ]  # fmt: skip
    header = health.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(Column.SUCCESS) + 10, header.height() // 2)
    for expected in (["Flaky hunt", "Smoke tests"], ["Safe deploy", "Smoke tests"]):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert shown(view, Column.SKILL)[:2] == expected
        assert shown(view, Column.SKILL)[-1] == "Contrast audit"  # nothing is known of it
    assert not health.attention.isChecked()
    health.attention.click()
    assert shown(view, Column.SKILL)[0] == "Flaky hunt" and health.attention.isChecked()


def test_the_first_uses_are_told_beside_the_last_where_they_are_others(view: LifecycleView) -> None:
    (smoke,) = [one for one in view.health.model.all if one.skill.title == "Smoke tests"]
    whole = ["33 %: 6 of 18 went well.", "18 of 18 invocations have an outcome."]
    assert told(replace(smoke, first=First(18, 6, 18))).splitlines() == whole
    assert told(replace(smoke, first=First(20, 14, 20))).splitlines() == [
        *whole, "First 20 uses: 14 of 20 went well.",
    ]  # fmt: skip


def test_what_is_protected_by_space_is_spared_and_the_rest_swept_and_taken_back(
    qtbot: QtBot, view: LifecycleView, vault: Vault, skills: dict[str, int], context: AppContext,
    hands: Hands,
) -> None:  # fmt: skip
    flaky, health = skills["Flaky hunt"], view.health
    view.take_focus()
    hands.press("Space")
    assert protection.is_protected(vault, flaky)
    qtbot.waitUntil(lambda: shown(view, Column.STATUS)[0] == "Below 30 %, protected")
    place = health.table.visualRect(health.model.index(0, Column.PROTECT)).center()
    QTest.mouseClick(health.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not protection.is_protected(vault, flaky)
    qtbot.waitUntil(lambda: shown(view, Column.STATUS)[0] == "Below 30 %")
    settle(qtbot, view)
    told: list[tuple[str, bool]] = []
    context.say.told.connect(lambda said, undoable: told.append((said, undoable)))
    health.preview.click()
    (dialog,) = view.window().findChildren(PreviewDialog)
    assert dialog.title.text() == "Next check: 1 skill would be deprecated, 1 warned about"
    dialog.now.click()
    qtbot.waitUntil(lambda: told == [("1 skill deprecated", True)])
    assert status(vault, flaky) is Status.DEPRECATED
    qtbot.waitUntil(lambda: shown(view, Column.STATUS)[0] == "Deprecated · hidden from agents")
    take_back(context)
    assert status(vault, flaky) is Status.ACTIVE
    (one,) = [row for row in health.model.rows if row.skill.id == skills["Safe deploy"]]
    health.acting.deprecate(one)
    assert status(vault, one.skill.id) is Status.DEPRECATED
    health.acting.restore(one)
    assert status(vault, one.skill.id) is Status.ACTIVE


def test_enter_leads_to_what_is_known_and_little_room_spares_columns(
    qtbot: QtBot, view: LifecycleView, context: AppContext, skills: dict[str, int], hands: Hands
) -> None:
    opened: list[int] = []
    context.go.knowledge_requested.connect(opened.append)
    view.take_focus()
    hands.press("Down", "Return")
    assert opened == [skills["Smoke tests"]]
    table = view.health.table
    assert not any(table.isColumnHidden(column) for column in Column)
    view.resize(920, 600)
    qtbot.waitUntil(lambda: table.isColumnHidden(Column.ROLE))
    assert not table.isColumnHidden(Column.STATUS)
    used = sum(table.columnWidth(c) for c in Column if not table.isColumnHidden(c))
    assert used <= table.viewport().width()
    table._theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    assert table.columnWidth(Column.SKILL) > table.columnWidth(Column.STATUS)
    table._theme.use(Settings(theme="dark", reduce_motion=True))


def test_the_week_is_told_until_it_is_put_away(
    qtbot: QtBot, view: LifecycleView, vault: Vault, skills: dict[str, int], context: AppContext,
    clock: Clock,
) -> None:  # fmt: skip
    card = view.digest
    qtbot.waitUntil(card.isVisible)
    found = digest.digest(vault)
    assert [(one.skill.title, one.much) for one in found.failed] == [
        ("Flaky hunt", 15), ("Smoke tests", 12), ("Safe deploy", 5),
    ]  # fmt: skip
    offered: list[Callable[[], None]] = []
    context.say.offered.connect(lambda _said, back: offered.append(back))
    card.cross.click()
    qtbot.waitUntil(lambda: bool(offered))
    assert card.isHidden() and not digest.is_due(vault)
    offered[0]()
    qtbot.waitUntil(card.isVisible)
    card.cross.click()
    clock.time += timedelta(days=8)
    assert digest.is_due(vault) and not digest.digest(vault).failed


def test_one_that_nobody_has_looked_at_yet_is_said_to_be_in_quarantine(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    saved = promoting.promote(vault, put(vault, "zip", 0.9), actor=TECHNE)
    model = view.health.model
    qtbot.waitUntil(lambda: model.row_of(saved.skill) >= 0)
    row = model.row_of(saved.skill)
    assert shown(view, Column.STATUS)[row] == "In quarantine · look and release"
    assert "Unproven" not in " ".join(shown(view, Column.STATUS)[:row]), "it needs attention"
    tip = model.index(row, Column.STATUS).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("Agents are not shown it. Open the skill, look at it and release it.")


def test_what_more_became_of_skills_is_named_when_it_is_asked_for(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    titles = ["bake", "chill", "ship", "drop", "ask"]
    for title in titles:
        promoting.promote(vault, put(vault, title, 0.9))
    assert [one.skill.title for one in digest.digest(vault).promoted] == titles[::-1]

    def named() -> list[str]:
        buttons = view.digest.findChildren(ElidedButton)
        return [one.text() for one in buttons if one.isVisible()]

    qtbot.waitUntil(lambda: "and 2 more" in named())
    assert [one for one in named() if one in titles] == ["ask", "drop", "ship"]
    (more,) = (one for one in view.digest.findChildren(ElidedButton) if one.text() == "and 2 more")
    more.click()
    qtbot.waitUntil(lambda: [one for one in named() if one in titles] == titles[::-1])
    assert "and 2 more" not in named()
    focus = view.focusWidget()
    assert isinstance(focus, ElidedButton) and focus.text() == "chill"


def test_open_candidates_are_counted_also_after_trouble(
    qtbot: QtBot, context: AppContext, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    news = LifecycleNews(context, context.jobs)
    news.counted.connect(counted.append)
    with monkeypatch.context() as patched, qtbot.waitSignal(context.jobs.failed):
        patched.setattr(deprecation, "untold", None)
        news.look()
    put(vault, "tag-and-push", 0.9)
    qtbot.waitUntil(lambda: counted == [1])


def test_large_text_leaves_every_head_whole_and_most_of_every_name(
    view: LifecycleView, qtbot: QtBot
) -> None:
    """In a window of 1024 × 680."""
    view._context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    view.resize(944, 640)
    for _turn in range(3):
        QApplication.processEvents()
    health, table = view.health, view.health.table
    for part in (health.attention, health.role, health._next, view.candidates._about):
        assert part.width() >= part.sizeHint().width(), part
    header, font = table.horizontalHeader(), table.fontMetrics()
    for column in (Column.SUCCESS, Column.STATUS, Column.PROTECT):
        assert table.columnWidth(column) >= header.sectionSizeHint(column)
    assert table.columnWidth(Column.SKILL) > font.averageCharWidth() * 19
    assert sum(table.columnWidth(column) for column in Column) <= table.viewport().width()


def test_the_outcomes_to_go_are_whole_beside_a_scroll_bar(
    view: LifecycleView, vault: Vault, qtbot: QtBot
) -> None:
    """In a window of 1280 × 800."""
    for number in range(30):
        library.save(vault, None, f"# Tidy {number}\n\n1. Go.\n")
    view.resize(1185, 740)
    qtbot.waitUntil(lambda: len(view.health.model.rows) == 34)
    table = view.health.table
    qtbot.waitUntil(table.verticalScrollBar().isVisible)
    delegate = table.itemDelegate()
    assert isinstance(delegate, HealthDelegate)
    shown_as = sign(view.health.model.rows[-1], view.health.model.settings)
    words = delegate._width(shown_as.words, 12) + delegate._width(shown_as.more)
    around = 2 * delegate.PADDING + MARK + 4 * 7 + 1
    assert table.columnWidth(Column.STATUS) >= words + around


def test_with_large_text_the_page_scrolls_and_a_short_table_does_not(
    view: LifecycleView, vault: Vault, qtbot: QtBot
) -> None:
    """In a window of 1024 × 680."""
    library.save(vault, None, "# Tidy up\n\n1. Go.\n")
    qtbot.waitUntil(lambda: len(view.health.model.rows) == 5)
    view._context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    view.resize(944, 640)
    table = view.health.table
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() == 0)
    assert table.viewport().height() >= 5 * table.rowHeight(0)
    none = view.candidates.none
    assert none.isVisible()
    qtbot.waitUntil(lambda: none._why.width() > view.width() // 2)
    assert none.begin.width() >= none.begin.sizeHint().width()
