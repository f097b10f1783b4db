"""The text of PDF files, page by page, within limits that no honest page comes near."""

import logging
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from app.core.memory.reading.decoding import Unreadable, whole
from app.core.progress import Progress, checkpoint
from app.core.words import _, ngettext

_UNPACKED = 8_000_000
"""Bytes of one page when it is unpacked."""
_SIGNS = 100_000
"""Operators, numbers and words that one page is drawn with."""
LIMITS = {
    "zlib_maximum_output_length": _UNPACKED,
    "lzw_maximum_output_length": _UNPACKED,
    "run_length_maximum_output_length": _UNPACKED,
    "array_based_stream_maximum_output_length": _UNPACKED,
    "stream_decoding_work_maximum_length": 4 * _UNPACKED,
    "stream_parsing_work_maximum_count": _SIGNS,
    "page_tree_maximum_entries": 20_000,
}
_PATIENCE = 120.0
"""Seconds for one file; what was read until then is kept."""
HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])(?=[a-zà-öø-ÿ])")


class _Watch:
    """Looks in at every operator of a page, whether to go on."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._until = time.monotonic() + _PATIENCE

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self._until

    def look(self, *_operation: object) -> None:
        checkpoint(self._progress)
        if self.is_over:
            raise TimeoutError


def pages(path: Path, progress: Progress, left_out: Callable[[str], None]) -> Iterator[str]:
    """The text of every page that can be read; raises `Unreadable`, `Cancelled`, `OSError`."""
    from pypdf import (  # noqa: PLC0415 - few people import PDF files
        PdfReader,
        apply_configuration,
        get_configuration,
    )

    damaged = failures()
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    watch, missing, has_words = _Watch(progress), 0, False
    with apply_configuration(get_configuration().with_overwrites(**LIMITS)):
        try:
            reader = PdfReader(path)
            if reader.is_encrypted and not reader.decrypt(""):
                raise _locked()
            count = len(reader.pages)
        except damaged as error:
            raise _damaged() from error
        for number in range(count):
            checkpoint(progress)
            progress.report(number / count)
            if watch.is_over:
                missing += count - number
                break
            try:
                text = reader.pages[number].extract_text(visitor_operand_before=watch.look)
            except damaged:
                missing += 1
                continue
            has_words = has_words or bool(text.strip())
            yield HYPHEN.sub("", whole(text))
    _say(count, missing, has_words, left_out)


def failures() -> tuple[type[Exception], ...]:
    """What reading a damaged file can end in."""
    from pypdf.errors import DependencyError, PyPdfError  # noqa: PLC0415

    return (
        PyPdfError, DependencyError, TimeoutError, ValueError, KeyError, TypeError, AttributeError,
        IndexError, RecursionError, NotImplementedError, ArithmeticError, AssertionError,
    )  # fmt: skip


def _say(count: int, missing: int, has_words: bool, left_out: Callable[[str], None]) -> None:
    """What could not be read; raises `Unreadable` if that is everything."""
    if not has_words and missing:
        raise _damaged()
    if not has_words:
        raise Unreadable(
            _("It has no text, only images of pages."),
            _("Run OCR on it first."),
        )
    if missing:
        said = ngettext(
            "{count} page of {all} could not be read.",
            "{count} pages of {all} could not be read.",
            missing,
        )
        left_out(said.format(count=missing, all=count))


def _locked() -> Unreadable:
    return Unreadable(
        _("It is locked with a password."),
        _("Open it with the password and save a copy without one."),
    )


def _damaged() -> Unreadable:
    return Unreadable(_("It is damaged."), _("Open it in another program and save it again."))
