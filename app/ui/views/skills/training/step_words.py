"""What is shown of the words of a step in a training: its calls and jumps as pills."""

import re

from app.core.library import passages
from app.core.library.comparison import Kind
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.ui.widgets.prose.step_prose import Prose, prose
from app.ui.widgets.prose.text_style import Run

_MARKED = re.compile(r"[@\[$]|_\(")
"""Without one of these there is nothing to see but words."""


class StepWords:
    """Words are read where they would stand: what they lead to depends on the steps around."""

    def __init__(self, authored: str) -> None:
        """`authored` is the text of the skill without its memories."""
        self._authored = authored
        self._skill: Skill | None = None

    @property
    def _read(self) -> Skill:
        if self._skill is None:
            self._skill = parse(self._authored)
        return self._skill

    def prose(self, position: int, words: str) -> Prose:
        """How `words` read as the step at `position`; plain where they would be none."""
        if _MARKED.search(words) is None:
            return Prose((Run(words),))
        skill = self._read
        steps = skill.steps
        if not 0 < position <= len(steps):
            return Prose((Run(words),))
        step, text = steps[position - 1], self._authored
        read = parse(text[: step.body_start] + words + text[step.body_end :], skill)
        for part in passages.body(read):
            is_it = part.item.kind is Kind.STEP and part.position == position
            if is_it and part.item.text == words:
                return prose(words, part.item.marks, lambda _call: False)
        return Prose((Run(words),))
