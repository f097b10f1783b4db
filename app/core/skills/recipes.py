"""Recipes: a `name: moment` line followed by the recalls that belong to that moment."""

import re

from app.core.skills.goals import goal_start
from app.core.skills.model import Recipe, RecipeStep

_TOOLS = (
    "recall remind remember dig_deeper recall_structured recall_with_citations cross_search"
    " check_duplicate find_source edit recent browse_engram compare_engrams stats engram_summary"
    " forget search suggest"
)
TOOLS = frozenset(_TOOLS.split())
STEP_LINE = re.compile(r"[ ]{0,3}[-—*][ \t]*(?P<tool>[A-Za-z_][\w.-]*)[ \t]*:(?=\s|\Z)[ \t]*")
_HEADER = re.compile(r"(?P<name>(?:\\.|[^:\\\r\n])++):(?:[ \t]+(?P<trigger>[^\r\n]*))?")
_BELOW = re.compile(r"\(if\s*<\s*(?P<count>\d{1,9})\s*results?\)\Z", re.IGNORECASE)
_ENGRAMS = re.compile(
    r"only_engrams\s*[:=]\s*\[(?P<names>(?:\"(?:\\.|[^\"\\\r\n])*+\"|[^\]\"\r\n])*+)\]\Z"
)
_NAME = re.compile(r'\s*(?:"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([^,]+))\s*(?:,|\Z)')
_QUOTES = (('"', '"'), ("'", "'"), ("“", "”"))


def is_recipe_step(text: str, at: int, section: bool, first: bool = True) -> bool:
    """Whether the line at `at` is a recall of a recipe; ordinary bullets `- word: text` are not.

    In a section headed "Recipes" every tool name counts. Elsewhere the first one must be a tool
    we know or contain `_`, the next ones may be any word in small letters.
    """
    found = STEP_LINE.match(text, at)
    if found is None or goal_start(text, at) is not None:
        return False
    tool = found["tool"]
    known = section or tool.casefold() in TOOLS or "_" in tool
    return known or (not first and tool[0].islower())


def header(line: str) -> tuple[str, str] | None:
    """Name and moment of a recipe's first line; either may be empty only as `name:`."""
    found = _HEADER.match(line.strip())
    if found is None:
        return None
    name = unescape(found["name"]).strip()
    return (name, (found["trigger"] or "").strip()) if name else None


def unescape(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def read(text: str, start: int, end: int) -> Recipe:
    """The recipe that `text[start:end]` is; its first line has a name."""
    lines = re.split(r"\r\n|\r|\n", text[start:end])
    name, trigger = header(lines[0]) or ("", "")
    bodies: list[tuple[str, list[str]]] = []
    for line in lines[1:]:
        found = STEP_LINE.match(line)
        if found is not None:
            bodies.append((found["tool"], [line[found.end() :].rstrip()]))
        elif line.strip() and bodies:
            bodies[-1][1].append(line.strip())
    steps = tuple(_step(tool, "\n".join(body).strip()) for tool, body in bodies)
    return Recipe(name, trigger, steps, start, end)


def _step(tool: str, body: str) -> RecipeStep:
    """Options stand at the end, each once and in either order."""
    below = engrams = None
    while True:
        if below is None and (found := _option(_BELOW, "(if", body)) is not None:
            below = found
        elif engrams is None and (found := _option(_ENGRAMS, "only_engrams", body)) is not None:
            engrams = found
        else:
            break
        body = body[: found.start()].rstrip()
    return RecipeStep(
        tool,
        _unquoted(body),
        _names(engrams["names"]) if engrams is not None else (),
        int(below["count"]) if below is not None else None,
    )


def _option(pattern: re.Pattern[str], word: str, body: str) -> re.Match[str] | None:
    """The option that ends `body`. Only its last occurrence is tried: reading stays linear."""
    at = body.rfind(word)
    if at < 0 or (at > 0 and not body[at - 1].isspace()):
        return None
    return pattern.match(body, at)


def _names(written: str) -> tuple[str, ...]:
    names = []
    for found in _NAME.finditer(written):
        quoted, single, bare = found.groups()
        names.append(unescape(quoted) if quoted is not None else single or (bare or "").strip())
    return tuple(name for name in names if name)


def _unquoted(query: str) -> str:
    for left, right in _QUOTES:
        if len(query) >= 2 and query[0] == left and query[-1] == right:
            return query[1:-1]
    return query
