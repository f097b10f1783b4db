"""The sentences of a step, and which of them were borrowed from a source that a mark names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.skills.model import Skill, Step
from app.core.skills.reading.annotations import ANCHOR, DISPATCH, NEEDS, VERIFY
from app.core.skills.reading.calls import split
from app.core.skills.reading.jump_tags import jump_tags
from app.core.skills.reading.placed_memories import marker, unmark

SPACE = " \t\r\n"
"""All that may stand between two sentences; every other space is part of what is said."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)?")
_STRUCTURAL = re.compile(r"[0-9]{1,9}[.)](?=\s|\Z)|[-*+•](?=\s|\Z)|[-*_=]{3}|#|`{3}|~{3}|[<>|]|\Z")
_MARK = r"_\(from (?:\\.|[^\\\r\n)]|\)(?!_)){0,400}+\)_"
_END = re.compile(
    rf"{_MARK}[.!?。！？]?|(?<![.!?])[.!?]++[\"'”’»)\]]*+(?=[ \t\r\n])"
    r"|[。！？]+[”’」』）]*(?![ \t]*_\(from )"
)
_IS_MARKED = re.compile(rf"(?P<mark>{_MARK})(?P<close>[.!?。！？]?)\Z")
_GAP = re.compile(f"[{SPACE}]*")
_LONGEST_WORD = 20
"""Characters looked at before and after a full stop."""
_ABBREVIATED = "etc eg ie vs no nr dr mr mrs ms inc ltd co fig cf al approx ca bzw z"
_SHORT = frozenset(_ABBREVIATED.split())
_CODE = re.compile(r"(`{1,3})(?!`)[^`\r\n]++\1(?!`)|(?P<remark><!--)")
_ADDRESS = re.compile(r"\bhttps?://[^ \t\r\n]+[^ \t\r\n.,;:!?)\]]")
_ANCHOR = re.compile(re.escape(ANCHOR))
_BRACKETED = re.compile(r"\[\[[^\[\]\r\n]*\]\]")
_PARALLEL = re.compile(r"@parallel:[ \t]*(?=\[)", re.IGNORECASE)
_RESULTS = re.compile(r"[ \t]*(?:->|→|=>|⇒)[ \t]*(?:\[[$\w, \t]*\]|\$\w+(?:[ \t]*,[ \t]*\$\w+)*)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text[start:end]` of a skill; `said` is that without its mark, `source` what the mark names.

    White space in `said` is single spaces.
    """

    start: int
    end: int
    said: str
    source: str | None = None


def sentences_of(skill: Skill, step: Step) -> tuple[Sentence, ...]:
    """The sentences in the first paragraph of a step; only white space lies between them.

    A sentence does not end inside a call, a tag, code or an address, nor after an abbreviation.
    A mark ends its sentence: `Words _(from source)_.`; one that stands alone belongs to the
    sentence before it.
    """
    start, end = step.body_start, first_paragraph_end(skill, step)
    text = _hidden(skill, step, end)
    found: list[Sentence] = []
    for left, right in _cut(text, start, end):
        one = _sentence(skill.text, text, left, right)
        if one.source is not None and not one.said and found and found[-1].source is None:
            before = found.pop()
            one = Sentence(before.start, one.end, before.said, one.source)
        found.append(one)
    return tuple(found)


def passage_of(skill: Skill, step: Step) -> tuple[int, int]:
    """Where the sentences of a step begin and end; nothing lies between if it has none."""
    found = sentences_of(skill, step)
    return (found[0].start, found[-1].end) if found else (step.body_start, step.body_start)


def without_borrowed(skill: Skill, step: Step) -> tuple[str, int]:
    """The sentences of a step without those that were woven into it, and how many those are.

    They have the mark before their full stop. A step that would have no sentence left keeps all
    of them: it was written like that.
    """
    found = sentences_of(skill, step)
    own = [at for at, s in enumerate(found) if s.source is None or skill.text[s.end - 1] == "_"]
    if len(own) == len(found) or not own:
        start, end = (found[0].start, found[-1].end) if found else (step.body_start,) * 2
        return skill.text[start:end], 0
    parts: list[str] = []
    before = -1
    for at in own:
        if parts:
            gap = skill.text[found[at - 1].end : found[at].start]
            parts.append(gap if at - 1 == before else " ")
        parts.append(skill.text[found[at].start : found[at].end])
        before = at
    return "".join(parts), len(found) - len(own)


def marked(said: str, source: str) -> str:
    """A sentence with the mark of its source before its full stop: `Words _(from source)_.`

    It begins with a capital letter, so that the sentence before it ends.
    """
    said = begun(said)
    close = said[-1:] if said[-1:] in tuple(".!?。！？") else ""
    return f"{said.removesuffix(close)} {marker(source)}{close or '.'}"


def begun(said: str) -> str:
    """With a capital letter, so that the sentence before it ends."""
    first = said.split(None, 1)[0] if said.strip() else ""
    return said[0].upper() + said[1:] if first.islower() and first[0].isalpha() else said


def ended(said: str) -> str:
    """With a full stop, if nothing ends it: so that another sentence can follow."""
    return said if said.rstrip("\"'”’»)]」』）")[-1:] in tuple(".!?。！？") else f"{said}."


def spoken(text: str) -> tuple[str, ...]:
    """The sentences of ordinary words, with single spaces."""
    return tuple(" ".join(_pieces(text[left:right])) for left, right in _cut(text, 0, len(text)))


def first_paragraph_end(skill: Skill, step: Step) -> int:
    """Where a list, code, a quotation or a second paragraph begins in a step, else its end."""
    text, at, end = skill.text, step.body_start, step.body_end
    while at < end:
        line = _LINE.match(text, at, end)
        assert line is not None
        words = line[0].strip(SPACE)
        if _STRUCTURAL.match(words) and (at > step.body_start or words[:3] in ("```", "~~~")):
            return step.body_start + len(text[step.body_start : at].rstrip(SPACE))
        at = line.end()
    return end


def protected(skill: Skill, step: Step) -> list[tuple[int, int]]:
    """Where calls, tags, variables, code and addresses are in a step; in order, not overlapping."""
    text, start, end = skill.text, step.body_start, step.body_end
    spans = [(c.start, c.end) for c in step.calls if c.explicit]
    spans += tags(text, step)
    spans += [(v.start, v.end) for v in step.variables]
    spans += parallels(text, step)
    for pattern in (NEEDS, DISPATCH, VERIFY, _ANCHOR, _ADDRESS, _BRACKETED):
        spans += [m.span() for m in pattern.finditer(text, start, end)]
    spans += _code(text, start, end)
    apart: list[tuple[int, int]] = []
    for left, right in sorted(spans):
        if apart and left < apart[-1][1]:
            apart[-1] = apart[-1][0], max(apart[-1][1], right)
        elif right > left:
            apart.append((left, right))
    return apart


def code_of(skill: Skill, step: Step) -> list[str]:
    """Inline code and remarks of a step, exactly as written."""
    return [skill.text[slice(*span)] for span in _code(skill.text, step.body_start, step.body_end)]


def _code(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Inline code and closed remarks, whichever begins first."""
    closed = text.rfind("-->", start, end)  # behind it no remark is closed: not looked for again
    while found := _CODE.search(text, start, end):
        left, start = found.span()
        if found["remark"]:
            if start > closed:
                continue
            start = text.index("-->", start) + len("-->")
        yield left, start


def tags(text: str, step: Step) -> Iterator[tuple[int, int]]:
    """Where jumps are written as tags, with an `else` that follows; not those in sentences.

    Words in a tag that were not read are no part of it.
    """
    jumps = ((jump.start, jump.end) for jump in step.jumps)
    for tag in jump_tags(text, jumps, step.body_end):
        yield from tag.understood


def parallels(text: str, step: Step) -> Iterator[tuple[int, int]]:
    """Where calls are written side by side, with their results."""
    for found in _PARALLEL.finditer(text, step.body_start, step.body_end):
        parts = split(text, found.end(), step.body_end, "]")
        if parts is None:
            yield found.span()
            continue
        results = _RESULTS.match(text, parts[1], step.body_end)
        yield found.start(), results.end() if results is not None else parts[1]


def _hidden(skill: Skill, step: Step, end: int) -> str:
    """The text up to `end` with a letter for each character that no sentence ends at."""
    parts: list[str] = []
    at = 0
    for left, right in protected(skill, step):
        if left < end:
            parts += (skill.text[at:left], "X" * (min(right, end) - left))
            at = min(right, end)
    return "".join((*parts, skill.text[at:end]))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for found in _END.finditer(text, start, end):
        if found[0][0] in ".!?" and not _ends(text, found, at, end):
            continue
        left = at + len(text[at : found.end()]) - len(text[at : found.end()].lstrip(SPACE))
        if left < found.end():
            yield left, found.end()
        at = found.end()
    rest = text[at:end].strip(SPACE)
    if rest:
        left = text.index(rest, at)
        yield left, left + len(rest)


def _ends(text: str, found: re.Match[str], at: int, end: int) -> bool:
    """Whether a full stop ends a sentence: not before small letters, nor in an abbreviation."""
    gap = _GAP.match(text, found.end(), end)
    assert gap is not None
    following = text[gap.end() : min(end, gap.end() + _LONGEST_WORD)]
    if not following or following[0].islower() or following.startswith("_(from "):
        return not following
    words = text[max(at, found.start() - _LONGEST_WORD) : found.start()].rsplit(None, 1)
    return not words or words[-1].strip("([\"'").replace(".", "").lower() not in _SHORT


def _sentence(text: str, hidden: str, start: int, end: int) -> Sentence:
    marked = _IS_MARKED.search(hidden, start, end)
    if marked is None:
        return Sentence(start, end, " ".join(_pieces(text[start:end])))
    read = unmark(text[marked.start("mark") : marked.end("mark")])
    assert read is not None
    said = " ".join(_pieces(text[start : marked.start()]))
    close = marked["close"] if said and said[-1] not in ".!?。！？" else ""
    return Sentence(start, end, said + close, read[1])


def _pieces(text: str) -> list[str]:
    return [piece for piece in re.split(f"[{SPACE}]+", text) if piece]
