"""A skill's text read into what it says. Pure; every text reads; nothing of it is lost."""

import re

from app.core.skills.model import (
    Block,
    BlockKind,
    Goal,
    GoalKind,
    Note,
    Parameter,
    PlacedMemory,
    Recipe,
    Skill,
    VariableUse,
)  # fmt: skip
from app.core.skills.reading.annotations import (
    DISPATCH,
    ONLY_DISPATCH,
    VERIFY,
    hide_blocks,
    hide_inline,
)
from app.core.skills.reading.blocks import Piece, Shape, cut
from app.core.skills.reading.folding import fold
from app.core.skills.reading.goals import parameters
from app.core.skills.reading.marks import Marks
from app.core.skills.reading.nesting import join_alternatives, places
from app.core.skills.reading.placed_memories import SUPPORTING_CONTEXT, read
from app.core.skills.reading.recipes import read as read_recipe
from app.core.skills.reading.rereading import reread
from app.core.skills.reading.steps import read_step, stop, unindented, words
from app.core.skills.reading.targets import Targets

_TRAINED = re.compile(r"\s*\(trained \d{4}-\d{2}-\d{2}\)\s*\Z")
_LONGEST_TITLE = 120

_KINDS = {
    Shape.FRONTMATTER: BlockKind.FRONTMATTER, Shape.COMMENT: BlockKind.COMMENT,
    Shape.HEADING: BlockKind.HEADING, Shape.GOAL: BlockKind.GOAL, Shape.NUMBERED: BlockKind.STEP,
    Shape.RECIPE: BlockKind.RECIPE, Shape.MEMORY: BlockKind.MEMORY, Shape.BLANK: BlockKind.BLANK,
}  # fmt: skip


def parse(text: str, before: Skill | None = None) -> Skill:
    """What `text` says. Never raises; takes time linear in the length of `text`.

    `before` is what a similar text said; it only makes reading faster.
    """
    again = reread(text, before) if before is not None else None
    return again if again is not None else _Reading(text).skill()


class _Reading:
    """The working state of one `parse`."""

    def __init__(self, text: str) -> None:
        found = cut(text)
        self.text = text
        self.pieces = join_alternatives(text, found.pieces)
        self.shown_with_code = hide_blocks(text, found.opaque)
        self.shown = hide_inline(self.shown_with_code)
        self.folded = fold(self.shown)
        self.title = _title(text, self.pieces)
        self.kinds = _kinds(text, self.pieces, self.title)

    def skill(self) -> Skill:
        text = self.text
        stepping = [p for p, k in zip(self.pieces, self.kinds, strict=True) if k is BlockKind.STEP]
        texts = [words(text, piece) for piece in stepping]
        numbers = [p.number if p.shape is Shape.NUMBERED else None for p in stepping]
        where = places(stepping)
        targets = Targets(numbers, texts, [place.parent for place in where])
        marks = Marks(
            text, self.folded, self.shown, self.shown_with_code,
            [p for p in self.pieces if p.shape is Shape.GOAL] + stepping,
        )  # fmt: skip
        goals = tuple(self._goal(p, marks) for p in self.pieces if p.shape is Shape.GOAL)
        steps = tuple(
            read_step(text, self.shown, piece, n, number, body, place, marks, targets)
            for n, (piece, number, body, place) in enumerate(
                zip(stepping, numbers, texts, where, strict=True), 1
            )
        )
        title_start, title_end = _title_span(text, self.title)
        dispatch, verify = DISPATCH.search(self.shown), VERIFY.search(self.shown)
        return Skill(
            text=text,
            blocks=tuple(
                Block(k, p.start, p.end) for p, k in zip(self.pieces, self.kinds, strict=True)
            ),
            title=text[title_start:title_end],
            title_start=title_start,
            title_end=title_end,
            goals=goals,
            steps=steps,
            notes=self._notes(),
            recipes=self._recipes(),
            memories=self._memories(),
            requires=_parameters(text, goals, GoalKind.REQUIRES),
            produces=_parameters(text, goals, GoalKind.PRODUCES),
            dispatch_safe=dispatch[1].lower() if dispatch is not None else "",
            verify=verify[1].lower() if verify is not None else "",
            by_name=frozenset(targets.asked_by_name),
        )

    def _goal(self, piece: Piece, marks: Marks) -> Goal:
        assert piece.goal is not None
        start, end = _value_span(self.text, piece)
        kind = piece.goal.kind
        calls = marks.calls(piece, start, end, kind is GoalKind.ON_FAILURE)
        variables = marks.variables(piece, calls, start)
        if kind is GoalKind.PRODUCES:
            variables = [VariableUse(v.name, True, v.start, v.end) for v in variables]
        return Goal(kind, unindented(self.text[start:end]), tuple(calls), tuple(variables),
                    piece.start, piece.end, start, end)  # fmt: skip

    def _notes(self) -> tuple[Note, ...]:
        return tuple(
            Note(words(self.text, p), p.start, p.end)
            for p, k in zip(self.pieces, self.kinds, strict=True)
            if k is BlockKind.NOTE
        )

    def _recipes(self) -> tuple[Recipe, ...]:
        return tuple(
            read_recipe(self.text, p.start, p.end) for p in self.pieces if p.shape is Shape.RECIPE
        )

    def _memories(self) -> tuple[PlacedMemory, ...]:
        memories = []
        steps, supporting = 0, False
        for piece, kind in zip(self.pieces, self.kinds, strict=True):
            if kind is BlockKind.STEP:
                steps += 1
            elif kind is BlockKind.HEADING:
                heading = self.text[piece.body : piece.end].strip(" \t\r\n#")
                supporting = heading.casefold() == SUPPORTING_CONTEXT.casefold()
            elif kind is BlockKind.MEMORY:
                said, source = read(self.text[piece.body : piece.end])
                after = 0 if supporting else steps
                memories.append(PlacedMemory(said, source, after, piece.start, piece.end))
        return tuple(memories)


def _title(text: str, pieces: list[Piece]) -> Piece | None:
    """The first `#` heading before the steps, else the first short line that is nothing else."""
    plain: Piece | None = None
    first = True
    for piece in pieces:
        if piece.shape is Shape.NUMBERED:
            break
        if piece.shape is Shape.HEADING:
            hashes = text[piece.start : piece.body].strip()
            if hashes == "#" and text[piece.body : piece.end].strip():
                return piece
            first = False
        elif piece.shape in (Shape.PARAGRAPH, Shape.BULLET, Shape.CODE) and first:
            if piece.shape is Shape.PARAGRAPH and _is_title(text[piece.body : piece.end]):
                plain = piece
            first = ONLY_DISPATCH.match(text, piece.body, piece.end) is not None
    return plain


def _is_title(paragraph: str) -> bool:
    line = paragraph.strip()
    return (
        len(line) <= _LONGEST_TITLE
        and "\n" not in line
        and "\r" not in line
        and not line.endswith((".", ";", ","))
        and "@" not in line
        and not line.startswith("[")
    )


def _title_span(text: str, piece: Piece | None) -> tuple[int, int]:
    if piece is None:
        return 0, 0
    end = stop(text, piece)
    if piece.shape is Shape.HEADING:
        end = piece.body + len(_without_closing(text[piece.body : end]))
    trained = _TRAINED.search(text, max(piece.body, end - 40), end)
    return piece.body, trained.start() if trained is not None else end


def _without_closing(heading: str) -> str:
    """`Title ##` is `Title`, but `C#` stays."""
    rest = heading.rstrip("#")
    return rest.rstrip() if not rest or rest[-1].isspace() else heading


def _kinds(text: str, pieces: list[Piece], title: Piece | None) -> list[BlockKind]:
    numbered = any(piece.shape is Shape.NUMBERED and piece.parent is None for piece in pieces)
    kinds: list[BlockKind] = []
    nested: dict[int, BlockKind] = {}
    for piece in pieces:
        kind = _KINDS.get(piece.shape)
        if piece is title:
            kind = BlockKind.TITLE
        elif piece.parent is not None:
            kind = nested[id(piece.parent)]
        elif kind is None:
            note = numbered or piece.shape is Shape.CODE
            note = note or ONLY_DISPATCH.match(text, piece.body, piece.end) is not None
            kind = BlockKind.NOTE if note else BlockKind.STEP
        nested[id(piece)] = kind
        kinds.append(kind)
    return kinds


def _value_span(text: str, piece: Piece) -> tuple[int, int]:
    end = stop(text, piece)
    if piece.end < len(text) and text[piece.end - 1] not in "\r\n" and text[end - 1] == ";":
        end = max(piece.body, end - 1)
        end = piece.body + len(text[piece.body : end].rstrip())
    start = piece.body + len(text[piece.body : end]) - len(text[piece.body : end].lstrip())
    return start, end


def _parameters(text: str, goals: tuple[Goal, ...], kind: GoalKind) -> tuple[Parameter, ...]:
    found: dict[str, Parameter] = {}
    for goal in goals:
        if goal.kind is kind:
            for parameter in parameters(text, goal.value_start, goal.value_end):
                found.setdefault(parameter.name, parameter)
    return tuple(found.values())
