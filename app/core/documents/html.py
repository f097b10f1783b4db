"""Web pages. Nothing they point to is fetched, no script runs, what they hide is left out."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote_to_bytes

from lxml import etree
from lxml import html as markup

from app.core.documents import limits, problems, tables
from app.core.documents.cleaning import cleaned, one_line
from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.counters import KINDS, numeral, whole_number
from app.core.documents.markers import BULLET
from app.core.documents.pictures import Pictures
from app.core.memory.reading.decoding import decode
from app.core.words import _

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w-]{1,40})", re.IGNORECASE)
_DECLARED = re.compile(r"\A\s*<\?xml[^>]*\?>")
_HEAD = 2_000
_NOT_SHOWN = frozenset(
    {"script", "style", "head", "template", "noscript", "iframe", "object", "embed", "nav", "svg",
     "math", "button", "select", "textarea", "audio", "video", "canvas"}
)  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    {"p", "div", "section", "article", "main", "header", "footer", "aside", "body", "html",
     "figure", "figcaption", "blockquote", "address", "details", "summary", "fieldset", "form",
     "center", "dl", "dt", "dd", "ul", "ol", "menu", "li", "table", "pre", "hr", *_HEADINGS}
)  # fmt: skip
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0", re.IGNORECASE)
_STRONG = frozenset({"b", "strong"})
_INLINE_DATA = re.compile(r"data:image/([\w.+-]{1,20})((?:;[\w=-]+)*),", re.IGNORECASE)


def read(data: bytes) -> Content:
    """What the page says; raises `Unreadable`."""
    parser = markup.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = markup.document_fromstring(_DECLARED.sub("", _decoded(data)), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError) as error:
        raise problems.empty() from error
    reader = _Reader()
    passages = tuple(reader.blocks(root))
    notices = reader.notices + reader.pictures.notices
    title = one_line(root.findtext(".//title") or "")
    return Content(Format.HTML, passages, title, reader.pictures.kept, notices)


def _decoded(data: bytes) -> str:
    """In the encoding that the page names, if there is one."""
    named = _CHARSET.search(data[:_HEAD])
    if named is not None and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode(named[1].decode("ascii"))
        except (LookupError, ValueError):
            pass
    return decode(data)


class _Reader:
    """The passages of a page, and what was left out of it."""

    def __init__(self) -> None:
        self.pictures = Pictures(lambda _name, _most: None)
        self._hidden = 0
        self._struck = 0

    @property
    def notices(self) -> tuple[str, ...]:
        found = []
        if self._hidden:
            found.append(_("It has hidden text, which was left out."))
        if self._struck:
            found.append(_("It has struck-out text, shown beside the rest."))
        return tuple(found)

    def blocks(self, parent: etree._Element, depth: int = -1) -> Iterator[Passage]:
        """The passages in an element; `depth` is that of the list item it belongs to."""
        line = _Line()
        self._take(line, parent.text)
        for element in parent:
            if self._is_shown(element):
                if element.tag in _BLOCKS:
                    yield from line.passages(depth)
                    line = _Line()
                    yield from self._block(element, depth)
                else:
                    yield from self._inline(element, line, depth)
            self._take(line, element.tail)
        yield from line.passages(depth)

    def _block(self, element: etree._Element, depth: int) -> Iterator[Passage]:
        tag = element.tag
        if tag in _HEADINGS:
            for one in self.blocks(element, depth):
                is_words = one.form is Form.TEXT
                heading = replace(one, form=Form.HEADING, text=one_line(one.text))
                yield replace(heading, level=_HEADINGS[tag]) if is_words else one
        elif tag in ("ol", "ul", "menu"):
            yield from self._list(element, depth + 1)
        elif tag == "table":
            rows = [
                [list(self.blocks(cell)) for cell in row if cell.tag in ("td", "th")]
                for row in element.iter("tr")
                if _table_of(row) is element
            ]
            yield from tables.passages(rows)
        elif tag == "pre":
            code = "".join(element.itertext())
            yield from [Passage(Form.CODE, code.strip("\n"), depth)] if code.strip() else []
        else:
            yield from self.blocks(element, depth)

    def _list(self, element: etree._Element, depth: int) -> Iterator[Passage]:
        kind = KINDS.get(element.get("type") or "", "decimal")
        number = whole_number(element.get("start"), 1)
        for item in element:
            if item.tag != "li" or not self._is_shown(item):
                yield from self._block(item, depth) if self._is_shown(item) else ()
                continue
            number = whole_number(item.get("value"), number)
            label = f"{numeral(number, kind)}." if element.tag == "ol" else BULLET
            number += 1
            is_first = True
            for one in self.blocks(item, depth):
                if is_first and one.form is Form.TEXT:
                    yield replace(one, form=Form.ITEM, level=depth, label=label, is_strong=False)
                else:
                    yield one
                is_first = False

    def _inline(self, element: etree._Element, line: "_Line", depth: int) -> Iterator[Passage]:
        tag = element.tag
        if tag == "br":
            line.words.append("\n")
        elif tag == "img":
            yield from self._picture(element, line)
        elif tag in ("del", "s", "strike"):
            words = one_line("".join(element.itertext()))
            if words:
                self._struck += 1
                line.remarks.append(_("Struck out: “{words}”").format(words=words))
        elif tag == "input":
            line.words.append("")
        else:
            strong, line.is_strong = line.is_strong, line.is_strong or tag in _STRONG
            self._take(line, element.text)
            for one in element:
                if self._is_shown(one):
                    if one.tag in _BLOCKS:
                        yield from line.passages(depth)
                        line.begin_again()
                        yield from self._block(one, depth)
                    else:
                        yield from self._inline(one, line, depth)
                self._take(line, one.tail)
            line.is_strong = strong

    def _picture(self, element: etree._Element, line: "_Line") -> Iterator[Passage]:
        source, words = element.get("src") or "", one_line(element.get("alt") or "")
        found = _INLINE_DATA.match(source)
        if found is None:
            if source:
                line.remarks.append(self.pictures.elsewhere())
            return
        data = _unpacked(source[found.end() :], is_base64=";base64" in found[2].casefold())
        kept = len(self.pictures.kept)
        if data is None or len(data) > limits.PICTURE_BYTES or kept >= limits.PICTURES:
            self.pictures.leave_out()
            return
        ending = found[1].casefold().split("+")[0]
        name = self.pictures.keep(f"picture {kept + 1}.{ending}", data)
        yield Passage(Form.PICTURE, words, -1, name)

    def _take(self, line: "_Line", words: str | None) -> None:
        if words:
            line.take(words)

    def _is_shown(self, element: etree._Element) -> bool:
        if not isinstance(element.tag, str) or element.tag in _NOT_SHOWN:
            return False
        style = element.get("style") or ""
        hidden = element.get("hidden") is not None or _HIDDEN.search(style) is not None
        if hidden and "".join(element.itertext()).strip():
            self._hidden += 1
        return not hidden


class _Line:
    """The words between two blocks."""

    def __init__(self) -> None:
        self.is_strong = False
        self.begin_again()

    def begin_again(self) -> None:
        self.words: list[str] = []
        self.remarks: list[str] = []
        self._weights: list[bool] = []

    def take(self, words: str) -> None:
        begin, end = _edges(words)
        self.words.append(begin + " ".join(words.split()) + end)
        if words.strip():
            self._weights.append(self.is_strong)

    def passages(self, depth: int) -> Iterator[Passage]:
        text = cleaned("".join(self.words))
        if text or self.remarks:
            strong = bool(self._weights) and all(self._weights)
            yield Passage(Form.TEXT, text, depth, remarks=tuple(self.remarks), is_strong=strong)


def _edges(words: str) -> tuple[str, str]:
    """The spaces at both ends, of which one is left."""
    begin = " " if words[:1].isspace() else ""
    return begin, " " if words[-1:].isspace() and words.strip() else ""


def _table_of(row: etree._Element) -> etree._Element | None:
    return next(row.iterancestors("table"), None)


def _unpacked(said: str, *, is_base64: bool) -> bytes | None:
    if len(said) > 2 * limits.PICTURE_BYTES:
        return None
    try:
        return base64.b64decode(said, validate=False) if is_base64 else unquote_to_bytes(said)
    except (binascii.Error, ValueError):
        return None
