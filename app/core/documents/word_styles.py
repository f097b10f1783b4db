"""What the styles of a Word document say of a paragraph: whether it is a heading, and its list."""

from dataclasses import dataclass, replace

from lxml import etree

from app.core.documents.counters import whole_number
from app.core.documents.word_numbering import W, is_on

_BODY = 9
"""The outline level of what is no heading."""
_LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Style:
    """`outline` counts from 0, None for no heading; `number` and `level` are of a list."""

    name: str = ""
    outline: int | None = None
    number: str | None = None
    level: int | None = None
    is_bold: bool = False
    indent: int = 0
    has_indent: bool = False

    @property
    def is_title(self) -> bool:
        return self.name == "title"

    @property
    def is_contents(self) -> bool:
        return self.name.startswith("toc")


class Styles:
    """By their id, each with what it takes over from the one it is based on."""

    def __init__(self, root: etree._Element | None) -> None:
        self._elements: dict[str, etree._Element] = {}
        self._known: dict[str, Style] = {}
        self._usual = ""
        for one in root.iterfind(f"{W}style") if root is not None else ():
            if one.get(f"{W}type") == "paragraph":
                self._elements[one.get(f"{W}styleId", "")] = one
                if one.get(f"{W}default") in ("1", "true"):
                    self._usual = one.get(f"{W}styleId", "")

    def of(self, paragraph: etree._Element) -> Style:
        """The style of a paragraph, with what it says of itself."""
        properties = paragraph.find(f"{W}pPr")
        named = properties.find(f"{W}pStyle") if properties is not None else None
        style = self._style(named.get(f"{W}val", "") if named is not None else self._usual)
        return _with(style, properties) if properties is not None else style

    def _style(self, name: str) -> Style:
        if name not in self._known:
            chain: list[etree._Element] = []
            at = name
            while at in self._elements and len(chain) < _LONGEST_CHAIN:
                chain.append(self._elements[at])
                based = chain[-1].find(f"{W}basedOn")
                at = based.get(f"{W}val", "") if based is not None else ""
            style = Style()
            for element in reversed(chain):
                style = _of_style(style, element)
            self._known[name] = style
        return self._known[name]


def _of_style(before: Style, element: etree._Element) -> Style:
    name = element.find(f"{W}name")
    said = (name.get(f"{W}val") or "").casefold() if name is not None else ""
    style = replace(before, name=said)
    properties = element.find(f"{W}pPr")
    if properties is not None:
        style = _with(style, properties)
    if said.startswith("heading ") and said[8:].isdigit():
        style = replace(style, outline=int(said[8:]) - 1)
    bold = element.find(f"{W}rPr/{W}b")
    return replace(style, is_bold=is_on(bold)) if bold is not None else style


def _with(style: Style, properties: etree._Element) -> Style:
    outline = properties.find(f"{W}outlineLvl")
    if outline is not None:
        level = whole_number(outline.get(f"{W}val"), _BODY)
        style = replace(style, outline=level if level < _BODY else None)
    number = properties.find(f"{W}numPr/{W}numId")
    if number is not None:
        style = replace(style, number=number.get(f"{W}val"))
    level_said = properties.find(f"{W}numPr/{W}ilvl")
    if level_said is not None:
        style = replace(style, level=whole_number(level_said.get(f"{W}val"), 0))
    indent = properties.find(f"{W}ind")
    if indent is not None:
        left = indent.get(f"{W}left") or indent.get(f"{W}start")
        style = replace(style, indent=whole_number(left, style.indent), has_indent=left is not None)
    return style
