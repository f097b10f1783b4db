"""The parts of a skill's text as they are compared: without indentation, cut into tokens."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace
from functools import partial

from app.core.library.comparison import Item, Kind, Mark
from app.core.skills.model import (
    BlockKind,
    Call,
    GoalKind,
    Jump,
    PlacedMemory,
    Skill,
    VariableUse,
)
from app.core.skills.step_names import step_name

_CHARACTERS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = rf"[^\W{_CHARACTERS}]+"
_TOKEN = re.compile(rf"\$\w+|[{_CHARACTERS}]|{_WORD}(?:[-’'.]{_WORD})*|[^\w\s]")
"""Words (`smoke-tests` and `0.5` are one); single characters of scripts that have no spaces;
single marks of punctuation."""


@dataclass(frozen=True, slots=True)
class Part:
    """An item with the ranges of its tokens.

    `references` are the tokens that name a step by its number, with the position of that step;
    `position` is that of a step itself, from 1, and 0 for anything else.
    """

    item: Item
    tokens: tuple[tuple[int, int], ...]
    references: tuple[tuple[int, int], ...] = ()
    position: int = 0

    def words(self) -> list[str]:
        return [self.item.text[start:end] for start, end in self.tokens]


def title(skill: Skill) -> list[Part]:
    """The title as a list of one part, or of none."""
    if not skill.title:
        return []
    return [_part(Kind.TITLE, skill.text, skill.title_start, skill.title_end)]


def goals(skill: Skill, kind: GoalKind) -> list[Part]:
    """Every goal of that kind."""
    results = skill.results
    return [
        _part(
            Kind.GOAL,
            skill.text,
            goal.value_start,
            goal.value_end,
            (*goal.calls, *goal.variables),
            goal=kind,
            results=results,
        )
        for goal in skill.goals
        if goal.kind is kind
    ]


def body(skill: Skill) -> list[Part]:
    """Steps, notes, headings and placed memories in the order of the text."""
    others = (
        *((Kind.NOTE, note.start, note.end) for note in skill.notes),
        *((Kind.HEADING, *heading) for heading in _headings(skill)),
    )
    found = [(start, _part(kind, skill.text, start, end)) for kind, start, end in others]
    found += [(memory.start, _memory(memory)) for memory in skill.memories]
    results = skill.results
    for step in skill.steps:
        part = _part(
            Kind.STEP,
            skill.text,
            step.body_start,
            step.body_end,
            (*step.calls, *step.jumps, *step.variables),
            number=step_name(skill, step.position),
            position=step.position,
            name=partial(step_name, skill),
            results=results,
        )
        found.append((step.start, part))
    return [part for _start, part in sorted(found, key=lambda entry: entry[0])]


def recipes(skill: Skill) -> list[Part]:
    """The recipes, each with all its recalls."""
    return [_part(Kind.RECIPE, skill.text, r.start, r.end) for r in skill.recipes]


def rest(skill: Skill) -> list[Part]:
    """Front matter and comments."""
    kinds = ((Kind.FRONTMATTER, BlockKind.FRONTMATTER), (Kind.COMMENT, BlockKind.COMMENT))
    return [
        _part(kind, skill.text, start, end)
        for kind, block in kinds
        for start, end in _blocks(skill, block)
    ]


def _memory(memory: PlacedMemory) -> Part:
    """What it says, however it is written: quoted or not."""
    said = f"{memory.text} _(from {memory.source})_"
    return _part(Kind.MEMORY, said, 0, len(said))


def _headings(skill: Skill) -> list[tuple[int, int]]:
    """The words of each, without the signs that make it one."""
    found = []
    for start, end in _blocks(skill, BlockKind.HEADING):
        words = skill.text[start:end].lstrip("# \t")
        found.append((end - len(words), end))
    return found


def _blocks(skill: Skill, kind: BlockKind) -> list[tuple[int, int]]:
    return [(block.start, block.end) for block in skill.blocks if block.kind is kind]


class _Passage:
    """`text[start:end]` without indentation and blank lines, and where everything went."""

    def __init__(self, text: str, start: int, end: int) -> None:
        lines: list[str] = []
        self._origins: list[int] = []
        self._starts: list[int] = []
        length = 0
        for line in text[start:end].split("\n"):
            said = line.strip()
            if said:
                self._origins.append(start + len(line) - len(line.lstrip()))
                self._starts.append(length)
                lines.append(said)
                length += len(said) + 1
            start += len(line) + 1
        self._lines = lines
        self.text = "\n".join(lines)

    def place(self, position: int) -> int:
        """Where a position of the whole text is in this passage."""
        n = bisect_right(self._origins, position) - 1
        if n < 0:
            return 0
        return self._starts[n] + min(position - self._origins[n], len(self._lines[n]))


def _part(
    kind: Kind,
    text: str,
    start: int,
    end: int,
    found: Iterable[Call | Jump | VariableUse] = (),
    *,
    goal: GoalKind | None = None,
    number: str = "",
    position: int = 0,
    name: Callable[[int], str] = str,
    results: Set[str] = frozenset(),
) -> Part:
    passage = _Passage(text, start, end)
    tokens = tuple(match.span() for match in _TOKEN.finditer(passage.text))
    marks, references = [], []
    for one in found:
        what = one
        if isinstance(one, VariableUse):
            what = replace(one, captured=one.name in results)
        place = passage.place(what.start), passage.place(what.end)
        if not isinstance(what, Jump) or not what.target:
            marks.append(Mark(what, *place))
            continue
        written = passage.place(what.reference_start), passage.place(what.reference_end)
        at = bisect_left(tokens, written)
        if what.reference.isdigit() and tokens[at : at + 1] == (written,):
            references.append((at, what.target))
        target = name(what.target) if what.target != position else None
        marks.append(Mark(what, *place, target, written))
    marks.sort(key=lambda mark: mark.start)
    item = Item(kind, passage.text, number, goal, marks=tuple(marks), position=position)
    return Part(item, tokens, tuple(references), position)
