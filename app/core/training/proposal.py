"""What training would put into a skill, as a value that a person can change before accepting it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from app.core.errors import NotFound
from app.core.progress import Progress
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_names
from app.core.training.placement import Placement
from app.core.training.procedure import procedure_of
from app.core.words import _

GOOD = 0.45
"""A score from which on places are nearly always right (`docs/training.md`)."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A memory that was recalled. `relevance` is the recall's own measure, 0 to 1.

    `cosine` is how close it is in meaning to what was asked; 0 when only words were compared.
    """

    id: int
    text: str
    source: str
    relevance: float = 0.0
    cosine: float = 0.0


@dataclass(frozen=True, slots=True)
class Query:
    """What the step at that position says, or (at 0) what the skill is for."""

    position: int
    text: str


class Recall(Protocol):
    """Asks the memories."""

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        """Answers. What is not relevant is not among them; the best come first."""

    def near(
        self, skill: int, queries: Sequence[Query], known: Sequence[Fragment], progress: Progress
    ) -> Mapping[Fragment, tuple[float, ...]] | None:
        """How near memories are to each step of a skill, 0 to 1: `known` ones and others.

        None where nothing knows what they mean. Raises `Cancelled`.
        """


class Choice(StrEnum):
    """What a person decided about an item."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Cause(StrEnum):
    """Why a skill is trained."""

    ASKED = "asked"
    SCHEDULED = "scheduled"
    MEMORIES_CHANGED = "memories changed"


class Why(StrEnum):
    """Why a fragment that was recalled is not offered, or one that stands there does not stay."""

    REJECTED = "rejected before"
    SAID = "the skill says it already"
    REPEATED = "another fragment says it"
    LONG = "too long to stand between steps"
    CROWDED = "others fit better"
    FORGOTTEN = "the memory was forgotten"
    FAR = "no step is near it any more"
    DECLINED = "left out in the review"


@dataclass(frozen=True, slots=True)
class Item:
    """A fragment with its place.

    `after` is where it will stand: the position of the step before it (0: before the first), None
    in the supporting context; `placement` is what the formula says about that place, or about
    the best one. `asked` are the steps it was recalled for, 0 for the goals. `relevances` say how
    much it has to do with each step by its meaning (none without an embedder). `since` is the
    version it has stood in the skill since, 0 when it is new; `taken_out` says that somebody
    deleted it from the text before, `corrected` that its words took the place of those that the
    formula placed, and stay there; `remarked` that somebody said it of the procedure in a run.
    """

    fragment: Fragment
    placement: Placement
    after: int | None
    asked: tuple[int, ...] = ()
    relevances: tuple[float, ...] = ()
    choice: Choice = Choice.OPEN
    pinned: bool = False
    since: int = 0
    taken_out: bool = False
    corrected: bool = False
    remarked: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fragment that was recalled and is not offered, or that stands there and does not stay."""

    fragment: Fragment
    why: Why


@dataclass(frozen=True, slots=True)
class Proposal:
    """What training found for version `base` (an id) of a skill.

    `authored` is the text without memories, `steps` its steps, `names` what they are called; `gone`
    are the fragments that stand in the skill now and cannot stay, `taken_out` those that were
    deleted from its text.
    """

    skill: int
    title: str
    base: int
    number: int
    authored: str
    steps: tuple[str, ...]
    names: tuple[str, ...]
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...] = ()
    gone: tuple[LeftOut, ...] = ()
    taken_out: tuple[int, ...] = ()
    cause: Cause = Cause.ASKED

    def item(self, fragment: int) -> Item:
        """The item of a fragment; raises `NotFound`."""
        for item in self.items:
            if item.fragment.id == fragment:
                return item
        raise NotFound(_("That memory is not part of this training."))

    @property
    def chosen(self) -> tuple[Item, ...]:
        """What accepting it would put into the text."""
        return tuple(item for item in self.items if item.choice is Choice.ACCEPTED)

    @property
    def removed(self) -> tuple[LeftOut, ...]:
        """What stands in the skill and accepting it would take out, with the reasons."""
        declined = (
            LeftOut(item.fragment, Why.DECLINED)
            for item in self.items
            if (item.since or item.corrected) and item.choice is not Choice.ACCEPTED
        )
        return (*declined, *self.gone)

    @property
    def recalled(self) -> tuple[int, ...]:
        """Every fragment that was recalled, whatever became of it."""
        found = [*(i.fragment.id for i in self.items), *(o.fragment.id for o in self.left_out)]
        return tuple(sorted(set(found)))

    @property
    def rejected(self) -> tuple[int, ...]:
        return tuple(i.fragment.id for i in self.items if i.choice is Choice.REJECTED)

    @property
    def says_something(self) -> bool:
        """Whether there is anything to decide: something new, or something that is to go.

        What somebody deleted from the text is offered again, but is no reason to ask.
        """
        return bool(self.gone) or any(not (i.since or i.taken_out) for i in self.items)

    def neighbours(self, item: Item) -> tuple[str | None, str | None]:
        """The steps before and after an item; None at the ends and in the supporting context."""
        if item.after is None:
            return None, None
        before = self.steps[item.after - 1] if item.after else None
        return before, self.steps[item.after] if item.after < len(self.steps) else None


def choose(proposal: Proposal, fragment: int, choice: Choice) -> Proposal:
    """With that decision about one item; a rejected one is not pinned. Raises `NotFound`."""

    def decided(item: Item) -> Item:
        pinned = item.pinned and choice is Choice.ACCEPTED
        return replace(item, choice=choice, pinned=pinned)

    return _with(proposal, fragment, decided)


def move(proposal: Proposal, fragment: int, after: int | None) -> Proposal:
    """With one item in another place, where it then stays: accepted and pinned.

    `after` is a step's position, 0 or None as in `Item`. Raises `NotFound`.
    """
    if after is not None and not (0 <= after <= len(proposal.steps) and proposal.steps):
        raise NotFound(_("This skill has no step {number}.").format(number=after))
    procedure = procedure_of(parse(proposal.authored))

    def moved(item: Item) -> Item:
        said, near = item.fragment.text, item.relevances
        found = procedure.place(said, near) if after is None else procedure.at(said, after, near)
        return replace(item, after=after, placement=found, pinned=True, choice=Choice.ACCEPTED)

    return _with(proposal, fragment, moved)


def pin(proposal: Proposal, fragment: int, *, pinned: bool = True) -> Proposal:
    """With one item that later trainings leave where it is, or no longer. Raises `NotFound`."""

    def changed(item: Item) -> Item:
        return replace(item, pinned=pinned, choice=Choice.ACCEPTED if pinned else item.choice)

    return _with(proposal, fragment, changed)


def accept_all(proposal: Proposal, least: float = 0.0) -> Proposal:
    """With every open item accepted that scores at least `least`.

    What somebody once deleted from the text stays open: only a person puts it back.
    """

    def decided(item: Item) -> Item:
        wanted = item.choice is Choice.OPEN and item.placement.score >= least
        return replace(item, choice=Choice.ACCEPTED) if wanted and not item.taken_out else item

    return replace(proposal, items=tuple(map(decided, proposal.items)))


def to_json(proposal: Proposal) -> str:
    return json.dumps(asdict(proposal), ensure_ascii=False, separators=(",", ":"))


def from_json(stored: str) -> Proposal:
    fields = json.loads(stored)
    return Proposal(
        **{
            **fields,
            "steps": tuple(fields["steps"]),
            "names": tuple(fields.get("names") or step_names(parse(fields["authored"]))),
            "items": tuple(map(_item, fields["items"])),
            "left_out": tuple(map(_left_out, fields["left_out"])),
            "gone": tuple(map(_left_out, fields["gone"])),
            "taken_out": tuple(fields["taken_out"]),
            "cause": Cause(fields.get("cause", Cause.ASKED)),
        }
    )


def _left_out(fields: dict[str, Any] | int) -> LeftOut:
    """Proposals that were kept before reasons were only have the number of a fragment."""
    if isinstance(fields, int):
        return LeftOut(Fragment(fields, "", ""), Why.FAR)
    return LeftOut(Fragment(**fields["fragment"]), Why(fields["why"]))


def _item(fields: dict[str, Any]) -> Item:
    placement = fields["placement"]
    return Item(
        **{
            **fields,
            "fragment": Fragment(**fields["fragment"]),
            "placement": Placement(**{**placement, "shared": tuple(placement["shared"])}),
            "asked": tuple(fields["asked"]),
            "relevances": tuple(fields.get("relevances", ())),
            "choice": Choice(fields["choice"]),
        }
    )


def _with(proposal: Proposal, fragment: int, change: Callable[[Item], Item]) -> Proposal:
    proposal.item(fragment)
    items = tuple(change(item) if item.fragment.id == fragment else item for item in proposal.items)
    return replace(proposal, items=items)
