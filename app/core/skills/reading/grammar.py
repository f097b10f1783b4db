"""A skill's text read into what it says. Pure; every text reads; nothing of it is lost."""

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
    VERIFY,
    hide_blocks,
    hide_inline,
)
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.folding import fold
from app.core.skills.reading.goals import parameters
from app.core.skills.reading.marks import Marks
from app.core.skills.reading.nesting import join_alternatives, places
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.placed_memories import SUPPORTING_CONTEXT, read
from app.core.skills.reading.procedure import procedure
from app.core.skills.reading.recipes import read as read_recipe
from app.core.skills.reading.rereading import reread
from app.core.skills.reading.steps import read_step, stop, unindented, words
from app.core.skills.reading.targets import Targets
from app.core.skills.reading.title import names_the_whole, title_piece, title_span


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
        self.title = title_piece(text, self.pieces)
        self.read = procedure(text, self.pieces, self.title)
        self.pieces, self.kinds = self.read.pieces, self.read.kinds
        if self.title is not None and not names_the_whole(text, self.pieces, self.title):
            self.kinds[self.pieces.index(self.title)] = BlockKind.HEADING

    def skill(self) -> Skill:
        text = self.text
        stepping = self.read.steps
        texts = [words(text, piece) for piece in stepping]
        where = places(stepping, self.read.parents, self.read.phase_of)
        targets = Targets(where, texts, self.read.phases)
        marks = Marks(
            text, self.folded, self.shown, self.shown_with_code,
            [p for p in self.pieces if p.shape is Shape.GOAL] + stepping,
        )  # fmt: skip
        goals = tuple(self._goal(p, marks) for p in self.pieces if p.shape is Shape.GOAL)
        steps = tuple(
            read_step(text, self.shown, piece, n, body, place, marks, targets)
            for n, (piece, body, place) in enumerate(zip(stepping, texts, where, strict=True), 1)
        )
        title_start, title_end = title_span(text, self.pieces, self.title)
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
            phases=tuple(self.read.phases),
            sections=tuple(self.read.sections),
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
            Note(_noted(self.text, p), p.start, p.end)
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


def _noted(text: str, piece: Piece) -> str:
    """What a note says; the number of an item that is no step is part of it."""
    said = words(text, piece)
    return f"{text[piece.start : piece.body].strip()} {said}" if piece.number else said


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
