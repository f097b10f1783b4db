"""What a model wrote, as far as it is JSON: thoughts, fences and words around it are skipped."""

import json
import re
from collections.abc import Iterator
from typing import Any

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_OBJECT = re.compile(r"\{")


def objects(answer: str) -> Iterator[Any]:
    """The JSON objects in an answer: the outermost that are complete."""
    text = _THOUGHT.sub("", answer)
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while (start := _OBJECT.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            at = start.end()
            continue
        yield value
