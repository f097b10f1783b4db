"""When two names mean the same skill."""

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache

from app.core.matching.readings import readings

__all__ = ["base", "call_key", "is_among", "key", "readings"]

_LABEL = re.compile(r"^skill:\d+:")
_TRAINED = re.compile(r"\(trained \d{4}-\d{2}-\d{2}\)$")
_GAP = re.compile(r"[\W_]+")


def base(name: str) -> str:
    """`name` without the `skill:<digits>:` and `(trained date)` around it in older packs."""
    return _TRAINED.sub("", _LABEL.sub("", name.strip())).strip()


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """The form under which names are compared: folded case and accents, gaps as single hyphens.

    Letters of every script survive (`日本` stays), accents do not (`Ștergere` is `stergere`).
    """
    return _folded(base(name))


@lru_cache(maxsize=4096)
def call_key(target: str) -> str:
    """The same of what a call names; the slash behind an engram stays: `skill-demos/smoke-tests`.

    A name may have slashes of its own. `readings` tells what a key can mean.
    """
    return "/".join(part for part in map(_folded, base(target).split("/")) if part)


def is_among(target: str, keys: Container[str]) -> bool:
    """Whether what a call names has one of these keys, in whatever engram."""
    return any(own in keys for _engram, own in readings(call_key(target)))


def _folded(name: str) -> str:
    if name.isascii():
        return _GAP.sub("-", name.lower()).strip("-")
    folded = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    return _GAP.sub("-", unicodedata.normalize("NFC", plain)).strip("-")
