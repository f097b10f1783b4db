"""The words of a step as they are shown to somebody who follows it.

Public names: `StepText`, `plain`, `step_words`, `condition_words`, `known_at`, `NONE`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from textwrap import shorten
from types import MappingProxyType

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.library import passages
from app.core.library.comparison import Kind
from app.core.runs.conditions import is_asked, is_equated
from app.core.runs.program import Node
from app.core.skills.reading.step_line import alone, marks_line, told
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Sight
from app.ui.widgets.prose.paragraph import TypeSize
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.prose.step_prose import prose
from app.ui.widgets.prose.text_style import Run, TextStyle

LONGEST = 120
"""Characters of a value in a sentence."""
SHORT, MIDDLING = 120, 320
"""Characters up to which a step is written large, and in the size of a title."""
_VARIABLE = re.compile(r"(\$[^\W\d]\w*)")
_ALONE = re.compile(
    r"\A(?:(?:if|unless|until|while|not|!)\s*)*\$(?P<name>[^\W\d]\w*)\Z", re.IGNORECASE
)
_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠"}
_SIGN = re.compile(r"(?<=\s)(>=|<=|!=)(?=\s)")
_BETWEEN = re.compile(r"[\s,;]*(?:\w+\s*)?")
"""What stands between calls that are listed."""
NONE: Mapping[str, str] = MappingProxyType({})
_SIZES = (TypeSize(25, 35, 500), TypeSize(15, 21, 500), TypeSize(13, 19, 400))


@lru_cache(maxsize=4096)
def runs_of(text: str) -> tuple[Run, ...]:
    """A step without what is written in it for machines; its calls and jumps are shown beside."""
    skill = alone(told(text))
    parts = [part for part in passages.body(skill) if part.item.kind is Kind.STEP]
    if len(parts) != 1 or len(skill.steps) != 1:
        return (Run(text),)
    item = parts[0].item
    said = prose(item.text, item.marks, lambda _call: False)
    shown = _trimmed(_named([run for run in said.runs if not run.about]))
    if shown:
        return shown
    pieces = _VARIABLE.split(marks_line(skill.steps[0]) or text)
    looks = (TextStyle.PLAIN, TextStyle.READ)
    return tuple(Run(said, looks[place % 2]) for place, said in enumerate(pieces) if said)


def _named(runs: Sequence[Run]) -> Iterator[Run]:
    """Of a call only its name: what it is given is shown where it is followed. In quotation marks
    where the sentence ends with it, or the two would read as one; so are those listed with it."""
    quoted = False
    shown: list[Run] = []
    for place in range(len(runs) - 1, -1, -1):
        run = runs[place]
        if not run.pill:
            quoted = quoted and _BETWEEN.fullmatch(run.text) is not None
            shown.append(run)
            continue
        before = runs[place - 1].text.rstrip() if place else ""
        behind = "".join(one.text for one in runs[place + 1 :])
        quoted |= before[-1:].isalnum() and not any(map(str.isalnum, behind))
        name = _("“{title}”").format(title=run.link) if quoted else run.link
        shown.append(Run(name, TextStyle.CALL))
    yield from reversed(shown)


def _valued(
    runs: Sequence[Run], results: frozenset[str], values: Mapping[str, str]
) -> Iterator[Run]:
    """With the values that are known, beside the variables that a condition asks for."""
    before, behind = "", "".join(run.text for run in runs)
    for run in runs:
        behind = behind[len(run.text) :]
        shown = _coloured(run, results, values)
        if shown.text != run.text and is_asked(before, behind):
            shown = replace(shown, text=_beside(run.text, shown.text))
        yield shown
        before += run.text


def _coloured(run: Run, results: frozenset[str], values: Mapping[str, str]) -> Run:
    """A variable as in the editor: the step alone does not say whether it is a result. Where its
    value is known, that stands for it."""
    if run.style not in (TextStyle.READ, TextStyle.CAPTURED):
        return run
    name = run.text.removeprefix("$")
    style = TextStyle.CAPTURED if name in results else TextStyle.READ
    value = values.get(name, "").strip()
    if not value:
        return replace(run, style=style)
    said = _("${name} is {value}").format(name=name, value=value)
    return Run(_short(value), style, about=said)


def _beside(variable: str, value: str) -> str:
    return _("{variable} ({value})").format(variable=variable, value=value)


def _short(value: str) -> str:
    return shorten(value, LONGEST, placeholder="…")


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


def plain(text: str, values: Mapping[str, str] = NONE) -> str:
    """The same in one line, with the values that are known."""
    return _line(_valued(runs_of(text), frozenset(), values))


def known_at(node: Node, values: Mapping[str, str]) -> Mapping[str, str]:
    """What a step writes down itself keeps its name: its value is that of the time before."""
    written = {*node.captures, *(name for call in node.calls for name in call.captures)}
    return {name: value for name, value in values.items() if name not in written}


def step_words(node: Node, values: Mapping[str, str]) -> str:
    """A step of a run in one line, with the values that are known of what it reads."""
    return _line(_with_values(node, values))


def condition_words(condition: str, values: Mapping[str, str]) -> str:
    """A condition with the values that are known: "5 ≥ 3"; behind a variable that stands alone, or
    is said to be something: "$dry (true) is false"."""
    alone = _ALONE.search(condition.strip())
    if alone is not None:
        value = values.get(alone["name"], "").strip()
        return _beside(condition, _short(value)) if value else condition

    def known(found: re.Match[str]) -> str:
        value = _short(values.get(found[0][1:], "").strip())
        is_named = is_equated(condition[found.end() :])
        return _beside(found[0], value) if value and is_named else value or found[0]

    return _SIGN.sub(lambda sign: _SIGNS[sign[1]], _VARIABLE.sub(known, condition))


def _with_values(
    node: Node, values: Mapping[str, str], results: frozenset[str] = frozenset()
) -> tuple[Run, ...]:
    known = known_at(node, values)
    return tuple(_valued(runs_of(node.text), results, known))


def _line(runs: Iterable[Run]) -> str:
    return " ".join("".join(run.text for run in runs).split())


class StepText(RichParagraph):
    """Large if it is short; can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget, size: TypeSize | None = None) -> None:
        super().__init__(theme, parent)
        self._fixed = size
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_step(self, sight: Sight, number: int) -> None:
        """Of the innermost procedure; the variables that it only reads have their values."""
        procedure = sight.procedure
        runs = _with_values(procedure.nodes[number], sight.frame.values, procedure.results)
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
