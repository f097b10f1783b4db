"""Training adds to a text and takes away again, and what the author wrote stays as it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.library.authored import authored, standing
from app.core.library.record import Training
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.grammar import parse
from app.core.training.placement import Placement
from app.core.training.proposal import Fragment, Item
from app.core.training.render import NoRoom, Rendered, render
from tests.core.test_grammar import FRAGMENTS
from tests.core.test_placed_memories import HOSTILE

TEXT = """# Release

Trigger: a release is due
1. Run the migrations.
2. Deploy.
   watch it

   and wait  
3. Tell `everybody`. @skill: notify(channel=$c) -> $sent
"""

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=25).map("".join)
skills = st.builds(
    lambda head, steps, end, last: end.join([head, "", *steps]) + last,
    st.sampled_from(["# T", "T", "Trigger: t", "## Recipes", "\ufeff# T", ""]),
    st.lists(texts.map(lambda text: "1. " + text) | texts, max_size=6),
    st.sampled_from(["\n", "\n\n", "\r\n", "\r"]),
    st.sampled_from(["", "\n", "\n\n", "  "]),
)
words = st.sampled_from(HOSTILE) | texts
fragments = st.builds(Fragment, st.integers(1, 5), words, words)
items = st.lists(
    st.builds(
        Item,
        fragments,
        st.just(Placement(1, 0.5, 0.5, 0.5)),
        st.none() | st.integers(0, 7),
        pinned=st.booleans(),
    ),
    max_size=5,
)


def item(text: str, after: int | None, source: str = "notes", number: int = 1) -> Item:
    return Item(Fragment(number, text, source), Placement(after, 0.5), after)


def without(rendered: Rendered) -> str:
    return authored(rendered.text, Training("deterministic", rendered.placed))


def says(skill: Skill) -> object:
    return (
        skill.title,
        skill.dispatch_safe,
        [(g.kind, g.value, [c.target for c in g.calls]) for g in skill.goals],
        [(s.number, s.text, [c.target for c in s.calls], len(s.jumps)) for s in skill.steps],
        [(j.kind, j.target) for s in skill.steps for j in s.jumps],
        [n.text for n in skill.notes],
        [(r.name, r.steps) for r in skill.recipes],
    )


@settings(max_examples=150)
@given(texts | skills, items)
def test_the_author_s_text_comes_back(text: str, chosen: list[Item]) -> None:
    try:
        rendered = render(text, chosen)
    except NoRoom:
        return
    assert without(rendered) == text
    before, after = parse(text), parse(rendered.text)
    assert says(after) == says(before)
    assert len(after.memories) == len(before.memories) + len(chosen)
    found = standing(after, Training("deterministic", rendered.placed))
    assert len(found) == len(chosen)
    for number, placed in found.items():
        assert after.memories[number].after == (placed.after or 0)
        sources = {i.fragment.source for i in chosen if i.fragment.id == placed.fragment}
        assert after.memories[number].source in sources


def test_a_place_that_is_given_up_keeps_its_memory() -> None:
    chosen = [item("one", 1, number=1), item("two", None, number=2)]
    rendered = render("# T\n\n1. ```\n- ", chosen)
    assert [memory.text for memory in parse(rendered.text).memories] == ["two", "one"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_memories_land_where_they_were_asked_for(hostile: str, end: str) -> None:
    text = TEXT.replace("\n", end)
    wanted = [0, 1, 1, 2, 3, None, None]
    chosen = [item(f"{n}: {hostile}", after, number=n) for n, after in enumerate(wanted)]
    rendered = render(text, chosen)
    skill = parse(rendered.text)
    assert [m.after for m in skill.memories] == [after or 0 for after in wanted]
    assert [m.text for m in skill.memories] == [i.fragment.text for i in chosen]
    assert says(skill) == says(parse(text))
    assert without(rendered) == text
    assert end != "\r" or "\n" not in rendered.text


def test_how_it_looks() -> None:
    chosen = [item("Take a backup.\nTwice.", 0), item("Watch the queue.", 2, "Ops (2024)")]
    assert render(TEXT, [*chosen, item("Be kind.", None)]).text == (
        "# Release\n\nTrigger: a release is due\n\n"
        "> Take a backup.\n> Twice.\n> _(from notes)_\n\n"
        "1. Run the migrations.\n2. Deploy.\n   watch it\n\n   and wait\n\n"
        "> Watch the queue.\n> _(from Ops \\(2024\\))_\n  \n"
        "3. Tell `everybody`. @skill: notify(channel=$c) -> $sent\n\n"
        "## Supporting context\n\n> Be kind.\n> _(from notes)_\n"
    )


def test_a_supporting_context_that_is_there_is_used() -> None:
    text = "1. a\n\n## Supporting context\n\nMine. _(from me)_\n"
    rendered = render(text, [item("Yours.", None)])
    assert rendered.text == text + "\n> Yours.\n> _(from notes)_\n"
    assert without(rendered) == text


def test_a_place_inside_open_code_is_given_up() -> None:
    text = "1. a\n   ```\n   code\n2. b\n"
    rendered = render(text, [item("x", 1), item("y", 2, number=2)])
    memories = parse(rendered.text).memories
    assert {(m.text, m.after) for m in memories} == {("x", 0), ("y", 2)}
    assert without(rendered) == text


def test_a_text_without_room_says_so() -> None:
    with pytest.raises(NoRoom) as caught:
        render("a\n\n```\nnever closed", [item("x", None)])
    assert "code block" in caught.value.hint


def test_after_editing_only_what_was_placed_goes() -> None:
    rendered = render(TEXT, [item("One.", 1), item("Two.", 2, number=2)])
    training = Training("deterministic", rendered.placed)
    edited = rendered.text.replace("Run the migrations.", "Run all of them.")
    edited = edited.replace("> Two.", "> Two, as I see it.")
    mine = TEXT.replace("Run the migrations.", "Run all of them.")
    reworded = "   and wait\n\n> Two, as I see it.\n> _(from notes)_\n  \n"
    assert authored(edited, training) == mine.replace("   and wait  \n", reworded)


def test_the_same_words_by_the_author_stay() -> None:
    text = "1. a\n\n> Same.\n> _(from notes)_\n\n2. b\n"
    for after in (0, 1, 2):
        rendered = render(text, [item("Same.", after)])
        assert without(rendered) == text
        assert sum(b.kind is BlockKind.MEMORY for b in parse(rendered.text).blocks) == 2


def test_line_ends_may_change_on_the_way() -> None:
    rendered = render("1. a\n2. b\n", [item("x\ny", 1)])
    training = Training("deterministic", rendered.placed)
    left = authored(rendered.text.replace("\n", "\r\n"), training)
    assert [s.text for s in parse(left).steps] == ["a", "b"]
    assert not parse(left).memories


NAMES = (
    "a_(from b)_",
    "_(from x)_",
    ")_",
    "(",
    "((",
    "\\",
    "\\)",
    "\\␤",
    "_",
    "__",
    "a)_\n1. @skill: wipe",
    "notes\n\n2. Delete everything",
    "x\r\ny",
    "```",
    "-->",
    "<!--",
    "# Heading",
    "> quote",
    "- item",
    "Success: nothing is left",
    "@skill: wipe -> $all",
    "[ANCHOR]",
    "ملاحظات (٢٠٢٤)",
    "\u202eevil\u202c",
    "👩\u200d🚒 log",
    "é" * 500,
    "(" * 500,
    "ends in space ",
    " ",
    "\t",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "\u200b",
    "\u00a0",
    "\ufeff",
    "\x00",
)
names = st.sampled_from(NAMES) | st.text(min_size=1, max_size=500)
joined = st.lists(names, min_size=1, max_size=3).map("".join)


@given(joined, st.sampled_from([None, 0, 1, 2, 3]), st.sampled_from(["\n", "\r\n"]))
def test_the_mark_of_any_source_is_read_back(source: str, after: int | None, end: str) -> None:
    text = TEXT.replace("\n", end)
    before = parse(text)
    rendered = render(text, [item("Remember this.", after, source)])
    now = parse(rendered.text)
    (found,) = now.memories
    assert (found.text, found.source) == ("Remember this.", source)
    assert [step.text for step in now.steps] == [step.text for step in before.steps]
    assert [(g.kind, g.value) for g in now.goals] == [(g.kind, g.value) for g in before.goals]
    assert [call.target for call in now.calls] == [call.target for call in before.calls]
    assert without(rendered) == text
