"""What a command answers: the same thing as a document for programs and as text for people."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.core.errors import AppError


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` goes out as JSON under `--json`, `text` otherwise; `status` is the exit status."""

    document: Any
    text: str
    status: int = 0


def deliver(answer: Answer, *, as_json: bool) -> int:
    """Print the answer on standard output; return the exit status."""
    if as_json:
        print(json.dumps(answer.document, ensure_ascii=False, indent=2))
    elif answer.text:
        print(answer.text)
    sys.stdout.flush()
    return answer.status


def complain(error: AppError) -> int:
    """Print the sentence and the hint on standard error; return exit status 1."""
    tell(str(error))
    if error.hint:
        tell(error.hint)
    return 1


def tell(message: str) -> None:
    """Progress and messages go to standard error, so that answers can be piped."""
    print(message, file=sys.stderr, flush=True)


def table(rows: Sequence[tuple[str, ...]], header: tuple[str, ...]) -> str:
    """Columns wide enough for their longest cell; the last one is not padded."""
    everything = [header, *rows]
    widths = [max(len(row[n]) for row in everything) for n in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in everything
    )
