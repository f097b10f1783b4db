"""What a text says to who follows it, as its edges tell: told apart from what it said before."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from app.core.graph.edges import BRANCH, CALLS, CONTEXT, LOOP, decode_loop
from app.core.skills.model import Skill
from app.core.skills.step_names import step_names

_NESTING = 1
"""The first edition that knows sub-steps; before, all were steps in one row."""
Kind = Literal["loop", "branch", "call", "memory"]
_KINDS: dict[str, Kind] = {
    LOOP[0]: "loop", BRANCH[0]: "branch", CALLS[0]: "call", CONTEXT[0]: "memory",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """What leaves a step, or arrives at it: a jump to the step `to`, a call of the skill `to`, a
    memory from the source `to`.

    `step` and `to` are as they are shown, `step` is empty for a goal and for the skill as a whole.
    """

    kind: Kind
    step: str
    to: str
    condition: str = ""
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says to who follows it: its steps as they are counted, and their links."""

    steps: tuple[str, ...]
    links: tuple[Link, ...]


Row = Sequence[object]
"""An edge as it is kept: type, evidence, weight, source, node, called, key, detail."""


def said(edges: Sequence[Row], labels: Sequence[str] = ()) -> Said:
    """What edges say; `labels` are those of the steps where they are not just counted."""
    ends = [str(edge[at]) for edge in edges for at in (3, 4)]
    steps = max((int(end[5:]) for end in ends if end.startswith("step ")), default=0)
    named = tuple(labels) or tuple(str(n) for n in range(1, steps + 1))
    return Said(named, tuple(link for edge in edges if (link := _link(edge, named)) is not None))


def _link(edge: Row, labels: Sequence[str]) -> Link | None:
    _type, evidence, _weight, source, node, called, _key, stored = map(str, edge)
    kind = _KINDS.get(evidence.partition(";")[0])
    if kind is None:
        return None
    detail = json.loads(stored)
    step, end = _label(source, labels), _label(node, labels)
    if kind == "call":
        return Link(kind, step, called)
    if kind == "memory":
        return Link(kind, end, str(detail.get("source", "")))
    maximum = decode_loop(evidence) if kind == "loop" else None
    return Link(kind, step, end, str(detail.get("condition", "")), maximum)


def _label(node: str, labels: Sequence[str]) -> str:
    kind, _space, number = node.partition(" ")
    if kind != "step":
        return ""
    return labels[int(number) - 1] if int(number) <= len(labels) else number


def _labels(parsed: Skill) -> tuple[str, ...]:
    """Its steps as they are counted."""
    return step_names(parsed)


def change(
    before: Sequence[Row], now: Sequence[Row], parsed: Skill, edition: int
) -> tuple[Said, Said] | None:
    """What was said before, by that edition of the reader, and what is said now; None where
    somebody who follows it does the same."""
    then, labels = said(before), _labels(parsed)
    counted = said(now)
    nested = edition < _NESTING and any("." in label for label in labels)
    if (
        nested
        or then.steps != counted.steps
        or sorted(map(repr, then.links)) != sorted(map(repr, counted.links))
    ):
        return then, said(now, labels)
    return None


def to_json(said: Said) -> str:
    return json.dumps(asdict(said), ensure_ascii=False)


def from_json(stored: str) -> Said:
    fields = json.loads(stored)
    return Said(tuple(fields["steps"]), tuple(Link(**link) for link in fields["links"]))
