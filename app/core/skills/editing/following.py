"""References that follow their steps when a text is changed.

The references are marked, the change is made, and what each of them means afterwards is read. One
that would mean another step is written anew; one whose step is gone keeps what that said.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from app.core.skills.editing.numbers import numbers_of
from app.core.skills.editing.references import Edit, Reference, edited, followed, references
from app.core.skills.model import JumpKind, Skill, Step
from app.core.skills.reading.deleted import deleted_mark, plain_name
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.targets import Targets

_FIRST_MARK, _MARKS = 0xF0000, 65_000
_ANY_MARK = re.compile(f"[{chr(_FIRST_MARK)}-{chr(_FIRST_MARK + _MARKS)}]")
_OPENING, _CLOSING = "\"“'[", "\"”']"
_OF_PHASE = {
    "en": "of phase", "de": "von Phase", "fr": "de phase", "es": "de la fase", "it": "della fase",
    "pt": "da fase", "ro": "din faza",
}  # fmt: skip


def following(skill: Skill, moved: Mapping[int, int | None], change: Callable[[str], str]) -> str:
    """What `change` makes of the text, with every reference meaning the step it meant before.

    `moved` says where each position goes; None where the step is deleted.
    """
    found = followed(skill)[: _MARKS // 4]
    if not found or _ANY_MARK.search(skill.text):
        return change(skill.text)
    marked = _Marked(skill.text, found)
    bare, places = marked.read(change(marked.text))
    return _Followed(skill, moved, found, bare, places).text()


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a reference is after the change, and the jump it is part of."""

    own: _Span
    whole: _Span


class _Marked:
    """A text with a character of its own at every end of a reference and its jump."""

    def __init__(self, text: str, found: list[Reference]) -> None:
        self._count = len(found)
        self._late: set[int] = set()
        marks: list[tuple[int, int]] = []
        for n, one in enumerate(found):
            whole = one.jump if one.jump is not None and not one.is_annotation else one
            start, end = min(whole.start, one.start), max(whole.end, one.end)
            # what comes right after a word for *step* has to stay there: a list may depend on it
            late = one.start < one.end and not one.noun and not one.is_annotation
            if late:
                self._late.add(n)
            marks += [(one.start + late, 4 * n), (one.end, 4 * n + 1)]
            marks += [(start + (late and start == one.start), 4 * n + 2), (end, 4 * n + 3)]
        edits = [(at, at, chr(_FIRST_MARK + mark)) for at, mark in marks]
        self.text = edited(text, edits)

    def read(self, changed: str) -> tuple[str, dict[int, _Place]]:
        """The text without the marks, and where by them each reference is that it still has."""
        at: dict[int, int] = {}
        for taken, mark in enumerate(_ANY_MARK.finditer(changed)):
            at[ord(mark[0]) - _FIRST_MARK] = mark.start() - taken
        places = {
            n: self._place(n, *(at[4 * n + k] for k in range(4)))
            for n in range(self._count)
            if all(4 * n + k in at for k in range(4))
        }
        return _ANY_MARK.sub("", changed), places

    def _place(self, n: int, start: int, end: int, left: int, right: int) -> _Place:
        own = start - (n in self._late)
        return _Place(_Span(own, end), _Span(min(left, own), right))


class _Followed:
    def __init__(
        self, skill: Skill, moved: Mapping[int, int | None], found: list[Reference], bare: str,
        places: dict[int, _Place],
    ) -> None:  # fmt: skip
        self._before, self._moved, self._found = skill, moved, found
        self._bare, self._places = bare, places
        self._edits: dict[int, Edit] = {}
        """By reference what is written instead."""

    def text(self) -> str:
        """The text in which every reference means what it is to mean."""
        text, after = self._bare, parse(self._bare)
        phases = _moved_phases(self._before, after, self._moved)
        ways: dict[int, Iterator[Edit]] = {}
        count = len(after.steps)
        dropped: dict[int, _Place] = {}
        wrong = self._wrong(after, phases)
        while wrong:
            for n in wrong:
                if n not in ways:
                    ways[n] = self._ways(n, after, phases)
                way = next(ways[n], None)
                if way is not None:
                    self._edits[n] = way
                else:
                    dropped[n] = self._places.pop(n)
            text = edited(self._bare, self._outermost())
            after = parse(text)
            if len(after.steps) == count:
                wrong = self._wrong(after, phases)
            else:  # a bullet that says where to go on became part of its step
                wrong = [n for n in wrong if n in self._places]
        for n in sorted(dropped.keys() & self._edits.keys()):
            self._places[n] = dropped[n]
            text = self._again(n, text, phases)
        return text

    def _again(self, n: int, text: str, phases: Mapping[int, int | None]) -> str:
        """The text with `n` right, for which nothing was found while others were wrong, too."""
        last, bare, count = self._edits[n], parse(self._bare), len(parse(text).steps)
        for way in self._ways(n, bare, phases):
            self._edits[n] = way
            said = edited(self._bare, self._outermost())
            after = parse(said)
            if len(after.steps) == count and n not in self._wrong(after, phases):
                return said
        self._edits[n] = last
        del self._places[n]
        return text

    def _outermost(self) -> list[Edit]:
        kept: list[Edit] = []
        for edit in sorted(self._edits.values(), key=lambda edit: (edit[0], -edit[1])):
            if not kept or edit[0] >= kept[-1][1]:
                kept.append(edit)
        return kept

    def _wrong(self, after: Skill, phases: Mapping[int, int | None]) -> list[int]:
        """The references that do not mean what they are to mean."""
        now = references(after)
        starts = [one.start for one in now]
        edits = self._outermost()
        shifts = [0]
        for edit in edits:
            shifts.append(shifts[-1] + len(edit[2]) - (edit[1] - edit[0]))
        begins = [edit[0] for edit in edits]
        wrong = []
        for n, place in self._places.items():
            span = place.own
            own = self._edits.get(n)
            if own is not None and (own[0], own[1]) != (span.start, span.end):
                span = _Span(own[0], own[1])
            k = bisect_left(begins, span.start)
            within = k > 0 and edits[k - 1][1] > span.start
            if within:
                continue
            left = span.start + shifts[k]
            length = len(own[2]) if own is not None else span.end - span.start
            if not self._means(n, now, starts, after, left, left + length, phases):
                wrong.append(n)
        return wrong

    def _means(
        self, n: int, now: list[Reference], starts: list[int], after: Skill, left: int, right: int,
        phases: Mapping[int, int | None],
    ) -> bool:  # fmt: skip
        """Whether `after.text[left:right]` means what reference `n` is to mean."""
        one = self._found[n]
        meant = self._moved.get(one.target)
        k = max(bisect_left(starts, left) - 1, 0)
        own = None
        while k < len(now) and now[k].start <= right:
            touches = now[k].end > left or left == right == now[k].start
            if touches and (own is None or now[k].jump is not None):
                own = now[k]
            k += 1
        if one.phase:
            wanted = phases.get(one.phase)
            return own is None if wanted is None else own is not None and own.phase == wanted
        if own is not None:
            return own.target == meant and not own.phase
        if meant is None:
            return "[deleted:" in after.text[left:right]
        return self._is_named(after, left, right, meant)

    def _is_named(self, after: Skill, left: int, right: int, meant: int) -> bool:
        """Whether the words are the name of that step, though nothing leads there any more."""
        words = after.text[left:right].strip("\"'“”")
        if words[:1].isdigit():
            return False
        return Targets.of(after.steps, after.phases).label(words, 0) == meant

    def _ways(self, n: int, after: Skill, phases: Mapping[int, int | None]) -> Iterator[Edit]:
        """What may be written for it, the plainest first."""
        one, span = self._found[n], self._places[n].own
        meant = self._moved.get(one.target)
        if one.phase:
            yield from self._phase_ways(one, span, after, phases)
            return
        if meant is None:
            said = deleted_mark(self._before.steps[one.target - 1].text)
            yield self._written(one, self._unquoted(span) if one.is_annotation else span, said)
            return
        if meant > len(after.steps):
            return
        step = after.steps[meant - 1]
        for number in _numbers(step, after, one):
            yield self._written(one, span, number)
        if one.jump is not None and not one.is_annotation:
            whole = self._places[n].whole
            kind = "loop" if one.jump.kind is JumpKind.LOOP else "branch"
            cap = f" max={one.jump.maximum}" if one.jump.maximum else ""
            for number in (*_numbers(step, after, one), _quoted(step)):
                yield whole.start, whole.end, f"@{kind}: {number}{cap}"
        said = deleted_mark(step.text)
        yield self._written(one, self._unquoted(span) if one.is_annotation else span, said)

    def _phase_ways(
        self, one: Reference, span: _Span, after: Skill, phases: Mapping[int, int | None]
    ) -> Iterator[Edit]:
        there = phases.get(one.phase)
        if there is None:
            title = self._before.phases[one.phase - 1].title
            yield span.start, span.end, deleted_mark(title)
            return
        phase = after.phases[there - 1]
        for name in (str(phase.number) if phase.number else "", phase.title):
            if name:
                yield span.start, span.end, name

    def _written(self, one: Reference, span: _Span, number: str) -> Edit:
        if one.noun:
            lead = self._bare[span.start : span.end].lower().startswith(("l'", "l’", "la "))
            elided = lead and one.noun[0].lower() in "aeéiou"
            article = "l'" if elided else "la " if lead else ""
            return span.start, span.end, f"{article}{one.noun} {number}"
        if span.start == span.end:
            return span.start, span.end, f"{number} "
        return span.start, span.end, number

    def _unquoted(self, span: _Span) -> _Span:
        """With the quotes or brackets around it."""
        text, start, end = self._bare, span.start, span.end
        if start > 0 and end < len(text) and text[start - 1] in _OPENING and start < end:
            double = text[max(0, start - 2) : start] == "[["
            if text[end] == _CLOSING[_OPENING.index(text[start - 1])] and not double:
                return _Span(start - 1, end + 1)
        return span


def _numbers(step: Step, after: Skill, one: Reference) -> Iterator[str]:
    """What may mean the step where that reference is; in a sub-step its number, which others may
    have as well, does not say clearly that it means itself.
    """
    if step.parent and one.owner == one.target:
        yield step.path
    yield from numbers_of(step, after, _OF_PHASE[one.language.code if one.language else "en"])
    if one.is_annotation:
        yield _quoted(step)


def _quoted(step: Step) -> str:
    """The first words of the step, as an annotation names one."""
    return f'"{" ".join(plain_name(step.text).split()[:6])}"'


def _moved_phases(
    before: Skill, after: Skill, moved: Mapping[int, int | None]
) -> dict[int, int | None]:
    """Where each phase goes: where most of its steps are; None where it has none left."""
    found: dict[int, int | None] = {}
    for n in range(1, len(before.phases) + 1):
        there = [
            after.steps[at - 1].phase
            for step in before.steps
            if step.phase == n and (at := moved.get(step.position)) and at <= len(after.steps)
        ]
        common = Counter(phase for phase in there if phase).most_common(1)
        found[n] = common[0][0] if common else None
    return found
