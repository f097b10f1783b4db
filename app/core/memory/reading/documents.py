"""Documents as fragments to remember: Markdown, plain text, JSON Lines, the text of PDF files."""

import errno
import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from app.core.memory.document_metadata import of_object
from app.core.memory.reading import pdf
from app.core.memory.reading.decoding import Unreadable, decode, whole
from app.core.memory.reading.split import Fragment, fragments
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _, ngettext

TEXTS = frozenset({".md", ".markdown", ".mdown", ".txt", ".text", ".rst", ".org", ".log"})
LINES = frozenset({".jsonl", ".ndjson"})
PDF = ".pdf"
KINDS = TEXTS | LINES | {PDF}
"""The endings of what can be read; anything else in a folder is passed over."""
LARGEST = 50_000_000
"""Bytes of a document. Nobody wrote a longer one by hand."""
_FIELDS = ("text", "content", "body", "message")
_TITLES = ("title", "name", "heading", "topic")


def read(
    path: Path,
    progress: Progress = SILENT,
    left_out: Callable[[str], None] = lambda _why: None,
    largest: int = LARGEST,
) -> Iterator[Fragment]:
    """The fragments of one file, as they are read; `left_out` is told what could not be.

    Raises `Unreadable` if nothing can be, `Cancelled`.
    """
    found = False
    try:
        _look(path, largest)
        for fragment in _fragments(path, progress, left_out, largest):
            checkpoint(progress)
            found = True
            yield fragment
    except OSError as error:
        raise why_not(error) from error
    if not found:
        raise Unreadable(_("It contains no words."), _("Add some text, or leave it out."))


def _look(path: Path, largest: int) -> None:
    """Pipes and devices never end, so they are not opened."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise Unreadable(
            _("It is a pipe or a device, not a file."),
            _("Save its output as a file and import that."),
        )
    if about.st_size > largest:
        raise _too_large(largest)


def _fragments(
    path: Path, progress: Progress, left_out: Callable[[str], None], largest: int
) -> Iterator[Fragment]:
    kind = path.suffix.casefold()
    if kind == PDF:
        yield from fragments("\n\n".join(pdf.pages(path, progress, left_out)))
        return
    with path.open("rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise _too_large(largest)
    text = whole(decode(data))
    yield from _of_lines(text, progress, left_out) if kind in LINES else fragments(text, progress)


def _of_lines(text: str, progress: Progress, left_out: Callable[[str], None]) -> Iterator[Fragment]:
    """One memory, or several, for each line that is an object with a text in it."""
    wrong, number, end, has_text = list[str](), 0, 0, False
    while end < len(text):
        number, start, end = number + 1, end, (text.find("\n", end) + 1) or len(text)
        if not text[start:end].strip():
            continue
        checkpoint(progress)
        progress.report(start / len(text))
        try:
            found = _of_line(text[start:end], number)
        except Unreadable as error:
            wrong.append(str(error))
            continue
        has_text = True
        yield from found
    if wrong and not has_text:
        raise Unreadable(wrong[0], _("Each line must be an object with a “text” field."))
    if wrong:
        said = ngettext("{count} line was left out.", "{count} lines were left out.", len(wrong))
        left_out(f"{wrong[0]} {said.format(count=len(wrong))}")


def _of_line(line: str, number: int) -> list[Fragment]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable(_("Line {number} is not valid JSON.").format(number=number)) from error
    fields = found if isinstance(found, dict) else {"text": found}
    said, title = whole(_first(fields, _FIELDS)), whole(_first(fields, _TITLES))
    about = of_object(fields)
    parts = [
        Fragment(" › ".join(filter(None, [title, part.title])), part.text, about)
        for part in fragments(said)
    ]
    if not parts:
        raise Unreadable(_("Line {number} has no text.").format(number=number))
    return parts


def _first(fields: dict[str, object], names: tuple[str, ...]) -> str:
    values = (fields.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def _too_large(largest: int) -> Unreadable:
    return Unreadable(
        _("It is larger than {most} MB.").format(most=largest // 1_000_000),
        _("Split it into several files."),
    )


def why_not(error: OSError) -> Unreadable:
    """Why a file or folder cannot be read, and what to do about it."""
    if isinstance(error, FileNotFoundError):
        if error.filename is not None and Path(error.filename).is_symlink():
            return Unreadable(
                _("It is a link to a file that does not exist."),
                _("Import the file it was meant to point to."),
            )
        return Unreadable(
            _("It cannot be found."), _("Check where it was moved, then import it again.")
        )
    if isinstance(error, PermissionError):
        return Unreadable(
            _("You do not have permission to read it."), _("Give yourself permission to read it.")
        )
    if error.errno == errno.ENAMETOOLONG:
        return Unreadable(_("Its path is too long."), _("Move it to a folder with a shorter path."))
    if error.errno == errno.ELOOP:
        return Unreadable(
            _("It is a link that points to itself."), _("Import the file it was meant to point to.")
        )
    return Unreadable(
        _("It cannot be read ({code}).").format(code=errno.errorcode.get(error.errno or 0, "?")),
        _("Copy it to another disk and import the copy."),
    )
