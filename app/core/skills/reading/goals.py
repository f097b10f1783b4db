"""Goal lines: their prefixes, decorations, and the parameters of Requires and Produces."""

import re

from app.core.skills.model import GoalKind, Parameter
from app.core.value import value

_KINDS = {kind.value.casefold(): kind for kind in GoalKind}
_EXACT = "|".join(re.escape(kind.value) for kind in GoalKind)
_WORDS = "|".join(kind.value.replace(" ", r"[ \t-]{1,3}") for kind in GoalKind)
_SYMBOLS = "".join(kind.spec.mark for kind in GoalKind) + "✔✅✘✕❌⊘🚫🏁🎯→◆▹▪"
_GAPS = re.compile(r"[ \t-]+")

_GOAL = re.compile(
    rf"[ ]{{0,3}}(?:[-*+•][ \t]+)?(?:[{_SYMBOLS}]\ufe0f?[ \t]*){{0,3}}(?:\*\*|__)?"
    rf"(?P<kind>{_WORDS})(?:\*\*|__)?[ \t]*:(?:\*\*|__)?(?=\s|\Z)[ \t]*",
    re.IGNORECASE,
)
_ANOTHER = re.compile(rf";[ \t]+(?=(?P<kind>{_EXACT}):(?=\s|\Z))")


@value
class GoalStart:
    """A goal prefix found at the start of a line; its value begins at `value`."""

    kind: GoalKind
    start: int
    value: int


def goal_start(text: str, at: int) -> GoalStart | None:
    """The goal prefix that the line at `at` begins with, decorations included."""
    if text[at : at + 1].isdecimal():
        return None  # most lines are numbered steps
    found = _GOAL.match(text, at)
    if found is None:
        return None
    kind = _KINDS.get(_GAPS.sub(" ", found["kind"]).casefold())
    return GoalStart(kind, at, found.end()) if kind is not None else None


def goals_in_line(text: str, first: GoalStart, end: int) -> list[GoalStart]:
    """The goals of one line: `Trigger: a; Success: b` has two.

    Only prefixes in their exact spelling separate, so `; success: b` stays part of the value.
    """
    starts = [first]
    if ";" not in text[first.value : end]:
        return starts
    written = text[first.start : first.value]
    if not any(kind.value in written for kind in GoalKind):
        return starts
    for found in _ANOTHER.finditer(text, first.value, end):
        at = found.end()
        another = goal_start(text, at)
        if another is not None:
            starts.append(another)
    return starts


_NOTHING = frozenset({"none", "nothing", "n/a", "na", "-", "—", "–"})
_CHUNK = re.compile(r"(?:[^,;\r\n{}]++|\{[^{}\r\n]*+\}|[{}])++")
_TYPED = re.compile(
    r"\s*(?:[-*+•]\s+)?\$?(?P<name>[^\W\d]\w*)(?P<optional>\?)?\s*"
    r"(?::\s*(?P<type>[^=]*+))?(?P<default>=.*)?\Z",
    re.DOTALL,
)
_NAMED = re.compile(r"(?<![\w$])\$(?P<name>[^\W\d]\w*)(?P<optional>\?)?(?=[\s.:)\]]|\Z)")
_OPTIONAL = "(optional)"


def parameters(text: str, start: int, end: int) -> list[Parameter]:
    """The entries of a Requires or Produces value, such as `$branch:string, $depth:{fast|full}`.

    Entries are separated by commas, semicolons or lines; `$x?`, `(optional)` and a default
    (`= fast`) make one optional; a type may be any text. Words without `$` are an entry only
    when they stand alone, and `none` is no entry.
    """
    found: list[Parameter] = []
    for chunk in _CHUNK.finditer(text, start, end):
        found.extend(_entries(text, chunk.start(), chunk.end()))
    return list({parameter.name: parameter for parameter in reversed(found)}.values())[::-1]


def _entries(text: str, start: int, end: int) -> list[Parameter]:
    chunk = text[start:end]
    bare = chunk.strip().rstrip(".").strip("()").casefold()
    if bare in _NOTHING or not bare:
        return []
    trimmed = chunk.rstrip().rstrip(".")
    said = trimmed
    if said[-len(_OPTIONAL) :].casefold() == _OPTIONAL:
        said = said[: -len(_OPTIONAL)].rstrip()
    said = said.removesuffix("?")
    typed = _TYPED.match(said)
    if typed is not None:
        left = start + typed.start("name")
        if left > start and text[left - 1] == "$":
            left -= 1
        return [
            Parameter(
                typed["name"],
                (typed["type"] or "").strip(),
                said != trimmed or bool(typed["optional"] or typed["default"]),
                left,
                start + len(trimmed),
            )
        ]
    return [
        Parameter(
            name["name"], "", bool(name["optional"]), start + name.start(), start + name.end()
        )
        for name in _NAMED.finditer(chunk)
    ]
