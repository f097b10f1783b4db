"""The headings of a text, whatever they look like, and what each of them is a heading of."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from app.core.skills.model import SectionKind
from app.core.skills.reading.lettering import letter_value
from app.core.skills.reading.markers import Marker, Rank, worded
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.section_names import LONGEST, named, names_nothing

_LINE = re.compile(r"[^\r\n]*+")
_HEAD_NUMBER = re.compile(
    r"(?:\*\*|__)?(?P<label>[0-9]{1,5}(?:\.[0-9]{1,5}){0,5})(?P<dot>[.):]?)[ \t]+(?=\S)"
)
_HEAD_LETTER = re.compile(
    r"(?:\*\*|__)?(?P<label>[0-9]{1,5}(?P<letter>[a-z]))(?:[.):]|[ \t]+[-–—])[ \t]+(?=\S)"
)
"""`4a.`, as the parts of step 4 are headed."""
_HEAD_WORD = re.compile(
    r"(?:\*\*|__)?(?P<noun>step|schritt|[ée]tape|paso|passo|passaggio|pasul|phase|stage|part|teil"
    r"|fase|etapa|faza)[ \t]+(?P<count>[0-9]{1,5})[ \t]+(?=\S)",
    re.IGNORECASE,
)
_PHASES = frozenset(("phase", "stage", "part", "teil", "fase", "etapa", "faza"))
_HANDBOOK = frozenset(
    (
        SectionKind.PURPOSE, SectionKind.SCOPE, SectionKind.DEFINITIONS, SectionKind.MATERIALS,
        SectionKind.RESPONSIBILITIES, SectionKind.REFERENCES, SectionKind.REVISION_HISTORY,
        SectionKind.PREREQUISITES, SectionKind.SAFETY,
    )
)  # fmt: skip
"""Sections of which one tells that a numbered list is not of steps but of sections."""
_WITH_STEPS = (
    SectionKind.EXAMPLES, SectionKind.CONTENTS, SectionKind.REVISION_HISTORY, SectionKind.OTHER,
    SectionKind.REFERENCES,
)  # fmt: skip
"""Sections in which a line `Step 1: …` is not a step of the procedure."""
_CLOSING = (SectionKind.REFERENCES, SectionKind.REVISION_HISTORY)
"""What documents end with, also where their steps have headings."""
_NOT_A_TITLE = (".", ";", ":", "!", "?", ",")
_LONGEST_TITLE = 8
"""Words of a title; more of them say what to do."""
_PLAIN, _NUMBERED, _PHASE, _STEP = 8, 10, 20, 22
"""Levels of headings that have no hashes: all below those that do."""


class Role(Enum):
    PLAIN = auto()
    SECTION = auto()
    PROCEDURE = auto()
    STEP = auto()
    PHASE = auto()


IN_STEPS = (Role.PLAIN, Role.STEP)
"""What the headings inside a step are."""


@dataclass(slots=True, eq=False)
class Head:
    """A heading: `text[start:end]` is its title, below it are the pieces of its `level`.

    A number or a word that makes it a step or a phase is its `marker`.
    """

    piece: Piece
    level: int
    start: int
    end: int
    title: str
    marker: Marker | None = None
    is_known: bool = False
    kind: SectionKind | None = None
    role: Role = Role.PLAIN
    above: "Head | None" = None
    is_inline: bool = False
    """It is `Purpose: …`, and nothing below belongs to it."""
    is_filled: bool = False
    has_items: bool = False
    has_numbers: bool = False
    """What is below it: something, a list or steps, numbers or steps."""

    def __post_init__(self) -> None:
        if self.is_known:
            self.role = Role.PROCEDURE if self.kind is None else Role.SECTION

    @property
    def name(self) -> str:
        """Its title, else its marker: `Phase one`."""
        return self.title or (self.marker.label if self.marker is not None else "")

    @property
    def is_worded(self) -> bool:
        """Whether it says *step* or *phase*."""
        return self.marker is not None and self.marker.rank is Rank.WORD

    @property
    def is_remark(self) -> bool:
        """Whether it is a section named in a plain line, as a remark between steps can be."""
        return self.role is Role.SECTION and self.level == _PLAIN

    @property
    def is_label(self) -> bool:
        """Whether it is a line without hashes that is called like a section."""
        closes = self.kind in _CLOSING and not self.is_inline
        return self.is_known and self.level == _PLAIN and not closes

    @property
    def step(self) -> "Head | None":
        """The heading of a step that it is or is below."""
        head: Head | None = self
        while head is not None and head.role in IN_STEPS:
            if head.role is Role.STEP:
                return head
            head = head.above
        return None

    @property
    def is_led(self) -> bool:
        """Whether a list below it is one of a step, a phase or the procedure."""
        head: Head | None = self
        while head is not None:
            if head.role in (Role.STEP, Role.PHASE, Role.PROCEDURE):
                return True
            head = head.above
        return False

    @property
    def is_other(self) -> bool:
        """Whether it is in no section of a kind of its own."""
        head: Head | None = self
        while head is not None:
            if head.role is Role.SECTION and head.kind is not SectionKind.OTHER:
                return False
            head = head.above
        return True

    @property
    def is_context(self) -> bool:
        """Whether it is, or is in, a section that holds no steps."""
        head: Head | None = self
        while head is not None:
            if head.role is Role.SECTION:
                return True
            head = head.above
        return False


def heads(text: str, pieces: list[Piece], title: Piece | None) -> dict[int, Head]:
    """By the identity of its piece every heading but that of the whole, in order."""
    found: dict[int, Head] = {}
    sections = _section_titles(text, pieces)
    parents = {id(piece.parent) for piece in pieces if piece.marker and _is_outline(piece.marker)}
    open_: list[Head] = []
    for piece in pieces:
        if piece is title:
            continue
        head = None
        if piece.shape is Shape.HEADING:
            head = _heading(text, piece)
        elif piece.shape is Shape.NUMBERED:
            head = sections.get(id(piece)) or _numbered(text, piece, id(piece) in parents)
        elif piece.shape is Shape.PARAGRAPH:
            head = _paragraph(text, piece)
        if head is None:
            continue
        while open_ and (open_[-1].level >= head.level or _is_left(open_[-1], head)):
            open_.pop()
        head.above = open_[-1] if open_ else None
        if not head.is_inline:
            open_.append(head)
        found[id(piece)] = head
    _chapters(list(found.values()))
    return _without_labels(found)


def _without_labels(found: dict[int, Head]) -> dict[int, Head]:
    """The headings without lines such as `**Output:**` in steps: they are part of those."""
    kept: dict[int, Head] = {}
    for place, head in found.items():
        while head.above is not None and id(head.above.piece) not in kept:
            head.above = head.above.above
        if head.is_label and head.above is not None and head.above.step is not None:
            head.piece.shape = Shape.PARAGRAPH
        else:
            kept[place] = head
    return kept


def _is_left(section: Head, head: Head) -> bool:
    """Whether a line `Step 1: …` ends the section above it."""
    worded = head.marker is not None and head.marker.rank is Rank.WORD
    return worded and section.role is Role.SECTION and section.kind not in _WITH_STEPS


def first_line(text: str, piece: Piece) -> tuple[int, int]:
    """Where the first line of what a piece says is."""
    line = _LINE.match(text, piece.body, piece.end)
    assert line is not None
    return piece.body, piece.body + len(line[0].rstrip())


def says_what_to_do(text: str, piece: Piece) -> bool:
    """Whether an item with an outline below is a sentence, not only the title of what is below."""
    said = text[piece.body : piece.end].strip()
    return "\n" in said or _is_sentence(said)


def _is_sentence(said: str) -> bool:
    return said.rstrip("*_").endswith(_NOT_A_TITLE) or len(said.split()) > _LONGEST_TITLE


def _is_outline(marker: Marker) -> bool:
    return marker.rank is Rank.OUTLINE


def _heading(text: str, piece: Piece) -> Head:
    hashes = text[piece.start : piece.body].strip()
    start, end = first_line(text, piece)
    if hashes:
        end = start + len(re.sub(r"[ \t]+#+\Z", "", text[start:end]).rstrip())
    marker = _head_marker(text, start)
    begin = marker.end if marker is not None and marker.end <= end else start
    is_known, kind = named(text[begin:end])
    level = len(hashes) or _PLAIN
    if marker is not None and marker.rank is Rank.WORD:
        is_known = False
    head = Head(piece, level, begin, end, _bare(text[begin:end]), marker, is_known, kind)
    if not is_known and marker is not None and not hashes:
        head.level = _STEP
    return head


def _head_marker(text: str, at: int) -> Marker | None:
    found = worded(text, at)
    if found is not None:
        return found
    word = _HEAD_WORD.match(text, at)
    if word is not None:
        number, label = int(word["count"]), text[word.start("noun") : word.end("count")]
        is_phase = word["noun"].lower() in _PHASES
        return Marker(Rank.WORD, word.end(), number, label, (number,), is_phase)
    said = _HEAD_LETTER.match(text, at)
    if said is not None:
        number = letter_value(said["letter"])
        return Marker(Rank.LETTER, said.end(), number, said["label"], (number,))
    said = _HEAD_NUMBER.match(text, at)
    if said is None:
        return None
    levels = tuple(map(int, said["label"].split(".")))
    if len(levels) > 1:
        return Marker(Rank.OUTLINE, said.end(), levels[-1], said["label"], levels)
    line = text[said.end() : said.end() + LONGEST].partition("\n")[0]
    if not said["dot"] and not named(line)[0]:
        return None
    return Marker(Rank.NUMBER, said.end(), levels[0], levels=levels)


def _numbered(text: str, piece: Piece, has_outline: bool) -> Head | None:
    """A line `Step 2: …`; a number over an outline that is only a title."""
    marker = piece.marker
    assert marker is not None
    if marker.rank is not Rank.WORD and not has_outline:
        return None
    start, end = first_line(text, piece)
    if marker.rank is Rank.WORD:
        level = (_PHASE if marker.is_phase else _STEP) + len(marker.levels) - 1
        return Head(piece, level, start, end, _bare(text[start:end]), marker)
    if says_what_to_do(text, piece):
        return None
    level = _NUMBERED + len(marker.levels)
    known, kind = named(text[start:end])
    head = Head(piece, level, start, end, _bare(text[start:end]), marker, known, kind)
    head.role = head.role if known else Role.PHASE
    return head


def _paragraph(text: str, piece: Piece) -> Head | None:
    """A line in bold that names a section, or `Purpose: …` at the beginning of a paragraph."""
    start, end = first_line(text, piece)
    line = text[start : min(end, start + LONGEST + 40)]
    bold = line.startswith(("**", "__")) and line.rstrip(":").endswith(("**", "__"))
    if not bold:
        line = line.partition(":")[0] if ":" in line else ""
    known, kind = named(line)
    if not known or (not bold and kind is None):
        return None
    stop = start + len(line.rstrip())
    return Head(piece, _PLAIN, start, stop, _bare(line), None, known, kind, is_inline=not bold)


def _bare(title: str) -> str:
    return title.strip().strip("*_").rstrip(":").strip(" *_")


def _section_titles(text: str, pieces: list[Piece]) -> dict[int, Head]:
    """The numbered lines that are titles of sections: `1. Purpose`, `5. Procedure`.

    A list is one of sections when two of its lines are called like sections, one of them like
    those of a handbook. Then its other lines are titles as well, in so far as they go on its
    numbers; steps below one begin with 1 again.
    """
    found: dict[int, Head] = {}
    series: dict[Rank, list[Piece]] = {}
    for piece in [*pieces, None]:
        if piece is None or piece.shape is Shape.HEADING:
            for one in series.values():
                found |= _sections_of(text, one)
            series = {}
        elif piece.parent is None and piece.marker is not None:
            series.setdefault(piece.marker.rank, []).append(piece)
    return found


def _sections_of(text: str, series: list[Piece]) -> dict[int, Head]:
    marker = series[0].marker
    if marker is None or marker.rank not in (Rank.NUMBER, Rank.ROMAN, Rank.LETTER):
        return {}
    titled = {id(piece): _title(text, piece) for piece in series}
    known = [said for said in titled.values() if said is not None]
    if len(known) < 2 or not any(kind in _HANDBOOK for _end, kind in known):
        return {}
    found: dict[int, Head] = {}
    expected = before = 0
    for piece in series:
        said = titled[id(piece)]
        start, end = first_line(text, piece)
        goes_on = piece.number == expected and before + 1 != piece.number
        if said is None and (not goes_on or _is_sentence(text[start:end])):
            before = piece.number
            continue
        end = said[0] if said is not None else end
        kind = said[1] if said is not None else SectionKind.OTHER
        found[id(piece)] = Head(
            piece, _NUMBERED, start, end, _bare(text[start:end]), piece.marker,
            said is not None, kind,
        )  # fmt: skip
        expected, before = piece.number + 1, 0
    return found


def _title(text: str, piece: Piece) -> tuple[int, SectionKind | None] | None:
    """Where the name of a section that begins an item ends, and its kind."""
    if names_nothing(text, piece.body):
        return None
    start, end = first_line(text, piece)
    is_known, kind = named(text[start:end])
    if is_known:
        return end, kind
    colon = text.find(":", start, min(end, start + LONGEST))
    if colon < 0:
        return None
    is_known, kind = named(text[start:colon])
    return (colon, kind) if is_known and kind is not None else None


def _chapters(found: list[Head]) -> None:
    """Numbered headings are steps, unless one beside them is called like a section.

    Where headings say *step*, others are only steps inside those.
    Those with a letter are parts of the step, or the phase, of their number.
    """
    groups: dict[tuple[int, int], list[Head]] = {}
    lettered: list[tuple[Head, Marker]] = []
    for head in found:
        if head.marker is None:
            continue
        if head.marker.rank is Rank.WORD:
            head.role = Role.PHASE if head.marker.is_phase else Role.STEP
        elif head.marker.rank is Rank.LETTER:
            lettered.append((head, head.marker))
        elif head.piece.shape is Shape.HEADING:
            groups.setdefault((id(head.above), head.level), []).append(head)
    worded = sum(head.role is Role.STEP for head in found) > 1
    for group in groups.values():
        if any(head.is_known for head in group) or len(group) < 2:
            continue
        if worded and not (group[0].above is not None and group[0].above.is_led):
            continue
        for head in group:
            head.role = Role.STEP
    for head, marker in lettered:
        above = head.above
        is_part = above is not None and above.role in (Role.STEP, Role.PHASE)
        if is_part and above and above.marker and marker.label[:-1] == str(above.marker.number):
            head.role = Role.STEP
