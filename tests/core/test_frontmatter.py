"""Fields of frontmatter are read whatever they look like, and written touching nothing else."""

import difflib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.reading.frontmatter import Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse

COMMENTED = """---
# ours since 2024
name: merge-files   # the folder is called so, too
description: 'Merges files: letters, mostly'
license: MIT
metadata:
  author: "Ines"   # who to ask
  version: 1.10
---
# Merge

1. Open the files.
"""


def read(text: str) -> Frontmatter:
    found = frontmatter(parse(text))
    assert found is not None
    return found


def test_a_text_without_frontmatter_has_none() -> None:
    assert frontmatter(parse("# Merge\n\n1. Open.\n")) is None


@pytest.mark.parametrize(
    ("yaml", "name", "value"),
    [
        ("name: 007\n", "name", "007"),
        ("version: 1.10\n", "version", "1.10"),
        ("description: >-\n  One\n  two.\n", "description", "One two."),
        ("description: |\n  One\n  two.\n", "description", "One\ntwo.\n"),
        ("description:\nname: x\n", "description", ""),
        ("description: ~\n", "description", ""),
        ("metadata:\n  author: Ines\n", "metadata.author", "Ines"),
        ('description: "a # b"  # c\n', "description", "a # b"),
        ("description: Use when: foo\n", "description", "Use when: foo"),
        ("triggers: [a, ' b ', '']\n", "triggers", ("a", "b")),
    ],
)
def test_a_field_is_read(yaml: str, name: str, value: object) -> None:
    field = read(f"---\n{yaml}---\nbody\n").field(name)
    assert field is not None
    assert field.value == value


@pytest.mark.parametrize(
    ("yaml", "items"),
    [
        ("triggers: [merge files, join letters]\n", ("merge files", "join letters")),
        ("triggers: merge files, join letters\n", ("merge files", "join letters")),
        ("metadata:\n  techne-triggers: merge, then sort; join\n", ("merge, then sort", "join")),
        ("triggers: []\nmetadata: {techne-triggers: join}\n", ("join",)),
        ("name: x\n", ()),
    ],
)
def test_a_list_is_read_wherever_it_is_kept(yaml: str, items: tuple[str, ...]) -> None:
    assert read(f"---\n{yaml}---\n").items("triggers") == items


def test_only_the_lines_of_a_field_change() -> None:
    changed = with_fields(
        COMMENTED,
        {"description": "Merges letters. Use it for post.", "triggers": ["join", "merge"]},
    )
    lines = difflib.ndiff(COMMENTED.splitlines(), changed.splitlines())
    assert [line for line in lines if line[0] in "+-"] == [
        "- description: 'Merges files: letters, mostly'",
        "+ description: Merges letters. Use it for post.",
        "+   techne-triggers: join; merge",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\nname: x\n---\n", "---\nname: x\ndescription: New words\n---\n"),
        ("---\n---\n", "---\ndescription: New words\n---\n"),
        (
            "\ufeff---\r\nname: x\r\n---\r\n",
            "\ufeff---\r\nname: x\r\ndescription: New words\r\n---\r\n",
        ),
        (
            "---\ndescription: >\n  Old\n  words\nname: x\n---",
            "---\ndescription: New words\nname: x\n---",
        ),
        ("---\ndescription: Use when: foo\n---\n", "---\ndescription: New words\n---\n"),
        ("---\ndescription:\nname: x\n---\n", "---\ndescription: New words\nname: x\n---\n"),
    ],
)
def test_a_field_is_written(before: str, after: str) -> None:
    assert with_fields(before, {"description": "New words"}) == after


@pytest.mark.parametrize(
    "text", ["no frontmatter\n", "---\n- a list\n---\n", "---\n? [odd]\n: {\n---\n"]
)
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(AppError, match="safely"):
        with_fields(text, {"description": "New"})


@given(st.text(max_size=200))
def test_any_frontmatter_is_read_and_none_is_damaged(yaml: str) -> None:
    text = f"---\n{yaml}\n---\nbody\n"
    found = frontmatter(parse(text))
    if found is None:
        return
    assert all(0 <= field.start <= field.end <= len(text) for field in found.fields)
    try:
        changed = with_fields(text, {"description": "New words"})
    except AppError:
        return
    assert read(changed).field("description") is not None
    assert changed.endswith("---\nbody\n")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80))
def test_any_value_comes_back(value: str) -> None:
    value = " ".join(value.split()) or "x"
    changed = with_fields(COMMENTED, {"description": value})
    field = read(changed).field("description")
    assert field is not None
    assert field.value == value
    assert "# ours since 2024\n" in changed
    assert 'author: "Ines"   # who to ask\n' in changed


def test_the_files_of_others_keep_every_line_but_the_changed_ones(shared: Path) -> None:
    for file in sorted((shared / "skill-md").rglob("SKILL.md")):
        text = file.read_bytes().decode("utf-8")
        if frontmatter(parse(text)) is None:
            continue
        changed = with_fields(text, {"tags": ["one", "two"]})
        lines = difflib.ndiff(text.splitlines(), changed.splitlines())
        assert not [line for line in lines if line.startswith("- ")], file


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_frontmatter_is_read_whatever_the_line_ends_are(newline: str) -> None:
    text = "---\nname: tea\ndescription: Makes tea.\n---\n# Tea\n".replace("\n", newline)
    front = frontmatter(parse(text))
    assert front is not None
    assert [(one.name, one.text.strip()) for one in front.fields] == [
        ("name", "tea"), ("description", "Makes tea."),
    ]  # fmt: skip


COLON = "---\nname: a\ndescription: Use when: now\n{rest}---\n# A\n"
"""What no YAML reader takes: a colon in an unquoted value."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\r\nname: a\r\ndescription: b\r\n---\r\n# A\r\n", {"name": "a", "description": "b"}),
        ("---\rname: a\rdescription: b\r---\r# A\r", {"name": "a", "description": "b"}),
        ("\ufeff---\nname: a\n---\n# A\n", {"name": "a"}),
        ("---\nname: a\nname: b\n---\n", {"name": "a"}),  # the title is the last one's
        ("---\nname: a\ndescription: >-\n  One\n  two\n---\n", {"description": "One two"}),
        ("---\nname: a\ndescription:\n  One\n  two\n---\n", {"description": "One two"}),
        ("---\nname: a\ntags: [a, 'b, c']\n---\n", {"tags": ("a", "b, c")}),
        ("---\nname: a\nversion: 1.10\n---\n", {"version": "1.10"}),
        (COLON.format(rest=""), {"name": "a", "description": "Use when: now"}),
        (COLON.format(rest="tags: [a, \"b, c\"]\n"), {"tags": ("a", "b, c")}),
        (COLON.format(rest="tags:\n  - a\n  - 'b'\n"), {"tags": ("a", "b")}),
        (COLON.format(rest="tags:\n- a\n- b\n"), {"tags": ("a", "b")}),
        (COLON.format(rest="long: |\n  One\n  two\n"), {"long": "One two"}),
        (COLON.format(rest="long: >+\n\n  One\n\n  two\n"), {"long": "One two"}),
        (COLON.format(rest="next:\n  One\n  two\n"), {"next": "One two"}),
        (COLON.format(rest="metadata:\n  author: me\n"), {"metadata.author": "me"}),
        (COLON.format(rest="empty:\nlast: 'x'\n"), {"empty": "", "last": "x"}),
        (COLON.format(rest="tags: [a]\n").replace("\n", "\r\n"), {"tags": ("a",), "name": "a"}),
        (COLON.format(rest="tags: [a]\n").replace("\n", "\r"), {"tags": ("a",), "name": "a"}),
        (
            COLON.format(rest="tags:\n  - a\n  - b, c\n").replace("\n", "\r\n"),
            {"tags": ("a", "b, c")},
        ),
        ("---\nname:\ta\n---\n", {"name": "a"}),
        ("---\n- a\n---\n", {}),
    ],
)  # fmt: skip
def test_what_odd_frontmatter_says(text: str, said: dict[str, object]) -> None:
    front = frontmatter(parse(text))
    assert front is not None
    found = {name: one.value for name in said if (one := front.field(name)) is not None}
    assert found == said
    for field in front.fields:
        assert front.start <= field.start <= field.end <= front.end


@pytest.mark.parametrize(
    "text", ["---\nname: a\n\n# A\n", "name: a\n---\n# A\n", "# A\n---\nb: c\n---\n"]
)
def test_without_both_fences_there_is_none(text: str) -> None:
    assert frontmatter(parse(text)) is None


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_name_is_read_whatever_the_line_ends_are(newline: str) -> None:
    text = "---\nname: ship-it\ndescription: x\n---\n# Another\n"
    assert parse(text.replace("\n", newline)).title == "ship-it"
