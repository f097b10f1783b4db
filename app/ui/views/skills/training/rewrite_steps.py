"""The steps of a rewriting, one below the other."""

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.training.proposal import Proposal
from app.core.training.rewriting.rewrite import Rewrite, RewrittenStep
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.step_block import StepBlock
from app.ui.views.skills.training.step_words import StepWords
from app.ui.widgets.emptying import empty
from app.ui.widgets.prose.step_prose import Prose
from app.ui.widgets.scrolled import scrolled

Place = tuple[int, int]
"""A step's position and a sentence in it."""


class RewriteSteps(QWidget):
    """`pointed(place)`, `decided(place, Choice)`, `owned(place)`, `whole(position, Choice)`;
    `entered(position)` when the keyboard comes to a step."""

    pointed = Signal(object)
    entered = Signal(int)
    decided = Signal(object, object)
    owned = Signal(object)
    whole = Signal(int, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.blocks: dict[int, StepBlock] = {}
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(16, 10, 12, 16)
        self._column.setSpacing(6)
        self._scroll = scrolled(inner, _("The rewrite"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)

    def build(self, found: Proposal) -> None:
        """The steps of a skill, as their author wrote them."""
        empty(self._column)
        words = StepWords(found.authored)
        self.blocks = {
            n: self._block(n, found.names[n - 1], said, partial(words.prose, n))
            for n, said in enumerate(found.steps, start=1)
        }
        for block in self.blocks.values():
            self._column.addWidget(block)
        self._column.addStretch(1)

    def show_step(
        self, found: Rewrite, position: int, current: Place | None, settled: Collection[Place]
    ) -> None:
        """One step as it is decided by now; of the `settled` sentences nothing more is said."""
        step = next((step for step in found.steps if step.position == position), None)
        if step is None:
            self.blocks[position].show_waiting()
            return
        number = current[1] if current and current[0] == position else -1
        done = frozenset(n for at, n in settled if at == position)
        self.blocks[position].show_step(found, step, number, done)

    def show_writing(self, position: int, text: str) -> None:
        """What is being written there."""
        self.blocks[position].show_writing(text)
        self._scroll.ensureWidgetVisible(self.blocks[position], 0, 12)

    def show_judged(self, found: Rewrite, step: RewrittenStep) -> None:
        """The verdicts on a step while others are written."""
        everything = frozenset(range(len(step.parts)))
        self.blocks[step.position].show_step(found, step, -1, everything)

    def go(self, position: int) -> None:
        """Have the keyboard on a step, in sight; it may have been changed a moment ago."""
        block = self.blocks[position]
        block.text.setFocus(Qt.FocusReason.MouseFocusReason)
        QTimer.singleShot(0, block, lambda: self._scroll.ensureWidgetVisible(block, 0, 12))

    def _block(
        self, position: int, name: str, said: str, read: Callable[[str], Prose]
    ) -> StepBlock:
        block = StepBlock(self._theme, position, name, said, read)
        block.pointed.connect(lambda part: self.pointed.emit((position, part)))
        block.entered.connect(lambda: self.entered.emit(position))
        block.decided.connect(lambda part, choice: self.decided.emit((position, part), choice))
        block.owned.connect(lambda part: self.owned.emit((position, part)))
        block.whole.connect(lambda choice: self.whole.emit(position, choice))
        return block
