"""What a person decided about one training, taken over into the next one of that skill."""

from collections.abc import Collection
from dataclasses import replace

from app.core.errors import StaleEdit
from app.core.memory import memories
from app.core.training.memory_query import as_it_is_now
from app.core.training.proposal import Choice, Item, LeftOut, Proposal, Why, choose, move
from app.core.vault import Vault
from app.core.words import _


def with_decisions(vault: Vault, found: Proposal, earlier: Proposal) -> Proposal:
    """What was found now, with what was decided about it in the `earlier` proposal.

    A memory that was moved goes with its step; where that is gone, the formula places it. What was
    decided stays, also when it is not recalled any more or was corrected; a forgotten memory does
    not.
    """
    for item in earlier.items:
        if _decided(item):
            found = _taken_over(vault, found, earlier, item)
    return found


def has_decisions(proposal: Proposal) -> bool:
    """Whether a person decided anything in it."""
    return any(map(_decided, proposal.items))


def gone_since(vault: Vault, proposal: Proposal) -> frozenset[int]:
    """The offered memories that were forgotten, or whose remembering was undone, since then."""
    return frozenset(
        item.fragment.id
        for item in proposal.items
        if memories.memory(vault, item.fragment.id) is None
        or as_it_is_now(vault, item.fragment) is None
    )


def without(proposal: Proposal, gone: Collection[int]) -> Proposal:
    """The proposal without these memories; what stands in the skill is to be taken out."""
    lost = [item for item in proposal.items if item.fragment.id in gone]
    standing = (LeftOut(i.fragment, Why.FORGOTTEN) for i in lost if i.since or i.corrected)
    items = tuple(item for item in proposal.items if item.fragment.id not in gone)
    return replace(proposal, items=items, gone=(*proposal.gone, *standing))


def refuse_gone(vault: Vault, proposal: Proposal) -> None:
    """Raise `StaleEdit` if a memory is accepted that is not there any more."""
    if gone_since(vault, proposal) & {item.fragment.id for item in proposal.chosen}:
        raise StaleEdit(
            _("A memory you accepted does not exist anymore."),
            _("Nothing was saved. Train again; your other decisions are kept."),
        )


def _decided(item: Item) -> bool:
    """Whether a person did something to it: what is new is open, what stands is accepted."""
    stands = item.since or item.corrected
    usual = Choice.ACCEPTED if stands else Choice.OPEN
    return item.choice is not usual or (item.pinned and not stands)


def _taken_over(vault: Vault, found: Proposal, earlier: Proposal, item: Item) -> Proposal:
    fragment, place = as_it_is_now(vault, item.fragment), _place(found, earlier, item.after)
    if fragment is None:
        return found
    number = fragment.id
    if all(other.fragment.id != number for other in found.items):
        if item.since or item.corrected or number in found.taken_out:
            return found
        kept = replace(item, fragment=fragment, after=place, relevances=(), pinned=False)
        found = replace(found, items=(*found.items, kept))
    if item.pinned and (place is not None or item.after is None):
        return move(found, number, place)
    return choose(found, number, item.choice)


def _place(found: Proposal, earlier: Proposal, after: int | None) -> int | None:
    """Where the step is now that a memory was put after; None if there is none."""
    if not after:
        return after if found.steps else None
    step = earlier.steps[after - 1]
    same = [n for n, text in enumerate(found.steps, start=1) if text == step]
    return min(same, key=lambda n: abs(n - after), default=None)
