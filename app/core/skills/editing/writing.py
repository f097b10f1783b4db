"""How the parts of a skill are written down: lines, goals, recipes, a whole text."""

import re
from collections.abc import Mapping, Sequence
from textwrap import dedent

from app.core.skills.model import BlockKind, GoalKind, Recipe, RecipeStep, Skill
from app.core.skills.reading.goals import goal_start, goals_in_line

RECIPES_HEADING = "## Recipes"
_DEEP = "    "
_LINE_END = re.compile(r"\r\n|\r|\n")
_OPTION = re.compile(r"\)\s*\Z|\]\s*\Z")
_LEAD = re.compile(r"[\\#\-*+•—=_`~<]|[0-9]{1,9}[.)]")


def line_end(text: str) -> str:
    """The line end `text` uses, LF when it has none."""
    found = _LINE_END.search(text)
    return found[0] if found is not None else "\n"


def body_lines(body: str) -> list[str]:
    """`body` without outer white space, continuation lines without common indentation."""
    first, *rest = _LINE_END.split(body.strip())
    return [first.rstrip(), *(line.rstrip() for line in dedent("\n".join(rest)).split("\n"))][
        : 1 + len(rest)
    ]


def indented(lines: Sequence[str], width: int) -> str:
    """The lines as continuation of something `width` columns wide; empty ones stay empty."""
    first, *rest = lines
    return "\n".join([first, *(" " * width + line if line else "" for line in rest)])


def goal_text(prefix: str, value: str) -> str:
    """A goal whose `value` is read back as given; `prefix` is `Trigger:` with its decoration.

    Continuation lines are indented so far that nothing in them can start something else.
    """
    first, *rest = body_lines(value)
    line = f"{prefix} {first}"
    begin = goal_start(line, 0)
    if begin is None or len(goals_in_line(line, begin, len(line))) > 1:
        first, rest = "", [first, *rest]
    lines = [f"{prefix} {first}".rstrip(), *(_DEEP + part if part else "" for part in rest)]
    return "\n".join(lines)


def recipe_text(recipe: Recipe) -> str:
    """A recipe as its author could have written it; `grammar.parse` reads the same back.

    A tool that is not a known one is only recognised under a heading "Recipes".
    """
    name = re.sub(r"([\\:])", r"\\\1", recipe.name)
    if _LEAD.match(name) or goal_start(f"{name}: ", 0) is not None:
        name = name if name.startswith("\\") else "\\" + name
    return "\n".join([f"{name}: {recipe.trigger}".rstrip(), *map(_recall_text, recipe.steps)])


def _recall_text(step: RecipeStep) -> str:
    query = step.query
    quoted = not query or query != query.strip() or query[0] in "\"'“" or _OPTION.search(query)
    parts = [f"- {step.tool}:", f'"{query}"' if quoted else query]
    if step.if_results_below is not None:
        parts.append(f"(if < {step.if_results_below} results)")
    if step.only_engrams:
        parts.append(f"only_engrams: [{', '.join(map(_engram, step.only_engrams))}]")
    return ("\n" + _DEEP).join(_LINE_END.split(" ".join(parts)))


def _engram(name: str) -> str:
    if name == name.strip() and not re.search(r"[,\[\]\"'\\]", name):
        return name
    return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


def front_end(skill: Skill) -> int:
    """After byte order mark, frontmatter and the comments at the beginning."""
    at = 0
    for block in skill.blocks:
        mark = block.kind is BlockKind.BLANK and skill.text[block.start : block.end] == "\ufeff"
        if not mark and block.kind not in (BlockKind.FRONTMATTER, BlockKind.COMMENT):
            break
        at = block.end
    return at


def heading(title: str) -> str:
    """A heading that says `title`; one that ends in `#` needs closing marks."""
    return f"# {title} #" if title.endswith("#") else f"# {title}"


def compose(title: str, goals: Mapping[GoalKind, str], body: str, recipes: Sequence[Recipe]) -> str:
    """A skill text with these parts: heading, goals in their usual order, body, recipes.

    The body stands in it as it is. Empty goals are left out.
    """
    name = " ".join(title.split())
    written = [goal_text(f"{k.value}:", goals[k]) for k in ORDER if goals.get(k, "").strip()]
    parts = [heading(name) if name else "", "\n".join(written), body.strip("\r\n")]
    if recipes:
        parts += [RECIPES_HEADING, *map(recipe_text, recipes)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


ORDER = tuple(sorted(GoalKind, key=lambda kind: kind.spec.place))
"""The order goals are written in."""
