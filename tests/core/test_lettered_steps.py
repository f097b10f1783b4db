"""Lists that count in letters and Roman numbers, however long they are."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.editing.render import insert_beside, insert_step, with_step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.lettering import as_letters, as_roman, letter_value, roman_value

COUNTED: dict[str, Callable[[int], str]] = {
    "letters": as_letters,
    "capitals": lambda n: as_letters(n).upper(),
    "Roman": as_roman,
    "Roman capitals": lambda n: as_roman(n).upper(),
    "numbers": str,
    "bullets": lambda _n: "-",
}
FORMS = [
    *((kind, form) for kind in list(COUNTED)[:4] for form in ("{}. ", "{}) ", "({}) ")),
    ("numbers", "{}. "), ("numbers", "{}) "), ("bullets", "{} "),
]  # fmt: skip


def _list(kind: str, form: str, count: int) -> str:
    """A step with so many sub-steps, and one behind it."""
    items = [f"   {form.format(COUNTED[kind](n))}item {n}\n" for n in range(1, count + 1)]
    return "1. Prepare\n" + "".join(items) + "2. End\n"


def _inside(text: str) -> list[str]:
    return [step.text for step in parse(text).steps if step.parent == 1]


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_thirty_sub_steps_are_read_and_written(kind: str, form: str) -> None:
    text = _list(kind, form, 2)
    for n in range(3, 31):
        text = with_step(insert_step(text, n, ""), n + 1, f"item {n}")
        assert text == _list(kind, form, n)
        assert _inside(text) == [f"item {k}" for k in range(1, n + 1)]


@given(st.sampled_from(FORMS), st.integers(2, 29), st.data())
def test_one_put_anywhere_is_one_more(
    form: tuple[str, str], count: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(1, count))
    said = [f"item {n}" for n in range(1, count + 1)]
    text = insert_beside(_list(*form, count), 1 + place, "new")
    assert _inside(text) == [*said[:place], "new", *said[place:]]


def test_letters_go_on_where_a_roman_list_stands_above() -> None:
    roman = "".join(f"   {as_roman(n)}. r{n}\n" for n in (1, 2, 3, 4))
    letters = "".join(f"   {as_letters(n)}. l{n}\n" for n in range(1, 25))
    steps = parse(f"1. One\n{roman}2. Two\n{letters}3. End\n").steps
    assert [step.number for step in steps if step.text.startswith("l")] == list(range(1, 25))


@pytest.mark.parametrize("lines", ["so. x\n   sp. x", "aa. x\n   ab. x", "No. x\n   ok) x"])
def test_two_letters_begin_no_list(lines: str) -> None:
    assert len(parse(f"1. One\n   {lines}\n").steps) == 1


@given(st.integers(1, 39))
def test_what_is_written_is_read_back(number: int) -> None:
    assert letter_value(as_letters(number)) == roman_value(as_roman(number)) == number
