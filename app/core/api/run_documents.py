"""Runs as documents: where one stands, and what is asked there, for people and agents alike."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Literal, NotRequired, cast

from typing_extensions import TypedDict

from app.core.runs import listing, places
from app.core.runs.actions import Outcome
from app.core.runs.context import context
from app.core.runs.exits import NEXT, Offer
from app.core.runs.program import Callee, ExitKind, Node, Procedure, Program
from app.core.runs.state import By, Called, Frame, Mark, RunStatus, Stage, State
from app.core.runs.store import Record, Run
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

Asked = Literal["start", "step", "failure", "end", "nothing"]
_ASKED: dict[Stage, Asked] = {
    Stage.ENTRY: "start",
    Stage.STEP: "step",
    Stage.CLOSING: "step",
    Stage.FAILED: "failure",
    Stage.END: "end",
}


class HolderDocument(TypedDict):
    """Who has a run: a person, or the agent of a client."""

    kind: Literal["person", "agent"]
    client: str
    name: str


class RunDocument(TypedDict):
    """A run as it is listed: `done` of its `steps` are behind it, `seconds` it took so far.

    `offered` was asked to take it; any agent where the client is empty.
    """

    run: int
    skill: str
    title: str
    version: int
    status: RunStatus
    step: str
    done: int
    steps: int
    seconds: float
    started: str
    lastAction: str
    holder: HolderDocument
    offered: HolderDocument | None
    said: str
    outcome: Outcome | None


class ListedRunDocument(RunDocument):
    """With the inputs that it was `given`, which tell it from other runs of the skill."""

    given: dict[str, str]


class InputDocument(TypedDict):
    """An input of the procedure, with the value that it has."""

    name: str
    type: str
    optional: bool
    value: str | None


class CallStateDocument(TypedDict):
    """A skill that the present step calls; `why` says why it is to be done by hand."""

    title: str
    state: Literal["open", "done", "failed", "by hand"]
    parallel: bool
    captures: list[str]
    why: NotRequired[str]


class ExitDocument(TypedDict):
    """A way out of the step: say its `exit` when you report the step.

    `suggested` says why it seems to be the one to take: what the values of the run are.
    """

    exit: int
    leadsTo: str
    when: NotRequired[str]
    roundsLeft: NotRequired[int]
    suggested: NotRequired[str]


class HandlerDocument(TypedDict):
    """What the procedure says for a failure, and the skill that handles it, if there is one.

    `of` is the procedure that says it: inside a call the one that is called or, where that says
    nothing, the nearest that calls it. What that calls is given up when its handler is followed.
    """

    handler: int
    of: str
    text: str
    skill: NotRequired[str]
    why: NotRequired[str]


class LevelDocument(TypedDict):
    """A procedure that is under way, and the step at which it stands."""

    skill: str
    title: str
    number: str
    of: int
    text: str


class PlaceDocument(RunDocument):
    """Where a run stands and what is asked there.

    `asks` is what comes next: to `start` (inputs and prerequisites), the `step`, what to do about a
    `failure`, or how it went at the `end`; `nothing` of whoever does not have the run. `report`
    names what has to be said of the step before the next one is shown, `context` the memories
    that were placed there or at a step that begins here; only a person is given `notes`, which are
    for people. `types` says what is to be reported or produced, by name, as far as it has a type.
    """

    asks: Asked
    levels: list[LevelDocument]
    text: NotRequired[str]
    phase: NotRequired[str]
    within: NotRequired[list[str]]
    context: NotRequired[list[str]]
    notes: NotRequired[list[str]]
    calls: NotRequired[list[CallStateDocument]]
    values: dict[str, str]
    report: NotRequired[list[str]]
    exits: NotRequired[list[ExitDocument]]
    spent: NotRequired[list[str]]
    inputs: NotRequired[list[InputDocument]]
    prerequisites: NotRequired[list[str]]
    success: NotRequired[str]
    outOfScope: NotRequired[str]
    onCompletion: NotRequired[str]
    produces: NotRequired[list[str]]
    types: NotRequired[dict[str, str]]
    failure: NotRequired[str]
    handlers: NotRequired[list[HandlerDocument]]


def run_document(run: Run) -> RunDocument:
    return {
        "run": run.id,
        "skill": source_id(run.skill),
        "title": run.title,
        "version": run.number,
        "status": run.status,
        "step": run.step,
        "done": run.done,
        "steps": run.steps,
        "seconds": round(run.clock, 1),
        "started": run.started.isoformat(),
        "lastAction": run.at.isoformat(),
        "holder": _holder(run.holder),
        "offered": _holder(run.offered) if run.offered else None,
        "said": run.said,
        "outcome": run.outcome,
    }


def listed(vault: Vault, runs: Collection[Run]) -> list[ListedRunDocument]:
    """These runs, in their order."""
    given = listing.given(vault, [run.id for run in runs])
    return [{**run_document(run), "given": dict(given.get(run.id, {}))} for run in runs]


def place_document(record: Record, by: By) -> PlaceDocument:
    """Where a run stands, as `by` sees it."""
    program, state = record.program, record.state
    frame = state.top
    procedure = program.procedures[frame.skill]
    asks: Asked = _ASKED[frame.stage] if _is_asked(state, by) else "nothing"
    levels = [_level(program.procedures[one.skill], one) for one in state.frames]
    told = {"asks": asks, "levels": levels, "values": dict(frame.values)}
    found = cast(PlaceDocument, {**run_document(record.run), **told})
    if not state.status.is_open:
        return found
    around = context(program, state)
    if known := [words for one in around for words in one.memories]:
        found["context"] = known
    if by.is_person and (notes := [words for one in around for words in one.notes]):
        found["notes"] = notes
    if frame.stage is Stage.ENTRY:
        _add_start(found, procedure, frame)
    elif frame.stage is Stage.END:
        _add_end(found, procedure, frame)
    else:
        _add_step(found, program, state)
    return found


def leads_to(procedure: Procedure, frame: Frame, offer: Offer) -> str:
    """Where an exit leads, in words."""
    if offer.exit.to is not None:
        label = label_of(procedure.nodes[offer.exit.to])
        if offer.exit.kind is ExitKind.LOOP or offer.left is not None:
            return _("back to step {number}").format(number=label)
        return _("step {number}").format(number=label)
    node: int = frame.node
    while node >= 0:
        beside = procedure.children(procedure.nodes[node].parent)
        place = beside.index(node) + 1
        if place < len(beside):
            return _("step {number}").format(number=label_of(procedure.nodes[beside[place]]))
        node = procedure.nodes[node].parent
    return _("the end")


def label_of(node: Node) -> str:
    """The number of a step as its author wrote it."""
    return node.label or node.path


def _is_asked(state: State, by: By) -> bool:
    if not state.status.is_open:
        return False
    holder = state.holder
    if by.is_person:
        return holder.is_person
    return not holder.is_person and holder.client == by.client and state.offered is None


def _holder(by: By) -> HolderDocument:
    return {"kind": "person" if by.is_person else "agent", "client": by.client, "name": by.name}


def _level(procedure: Procedure, frame: Frame) -> LevelDocument:
    node = procedure.nodes[frame.node] if frame.node >= 0 else None
    return {
        "skill": source_id(procedure.skill),
        "title": procedure.title,
        "number": label_of(node) if node else "",
        "of": len(procedure.children(-1)),
        "text": node.text if node else "",
    }


def _add_start(found: PlaceDocument, procedure: Procedure, frame: Frame) -> None:
    found["inputs"] = [
        {
            "name": one.name,
            "type": one.type,
            "optional": one.optional,
            "value": frame.values.get(one.name),
        }
        for one in procedure.requires
    ]
    found["prerequisites"] = list(procedure.prerequisites)
    if procedure.success:
        found["success"] = procedure.success
    if procedure.out_of_scope:
        found["outOfScope"] = procedure.out_of_scope


def _add_end(found: PlaceDocument, procedure: Procedure, frame: Frame) -> None:
    found["produces"] = [name for name in procedure.produces if name not in frame.values]
    _add_types(found, procedure, found["produces"])
    if procedure.success:
        found["success"] = procedure.success
    if procedure.completion:
        found["onCompletion"] = procedure.completion
    if frame.failed and frame.visits:
        found["failure"] = frame.visits[-1].why


def _add_step(found: PlaceDocument, program: Program, state: State) -> None:
    frame = state.top
    procedure = program.procedures[frame.skill]
    node = procedure.nodes[frame.node]
    found["text"] = node.text
    if node.phase:
        found["phase"] = node.phase
    if outer := procedure.ancestors(frame.node):
        found["within"] = [procedure.nodes[one].text for one in reversed(outer)]
    if node.calls:
        found["calls"] = list(_calls(program, state, node))
    if report := places.wanted(program, state):
        found["report"] = list(report)
        _add_types(found, procedure, report)
    offered = places.offers(program, state)
    if len(offered) > 1 or any(one.number != NEXT for one in offered):
        found["exits"] = [_exit(procedure, frame, one) for one in offered]
    if spent := places.spent(program, state):
        found["spent"] = [_spent(procedure, frame, one) for one in spent]
    if procedure.out_of_scope:
        found["outOfScope"] = procedure.out_of_scope
    if frame.stage is Stage.FAILED:
        found["failure"] = frame.why
        found["handlers"] = list(_handlers(program, state))


def _add_types(found: PlaceDocument, procedure: Procedure, names: Iterable[str]) -> None:
    if types := {name: type_ for name in names if (type_ := procedure.type_of(name))}:
        found["types"] = types


def _calls(program: Program, state: State, node: Node) -> Iterator[CallStateDocument]:
    for call, called in zip(node.calls, state.top.calls, strict=True):
        why = "" if called.mark else places.trouble(program, state, call)
        document: CallStateDocument = {
            "title": call.title,
            "state": _call_state(called, why),
            "parallel": call.parallel,
            "captures": list(call.captures),
        }
        if why:
            document["why"] = why
        yield document


def _call_state(called: Called, why: str) -> Literal["open", "done", "failed", "by hand"]:
    if called.mark is None:
        return "by hand" if why else "open"
    return "failed" if called.mark is Mark.FAILED else "done"


def _exit(procedure: Procedure, frame: Frame, offer: Offer) -> ExitDocument:
    found: ExitDocument = {
        "exit": offer.number,
        "leadsTo": leads_to(procedure, frame, offer),
    }
    if offer.exit.condition:
        found["when"] = offer.exit.condition
    if offer.left is not None:
        found["roundsLeft"] = offer.left
    if offer.because:
        found["suggested"] = offer.because
    return found


def _spent(procedure: Procedure, frame: Frame, offer: Offer) -> str:
    return _("{where}: the limit is reached").format(where=leads_to(procedure, frame, offer))


def _handlers(program: Program, state: State) -> Iterator[HandlerDocument]:
    depth = places.handling(program, state)
    if depth is None:
        return
    there = replace(state, frames=state.frames[: depth + 1])
    procedure = program.procedures[there.top.skill]
    for number, handler in enumerate(procedure.handlers):
        document: HandlerDocument = {
            "handler": number,
            "of": procedure.title,
            "text": handler.text,
        }
        call: Callee | None = handler.call
        if call is not None:
            document["skill"] = call.title
            if why := places.trouble(program, there, call):
                document["why"] = why
        yield document
