"""Findings about what a call gives to its target, and what it takes from it."""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from app.core.skills.checking.finding import Finding, Interface, Repair, Severity, call_finding
from app.core.skills.model import Argument, Call, Goal, Parameter, Skill, Step
from app.core.skills.parameter_types import fits, is_value, options
from app.core.skills.reading.calls import argument_spans
from app.core.words import _, ngettext

Span = tuple[int, int]
_ALIKE = 60
"""From this similarity (0 to 100) on a name is taken for a misspelt input."""
_MOST = 4
"""Values of an enumeration that are offered in place of another."""


def interface_findings(
    skill: Skill, owner: Goal | Step, call: Call, target: Interface
) -> Iterator[Finding]:
    """Missing and unknown arguments, values of another type, results that there are not.

    An argument that is unknown may be one that is missing: that is one mistake.
    """
    taken = list(_taken(call, target.requires))
    opening, spans = argument_spans(skill.text, call)
    if len(spans) != len(taken):
        return
    given = {parameter.name for _argument, parameter in taken if parameter is not None}
    free = [parameter for parameter in target.requires if parameter.name not in given]
    for number, (argument, parameter) in enumerate(taken):
        if parameter is None:
            yield _unknown(owner, call, target, free, spans, number)
        else:
            yield from _value(skill, owner, call, argument, parameter, spans[number])
    missing = [parameter for parameter in free if not parameter.optional]
    if len(missing) > len(spans) - len(given):
        yield _missing(skill, owner, call, missing, opening, spans)
    yield from _results(skill, owner, call, target.produces)


def _taken(call: Call, inputs: Sequence[Parameter]) -> Iterator[tuple[Argument, Parameter | None]]:
    """The arguments with the inputs they are for: by name, by the same variable, in order."""
    by_name = {parameter.name: parameter for parameter in inputs}
    meant = [_means(argument) for argument in call.arguments]
    free = [parameter for parameter in inputs if parameter.name not in meant]
    for argument, name in zip(call.arguments, meant, strict=True):
        if name in by_name or argument.name:
            yield argument, by_name.get(name)
        else:
            yield argument, free.pop(0) if free else None


def _means(argument: Argument) -> str:
    return argument.name or (argument.value if argument.is_variable else "")


def _unknown(
    owner: Goal | Step, call: Call, target: Interface, free: Sequence[Parameter],
    spans: Sequence[Span], number: int,
) -> Finding:  # fmt: skip
    argument = call.arguments[number]
    repairs = []
    names = [parameter.name for parameter in free]
    start, _end = spans[number]
    like = process.extractOne(argument.name, names, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    needed = [parameter.name for parameter in free if not parameter.optional]
    meant = like[0] if like is not None else needed[0] if len(needed) == 1 else ""
    if argument.name and meant:
        name_end = start + len(argument.name)
        label = _("Replace with {name}").format(name=meant)
        repairs.append(Repair(label, ((start, name_end, meant),)))
    repairs.append(Repair(_("Remove it"), (_removal(spans, number),)))
    said = (
        _("{skill} has no input {name}.").format(skill=call.target, name=argument.name)
        if argument.name
        else _("{skill} takes no more inputs.").format(skill=call.target)
    )
    return call_finding(
        owner, call, Severity.WARNING, "argument-unknown", said, _inputs(target), tuple(repairs)
    )


def _inputs(target: Interface) -> str:
    if not target.requires:
        return _("It has no inputs.")
    names = ", ".join(parameter.name for parameter in target.requires)
    return ngettext(
        "Its input is {names}.", "Its inputs are {names}.", len(target.requires)
    ).format(names=names)


def _removal(spans: Sequence[Span], number: int) -> tuple[int, int, str]:
    """One argument taken out with the comma that belongs to it."""
    start, end = spans[number]
    if number:
        return spans[number - 1][1], end, ""
    return start, spans[1][0] if len(spans) > 1 else end, ""


def _value(
    skill: Skill, owner: Goal | Step, call: Call, argument: Argument, parameter: Parameter,
    span: Span,
) -> Iterator[Finding]:  # fmt: skip
    """An argument that its input cannot take, as far as the types say."""
    detail, repairs = _("It takes {values}.").format(values=parameter.type), tuple[Repair, ...]()
    if argument.is_variable:
        own = next((p for p in skill.requires if p.name == argument.value), None)
        if own is None or fits(own.type, parameter.type):
            return
        said = _("${variable} is {type}, which the input {name} of {skill} does not take.").format(
            variable=own.name, type=own.type, name=parameter.name, skill=call.target
        )
    elif is_value(argument.value, parameter.type):
        return
    else:
        said = _("‘{value}’ is not a valid value for the input {name} of {skill}.").format(
            value=argument.value, name=parameter.name, skill=call.target
        )
        name = argument.name or parameter.name
        repairs = tuple(
            Repair(
                _("Replace with {name}").format(name=option),
                ((*span, f"{name}={_written(option)}"),),
            )
            for option in _by_likeness(argument.value, options(parameter.type))
        )
    yield call_finding(owner, call, Severity.WARNING, "argument-type", said, detail, repairs)


def _by_likeness(value: str, options: Sequence[str]) -> list[str]:
    return [found[0] for found in process.extract(value, options, scorer=fuzz.ratio, limit=_MOST)]


def _written(value: str) -> str:
    """A literal as an argument: in quotes unless it is one word."""
    return value if re.fullmatch(r"[\w.-]+", value) else f'"{value}"'


def _missing(
    skill: Skill, owner: Goal | Step, call: Call, missing: Sequence[Parameter],
    opening: int, spans: Sequence[Span],
) -> Finding:  # fmt: skip
    """One finding for all of them, so that one click gives them all.

    A call without parentheses leaves it to what is known there to fill the inputs (seed 004).
    """
    names, severity = ", ".join(parameter.name for parameter in missing), Severity.WARNING
    added = ", ".join(f"{parameter.name}=${parameter.name}" for parameter in missing)
    if spans:
        edit = (spans[-1][1], spans[-1][1], f", {added}")
    elif skill.text[opening : opening + 1] == "(" and opening < call.end:
        edit = (opening + 1, opening + 1, added)
    else:
        edit, severity = (opening, opening, f"({added})"), Severity.SUGGESTION
    return call_finding(
        owner, call, severity, "argument-missing",
        ngettext(
            "{skill} needs the input {names}.", "{skill} needs the inputs {names}.", len(missing)
        ).format(skill=call.target, names=names), "",
        (Repair(_("Add {arguments}").format(arguments=added), (edit,)),),
    )  # fmt: skip


def _results(
    skill: Skill, owner: Goal | Step, call: Call, produces: Sequence[Parameter] | None
) -> Iterator[Finding]:
    """Captures of what the target does not give back; its only result may have another name."""
    names = [parameter.name for parameter in produces or ()]
    is_open = produces is None or len(names) == len(call.captures) == 1
    severity = Severity.SUGGESTION if is_open else Severity.WARNING
    for capture in call.captures:
        if capture not in names:
            said = _("{skill} has no result {name}.").format(skill=call.target, name=capture)
            free = [name for name in names if name not in _used(skill)]
            repairs = tuple(_renamed(skill, capture, name) for name in free[:_MOST])
            yield call_finding(
                owner, call, severity, "result-unknown", said, _results_named(names), repairs
            )


def _results_named(names: Sequence[str]) -> str:
    if not names:
        return _("It has no results.")
    said = ngettext("Its result is {names}.", "Its results are {names}.", len(names))
    return said.format(names=", ".join(names))


def _used(skill: Skill) -> set[str]:
    owners: tuple[Goal | Step, ...] = (*skill.goals, *skill.steps)
    return {use.name for owner in owners for use in owner.variables}


def _renamed(skill: Skill, old: str, new: str) -> Repair:
    """The result under its own name, here and wherever it is used."""
    owners: tuple[Goal | Step, ...] = (*skill.goals, *skill.steps)
    edits = tuple(
        (use.start, use.end, f"${new}")
        for owner in owners
        for use in owner.variables
        if use.name == old
    )
    return Repair(_("Replace with {name}").format(name=f"${new}"), edits)
