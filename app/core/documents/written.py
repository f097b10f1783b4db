"""Passages as the Markdown that the grammar of skills reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.core.documents.content import Form, Passage
from app.core.documents.markers import is_dotted
from app.core.documents.roles import Becomes, Role, Span

_INDENT = 3
"""Columns by which what belongs to an item is indented."""
_BULLET = "- "
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Written:
    """A passage in the text: `before` it (line ends, indentation), its marker, its words."""

    passage: int
    before: str
    marker: str
    body: str

    @property
    def text(self) -> str:
        return self.before + self.marker + self.body


class Writer:
    """Writes passages one after the other. `title` is the number of the one that is the title."""

    def __init__(self, passages: Sequence[Passage], labels: dict[int, str]) -> None:
        self._passages, self._labels = passages, labels
        self._open: list[int] = []
        """The levels of the items that are open, the outermost first."""
        self._last: Form | None = None
        self._section = 0
        """The level of the last heading."""

    def write(self, chosen: Iterable[tuple[int, Becomes | None]]) -> list[Written]:
        """The passages with these numbers; None stands for what their document makes of them."""
        found: list[Written] = []
        for number, role in chosen:
            part = self._written(number, role)
            is_glued = found and not part.before and not found[-1].text.endswith("\n")
            found.append(replace(part, before="\n\n") if is_glued else part)
        return found

    def _written(self, number: int, role: Becomes | None) -> Written:
        passage = self._passages[number]
        if passage.verbatim and role is None and number not in self._labels:
            return Written(number, "", "", passage.verbatim)
        if role is Role.PHASE:
            return self._heading(number, self._section + 1)
        if role in (Role.STEP, Role.SUB_STEP):
            return self._item(number, 0 if role is Role.STEP else 1)
        if role is Role.CONTEXT and passage.form in (Form.ITEM, Form.HEADING):
            self._open = []
            return self._plain(number, Form.TEXT, 0)
        if passage.form in (Form.HEADING, Form.TITLE):
            self._section = min(passage.level + 1, _DEEPEST)
            return self._heading(number, self._section)
        if passage.form is Form.ITEM:
            return self._item(number, passage.level)
        inside = passage.level >= 0 and self._open and not passage.verbatim
        if not inside and passage.form is not Form.PICTURE:
            self._open = []
        return self._plain(number, passage.form, len(self._open) * _INDENT)

    def _heading(self, number: int, level: int) -> Written:
        passage = self._passages[number]
        self._open, self._last = [], Form.HEADING
        label = self._labels.get(number, passage.label)
        marker = "#" * min(max(level, 2), _DEEPEST) + " " + (f"{label} " if _counts(label) else "")
        return Written(number, "\n\n", marker, " ".join(passage.text.split()))

    def _item(self, number: int, level: int) -> Written:
        passage = self._passages[number]
        label = self._labels.get(number, passage.label)
        marker = f"{label} " if _counts(label) else _BULLET
        if is_dotted(label):
            self._open = []
        while self._open and self._open[-1] >= level:
            self._open.pop()
        indent = " " * (len(self._open) * _INDENT)
        self._open.append(level)
        goes_on = self._last is Form.ITEM and "\n\n" not in passage.text
        self._last = Form.ITEM
        body = passage.text.replace("\n", "\n" + indent + " " * _INDENT)
        return Written(number, ("\n" if goes_on else "\n\n") + indent, marker, body)

    def _plain(self, number: int, form: Form, width: int) -> Written:
        passage = self._passages[number]
        text = passage.text
        if form is Form.PICTURE:
            text = f"![{text.replace(']', ')')}]({passage.label.replace(' ', '%20')})"
        elif form is Form.CODE:
            text = "```\n" + text.replace("```", "'''") + "\n```"
        elif passage.form is Form.HEADING and _counts(passage.label):
            text = f"{passage.label} {text}"
        indent = " " * width
        self._last = form
        return Written(number, "\n\n" + indent, "", text.replace("\n", "\n" + indent))


def joined(parts: Iterable[Written], begin: str) -> tuple[str, dict[int, Span]]:
    """The text with these parts after `begin`, and where each stands with its marker."""
    text, spans = [begin], {}
    at = len(begin)
    for part in parts:
        start = at + len(part.before)
        at += len(part.text)
        spans[part.passage] = start, at
        text.append(part.text)
    return "".join(text), spans


def _counts(label: str) -> bool:
    """Whether it is a number or a letter, not a bullet."""
    return any(map(str.isalnum, label))
