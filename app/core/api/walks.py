"""Skills to follow: as a procedure to read aloud, or as a plan to execute."""

from typing import NotRequired, cast

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.library import library
from app.core.library.record import Status
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.narrative import narrative
from app.core.walk.plan import walk


class WalkedSkillDocument(TypedDict):
    """The skill that is walked; `status` is there while it is in quarantine."""

    sourceId: str
    title: str
    engramName: str
    status: NotRequired[Status]


class ArgumentDocument(TypedDict):
    """What is handed to a called skill."""

    name: str
    value: str
    isVariable: bool


class CallDocument(TypedDict):
    """A call of a skill that is in the vault; `captures` are all results, if there are several."""

    targetSourceId: str
    targetTitle: str
    args: list[str]
    captureAs: NotRequired[str]
    arguments: NotRequired[list[ArgumentDocument]]
    captures: NotRequired[list[str]]


class BranchDocument(TypedDict):
    """Where a step may lead, by index, and when."""

    to: int | None
    condition: str


class LoopDocument(TypedDict):
    """Where a step goes back to, by index, when, and how often at most."""

    to: int | None
    max: int | None
    condition: str


class WalkedStepDocument(TypedDict):
    """A step; `index` counts the steps of the walk, `number` is "2.1" inside a called skill."""

    index: int
    number: str
    author: NotRequired[int]
    text: str
    skill: NotRequired[str]
    calls: NotRequired[CallDocument]
    callsSequence: NotRequired[list[CallDocument]]
    parallel: NotRequired[list[CallDocument]]
    unresolvedCall: NotRequired[str]
    unresolvedCalls: NotRequired[list[str]]
    branchesTo: NotRequired[list[int]]
    branches: NotRequired[list[BranchDocument]]
    loopsBackTo: NotRequired[list[int]]
    maxIterations: NotRequired[int]
    loops: NotRequired[list[LoopDocument]]
    needs: NotRequired[list[str]]
    supportingContext: list[str]


class ConstraintsDocument(TypedDict, total=False):
    """The goals of a skill that hold for the whole walk, those that are written."""

    success: str
    outOfScope: str
    completion: str
    trigger: str
    prerequisites: str


class FailureHandlerDocument(TypedDict):
    """What to do when the procedure fails; with a call, what a call has."""

    description: str
    args: list[str]
    targetSourceId: NotRequired[str]
    targetTitle: NotRequired[str]
    captureAs: NotRequired[str]
    arguments: NotRequired[list[ArgumentDocument]]
    captures: NotRequired[list[str]]
    unresolvedCall: NotRequired[str]


class RecipeStepDocument(TypedDict):
    """One thing to ask before the walk."""

    tool: str
    query: str
    onlyEngrams: NotRequired[list[str]]
    ifResultsBelow: NotRequired[int]


class RecipeDocument(TypedDict):
    """What to ask, and when."""

    name: str
    trigger: str
    steps: list[RecipeStepDocument]


class PlanDocument(TypedDict):
    """A skill as steps to execute."""

    skill: WalkedSkillDocument
    requires: list[str]
    requiresTypes: NotRequired[dict[str, str]]
    requiresOptional: NotRequired[list[str]]
    produces: list[str]
    constraints: ConstraintsDocument
    steps: list[WalkedStepDocument]
    failureHandlers: list[FailureHandlerDocument]
    unanchoredContext: list[str]
    recipes: NotRequired[list[RecipeDocument]]


class NarrativeDocument(TypedDict):
    """A skill as a procedure to read aloud."""

    skill: WalkedSkillDocument
    text: str


def structured(
    vault: Vault, name: str, engram: str | None = None, *, recursive: bool = False
) -> PlanDocument:
    """The plan; with `recursive`, the steps of a called skill follow the step that calls it.

    Raises `NotFound`, `Ambiguous`.
    """
    return cast(PlanDocument, walk(vault, find(vault, name, engram).id, recursive=recursive))


def narrated(
    vault: Vault, name: str, engram: str | None = None, *, recursive: bool = False
) -> NarrativeDocument:
    """The same in words."""
    skill = find(vault, name, engram).id
    plan = walk(vault, skill, recursive=recursive)
    return {"skill": plan["skill"], "text": narrative(parse(library.text(vault, skill)), plan)}
