"""One table of a TOML text put in, changed or taken out; all else stays to the byte."""

import copy
import re
import tomllib
from collections.abc import Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

_LINE = re.compile(r"at line (\d+)")


class BadToml(ValueError):
    """The text is no TOML, or has something else where a table is needed."""


def find(text: str, path: Sequence[str]) -> Any:
    """The value at `path`; None where there is none. Raises `BadToml`."""
    value: Any = _read(text)
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def put(text: str, path: Sequence[str], value: Any) -> str:
    """The text with a table at `path`: in its place, or at the end. Raises `BadToml`."""
    now = find(text, path)
    if now == value:
        return text
    wanted = _changed(_read(text), path, value)
    block = _block(text, path, value)
    place = _section(text, path) if now is not None else None
    if place is not None:
        return _sure(text[: place[0]] + block + text[place[1] :], wanted) or _by_tree(
            text, path, value
        )
    end = _line_end(text)
    head = text if not text or text.endswith("\n") else text + end
    return _sure(head + (end if head else "") + block, wanted) or _by_tree(text, path, value)


def take_out(text: str, path: Sequence[str], *, emptied: int = 0) -> str:
    """The text without the table at `path`, and without the empty line before it.

    Tables around it go with it: in TOML they are there only through it. Raises `BadToml`.
    """
    if find(text, path) is None:
        return text
    wanted = _changed(_read(text), path, None)
    place = _section(text, path)
    if place is None:
        return _by_tree(text, path, None)
    head, end = text[: place[0]], _line_end(text)
    if head.endswith(end + end) or head == end:
        head = head[: -len(end)]
    return _sure(head + text[place[1] :], wanted) or _by_tree(text, path, None)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        where = f"line {found[1]}" if found else "the end"
        raise BadToml(f"{where} is not as TOML has it") from error


def _sure(text: str, wanted: dict[str, Any]) -> str | None:
    """The text if it says just what is wanted. Headers may stand in a text of several lines."""
    try:
        return text if _pruned(_read(text)) == _pruned(wanted) else None
    except BadToml:
        return None


def _pruned(value: Any) -> Any:
    """Without empty tables."""
    if not isinstance(value, dict):
        return value
    found = {key: _pruned(one) for key, one in value.items()}
    return {key: one for key, one in found.items() if one != {}}


def _changed(document: dict[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    table = changed
    for key in path[:-1]:
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            raise BadToml(f"“{key}” is no table")
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return changed


def _block(text: str, path: Sequence[str], value: Any) -> str:
    for key in reversed(path):
        value = {key: value}
    return tomlkit.dumps(value).replace("\n", _line_end(text))


def _section(text: str, path: Sequence[str]) -> tuple[int, int] | None:
    """From the header of the table to the end of its last line, tables in it included."""
    start, end, at, ours = None, 0, 0, False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare.startswith("["):
            header = _header(bare)
            ours = header is not None and header[: len(path)] == list(path)
            if header == list(path):
                start = at
        at += len(line)
        if ours and bare and not bare.startswith("#"):
            end = at
    return None if start is None else (start, end)


def _header(line: str) -> list[str] | None:
    """The names in the header of a table; None for another line."""
    try:
        table: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    names: list[str] = []
    while isinstance(table, dict) and len(table) == 1:
        name = next(iter(table))
        names.append(name)
        table = table[name]
    return names


def _by_tree(text: str, path: Sequence[str], value: Any) -> str:
    """Where the table is no section of its own: in an inline table, or in dotted names."""
    try:
        document = tomlkit.parse(text)
        table: Any = document
        for key in path[:-1]:
            table = table[key]
        if value is None:
            del table[path[-1]]
        else:
            inline = tomlkit.inline_table()
            inline.update(value)
            table[path[-1]] = inline
        changed = tomlkit.dumps(document)
    except (TOMLKitError, ValueError, LookupError, TypeError) as error:
        raise BadToml(str(error)) from error
    if _sure(changed, _changed(_read(text), path, value)) is None:
        raise BadToml(f"“{'.'.join(path)}” is written in a way that Techne does not change")
    return changed


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
