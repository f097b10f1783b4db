"""Edits touch only their lines, and references follow their steps."""

import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.core.skills.editing.numbering import number_steps
from app.core.skills.editing.render import (
    compose,
    delete_step,
    indent_step,
    insert_step,
    merge_step,
    move_step,
    outdent_step,
    recipe_text,
    split_step,
    take_step_out,
    with_goal,
    with_step,
)
from app.core.skills.editing.titling import with_title
from app.core.skills.model import GoalKind, Recipe, RecipeStep, Skill
from app.core.skills.reading.grammar import parse

TEXT = """---
name: deploy
---
# Deploy

Trigger: ship it
Success: it is out,
  and stays

Steps follow.

1. Agree.
2. Check the target.
   inner, see step 3
3. Stop. @branch: if $bad -> 5 else 2

   More of it.

Pods were slow. _(from notes)_

4. If it fails, go back to step 2 at most three times.
5. Report on steps 2-4.

After: at the end
- remember: what happened
"""

line = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), min_size=1
)
plain = st.text("abc dé,:;-*#$[]`1.)>", min_size=1, max_size=20).map(str.strip).filter(bool)
block = st.lists(plain, min_size=1, max_size=4).map("\n".join)
ends = st.sampled_from(["\n", "\r\n"])

BEGINS_ITEM = re.compile(r"[\r\n][ \t]{0,3}(?:[-*+•]|[0-9]+[.)])(?:\s|\Z)")
"""A line that would be a sub-step."""


@st.composite
def skills(draw: st.DrawFn) -> str:
    """A skill whose steps have texts of their own and refer to each other in several ways."""
    count = draw(st.integers(1, 6))
    lines = ["# Title", "", "Trigger: it starts", ""]
    gap = draw(st.booleans())
    first = draw(st.sampled_from([1, 1, 1, 4, 9]))
    for n in range(first, first + count):
        target = draw(st.integers(first, first + count - 1))
        wording = draw(
            st.sampled_from(
                ["", "@loop: {} max=2", "@branch: if bad -> {}", "If bad, go back to step {}.",
                 "As in step {}."]
            )
        )  # fmt: skip
        lines.append(f"{n}. Task {chr(96 + n)} is done. {wording.format(target)}".rstrip())
        if draw(st.booleans()):
            lines.append(" " * len(f"{n}. ") + f"Detail {n}.")
        if draw(st.booleans()):
            lines += ["", f"Fact {chr(96 + n)}.", "_(from notes)_"]
            gap = True
        if draw(st.booleans()):
            lines += ["", f"Remark {chr(96 + n)}.", "It goes on."]
            gap = True
        if gap or draw(st.booleans()):
            lines.append("")
    return draw(ends).join(lines) + draw(st.sampled_from(["", "\n"]))


def tasks(skill: Skill) -> list[str]:
    """What each step is, without the numbers it mentions."""
    return [re.match(r"\w+ \w+", step.text)[0] for step in skill.steps]  # type: ignore[index]


def meant(text: str) -> list[tuple[str, str]]:
    """Which task each reference of each task leads to."""
    skill = parse(text)
    named = tasks(skill)
    found = [
        (named[step.position - 1], named[jump.target - 1])
        for step in skill.steps
        for jump in step.jumps
        if jump.target is not None
    ]
    for step in skill.steps:
        for number in re.findall(r"As in step (\d+)", step.text):
            by_number = [s.position for s in skill.steps if s.number == int(number)]
            position = by_number[0] if by_number else int(number)
            if position <= len(named):
                found.append((named[step.position - 1], named[position - 1]))
    return sorted(found)


@given(skills(), st.data())
def test_moving_there_and_back_changes_nothing(text: str, data: st.DataObject) -> None:
    count = len(parse(text).steps)
    left = data.draw(st.integers(1, count))
    right = data.draw(st.integers(1, count))
    moved = move_step(text, left, right)
    assert move_step(moved, right, left) == text
    order = tasks(parse(text))
    order.insert(right - 1, order.pop(left - 1))
    assert tasks(parse(moved)) == order
    assert [s.number for s in parse(moved).steps] == [s.number for s in parse(text).steps]
    assert meant(moved) == meant(text)


@given(skills(), st.data())
def test_memories_move_with_their_step(text: str, data: st.DataObject) -> None:
    def supported(text: str) -> dict[str, str]:
        skill = parse(text)
        return {m.text: tasks(skill)[m.after - 1] for m in skill.memories}

    count = len(parse(text).steps)
    moved = move_step(text, data.draw(st.integers(1, count)), data.draw(st.integers(1, count)))
    assert supported(moved) == supported(text)


@given(skills(), st.data())
def test_notes_move_with_their_step(text: str, data: st.DataObject) -> None:
    count = len(parse(text).steps)
    change = data.draw(st.sampled_from([move_step, _indented, _out_again, _inserted_above]))
    moved = change(text, data.draw(st.integers(1, count)), data.draw(st.integers(1, count)))
    assert followed(moved) == followed(text)


def followed(text: str) -> dict[str, str]:
    """Which task each note stands behind."""
    skill = parse(text)
    named = dict(zip((step.start for step in skill.steps), tasks(skill), strict=True))
    return {
        note.text: named[max(start for start in named if start < note.start)]
        for note in skill.notes
    }


def _indented(text: str, position: int, _to: int) -> str:
    return indent_step(text, position)


def _out_again(text: str, position: int, other: int) -> str:
    return outdent_step(indent_step(indent_step(text, position), other), position)


def _inserted_above(text: str, position: int, _to: int) -> str:
    return delete_step(insert_step(text, position, "New thing"), position + 1)


def test_a_note_behind_a_step_that_is_indented_stays_behind_it() -> None:
    text = "1. A\n2. B\n\nWear gloves.\n\n3. C\n4. D\n"
    assert move_step(text, 2, 4) == "1. A\n2. C\n\n3. D\n4. B\n\nWear gloves.\n"
    assert indent_step(text, 2) == "1. A\n   1. B\n\nWear gloves.\n2. C\n3. D\n"


def test_sections_behind_the_steps_stay_where_they_are() -> None:
    text = "1. A\n2. B\n\n## References\n\nThe handbook.\n"
    assert move_step(text, 2, 1) == "1. B\n2. A\n\n## References\n\nThe handbook.\n"


@given(skills(), st.data())
def test_inserting(text: str, data: st.DataObject) -> None:
    before = parse(text)
    after = data.draw(st.integers(0, len(before.steps)))
    edited = insert_step(text, after, "New thing\nwith a second line")
    skill = parse(edited)
    assert skill.steps[after].text == "New thing\nwith a second line"
    assert tasks(skill)[:after] + tasks(skill)[after + 1 :] == tasks(before)
    numbers = [s.number for s in skill.steps]
    assert numbers == list(range(numbers[0] or 0, (numbers[0] or 0) + len(numbers)))
    assert meant(edited) == meant(text)
    assert ("\r\n" in text) == ("\r\n" in edited)
    assert len(skill.memories) == len(before.memories)


@given(skills(), st.data())
def test_deleting(text: str, data: st.DataObject) -> None:
    before = parse(text)
    assume(len(before.steps) > 1 or not before.notes)  # a text without numbers is prose
    position = data.draw(st.integers(1, len(before.steps)))
    gone = tasks(before)[position - 1]
    skill = parse(delete_step(text, position))
    assert tasks(skill) == [task for task in tasks(before) if task != gone]
    kept = [pair for pair in meant(text) if gone not in pair]
    assert not [pair for pair in kept if pair not in meant(skill.text)]
    assert followed(skill.text) == {
        note: task for note, task in followed(text).items() if task != gone
    }
    assert [m.text for m in skill.memories] == [
        m.text for m in before.memories if m.after != position
    ]


@given(skills(), st.data())
def test_what_becomes_something_else_leaves_its_notes(text: str, data: st.DataObject) -> None:
    before = parse(text)
    assume(len(before.steps) > 1 or not before.notes)
    skill = parse(take_step_out(text, data.draw(st.integers(1, len(before.steps)))))
    assert len(skill.steps) == len(before.steps) - 1
    assert len(skill.memories) == len(before.memories)


@pytest.mark.parametrize(
    ("position", "left"),
    [
        (1, "# T\n\nWhy.\n\n1. B\n\nOf B.\n\n2. C\n\nOf C.\n"),
        (2, "# T\n\nWhy.\n\n1. A\n\nOf A.\n\n2. C\n\nOf C.\n"),
        (3, "# T\n\nWhy.\n\n1. A\n\nOf A.\n\n2. B\n\nOf B.\n\n"),
    ],
)
def test_the_notes_of_a_deleted_step_go_with_it(position: int, left: str) -> None:
    text = "# T\n\nWhy.\n\n1. A\n\nOf A.\n\n2. B\n\nOf B.\n\n3. C\n\nOf C.\n"
    assert delete_step(text, position) == left


def test_the_notes_of_sub_steps_go_with_the_step_and_sections_stay() -> None:
    text = "1. A\n   - a\n\n   - b\n\nOf b.\n\n2. B\n\n## References\n\nThe handbook.\n"
    assert delete_step(text, 1) == "1. B\n\n## References\n\nThe handbook.\n"
    assert "The handbook." in delete_step(text, 4)


@given(skills(), st.data())
def test_splitting_and_merging(text: str, data: st.DataObject) -> None:
    before = parse(text)
    position = data.draw(st.integers(1, len(before.steps)))
    body = before.steps[position - 1].text
    at = body.index(" is ")
    cut = parse(split_step(text, position, at))
    assert cut.steps[position - 1].text == body[:at]
    assert cut.steps[position].text.startswith("is done.")
    assert len(cut.steps) == len(before.steps) + 1
    joined = parse(merge_step(cut.text, position))
    assert len(joined.steps) == len(before.steps)
    assert tasks(joined) == tasks(before)


@given(skills(), block, st.data())
def test_writing_a_step(text: str, body: str, data: st.DataObject) -> None:
    before = parse(text)
    step = before.steps[data.draw(st.integers(1, len(before.steps))) - 1]
    assume("`" not in body and not BEGINS_ITEM.search(body))
    edited = with_step(text, step.position, body)
    assert parse(edited).steps[step.position - 1].text == body
    assert [s.text for s in parse(edited).steps if s.position != step.position] == [
        s.text for s in before.steps if s.position != step.position
    ]
    assert edited.startswith(text[: step.body_start].rstrip())
    assert edited.endswith(text[step.body_end :])


@given(skills(), st.data())
def test_writing_what_is_there_changes_nothing(text: str, data: st.DataObject) -> None:
    step = parse(text).steps[data.draw(st.integers(1, len(parse(text).steps))) - 1]
    assert with_step(text, step.position, step.text) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@given(kind=st.sampled_from(GoalKind), value=block)
def test_writing_a_goal(end: str, kind: GoalKind, value: str) -> None:
    text = TEXT.replace("\n", end)
    before = parse(text)
    edited = with_goal(text, kind, value)
    skill = parse(edited)
    goal = skill.goal(kind)
    assert goal is not None
    assert goal.value == value
    assert [s.text for s in skill.steps] == [s.text for s in before.steps]
    others = [(g.kind, g.value) for g in before.goals if g.kind is not kind]
    assert [(g.kind, g.value) for g in skill.goals if g.kind is not kind] == others
    assert not re.search(r"\n" if end == "\r" else r"(?<!\r)\n" if end == "\r\n" else r"\r", edited)
    gone = with_goal(edited, kind, "")
    assert parse(gone).goal(kind) is None
    assert [(g.kind, g.value) for g in parse(gone).goals] == others


@pytest.mark.parametrize(
    ("text", "kind", "value", "after"),
    [
        ("# T\n\n1. A\n", GoalKind.TRIGGER, "x", "# T\n\nTrigger: x\n\n1. A\n"),
        ("# T", GoalKind.TRIGGER, "x", "# T\n\nTrigger: x\n"),
        ("", GoalKind.TRIGGER, "x", "Trigger: x\n"),
        ("1. A\n", GoalKind.TRIGGER, "x", "Trigger: x\n\n1. A\n"),
        ("Trigger: a; Success: b\n", GoalKind.TRIGGER, "c; Success: d",
         "Trigger:\n    c; Success: d\nSuccess: b\n"),
        ("Trigger: a; Success: b\n", GoalKind.SUCCESS, "", "Trigger: a\n"),
        ("Trigger: a; Success: b\n", GoalKind.TRIGGER, "", "Success: b\n"),
        ("- ⚡ **Trigger:** a\n\n1. A", GoalKind.SUCCESS, "b",
         "- ⚡ **Trigger:** a\n- **Success:** b\n\n1. A"),
        ("- ⚡ **Trigger:** a\n", GoalKind.TRIGGER, "b", "- ⚡ **Trigger:** b\n"),
        ("Trigger: a\n\nSuccess: b\n\n1. A", GoalKind.PRODUCES, "$c",
         "Trigger: a\n\nSuccess: b\n\nProduces: $c\n\n1. A"),
        ("Success:\n- a\n- b\n\n1. A", GoalKind.SUCCESS, "c", "Success: c\n\n1. A"),
    ],
)  # fmt: skip
def test_where_a_goal_is_written(text: str, kind: GoalKind, value: str, after: str) -> None:
    assert with_goal(text, kind, value) == after


@given(st.lists(plain, min_size=1, max_size=4).map(" ".join).map(lambda s: " ".join(s.split())))
def test_writing_a_title(title: str) -> None:
    edited = with_title(TEXT, title)
    assert parse(edited).title == title
    assert parse(edited).goals and len(parse(edited).steps) == 5
    assert edited.split("\n")[4:] == TEXT.split("\n")[4:]
    assert parse(with_title("1. A\n", title)).title == title
    assert parse(with_title("Old\n\n1. A\n", title)).title == title


def test_an_empty_title_takes_it_out() -> None:
    assert with_title("# T\n\n1. A", "") == "\n1. A"
    assert with_title("1. A", " ") == "1. A"


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda t: insert_step(t, 1, "New"), "3. Check the target."),
        (lambda t: insert_step(t, 1, "New"), "   inner, see step 4"),
        (lambda t: insert_step(t, 1, "New"), "4. Stop. @branch: if $bad -> 6 else 3"),
        (lambda t: insert_step(t, 1, "New"), "6. Report on steps 3-5."),
        (lambda t: delete_step(t, 1), "4. Report on steps 1-3."),
        (lambda t: delete_step(t, 1), "3. If it fails, go back to step 1 at most three times."),
        (
            lambda t: delete_step(t, 5),
            "3. Stop. @branch: if $bad -> [deleted: Report on steps 2-4] else 2",
        ),
        (lambda t: move_step(t, 2, 4), "3. If it fails, go back to step 4 at most three times."),
        (lambda t: move_step(t, 2, 4), "   inner, see step 2"),
        (
            lambda t: merge_step(t, 4),
            "4. If it fails, go back to step 2 at most three times. Report on steps 2-4.",
        ),
    ],
)
def test_mentions_follow(edit: Callable[[str], str], line: str) -> None:
    assert line in edit(TEXT).split("\n")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("1. A\n2. B\n3. Go back to the previous step.\n",
         "1. A\n2. B\n3. New\n4. Go back to step 2.\n"),
        ("1. A\n2. B\n3. Vuelve al paso dos.\n", "1. A\n2. B\n3. New\n4. Vuelve al paso dos.\n"),
        ("1. Go to step three if late.\n2. B\n3. C\n",
         "1. Go to step 4 if late.\n2. B\n3. New\n4. C\n"),
        ("1. A\n2. B\n3. Start over from the beginning.\n",
         "1. A\n2. B\n3. New\n4. Start over from the beginning.\n"),
        ("1. A\n2. B\n3. Întoarce-te la pasul anterior.\n",
         "1. A\n2. B\n3. New\n4. Întoarce-te la pasul 2.\n"),
    ],
)  # fmt: skip
def test_worded_references_follow(text: str, after: str) -> None:
    assert insert_step(text, 2, "New") == after


def test_a_new_first_step_of_an_empty_skill() -> None:
    assert insert_step("", 0, "A") == "1. A\n"
    assert insert_step("# T\n", 0, "A") == "# T\n\n1. A\n"
    assert insert_step("# T\n\n## Recipes\n\nr: x\n- recall: y\n", 0, "A") == (
        "# T\n\n1. A\n\n## Recipes\n\nr: x\n- recall: y\n"
    )


def test_lists_that_are_numbered_alike_stay_so() -> None:
    assert insert_step("1. A\n1. B\n", 1, "N") == "1. A\n1. N\n1. B\n"
    assert delete_step("1. A\n1. B\n", 1) == "1. B\n"


def test_a_longer_number_indents_what_continues_the_step() -> None:
    text = "8. A\n9. B\n   1. inner\n   2. inner\n"
    assert insert_step(text, 1, "N") == "8. A\n9. N\n10. B\n    1. inner\n    2. inner\n"


def test_prose() -> None:
    text = "First do this, please.\n\nThen that.\n\n- a\n- b\n"
    assert [s.text for s in parse(move_step(text, 4, 1)).steps] == [
        "b", "First do this, please.", "Then that.", "a",
    ]  # fmt: skip
    assert insert_step(text, 1, "New.") == (
        "First do this, please.\n\nNew.\n\nThen that.\n\n- a\n- b\n"
    )
    assert parse(insert_step(text, 1, "New\n\nparagraph")).steps[1].text == "New\n\nparagraph"
    assert parse(with_step(text, 2, "1. like a number")).steps[1].text == "1. like a number"
    assert number_steps("# T\n\nDo a\nand b.\n\n- c\n  d\n- e, see step 2\n") == (
        "# T\n\n1. Do a\n   and b.\n\n2. c\n   d\n3. e, see step 2\n"
    )


def test_numbering_is_done_once() -> None:
    text = "1. A\n3. B, see step 3\n3. C\n"
    once = number_steps(text)
    assert once == "1. A\n2. B, see step 2\n3. C\n"
    assert number_steps(once) == once


@pytest.mark.parametrize(
    "edit",
    [
        lambda: with_step("1. A", 2, "x"), lambda: insert_step("1. A", 2, "x"),
        lambda: delete_step("1. A", 0), lambda: move_step("1. A", 1, 2),
        lambda: merge_step("1. A", 1), lambda: split_step("1. A", 2, 0),
    ],
)  # fmt: skip
def test_steps_that_do_not_exist(edit: Callable[[], str]) -> None:
    with pytest.raises(IndexError):
        edit()


name = st.text('abcDé :#-1.\\()"', min_size=1, max_size=15).map(str.strip).filter(bool)
queries = st.text("abc é\"'()<3[],:.", max_size=15).map(str.strip) | st.sampled_from(
    ["", '"quoted"', "q (if < 3 results)", "q only_engrams: [a]", '"', "two\nlines"]
)
recalls = st.builds(
    RecipeStep,
    st.sampled_from(["recall", "remember", "dig_deeper", "frobnicate", "mcp__x__y", "listFiles"]),
    queries,
    st.lists(st.text("ab ,]\"'\\", min_size=1, max_size=6), max_size=3).map(tuple),
    st.none() | st.integers(0, 99),
)
recipes = st.builds(
    Recipe,
    name.filter(lambda said: not re.match(r"\w+[.)]", said)),  # it would number a step
    st.text("abc é:.,", min_size=1, max_size=15).map(str.strip).filter(bool),
    st.lists(recalls, min_size=1, max_size=3).map(tuple),
    st.just(0),
    st.just(0),
)


def _same(recipe: Recipe) -> tuple[object, ...]:
    return recipe.name, recipe.trigger, recipe.steps


@given(recipes)
def test_a_recipe_is_read_back(recipe: Recipe) -> None:
    skill = parse(f"# T\n\n1. A\n\n## Recipes\n\n{recipe_text(recipe)}\n")
    assert list(map(_same, skill.recipes)) == [_same(recipe)]


@given(
    st.lists(plain, min_size=1, max_size=4).map(" ".join),
    st.dictionaries(st.sampled_from(GoalKind), block),
    block.filter(lambda body: "`" not in body),
    st.lists(recipes, max_size=3),
)
def test_composed_parts_are_read_back(
    title: str, goals: dict[GoalKind, str], body: str, recipes: list[Recipe]
) -> None:
    text = compose(title, goals, f"1. First.\n\n{body}", recipes)
    skill = parse(text)
    assert skill.title == " ".join(title.split())
    for kind, value in goals.items():
        goal = skill.goal(kind)
        assert goal is not None
        assert goal.value == value
    assert body in text
    assert list(map(_same, skill.recipes)) == list(map(_same, recipes))


def test_a_body_with_goals_of_its_own_stays_as_it_is() -> None:
    body = "Own title\n\nSuccess: inner\n\n1. A\n2. B"
    text = compose("T", {GoalKind.SUCCESS: "outer"}, body, [])
    assert body in text
    goal = parse(text).goal(GoalKind.SUCCESS)
    assert goal is not None
    assert goal.value == "outer"
