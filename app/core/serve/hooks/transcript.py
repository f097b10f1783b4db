"""What a session was about, from the file in which its client keeps it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.core.serve.hooks.moment import LONGEST, Moment

_END = 256 * 1024
"""Bytes at the beginning and at the end that are looked at: sessions have many megabytes."""


def around(now: Moment, path: str) -> Moment:
    """With what was asked first and said last, where the file says so."""
    try:
        with Path(path).open("rb") as file:
            first = file.read(_END)
            size = file.seek(0, 2)
            file.seek(max(0, size - _END))
            last = file.read(_END)
    except (OSError, ValueError):
        return now
    asked = next(_texts(_rows(first.splitlines()), "user"), "")
    ended = next(_texts(_rows(reversed(last.splitlines())), "assistant"), "")
    return replace(now, said=now.said or asked[:LONGEST], ended=now.ended or ended[:LONGEST])


def _rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            continue  # cut off, or none
        if isinstance(row, dict):
            yield row


def _texts(rows: Iterable[dict[str, Any]], role: str) -> Iterator[str]:
    """What was said in this role; not what tools answered, nor what the client added itself."""
    for row in rows:
        if row.get("type") != role or row.get("isMeta"):
            continue
        message = row.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list):
            parts = [one.get("text") for one in content if isinstance(one, dict)]
            content = " ".join(part for part in parts if isinstance(part, str))
        if isinstance(content, str) and content.strip():
            yield content.strip()
