"""PDF files: words with their place and size on the page, put together to lines and passages."""

import logging
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from app.core.documents import limits, problems
from app.core.documents.cleaning import one_line
from app.core.documents.content import Content, Format
from app.core.documents.pdf_layout import Word, lines, passages
from app.core.documents.pictures import Pictures
from app.core.memory.reading.pdf import LIMITS, failures
from app.core.progress import Progress, checkpoint
from app.core.words import ngettext

_JPEG = {"/DCTDecode": ".jpg", "/JPXDecode": ".jp2"}
"""Pictures that a PDF holds as a file of their own."""
_SMALL = 2_000
"""Bytes of what is a rule or a logo's corner rather than a picture."""
_PATIENCE = limits.SECONDS * 0.75


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
        pages, missing = _pages(reader, count, progress)
        pictures = Pictures(lambda _name, _most: None)
        has_pictures = _keep_pictures(reader, pictures)
        title = _title(reader)
    if not any(pages):
        raise problems.scanned() if has_pictures or not missing else problems.damaged()
    notices = list(pictures.notices)
    if missing:
        said = ngettext(
            "{count} page of {all} could not be read.",
            "{count} pages of {all} could not be read.",
            missing,
        )
        notices.append(said.format(count=missing, all=count))
    found = tuple(passages([lines(page) for page in pages]))
    return Content(Format.PDF, found, title, pictures.kept, tuple(notices))


def _pages(reader: Any, count: int, progress: Progress) -> tuple[list[list[Word]], int]:
    """The words of each page, and how many pages could not be read."""
    damaged, until = failures(), time.monotonic() + _PATIENCE
    found, missing = [], 0
    for number in range(count):
        checkpoint(progress)
        progress.report(number / count)
        words: list[Word] = []
        try:
            if time.monotonic() > until:
                raise TimeoutError
            reader.pages[number].extract_text(visitor_text=_collector(words))
        except damaged:
            missing += 1
            words = []
        found.append(words)
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


def _keep_pictures(reader: Any, pictures: Pictures) -> bool:
    """Keep those that are files of their own; whether there are any of any kind."""
    found, seen, damaged = False, set(), failures()
    for page in reader.pages:
        try:
            for name, one in _images(page):
                found = True
                data = one._data
                if id(one) in seen or len(data) < _SMALL:
                    continue
                seen.add(id(one))
                ending = _JPEG.get(_filter(one), "")
                room = len(pictures.kept) < limits.PICTURES
                if ending and room and len(data) <= limits.PICTURE_BYTES:
                    pictures.keep(f"{name.strip('/')}{ending}", bytes(data))
                else:
                    pictures.leave_out()
        except damaged:
            continue
    return found


def _images(page: Any) -> Iterator[tuple[str, Any]]:
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    for name, one in (objects.get_object() if objects is not None else {}).items():
        thing = one.get_object()
        if thing.get("/Subtype") == "/Image":
            yield str(name), thing


def _filter(picture: Any) -> str:
    said = picture.get("/Filter")
    if isinstance(said, list):
        return str(said[0]) if len(said) == 1 else ""
    return str(said)


def _title(reader: Any) -> str:
    try:
        return one_line(str((reader.metadata or {}).get("/Title") or ""))
    except failures():
        return ""
