"""What is folded away in the card view, and what has to be unfolded to see it.

Public names: `Folds`, `Part`, `above`, `mark_in_field`, `next_seen`, `unfold`.
"""

from collections.abc import Iterable, Mapping, Sequence

from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.fold_head import FoldHead

Part = StepCard | QuietBlock | FoldHead


class Folds:
    """Which parts are folded away, asked from the first to the last."""

    def __init__(self) -> None:
        self._heads: set[int] = set()
        self._hidden: set[int] = set()
        self._last: StepCard | None = None

    def hides(self, part: Part) -> bool:
        """Whether a heading or a step above it is folded, or it is in the field of one."""
        if isinstance(part, FoldHead):
            if part.folded and part.content is not None:
                self._heads.add(part.content.number)
            return False
        if part.content is None:
            return False
        if isinstance(part, StepCard):
            content = part.content
            hidden = content.within in self._heads or content.parent in self._hidden
            hidden = hidden or part.is_in_field
            if hidden or part.folded:
                self._hidden.add(content.position)
            self._last = part
            return hidden
        if part.content.within in self._heads:
            return True
        last = self._last.content.position if self._last is not None else 0
        return bool(part.content.depth) and last in self._hidden


def above(parts: Iterable[Part], wanted: Part) -> list[StepCard | FoldHead]:
    """What has to be unfolded for a part to be seen."""
    heads: dict[int, FoldHead] = {}
    cards: dict[int, StepCard] = {}
    last: StepCard | None = None
    for part in parts:
        if part is wanted:
            break
        if isinstance(part, FoldHead) and part.content is not None:
            heads[part.content.number] = part
        elif isinstance(part, StepCard):
            cards[part.content.position] = last = part
    if isinstance(wanted, FoldHead) or wanted.content is None:
        return []
    found: list[StepCard | FoldHead] = [heads[n] for n in (wanted.content.within,) if n in heads]
    if isinstance(wanted, StepCard):
        return found + _steps_above(cards, wanted.content.parent)
    if wanted.content.depth and last is not None:
        return found + _steps_above(cards, last.content.position)
    return found


def _steps_above(cards: Mapping[int, StepCard], position: int) -> list[StepCard | FoldHead]:
    found: list[StepCard | FoldHead] = []
    while position in cards:
        found.append(cards[position])
        position = cards[position].content.parent
    return found


def unfold(parts: Iterable[Part]) -> None:
    """Show all steps, and no section, as when a skill is opened."""
    for part in parts:
        if isinstance(part, StepCard):
            part.fold(False)
        elif isinstance(part, FoldHead) and part.content is not None:
            part.fold(part.content.kind == "section")


def mark_in_field(cards: Iterable[StepCard], positions: range) -> bool:
    """Mark the cards of those steps as shown in the field of another; whether any changed."""
    changed = False
    for position, card in enumerate(cards, 1):
        changed |= card.is_in_field != (position in positions)
        card.is_in_field = position in positions
    return changed


def next_seen(cards: Sequence[StepCard], position: int, step: int) -> int:
    """The next step from that position on that is not folded away; 0 for none."""
    position += step
    while 0 < position <= len(cards):
        if not cards[position - 1].isHidden():
            return position
        position += step
    return 0
