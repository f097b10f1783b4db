"""Settings of clients edited in place: one entry changes, all else stays to the byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.connect import toml_edit
from app.core.connect.json_edit import find, put, take_out
from app.core.connect.json_text import BadJson, read

ENTRY = {"type": "stdio", "command": "/opt/a b/techne", "args": ["mcp"], "env": {"K": "v"}}
PATH = ("mcpServers", "techne")


COUNTS = st.integers(0, 2)


def spaces(newlines: str) -> st.SearchStrategy[str]:
    """Spaces, line ends and comments, as people write them."""
    piece = st.sampled_from(
        [" ", "  ", "\t", newlines, f'// a {{ }} " comment{newlines}', "/* two\n, : */", ""]
    )
    return st.lists(piece, max_size=3).map("".join)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """JSON with comments and commas after the last member, in any layout."""
    space = spaces(draw(st.sampled_from(["\n", "\r\n"])))
    scalar = st.sampled_from(['"a // b"', '"\\"}\\u00e9"', "-1.5e3", "true", "null", '"ä 🜂"'])

    def value(depth: int) -> str:
        kind = draw(st.sampled_from(["scalar", "list", "object"] if depth else ["scalar"]))
        if kind == "scalar":
            return draw(scalar)
        if kind == "list":
            return f"[{many([value(depth - 1) for _ in range(draw(COUNTS))])}]"
        return members(depth - 1)

    def many(parts: list[str]) -> str:
        joined = ",".join(draw(space) + part + draw(space) for part in parts)
        ends_in_comma = draw(COUNTS) > 0 and bool(parts)
        return joined + ("," if ends_in_comma else "") + draw(space)

    def members(depth: int) -> str:
        keys: list[str] = draw(
            st.lists(st.sampled_from(["a", "b c", "é"]), unique=True, max_size=3)
        )
        if depth == 2 and draw(COUNTS):
            keys.append("mcpServers")
        parts = [
            f'"{key}"{draw(space)}:{draw(space)}'
            + (members(depth - 1) if key == "mcpServers" else value(depth))
            for key in keys
        ]
        return f"{{{many(parts)}}}"

    return draw(space) + members(2) + draw(space)


@given(documents())
def test_an_entry_goes_in_and_out_without_a_trace(text: str) -> None:
    before = read(text).value
    there = "mcpServers" in before
    changed = put(text, PATH, ENTRY)
    assert find(changed, PATH) == ENTRY
    assert {**before, "mcpServers": {**before.get("mcpServers", {}), "techne": ENTRY}} == (
        read(changed).value
    )
    assert put(changed, PATH, ENTRY) == changed
    back = take_out(changed, PATH, emptied=0 if there else 1)
    assert read(back).value == before
    was_empty = not (before["mcpServers"] if there else before)
    # Only the space in an object that held nothing else is not remembered.
    assert ("".join(back.split()) == "".join(text.split())) if was_empty else (back == text)


@given(documents(), st.booleans())
def test_an_element_goes_in_and_out_of_a_list(text: str, is_there: bool) -> None:
    if is_there:
        text = put(text, ("list", "-"), {"mine": 1})
    before = read(text).value
    changed = put(text, ("list", "-"), ENTRY)
    number = len(before.get("list", ()))
    assert read(changed).value == {**before, "list": [*before.get("list", ()), ENTRY]}
    back = take_out(changed, ("list", str(number)), emptied=0 if is_there else 1)
    assert read(back).value == before
    assert back == text or not before


@given(documents())
def test_an_entry_changes_in_its_place(text: str) -> None:
    first = put(text, PATH, {"old": [1, {"x": {}}]})
    second = put(first, PATH, ENTRY)
    assert find(second, PATH) == ENTRY
    at = first.index('"techne"')
    assert second[:at] == first[:at]


@given(st.text(alphabet='{}[]",:/*\\ \n1a', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        value = read(text).value
    except BadJson as error:
        assert error.line >= 1
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)
    else:
        json.dumps(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", '{\n  "s": {\n    "t": 1\n  }\n}\n'),
        ("{}", '{\n  "s": {\n    "t": 1\n  }\n}'),
        ('{"a": 1}', '{"a": 1, "s": {"t": 1}}'),
        ('{\n\t"a": 1 // why\n}\n', '{\n\t"a": 1, // why\n\t"s": {\n\t\t"t": 1\n\t}\n}\n'),
        ('{\r\n    "s": {},\r\n}', '{\r\n    "s": {\r\n        "t": 1\r\n    },\r\n}'),
    ],
)
def test_layout_is_that_of_the_file(text: str, expected: str) -> None:
    assert put(text, ("s", "t"), 1) == expected


@pytest.mark.parametrize("text", ['{"s": 3}', "3", '{"s": {"t": 1}', "{'a': 1}", "[" * 200])
def test_what_cannot_be_edited_is_refused(text: str) -> None:
    with pytest.raises(BadJson):
        put(text, ("s", "t"), 1)


def test_of_two_members_with_one_name_none_is_left() -> None:
    text = '{"t": 1, "t": 2, "u": {"t": 3}}'
    changed: Any = take_out(text, ("t",))
    assert read(changed).value == {"u": {"t": 3}}


TOMLS = [
    "",
    "a = 1\n",
    '# c\n[mcp_servers.keep]\ncommand = "x" # y\n\n\n[profiles.x]\nm = 1\n\n# end\n',
    "[mcp_servers.keep]\nc = 1\n[z]\nq = 1\n[[mcp_servers.other]]\nc = 2\n",
    '[mcp_servers]\na = { command = "x" }\n',
    "a = 1\r\n[mcp_servers.b]\r\nc = 1\r\n",
    'mcp_servers.a.command = "x"\n[z]\n',
    'note = """\n[mcp_servers.techne]\n"""\n',
]


@pytest.mark.parametrize("text", TOMLS)
def test_a_table_goes_in_and_out_without_a_trace(text: str) -> None:
    entry = {"command": "/opt/a b/techne", "args": ["mcp"], "env": {"K": "v"}}
    path = ("mcp_servers", "techne")
    changed = toml_edit.put(text, path, entry)
    assert changed.startswith(text)
    assert toml_edit.find(changed, path) == entry
    assert toml_edit.put(changed, path, entry) == changed
    later = changed + "\n# mine\n[later]\nx = 1\n"
    other = toml_edit.put(later, path, {"command": "b"})
    assert other.endswith("\n# mine\n[later]\nx = 1\n")
    assert toml_edit.find(other, path) == {"command": "b"}
    assert toml_edit.take_out(other, path) == text + "\n# mine\n[later]\nx = 1\n"
    assert toml_edit.take_out(changed, path) == text


def test_a_table_in_braces_is_changed_where_it_is() -> None:
    text = 'mcp_servers = { a = { command = "x" } } # mine\n'
    changed = toml_edit.put(text, ("mcp_servers", "techne"), {"command": "y"})
    assert toml_edit.find(changed, ("mcp_servers", "techne")) == {"command": "y"}
    assert changed.endswith(" # mine\n")
    assert toml_edit.find(toml_edit.take_out(changed, ("mcp_servers", "techne")), ()) == (
        toml_edit.find(text, ())
    )
    for bad in ("mcp_servers = 3", "a = ", "a = 1\na = 2"):
        with pytest.raises(toml_edit.BadToml):
            toml_edit.put(bad, ("mcp_servers", "techne"), {"command": "y"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a = 1\nb = "x\n', "line 2 is not as TOML has it"),
        ("a = ", "the end is not as TOML has it"),
    ],
)
def test_where_toml_is_broken_is_said(text: str, said: str) -> None:
    with pytest.raises(toml_edit.BadToml, match=said):
        toml_edit.find(text, ("a",))
