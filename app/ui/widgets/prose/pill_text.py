"""What the pills of a step say: its calls, loops and branches in few words.

Public names: `PillText`, `call_runs`, `call_pill`, `jump_pills`, `understood_pill`,
`variable_style`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.core.library.comparison import Mark
from app.core.skills.model import Call, Jump, JumpKind
from app.core.skills.reading.languages.every import stands_alone
from app.core.skills.reading.prose.wording import Wording, wording
from app.core.words import _, ngettext
from app.ui.widgets.prose.text_style import Run, TextStyle

Kind = Literal["call", "unknown", "branch", "loop", "aside"]

_VARIABLE = re.compile(r"\$[^\W\d]\w*")
_ELSE = "else"
"""The condition of the second half of `@branch: if … -> N else M`."""


@dataclass(frozen=True, slots=True)
class PillText:
    """What a pill says. `link` is the target as the text names it, `place` the engram it is in
    where others have the name.

    An `aside` is no pill, but the words behind one.
    """

    kind: Kind
    runs: tuple[Run, ...]
    link: str = ""
    is_understood: bool = False
    """Read from the author's sentence, which says it already; not written as an annotation."""
    place: str = ""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


def variable_style(name: str, captured: frozenset[str]) -> TextStyle:
    return TextStyle.CAPTURED if name in captured else TextStyle.READ


def call_runs(call: Call, captured: frozenset[str], place: str = "") -> tuple[Run, ...]:
    """A call in its short form: `name in Engram (branch = $branch) → $envOk`."""
    runs = [Run(call.target, TextStyle.NAME)]
    if place:
        runs.append(Run(" " + _("in {engram}").format(engram=place), TextStyle.QUIET))
    for number, argument in enumerate(call.arguments):
        runs.append(Run(", " if number else " (", TextStyle.QUIET))
        if argument.name:
            runs.append(Run(f"{argument.name} = ", TextStyle.QUIET))
        if argument.is_variable:
            runs.append(Run(f"${argument.value}", variable_style(argument.value, captured)))
        else:
            runs.append(Run(argument.value, TextStyle.PLAIN))
    if call.arguments:
        runs.append(Run(")", TextStyle.QUIET))
    for number, name in enumerate(call.captures):
        runs.append(Run(", " if number else " → ", TextStyle.QUIET))
        runs.append(Run(f"${name}", TextStyle.CAPTURED))
    return tuple(runs)


def call_pill(
    call: Call, captured: frozenset[str], *, is_unknown: bool, place: str = ""
) -> PillText:
    name, *rest = call_runs(call, captured, place)
    if not is_unknown:
        return PillText("call", (name, *rest), call.target, place=place)
    missing = Run("  " + _("not found"), TextStyle.QUIET)
    return PillText("unknown", (Run(name.text, TextStyle.WRONG), missing, *rest), call.target)


def understood_pill(mark: Mark, captured: frozenset[str]) -> PillText:
    """What a sentence was read as: on which condition it goes where, and how often at most."""
    jump = mark.what
    assert isinstance(jump, Jump)
    runs, goes = list(_when(jump, captured)), _destination(jump, mark.target)
    link = goes.link if goes is not None else ""
    if jump.kind is JumpKind.BRANCH:
        arrow = " → " if runs else "→ "
        runs += [Run(arrow, TextStyle.QUIET), goes] if goes is not None else []
        return PillText("branch", tuple(runs), link, True)
    is_otherwise = wording(jump.condition) is Wording.OTHERWISE
    runs += [Run(" " if is_otherwise else " → ", TextStyle.QUIET)] if runs else []
    runs += [Run(_("repeat this step"))] if goes is None else [Run(_("back to") + " "), goes]
    if jump.maximum is not None:
        times = ngettext("at most {count} time", "at most {count} times", jump.maximum)
        runs.append(Run(", " + times.format(count=jump.maximum)))
    return PillText("loop", tuple(runs), link, True)


def _when(jump: Jump, captured: frozenset[str]) -> Iterator[Run]:
    """The condition as it is said in front of what follows from it; nothing without one."""
    if not jump.condition:
        return
    match wording(jump.condition):
        case Wording.OTHERWISE:
            yield Run(_("else"))
            return
        case Wording.PLAIN:
            yield Run(_("if") + " ")
    yield from _condition(jump.condition, captured)


def jump_pills(mark: Mark, captured: frozenset[str]) -> Iterator[PillText]:
    """An annotated loop or branch; what a loop goes on for stands behind it."""
    jump = mark.what
    assert isinstance(jump, Jump)
    words = tuple(_condition(jump.condition, captured))
    goes = _destination(jump, mark.target)
    link = goes.link if goes is not None else ""
    if jump.kind is JumpKind.LOOP:
        runs = [Run(_("repeat this step"))] if goes is None else [Run(_("back to") + " "), goes]
        if jump.maximum is not None:
            runs.append(Run(", " + _("max {count}").format(count=jump.maximum)))
        yield PillText("loop", tuple(runs), link)
        if words:
            yield PillText("aside", words)
        return
    runs = [Run(_("if") + " "), *words] if words else []
    if jump.condition == _ELSE:
        runs = [Run(_("else"))]
    elif words and stands_alone(jump.condition):
        runs = [*words]
    if goes is not None:
        runs += [Run(" → " if words else "→ ", TextStyle.QUIET), goes]
    yield PillText("branch", tuple(runs), link)


def _destination(jump: Jump, number: str | None) -> Run | None:
    if number is not None:
        words = _("step {number}").format(number=number)
        return Run(words, TextStyle.STEP, link=str(jump.target))
    if jump.kind is JumpKind.BRANCH and jump.target is not None:
        return Run(_("this step"))
    if jump.target is None and jump.reference:
        if jump.reference == _("step"):  # still to be filled in
            return Run(jump.reference)
        return Run(_("step {number}").format(number=jump.reference), TextStyle.WRONG)
    return None


def _condition(text: str, captured: frozenset[str]) -> Iterator[Run]:
    at = 0
    for found in _VARIABLE.finditer(text):
        if found.start() > at:
            yield Run(text[at : found.start()])
        yield Run(found[0], variable_style(found[0][1:], captured))
        at = found.end()
    if at < len(text):
        yield Run(text[at:])
