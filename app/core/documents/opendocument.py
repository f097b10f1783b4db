"""OpenDocument texts (.odt, .ott): ISO/IEC 26300, OpenDocument 1.2 and 1.3.

Macros are not read at all, and nothing that a document only points to is fetched.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lxml import etree

from app.core.documents import problems, tables
from app.core.documents.archive import Archive
from app.core.documents.cleaning import cleaned, one_line
from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.counters import KINDS, Counter, numeral, whole_number
from app.core.documents.markers import BULLET
from app.core.documents.pictures import Pictures
from app.core.words import _

_URN = "{urn:oasis:names:tc:opendocument:xmlns:"
TEXT, STYLE, OFFICE, TABLE, DRAWING = (
    f"{_URN}{name}:1.0}}" for name in ("text", "style", "office", "table", "drawing")
)
MANIFEST = f"{_URN}manifest:1.0}}"
_FO = f"{_URN}xsl-fo-compatible:1.0}}"
_XLINK = "{http://www.w3.org/1999/xlink}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_LEVELS = 10
_SPACES = 40
_PASSED_BY = frozenset(
    {
        f"{OFFICE}annotation",
        f"{OFFICE}annotation-end",
        f"{TEXT}tracked-changes",
        f"{TEXT}note",
        f"{TEXT}ruby-text",
    }
)
_HOLDERS = frozenset(
    {f"{TEXT}section", f"{TEXT}index-body", f"{OFFICE}text", f"{TEXT}numbered-paragraph"}
)
_CONTENTS = frozenset(
    {f"{TEXT}table-of-content", f"{TEXT}alphabetical-index", f"{TEXT}illustration-index",
     f"{TEXT}table-index", f"{TEXT}bibliography", f"{TEXT}user-index", f"{TEXT}object-index"}
)  # fmt: skip


def read(archive: Archive) -> Content:
    """What the document says; raises `Unreadable`."""
    _refuse_locked(archive)
    root = archive.xml("content.xml")
    body = root.find(f"{OFFICE}body/{OFFICE}text") if root is not None else None
    if body is None:
        raise problems.damaged()
    reader = _Reader(archive, root)
    passages = tuple(reader.blocks(body))
    meta = archive.xml("meta.xml")
    title = meta.findtext(f".//{_DC}title") if meta is not None else ""
    pictures = reader.pictures
    notices = (*reader.notices, *pictures.notices)
    return Content(Format.OPEN_DOCUMENT, passages, one_line(title or ""), pictures.kept, notices)


def _refuse_locked(archive: Archive) -> None:
    manifest = archive.xml("META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter(f"{MANIFEST}encryption-data"), None) is not None:
        raise problems.locked()


@dataclass(frozen=True, slots=True)
class _Level:
    kind: str
    before: str
    after: str
    shown: int
    start: int
    is_bullet: bool


class _Lists:
    """What stands before the items of each list style."""

    def __init__(self, *roots: etree._Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._counters: dict[str, Counter] = {}
        for root in roots:
            if root is not None:
                for style in root.iter(f"{TEXT}list-style", f"{TEXT}outline-style"):
                    self._levels[style.get(f"{STYLE}name", "")] = dict(map(_level, style))

    def begin(self, style: str) -> None:
        """A list of that style counts from its beginning."""
        self._counters.pop(style, None)

    def label(self, style: str, level: int, start: int | None = None) -> str:
        """Of the next item; a bullet where nothing is known of the style."""
        levels = self._levels.get(style, {})
        known = levels.get(level)
        if known is None or level >= _LEVELS:
            return BULLET if style else ""
        if style not in self._counters:
            first = [levels[n].start if n in levels else 1 for n in range(_LEVELS)]
            self._counters[style] = Counter(first)
        if start is not None:
            self._counters[style].start_at(level, start)
        values = self._counters[style].count(level, range(level + 1, _LEVELS))
        if known.is_bullet:
            return BULLET
        if not known.kind:
            return ""
        above = range(max(0, level + 1 - known.shown), level)
        parts = [numeral(values[n], levels[n].kind) for n in above if n in levels]
        number = ".".join([*filter(None, parts), numeral(values[level], known.kind)])
        return f"{known.before}{number}{known.after}".strip()


def _level(element: etree._Element) -> tuple[int, _Level]:
    kind = KINDS.get(element.get(f"{STYLE}num-format") or "", "")
    is_bullet = etree.QName(element).localname.startswith("list-level-style-bullet")
    return whole_number(element.get(f"{TEXT}level"), 1) - 1, _Level(
        kind,
        element.get(f"{STYLE}num-prefix") or "",
        element.get(f"{STYLE}num-suffix") or "",
        whole_number(element.get(f"{TEXT}display-levels"), 1),
        whole_number(element.get(f"{TEXT}start-value"), 1),
        is_bullet,
    )


class _Reader:
    """The passages of a text, in order: lists count on as they are read."""

    def __init__(self, archive: Archive, content: etree._Element) -> None:
        styles = archive.xml("styles.xml")
        self._lists = _Lists(styles, content)
        self._styles: dict[str, etree._Element] = {}
        for root in (styles, content):
            if root is not None:
                self._styles |= {
                    one.get(f"{STYLE}name", ""): one for one in root.iter(f"{STYLE}style")
                }
        self._changes = _changes(content)
        self.pictures = Pictures(archive.read)
        self._seen = {"changes": 0, "comments": 0}
        self._last = ""
        """The style of the list that was read last."""

    @property
    def notices(self) -> Iterator[str]:
        if self._seen["changes"]:
            yield _("It has tracked changes. The text is read as it was before them.")
        if self._seen["comments"]:
            yield _("It has comments. They are shown beside the text.")

    def blocks(self, parent: Iterable[etree._Element], depth: int = -1) -> Iterator[Passage]:
        for element in parent:
            tag = element.tag
            if tag == f"{TEXT}h":
                yield from self._heading(element)
            elif tag == f"{TEXT}p":
                yield from self._paragraph(element, depth)
            elif tag == f"{TEXT}list":
                yield from self._list(element, depth + 1, self._last)
            elif tag == f"{TABLE}table":
                rows = [
                    [list(self.blocks(cell)) for cell in row if cell.tag == f"{TABLE}table-cell"]
                    for row in element.iter(f"{TABLE}table-row")
                    if next(row.iterancestors(f"{TABLE}table"), None) is element
                ]
                yield from tables.passages(rows)
            elif tag in _CONTENTS:
                yield from (replace(one, is_left_out=True) for one in self.blocks(element))
            elif tag in _HOLDERS:
                yield from self.blocks(element, depth)

    def _heading(self, element: etree._Element) -> Iterator[Passage]:
        level = max(1, whole_number(element.get(f"{TEXT}outline-level"), 1))
        label = self._lists.label("Outline", level - 1)
        for one in self._paragraph(element, -1):
            if one.form in (Form.TEXT, Form.TITLE):
                yield replace(one, form=Form.HEADING, text=one_line(one.text), level=level,
                              label="" if label == BULLET else label, is_strong=False)  # fmt: skip
            else:
                yield one

    def _list(self, element: etree._Element, depth: int, outer: str) -> Iterator[Passage]:
        style = element.get(f"{TEXT}style-name") or (outer if depth else "")
        goes_on = element.get(f"{TEXT}continue-numbering") == "true" or element.get(
            f"{TEXT}continue-list"
        )
        if not depth and not goes_on:
            self._lists.begin(style)
        for item in element:
            if item.tag == f"{TEXT}list-header":
                yield from self.blocks(item, depth)
            elif item.tag == f"{TEXT}list-item":
                yield from self._item(item, depth, style)

    def _item(self, item: etree._Element, depth: int, style: str) -> Iterator[Passage]:
        first, start = True, item.get(f"{TEXT}start-value")
        self._last = style
        for one in item:
            if one.tag == f"{TEXT}list":
                yield from self._list(one, depth + 1, style)
                self._last = style
                continue
            for passage in self.blocks([one], depth):
                if first and passage.form is Form.TEXT:
                    label = self._lists.label(
                        style, depth, whole_number(start, 1) if start else None
                    )
                    first = False
                    yield replace(
                        passage, form=Form.ITEM, level=depth, label=label or BULLET, is_strong=False
                    )
                elif first and passage.form is Form.HEADING:
                    first = False
                    label = self._lists.label(style, depth)
                    yield replace(passage, label="" if label == BULLET else label)
                else:
                    yield passage

    def _paragraph(self, element: etree._Element, depth: int) -> Iterator[Passage]:
        words = _Words(self)
        words.read(element)
        text = cleaned("".join(words.said))
        name = element.get(f"{TEXT}style-name") or ""
        style = self._styles.get(name)
        if text or words.remarks:
            is_title = name == "Title" or _comes_from(style, "Title")
            form = Form.TITLE if is_title else Form.TEXT
            remarks = tuple(words.remarks)
            strong = words.is_strong or _is_bold(style)
            yield Passage(form, text, depth, remarks=remarks, is_strong=strong and not is_title)
        yield from words.pictures
        for box in words.boxes:
            yield from self.blocks(box, depth)

    def is_bold(self, name: str) -> bool:
        """Whether a style of that name is."""
        return _is_bold(self._styles.get(name))

    def note(self, what: str) -> None:
        """Count a change or a comment."""
        self._seen[what] += 1

    def change(self, number: str) -> tuple[str, str, str]:
        """What a tracked change is ("insertion", "deletion"), by whom, and what it took away."""
        return self._changes.get(number, ("", "", ""))


class _Words:
    """The words of a paragraph, as they were before the tracked changes."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self.said: list[str] = []
        self.remarks: list[str] = []
        self.pictures: list[Passage] = []
        self.boxes: list[etree._Element] = []
        self._weights: list[bool] = []
        self._added: tuple[str, list[str]] | None = None

    @property
    def is_strong(self) -> bool:
        return bool(self._weights) and all(self._weights)

    def read(self, element: etree._Element, *, strong: bool = False) -> None:
        self._take(element.text, strong=strong)
        for one in element:
            tag = one.tag
            if tag == f"{TEXT}s":
                self._take(" " * min(whole_number(one.get(f"{TEXT}c"), 1), _SPACES), strong=strong)
            elif tag == f"{TEXT}tab":
                self._take(" ", strong=strong)
            elif tag == f"{TEXT}line-break":
                self._put("\n")
            elif tag in (f"{TEXT}change", f"{TEXT}change-start", f"{TEXT}change-end"):
                self._change(one)
            elif tag == f"{OFFICE}annotation":
                self._comment(one)
            elif tag == f"{TEXT}note":
                words = one_line(" ".join("".join(p.itertext()) for p in one.iter(f"{TEXT}p")))
                self.remarks.append(_("Footnote: {words}").format(words=words))
            elif tag == f"{DRAWING}frame":
                self._frame(one)
            elif tag not in _PASSED_BY and isinstance(tag, str):
                name = one.get(f"{TEXT}style-name") or ""
                self.read(one, strong=strong or self._reader.is_bold(name))
            self._take(one.tail, strong=strong)

    def _take(self, words: str | None, *, strong: bool) -> None:
        if words:
            self._put(words.replace("\n", " "))
            if words.strip() and self._added is None:
                self._weights.append(strong)

    def _put(self, words: str) -> None:
        (self._added[1] if self._added is not None else self.said).append(words)

    def _change(self, element: etree._Element) -> None:
        kind, who, taken = self._reader.change(element.get(f"{TEXT}change-id") or "")
        if element.tag == f"{TEXT}change" and kind == "deletion" and taken:
            self._reader.note("changes")
            self._put(taken)
            said = _("{who} proposes to delete “{words}”")
            self.remarks.append(said.format(who=who or "?", words=one_line(taken)))
        elif element.tag == f"{TEXT}change-start" and kind == "insertion":
            self._added = who, []
        elif element.tag == f"{TEXT}change-end" and self._added is not None:
            (who, words), self._added = self._added, None
            if text := one_line("".join(words)):
                self._reader.note("changes")
                said = _("{who} proposes to insert “{words}”")
                self.remarks.append(said.format(who=who or "?", words=text))

    def _comment(self, element: etree._Element) -> None:
        who = element.findtext(f"{_DC}creator") or "?"
        words = one_line(" ".join("".join(p.itertext()) for p in element.iter(f"{TEXT}p")))
        if words:
            self._reader.note("comments")
            said = _("Comment by {who}: {words}")
            self.remarks.append(said.format(who=who, words=words))

    def _frame(self, frame: etree._Element) -> None:
        words = one_line(" ".join(one.text or "" for one in frame if "}desc" in str(one.tag)))
        for one in frame:
            if one.tag == f"{DRAWING}text-box":
                self.boxes.append(one)
            elif one.tag == f"{DRAWING}image":
                target = one.get(f"{_XLINK}href") or ""
                if "://" in target or target.startswith(("/", "..")):
                    self.remarks.append(self._reader.pictures.elsewhere())
                elif found := self._reader.pictures.inside(target.removeprefix("./"), words):
                    self.pictures.append(found)
                return


def _changes(root: etree._Element) -> dict[str, tuple[str, str, str]]:
    found = {}
    for region in root.iter(f"{TEXT}changed-region"):
        for kind in region:
            who = kind.findtext(f".//{_DC}creator") or ""
            words = " ".join("".join(p.itertext()) for p in kind.iter(f"{TEXT}p", f"{TEXT}h"))
            number = region.get(f"{TEXT}id") or ""
            found[number] = etree.QName(kind).localname, who, words
    return found


def _comes_from(style: etree._Element | None, name: str) -> bool:
    return style is not None and style.get(f"{STYLE}parent-style-name") == name


def _is_bold(style: etree._Element | None) -> bool:
    properties = style.find(f"{STYLE}text-properties") if style is not None else None
    return properties is not None and properties.get(f"{_FO}font-weight") in ("bold", "700", "800")
