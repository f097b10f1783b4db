"""Which rows of a comparison are shown and which are folded away. Public: `Line`, `lines`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from app.core.library.comparison import Change, Comparison, Kind, Row, Section
from app.core.skills.step_names import steps_words
from app.core.words import _, ngettext

CONTEXT = 1
"""Unchanged steps that stay in sight above and below a change."""

Opened = frozenset[tuple[Section, int]]
What = Literal["section", "row", "fold"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the view: the head of a section, a row, or a fold that hides rows."""

    what: What
    text: str = ""
    row: Row | None = None
    section: Section = Section.STEPS
    fold: int = 0
    """Which row of its section a fold begins with."""


def lines(comparison: Comparison, opened: Opened, *, fold: bool = True) -> list[Line]:
    """Everything to be shown. `opened` are the folds that were opened (section, first row).

    Where order does not matter, what is unchanged comes last.
    """
    made: list[Line] = []
    for section in Section:
        rows = comparison.section(section)
        if not rows or (fold and section in _ONLY_CHANGED and _untouched(rows)):
            continue
        made.append(Line("section", section_name(section), section=section))
        if not fold:
            made += [Line("row", row=row, section=section) for row in rows]
            continue
        if section is not Section.STEPS:
            rows = tuple(sorted(rows, key=lambda row: row.change is Change.SAME))
        made += _folded(section, rows, opened)
    return made


_ONLY_CHANGED = (Section.NAME, Section.REST)
"""Sections that are worth a look only when something in them changed."""


def section_name(section: Section) -> str:
    """The head of a section."""
    return {
        Section.NAME: _("Name"),
        Section.GOALS: _("Goals"),
        Section.STEPS: _("Steps"),
        Section.RECIPES: _("Recipes"),
        Section.LINKS: _("Links"),
        Section.REST: _("Frontmatter and comments"),
    }[section]


def _untouched(rows: Sequence[Row]) -> bool:
    return all(row.change is Change.SAME for row in rows)


def _folded(section: Section, rows: Sequence[Row], opened: Opened) -> Iterator[Line]:
    seen = _in_sight(rows, CONTEXT if section is Section.STEPS else 0)
    n = 0
    while n < len(rows):
        if seen[n]:
            yield Line("row", row=rows[n], section=section)
            n += 1
            continue
        end = n
        while end < len(rows) and not seen[end]:
            end += 1
        hidden = tuple(rows[n:end])
        if (section, n) in opened:
            yield from (Line("row", row=row, section=section) for row in hidden)
        else:
            yield Line("fold", _caption(section, hidden), section=section, fold=n)
        n = end


def _in_sight(rows: Sequence[Row], context: int) -> list[bool]:
    changed = [n for n, row in enumerate(rows) if row.change is not Change.SAME]
    near = {n + d for n in changed for d in range(-context, context + 1)}
    return [n in near for n in range(len(rows))]


def _caption(section: Section, rows: Sequence[Row]) -> str:
    count = len(rows)
    numbers = [row.right.number for row in rows if row.right and row.kind is Kind.STEP]
    if section is Section.STEPS and numbers:
        return _("{steps} unchanged").format(steps=steps_words(numbers))
    words = {
        Section.GOALS: ngettext("{count} goal unchanged", "{count} goals unchanged", count),
        Section.LINKS: ngettext("{count} link unchanged", "{count} links unchanged", count),
        Section.RECIPES: ngettext("{count} recipe unchanged", "{count} recipes unchanged", count),
    }.get(section, ngettext("{count} part unchanged", "{count} parts unchanged", count))
    return words.format(count=count)
