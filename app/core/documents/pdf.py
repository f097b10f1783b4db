"""PDF files: words and pictures with their place on the page, put together to passages."""

import logging
import time
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from app.core.documents import limits, problems
from app.core.documents.cleaning import one_line
from app.core.documents.content import Content, Format
from app.core.documents.pdf_layout import Drawn, Word, lines, passages
from app.core.documents.pdf_pictures import UNPACKED, file_of, images, is_small
from app.core.documents.pictures import Pictures
from app.core.memory.reading.pdf import LIMITS, failures
from app.core.progress import Progress, checkpoint
from app.core.words import ngettext

_PATIENCE = limits.SECONDS * 0.75
_ROOM = (
    "zlib_maximum_output_length", "lzw_maximum_output_length", "run_length_maximum_output_length",
)  # fmt: skip
_PAGE = 0.8
"""Of a page, from which on a picture is the page itself: a scan below the words that were read."""


@dataclass(slots=True)
class _Page:
    words: list[Word] = field(default_factory=list)
    drawn: dict[str, Drawn] = field(default_factory=dict)
    """Pictures, by the names the page has for them."""


def read(data: bytes, progress: Progress) -> Content:
    """What the file says; raises `Unreadable`, `Cancelled`."""
    from pypdf import PdfReader, apply_configuration, get_configuration  # noqa: PLC0415

    damaged = failures()
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    with apply_configuration(get_configuration().with_overwrites(**LIMITS)):
        try:
            reader = PdfReader(BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise problems.locked()
            count = len(reader.pages)
        except damaged as error:
            raise problems.damaged() from error
        if count > limits.PAGES:
            raise problems.too_many_pages()
        until = time.monotonic() + _PATIENCE
        pages, missing = _pages(reader, count, progress, until)
        if not any(page.words for page in pages):
            has_pictures = any(page.drawn for page in pages)
            raise problems.scanned() if has_pictures or not missing else problems.damaged()
        pictures = Pictures(lambda _name, _most: None)
        _keep_pictures(reader, pages, pictures, until)
        title = _title(reader)
    notices = list(pictures.notices)
    if missing:
        said = ngettext(
            "{count} page of {all} could not be read.",
            "{count} pages of {all} could not be read.",
            missing,
        )
        notices.append(said.format(count=missing, all=count))
    found = tuple(
        passages([lines(page.words) for page in pages], [[*page.drawn.values()] for page in pages])
    )
    return Content(Format.PDF, found, title, pictures.kept, tuple(notices))


def _pages(reader: Any, count: int, progress: Progress, until: float) -> tuple[list[_Page], int]:
    """What is drawn on each page, and how many pages could not be read."""
    damaged = failures()
    found, missing = [], 0
    for number in range(count):
        checkpoint(progress)
        progress.report(number / count)
        page = _Page()
        try:
            if time.monotonic() > until:
                raise TimeoutError
            reader.pages[number].extract_text(
                visitor_text=_collector(page.words),
                visitor_operand_before=_picture_collector(page.drawn),
            )
        except damaged:
            missing += 1
            page = _Page()
        found.append(page)
    return found, missing


def _collector(words: list[Word]) -> Any:
    def collect(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        if not text.strip():
            return
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        scale = (abs(tm[3]) or abs(tm[1]) or 1) * (abs(cm[3]) or abs(cm[1]) or 1)
        name = str((font or {}).get("/BaseFont", "")).casefold()
        is_bold = any(sign in name for sign in ("bold", "black", "heavy", "semibold", "demi"))
        words.append(Word(text, x, y, abs(size) * scale, is_bold))

    return collect


def _picture_collector(drawn: dict[str, Drawn]) -> Any:
    """Notes what may be a picture: it is drawn on the square from 0 to 1 as it is placed."""

    def collect(operator: bytes, operands: list[Any], cm: list[float], _tm: list[float]) -> None:
        if operator == b"Do" and operands:
            middle = (cm[1] + cm[3]) / 2 + cm[5]
            drawn[str(operands[0])] = Drawn(middle, abs(cm[0] * cm[3] - cm[1] * cm[2]))

    return collect


def _keep_pictures(reader: Any, pages: list[_Page], pictures: Pictures, until: float) -> None:
    """Keep what can be kept; of what is drawn on a page only that stays."""
    names: dict[int, str] = {}
    for number, page in enumerate(pages):
        drawn, page.drawn = page.drawn, {}
        try:
            sheet = reader.pages[number]
            whole = float(sheet.mediabox.width) * float(sheet.mediabox.height)
            for name, picture in images(sheet):
                place = drawn.get(name)
                if place is None or is_small(picture):
                    continue
                if id(picture) not in names:
                    is_page = place.area > whole * _PAGE
                    names[id(picture)] = "" if is_page else _kept(picture, pictures, until)
                    if not names[id(picture)]:
                        pictures.leave_out()
                if names[id(picture)]:
                    page.drawn[name] = replace(place, file=names[id(picture)])
        except failures():
            continue


def _kept(picture: Any, pictures: Pictures, until: float) -> str:
    """The file it is kept as; empty if it cannot be kept."""
    from pypdf import apply_configuration, get_configuration  # noqa: PLC0415

    if len(pictures.kept) >= limits.PICTURES or time.monotonic() > until:
        return ""
    try:
        room = dict.fromkeys(_ROOM, UNPACKED)
        with apply_configuration(get_configuration().with_overwrites(**room)):
            found = file_of(picture)
    except failures():
        return ""
    if found is None or len(found[1]) > limits.PICTURE_BYTES:
        return ""
    return pictures.keep(f"picture-{len(pictures.kept) + 1}{found[0]}", found[1])


def _title(reader: Any) -> str:
    try:
        return one_line(str((reader.metadata or {}).get("/Title") or ""))
    except failures():
        return ""
