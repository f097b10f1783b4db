"""A document as the draft of a skill: its text, what became of each passage, what can be changed.

The text is the only truth: it is written from the passages, and what became of them is what the
grammar reads in it, never what somebody wished for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePath

from app.core.documents import renumbering
from app.core.documents.cleaning import one_line
from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.offers import Offer, offers
from app.core.documents.roles import Becomes, Role, Span, roles
from app.core.documents.written import Writer, Written, joined
from app.core.skills.editing.parameters import listed_names
from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.grammar import parse

_LONGEST_TITLE = 120
_OFFICE_TITLE = re.compile(
    r"(?:Microsoft (?:Word|Office Word) - )?(?P<title>.*?)(?:\.(?:docx?|odt|pdf|rtf))?\Z", re.I
)
_NO_TITLE = frozenset({"", "untitled", "word document", "document", "unbenannt", "sans titre"})
_ENDS = (".", ";", ",", ":")
_FIRST_PARTS = 3
"""The title of a Markdown file is among so many."""
NOTES = "Notes"
"""The heading of what is context because a person said so and would be a step where it stood."""


@dataclass(frozen=True)
class Draft:
    """`chosen` is what a person decided, by the number of the passage."""

    name: str
    """Of the file."""
    content: Content
    chosen: Mapping[int, Becomes] = field(default_factory=dict)

    def choose(self, passage: int, role: Becomes | None) -> "Draft":
        """With a passage in another role; None takes the choice back."""
        chosen = {number: one for number, one in self.chosen.items() if number != passage}
        if role is not None:
            if role is Role.TITLE:  # there is one
                chosen = {n: one for n, one in chosen.items() if one is not Role.TITLE}
            chosen[passage] = role
        return replace(self, chosen=chosen)

    @property
    def text(self) -> str:
        """The skill that it becomes."""
        return self._made.text

    @property
    def skill(self) -> Skill:
        """What the text says."""
        return self._made.skill

    @property
    def roles(self) -> tuple[Becomes, ...]:
        """What became of each passage."""
        return self._made.roles

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where each passage stands in the text; the same number twice for nowhere."""
        return self._made.spans

    @cached_property
    def _made(self) -> "_Made":
        return _make(self.name, self.content, self.chosen)


@dataclass(frozen=True, slots=True)
class _Made:
    text: str
    skill: Skill
    roles: tuple[Becomes, ...]
    spans: tuple[Span, ...]


def _make(name: str, content: Content, chosen: Mapping[int, Becomes]) -> _Made:
    passages = content.passages
    decided = dict(chosen)
    for number, passage in enumerate(passages):
        if passage.is_left_out:
            decided.setdefault(number, Role.LEFT_OUT)
    title_at = next((n for n, role in decided.items() if role is Role.TITLE), None)
    if content.format is Format.TEXT and not decided:
        return _verbatim(name, passages)
    if title_at is None and content.format is not Format.TEXT:
        title_at = _title_passage(passages, decided)
    if title_at is None:
        title = "" if _has_title(content, decided) else _title(name, content.title)
    else:
        title = passages[title_at].text
    free: list[Offer] = []
    made = _composed(passages, title, title_at, decided, free)
    if content.format is not Format.TEXT:
        free = [
            one for one in offers(made.skill, passages, made.spans) if one.passage not in decided
        ]
        if free:
            made = _composed(passages, title, title_at, decided, free)
    order = _moved_steps(passages, decided, made)
    if order is not None:
        free = [] if content.format is Format.TEXT else free
        return _composed(passages, title, title_at, decided, free, order=order)
    return _with_notes(passages, title, title_at, decided, made, content.format)


def _moved_steps(
    passages: tuple[Passage, ...], decided: Mapping[int, Becomes], made: _Made
) -> list[int] | None:
    """The passages in another order, where what a person wants as a step stands outside of the
    procedure: before its first step, or after its last one. None where none does."""
    steps = (Role.STEP, Role.SUB_STEP)
    wished = [n for n, role in decided.items() if role in steps]
    lost = sorted(n for n in wished if made.roles[n] not in steps)
    there = [n for n, role in enumerate(made.roles) if role in steps and n not in lost]
    if not lost or not there:
        return None
    before = [n for n in lost if n < there[0]]
    after = [n for n in lost if n > there[0]]
    order = [n for n in range(len(passages)) if n not in lost]
    at = order.index(there[-1]) + 1
    order[at:at] = after
    at = order.index(there[0])
    order[at:at] = before
    return order


def _verbatim(name: str, passages: tuple[Passage, ...]) -> _Made:
    """A Markdown file as it is; one without any title gets its name."""
    text, found = joined((Written(n, "", "", p.verbatim) for n, p in enumerate(passages)), "")
    skill = parse(text)
    if not skill.title:
        begin = f"# {_title(name, '')}\n\n"
        text, found = joined(
            (Written(n, "", "", p.verbatim) for n, p in enumerate(passages)), begin
        )
        skill = parse(text)
    spans = tuple(found[n] for n in range(len(passages)))
    return _Made(text, skill, roles(skill, spans), spans)


def _has_title(content: Content, decided: Mapping[int, Becomes]) -> bool:
    """Whether a Markdown text has one that was not left out."""
    if content.format is not Format.TEXT:
        return False
    kept = (
        p.verbatim for n, p in enumerate(content.passages) if decided.get(n) is not Role.LEFT_OUT
    )
    return bool(parse("".join(kept)).title)


def _composed(
    passages: tuple[Passage, ...],
    title: str,
    title_at: int | None,
    decided: Mapping[int, Becomes],
    offered: list[Offer],
    notes: frozenset[int] = frozenset(),
    order: Sequence[int] = (),
) -> _Made:
    """The text with these decisions, and what it says. `notes` are moved to the end; `order` is
    that of the passages where it is another one than in the document."""
    order = order or range(len(passages))
    goals: dict[GoalKind, list[str]] = {}
    away = {title_at} if title_at is not None else set()
    for number, role in decided.items():
        if isinstance(role, GoalKind):
            goals.setdefault(role, []).append(_value(role, passages[number].text))
        if isinstance(role, GoalKind) or role is Role.LEFT_OUT:
            away.add(number)
    for one in offered:
        if one.value:
            goals.setdefault(one.goal, []).append(one.value)
        if not one.stays:
            away.add(one.passage)
    empty = _empty_headings(passages, away, decided)
    away |= empty
    body = [(n, decided.get(n)) for n in order if n not in away and n not in notes]
    labels = renumbering.labels(passages, decided, order)
    parts = Writer(passages, {}).write(body)
    if labels:
        parts = _renumbered(passages, parts, body, labels)
    if notes:
        parts += _noted(passages, notes)
    values = {kind: _joined(kind, values) for kind, values in goals.items()}
    head = compose(title, values, "", ()).strip() if title or values else ""
    text, found, shift = _with_head(passages, parts, head, has_title=bool(title))
    skill = parse(text)
    spans = [(0, 0)] * len(passages)
    for number, (start, end) in found.items():
        spans[number] = start - shift, min(end - shift, len(text))
    made = list(roles(skill, spans))
    if title_at is not None:
        spans[title_at] = skill.title_start, skill.title_end
        made[title_at] = Role.TITLE
    for number, role in [*decided.items(), *((one.passage, one.goal) for one in offered)]:
        if isinstance(role, GoalKind):
            goal = skill.goal(role)
            made[number] = role
            if goal is not None and spans[number] == (0, 0):
                spans[number] = goal.start, goal.end
    for number in sorted(empty, reverse=True):  # the heading goes where what is below it went
        if isinstance(made[number + 1], GoalKind):
            made[number], spans[number] = made[number + 1], spans[number + 1]
    return _Made(text, skill, tuple(made), tuple(spans))


def _with_head(
    passages: tuple[Passage, ...], parts: list[Written], head: str, *, has_title: bool
) -> tuple[str, dict[int, Span], int]:
    """The text with the title and the goals in their place, where each part is, and how far to
    the left of that, because no text begins with blank lines.

    They come first, but after the frontmatter of a Markdown file, and the goals after its title.
    """
    first = _front(passages, parts, has_title=has_title) if head else 0
    begin, found = joined(parts[:first], "")
    lead = f"{begin.rstrip()}\n\n" if begin.strip() else ""
    text, rest = joined(parts[first:], lead + head)
    if head and first < len(parts) and not parts[first].text.startswith("\n"):
        text, rest = joined(parts[first:], f"{lead}{head}\n\n")
    shift = len(text) - len(text.lstrip("\n"))
    return text.lstrip("\n").rstrip() + "\n", found | rest, shift


def _front(passages: tuple[Passage, ...], parts: list[Written], *, has_title: bool) -> int:
    """How many parts of a Markdown file stand before its goals."""
    if not parts or not passages[parts[0].passage].verbatim:
        return 0
    front = int(parts[0].text.lstrip().startswith("---\n"))
    if has_title:
        return front
    text, spans = joined(parts, "")
    skill = parse(text)
    for number, part in enumerate(parts[:_FIRST_PARTS]):
        start, end = spans[part.passage]
        if skill.title and start <= skill.title_start < end:
            return number + 1
    return front


def _renumbered(
    passages: tuple[Passage, ...],
    parts: list[Written],
    body: list[tuple[int, Becomes | None]],
    labels: dict[int, str],
) -> list[Written]:
    """The parts with other numbers, and with mentions of them that follow."""
    text, spans = joined(parts, "")
    mentions = renumbering.followed(parse(text), spans, passages, labels)
    markers = {part.passage: len(part.marker) for part in parts}
    found = []
    for part in Writer(passages, labels).write(body):
        at = spans[part.passage][0] + markers[part.passage]
        words = part.body
        for begin, end, new in sorted(mentions.get(part.passage, ()), reverse=True):
            words = words[: begin - at] + new + words[end - at :]
        found.append(replace(part, body=words))
    return found


def _with_notes(
    passages: tuple[Passage, ...],
    title: str,
    title_at: int | None,
    decided: Mapping[int, Becomes],
    made: _Made,
    kind: Format,
) -> _Made:
    """What a person wants as context and is read as a step where it stands goes to the end."""
    wrong = frozenset(
        number
        for number, role in decided.items()
        if role is Role.CONTEXT and made.roles[number] is not Role.CONTEXT
    )
    if not wrong:
        return made
    offered = [] if kind is Format.TEXT else [
        one for one in offers(made.skill, passages, made.spans) if one.passage not in decided
    ]  # fmt: skip
    return _composed(passages, title, title_at, decided, offered, wrong)


def _noted(passages: tuple[Passage, ...], notes: frozenset[int]) -> list[Written]:
    found = []
    for place, number in enumerate(sorted(notes)):
        before = f"\n\n## {NOTES}\n\n" if place == 0 else "\n\n"
        found.append(Written(number, before, "", passages[number].text))
    return found


def _empty_headings(
    passages: tuple[Passage, ...], away: set[int], decided: Mapping[int, Becomes]
) -> set[int]:
    """Headings below which everything went elsewhere, unless a person says what they are."""
    found = set()
    for number, passage in enumerate(passages):
        if passage.form is not Form.HEADING or number in away or number in decided:
            continue
        inside = []
        for below in range(number + 1, len(passages)):
            one = passages[below]
            if one.form is Form.HEADING:
                break
            inside.append(below)
        if inside and all(one in away for one in inside):
            found.add(number)
    return found


def _value(kind: GoalKind, text: str) -> str:
    names = listed_names(text) if kind.spec.has_parameters and "$" not in text else []
    return ", ".join(f"${name}" for name in names) or text


def _joined(kind: GoalKind, values: list[str]) -> str:
    return (", " if kind.spec.has_parameters else "\n").join(values)


def _title_passage(passages: tuple[Passage, ...], decided: Mapping[int, Becomes]) -> int | None:
    """The passage that is the title by its looks."""
    kept = [n for n in range(len(passages)) if n not in decided]
    for number in kept:
        if passages[number].form is Form.TITLE:
            return number
    headings = [n for n in kept if passages[n].form is Form.HEADING]
    first = kept[0] if kept else None
    if first is not None and headings and first < headings[0] and _is_short(passages[first]):
        return first
    if not headings or passages[headings[0]].label:
        return None
    top = passages[headings[0]]
    others = [passages[n] for n in headings[1:] if passages[n].level <= top.level]
    is_alone = not others or all(one.label for one in others)
    return headings[0] if is_alone and headings[0] in kept[:3] else None


def _is_short(passage: Passage) -> bool:
    words = passage.text
    return (
        passage.form is Form.TEXT
        and len(words) <= _LONGEST_TITLE
        and "\n" not in words
        and not words.endswith(_ENDS)
    )


def _title(name: str, said: str) -> str:
    """What the properties of the file say if that is of use, else its name."""
    found = _OFFICE_TITLE.match(said)
    title = one_line(found["title"]) if found is not None else ""
    if title.casefold() in _NO_TITLE or len(title) > _LONGEST_TITLE:
        title = one_line(PurePath(name).stem.replace("_", " "))
    return title
