"""What a document says, passage by passage, in the order in which a person reads it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from app.core.words import _


class Format(StrEnum):
    """What a file is, whatever its name ends with."""

    WORD = "word"
    OPEN_DOCUMENT = "opendocument"
    PDF = "pdf"
    HTML = "html"
    TEXT = "text"

    @property
    def words(self) -> str:
        """What such a file is, for people."""
        return {
            Format.WORD: _("a Word document"),
            Format.OPEN_DOCUMENT: _("an OpenDocument text"),
            Format.PDF: _("a PDF"),
            Format.HTML: _("a web page"),
            Format.TEXT: _("plain text"),
        }[self]


class Form(StrEnum):
    """What a passage is in its document."""

    TITLE = "title"
    HEADING = "heading"
    ITEM = "item"
    TEXT = "text"
    TABLE = "table"
    CODE = "code"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading, an item of a list, a paragraph, a table or a picture.

    `level` counts from 1 for headings and from 0 for items, and is the depth of the item that a
    paragraph goes on with (-1: of none). `label` is what stands before it, as its program counts
    ("5.1.1", "a)", "•"), or the file name of a picture. `verbatim` is the passage of a Markdown
    file with the line ends around it. `is_left_out` says that it begins as left out: a table of
    contents, a paragraph that somebody only proposes; `is_strong` that all of it is bold.
    `remarks` are for the person: comments, changes that were tracked, what was not fetched.
    """

    form: Form
    text: str
    level: int = 0
    label: str = ""
    remarks: tuple[str, ...] = ()
    verbatim: str = ""
    is_left_out: bool = False
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a document, to be kept beside the skill."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """`title` is what the properties of the file say, often nothing of use.

    `notices` are sentences about the document as a whole.
    """

    format: Format
    passages: tuple[Passage, ...]
    title: str = ""
    pictures: tuple[Picture, ...] = ()
    notices: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Everything but the pictures."""
        return {
            "format": self.format,
            "title": self.title,
            "notices": self.notices,
            "passages": [asdict(passage) for passage in self.passages],
        }


def content_from_json(said: Mapping[str, Any], pictures: tuple[Picture, ...]) -> Content:
    """The opposite of `to_json`; raises `KeyError`, `TypeError`, `ValueError` for what is none."""
    return Content(
        Format(said["format"]),
        tuple(
            Passage(**{**one, "form": Form(one["form"]), "remarks": tuple(one["remarks"])})
            for one in said["passages"]
        ),
        said["title"],
        pictures,
        tuple(said["notices"]),
    )
