"""One member of a JSON text put in, changed or taken out; all else stays to the byte.

A path has the names of members, and numbers for elements of lists; `NEW` is one after the last.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from app.core.connect.json_text import BadJson, Member, Node, is_blank, last_word, read

NEW = "-"
"""As in JSON Pointer (RFC 6901)."""
USUAL_INDENT = "  "
_INDENTED = re.compile(r"^([ \t]+)[\"{\[]", re.MULTILINE)


def find(text: str, path: Sequence[str]) -> Any:
    """The value at `path`; None where there is none. Raises `BadJson`."""
    if is_blank(text):
        return None
    try:
        value = json.loads(text)  # many times as fast, and most files have no comments
    except ValueError:
        value = read(text).value
    for key in path:
        if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return None
    return value


def put(text: str, path: Sequence[str], value: Any) -> str:
    """The text with `value` at `path`, as the last member of its object if it is new.

    Objects on the way are made. Raises `BadJson`, also where something else is on the way.
    """
    if is_blank(text):
        text += f"{{}}{_line_end(text)}"
    node = read(text)
    for depth, key in enumerate(path):
        wanted = node.is_list if key == NEW else node.is_object
        if not (wanted or (node.is_list and key.isdecimal())):
            kind = "list" if key == NEW else "object"
            what = f"“{path[depth - 1]}”" if depth else "the whole of it"
            raise BadJson(f"{what} is no {kind}", text, node.start)
        member = node.member(key)
        if member is None:
            return _insert(text, node, key, _wrapped(path[depth + 1 :], value))
        node = member.node
    if node.value == value:
        return text
    written = _written(text, value, _indent(text, node.start))
    return text[: node.start] + written + text[node.end :]


def take_out(text: str, path: Sequence[str], *, emptied: int = 0) -> str:
    """The text without the member at `path`; so many objects around it go too where nothing is
    left in them. Raises `BadJson`."""
    while (place := _place(text, path)) is not None:
        text = _cut(text, *place)
        if place[0].is_list:  # the next element has its number now
            break
    if emptied and find(text, path[:-1]) in ({}, []):
        return take_out(text, path[:-1], emptied=emptied - 1)
    return text


def _place(text: str, path: Sequence[str]) -> tuple[Node, Member] | None:
    """A member, and the object that it is in."""
    node = read(text) if path and not is_blank(text) else None
    member = None
    for key in path:
        if member is not None:
            node = member.node
        member = node.member(key) if node is not None else None
        if member is None:
            return None
    return (node, member) if node is not None and member is not None else None


def _wrapped(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = [value] if key == NEW else {key: value}
    return value


def _insert(text: str, node: Node, key: str, value: Any) -> str:
    """A new last member: on a line of its own, unless the object is all in one."""
    if not node.members:
        return _insert_first(text, node, key, value)
    last = node.members[-1]
    comma = last.comma is not None
    after = last.node.end if last.comma is None else last.comma + 1
    tail = last_word(text, after, node.end - 1)
    if "\n" in text[node.start : node.end]:
        indent = _indent(text, last.start)
        piece = f"{_line_end(text)}{indent}{_name(node, key)}{_written(text, value, indent)}"
    else:
        piece = f" {_name(node, key)}{json.dumps(value, ensure_ascii=False)}"
    head = text[: last.node.end] + ("" if comma else ",")
    return head + text[last.node.end : tail] + piece + ("," if comma else "") + text[tail:]


def _name(node: Node, key: str) -> str:
    """What stands before a value: nothing in a list."""
    return "" if node.is_list else f"{json.dumps(key, ensure_ascii=False)}: "


def _insert_first(text: str, node: Node, key: str, value: Any) -> str:
    outer = _indent(text, node.start)
    indent = outer + _step(text)
    tail = last_word(text, node.start + 1, node.end - 1)
    rest = text[tail : node.end - 1]
    end = _line_end(text)
    piece = f"{end}{indent}{_name(node, key)}{_written(text, value, indent)}"
    return text[:tail] + piece + (rest if "\n" in rest else end + outer) + text[node.end - 1 :]


def _cut(text: str, node: Node, member: Member) -> str:
    """Without a member, the space before it, and the comma that it needed."""
    before = next((one for one in reversed(node.members) if one.start < member.start), None)
    comma = None if before is None else before.comma
    start = last_word(text, node.start + 1 if comma is None else comma + 1, member.start)
    if member.comma is not None:
        text = text[:start] + text[member.comma + 1 :]
        end = node.end - (member.comma + 1 - start)
    elif comma is not None:
        text = text[:comma] + text[comma + 1 : start] + text[member.node.end :]
        end = node.end - (member.node.end - start) - 1
    else:
        text = text[:start] + text[member.node.end :]
        end = node.end - (member.node.end - start)
    if not text[node.start + 1 : end - 1].strip():
        text = text[: node.start + 1] + text[end - 1 :]
    return text


def _written(text: str, value: Any, indent: str) -> str:
    """A value in the way of the text: objects over several lines, lists of words in one."""
    end, deeper = _line_end(text), indent + _step(text)
    if isinstance(value, dict) and value:
        lines = [
            f"{deeper}{json.dumps(key, ensure_ascii=False)}: {_written(text, one, deeper)}"
            for key, one in value.items()
        ]
        return f"{{{end}{f',{end}'.join(lines)}{end}{indent}}}"
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        lines = [deeper + _written(text, one, deeper) for one in value]
        return f"[{end}{f',{end}'.join(lines)}{end}{indent}]"
    return json.dumps(value, ensure_ascii=False)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str, at: int) -> str:
    """The space before the first word of the line."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _step(text: str) -> str:
    """How much further in members stand than the line around them: as far as the first one."""
    found = _INDENTED.search(text)
    return found[1] if found else USUAL_INDENT
