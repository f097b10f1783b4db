"""A plan as text to read aloud: the `walk_skill` layout of seed 004, with conditions and values."""

from typing import Any

from app.core.library.record import Status
from app.core.skills.model import Skill
from app.core.walk.plan import Plan

_LONGEST_TITLE = 200


def narrative(skill: Skill, plan: Plan) -> str:
    """The sections that have content: constraints, procedure, supporting context, failures.

    Above them stands that a skill is in quarantine, if it is.
    The layout's words are part of the format (seed 004) and are not translated.
    """
    sections = [
        _status(plan["skill"]),
        _constraints(skill),
        _procedure(plan["steps"]),
        _context(plan["unanchoredContext"]),
        _failures(plan["failureHandlers"]),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _status(about: dict[str, str]) -> list[str]:
    if about.get("status") != Status.QUARANTINED:
        return []
    return ["⚠ IN QUARANTINE: do not follow this skill until a person has reviewed it."]


def _constraints(skill: Skill) -> list[str]:
    lines = [f"  {g.kind.spec.mark} {g.kind.value}: {g.value}" for g in skill.goals]
    return ["CONSTRAINTS:", *lines] if lines else []


def _procedure(steps: list[dict[str, Any]]) -> list[str]:
    if not steps:
        return []
    lines = [f"PROCEDURE ({len(steps)} {'step' if len(steps) == 1 else 'steps'}):"]
    numbers = {step["index"]: step["number"] for step in steps}
    for step in steps:
        indent = "  " * (1 + step["number"].count("."))
        origin = f"[{step['skill']}] " if "skill" in step else ""
        text = step["text"].replace("\n", f"\n{indent}  ")
        lines.append(f"{indent}Step {step['number']}: {origin}{text}")
        lines += [f"{indent}  → {line}" for line in _annotations(step, numbers)]
    return lines


def _annotations(step: dict[str, Any], numbers: dict[int, str]) -> list[str]:
    lines = [f"Context: {_one_line(fragment)}" for fragment in step["supportingContext"]]
    sequence = step.get("callsSequence") or ([step["calls"]] if "calls" in step else [])
    lines += [f"INVOKES SKILL: {_invocation(call)}" for call in sequence]
    if "parallel" in step:
        members = " | ".join(_member(call) for call in step["parallel"])
        lines.append(f"INVOKES IN PARALLEL: {members}")
    unknown = step.get("unresolvedCalls") or [step[k] for k in ("unresolvedCall",) if k in step]
    lines += [f'⚠ UNRESOLVED CALL: "{name}" — no such skill here' for name in unknown]
    for branch in step.get("branches", ()):
        lines.append(_jump("BRANCHES", branch, numbers))
    for loop in step.get("loops", ()):
        line = _jump("LOOPS BACK", loop, numbers)
        if loop["max"] is not None:
            line += f" (max {loop['max']} {'iteration' if loop['max'] == 1 else 'iterations'})"
        lines.append(line)
    return lines


def _jump(verb: str, jump: dict[str, Any], numbers: dict[int, str]) -> str:
    to = f" to step {numbers[jump['to']]}" if jump["to"] else ""
    condition = _condition(jump["condition"])
    return f"{verb}{to}{condition}" if to or condition else f"{verb} on condition"


def _condition(condition: str) -> str:
    if condition == "else":
        return " otherwise"
    return f" if {condition}" if condition else ""


def _invocation(call: dict[str, Any]) -> str:
    words = [_title(call)]
    if arguments := _arguments(call):
        words.append(f"with {arguments}")
    captures = call.get("captures") or [call[k] for k in ("captureAs",) if k in call]
    if captures:
        results = ", ".join(f"${name}" for name in captures)
        words.append(f"capture result as {results}")
    return ", ".join([" ".join(words[:2]), *words[2:]]) if arguments else ", ".join(words)


def _member(call: dict[str, Any]) -> str:
    arguments = f" with {_arguments(call)}" if _arguments(call) else ""
    capture = f" → ${call['captureAs']}" if "captureAs" in call else ""
    return f"{_title(call)}{arguments}{capture}"


def _arguments(call: dict[str, Any]) -> str:
    return ", ".join(_argument(argument) for argument in call.get("arguments", ()))


def _argument(argument: dict[str, Any]) -> str:
    value = f"${argument['value']}" if argument["isVariable"] else argument["value"]
    same = argument["isVariable"] and argument["name"] in ("", argument["value"])
    return value if same or not argument["name"] else f"{argument['name']} = {value}"


def _title(call: dict[str, Any]) -> str:
    return str(call["targetTitle"])[:_LONGEST_TITLE]


def _context(fragments: list[str]) -> list[str]:
    said = [f"  - {_one_line(text)}" for text in fragments]
    return ["Supporting Context:", *said] if said else []


def _one_line(memory: str) -> str:
    """So that a line of a memory cannot look like a line of the procedure."""
    return " ".join(memory.split())


def _failures(handlers: list[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    told = None
    for handler in handlers:
        if handler["description"] != told:
            told = handler["description"]
            lines.append(f"  → On failure: {told}")
        if "targetTitle" in handler:
            lines.append(f"     RECOVERY SKILL: {_invocation(handler)}")
        elif "unresolvedCall" in handler:
            lines.append(f'     ⚠ UNRESOLVED RECOVERY SKILL: "{handler["unresolvedCall"]}"')
    return ["FAILURE HANDLERS:", *lines] if lines else []
