"""What a command answers: the same thing as a document for programs and as text for people."""

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.core.errors import AppError
from app.core.words import _

if TYPE_CHECKING:
    from app.core.api.documents import SkillDocument

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that move the cursor, change the terminal or turn the direction of the text."""

_HELPS = {
    "damaged-vault": "backup --list",
    "unreadable-vault": "backup --list",
    "no-vault": "init",
    "no-model": "model list",
    "pack-older": "import --allow-older",
    "publisher-name-needed": "identity --name NAME",
}
"""The command that does what the hint of an error advises, by the code of the error."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` goes out as JSON under `--json`, `text` otherwise; `status` is the exit status."""

    document: Any
    text: str
    status: int = 0


def deliver(answer: Answer, *, as_json: bool) -> int:
    """Print the answer on standard output; return the exit status.

    A text is printed as it is, so that it can be kept in a file; only a terminal is protected
    from what may be written in it.
    """
    if as_json:
        _print_document(answer.document)
    else:
        is_terminal = sys.stdout and sys.stdout.isatty()
        _print(harmless(answer.text) if is_terminal else answer.text, None)
    return answer.status


def fail(error: AppError, *, as_json: bool) -> int:
    """`complain`, and tell a program that reads documents the same in one."""
    status = complain(error)
    if as_json:
        from app.core.api.failures import failure  # noqa: PLC0415  most commands succeed

        try:
            _print_document(failure(error))
        except (BrokenPipeError, AppError):
            _drop_output()  # nobody reads it, and what went wrong was said
    return status


def _print_document(document: Any) -> None:
    _print(json.dumps(document, ensure_ascii=False, indent=2), "utf-8")


def _print(text: str, encoding: str | None) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What the terminal's character set lacks is written out, instead of failing.
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    try:
        print(text, end="" if text.endswith("\n") or not text else "\n", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop_output()
        raise AppError(
            _("The answer cannot be written: {why}.").format(why=error.strerror or error)
        ) from error


def abandon() -> int:
    """The reader of our output has left."""
    _drop_output()
    return 1


def _drop_output() -> None:
    """Keep Python from trying once more, and complaining, on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(error: AppError) -> int:
    """Print the sentence and the hint on standard error; return exit status 1.

    Where a command does what the hint advises, it is named.
    """
    tell(str(error))
    if error.hint:
        command = _HELPS.get(error.code)
        tell(f"{error.hint} (`techne {command}`)" if command else error.hint)
    return 1


def tell(message: str) -> None:
    """Progress and messages go to standard error, so that answers can be piped."""
    print(harmless(message), file=sys.stderr, flush=True)


def harmless(text: str) -> str:
    """`text` with control characters written out; tabs and line ends stay."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text.replace("\r\n", "\n"))


def to_seconds(moment: str) -> str:
    """A moment of a document, without the fractions of a second."""
    return datetime.fromisoformat(moment).isoformat(timespec="seconds")


def titles(skills: "Iterable[SkillDocument]") -> str:
    """The names of skills in one line."""
    return ", ".join(skill["title"] for skill in skills)


def table(rows: Sequence[tuple[str, ...]], header: tuple[str, ...]) -> str:
    """Columns wide enough for their longest cell; the last one is not padded."""
    everything = [header, *rows]
    widths = [max(len(row[n]) for row in everything) for n in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in everything
    )
