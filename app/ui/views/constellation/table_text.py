"""Rows of the table as text that pastes into a spreadsheet. Public name: `rows_as_text`."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, Qt

from app.core.constellation.exports import harmless


def rows_as_text(model: QAbstractItemModel, rows: Sequence[int]) -> str:
    """These rows below the head, cells separated by tabs."""
    columns = range(model.columnCount())
    head = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    lines = [head, *([model.index(row, column).data() for column in columns] for row in rows)]
    return "".join("\t".join(map(_cell, line)) + "\n" for line in lines)


def _cell(said: str) -> str:
    """In one line, without a tab of its own."""
    return harmless(" ".join(said.split()))
