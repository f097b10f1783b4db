"""How the application and the model's process talk: JSON documents of known length, over pipes."""

import json
from collections.abc import Mapping
from typing import IO, Any

LARGEST = 16 * 1024 * 1024
"""Bytes of one document."""
_PREFIX = 4


class Garbled(Exception):
    """The other side does not keep to the form."""


def send(pipe: IO[bytes], document: Mapping[str, Any]) -> None:
    """Write one document: its length in four bytes, big end first, then its JSON in UTF-8.

    Raises `Garbled` if it is too large and `OSError` if nobody reads any more.
    """
    body = json.dumps(document).encode()
    if len(body) > LARGEST:
        raise Garbled("too large")
    pipe.write(len(body).to_bytes(_PREFIX, "big") + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> dict[str, Any] | None:
    """The next document; None when the other side closed the pipe. Raises `Garbled`."""
    prefix = pipe.read(_PREFIX)
    if not prefix:
        return None
    length = int.from_bytes(prefix, "big")
    if len(prefix) < _PREFIX or length > LARGEST:
        raise Garbled("no length")
    body = pipe.read(length)
    if len(body) < length:
        raise Garbled("cut off")
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Garbled("no JSON") from error
    if not isinstance(document, dict):
        raise Garbled("no document")
    return document
