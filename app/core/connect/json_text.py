"""JSON with comments, read with the place of everything in it (JSONC, as VS Code has it).

Comments and a comma after the last member are allowed; everything else is as in RFC 8259.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]|//[^\r\n]*|/\*[\s\S]*?\*/)*")
_PLAIN = re.compile(r"[^\s,:{}\[\]\"/]+")
_DECODER = json.JSONDecoder()
DEEPEST = 100
"""Objects in objects; a settings file has a handful."""


class BadJson(ValueError):
    """The text is no JSON with comments; `line` says where, from 1."""

    def __init__(self, why: str, text: str, at: int) -> None:
        super().__init__(why)
        self.line = text.count("\n", 0, at) + 1


@dataclass(frozen=True, slots=True)
class Node:
    """A value between two places of the text, and what an object or a list holds."""

    start: int
    end: int
    value: Any
    members: tuple["Member", ...] = field(default=(), repr=False)

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def member(self, key: str) -> "Member | None":
        """Of several members with one name, the last one: it is what readers of JSON take."""
        return next((one for one in reversed(self.members) if one.key == key), None)


@dataclass(frozen=True, slots=True)
class Member:
    """`start` is that of its key; `comma` the place of the comma after it, if there is one.

    In a list the key is the number of the element, from 0, and is not written.
    """

    key: str
    start: int
    node: Node
    comma: int | None


def read(text: str) -> Node:
    """The one value of the text. Raises `BadJson`."""
    reader = _Reader(text)
    node = reader.value(reader.past_space(0), 0)
    end = reader.past_space(node.end)
    if end != len(text):
        raise BadJson("something stands after the end", text, end)
    return node


def is_blank(text: str) -> bool:
    """Whether there is nothing in the text but spaces and comments."""
    found = _SPACE.match(text)
    return found is not None and found.end() == len(text)


def last_word(text: str, start: int, end: int) -> int:
    """The end of the last comment between two places that hold spaces and comments only; `start`
    without one."""
    at = start
    for found in re.finditer(r"//[^\r\n]*|/\*[\s\S]*?\*/", text[start:end]):
        at = start + found.end()
    return at


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def past_space(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> Node:
        if depth > DEEPEST:
            raise BadJson("it is nested too deeply", self._text, at)
        match self._text[at : at + 1]:
            case "{":
                return self._object(at, depth)
            case "[":
                return self._array(at, depth)
            case '"':
                said, end = self._string(at)
                return Node(at, end, said)
        return self._word(at)

    def _word(self, at: int) -> Node:
        """A number, true, false or null."""
        found = _PLAIN.match(self._text, at)
        if found is None:
            raise BadJson("a value is missing", self._text, at)
        try:
            return Node(at, found.end(), json.loads(found[0]))
        except ValueError as error:
            raise BadJson(f"“{found[0][:40]}” is no value", self._text, at) from error

    def _string(self, at: int) -> tuple[str, int]:
        if self._text[at : at + 1] != '"':
            raise BadJson("a name in quotation marks is missing", self._text, at)
        try:
            said, end = _DECODER.raw_decode(self._text, at)
        except ValueError as error:
            raise BadJson("a text does not end", self._text, at) from error
        return str(said), end

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        at = self.past_space(start + 1)
        while self._text[at : at + 1] != "}":
            key_start = at
            key, at = self._string(at)
            at = self._expect(":", self.past_space(at))
            node = self.value(self.past_space(at), depth + 1)
            comma, at = self._comma(node.end, "}")
            members.append(Member(key, key_start, node, comma))
        value = {one.key: one.node.value for one in members}
        return Node(start, at + 1, value, tuple(members))

    def _array(self, start: int, depth: int) -> Node:
        elements: list[Member] = []
        at = self.past_space(start + 1)
        while self._text[at : at + 1] != "]":
            node = self.value(at, depth + 1)
            comma, at = self._comma(node.end, "]")
            elements.append(Member(str(len(elements)), node.start, node, comma))
        return Node(start, at + 1, [one.node.value for one in elements], tuple(elements))

    def _comma(self, at: int, close: str) -> tuple[int | None, int]:
        """The place of a comma, if one follows, and where the next value or the end is."""
        at = self.past_space(at)
        if self._text[at : at + 1] == ",":
            return at, self.past_space(at + 1)
        if self._text[at : at + 1] != close:
            raise BadJson(f"a comma or “{close}” is missing", self._text, at)
        return None, at

    def _expect(self, mark: str, at: int) -> int:
        if self._text[at : at + 1] != mark:
            raise BadJson(f"“{mark}” is missing", self._text, at)
        return at + 1
