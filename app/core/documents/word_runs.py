"""The words of a paragraph of a Word document.

Changes that were tracked are not obeyed: the words are those before them, and each change is a
remark. So is each comment.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from app.core.documents.cleaning import cleaned, one_line
from app.core.documents.content import Passage
from app.core.documents.pictures import Pictures
from app.core.documents.word_numbering import W, is_on
from app.core.words import _

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_V = "{urn:schemas-microsoft-com:vml}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_ADDED = (f"{W}ins", f"{W}moveTo")
_TAKEN = (f"{W}del", f"{W}moveFrom")
_INSIDE = frozenset(
    {f"{W}hyperlink", f"{W}smartTag", f"{W}sdt", f"{W}sdtContent", f"{W}fldSimple", f"{W}customXml"}
)
_SIGNS = {f"{W}tab": " ", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_PAGE = ("page", "column")

Relations = dict[str, tuple[str, str, bool]]


@dataclass(frozen=True, slots=True)
class Sources:
    """The parts that runs point to, and what the names in them stand for."""

    comments: etree._Element | None
    footnotes: etree._Element | None
    endnotes: etree._Element | None
    relations: Relations


@dataclass(slots=True)
class Said:
    """What a paragraph says: `text` before the tracked changes, `proposed` after them.

    `boxes` are the text boxes that hang on it.
    """

    text: str = ""
    proposed: str = ""
    is_bold: bool = False
    remarks: tuple[str, ...] = ()
    pictures: list[Passage] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)


class Runs:
    """Reads one paragraph after the other."""

    def __init__(self, sources: Sources, pictures: Pictures) -> None:
        self._relations, self._pictures = sources.relations, pictures
        self._comments = _notes(sources.comments, "comment")
        self._footnotes = _notes(sources.footnotes, "footnote")
        self._endnotes = _notes(sources.endnotes, "endnote")
        self._changes = self._remarked = self._hidden = 0

    def notices(self) -> Iterator[str]:
        """About the whole document."""
        if self._changes:
            yield _("It has tracked changes. The text is read as it was before them.")
        if self._remarked:
            yield _("It has comments. They are shown beside the text.")
        if self._hidden:
            yield _("It has hidden text, which was left out.")

    def read(self, paragraph: etree._Element) -> Said:
        """What a paragraph says."""
        one = _Paragraph(self)
        one.read(paragraph, added=False, taken=False)
        said = one.said
        said.text, said.proposed = cleaned("".join(one.before)), cleaned("".join(one.after))
        said.is_bold = bool(one.weights) and all(one.weights)
        said.remarks = tuple(one.remarks)
        self._changes += one.changes
        return said

    def comment(self, element: etree._Element) -> str:
        """What was remarked there."""
        known = {
            f"{W}commentReference": self._comments,
            f"{W}footnoteReference": self._footnotes,
            f"{W}endnoteReference": self._endnotes,
        }[element.tag]
        who, words = known.get(element.get(f"{W}id", ""), ("", ""))
        if not words:
            return ""
        if known is self._comments:
            self._remarked += 1
            return _("Comment by {who}: {words}").format(who=who or "?", words=words)
        return _("Footnote: {words}").format(words=words)

    def hide(self) -> None:
        """Count text that nobody sees."""
        self._hidden += 1

    def picture(self, name: str, words: str, *, linked: bool) -> Passage | str | None:
        """A picture by the name that the part uses: its passage, a remark, or nothing."""
        _kind, target, is_outside = self._relations.get(name, ("", "", linked))
        if is_outside or linked:
            return self._pictures.elsewhere()
        return self._pictures.inside(target, words)


class _Paragraph:
    """What was read so far."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self.said = Said()
        self.before: list[str] = []
        self.after: list[str] = []
        self.weights: list[bool] = []
        self.remarks: list[str] = []
        self.changes = 0

    def read(self, parent: etree._Element, *, added: bool, taken: bool) -> None:
        for element in parent:
            tag = element.tag
            if tag == f"{W}r":
                self._run(element, added=added, taken=taken)
            elif tag in _ADDED or tag in _TAKEN:
                self._change(element, is_new=tag in _ADDED)
            elif tag in _INSIDE:
                self.read(element, added=added, taken=taken)
            elif tag == f"{_MC}AlternateContent":
                self._alternative(element, added=added, taken=taken)

    def _change(self, element: etree._Element, *, is_new: bool) -> None:
        start = len(self.after if is_new else self.before)
        self.read(element, added=is_new, taken=not is_new)
        words = one_line("".join((self.after if is_new else self.before)[start:]))
        if not words:
            return
        self.changes += 1
        who = element.get(f"{W}author") or "?"
        said = (
            _("{who} proposes to insert “{words}”")
            if is_new
            else _("{who} proposes to delete “{words}”")
        )
        self.remarks.append(said.format(who=who, words=words))

    def _run(self, run: etree._Element, *, added: bool, taken: bool) -> None:
        properties = run.find(f"{W}rPr")
        if properties is not None and is_on(properties.find(f"{W}vanish")):
            self._runs.hide()
            return
        words = "".join(self._signs(run, added=added, taken=taken))
        if words.strip():
            bold = properties.find(f"{W}b") if properties is not None else None
            self.weights.append(is_on(bold))
        if not added:
            self.before.append(words)
        if not taken:
            self.after.append(words)

    def _signs(self, run: etree._Element, *, added: bool, taken: bool) -> Iterator[str]:
        for element in run:
            tag = element.tag
            if tag in (f"{W}t", f"{W}delText"):
                yield element.text or ""
            elif tag in _SIGNS:
                yield _SIGNS[tag]
            elif tag == f"{W}br":
                yield "" if element.get(f"{W}type") in _PAGE else "\n"
            elif tag in (f"{W}commentReference", f"{W}footnoteReference", f"{W}endnoteReference"):
                if remark := self._runs.comment(element):
                    self.remarks.append(remark)
            elif tag in (f"{W}drawing", f"{W}pict", f"{W}object"):
                self._drawn(element)
            elif tag == f"{_MC}AlternateContent":
                self._alternative(run, added=added, taken=taken)

    def _alternative(self, parent: etree._Element, *, added: bool, taken: bool) -> None:
        """The first form of something that is there in several, for programs of several ages."""
        choice = parent.find(f".//{_MC}Choice")
        if choice is not None:
            for drawn in choice.iter(f"{W}drawing", f"{W}pict"):
                self._drawn(drawn)
            self.read(choice, added=added, taken=taken)

    def _drawn(self, element: etree._Element) -> None:
        self.said.boxes += element.iter(f"{W}txbxContent")
        named = element.find(f".//{_DRAWN}docPr")
        words = one_line((named.get("descr") or "") if named is not None else "")
        for blip in element.iter(f"{_A}blip"):
            if name := blip.get(f"{_R}embed"):
                self._picture(name, words, linked=False)
            elif name := blip.get(f"{_R}link"):
                self._picture(name, words, linked=True)
        for data in element.iter(f"{_V}imagedata"):
            if name := data.get(f"{_R}id"):
                self._picture(name, words or one_line(data.get("title") or ""), linked=False)

    def _picture(self, name: str, words: str, *, linked: bool) -> None:
        found = self._runs.picture(name, words, linked=linked)
        if isinstance(found, str):
            self.remarks.append(found)
        elif found is not None:
            self.said.pictures.append(found)


def _notes(root: etree._Element | None, name: str) -> dict[str, tuple[str, str]]:
    """Who said what, by its number."""
    found = {}
    for one in root.iterfind(f"{W}{name}") if root is not None else ():
        words = one_line(
            " ".join("".join(t.text or "" for t in p.iter(f"{W}t")) for p in one.iter(f"{W}p"))
        )
        found[one.get(f"{W}id", "")] = one.get(f"{W}author") or "", words
    return found
