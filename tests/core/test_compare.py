"""Comparing two texts of a skill."""

from hypothesis import given
from hypothesis import strategies as st

from app.core.library import summary
from app.core.library.align import differences, pair
from app.core.library.compare import compare
from app.core.library.comparison import Change, Comparison, Item, Kind, Section
from app.core.skills.reading.grammar import parse

OLD = """# Restock the shelf

Success: every slot is full.
Out of scope: the cold store.

1. Count what is missing.
2. Fetch the boxes @skill: fetch-boxes(aisle=$aisle) -> $boxes
3. If the aisle is blocked, go to step 5.
4. Unpack all boxes on the floor.
5. Write the label.
6. Check the shelf again, then go back to step 1.
"""
NEW = """# Restock the shelf

Success: every slot is full before nine.
Trigger: a slot is empty.

1. Count what is missing.
2. Fetch the boxes @skill: fetch-boxes(aisle=$aisle) -> $boxes
3. If the aisle is blocked, go to step 4.
4. Write the label.
5. Check the shelf again with a colleague, then go back to step 1.
6. Fold the empty boxes flat.
"""


def _steps(comparison: Comparison) -> list[tuple[Change, str | None, str | None]]:
    return [
        (row.change, row.left.number if row.left else None, row.right.number if row.right else None)
        for row in comparison.rows
        if row.kind is Kind.STEP
    ]


def _words(item: Item | None) -> list[str]:
    assert item is not None
    return [item.text[start:end] for start, end in item.changes]


def test_a_step_keeps_its_identity_when_its_number_changes() -> None:
    assert _steps(compare(OLD, NEW)) == [
        (Change.SAME, "1", "1"),
        (Change.SAME, "2", "2"),
        (Change.SAME, "3", "3"),
        (Change.REMOVED, "4", None),
        (Change.SAME, "5", "4"),
        (Change.CHANGED, "6", "5"),
        (Change.ADDED, None, "6"),
    ]


def test_a_reference_to_another_step_is_a_change() -> None:
    old = "1. Look.\n2. Ask.\n3. If unsure, go to step 1.\n"
    rows = compare(old, old.replace("step 1", "step 2")).changed
    assert [row.kind for row in rows] == [Kind.STEP, Kind.BRANCH] or [row.kind for row in rows] == [
        Kind.STEP,
        Kind.LOOP,
    ]
    assert _words(rows[0].right) == ["2"]


def test_words_that_differ_are_marked() -> None:
    comparison = compare(OLD, NEW)
    success = comparison.section(Section.GOALS)[0]
    assert _words(success.left) == []
    assert _words(success.right) == ["before nine"]
    reworded = next(row for row in comparison.section(Section.STEPS) if row.reworded)
    assert _words(reworded.right) == ["with a colleague"]


def test_goals_are_matched_by_their_kind() -> None:
    goals = compare(OLD, NEW).section(Section.GOALS)
    assert [(row.change, (row.right or row.left).goal.value) for row in goals] == [  # type: ignore[union-attr]
        (Change.CHANGED, "Success"),
        (Change.REMOVED, "Out of scope"),
        (Change.ADDED, "Trigger"),
    ]


def test_a_moved_step_is_found_again() -> None:
    old = "1. Wash the pot.\n2. Dry the pot with a towel.\n3. Heat the oven.\n4. Set the table.\n"
    new = "1. Heat the oven.\n2. Wash the pot.\n3. Dry the pot with a towel.\n4. Set the table.\n"
    assert _steps(compare(old, new)) == [
        (Change.MOVED, "3", "1"),
        (Change.SAME, "1", "2"),
        (Change.SAME, "2", "3"),
        (Change.SAME, "4", "4"),
    ]


def test_a_step_may_be_moved_and_reworded() -> None:
    old = "1. Wash the pot.\n2. Heat the oven to two hundred degrees.\n3. Set the table.\n"
    new = "1. Heat the oven to two hundred ten degrees.\n2. Wash the pot.\n3. Set the table.\n"
    row = compare(old, new).section(Section.STEPS)[0]
    assert row.moved and row.reworded
    assert _words(row.right) == ["ten"]
    assert compare(old, new).steps.reworded == compare(old, new).steps.moved == 1


def test_links_say_what_changed_about_them() -> None:
    old = "1. Try it @skill: smoke-test\n2. Look again.\n   @loop: 1\n"
    new = "1. Try it @skill: smoke-tests -> $report\n2. Look again.\n   @loop: 1 max=3\n"
    rows = compare(old, new).section(Section.LINKS)
    assert [
        (row.change, row.left.text, row.right.text) for row in rows if row.left and row.right
    ] == [
        (Change.CHANGED, "calls smoke-test", "calls smoke-tests → $report"),
        (Change.CHANGED, "step 2 to step 1, no limit", "step 2 to step 1, max 3"),
    ]


def test_sentences() -> None:
    comparison = compare(OLD, NEW)
    assert summary.sentence(comparison) == "1 step reworded, 1 added, 1 removed · 3 goals"
    assert summary.gist(comparison) == "Step 5 reworded, step 6 added, step 4 removed"
    assert summary.sentence(compare(OLD, OLD)) == "The same text"
    assert summary.sentence(compare(OLD, OLD + "\n")) == "Only spacing differs"
    capped = compare(
        "1. A go.\n2. Again.\n   @loop: 1\n", "1. A go.\n2. Again.\n   @loop: 1 max=3\n"
    )
    assert summary.gist(capped) == "Step 2 reworded, loop capped at 3"


def test_everything_in_a_text_is_compared() -> None:
    old = "---\nname: a\n---\n<!-- kept -->\n# One\n\n## Part\n\n1. Do it.\n"
    new = "---\nname: b\n---\n<!-- lost -->\n# Two\n\n## Parts\n\n1. Do it.\n"
    kinds = {row.kind for row in compare(old, new).changed}
    assert {Kind.FRONTMATTER, Kind.COMMENT, Kind.TITLE, Kind.HEADING} <= kinds


def test_small_words_between_changes_do_not_split_them() -> None:
    left = ["take", "the", "red", "box", "to", "Ann"]
    right = ["bring", "the", "blue", "cup", "to", "Ann"]
    assert differences(left, right) == (((0, 4),), ((0, 4),))


WORDS = st.sampled_from(["wash", "dry", "the", "pot", "step 1", "@skill: a", "$x", "ă", "日本"])
LINES = st.builds(
    lambda prefix, words: prefix + " ".join(words),
    st.sampled_from(["1. ", "2. ", "3) ", "- ", "", "Success: ", "Trigger: ", "  ", "# ", "## "]),
    st.lists(WORDS, max_size=6),
)
TEXTS = st.lists(LINES, max_size=12).map("\n".join) | st.text(max_size=80)


@given(TEXTS)
def test_a_text_is_the_same_as_itself(text: str) -> None:
    comparison = compare(text, text)
    assert comparison.same_text
    assert comparison.changed == ()


def _written(text: str) -> int:
    return sum(bool(step.text.strip()) for step in parse(text).steps)


@given(TEXTS, TEXTS)
def test_every_step_with_words_appears_once(old: str, new: str) -> None:
    rows = [row for row in compare(old, new).rows if row.kind is Kind.STEP]
    lefts = sorted(row.left.text for row in rows if row.left)
    rights = [row.right.text for row in rows if row.right]
    assert len(lefts) == _written(old)
    assert len(rights) == _written(new)
    again = [
        row.right.text for row in compare(new, new).rows if row.right and row.kind is Kind.STEP
    ]
    assert rights == again


@given(TEXTS, TEXTS)
def test_looking_from_the_other_side_swaps_added_and_removed(old: str, new: str) -> None:
    there, back = compare(old, new), compare(new, old)
    for section in Section:
        added = [row.right for row in there.section(section) if row.change is Change.ADDED]
        removed = [row.left for row in back.section(section) if row.change is Change.REMOVED]
        assert added == removed


KEYS = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=4).map(tuple), max_size=8)


@given(KEYS, KEYS)
def test_pairs_cover_both_sides_and_can_be_turned(
    left: list[tuple[str, ...]], right: list[tuple[str, ...]]
) -> None:
    there, back = pair(left, right), pair(right, left)
    assert sorted(p.left for p in there if p.left is not None) == list(range(len(left)))
    assert [p.right for p in there if p.right is not None] == list(range(len(right)))
    assert {(p.left, p.right, p.moved) for p in there} == {(p.right, p.left, p.moved) for p in back}


def test_a_huge_step_is_compared_at_its_ends() -> None:
    left = ["word"] * 20_000
    assert differences(left, [*left[:9_000], "other", *left[:9_000]]) == (
        ((9_000, 11_000),),
        ((9_000, 9_001),),
    )


def test_a_memory_is_compared_by_what_it_says() -> None:
    plain = compare("1. a\n\nb c _(from d)_\n", "1. a\n\n> b c\n> _(from d)_\n")
    assert not [row for row in plain.changed if row.kind is Kind.MEMORY]
    (row,) = compare("1. a\n\n> b c\n> _(from d)_\n", "1. a\n\n> b d\n> _(from d)_\n").changed
    assert row.right is not None and row.right.text == "b d _(from d)_"


def test_frontmatter_is_called_as_a_person_edits_it() -> None:
    tea = "---\nname: tea\ndescription: Old words.\n---\n# Tea\n\n1. Boil.\n"
    said = {
        summary.gist(compare(tea, changed))
        for changed in (
            tea.replace("Old", "New"),
            tea.replace("---\n# T", "tags: [hot]\n---\n# T"),
            tea.replace("---\n# T", "owner: me\n---\n# T"),
        )
    }
    assert said == {"Description changed", "Tags changed", "Front matter changed"}


PHASES = """# Receive

## At the door

1. Look at the box.
   - its name
   - its batch

## In the pharmacy

1. Put it into the fridge:
   - the oldest in front. If one is broken, go back to step 2 of phase one.
2. Sign. @branch: if unsure -> 1
"""


def test_sub_steps_have_names_of_their_own() -> None:
    rows = compare(PHASES, PHASES.replace("its batch", "its batch and date")).changed
    assert [(row.left.number, row.right.number) for row in rows if row.left and row.right] == [
        ("1.2", "1.2")
    ]
    steps = [name for _change, name, _name in _steps(compare(PHASES, PHASES))]
    assert steps == ["1", "1.1", "1.2", "2", "2.1", "3"]


def test_a_step_that_is_still_to_be_written_is_nothing_yet() -> None:
    comparison = compare("# Tea\n\n1. ", "# Tea\n\n1. Boil.\n2. \n3. Pour. @loop: 2 max=2\n")
    assert _steps(comparison) == [(Change.ADDED, None, "1"), (Change.ADDED, None, "3")]
    assert summary.gist(compare("# Tea\n\n1. ", "# Tea\n\n1. Boil.\n")) == "Step 1 added"


def test_a_link_that_was_added_is_told_and_not_that_its_step_was_reworded() -> None:
    plain = "# T\n\n1. Look at it.\n2. Do it.\n3. Check it.\n4. End.\n"
    linked = (
        "# T\n\n1. Look at it. If it is red → 4, else → 2.\n2. Do it. @skill: rollback\n"
        "3. Check it. LOOP back to step 2, max 3\n4. End.\n"
    )
    added, removed = compare(plain, linked), compare(linked, plain)
    assert summary.gist(added) == "Branch added, calls rollback, loop capped at 3"
    assert summary.sentence(added) == "4 links"
    assert summary.gist(removed) == "Branch removed, no longer calls rollback, loop removed"
    changed = compare(plain, linked.replace("Do it.", "Do that."))
    assert summary.gist(changed).startswith("Step 2 reworded, branch added")
