"""Documents cut by their structure."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.memory.reading.split import LONGEST, Fragment, split

NOTES = """---
title: Left out
---

# Deploying

Before lunch only.

## Rollback

The script is in `ops/`; it takes twenty minutes and nobody may touch the database meanwhile.

- Tell the people who are on call before anything else happens.
- Then start it, and watch the queue until it is empty again.

```sh
# not a heading

./rollback --now
```

***

# Elsewhere

1. One thing that has to be done on Mondays, in the morning.
2. Another thing that has to be done on Mondays, after that.
"""


def test_headings_items_and_code_are_kept_apart() -> None:
    found = split(NOTES)
    assert [fragment.title for fragment in found] == [
        "Deploying",
        *["Deploying › Rollback"] * 4,
        *["Elsewhere"] * 2,
    ]
    assert found[0].text == "Before lunch only."
    assert found[4].text == "```sh\n# not a heading\n\n./rollback --now\n```"


def test_what_is_too_short_to_be_understood_alone_joins_the_next() -> None:
    assert split("Note:\n\nThe vault is in the cellar.") == (
        Fragment("", "Note:\nThe vault is in the cellar."),
    )


def test_long_paragraphs_end_with_a_sentence() -> None:
    sentence = "The quick brown fox jumps over the lazy dog, and then it does so again. "
    parts = split(sentence * 40)
    assert len(parts) > 2
    assert all(len(part.text) <= LONGEST and part.text.endswith("again.") for part in parts)


def test_line_ends_of_other_systems_are_line_ends() -> None:
    assert split("# A\r\n\r\nOne thing.\r") == split("# A\n\nOne thing.\n")


def said(text: str) -> list[str]:
    return [fragment.text for fragment in split(text)]


def test_a_list_item_alone_needs_no_bullet() -> None:
    assert said(
        "- [ ] Tell the people who are on call before anything else.\n"
        "2. Start it, and watch the queue until it is empty\n   and stays so for ten minutes.\n"
    ) == [
        "Tell the people who are on call before anything else.",
        "Start it, and watch the queue until it is empty and stays so for ten minutes.",
    ]


def test_a_short_list_stays_with_what_leads_in_to_it() -> None:
    together = "**Before a release:**\n- tell Ana\n- freeze the queue"
    assert said(f"{together}\n\nAnd only then is anything started, by two people.") == [
        together,
        "And only then is anything started, by two people.",
    ]


def test_what_leads_in_to_a_long_list_stands_above_its_items() -> None:
    items = [
        f"The service number {n} is restarted by hand, after its queue ran dry." for n in "123"
    ]
    text = "# Restart\n\n**In this order:**\n\n" + "\n".join(f"- {item * 3}" for item in items)
    assert [(one.title, one.text) for one in split(text)] == [
        ("Restart › In this order", item * 3) for item in items
    ]


def test_short_items_are_put_together() -> None:
    text = "\n".join(f"- item {n}" for n in range(60))
    found = said(text)
    assert 1 < len(found) < 5 and all(part.startswith("- item") for part in found)
    assert "\n".join(found) == text


def test_code_and_tables_are_cut_between_lines() -> None:
    code = "```sh\n" + "\n".join(f"run --step {n} . done" for n in range(100)) + "\n```"
    assert "\n".join(said(code)) == code
    head = "| Name | What it does |\n|---|---|"
    rows = "\n".join(f"| part {n} | It holds the thing. It turns. |" for n in range(60))
    parts = said(f"{head}\n{rows}")
    assert len(parts) > 1 and all(part.startswith(f"{head}\n| part") for part in parts)
    assert "\n".join(part.removeprefix(head + "\n") for part in parts) == rows


def test_what_is_there_for_the_looks_is_left_out() -> None:
    assert said(
        "[![build](https://x.test/b.svg)](https://x.test)\n![logo](logo.png)\n\n"
        "<!-- nobody\n\nreads this -->\n\n<details><summary>More</summary>\n\n"
        "- [Contents](#contents)\n\n> [!NOTE]\n> Ana has the <branch> key, says `<b>`.\n\n---\n"
    ) == ["More\nAna has the <branch> key, says `<b>`."]
    assert said("<!-- never closed\n\nThese words are kept.")[0].endswith("These words are kept.")


def test_titles_may_be_underlined_and_carry_no_marks() -> None:
    assert split("Deploying\n=========\n\n## **The** [way](x.md)\n\nBefore lunch only.\n") == (
        Fragment("Deploying › The way", "Before lunch only."),
    )


@pytest.mark.parametrize(
    "text", ["---\nA rule above.\n\n---\nAnd below.", "---\n\nTwo.\n---\nThree.", "---\n---\nOne."]
)
def test_two_rules_are_no_front_matter(text: str) -> None:
    kept = " ".join(f"{one.title} {one.text}" for one in split(text))
    assert re.findall(r"\w+", kept) == re.findall(r"\w+", text)


@pytest.mark.parametrize(
    "text",
    ["# a" + " " * 200_000 + "b", "word " * 100_000, "x" * 300_000, "<!--\n" * 40_000,
     "![" * 100_000, "- " * 200_000, "<a " * 100_000, "a:\n\n" * 20_000, "[a" * 100_000],
    ids=["heading", "line", "word", "comments", "pictures", "rule", "tags", "leads", "links"],
)  # fmt: skip
def test_nothing_takes_for_ever(text: str) -> None:
    assert all(len(one.text) <= LONGEST for one in split(text))


@given(st.text(st.sampled_from("ab .\n\r#-*`1)~>。𝄞é\t"), max_size=400))
def test_any_text_can_be_split_and_no_words_are_lost(text: str) -> None:
    found = split(text)
    assert all(fragment.text.strip() and len(fragment.text) <= LONGEST for fragment in found)
    kept = "".join(f.text for f in found) + "".join(f.title for f in found)
    if "#" not in text and "--" not in text:
        assert sorted(re.findall(r"[^\W\d]", text)) == sorted(re.findall(r"[^\W\d]", kept))


@given(st.text(max_size=3000))
def test_splitting_never_fails(text: str) -> None:
    split(text)
