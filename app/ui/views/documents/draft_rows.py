"""The rows of a draft: its title, goals, phases, steps and context, in the order of a skill."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.core.documents import tables
from app.core.documents.content import Form
from app.core.documents.draft import Draft
from app.core.documents.roles import Becomes, Role
from app.core.gist import gist
from app.core.skills.checking.finding import Finding
from app.core.skills.model import GoalKind, Jump, JumpKind, Skill, Step
from app.core.skills.step_names import step_name
from app.core.words import _

_LONGEST_CONTEXT = 160
_FEW = 20
"""Passages of a section whose words are shown at most."""


@dataclass(frozen=True, slots=True)
class Row:
    """`passages` are the numbers of what it was made of; `label` is the number of a step.

    `readings` say what an agent will do at a branch or loop, `doubts` what to look at.
    """

    role: Becomes
    text: str
    passages: tuple[int, ...]
    label: str = ""
    depth: int = 0
    readings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def rows(draft: Draft, doubts: Iterable[Finding]) -> list[Row]:
    """All rows of a draft, with what there is to look at."""
    return [*_Rows(draft, doubts).rows()]


class _Rows:
    def __init__(self, draft: Draft, doubts: Iterable[Finding]) -> None:
        self._draft, self._skill = draft, draft.skill
        spans = enumerate(draft.spans)
        self._places = sorted((start, end, n) for n, (start, end) in spans if end > start)
        self._doubts = sorted((one.start, one.message) for one in doubts)

    def rows(self) -> Iterator[Row]:
        skill = self._skill
        if skill.title:
            yield Row(
                Role.TITLE,
                skill.title,
                self._made_of(Role.TITLE),
                doubts=self._doubts_in(0, skill.title_end),
            )
        for kind in GoalKind:
            for goal in skill.goals:
                if goal.kind is kind:
                    doubts = self._doubts_in(goal.start, goal.end)
                    said = tables.as_words(goal.value)
                    yield Row(kind, said, self._made_of(kind), doubts=doubts)
        phase = 0
        for step in skill.steps:
            if step.phase != phase:
                phase = step.phase
                if phase:
                    one = skill.phases[phase - 1]
                    yield Row(Role.PHASE, one.title, self._in(one.start, one.end))
            yield self._step(step)
        yield from self._context()

    def _context(self) -> Iterator[Row]:
        """What is kept and is no step, with the heading that stands over it as its label."""
        draft = self._draft
        heading, inside = -1, list[int]()
        for number, (passage, role) in enumerate(
            zip(draft.content.passages, draft.roles, strict=True)
        ):
            if role is not Role.CONTEXT or passage.form is Form.PICTURE:
                continue
            if passage.form is Form.HEADING:
                yield from self._section(heading, inside)
                heading, inside = number, []
            else:
                inside.append(number)
        yield from self._section(heading, inside)

    def _section(self, heading: int, inside: Sequence[int]) -> Iterator[Row]:
        """Nothing for a heading that has only steps below it."""
        if not inside:
            return
        passages = self._draft.content.passages
        text = " ".join(tables.as_words(passages[n].text) for n in inside[:_FEW])
        label = passages[heading].text if heading >= 0 else ""
        numbers = (heading, *inside) if heading >= 0 else tuple(inside)
        yield Row(Role.CONTEXT, gist(text, _LONGEST_CONTEXT), numbers, label)

    def _step(self, step: Step) -> Row:
        depth = step.path.count(".") if step.path else int(bool(step.parent))
        label = step_name(self._skill, step.position)
        return Row(
            Role.SUB_STEP if step.parent else Role.STEP,
            tables.as_words(step.text),
            self._in(step.start, step.end),
            label.rpartition(".")[2] if depth else label,
            depth,
            tuple(reading(jump, self._skill) for jump in step.jumps),
            self._doubts_in(step.start, step.end),
        )

    def _in(self, start: int, end: int) -> tuple[int, ...]:
        at = bisect_right(self._places, start, key=lambda one: one[1])
        found = []
        while at < len(self._places) and self._places[at][0] < end:
            found.append(self._places[at][2])
            at += 1
        return tuple(found)

    def _made_of(self, role: Becomes) -> tuple[int, ...]:
        return tuple(n for n, one in enumerate(self._draft.roles) if one is role)

    def _doubts_in(self, start: int, end: int) -> tuple[str, ...]:
        at = bisect_right(self._doubts, start - 1, key=lambda one: one[0])
        found = []
        while at < len(self._doubts) and self._doubts[at][0] < end:
            found.append(self._doubts[at][1])
            at += 1
        return tuple(found)


def reading(jump: Jump, skill: Skill) -> str:
    """Such as "it is red → step 4" and "back to step 2, at most 3 times"."""
    target = skill.steps[jump.target - 1] if jump.target is not None else None
    place = step_name(skill, target.position) if target is not None else "?"
    if jump.kind is JumpKind.LOOP:
        said = _("back to step {place}").format(place=place)
        if jump.maximum is not None:
            said = _("{said}, at most {count} times").format(said=said, count=jump.maximum)
    elif target is not None or jump.reference:
        said = _("step {place}").format(place=place)
    else:
        said = ""
    return " → ".join(filter(None, (jump.condition, said))) or _("a branch")
