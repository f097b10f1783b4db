"""What is said of a training: its memories with their places, and what became of it."""

from collections.abc import Iterable, Iterator, Sequence

from app.core.api.training import Trained
from app.core.training.placement_reasons import counted, reason, why
from app.core.training.proposal import Item, LeftOut, Proposal
from app.core.words import _


def placed_lines(proposal: Proposal, items: Iterable[Item]) -> Iterator[str]:
    """Each memory with its place and why there."""
    for item in items:
        said = " ".join(item.fragment.text.split())
        note = "" if item in proposal.chosen else _(" (left for you to decide in the window)")
        yield f"{_place(item, proposal.names)}  {item.placement.score:.2f}"
        yield f"  {said} ({item.fragment.source}){note}"
        yield f"  {why(proposal, item)}"


def left_out_lines(proposal: Proposal) -> Iterator[str]:
    if proposal.left_out:
        yield _("Left out: {reasons}.").format(reasons=counted(proposal.left_out))


def taken_out_lines(removed: Iterable[LeftOut]) -> Iterator[str]:
    """Each memory that stood in the skill and does not stay, and why."""
    for one in removed:
        text = " ".join(one.fragment.text.split())
        yield _("Removed: {text} ({source}): {why}.").format(
            text=text, source=one.fragment.source, why=reason(one.why)
        )


def outcome(done: Trained, said: str, *, dry_run: bool) -> str:
    """The last line: what became of it."""
    title = done.proposal.title
    if dry_run:
        return _("Nothing was saved: {summary}.").format(summary=said)
    if done.saved:
        return _("Trained {title}, version {number}: {summary}.").format(
            title=title, number=done.number, summary=said
        )
    return _("{title} needs no training: nothing would change.").format(title=title)


def _place(item: Item, names: Sequence[str]) -> str:
    if item.after is None:
        return _("supporting context")
    if item.after == 0:
        return _("before step 1")
    return _("after step {number}").format(number=names[item.after - 1])
