"""Word documents (.docx, .docm, .dotx): ISO/IEC 29500 in the transitional and the strict form.

Macros are not read at all, and nothing that a document only points to is fetched.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from app.core.documents import problems, tables
from app.core.documents.archive import Archive
from app.core.documents.cleaning import one_line
from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.pictures import Pictures
from app.core.documents.word_numbering import Mark, Numbering, W
from app.core.documents.word_runs import Runs, Sources
from app.core.documents.word_styles import Style, Styles
from app.core.words import _

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_OFFICE = "/officeDocument"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_INDENTED = 100
"""Twentieths of a point by which an item of another list has to be indented to be below it."""


def read(archive: Archive) -> Content:
    """What the document says; raises `Unreadable`."""
    main = _main(archive)
    root = archive.xml(main)
    body = root.find(f"{W}body") if root is not None else None
    if body is None:
        raise problems.damaged()
    reader = _Reader(archive, main)
    passages = tuple(reader.blocks(body))
    notices = list(reader.runs.notices())
    folder = posixpath.dirname(main)
    if f"{folder}/vbaProject.bin" in archive:
        notices.append(_("It contains macros. They were not run."))
    properties = archive.xml("docProps/core.xml")
    title = properties.findtext(_TITLE) if properties is not None else None
    pictures = reader.pictures
    return Content(
        Format.WORD, passages, one_line(title or ""), pictures.kept, (*notices, *pictures.notices)
    )


def _main(archive: Archive) -> str:
    """The part with the text."""
    for _name, (kind, target, is_outside) in _relations(archive, "").items():
        if kind.endswith(_OFFICE) and not is_outside:
            return target
    raise problems.damaged()


def _relations(archive: Archive, part: str) -> dict[str, tuple[str, str, bool]]:
    """What a part points to, by the name it uses: the kind, the target, whether it is outside."""
    folder, name = posixpath.split(part)
    root = archive.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
    found = {}
    for one in root if root is not None else ():
        target, is_outside = one.get("Target", ""), one.get("TargetMode") == "External"
        if not is_outside:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        found[one.get("Id", "")] = one.get("Type", ""), target, is_outside
    return found


class _Reader:
    """The passages of a body, in order: numbering counts on as they are read."""

    def __init__(self, archive: Archive, main: str) -> None:
        relations = _relations(archive, main)

        def part(kind: str) -> etree._Element | None:
            names = (t for k, t, outside in relations.values() if k.endswith(kind) and not outside)
            name = next(names, "")
            return archive.xml(name) if name else None

        self._styles = Styles(part("/styles"))
        self._numbering = Numbering(part("/numbering"))
        self.pictures = Pictures(archive.read)
        self.runs = Runs(
            Sources(part("/comments"), part("/footnotes"), part("/endnotes"), relations),
            self.pictures,
        )
        self._items: list[_Item] = []
        """The items that are open, the outermost first."""

    def blocks(self, parent: etree._Element) -> Iterator[Passage]:
        for element in parent:
            if element.tag == f"{W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{W}tbl":
                yield from self._table(element)
                self._items = []
            elif element.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins"):
                yield from self.blocks(element)

    def _table(self, table: etree._Element) -> Iterator[Passage]:
        rows = [
            [list(self.blocks(cell)) for cell in row.iterfind(f"{W}tc")]
            for row in table.iterfind(f"{W}tr")
        ]
        yield from tables.passages(rows)

    def _paragraph(self, paragraph: etree._Element) -> Iterator[Passage]:
        style = self._styles.of(paragraph)
        said = self.runs.read(paragraph)
        if said.text or said.proposed:
            passage = self._passage(style, said.text or said.proposed, said.is_bold)
            left_out = not said.text or style.is_contents
            yield replace(passage, remarks=said.remarks, is_left_out=left_out)
        yield from said.pictures
        for box in said.boxes:
            yield from self.blocks(box)

    def _passage(self, style: Style, text: str, is_bold: bool) -> Passage:
        line = one_line(text)
        if style.is_title:
            return Passage(Form.TITLE, line)
        number = style.number or "0"
        mark = None
        if number != "0":
            level = style.level if style.level is not None else style.outline or 0
            mark = self._numbering.mark(number, level)
        if style.outline is not None:
            self._items = []
            label = mark.label if mark is not None and not mark.is_bullet else ""
            return Passage(Form.HEADING, line, style.outline + 1, label)
        if mark is not None and mark.label:
            return Passage(Form.ITEM, text, self._depth(number, mark, style), mark.label)
        goes_on = bool(self._items) and style.indent >= self._items[-1].indent > 0
        if not goes_on:
            self._items = []
        return Passage(Form.TEXT, text, len(self._items) - 1, is_strong=is_bold or style.is_bold)

    def _depth(self, number: str, mark: Mark, style: Style) -> int:
        """How deep an item is: by its level in its own list, by its indentation below another."""
        indent = style.indent if style.has_indent else mark.indent
        item = _Item(number, mark.level, indent)
        while self._items and not item.is_below(self._items[-1]):
            self._items.pop()
        self._items.append(item)
        return len(self._items) - 1


@dataclass(frozen=True, slots=True)
class _Item:
    """`indent` in twentieths of a point."""

    number: str
    level: int
    indent: int

    def is_below(self, other: "_Item") -> bool:
        if self.number == other.number:
            return self.level > other.level
        return self.indent > other.indent + _INDENTED
