"""The edges one skill's text implies, by the table of seed 004, and their evidence strings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from app.core.skills.model import Argument, Call, Goal, JumpKind, PlacedMemory, Skill, Step
from app.core.skills.names import call_key
from app.core.skills.reading.sentences import sentences_of
from app.core.value import value


class EdgeType(StrEnum):
    PRECEDES = "precedes"
    DEPENDS_ON = "depends-on"
    SUPPORTS = "supports"
    CONTAINS = "contains"


class NodeKind(StrEnum):
    TITLE = "title"
    GOAL = "goal"
    STEP = "step"
    MEMORY = "memory"
    SENTENCE = "sentence"


@value
class Node:
    """Part of a skill: the title (number 0), or the n-th goal, step or placed memory from 1.

    A sentence is the n-th of those in the steps that name a source. `block` is the index in
    `Skill.blocks`, -1 for the title of a skill whose text has none.
    """

    kind: NodeKind
    number: int
    block: int


@value
class Edge:
    """A relation out of `source`.

    It leads to `node` in the same skill or, when it is a call, to the skill called `target`
    (as written; `target_key` is what names are compared by). `detail` holds what the evidence
    string cannot: arguments with values, all captures, conditions, the authored reference.
    """

    source: Node
    type: EdgeType
    evidence: str
    weight: float
    node: Node | None = None
    target: str = ""
    target_key: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)


# Evidence and weight of each kind of edge, as in seed 004; the weight of a goal is ours.
SEQUENCE = ("skill:seq", 0.9)
LOOP = ("skill:loop", 0.7)
BRANCH = ("skill:branch", 0.75)
CONTEXT = ("skill:ctx", 0.6)
CALLS = ("skill:calls", 0.95)
GOAL = ("skill:goal", 0.85)

_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")


@value
class CallEvidence:
    """What an evidence string says about a call."""

    arguments: tuple[str, ...] = ()
    capture: str = ""
    on_failure: bool = False
    parallel: bool = False


def identifier(argument: Argument) -> str:
    """The one word that stands for an argument in an evidence string; may be empty.

    A variable is itself (`branch=$b` is `b`), a literal is the parameter it is given to
    (`depth=fast` is `depth`, as in the example of seed 004) or, without one, its plain word.
    """
    if argument.is_variable and _IDENTIFIER.match(argument.value):
        return argument.value
    if argument.name:
        return argument.name
    return argument.value if _IDENTIFIER.match(argument.value) else ""


def encode_call(call: Call) -> str:
    """`skill:calls[;args=a,b][;capture=x][;onFailure=true][;parallel=true]` (seed 004)."""
    names = [name for name in map(identifier, call.arguments) if name]
    capture = call.captures[0] if call.captures else ""
    return encode_evidence(CallEvidence(tuple(names), capture, call.on_failure, call.parallel))


def encode_evidence(said: CallEvidence) -> str:
    parts = [CALLS[0]]
    if said.arguments:
        parts.append("args=" + ",".join(said.arguments))
    if said.capture:
        parts.append("capture=" + said.capture)
    if said.on_failure:
        parts.append("onFailure=true")
    if said.parallel:
        parts.append("parallel=true")
    return ";".join(parts)


def decode_call(evidence: str) -> CallEvidence:
    """The reverse of `encode_call`; unknown parts are skipped."""
    said = dict(part.split("=", 1) for part in evidence.split(";") if "=" in part)
    return CallEvidence(
        tuple(name for name in said.get("args", "").split(",") if name),
        said.get("capture", ""),
        said.get("onFailure") == "true",
        said.get("parallel") == "true",
    )


def encode_loop(maximum: int | None) -> str:
    """`skill:loop`, or `skill:loop;max=4` when the loop has a cap above 0."""
    return f"{LOOP[0]};max={maximum}" if maximum else LOOP[0]


def decode_loop(evidence: str) -> int | None:
    """The cap in a loop's evidence string, None without one."""
    found = re.search(r";max=(\d{1,9})(?:;|\Z)", evidence)
    return int(found[1]) if found is not None else None


def edges(skill: Skill) -> tuple[Edge, ...]:
    """Every edge of `skill`, each once: sequence, goals, jumps, memories, calls.

    A jump to no step and a mention in ordinary words make none; two calls of the same skill
    with different arguments or captures are two edges.
    """
    nodes = _Nodes(skill)
    found = [
        *_sequence(skill, nodes), *_goals(nodes), *_jumps(skill, nodes), *_context(skill, nodes),
        *_woven(skill, nodes), *_calls(skill.goals, nodes.goals), *_calls(skill.steps, nodes.steps),
    ]  # fmt: skip
    unique: dict[object, Edge] = {}
    for edge in found:
        unique.setdefault(
            (edge.source, edge.type, edge.evidence, edge.node, edge.target_key, _frozen(edge)), edge
        )
    return tuple(unique.values())


class _Nodes:
    """The nodes of a skill and the order they are read in."""

    def __init__(self, skill: Skill) -> None:
        at = {block.start: n for n, block in enumerate(skill.blocks)}
        title = next(
            (n for n, b in enumerate(skill.blocks) if b.start <= skill.title_start < b.end), -1
        )
        self.title = Node(NodeKind.TITLE, 0, title if skill.title else -1)
        self.goals = _numbered(NodeKind.GOAL, skill.goals, at)
        self.steps = _numbered(NodeKind.STEP, skill.steps, at)
        self.memories = _numbered(NodeKind.MEMORY, skill.memories, at)


def _numbered(
    kind: NodeKind, things: Sequence[Goal | Step | PlacedMemory],
    at: Mapping[int, int],
) -> list[Node]:  # fmt: skip
    return [Node(kind, n, at[thing.start]) for n, thing in enumerate(things, 1)]


def _sequence(skill: Skill, nodes: _Nodes) -> list[Edge]:
    """Step to step in reading order, sub-steps included; what one is part of stands beside.

    Title, goals and memories are not steps and not part of the order.
    """
    return [
        Edge(
            left, EdgeType.PRECEDES, *SEQUENCE, node=right,
            detail={"parent": step.parent} if step.parent else {},
        )
        for left, right, step in zip(nodes.steps, nodes.steps[1:], skill.steps[1:], strict=False)
    ]  # fmt: skip


def _goals(nodes: _Nodes) -> list[Edge]:
    return [Edge(nodes.title, EdgeType.CONTAINS, *GOAL, node=goal) for goal in nodes.goals]


def _jumps(skill: Skill, nodes: _Nodes) -> list[Edge]:
    found = []
    for step, node in zip(skill.steps, nodes.steps, strict=True):
        for jump in step.jumps:
            if jump.target is None:
                continue
            detail: dict[str, object] = {"condition": jump.condition, "reference": jump.reference}
            target = nodes.steps[jump.target - 1]
            if jump.kind is JumpKind.LOOP:
                detail["maximum"] = jump.maximum
                evidence = encode_loop(jump.maximum)
                edge = Edge(node, EdgeType.PRECEDES, evidence, LOOP[1], target, detail=detail)
            else:
                edge = Edge(node, EdgeType.DEPENDS_ON, *BRANCH, node=target, detail=detail)
            found.append(edge)
    return found


def _context(skill: Skill, nodes: _Nodes) -> list[Edge]:
    """A memory supports the step before it; one that stands before every step, the title."""
    return [
        Edge(
            node, EdgeType.SUPPORTS, *CONTEXT,
            node=nodes.steps[memory.after - 1] if memory.after else nodes.title,
            detail={"source": memory.source},
        )
        for memory, node in zip(skill.memories, nodes.memories, strict=True)
    ]  # fmt: skip


def _woven(skill: Skill, nodes: _Nodes) -> list[Edge]:
    """A sentence that names its source supports the step it stands in."""
    found: list[Edge] = []
    for step, node in zip(skill.steps, nodes.steps, strict=True):
        if "_(from " not in step.text:
            continue
        for place, sentence in enumerate(sentences_of(skill, step)):
            if sentence.source is not None:
                source = Node(NodeKind.SENTENCE, len(found) + 1, node.block)
                detail: dict[str, object] = {"source": sentence.source, "place": place}
                found.append(Edge(source, EdgeType.SUPPORTS, *CONTEXT, node=node, detail=detail))
    return found


def _calls(owners: Sequence[Goal | Step], nodes: list[Node]) -> list[Edge]:
    return [
        Edge(
            node, EdgeType.CONTAINS, encode_call(call), CALLS[1],
            target=call.target, target_key=call_key(call.target), detail=_detail(call),
        )
        for owner, node in zip(owners, nodes, strict=True)
        for call in owner.calls
        if call.explicit
    ]  # fmt: skip


def _detail(call: Call) -> dict[str, object]:
    return {
        "arguments": [
            {"name": a.name, "value": a.value, "variable": a.is_variable} for a in call.arguments
        ],
        "captures": list(call.captures),
    }


def _frozen(edge: Edge) -> str:
    """What tells two calls of one skill apart; jumps to one step are one edge."""
    return repr(edge.detail) if edge.target else ""
