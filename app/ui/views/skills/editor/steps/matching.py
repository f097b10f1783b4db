"""Which widget goes on showing what, when what there is to show changes."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.content import Item, QuietText, StepText
from app.ui.views.skills.editor.steps.fold_head import FoldHead
from app.ui.views.skills.editor.steps.folding import Part


def matched(
    old: Sequence[Part], wanted: Sequence[Item], make: Callable[[Item], Part]
) -> tuple[list[Part], list[Part]]:
    """A part for each item, and those that are left over.

    One that says the same stays with what it says; else any of its kind will do.
    """
    head = 0
    while head < min(len(old), len(wanted)) and says(old[head], wanted[head]):
        head += 1
    tail = 0
    most = min(len(old), len(wanted)) - head
    while tail < most and says(old[-1 - tail], wanted[-1 - tail]):
        tail += 1
    before = list(old[head : len(old) - tail])
    middle = _chosen(before, wanted[head : len(wanted) - tail], make)
    return [*old[:head], *middle, *(old[-tail:] if tail else [])], before


def _chosen(before: list[Part], wanted: Sequence[Item], make: Callable[[Item], Part]) -> list[Part]:
    """Parts for the items between those that stay; what is used is taken out of `before`."""
    by_words: defaultdict[object, list[Part]] = defaultdict(list)
    for part in reversed(before):
        by_words[_words_of(part)].append(part)
    kept: dict[int, Part] = {}
    for n, item in enumerate(wanted):
        same = by_words.get(_words(item))
        if same:
            kept[n] = same.pop()
            before.remove(kept[n])
    middle: list[Part] = []
    for n, item in enumerate(wanted):
        if n in kept:
            middle.append(kept[n])
            continue
        fits = next((m for m, part in enumerate(before) if isinstance(part, kind_for(item))), None)
        middle.append(before.pop(fits) if fits is not None else make(item))
    return middle


def says(part: Part, item: Item) -> bool:
    """Whether the part already shows the words of the item."""
    if part.content is item:
        return True
    return isinstance(part, kind_for(item)) and _words_of(part) == _words(item)


def kind_for(item: Item) -> type[Part]:
    """What an item is shown by."""
    if isinstance(item, StepText):
        return StepCard
    return QuietBlock if isinstance(item, QuietText) else FoldHead


def _words_of(part: Part) -> object:
    return None if part.content is None else _words(part.content)


def _words(item: Item) -> object:
    if isinstance(item, StepText):
        return item.runs
    return item if isinstance(item, QuietText) else (item.kind, item.title)
