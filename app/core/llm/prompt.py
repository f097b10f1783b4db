"""A question in the form that a model was trained on; what people wrote cannot imitate the form."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

Formatter = Callable[[list[dict[str, str]]], str]
"""Puts messages into the model's own form; raises if it cannot."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the prompt.

    Only in `markup` a mark like <|im_end|> is one; in what people wrote it is just letters.
    `question` is true for what the user asks.
    """

    text: str
    markup: bool = False
    question: bool = False


def parts(system: str, user: str, formatter: Formatter | None) -> list[Part]:
    """The prompt for one question.

    A model that knows no system role is told what it is to be by the user. Without a formatter, or
    with one that loses what is said, the form is plain paragraphs.
    """
    system, user = system.strip(), user.strip()
    together = f"{system}\n\n{user}".strip()
    if formatter is not None:
        told = _shaped({"system": system, "user": user}, formatter) if system else None
        shaped = told or _shaped({"user": together}, formatter)
        if shaped is not None:
            return shaped
    return [Part(system), Part("\n\n"), Part(user, question=True), Part("\n\n")]


def _shaped(said: dict[str, str], formatter: Formatter) -> list[Part] | None:
    """None when not each of what is said comes up exactly once.

    The formatter sees a word nobody knows in the place of each, so no text becomes markup.
    """
    words = {f"W{secrets.token_hex(16)}": role for role in said}
    try:
        prompt = formatter([{"role": role, "content": word} for word, role in words.items()])
    except Exception:  # noqa: BLE001  a template is a program from the file; it may do anything
        return None
    pieces = re.split(f"({'|'.join(words)})", prompt)
    if sorted(piece for piece in pieces if piece in words) != sorted(words):
        return None
    return [
        Part(said[words[piece]], question=words[piece] == "user")
        if piece in words
        else Part(piece, markup=True)
        for piece in pieces
        if piece
    ]
