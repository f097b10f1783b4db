"""The keys that go further than to the next step. Public names: `far`, `far_seen`."""

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt

from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.folding import next_seen

_PAGES = {
    Qt.Key.Key_Home: -math.inf,
    Qt.Key.Key_End: math.inf,
    Qt.Key.Key_PageUp: -1.0,
    Qt.Key.Key_PageDown: 1.0,
}


def far(key: int) -> float:
    """How many pages down a key goes in the list of steps; 0 for any other key."""
    return _PAGES.get(Qt.Key(key), 0.0)


def far_seen(cards: Sequence[StepCard], position: int, px: float) -> int:
    """The last step that begins within so many px below a step, or above it; its neighbour where
    that is farther.
    """
    step, end = (1 if px > 0 else -1), cards[position - 1].y() + px
    there = next_seen(cards, position, step) or position
    while (more := next_seen(cards, there, step)) and (cards[more - 1].y() - end) * step <= 0:
        there = more
    return there
