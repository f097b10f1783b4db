"""What a command of a shell is called: its program and what that is told to do, never a value."""

import re
from collections.abc import Sequence

from app.core.transcripts.interpreters import has_script, script, without_number
from app.core.transcripts.known_programs import (
    DEEP,
    DONE_LAST,
    GROUPS,
    REHEARSALS,
    TASK_RUNNERS,
    TOLD,
    VERBS,
    WITH_VALUE,
)
from app.core.transcripts.naming import names
from app.core.transcripts.option_names import option_name
from app.core.transcripts.plain_names import is_plain_name, is_program_name
from app.core.transcripts.shapes import Shape, kind, of_pairs
from app.core.transcripts.shell import program

_WORD = re.compile(r"(?=.{1,24}$)[a-z]+\d?(?:[-:_][a-z]+\d?)*")
_TASK = re.compile(r"(?=.{1,40}$)(?:(?::[\w-]+)*:)?([a-z]+\d?(?:[-:_]?[A-Z]?[a-z]+\d?)*)")
"""`bundleRelease`; of `:app:bundleRelease` the last part."""
_MOST_OPERANDS = 12
_IN_PLACE = re.compile(r"-(?P<others>[nErsuz]*)i(?P<ending>.*)|--in-place(?:=.*)?")
"""Has `sed` change the file instead of showing it."""


def named(words: Sequence[str], key: bytes) -> tuple[str, Shape]:
    """`shell git commit`, and the shape of the rest: options named, other words numbered.

    What only rehearses it says so: `shell kubectl apply --dry-run`. And so does what changes a file
    where the same command mostly looks: `shell sed -i`, `shell find -delete`.
    """
    name = program(words[0])
    name = without_number(name) if is_program_name(name) else ""
    told, rest = _told(name, list(words[1:])) if name else ([], list(words[1:]))
    rest = _in_place_apart(rest) if name in ("sed", "gsed") else rest
    done = [*told, *_changing(name, rest), *_rehearsal(rest)]
    tool = " ".join(["shell", *([name] if name else []), *done])
    return tool, of_pairs(_parameters(name, rest), key)


def _in_place_apart(words: list[str]) -> list[str]:
    """`-Ei.bak` as `-E` and `-i.bak`."""
    found: list[str] = []
    for word in words:
        in_place = _IN_PLACE.fullmatch(word)
        if in_place is None:
            found.append(word)
            continue
        found += [f"-{in_place['others']}"] if in_place["others"] else []
        found.append(f"-i{in_place['ending'] or ''}")
    return found


def _changing(name: str, words: list[str]) -> list[str]:
    """The option by which a command that looks changes something."""
    if name in ("sed", "gsed"):
        return ["-i"] if any(word.startswith("-i") for word in words) else []
    return ["-delete"] if name == "find" and "-delete" in words else []


def without_rehearsal(tool: str) -> str:
    """What it is that is rehearsed, or the same tool."""
    plain, _space, last = tool.rpartition(" ")
    return plain if last in REHEARSALS else tool


def _rehearsal(words: list[str]) -> list[str]:
    """The first option of that kind, without its value."""
    return [name for word in words if (name := word.partition("=")[0]) in REHEARSALS][:1]


def _told(name: str, words: list[str]) -> tuple[list[str], list[str]]:
    """The words that say what to do, and the others: the path of a script is one of these too."""
    if has_script(name, words):
        own = script(words[0])
        told, rest = _told(own, words[1:])
        return [own, *told], [words[0], *rest]
    at = _first_word(words)
    first = _word(name, words[at]) if at is not None else ""
    if at is None or not first:
        return [], words
    if name.lower() not in TOLD and first.split("-")[0].split(":")[0] not in VERBS:
        return [], words
    before, rest = _options(words[:at]), words[at + 1 :]
    groups = names(GROUPS.get(name.lower(), ""))
    further = _first_word(rest) if first in groups or "*" in groups else None
    if further is not None and (second := _word(name, rest[further])):
        before, rest = before + _options(rest[:further]), rest[further + 1 :]
        more = _last(rest) if name.lower() in DEEP and second not in VERBS else []
        return [first, second, *more], before + rest[len(more) :]
    return [first], before + rest


def _last(words: list[str]) -> list[str]:
    """The words up to what is done, if that is one of the next two."""
    for length in (1, 2):
        if words[length - 1 : length] and words[length - 1] in DONE_LAST:
            return words[:length] if all(map(_WORD.fullmatch, words[:length])) else []
    return []


def _word(name: str, word: str) -> str:
    """As it is written in what is done, or nothing if it may be a value."""
    if not is_plain_name(word):
        return ""
    if name.lower() in TASK_RUNNERS and (task := _TASK.fullmatch(word)):
        return task[1]
    return word if _WORD.fullmatch(word) else ""


def _options(words: list[str]) -> list[str]:
    """Options without the values that follow them; that there is one stays to be seen."""
    found = (word for word in words if word.startswith("-"))
    return [f"{word}=" if word in WITH_VALUE else word for word in found]


def _first_word(words: list[str]) -> int | None:
    at = 0
    while at < len(words) and (words[at].startswith(("-", "+")) or "=" in words[at]):
        at += 2 if words[at] in WITH_VALUE else 1
    return at if at < len(words) else None


def _parameters(program: str, words: list[str]) -> list[tuple[str, str, object]]:
    found: list[tuple[str, str, object]] = []
    operands = 0
    for word in words:
        if len(word) > 1 and word.startswith("-") and not word[1].isdigit():
            found.append(_option(program, word))
        elif operands < _MOST_OPERANDS:
            operands += 1
            found.append((str(operands), kind(word), word))
    return found


def _option(program: str, word: str) -> tuple[str, str, object]:
    """An option by its name alone, and what is given with it where that is told apart by `=`."""
    name, is_given, value = word.partition("=")
    own = option_name(program, name)
    if own != name or (is_given and len(name) == 2):
        return own, "flag" if own == "--" else "word", None
    return (own, kind(value), value) if is_given else (own, "flag", None)
