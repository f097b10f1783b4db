"""What was indexed of an item: its passages, and the vectors they have."""

import hashlib
import json
from collections.abc import Collection, Sequence

from app.core.memory.retrieval.item import Item
from app.core.memory.retrieval.passages import Kind
from app.core.vault import Row, Vault


def passages_of(vault: Vault, model: str, items: Sequence[Item]) -> list[Row]:
    """The passages of these items in order: whose (as it is stored), kind, text, its vector."""
    return vault.rows(
        "select item, kind, text, vector from passage where item in (select item from indexed"
        " where item in (select value from json_each(?)) and model = ?) order by item, number",
        json.dumps([item.stored for item in items]),
        model,
    )


def said_of(vault: Vault, item: Item, kind: Kind) -> list[str]:
    """The texts of the passages of one kind of a skill, in order."""
    rows = vault.rows(
        "select text from passage where item = ? and kind = ? order by number", item.stored, kind
    )
    return [text for (text,) in rows]


def vectors_of(vault: Vault, numbers: Collection[int]) -> dict[int, tuple[bytes, int]]:
    """Those of the vectors that are there: as stored, and how many items say it."""
    rows = vault.rows(
        "select id, value, uses from vector where id in (select value from json_each(?))",
        json.dumps(list(numbers)),
    )
    return {number: (value, uses) for number, value, uses in rows}


def values_of(vault: Vault, model: str, texts: Sequence[str]) -> dict[bytes, bytes]:
    """The vectors that texts have with that model, whoever said them; by `digest`."""
    rows = vault.rows(
        "select digest, value from vector where model = ? and digest in"
        f" ({', '.join('?' * len(texts))})",
        model,
        *map(digest, texts),
    )
    return {bytes(key): bytes(value) for key, value in rows}


def digest(text: str) -> bytes:
    """What a stored vector is found by."""
    return hashlib.sha256(text.encode()).digest()
