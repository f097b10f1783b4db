"""The page about the grammar says what the parser does."""

import re
from pathlib import Path

import pytest

from app.core.skills.model import Call, Jump, Skill
from app.core.skills.reading.grammar import parse

PAGE = Path(__file__).parents[2] / "docs" / "grammar.md"
EXAMPLE = re.compile(r"^```markdown\n(.*?)^```\n\n```reading\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _call(call: Call) -> str:
    arguments = ", ".join(
        (f"{a.name}=" if a.name else "") + ("$" if a.is_variable else "") + a.value
        for a in call.arguments
    )
    captures = ", ".join(f"${name}" for name in call.captures)
    return (
        f"  call {call.target}"
        + (f"({arguments})" if arguments else "")
        + (f" -> {captures}" if captures else "")
    )


def _jump(skill: Skill, jump: Jump) -> str:
    return (
        f"  {jump.kind} to {skill.steps[jump.target - 1].path if jump.target else 'nowhere'}"
        + (f" at most {jump.maximum}" if jump.maximum else "")
        + (f" if {jump.condition}" if jump.condition else "")
    )


def _wrapped(text: str) -> list[str]:
    first, *rest = text.split("\n")
    return [first, *(f"| {line}".rstrip() for line in rest)]


def reading(skill: Skill) -> list[str]:
    parts: list[tuple[int, list[str]]] = []
    if skill.title:
        parts.append((skill.title_start, [f"title {skill.title}"]))
    for goal in skill.goals:
        lines = _wrapped(f"goal {goal.kind.value}: {goal.value}")
        parts.append((goal.start, lines + [_call(call) for call in goal.calls]))
    for step in skill.steps:
        number = step.path if step.parent else step.number or "-"
        lines = _wrapped(f"step {number}: {step.text}")
        lines += [_call(call) for call in step.calls] + [_jump(skill, jump) for jump in step.jumps]
        lines += [f"  asks about: {skill.text[d.start : d.end]}" for d in step.doubts]
        parts.append((step.start, lines))
    parts += [(s.start, _wrapped(f"{s.kind.value} {s.title}: {s.text}")) for s in skill.sections]
    parts += [(phase.start, [f"phase {phase.title}"]) for phase in skill.phases]
    inside = [(section.start, section.end) for section in skill.sections]
    parts += [
        (note.start, _wrapped(f"note {note.text}"))
        for note in skill.notes
        if not any(start <= note.start < end for start, end in inside)
    ]
    for recipe in skill.recipes:
        lines = [f"recipe {recipe.name}: {recipe.trigger}"]
        for recall in recipe.steps:
            below, engrams = recall.if_results_below, recall.only_engrams
            lines.append(
                f"| {recall.tool} {recall.query}"
                + (f", fewer than {below}" if below else "")
                + (f", in {' + '.join(engrams)}" if engrams else "")
            )
        parts.append((recipe.start, lines))
    for memory in skill.memories:
        lines = _wrapped(f"memory after {memory.after} from {memory.source}: {memory.text}")
        parts.append((memory.start, lines))
    return [line for _start, lines in sorted(parts) for line in lines]


EXAMPLES = EXAMPLE.findall(PAGE.read_text("utf-8"))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_example(text: str, expected: str) -> None:
    assert reading(parse(text)) == expected.splitlines()
