"""Tables as passages: of steps, of facts, or only there for the layout."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from app.core.documents.cleaning import one_line
from app.core.documents.content import Form, Passage

Cell = Sequence[Passage]
Row = Sequence[Cell]
_LABEL = re.compile(r"(?:\D{1,12}\s)?\(?((?:\d{1,3}|[a-z])(?:\.\d{1,3})*)[.):]?", re.IGNORECASE)
_VERSION = re.compile(
    r"\b(?:vers|rev|ausgabe|[eé]dition|edici[oó]n|edizione|edi[tț]ia|date|datum|fecha|data)",
    re.IGNORECASE,
)
"""Heads of a column that numbers the versions of a document."""
_TABLE = re.compile(r"^[ \t]*\|.+\|\n[ \t]*\|(?: --- \|)+(?:\n[ \t]*\|.+\|)*$", re.MULTILINE)
_RULE = re.compile(r"\|(?: --- \|)+")
_BETWEEN = re.compile(r"(?<!\\)\|")
_ENDS = (".", ";", ":", "!", "?")
_LONGEST_CELL = 1_000
"""Characters; a cell that says more is there for the layout."""


def passages(rows: Sequence[Row]) -> Iterator[Passage]:
    """What a table says, in the order of reading."""
    filled = [row for row in rows if any(map(_said, row))]
    if _is_layout(filled):
        yield from chain.from_iterable(chain.from_iterable(filled))
    elif (steps := _steps(filled)) is not None:
        yield from steps
    else:
        yield from _facts(filled)


def cells(text: str) -> list[list[str]]:
    """The rows of a table as a passage has it, without the line below its head."""
    lines = [line.strip() for line in text.splitlines()]
    rows = [line for line in lines if not _RULE.fullmatch(line)]
    return [[_bare(cell) for cell in _BETWEEN.split(row.strip()[1:-1])] for row in rows]


def as_words(text: str) -> str:
    """A text with the cells of its tables one after the other: for one who looks at no table."""

    def said(table: re.Match[str]) -> str:
        *rows, last = [" · ".join(filter(None, row)) for row in cells(table[0])]
        ended = [row if row.endswith(_ENDS) else f"{row};" for row in rows]
        return "\n".join((*ended, last))

    return _TABLE.sub(said, text)


def _bare(cell: str) -> str:
    return cell.replace("\\|", "|").strip()


def _said(cell: Cell) -> str:
    return one_line(" ".join(f"{one.label} {one.text}" for one in cell if one.form != Form.PICTURE))


def _is_layout(rows: Sequence[Row]) -> bool:
    """One column or one row, or cells that hold a document of their own."""
    if len(rows) < 2 or all(sum(bool(cell) for cell in row) < 2 for row in rows):
        return True
    cells = list(chain.from_iterable(rows))
    if any(one.form in (Form.HEADING, Form.TITLE) for cell in cells for one in cell):
        return True
    items = sum(one.form is Form.ITEM for cell in cells for one in cell)
    single = all(sum(one.form is Form.ITEM for one in cell) < 2 for cell in cells)
    return (bool(items) and not single) or any(len(_said(cell)) > _LONGEST_CELL for cell in cells)


def _steps(rows: Sequence[Row]) -> list[Passage] | None:
    """The rows as items of a list if the first column numbers them; None if it does not.

    The column with most words says what to do; the others follow it in brackets, each with its
    head ("Responsible: nurse").
    """
    head = None if _label(rows[0]) else [_said(cell) for cell in rows[0]]
    body = rows[1:] if head is not None else rows
    labels = [_label(row) for row in body]
    if not body or not _counts_up(labels) or (head and _VERSION.search(head[0])):
        return None
    width = max(map(len, body))
    lengths = [sum(len(_said(row[n])) for row in body if n < len(row)) for n in range(1, width)]
    if not lengths or not max(lengths):
        return None
    action = 1 + lengths.index(max(lengths))
    found = []
    for row in body:
        said = _said(row[action]) if action < len(row) else ""
        beside = [
            f"{head[n]}: {text}" if head is not None and n < len(head) and head[n] else text
            for n, cell in enumerate(row)
            if n not in (0, action) and (text := _said(cell))
        ]
        text = f"{said} ({'; '.join(beside)})" if beside else said
        label = _label(row)
        found.append(Passage(Form.ITEM, text, label.count("."), _dotted(label), _remarks(row)))
        found += _pictures(row)
    return found


def _counts_up(labels: Sequence[str]) -> bool:
    """Whether they are the numbers of steps, each after the one before."""
    if not all(labels):
        return False
    numbers = [[_value(part) for part in label.split(".")] for label in labels]
    return all(before < after for before, after in pairwise(numbers))


def _value(part: str) -> int:
    return int(part) if part.isdigit() else ord(part.casefold())


def _label(row: Row) -> str:
    match = _LABEL.fullmatch(_said(row[0])) if row else None
    return match[1] if match is not None else ""


def _dotted(label: str) -> str:
    return label if "." in label else f"{label}."


def _facts(rows: Sequence[Row]) -> Iterator[Passage]:
    width = max(map(len, rows))
    lines = []
    for number, row in enumerate(rows):
        cells = [_said(cell).replace("|", "\\|") for cell in row]
        lines.append("| " + " | ".join(cells + [""] * (width - len(cells))) + " |")
        if number == 0:
            lines.append("|" + " --- |" * width)
    yield Passage(Form.TABLE, "\n".join(lines), -1, remarks=tuple(chain(*map(_remarks, rows))))
    for row in rows:
        yield from _pictures(row)


def _pictures(row: Row) -> list[Passage]:
    return [one for cell in row for one in cell if one.form is Form.PICTURE]


def _remarks(row: Row) -> tuple[str, ...]:
    return tuple(remark for cell in row for one in cell for remark in one.remarks)
