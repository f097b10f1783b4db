"""Where each part of the card view lies, sub-steps in the frame of the step they belong to.

Public names: `GAP`, `Placed`, `arcs`, `depth_of`, `place`, `room_for`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.core.skills.model import BlockKind, JumpKind
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.fold_head import FoldHead
from app.ui.views.skills.editor.steps.folding import Folds, Part
from app.ui.views.skills.editor.steps.gutter import WIDTH as GUTTER
from app.ui.views.skills.editor.steps.gutter import Arc, Stop

GAP, INNER_GAP = 7, 4
"""Px between steps, and between sub-steps."""
INDENT, FURTHER, DEEPEST = 31, 20, 3
"""Px sub-steps stand further in than their step, and those of a sub-step; at most so deep."""
SIDE, BELOW = 13, 9
"""Px a frame goes on to the right of its sub-steps, and below the last."""
HEAD_LEFT = 49
MEMORY_MIDDLE = 17


@dataclass(slots=True)
class Placed:
    """What came of it: how far down it goes, in px, and what the gutter shows beside it."""

    bottom: int
    stops: list[Stop] = field(default_factory=list)
    dots: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A step whose sub-steps are being placed."""

    card: StepCard
    depth: int


def depth_of(part: Part) -> int:
    """How many steps a part is in."""
    return 0 if isinstance(part, FoldHead) or part.content is None else part.content.depth


def room_for(part: Part, width: int) -> tuple[int, int]:
    """How far to the left a part begins and how wide it is, beside a gutter, in px."""
    if isinstance(part, FoldHead):
        return HEAD_LEFT, width + GUTTER - HEAD_LEFT
    indent = part.indent if isinstance(part, QuietBlock) else 0
    depth = min(depth_of(part), DEEPEST)
    inner = INDENT + FURTHER * (depth - 1) if depth else 0
    return GUTTER + indent + inner, width - indent - inner - SIDE * depth


def place(parts: Sequence[Part], top: int, width: int, *, until: int | None = None) -> Placed:
    """Place the parts one below the other from `top` on; those from `until` px on are left."""
    folds, open_frames, placed = Folds(), list[_Frame](), Placed(top)
    placed.bottom = top - GAP
    owner, is_first = top, True
    for part in parts:
        hidden = folds.hides(part)
        part.setVisible(not hidden)
        if hidden:
            if isinstance(part, StepCard):
                placed.stops.append(Stop("", owner))
            continue
        if until is not None and placed.bottom > until:
            break
        depth = depth_of(part)
        while open_frames and open_frames[-1].depth >= depth:
            _close(open_frames.pop(), placed)
        y = placed.bottom + _gap(part, open_frames)
        left, room = room_for(part, width)
        height = part.arrange(room)
        part.setGeometry(left, y, room, height)
        placed.bottom = y + height
        if isinstance(part, StepCard):
            owner = y + part.line_y
            label = "" if depth else part.content.label
            placed.stops.append(Stop(label, owner, not depth and is_first))
            is_first &= depth > 0
            if part.content.below and not part.folded:
                open_frames.append(_Frame(part, depth))
        elif isinstance(part, FoldHead):
            owner, is_first = y + height // 2, True
        elif part.content is not None and part.content.kind is BlockKind.MEMORY:
            placed.dots.append(y + MEMORY_MIDDLE)
    while open_frames:
        _close(open_frames.pop(), placed)
    placed.bottom += GAP
    return placed


def _gap(part: Part, frames: Sequence[_Frame]) -> int:
    """What is left free above a part."""
    if not frames:
        return GAP
    is_first = isinstance(part, StepCard) and part.content.position == (
        frames[-1].card.content.position + 1
    )
    return 0 if is_first else INNER_GAP


def _close(frame: _Frame, placed: Placed) -> None:
    """The frame of a step ends below its last sub-step."""
    card = frame.card
    below = BELOW if not frame.depth else INNER_GAP
    placed.bottom += below
    card.setGeometry(card.x(), card.y(), card.width(), placed.bottom - card.y())


def arcs(cards: Sequence[StepCard], stops: Sequence[Stop]) -> list[Arc]:
    """The ways between steps, but those whose ends are folded into one."""
    return [
        Arc(JumpKind(kind), card.content.position - 1, target - 1)
        for card in cards
        for kind, target in card.content.arcs
        if 0 < target <= len(cards) and stops[card.content.position - 1].y != stops[target - 1].y
    ]
