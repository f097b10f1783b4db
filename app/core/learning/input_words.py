"""The words of a step in which its inputs stand: `$tag`, or more around it, `shop:$tag`."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from app.core.transcripts.model import Call
from app.core.transcripts.shapes import KEY, digest
from app.core.transcripts.shell import commands
from app.core.transcripts.tools import command

INPUT = re.compile(r"\$([A-Za-z_]\w*)")
CODE = re.compile(r"(?:```|~~~)[^\n]*\n(?P<block>.*?)(?:```|~~~)|`(?P<line>[^`\n]+)`", re.DOTALL)
_ALONE = re.compile(r"(?<![\w:@/.-])\$[A-Za-z_]\w*(?![:@/-]?\w|\.\w)")
"""An input in plain words, where neither is part of a longer word."""

Words = Mapping[str, Set[str]]
"""Words as they are written, and the parameters that they are given as; none where a step does
not tell."""


def input_words(text: str) -> Words:
    """The words of a step in which inputs stand, in the order they come in."""
    found: dict[str, set[str]] = {}
    for word, parameter in _told(text):
        found.setdefault(word, set()).update({parameter} - {""})
    return found


def is_alone(word: str) -> bool:
    """Whether the word is the input and nothing else."""
    return INPUT.fullmatch(word) is not None


def values_of_word(word: str, words: Words, work: Sequence[Call], tool: str) -> set[int]:
    """What a tool was given for a word of its step: what is written for something longer was
    never the input alone, and that is only what stands in its own place."""
    longer = {name for other in words if not is_alone(other) for name in words[other]}
    return {
        value
        for call in work
        if call.tool == tool
        for name, value in call.values.items()
        if (name not in longer if is_alone(word) else name in words[word])
    }


def unsaid(words: Sequence[str], text: str) -> list[str]:
    """Those that do not stand in a text already."""
    said = input_words(text)
    return [word for word in words if word not in said]


def _told(text: str) -> Iterator[tuple[str, str]]:
    """Each word with its parameter, which is empty in plain words."""
    end = 0
    for code in CODE.finditer(text):
        yield from ((word, "") for word in _ALONE.findall(text[end : code.start()]))
        end = code.end()
        line = code["block"] or code["line"]
        if is_alone(line):
            yield line, ""
            continue
        for words in commands(line):
            yield from _of_command(words)
    yield from ((word, "") for word in _ALONE.findall(text[end:]))


def _of_command(words: list[str]) -> Iterator[tuple[str, str]]:
    """Also those that are given to an option with `=`."""
    written = {word for one in words for word in (one, one.partition("=")[2])}
    by_digest = {digest(word, KEY): word for word in written if INPUT.search(word)}
    for parameter, value in command(words, KEY).shape.digests.items():
        if value in by_digest:
            word = by_digest[value]
            yield (f'"{word}"' if " " in word else word), parameter
