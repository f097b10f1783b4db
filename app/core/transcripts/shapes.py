"""Parameters of calls, reduced to the kinds of their values and keyed digests of them."""

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from app.core.transcripts.plain_names import is_plain_name

KEY = secrets.token_bytes(16)
"""Digests of this process alone, where the caller has no key that lasts."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,39}")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,15}://\S+")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
"""With more dots it is a version or an address."""
_FILE = re.compile(r"[^\s/\\]*[^\s/\\.]\.[A-Za-z][A-Za-z0-9]{0,7}")
_HASHED = 65_536
"""Characters of a value that its digest is made of."""
_PARAMETERS = 40
"""More parameters than this belong to no tool; the rest is left off."""


class Shape(NamedTuple):
    """Kinds of the parameters and digests of their values, under the same names."""

    kinds: Mapping[str, str]
    digests: Mapping[str, int]


EMPTY = Shape({}, {})


def shape(parameters: Mapping[str, object], key: bytes) -> Shape:
    """What kind of value each parameter has. A name that is none is left off with its value."""
    named = [(name, value) for name, value in parameters.items() if _is_name(name)]
    return of_pairs(((name, kind(value), value) for name, value in named[:_PARAMETERS]), key)


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and is_plain_name(name)


def of_pairs(parameters: Iterable[tuple[str, str, object]], key: bytes) -> Shape:
    """The shape of parameters whose kinds are known: name, kind, value (`None` without one)."""
    kinds: dict[str, str] = {}
    digests: dict[str, int] = {}
    for name, its_kind, value in parameters:
        kinds[name] = its_kind
        if value is not None:
            digests[name] = digest(value, key)
    return Shape(shared(tuple(kinds.items())), digests)


@lru_cache(maxsize=4_096)
def shared(kinds: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The same mapping for the same kinds: most calls of a tool look alike."""
    return dict(kinds)


def kind(value: object) -> str:
    """`text`, `word`, `path`, `url`, `number`, `boolean`, `none`, `list` or `object`."""
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return _kind_of_text(value)
        case list():
            return "list"
        case dict():
            return "object"
    return "none"


def _kind_of_text(text: str) -> str:
    if len(text) > 1_000 or not text or " " in text or "\n" in text or "\t" in text:
        return "text"
    if _URL.fullmatch(text):
        return "url"
    if _NUMBER.fullmatch(text):
        return "number"
    if "/" in text or "\\" in text or text.startswith("~") or _FILE.fullmatch(text):
        return "path"
    return "word"


def digest(value: object, key: bytes) -> int:
    """The same number for the same value under the same key; nothing leads back."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    data = text[:_HASHED].encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=6, key=key).digest(), "big")
