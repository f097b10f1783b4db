"""What is shown of a step or goal: its words, and the calls and jumps that were tags as pills.

Public names: `Prose`, `TAG`, `prose`, `shown_at`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.core.library.comparison import Mark
from app.core.skills.model import Call, Jump, VariableUse
from app.core.skills.reading.jump_tags import jump_tags
from app.core.words import _
from app.ui.widgets.prose.pill_text import (
    PillText,
    call_pill,
    call_runs,
    jump_pills,
    understood_pill,
    variable_style,
)
from app.ui.widgets.prose.text_style import Run, TextStyle

TAG = re.compile(
    r"@needs?:[ \t]*[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*|\[ANCHOR\]"
    r"|\[(?:verify|dispatch-safe):[^\]\n]*\]",
    re.IGNORECASE,
)
"""What is said to agents about a step."""
_WOVEN = re.compile(r"_\(from (?:\\.|[^\\\r\n)]|\)(?!_)){0,400}\)_")
"""Behind a sentence of a memory that was woven into a step."""
_SENTENCE_END = re.compile(r"(?:[.:;!?)。：；！？）\n]|\A)[ \t\u3000]*\Z")
_TAIL = re.compile(r"[ \t\u3000]*[.;,。；，]?[ \t\u3000]*(?=\n|\Z)")
_ENDED = re.compile(r"[ \t\u3000]*(?:[.;,](?=\s)|[。；，])?[ \t\u3000]*")
_GAP = "\u00a0"
_Cut = tuple[int, int, Run | None, TextStyle | None]
"""A stretch: start, end, what stands there instead, style. It is left out without either."""


@dataclass(frozen=True, slots=True)
class Prose:
    """`tags` are the calls and jumps that the pills stand for, one for each pill."""

    runs: tuple[Run, ...]
    pills: tuple[PillText, ...] = ()
    tags: tuple[Mark, ...] = ()

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


def _nowhere(_call: Call) -> str:
    return ""


def prose(
    text: str,
    marks: Sequence[Mark],
    is_unknown: Callable[[Call], bool],
    place: Callable[[Call], str] = _nowhere,
) -> Prose:
    """`marks` are what is written in `text`, in its positions and order.

    `is_unknown` says whether no skill answers to a call, `place` in which engram the one is that
    does, where others have the name.
    """
    uses = [mark.what for mark in marks if isinstance(mark.what, VariableUse)]
    captured = frozenset(use.name for use in uses if use.captured)
    jumps = [mark for mark in marks if isinstance(mark.what, Jump)]
    tags = list(jump_tags(text, ((mark.start, mark.end) for mark in jumps), len(text)))
    written = [jumps[number] for tag in tags for number in tag.jumps]
    lifted = [span for tag in tags for span in tag.understood]
    cuts: list[_Cut] = []
    pills: list[tuple[PillText, Mark]] = []
    for mark in marks:
        call = mark.what
        if not isinstance(call, Call) or not call.explicit:
            continue
        if _stands_alone(text, mark.start, mark.end, lifted):
            lifted.append((mark.start, mark.end))
            said = call_pill(call, captured, is_unknown=is_unknown(call), place=place(call))
            pills.append((said, mark))
        else:
            cuts += _inline(mark, call, captured, is_unknown=is_unknown(call), place=place(call))
    for mark in jumps:
        if mark in written:
            pills += [(pill, mark) for pill in jump_pills(mark, captured)]
        else:
            pills.append((understood_pill(mark, captured), mark))
    cuts += [(*found.span(), _tag(found), None) for found in TAG.finditer(text)]
    cuts += [(*found.span(), None, TextStyle.SOURCE) for found in _WOVEN.finditer(text)]
    for mark in marks:
        if isinstance(mark.what, VariableUse):
            cuts.append((mark.start, mark.end, None, variable_style(mark.what.name, captured)))
    hidden: list[_Cut] = [(start, end, None, None) for start, end in _widened(text, lifted)]
    shown, marked = tuple(pill for pill, _mark in pills), tuple(mark for _pill, mark in pills)
    return Prose(_runs(text, [*hidden, *cuts]), shown, marked)


def shown_at(runs: Iterable[Run], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a stretch of what the author wrote is shown as it was written."""
    shown = 0
    for run in runs:
        left, right = max(start, run.at), min(end, run.at + len(run.text))
        if left < right and not run.until:
            yield shown + left - run.at, shown + right - run.at
        shown += len(run.text)


def _tag(found: re.Match[str]) -> Run:
    """A word to agents, which says under the mouse what it means."""
    return Run(found[0], TextStyle.QUIET, found.start(), about=_meaning(found[0]))


def _meaning(tag: str) -> str:
    """What a tag says to agents, for a person."""
    name, _colon, value = tag.strip("[]@").partition(":")
    said = " ".join(value.split())
    match name.casefold():
        case "anchor":
            return _("Training never rewords this step.")
        case "verify":
            return _("How success is checked: {what}").format(what=said)
        case "dispatch-safe":
            return _("How much may run unattended: {what}").format(what=said)
    return _("What a model must be good at to run this step: {what}").format(what=said)


def _stands_alone(text: str, start: int, end: int, lifted: list[tuple[int, int]]) -> bool:
    """Whether a call is no part of a sentence, so that the words read well without it."""
    for left, right in sorted(lifted, reverse=True):
        if not text[end:left].strip():
            end = right
    return bool(_SENTENCE_END.search(text[:start]) and _TAIL.match(text, end))


def _widened(text: str, lifted: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches to leave out, with the gap before each and the full stop of a last one; of one
    that stands first, also what ends its sentence."""
    for start, end in sorted(lifted):
        left = len(text[:start].rstrip())
        tail = _TAIL.match(text, end)
        is_all = tail is not None and tail.end() == len(text)
        behind = tail if left or is_all else _ENDED.match(text, end)
        yield left, behind.end() if behind else end


def _inline(
    mark: Mark, call: Call, captured: frozenset[str], *, is_unknown: bool, place: str
) -> Iterator[_Cut]:
    """A call in a sentence: a pill among the words, or what the author wrote in vain."""
    if is_unknown:
        name = mark.start + call.target_start - call.start
        yield mark.start, name, None, TextStyle.CALL
        yield name, name + call.target_end - call.target_start, None, TextStyle.UNKNOWN
    else:
        said = "".join(run.text for run in call_runs(call, captured, place)).replace(" ", _GAP)
        words = f"{_GAP}{said}{_GAP}"
        run = Run(words, TextStyle.CALL, mark.start, call.target, True, mark.end)
        yield mark.start, mark.end, run, TextStyle.CALL


def _runs(text: str, cuts: list[_Cut]) -> tuple[Run, ...]:
    """`text` cut into runs, without what is shown as a pill below."""
    runs: list[Run] = []
    at = 0
    for start, end, instead, style in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start < at:
            continue
        if start > at:
            runs.append(Run(text[at:start], at=at))
        if instead is not None:
            runs.append(instead)
        elif style is not None:
            runs.append(Run(text[start:end], style, start))
        at = end
    if at < len(text):
        runs.append(Run(text[at:], at=at))
    return tuple(runs)
