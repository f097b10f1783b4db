"""What is run: the procedures of a skill and of all it calls, as they were when the run began."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NewType

from pydantic import TypeAdapter

from app.core.value import value

ProgramId = NewType("ProgramId", int)


class ExitKind(StrEnum):
    NEXT = "next"
    BRANCH = "branch"
    LOOP = "loop"


@value
class Exit:
    """A way out of a step: to the node `to` (None: to whatever comes next), when, how often."""

    kind: ExitKind
    to: int | None = None
    condition: str = ""
    cap: int | None = None


@value
class Input:
    """An entry of a Requires goal; `type` as it is written there, empty for any text."""

    name: str
    type: str = ""
    optional: bool = False


@value
class Given:
    """What a call hands over: a literal, or the value of a variable; `name` empty by position."""

    name: str
    value: str
    is_variable: bool


@value
class Callee:
    """A call of the skill `skill`; 0 where it leads nowhere, and then `why` says so."""

    title: str
    skill: int = 0
    why: str = ""
    given: tuple[Given, ...] = ()
    captures: tuple[str, ...] = ()
    parallel: bool = False


@value
class Node:
    """A step or sub-step. `path` is its number among the others ("4.1"), `label` what its author
    wrote where that is another; `parent` is the index of the node it stands in, -1 for none.

    `captures` are the variables that get their value here and not from a call; `context` are the
    memories that were placed at it, `notes` what its author says there to people.
    """

    path: str
    text: str
    label: str = ""
    phase: str = ""
    parent: int = -1
    calls: tuple[Callee, ...] = ()
    exits: tuple[Exit, ...] = ()
    captures: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@value
class Handler:
    """What its On failure goal says, and the call in it, if there is one."""

    text: str
    call: Callee | None = None


@value
class Procedure:
    """One skill at one version: `version` is its id, `number` the one that people see.

    `nodes` are its steps in the order of the text, each before its sub-steps.
    """

    skill: int
    version: int
    number: int
    title: str
    nodes: tuple[Node, ...]
    requires: tuple[Input, ...] = ()
    produces: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    handlers: tuple[Handler, ...] = ()
    success: str = ""
    out_of_scope: str = ""
    completion: str = ""
    context: tuple[str, ...] = ()
    """The memories that were placed before its first step."""
    supporting: tuple[str, ...] = ()
    """Those that support all of it."""
    notes: tuple[str, ...] = ()
    """What its author says to people before its first step."""
    types: tuple[tuple[str, str], ...] = ()
    """What its Produces goal says the results are: each name that has a type, with that."""

    @property
    def results(self) -> frozenset[str]:
        """The variables that it makes itself; all others it is given."""
        made = {name for node in self.nodes for name in node.captures}
        made |= {name for node in self.nodes for call in node.calls for name in call.captures}
        return frozenset(made - {given.name for given in self.requires})

    def type_of(self, result: str) -> str:
        """As its Produces goal says; empty for any text."""
        return next((type_ for name, type_ in self.types if name == result), "")

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes that stand directly in a node."""
        return self.family.get(node, ())

    def ancestors(self, node: int) -> tuple[int, ...]:
        """The nodes that it stands in, the nearest first."""
        found: list[int] = []
        while (node := self.nodes[node].parent) >= 0:
            found.append(node)
        return tuple(found)

    def closes(self, node: int) -> int:
        """Where a node comes in the order in which they end: after its sub-steps."""
        return self.order[node]

    @property
    def order(self) -> tuple[int, ...]:
        return _order(tuple(node.parent for node in self.nodes))

    @property
    def family(self) -> Mapping[int, tuple[int, ...]]:
        return _family(tuple(node.parent for node in self.nodes))


@lru_cache(maxsize=256)
def _family(parents: tuple[int, ...]) -> Mapping[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for node, parent in enumerate(parents):
        found.setdefault(parent, []).append(node)
    return {parent: tuple(children) for parent, children in found.items()}


@lru_cache(maxsize=256)
def _order(parents: tuple[int, ...]) -> tuple[int, ...]:
    family = _family(parents)
    ended: list[int] = []
    waiting = list(reversed(family.get(-1, ())))
    seen = set[int]()
    while waiting:
        node = waiting[-1]
        if node in seen or node not in family:
            ended.append(waiting.pop())
        else:
            seen.add(node)
            waiting += reversed(family[node])
    places = {node: place for place, node in enumerate(ended)}
    return tuple(places[node] for node in range(len(parents)))


@dataclass(frozen=True)
class Program:
    """The procedure that is run and all that it calls, by the number of the skill."""

    root: int
    procedures: Mapping[int, Procedure]

    @cached_property
    def steps(self) -> int:
        """How many top-level steps the procedure itself has."""
        return len(self.procedures[self.root].children(-1))


_ADAPTER = TypeAdapter(Program)


def to_json(program: Program) -> str:
    return _ADAPTER.dump_json(program, exclude_defaults=True).decode()


def from_json(text: str | bytes) -> Program:
    return _ADAPTER.validate_json(text)
