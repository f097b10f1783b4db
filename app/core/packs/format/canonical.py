"""The one way a value is written as JSON, and the only JSON that is believed when read."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from app.core.packs.format import limits
from app.core.packs.format.contents import Json
from app.core.packs.format.problems import Malformed, TooLarge
from app.core.words import _

_SAFE_INTEGER = 2**53 - 1
"""Readers that hold every number as a double have larger ones only about right."""
_BROKEN = re.compile("[\ud800-\udfff]")


def canonical(value: Mapping[str, Json]) -> bytes:
    """UTF-8, keys in the order of their code points, no spaces, only what must be escaped is.

    Defined in `docs/gsk-format.md`, section 3.
    """
    return _dump(value, sort_keys=True)


def stringified(value: Mapping[str, Json]) -> bytes:
    """The bytes `JSON.stringify` of ECMAScript gives, keys in the order they have."""
    return _dump(value, sort_keys=False)


def _dump(value: Mapping[str, Json], *, sort_keys: bool) -> bytes:
    return json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=sort_keys
    ).encode()


def read_object(data: bytes, limit: int) -> dict[str, Json]:
    """One JSON object of at most `limit` bytes.

    Refuses repeated keys, numbers that not every reader holds exactly, broken Unicode and
    anything nested more than 32 deep. Raises `Malformed` or `TooLarge`.
    """
    if len(data) > limit or sum(data.count(mark) for mark in b",[{") > limits.JSON_TOKENS:
        raise TooLarge(_("This pack holds more than is allowed."))
    try:
        value = json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Malformed("$", _("it is not UTF-8 text")) from error
    except RecursionError as error:
        raise Malformed("$", _("it is nested too deeply")) from error
    except ValueError as error:
        raise Malformed("$", _("it is not JSON")) from error
    if not isinstance(value, dict):
        raise Malformed("$", _("an object is expected"))
    try:
        _check(value, limits.JSON_DEPTH)
    except _Unfit as error:
        raise Malformed("$" + error.path, error.reason) from None
    return value


class _Unfit(Exception):
    """A value no pack may hold; the path to it grows on the way out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Malformed("$…" + member(name), _("the field appears twice"))
        found[name] = value
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _check(value: Json, depth: int) -> None:
    if isinstance(value, str):
        if _BROKEN.search(value):
            raise _Unfit(_("the text is not valid Unicode"))
    elif isinstance(value, dict | list):
        if depth == 0:
            raise _Unfit(_("it is nested too deeply"))
        _check_inside(value, depth - 1)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise _Unfit(_("the number is out of range"))
    elif isinstance(value, int) and abs(value) > _SAFE_INTEGER:
        raise _Unfit(_("the number is out of range"))


def _check_inside(value: dict[str, Json] | list[Json], depth: int) -> None:
    place: str | int = 0
    try:
        if isinstance(value, dict):
            for key, item in value.items():
                place = key
                _check(key, depth)
                _check(item, depth)
        else:
            for index, item in enumerate(value):
                place = index
                _check(item, depth)
    except _Unfit as error:
        step = member(place) if isinstance(place, str) else f"[{place}]"
        error.path = step + error.path
        raise


def member(key: str) -> str:
    """`.key`, or `["key"]` shortened and escaped, as the next part of a JSON path."""
    if re.fullmatch(r"[A-Za-z_]\w{0,39}", key, re.ASCII):
        return "." + key
    return f"[{json.dumps(key[:40])}]"
