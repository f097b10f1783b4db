"""A step that is dragged to another place among those beside it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint

from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.drop_line import DropLine
from app.ui.views.skills.editor.steps.placing import GAP

FURTHER = 13
"""Px a dragged card lies further to the right."""


class Dragging:
    """Its sub-steps are folded away until it is dropped."""

    def __init__(self, line: DropLine) -> None:
        self._line = line
        self._card: StepCard | None = None
        self._unfolds = False
        self._point: QPoint | None = None
        self._left = 0
        self.drop = 0
        """The position of the step in whose place it would land; 0 while nothing is dragged."""

    @property
    def card(self) -> StepCard | None:
        return self._card

    def begin(self, card: StepCard) -> None:
        self._card, self.drop, self._left = card, card.content.position, card.x()
        self._unfolds = bool(card.content.below) and not card.folded
        card.fold(True)
        card.set_dragging(True)
        card.raise_()
        card.setFocus()

    def follow(self, cards: Sequence[StepCard], point: QPoint, bottom: int) -> None:
        """It is at that point now; `bottom` is where the last of all cards ends."""
        card, self._point = self._card, point
        if card is None:
            return
        card.move(self._left + FURTHER, point.y() - card.line_y)
        beside = [one for one in siblings(cards, card) if not one.isHidden()]
        others = [one for one in beside if one is not card]
        above = sum(one.y() + one.height() // 2 < point.y() for one in others)
        self.drop = beside[above].content.position
        if above < len(others):
            below = others[above].y()
        else:
            inner = others[-1].geometry().bottom() + 1 + GAP if others else bottom
            below = inner if card.content.parent else bottom
        self._line.show_at(self._left, below - GAP // 2 - 1, card.width())

    def go_on(self, cards: Sequence[StepCard], bottom: int) -> None:
        """Everything has been placed anew while it is dragged."""
        if self._card is not None and self._point is not None:
            self.follow(cards, self._point, bottom)

    def end(self) -> None:
        """Leave the card where it was."""
        card, self._card, self._point, self.drop = self._card, None, None, 0
        self._line.hide()
        if card is not None:
            card.set_dragging(False)
            card.fold(not self._unfolds and card.folded)


def siblings(cards: Sequence[StepCard], card: StepCard) -> list[StepCard]:
    """The steps it can change places with, itself among them."""
    parent = card.content.parent
    return [one for one in cards if one.content.parent == parent]


def neighbour(cards: Sequence[StepCard], card: StepCard, step: int) -> int:
    """The position of the sibling so many further on; 0 for none."""
    beside = siblings(cards, card)
    at = beside.index(card) + step
    return beside[at].content.position if 0 <= at < len(beside) else 0
