"""What is shown of a comparison, whatever the texts are."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.core.library.compare import compare
from app.core.library.comparison import Item, Kind, Section
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.cell import _in_units
from app.ui.widgets.diff.item_text import Said, said
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.rows import lines
from app.ui.widgets.diff.view import DiffView
from app.ui.widgets.prose.text_style import TextStyle
from tests.core.test_compare import NEW, OLD, TEXTS

STEPS = """1. Fetch the boxes. @skill: fetch-boxes(aisle=$aisle, depth=fast) -> $boxes
2. Call @skill: smoke-tests and watch.
3. @skill: clean-up
4. Stop when it is too hot.
   @branch: if $hot is true -> 1 else 2
   @loop: 2 max=3
5. Use $aisle again.
"""


def items(text: str, kind: Kind = Kind.STEP) -> list[Item]:
    rows = compare(text, text).rows
    return [row.right for row in rows if row.right is not None and row.kind is kind]


def shown(item: Item, other: Item | None = None) -> Said:
    return said(item, other, None)


def words(one: Said) -> str:
    return "".join(run.text for run in one.runs)


def test_tags_become_pills() -> None:
    first, second, third, fourth, fifth = map(shown, items(STEPS))
    assert words(first) == "Fetch the boxes."
    assert [pill.text for pill in first.pills] == [
        "fetch-boxes (aisle = $aisle, depth = fast) → $boxes"
    ]
    assert words(second).replace("\u00a0", "") == "Call smoke-tests and watch."
    assert second.pills == ()
    assert (words(third), [pill.text for pill in third.pills]) == ("", ["clean-up"])
    assert words(fourth) == "Stop when it is too hot."
    assert [pill.text for pill in fourth.pills] == [
        "if $hot is true → step 1",
        "else → step 2",
        "back to step 2, max 3",
    ]
    assert [run.text for run in fifth.runs if run.style is TextStyle.READ] == ["$aisle"]


def test_only_what_the_other_pill_does_not_say_is_marked() -> None:
    old = items("1. Go.\n2. Look.\n   @loop: 1\n")[1]
    new = items("1. Go.\n2. Look.\n   @loop: 1 max=3\n")[1]
    one = shown(new, old)
    assert [one.pills[0].text[slice(*change)] for change in one.pill_changes[0]] == [", max 3"]


def test_a_placed_memory_names_its_source_apart() -> None:
    text = "# Tea\n\n1. Boil\n\nThe kettle is slow. _(from Diary)_\n"
    runs = shown(items(text, Kind.MEMORY)[0]).runs
    assert [run.text for run in runs] == ["The kettle is slow.", "\n(from Diary)"]
    assert runs[1].style is TextStyle.SOURCE


def test_unchanged_steps_are_folded_but_for_a_neighbour() -> None:
    steps = [f"{n}. Step number {n} of the work.\n" for n in range(1, 10)]
    old, new = "".join(steps), "".join(steps).replace("number 6", "number six")
    shown = lines(compare(old, new), frozenset())
    assert [line.text or "row" for line in shown if line.what != "section"] == [
        "Steps 1 to 4 unchanged",
        "row",
        "row",
        "row",
        "Steps 8 and 9 unchanged",
    ]
    opened = lines(compare(old, new), frozenset({(Section.STEPS, 0)}))
    assert [line.what for line in opened].count("row") == 7


def test_without_folds_everything_is_there() -> None:
    comparison = compare(OLD, NEW)
    shown = lines(comparison, frozenset(), fold=False)
    assert sum(line.what == "row" for line in shown) == len(comparison.rows)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> DiffView:
    made = DiffView(theme)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    return made


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(TEXTS, TEXTS, st.sampled_from(Arrangement))
def test_any_two_texts_can_be_shown(
    view: DiffView, old: str, new: str, arrangement: Arrangement
) -> None:
    comparison = compare(old, new)
    view.show_comparison(comparison, arrangement, lambda name: len(name) > 3)
    for _change in range(view.change_count):
        view.next_change()
    assert not view.grab().isNull()
    assert all(placed.height > 0 for placed in view._placed)


def test_emoji_do_not_shift_what_is_marked(view: DiffView) -> None:
    view.show_comparison(compare("1. 🌱🌱 water it\n", "1. 🌱🌱 water them\n"))
    placed = next(p for p in view._placed if p.columns)
    cell = placed.columns[1].cell
    assert cell is not None
    assert cell._paragraph.text[slice(*cell._said.changes[0])] == "them"
    assert _in_units(cell._paragraph.text, cell._said.changes)[0][0] == len("🌱🌱 water ") + 2


def test_the_change_map_jumps(view: DiffView) -> None:
    many = "".join(f"{n}. Do thing number {n} with care.\n" for n in range(1, 60))
    view.show_comparison(compare(many, many.replace("care", "much care")))
    view._map.jump_requested.emit(1.0)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_the_lines_of_a_long_text_follow_one_after_the_other(view: DiffView, qtbot: QtBot) -> None:
    steps = [f"{n}. Step number {n} of the work.\n" for n in range(1, 300)]
    old, new = "".join(steps), "".join(steps).replace("number 290", "number many")
    counts: list[int] = []
    view.change_shown.connect(lambda _number, count: counts.append(count))
    view.show_comparison(compare(old, new), Arrangement.SINGLE)
    assert len(view._placed) < 200 and counts == [0]
    qtbot.waitUntil(lambda: len(view._placed) >= 299)
    assert counts == [0, 1]
    view.verticalScrollBar().setValue(5000)
    view.resize(view.width() - 40, view.height())
    assert view.verticalScrollBar().value() == 5000
    view.show_comparison(compare(old, new), Arrangement.SINGLE)
    view.next_change()
    assert "number many" in view._placed[view._current].words


def test_lines_are_laid_out_when_they_are_seen_and_for_another_width(
    theme: Theme, qtbot: QtBot
) -> None:
    view = DiffView(theme)
    qtbot.addWidget(view)
    view.resize(700, 900)
    view.show_comparison(compare(OLD, NEW))
    assert view._placed == []
    view.show()
    first = view._placed
    assert first
    view.resize(700, 800)
    assert view._placed is first
    view.resize(600, 800)
    assert view._placed is not first
    assert view._placed[1].columns[0].width == view.viewport().width() / 2
    view.hide()
    view.arrange(Arrangement.UNIFIED)
    view.show()
    assert view._placed[1].columns[0].width == view.viewport().width()
