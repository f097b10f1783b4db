"""The description of a skill: read and written, wherever it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.skills.editing.description import with_description
from app.core.skills.reading.description import shown_description
from app.core.skills.reading.grammar import parse

BARE = "# Bake\n\nTrigger: hunger\n\n1. Mix.\n2. Bake.\n"


def said(text: str) -> str:
    return shown_description(parse(text))


def test_without_frontmatter_it_is_the_paragraph_under_the_title() -> None:
    assert said(BARE) == ""
    text = with_description(BARE, "Bread for a day.\nFor two.")
    assert text == BARE.replace("# Bake\n", "# Bake\n\nBread for a day. For two.\n")
    assert said(text) == "Bread for a day. For two."
    assert with_description(text, "Bread.") == BARE.replace("# Bake\n", "# Bake\n\nBread.\n")
    assert parse(with_description(text, "")).steps == parse(BARE).steps
    assert said(with_description(text, "")) == ""
    assert with_description(BARE, "") == BARE


def test_in_frontmatter_it_is_the_field() -> None:
    text = "---\r\nname: bake\r\n---\r\n# Bake\r\n\r\nA note.\r\n\r\n1. Mix.\r\n"
    assert said(text) == ""
    changed = with_description(text, "Bread: for a day")
    assert changed == text.replace("bake\r\n", 'bake\r\ndescription: "Bread: for a day"\r\n')
    assert said(changed) == "Bread: for a day"
    assert said(with_description(changed, "")) == ""


def test_what_was_given_with_a_skill_stands_in_for_it() -> None:
    assert shown_description(parse(BARE), "From the pack.") == "From the pack."
    assert shown_description(parse(with_description(BARE, "Mine.")), "From the pack.") == "Mine."


@pytest.mark.parametrize("text", ["# Bake\n\nMix.\n\nBake.\n", "", "# Bake\n"])
def test_where_every_paragraph_is_a_step_there_is_no_place(text: str) -> None:
    with pytest.raises(AppError, match="no place"):
        with_description(text, "Bread.")


@pytest.mark.parametrize("words", ["1. Do it", "Trigger: now", "# More", "---"])
def test_what_would_be_read_as_something_else_is_refused(words: str) -> None:
    with pytest.raises(AppError):
        with_description(BARE, words)


@given(st.text(max_size=80))
def test_it_reads_back_or_is_refused_and_changes_nothing_else(words: str) -> None:
    for text in (BARE, "---\nname: x\n---\n" + BARE):
        try:
            changed = with_description(text, words)
        except AppError:
            continue
        assert said(changed) == " ".join(words.split())
        assert [step.text for step in parse(changed).steps] == ["Mix.", "Bake."]


def test_in_a_classic_procedure_it_is_the_purpose_without_its_heading() -> None:
    purpose, steps = "1. Purpose\nKegs are tight.\n", "3. Procedure\n3.1 Go.\n3.2 Stop.\n"
    text = f"Rack a keg\n\n{purpose}2. Scope\nHall C.\n{steps}"
    assert said(text) == "Kegs are tight."
    assert with_description(text, "Kegs are full.") == text.replace("tight", "full")
    assert said(text.replace(purpose, "")) == ""
