"""The steps that a run was at, each once, for somebody who says what was wrong at one."""

from dataclasses import dataclass

from app.core.runs.actions import (
    Back,
    Done,
    Enter,
    Fail,
    GiveUp,
    GoOn,
    Recover,
    Retry,
    Skip,
    Switch,
)  # fmt: skip
from app.core.runs.place_words import in_words
from app.core.runs.record import Report

_STEPPING = Enter | Done | Skip | Fail | Retry | GoOn | Recover | GiveUp | Switch
"""What `Back` takes back."""


@dataclass(frozen=True, slots=True)
class VisitedStep:
    """`step` names its last place in the run (`places.step`), `place` says it in words.

    `is_trouble` says that it failed or was skipped, and that this was not taken back.
    """

    step: str
    place: str
    text: str
    is_trouble: bool


def visited_steps(told: Report) -> tuple[VisitedStep, ...]:
    """Those that failed or were skipped first, the last of them before the others; the rest in the
    order in which they were reached."""
    found: dict[tuple[int, str], VisitedStep] = {}
    trouble: list[tuple[int, str]] = []
    taken_back = _taken_back(told)
    for line in told.lines:
        if not line.text:
            continue
        key = (line.skill, line.text)
        if line.turn not in taken_back and isinstance(line.action, Fail | Skip):
            trouble = [key, *(one for one in trouble if one != key)]
        step = line.step.partition("?")[0]
        title = line.title if line.skill != told.record.run.skill else ""
        found[key] = VisitedStep(step, in_words(_any_time(step), title), line.text, key in trouble)
    return tuple(found[key] for key in [*trouble, *(key for key in found if key not in trouble)])


def _any_time(step: str) -> str:
    """Without how often the run has come there: all times are one entry."""
    *outer, last = step.split("/")
    return "/".join([*outer, last.partition("#")[0]])


def _taken_back(told: Report) -> frozenset[int]:
    """The turns that were taken back later."""
    standing: list[int] = []
    gone = set[int]()
    for line in told.lines:
        if isinstance(line.action, Back):
            gone.add(standing.pop())
        elif isinstance(line.action, _STEPPING):
            standing.append(line.turn)
    return frozenset(gone)
