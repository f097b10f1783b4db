"""What an author wrote before an item by hand: "5.1.2", "3)", "b)", "Step 4:", a bullet."""

import re
from dataclasses import dataclass, replace

from app.core.documents.content import Form, Passage

BULLET = "•"
"""What stands for any of them."""
_NUMBER = re.compile(
    r"(?P<label>\d{1,3}(?:\.\d{1,3}){1,5}\.?|\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z][.)]|\([a-z]\)"
    r"|(?:[ivx]{2,5}|[IVX]{2,5})[.)])[ \t]+(?=\S)"
)
_BULLET = re.compile(
    "[•◦▪▫■□●○‣⁃∙·–—−*\uf0b7\uf0a7\uf0d8\uf076\uf0fc✓☐☑-][ \t]+(?=\\S)|o[ \t](?=[^\\W\\d_])"
)
_BARE = re.compile(r"(?P<label>\d{1,2})[ \t]+(?=[^\W\d_])")
"""A number without a point, which only headings have."""


@dataclass(frozen=True, slots=True)
class Marked:
    """`label` is empty for a bullet; `rest` is what follows."""

    label: str
    rest: str


def marked(line: str, *, heading: bool = False) -> Marked | None:
    """The marker at the beginning of a line, None if there is none."""
    found = _NUMBER.match(line) or (_BARE.match(line) if heading else None)
    if found is not None:
        return Marked(found["label"], line[found.end() :])
    bullet = None if heading else _BULLET.match(line)
    return Marked("", line[bullet.end() :]) if bullet is not None else None


def with_marker(passage: Passage, level: int) -> Passage:
    """A paragraph that begins with a marker as an item, a heading with its number apart."""
    if passage.label or passage.form not in (Form.TEXT, Form.HEADING):
        return passage
    is_heading = passage.form is Form.HEADING
    found = marked(passage.text, heading=is_heading)
    if found is None:
        return passage
    if is_heading:
        return replace(passage, label=found.label, text=found.rest)
    return replace(
        passage, form=Form.ITEM, level=level, label=found.label or BULLET, text=found.rest
    )


def is_dotted(label: str) -> bool:
    """Whether it is of a decimal outline ("5.1", not "5.")."""
    return "." in label.rstrip(".")


def depth(label: str) -> int:
    """How deep a decimal outline goes there: 1 for "5.", 2 for "5.1"."""
    return label.strip("().").count(".") + 1
