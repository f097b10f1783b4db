"""Numbers of steps after a person made a step of a passage: those behind it count on, and what
refers to them by number follows."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from app.core.documents.content import Form, Passage
from app.core.documents.markers import BULLET
from app.core.documents.roles import Becomes, Role, Span
from app.core.skills.model import Skill

_LAST = re.compile(r"(\d+)(\D*)\Z")


def labels(
    passages: Sequence[Passage], chosen: Mapping[int, Becomes], order: Sequence[int]
) -> dict[int, str]:
    """The labels that differ from those in the document, whose passages come in that order.

    A passage that becomes a step takes the number after that of the step before it, and the rest
    of that list moves up. One that becomes a sub-step has no number.
    """
    found: dict[int, str] = {}
    last = ""
    more: dict[str, int] = {}
    """By the beginning of a label ("5.1."): by how much its numbers are moved up."""
    for place, number in enumerate(order):
        passage, role = passages[number], chosen.get(number)
        if passage.form is Form.HEADING and role not in (Role.STEP, Role.SUB_STEP):
            last = ""
            continue
        is_numbered = passage.form is Form.ITEM and _LAST.search(passage.label) is not None
        if role is Role.SUB_STEP:
            found[number] = BULLET
            continue
        if role is Role.STEP and not is_numbered:
            last = _next(last) if last else _following(passages, order[place + 1 :])
            more[_stem(last)] = more.get(_stem(last), 0) + 1
            found[number] = last
        elif is_numbered and role in (None, Role.STEP):
            if passage.label.strip("().") == "1" or _stem(passage.label) != _stem(last):
                more[_stem(passage.label)] = 0 if not last else more.get(_stem(passage.label), 0)
            moved = _moved(passage.label, more.get(_stem(passage.label), 0))
            if moved != passage.label:
                found[number] = moved
            last = moved
    return found


def _following(passages: Sequence[Passage], rest: Sequence[int]) -> str:
    """The label of the next number in the same section, which then moves up; else the first."""
    for number in rest:
        if passages[number].form is Form.HEADING:
            break
        if passages[number].form is Form.ITEM and _LAST.search(passages[number].label):
            return passages[number].label
    return "1."


def followed(
    skill: Skill,
    spans: Mapping[int, Span],
    passages: Sequence[Passage],
    changed: Mapping[int, str],
) -> dict[int, list[tuple[int, int, str]]]:
    """The mentions of steps whose label changed: by passage, from and to in the text, and anew.

    `skill` and `spans` are of the text before the change.
    """
    starts = sorted((start, end, number) for number, (start, end) in spans.items())
    found: dict[int, list[tuple[int, int, str]]] = {}
    for step in skill.steps:
        owner = _passage_at(starts, step.start)
        for jump in step.jumps:
            if owner is None or jump.target is None or not jump.reference:
                continue
            target = _passage_at(starts, skill.steps[jump.target - 1].start)
            if target is None or target not in changed:
                continue
            old, new = passages[target].label.strip("()."), changed[target].strip("().")
            if jump.reference == old:
                found.setdefault(owner, []).append((jump.reference_start, jump.reference_end, new))
    return found


def _passage_at(starts: Sequence[tuple[int, int, int]], at: int) -> int | None:
    n = bisect_right(starts, at, key=lambda one: one[0])
    return starts[n - 1][2] if n and at < starts[n - 1][1] else None


def _stem(label: str) -> str:
    found = _LAST.search(label)
    return label[: found.start()] if found is not None else label


def _next(label: str) -> str:
    return _moved(label, 1)


def _moved(label: str, by: int) -> str:
    return _LAST.sub(lambda found: f"{int(found[1]) + by}{found[2]}", label) if by else label
