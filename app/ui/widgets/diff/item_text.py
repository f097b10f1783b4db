"""What is shown of an item of a comparison, and what of it changed.

Public names: `Said`, `said`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.core.library.comparison import Item, Kind, Mark
from app.core.skills.model import Call
from app.core.skills.reading.recipes import read as read_recipe
from app.core.words import _
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.recipe_text import recipe_runs
from app.ui.widgets.prose.step_prose import Prose, prose, shown_at
from app.ui.widgets.prose.text_style import Run, TextStyle

Stretch = tuple[int, int]
Known = Callable[[str], bool]

_LONGEST = 20_000
"""Characters of one item that are shown; nobody reads a longer step here."""
_GLUE = " ()→,"
_SOURCE = re.compile(r"\s*_(\(from (?:(?!_\(from ).)*\))_\s*\Z", re.DOTALL)
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Said:
    """The words and pills of an item, and what changed in them (code points of what is shown)."""

    runs: tuple[Run, ...]
    pills: tuple[PillText, ...]
    changes: tuple[Stretch, ...]
    pill_changes: tuple[tuple[Stretch, ...], ...]


def said(item: Item, other: Item | None, known: Known | None) -> Said:
    """The item as it is shown beside its counterpart; `known` says which skills there are."""
    shown = _prose(item, known)
    theirs = _prose(other, known) if other is not None else None
    lead, tail = _around(item, known)
    words = shown.runs
    if item.kind in (Kind.TITLE, Kind.HEADING):
        words = tuple(replace(run, style=TextStyle.STRONG) for run in words)
    runs = (*lead, *words, *tail)
    changes = [place for change in item.changes for place in _changed(runs, change)]
    said_there = {run.text for pill in theirs.pills for run in pill.runs} if theirs else set()
    return Said(
        runs,
        shown.pills,
        tuple(changes),
        tuple(
            tuple(_news(pill, mark, item, said_there)) if theirs is not None else ()
            for pill, mark in zip(shown.pills, shown.tags, strict=True)
        ),
    )


def _prose(item: Item, known: Known | None) -> Prose:
    text = _SURROGATES.sub("\ufffd", item.text[:_LONGEST])
    if item.kind is Kind.MEMORY and (source := _SOURCE.search(text)):
        at = source.start(1)
        return Prose((
            Run(text[: source.start()]),
            Run(f"\n{source[1]}", TextStyle.SOURCE, at - 1),
        ))  # fmt: skip
    if item.kind is Kind.RECIPE:
        return Prose(recipe_runs(read_recipe(text, 0, len(text)), text))
    marks = [mark for mark in item.marks if mark.end <= _LONGEST]
    return prose(text, marks, lambda call: _is_unknown(call, known))


def _is_unknown(call: Call, known: Known | None) -> bool:
    return known is not None and not known(call.target)


def _around(item: Item, known: Known | None) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """What is said before the words of an item, and behind them."""
    lead: tuple[Run, ...] = ()
    tail: tuple[Run, ...] = ()
    if item.goal is not None:
        words = f"{item.goal.spec.title()}  "
        lead = (Run(words, TextStyle.STRONG, -len(words)),)
    if isinstance(item.link, Call) and _is_unknown(item.link, known):
        tail = (Run("   " + _("not found"), TextStyle.WRONG, len(item.text)),)
    return lead, tail


def _changed(runs: tuple[Run, ...], change: Stretch) -> Iterator[Stretch]:
    """Where a change is to be seen; what is said in other words changed as a whole."""
    yield from shown_at(runs, *change)
    shown = 0
    for run in runs:
        if run.at < change[1] and change[0] < run.until:
            yield shown, shown + len(run.text)
        shown += len(run.text)


def _news(pill: PillText, mark: Mark, item: Item, said_there: set[str]) -> Iterator[Stretch]:
    """What the pills of the other side do not say.

    A step is named by its number, which may change without meaning anything.
    """
    at = 0
    for run in pill.runs:
        is_news = run.text not in said_there and bool(run.text.strip(_GLUE))
        if run.style is TextStyle.STEP:
            is_news = _leads_elsewhere(mark, item)
        if is_news:
            yield at, at + len(run.text)
        at += len(run.text)


def _leads_elsewhere(mark: Mark, item: Item) -> bool:
    """Whether the step a jump names is another one, not only renumbered."""
    if mark.reference is None:
        return False
    start, end = mark.reference
    return any(a < end and start < b for a, b in item.changes)
