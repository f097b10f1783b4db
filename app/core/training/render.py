"""Placed memories written between the steps, every byte of the author's text left as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.core.errors import AppError
from app.core.library.authored import digest
from app.core.library.record import Placed
from app.core.skills.editing.slots import slots_of
from app.core.skills.editing.writing import line_end
from app.core.skills.model import BlockKind, Goal, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.placed_memories import SUPPORTING_CONTEXT, quoted
from app.core.training.proposal import Item
from app.core.words import _

Gaps = Mapping[int | None, Sequence[Item]]
"""What stands after each step (0: before the first), None: in the supporting context."""


class NoRoom(AppError):
    """The text ends in something that would swallow whatever stands after it."""

    code = "no-room"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text with memories in it, and the record that takes them out again."""

    text: str
    placed: tuple[Placed, ...]


def render(authored: str, items: Iterable[Item]) -> Rendered:
    """The text with every item in its place; those in one place in the order they are given.

    Nothing of a memory is read as part of the skill, and the skill is read as before. A place
    where that cannot be (inside code that its author did not close) is given up for the
    supporting context; raises `NoRoom` if that is not possible either.
    """
    skill = parse(authored)
    gaps: dict[int | None, list[Item]] = {}
    for item in items:
        possible = item.after is not None and 0 <= item.after <= len(skill.steps) > 0
        gaps.setdefault(item.after if possible else None, []).append(item)
    rendered = _written(skill, gaps)
    if _is_same(skill, rendered, gaps):
        return rendered
    kept: dict[int | None, list[Item]] = {None: list(gaps.get(None, ()))}
    for after, found in gaps.items():
        if after is None:
            continue
        if _is_same(skill, _written(skill, {after: found}), {after: found}):
            kept[after] = found
        else:
            kept[None] = [*kept[None], *found]
    rendered = _written(skill, kept)
    if not _is_same(skill, rendered, kept):
        raise NoRoom(
            _("This text has no place for a memory."),
            _("Close its open code block or comment, then train it again."),
        )
    return rendered


def _written(skill: Skill, gaps: Gaps) -> Rendered:
    text, end = skill.text, line_end(skill.text)
    parts: list[str] = []
    placed: list[Placed] = []
    at = written = 0
    for after in sorted(gaps, key=lambda after: len(skill.steps) + 1 if after is None else after):
        place = _place(skill, after)
        parts.append(text[at:place])
        written += place - at
        at = place
        for lead, item, tail in _around(skill, after, gaps[after]):
            block = quoted(item.fragment.text, item.fragment.source).replace("\n", end)
            parts += (lead, block, tail)
            placed.append(
                Placed(
                    fragment=item.fragment.id,
                    digest=digest(block),
                    at=written + len(lead),
                    lead=lead,
                    tail=tail,
                    after=after,
                    score=item.placement.score,
                    similarity=item.placement.similarity,
                    coherence=item.placement.coherence,
                    pinned=item.pinned,
                    corrected=item.corrected,
                )
            )
            written += len(lead) + len(block) + len(tail)
    return Rendered("".join((*parts, text[at:])), tuple(placed))


def _place(skill: Skill, after: int | None) -> int:
    """Where in the text the memories after that step begin."""
    if after is None:
        return len(skill.text)
    return slots_of(skill)[after - 1].end if after else skill.steps[0].start


def _around(skill: Skill, after: int | None, items: Sequence[Item]) -> list[tuple[str, Item, str]]:
    """Each item with what stands before and behind it, so that blank lines set it apart."""
    text, end = skill.text, line_end(skill.text)
    place = _place(skill, after)
    if after is None:
        closed = not text or text.endswith(("\n", "\r"))
        lead, tail = ("", end) if closed else (end * 2, "")
        return [
            (_opening(skill) if n == 0 else lead or end, item, tail) for n, item in enumerate(items)
        ]
    if after == 0:
        before = text[:place].rstrip(" \t\ufeff")
        lead = "" if not before or _ends_blank(before) else end
        return [(lead if n == 0 else "", item, end * 2) for n, item in enumerate(items)]
    rest = text[place:].lstrip(" \t").removeprefix(end)
    tail = end if rest and rest.strip(" \t")[:1] not in ("\n", "\r") else ""
    last = len(items) - 1
    return [(end * 2, item, tail if n == last else "") for n, item in enumerate(items)]


def _opening(skill: Skill) -> str:
    """What stands before the supporting context: its heading, unless the text ends in one."""
    text, end = skill.text, line_end(skill.text)
    lead = "" if not text.strip("\ufeff") or _ends_blank(text) else end
    lead += end if lead and not text.endswith(("\n", "\r")) else ""
    headings = [b for b in skill.blocks if b.kind is BlockKind.HEADING]
    if headings:
        words = text[headings[-1].start : headings[-1].end].strip("# \t\r\n")
        if words.casefold() == SUPPORTING_CONTEXT.casefold():
            return lead
    return f"{lead}## {SUPPORTING_CONTEXT}{end * 2}"


def _ends_blank(text: str) -> bool:
    """Whether the last line of the text is empty."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines) > 1 and not lines[-1].strip() and not lines[-2].strip()


def _is_same(skill: Skill, rendered: Rendered, gaps: Gaps) -> bool:
    """Whether the text still says what it said, with one memory more for each item."""
    now = parse(rendered.text)
    ours = {placed.at for placed in rendered.placed}
    others = [(m.text, m.source, m.after) for m in now.memories if m.start not in ours]
    before = [(m.text, m.source, m.after) for m in skill.memories]
    stand = sorted(m.after for m in now.memories if m.start in ours)
    wanted = sorted(after or 0 for after, items in gaps.items() for _item in items)
    return others == before and stand == wanted and _sayings(now) == _sayings(skill)


def _sayings(skill: Skill) -> list[object]:
    """Everything a skill says, without where it says it."""
    owners: tuple[Goal | Step, ...] = (*skill.goals, *skill.steps)
    calls = [
        [replace(c, start=0, end=0, target_start=0, target_end=0) for c in owner.calls]
        for owner in owners
    ]
    jumps = [
        [replace(j, start=0, end=0, reference_start=0, reference_end=0) for j in step.jumps]
        for step in skill.steps
    ]
    variables = [[(v.name, v.captured) for v in owner.variables] for owner in owners]
    goals = [(goal.kind, goal.value) for goal in skill.goals]
    steps = [(step.number, step.text, step.needs, step.anchored) for step in skill.steps]
    notes = [note.text for note in skill.notes]
    recipes = [(recipe.name, recipe.trigger, recipe.steps) for recipe in skill.recipes]
    parts = [goals, steps, calls, jumps, variables, notes, recipes]
    return [*parts, skill.title, skill.dispatch_safe]
