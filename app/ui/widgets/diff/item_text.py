"""What is shown of an item: its prose, and the calls and jumps that were tags as pills.

Public names: `Prose`, `LookRange`, `Pill`, `Piece`, `Look`, `prose`.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Literal

from app.core.library.comparison import Item, Kind, Mark
from app.core.skills.model import Call, Jump, JumpKind, VariableUse
from app.core.words import _

Look = Literal["plain", "name", "read", "captured", "step", "source"]

_LONGEST = 20_000
"""Characters of one item that are shown; nobody reads a longer step here."""
_VARIABLE = re.compile(r"(\$\w+)")
_GLUE = " ()→,"
_END = re.compile(r"[\s.,;:!]*")
_SOURCE = re.compile(r"_(\(from (?:(?!_\(from ).)*\))_\s*\Z", re.DOTALL)
_MARK = re.compile(r"_\(from (?:\\.|[^\\\r\n)]|\)(?!_)){0,400}\)_")
"""Of a sentence that was woven into a step."""
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class LookRange:
    """A range of the prose that has a look of its own."""

    start: int
    end: int
    look: Look
    target: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a pill; `changed` when the pill of the other side does not have them."""

    text: str
    look: Look = "plain"
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Pill:
    """A call, loop or branch; `target` is the name a call calls."""

    kind: Kind
    pieces: tuple[Piece, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Prose:
    """The text without tags, with the ranges that changed and the ranges that are coloured."""

    text: str
    changes: tuple[tuple[int, int], ...] = ()
    looks: tuple[LookRange, ...] = ()
    pills: tuple[Pill, ...] = ()


def prose(item: Item, other: Item | None) -> Prose:
    """The item as it is shown beside its counterpart."""
    tags = _tags(item)
    text, origins = _without(item, tags)
    looks = []
    for mark in item.marks:
        start, end = bisect_left(origins, mark.start), bisect_left(origins, mark.end)
        if start < end and (look := _look(mark)):
            called = mark.what.target if isinstance(mark.what, Call) else ""
            looks.append(LookRange(start, end, look, called))
    changes = ((bisect_left(origins, a), bisect_left(origins, b)) for a, b in item.changes)
    if item.kind is Kind.MEMORY and (source := _SOURCE.search(text)):
        text = text[: source.start()] + source[1] + text[source.end() :]
        looks.append(LookRange(source.start(), source.start() + len(source[1]), "source"))
    if item.kind is Kind.STEP:
        looks += (LookRange(*found.span(), "source") for found in _MARK.finditer(text))
    pills = _pills(item, tags, other)
    return Prose(
        _SURROGATES.sub("\ufffd", text),
        tuple((a, b) for a, b in changes if a < b),
        tuple(looks),
        tuple(pills),
    )


def _pills(item: Item, tags: list[Mark], other: Item | None) -> list[Pill]:
    """With what the pills of the other side do not say marked as changed."""
    made = [(mark, pill) for mark in tags if (pill := _pill(mark, item.text))]
    if other is None:
        return [pill for _mark, pill in made]
    theirs = [_pill(mark, other.text) for mark in _tags(other)]
    known = {piece.text for pill in theirs if pill for piece in pill.pieces}
    return [_compared(pill, known, _leads_elsewhere(mark, item)) for mark, pill in made]


def _leads_elsewhere(mark: Mark, item: Item) -> bool:
    """Whether the step a jump names is another one, not only renumbered."""
    if mark.reference is None:
        return False
    start, end = mark.reference
    return any(a < end and start < b for a, b in item.changes)


def _tags(item: Item) -> list[Mark]:
    """The marks that are written as tags (`@loop: 2`), not as part of a sentence."""
    found: list[Mark] = []
    for mark in item.marks:
        written = item.text.startswith(("@", "[["), mark.start)
        follows = bool(found) and found[-1].end == mark.start
        if isinstance(mark.what, Call | Jump) and (written or follows):
            found.append(mark)
    return found


def _without(item: Item, tags: list[Mark]) -> tuple[str, list[int]]:
    """The prose, and for each of its characters where it was. A call inside it leaves its name."""
    kept: list[tuple[int, int]] = []
    place = 0
    for mark in tags:
        kept.append((place, mark.start))
        rest = item.text[mark.end : mark.end + 200]
        if isinstance(mark.what, Call) and not _ends(rest):
            start = item.text.find(mark.what.target, mark.start, mark.end)
            if start >= 0:
                kept.append((start, start + len(mark.what.target)))
        place = mark.end
    kept.append((place, len(item.text)))
    said: list[str] = []
    origins: list[int] = []
    for start, end in kept:
        for n in range(start, min(end, _LONGEST)):
            character = item.text[n]
            after_gap = not said or said[-1].isspace()
            if character.isspace() and after_gap:
                continue
            if after_gap and said and n == start and character in ".,;:":
                said.pop()
                origins.pop()
            said.append(character)
            origins.append(n)
    while said and said[-1].isspace():
        said.pop()
        origins.pop()
    if tags and said and not any(c.isalnum() for c in said):
        return "", []
    return "".join(said), origins


def _ends(rest: str) -> bool:
    """Whether nothing but punctuation and other tags follows."""
    match = _END.match(rest)
    return match is None or rest[match.end() :].startswith(("@", "[[")) or match.end() == len(rest)


def _look(mark: Mark) -> Look | None:
    if isinstance(mark.what, VariableUse):
        return "captured" if mark.what.captured else "read"
    return "name" if isinstance(mark.what, Call) and mark.what.explicit else None


def _pill(mark: Mark, text: str) -> Pill | None:
    if isinstance(mark.what, Call):
        return _call(mark.what, text[mark.end : mark.end + 200])
    return _jump(mark.what, mark.target) if isinstance(mark.what, Jump) else None


def _call(call: Call, rest: str) -> Pill | None:
    """None for a bare call inside a sentence: its name there says it all."""
    if not (call.arguments or call.captures or _ends(rest)):
        return None
    pieces = [Piece(call.target, "name")]
    for n, argument in enumerate(call.arguments):
        pieces.append(
            Piece((", " if n else " (") + (f"{argument.name} = " if argument.name else ""))
        )
        value = f"${argument.value}" if argument.is_variable else argument.value
        pieces.append(Piece(value, "read" if argument.is_variable else "plain"))
    if call.arguments:
        pieces.append(Piece(")"))
    for n, name in enumerate(call.captures):
        pieces.append(Piece(", " if n else " → "))
        pieces.append(Piece(f"${name}", "captured"))
    return Pill(Kind.CALL, tuple(pieces), call.target)


def _jump(jump: Jump, number: int | None) -> Pill:
    step = Piece(_("step {number}").format(number=number), "step") if number else None
    if step is None and jump.reference:
        step = Piece(jump.reference, "step")
    return _branch(jump, step) if jump.kind is JumpKind.BRANCH else _loop(jump, step)


def _branch(jump: Jump, step: Piece | None) -> Pill:
    pieces = _condition(jump)
    if pieces and jump.condition != "else":
        pieces.insert(0, Piece(_("if") + " "))
    if step is not None:
        pieces += [Piece(" → "), step] if pieces else [step]
    return Pill(Kind.BRANCH, tuple(pieces))


def _loop(jump: Jump, step: Piece | None) -> Pill:
    pieces = [Piece(_("back to") + " "), step] if step is not None else [Piece(_("again"))]
    if jump.maximum is not None:
        pieces.append(Piece(_(", max {count}").format(count=jump.maximum)))
    if condition := _condition(jump):
        pieces += [Piece(" "), *condition]
    return Pill(Kind.LOOP, tuple(pieces))


def _condition(jump: Jump) -> list[Piece]:
    return [
        Piece(words, "captured" if words.startswith("$") else "plain")
        for words in _VARIABLE.split(jump.condition)
        if words
    ]


def _compared(pill: Pill, known: set[str], leads_elsewhere: bool) -> Pill:
    """A step is named by its number, which may change without meaning anything."""

    def changed(piece: Piece) -> bool:
        if piece.look == "step":
            return leads_elsewhere
        return piece.text not in known and bool(piece.text.strip(_GLUE))

    return replace(pill, pieces=tuple(replace(p, changed=changed(p)) for p in pill.pieces))
