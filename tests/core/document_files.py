"""Documents for the tests to read, made with other programs' libraries."""

import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

from app.ui.theme.resources import RESOURCES

Part = tuple[str, str]
"""A kind and its words. Kinds: `title`, `h1` to `h3`, `p`, `b` (a bold line), `1` to `3` (levels of
a numbered list), `-` (a bullet)."""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0"
    "00000301010018dd8db00000000049454e44ae426082"
)


def element(name: str, **attributes: str) -> Any:
    made = OxmlElement(f"w:{name}")
    for key, value in attributes.items():
        made.set(qn(f"w:{key}"), value)
    return made


def outline_numbering(document: Any, formats: Sequence[tuple[str, str]], start: int = 1) -> str:
    """A list of several levels, each a numeral format and its text; its number."""
    numbering = document.part.numbering_part.element
    abstract = element("abstractNum", abstractNumId="900")
    for level, (kind, text) in enumerate(formats):
        one = element("lvl", ilvl=str(level))
        one.append(element("start", val=str(start if level == 0 else 1)))
        one.append(element("numFmt", val=kind))
        one.append(element("lvlText", val=text))
        abstract.append(one)
    numbering.insert(0, abstract)
    listed = element("num", numId="901")
    listed.append(element("abstractNumId", val="900"))
    numbering.append(listed)
    return "901"


def restarted(document: Any, number: int) -> str:
    """Another list of the same looks that begins at 1; its number."""
    listed = element("num", numId=str(number))
    listed.append(element("abstractNumId", val="900"))
    override = element("lvlOverride", ilvl="0")
    override.append(element("startOverride", val="1"))
    listed.append(override)
    document.part.numbering_part.element.append(listed)
    return str(number)


def numbered(paragraph: Any, number: str, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr()
    found = element("numPr")
    found.append(element("ilvl", val=str(level)))
    found.append(element("numId", val=number))
    properties.append(found)


def word(parts: Sequence[Part], formats: Sequence[tuple[str, str]] = ()) -> bytes:
    """A Word document. With `formats` headings and numbered items are of one outline; without,
    each heading has lists of its own."""
    document = Document()
    number = outline_numbering(document, formats or [("decimal", "%1."), ("decimal", "%2.")])
    for at, (kind, text) in enumerate(parts):
        if kind == "title":
            document.add_heading(text, 0)
        elif kind.startswith("h"):
            made = document.add_heading(text, int(kind[1]))
            if formats:
                numbered(made, number, int(kind[1]) - 1)
            else:
                number = restarted(document, 1000 + at)
        elif kind.isdigit():
            numbered(document.add_paragraph(text), number, int(kind) - 1)
        elif kind == "-":
            document.add_paragraph(text, style="List Bullet")
        elif kind == "b":
            document.add_paragraph().add_run(text).bold = True
        else:
            document.add_paragraph(text)
    return saved(document)


def saved(document: Any) -> bytes:
    data = BytesIO()
    document.save(data)
    return data.getvalue()


_FONTS = {"Plain": "Inter-Regular.ttf", "Bold": "Inter-SemiBold.ttf"}
_LOOKS = {
    "title": ("Bold", 18, 60),
    "h1": ("Bold", 12, 60),
    "h2": ("Bold", 11, 60),
    "b": ("Bold", 10, 60),
    "p": ("Plain", 10, 60),
    "1": ("Plain", 10, 60),
    "2": ("Plain", 10, 78),
    "-": ("Plain", 10, 78),
}


def pdf(parts: Sequence[Part], head: str = "", width: int = 80) -> bytes:
    """A PDF file whose paragraphs are broken after `width` characters, `head` on each page."""
    for name, file in _FONTS.items():
        pdfmetrics.registerFont(TTFont(name, RESOURCES / "fonts" / file))
    data = BytesIO()
    paper = canvas.Canvas(data)
    page, y = 1, 0.0

    def begin() -> None:
        nonlocal y
        paper.setFont("Plain", 8)
        if head:
            paper.drawString(60, 815, head)
            paper.drawString(500, 30, f"Page {page}")
        y = 780

    begin()
    for kind, text in parts:
        font, size, x = _LOOKS[kind]
        y -= 8
        for line in _lines(text, width):
            if y < 60:
                paper.showPage()
                page += 1
                begin()
            paper.setFont(font, size)
            paper.drawString(x, y, line)
            y -= size * 1.3
    paper.save()
    return data.getvalue()


def _lines(text: str, width: int) -> list[str]:
    found = [""]
    for word_ in text.split():
        if len(found[-1]) + len(word_) > width and found[-1]:
            found.append("")
        found[-1] = f"{found[-1]} {word_}".strip()
    return found


_ODT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content office:version="1.3"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xlink="http://www.w3.org/1999/xlink">
 <office:automatic-styles><text:list-style style:name="L1">
  <text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/>
  <text:list-level-style-number text:level="2" style:num-suffix=")" style:num-format="a"/>
 </text:list-style></office:automatic-styles>
 <office:body><office:text>{body}</office:text></office:body>
</office:document-content>"""


def odt(body: str, *, files: Sequence[tuple[str, bytes]] = (), manifest: str = "") -> bytes:
    """An OpenDocument text with that XML in it."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", _ODT.format(body=body))
        if manifest:
            archive.writestr("META-INF/manifest.xml", manifest)
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def odt_parts(parts: Sequence[Part]) -> bytes:
    """The same from parts."""
    body, items = "", ""

    def listed() -> str:
        return f'<text:list text:style-name="L1">{items}</text:list>' if items else ""

    for kind, text in parts:
        words = escape(text)
        if kind == "1":
            items += f"<text:list-item><text:p>{words}</text:p></text:list-item>"
            continue
        if kind == "2":
            inner = f"<text:list-item><text:p>{words}</text:p></text:list-item>"
            items = items.removesuffix("</text:list-item>")
            items += f"<text:list>{inner}</text:list></text:list-item>"
            items = items.replace("</text:list><text:list>", "")
            continue
        body, items = body + listed(), ""
        if kind.startswith("h"):
            body += f'<text:h text:outline-level="{kind[1]}">{words}</text:h>'
        elif kind == "title":
            body += f'<text:p text:style-name="Title">{words}</text:p>'
        else:
            body += f"<text:p>{words}</text:p>"
    return odt(body + listed())


def html(parts: Sequence[Part]) -> bytes:
    """A web page."""
    body, is_open = "", False
    for kind, text in parts:
        if kind == "2":
            body = f"{body.removesuffix('</li>')}<ol><li>{escape(text)}</li></ol></li>"
            body = body.replace("</ol><ol>", "")
            continue
        if kind != "1" and is_open:
            body, is_open = body + "</ol>", False
        if kind == "1" and not is_open:
            body, is_open = body + "<ol>", True
        name = {"title": "h1", "1": "li", "-": "li", "b": "p"}.get(kind, kind)
        if kind.startswith("h"):
            name = f"h{int(kind[1]) + 1}"
        body += f"<{name}>{escape(text)}</{name}>"
    closed = "</ol>" if is_open else ""
    page = f"<!DOCTYPE html><html><head><meta charset='utf-8'></head><body>{body}{closed}"
    return f"{page}</body></html>".encode()
