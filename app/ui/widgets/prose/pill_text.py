"""What the pills of a step say: its calls, loops and branches in few words."""

import re
from collections.abc import Iterator

from app.core.skills.model import Call, Jump, JumpKind, Skill, Step
from app.core.words import _
from app.ui.widgets.prose.pill import PillText
from app.ui.widgets.prose.text_style import Run, TextStyle

_VARIABLE = re.compile(r"\$[^\W\d]\w*")
_ELSE = "else"
"""The condition of the second half of `@branch: if … -> N else M`."""


def label(step: Step) -> str:
    """What the step is called by: the number its author gave it, otherwise its place."""
    return str(step.number if step.number is not None else step.position)


def variable_style(name: str, captured: frozenset[str]) -> TextStyle:
    return TextStyle.CAPTURED if name in captured else TextStyle.READ


def call_runs(call: Call, captured: frozenset[str]) -> tuple[Run, ...]:
    """A call in its short form: `name (branch = $branch) → $envOk`."""
    runs = [Run(call.target, TextStyle.CALL)]
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


def call_pill(call: Call, captured: frozenset[str], unknown: frozenset[int]) -> PillText:
    runs = call_runs(call, captured)
    if call.target_start in unknown:
        name, *rest = runs
        runs = (Run(name.text, TextStyle.WRONG), Run("  " + _("not found"), TextStyle.QUIET), *rest)
        return PillText("unknown", runs, call.target)
    name, *rest = runs
    return PillText("call", (Run(name.text, TextStyle.NAME), *rest), call.target)


def jump_pill(skill: Skill, step: Step, jump: Jump, captured: frozenset[str]) -> PillText:
    words = list(_condition(jump.condition, captured))
    goes = _destination(skill, step, jump)
    if jump.kind is JumpKind.LOOP:
        runs = [Run(_("repeat this step"))] if goes is None else [Run(_("back to") + " "), goes]
        if jump.maximum is not None:
            runs.append(Run(", " + _("max {count}").format(count=jump.maximum)))
        return PillText("loop", tuple(runs), goes.link if goes else "", jump.condition)
    runs = [Run(_("if") + " "), *words] if words else []
    if jump.condition == _ELSE:
        runs = [Run(_("else"))]
    if goes is not None:
        runs += [Run(" → " if words else "→ ", TextStyle.QUIET), goes]
    return PillText("branch", tuple(runs), goes.link if goes else "")


def _destination(skill: Skill, step: Step, jump: Jump) -> Run | None:
    if jump.target is not None:
        if jump.target == step.position:
            return None
        name = label(skill.steps[jump.target - 1])
        return Run(_("step {number}").format(number=name), TextStyle.STEP, link=str(jump.target))
    if jump.reference:
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
