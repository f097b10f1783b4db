"""The words of a step as they are shown to somebody who follows it.

Public names: `StepText`, `plain`, `runs_of`, `TypeSize`.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.library import passages
from app.core.library.comparison import Kind
from app.core.runs.conditions import is_else
from app.core.skills.model import Step
from app.core.skills.reading.grammar import parse
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.paragraph import TypeSize
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.prose.step_prose import prose
from app.ui.widgets.prose.text_style import Run, TextStyle

SHORT, MIDDLING = 120, 320
"""Characters up to which a step is written large, and in the size of a title."""
_SIZES = (TypeSize(25, 35, 500), TypeSize(15, 21, 500), TypeSize(13, 19, 400))


@lru_cache(maxsize=4096)
def runs_of(text: str) -> tuple[Run, ...]:
    """A step without what is written in it for machines; its calls and jumps are shown beside."""
    skill = parse("# -\n\n1. " + text.replace("\n", "\n   ") + "\n")
    parts = [part for part in passages.body(skill) if part.item.kind is Kind.STEP]
    if len(parts) != 1 or len(skill.steps) != 1:
        return (Run(text),)
    item = parts[0].item
    said = prose(item.text, item.marks, lambda _call: False)
    shown = _trimmed(map(_short, (run for run in said.runs if not run.about)))
    return shown or (Run(_marks_alone(skill.steps[0]) or text),)


def _marks_alone(step: Step) -> str:
    """What a step says that has nothing but calls and jumps: their names and conditions."""
    calls = [call.target for call in step.calls if call.explicit]
    asked = [
        _("{condition}?").format(condition=jump.condition[:1].upper() + jump.condition[1:])
        for jump in step.jumps
        if jump.condition and not is_else(jump.condition)
    ]
    return _(" · ").join((*calls, *asked))


def _short(run: Run) -> Run:
    """Of a call only its name: what it is given is shown where it is followed."""
    return Run(run.link, TextStyle.CALL) if run.pill else run


def _coloured(run: Run, results: frozenset[str]) -> Run:
    """A variable as in the editor: the step alone does not say whether it is a result."""
    if run.style not in (TextStyle.READ, TextStyle.CAPTURED):
        return run
    is_result = run.text.removeprefix("$") in results
    return replace(run, style=TextStyle.CAPTURED if is_result else TextStyle.READ)


def _trimmed(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Without the gaps that tags have left at both ends."""
    kept = [run for run in runs if run.text]
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[0] = replace(kept[0], text=kept[0].text.lstrip())
        kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip())
    return tuple(kept)


def plain(text: str) -> str:
    """The same in one line."""
    return " ".join("".join(run.text for run in runs_of(text)).split())


class StepText(RichParagraph):
    """Large if it is short; can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget, size: TypeSize | None = None) -> None:
        super().__init__(theme, parent)
        self._fixed = size
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_text(self, text: str, results: frozenset[str]) -> None:
        """`results` are the variables that the procedure makes itself."""
        runs = tuple(_coloured(run, results) for run in runs_of(text))
        length = sum(len(run.text) for run in runs)
        size = _SIZES[(length > SHORT) + (length > MIDDLING)]
        self.show_sized(runs, self._fixed or size)
        self.setAccessibleName(self.text)
        self.updateGeometry()

    # Qt

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.height_for(width)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)
