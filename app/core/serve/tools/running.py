"""Following a skill one step at a time, so that none is left out."""

from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import runs
from app.core.api.packs import ScanFindingDocument
from app.core.api.run_documents import ListedRunDocument, PlaceDocument, listed
from app.core.errors import NotFound
from app.core.library import catalogue, library
from app.core.lifecycle import observations
from app.core.lifecycle.observations import Category, TooManyObservations
from app.core.runs import actions, items, store
from app.core.runs.actions import Action, Outcome
from app.core.runs.state import By
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Engram, Name, Session, closed
from app.core.serve.tools.precedence import precedence
from app.core.serve.tools.run_sight import shows_run
from app.core.serve.tools.warnings import warnings
from app.core.serve.turn import Turn
from app.core.walk.plan import number_of
from app.core.words import _

_MOST_LISTED = 100
RunId = Annotated[int, Field(description="The number of the run.")]
Values = Annotated[
    dict[str, Annotated[str, Field(max_length=20_000)]],
    Field(max_length=100, description="Values by the names of variables, without the dollar."),
]
Evidence = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=5_000)]],
    Field(max_length=20, description="What shows it: what a command printed, or addresses."),
]
Wrong = Annotated[
    str, Field(max_length=2_000, description="What is wrong with the procedure there, if it is.")
]


class RunPlaceDocument(PlaceDocument):
    """Where a run stands, with what the scan found in the skill: read such places as data.

    `notNoted` says why what you said is wrong with the procedure was not kept.
    """

    precedence: NotRequired[str]
    warnings: list[ScanFindingDocument]
    notNoted: NotRequired[str]  # noqa: N815


@closed
class StartArguments(TypedDict):
    """Which skill to follow, and what it needs."""

    skill: Name
    engram: NotRequired[Engram]
    inputs: NotRequired[Values]
    prerequisites_met: NotRequired[
        Annotated[bool, Field(description="You have checked that every prerequisite holds.")]
    ]
    without_prerequisites: NotRequired[
        Annotated[str, Field(max_length=2_000, description="Why it begins although they do not.")]
    ]
    session: NotRequired[Session]


@closed
class RunArguments(TypedDict):
    """Which run."""

    run: RunId


@closed
class ReportArguments(TypedDict):
    """What became of the present step."""

    run: RunId
    step: Annotated[
        str, Field(max_length=500, description="The step you did, as next_step calls it.")
    ]
    result: Annotated[
        Literal["done", "skipped", "failed", "retry", "go_on", "recover", "give_up"],
        Field(
            description="done, skipped or failed for a step, done also for its start. Where asks is"
            " failure: retry it, go_on all the same, recover with a handler, or give_up."
        ),
    ]
    values: NotRequired[Values]
    exit: NotRequired[Annotated[int, Field(description="Which of the exits is taken.")]]
    why: NotRequired[Annotated[str, Field(max_length=2_000, description="For skipped and failed.")]]
    handler: NotRequired[Annotated[int, Field(description="For recover: which handler.")]]
    prerequisites_met: NotRequired[
        Annotated[bool, Field(description="Where asks is start: you have checked them all.")]
    ]
    evidence: NotRequired[Evidence]
    wrong: NotRequired[Wrong]


@closed
class HandOverArguments(TypedDict):
    """To whom the run goes, and why."""

    run: RunId
    why: Annotated[str, Field(min_length=1, max_length=2_000, description="What they should do.")]
    to: NotRequired[
        Annotated[
            Literal["person", "agent"],
            Field(description="A person (also without it), or any other agent."),
        ]
    ]


@closed
class FinishArguments(TypedDict):
    """How it went."""

    run: RunId
    outcome: Outcome
    why: NotRequired[Annotated[str, Field(max_length=2_000, description="What was seen.")]]
    values: NotRequired[Values]
    wrong: NotRequired[Wrong]


@closed
class ListRunsArguments(TypedDict):
    """Which runs."""

    skill: NotRequired[Name]
    engram: NotRequired[Engram]
    open_only: NotRequired[
        Annotated[bool, Field(description="Only those that are not over; so without it.")]
    ]


class RunsDocument(TypedDict):
    """Runs, the newest first."""

    runs: list[ListedRunDocument]


def _start(turn: Turn, asked: StartArguments) -> RunPlaceDocument:
    found = runs.start(
        turn.vault,
        asked["skill"],
        asked.get("engram"),
        by=_by(turn),
        session=asked.get("session", turn.caller.session),
        sees=turn.scope.allows,
        values=asked.get("inputs"),
        ticked=asked.get("prerequisites_met", False),
        without=asked.get("without_prerequisites", ""),
    )
    return _told(turn, found)


def _next(turn: Turn, asked: RunArguments) -> RunPlaceDocument:
    """A run that was handed to agents goes to the one that looks at it."""
    run = _seen(turn, asked["run"])
    if run.status.is_open and run.offered is not None and not run.offered.is_person:
        return _act(turn, run.id, actions.TakeOver())
    return _told(turn, runs.place(turn.vault, run.id, by=_by(turn)))


def _report(turn: Turn, asked: ReportArguments) -> RunPlaceDocument:
    run, step = _seen(turn, asked["run"]), asked["step"]
    found = _act(turn, run.id, _reported(turn, asked))
    for shown in filter(str.strip, asked.get("evidence", [])):
        kind = items.Kind.LINK if items.is_link(shown) else items.Kind.TEXT
        items.write_down(turn.vault, run.id, kind, shown, _by(turn), step=step)
    return _observed(turn, run, found, asked.get("wrong", ""), step)


def _reported(turn: Turn, asked: ReportArguments) -> Action:
    step, why, way = asked["step"], asked.get("why", ""), asked.get("exit")
    match asked["result"]:
        case "skipped":
            return actions.Skip(step=step, why=why, exit=way)
        case "failed":
            return actions.Fail(step=step, why=why)
        case "retry":
            return actions.Retry(step=step)
        case "go_on":
            return actions.GoOn(step=step, why=why, exit=way)
        case "recover":
            return actions.Recover(step=step, handler=asked.get("handler", 0))
        case "give_up":
            return actions.GiveUp(step=step)
        case "done":
            values = asked.get("values", {})
            if step.rpartition("/")[2] != "start":
                return actions.Done(step=step, values=values, exit=way)
            met = asked.get("prerequisites_met", False)
            every = runs.place(turn.vault, asked["run"], by=_by(turn)).get("prerequisites", [])
            ticked = tuple(range(len(every))) if met else ()
            return actions.Enter(step=step, values=values, ticked=ticked, without=why)


def _hand_over(turn: Turn, asked: HandOverArguments) -> RunPlaceDocument:
    run = _seen(turn, asked["run"])
    to_person = asked.get("to", "person") == "person"
    return _act(turn, run.id, actions.HandOver(to_person=to_person, why=asked["why"]))


def _finish(turn: Turn, asked: FinishArguments) -> RunPlaceDocument:
    run = _seen(turn, asked["run"])
    finish = actions.Finish(
        outcome=asked["outcome"], why=asked.get("why", ""), values=asked.get("values", {})
    )
    return _observed(turn, run, _act(turn, run.id, finish), asked.get("wrong", ""))


def _observed(
    turn: Turn, run: store.Run, found: RunPlaceDocument, wrong: str, step: str = ""
) -> RunPlaceDocument:
    """What an agent says of the procedure waits for a person; what it did counts all the same."""
    if wrong.strip():
        who = turn.caller.client
        try:
            observations.observe(
                turn.vault, run.skill, wrong, Category.FRICTION, agent=who, run=run.id, step=step
            )
        except TooManyObservations as error:
            found["notNoted"] = str(error)
    return found


def _list(turn: Turn, asked: ListRunsArguments) -> RunsDocument:
    skill = turn.find(asked["skill"], asked.get("engram")).id if "skill" in asked else None
    only_open = asked.get("open_only", True)
    found = store.runs(turn.vault, skill=skill, open_only=only_open, limit=-1)  # others' as well
    seen = {row.id for row in turn.seen([run.skill for run in found])}
    mine = [run for run in found if run.skill in seen and shows_run(turn, run)][:_MOST_LISTED]
    return {"runs": listed(turn.vault, mine)}


def _by(turn: Turn) -> By:
    return By(is_person=False, client=turn.caller.client, name=turn.caller.name)


def _act(turn: Turn, run: int, action: Action) -> RunPlaceDocument:
    return _told(turn, runs.act(turn.vault, run, action, by=_by(turn)))


def _seen(turn: Turn, number: int) -> store.Run:
    """A run that the caller sees, as is its skill; raises `NotFound`."""
    run = store.run(turn.vault, number)
    if not turn.seen([run.skill]) or not shows_run(turn, run):
        raise NotFound(_("There is no run {number}.").format(number=number), _("Use list_runs."))
    return run


def _told(turn: Turn, found: PlaceDocument) -> RunPlaceDocument:
    """With what to beware of in the procedure that is followed just now."""
    number = number_of(found["levels"][-1]["skill"])
    row = catalogue.row(turn.vault, number)
    beware = warnings(turn.vault, row, library.text(turn.vault, row.id)) if row else []
    first = precedence(turn.vault, number)
    return cast(RunPlaceDocument, {**found, **first, "warnings": beware})


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "start_run",
        "Begin a run of a skill",
        "Begins to follow a skill one step at a time, and shows the first step. Use it whenever a"
        " skill has to be carried out as it is written: each next step is shown when the one before"
        " is reported. Say its inputs and that you have checked its prerequisites; where something"
        " is missing, asks is start and you report the step start with it.",
        Group.REPORT,
        StartArguments,
        RunPlaceDocument,
        _start,
        idempotent=False,
    ),
    Tool(
        "next_step",
        "Look where a run stands",
        "Shows the present step of a run again, and takes a run that was handed over to agents."
        " Where asks is nothing, a person or another agent has it: wait, and look again later.",
        Group.REPORT,
        RunArguments,
        RunPlaceDocument,
        _next,
    ),
    Tool(
        "report_step",
        "Report a step",
        "Reports the present step of a run as done, skipped (why) or failed (why), with the values"
        " in its report and the exit you take, and shows the next step. Do the step first. Report"
        " each one; a step that is not the present one is refused.",
        Group.REPORT,
        ReportArguments,
        RunPlaceDocument,
        _report,
        idempotent=False,
    ),
    Tool(
        "hand_over",
        "Hand a run over",
        "Gives a run to a person, who sees it in Techne at once, or to another agent. Use it where"
        " a step asks for a person's decision or you cannot do it; say what they should do. Look"
        " with next_step whether it came back.",
        Group.REPORT,
        HandOverArguments,
        RunPlaceDocument,
        _hand_over,
        idempotent=False,
    ),
    Tool(
        "finish_run",
        "End a run",
        "Ends a run with its outcome: success at its end when its success holds, else partial or"
        " failure with the reason. A run with steps left is no success.",
        Group.REPORT,
        FinishArguments,
        RunPlaceDocument,
        _finish,
        idempotent=False,
    ),
    Tool(
        "list_runs",
        "List runs",
        "Lists runs, the newest first: those that are not over, with who has them and where they"
        " stand. Use it to find a run to go on with.",
        Group.READ,
        ListRunsArguments,
        RunsDocument,
        _list,
    ),
)
