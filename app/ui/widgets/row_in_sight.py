"""A row of a list that stands in a page which scrolls. Public name: `bring_row_in_sight`."""

from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QWidget


def bring_row_in_sight(view: QAbstractItemView) -> None:
    """Scroll the page to the current row: for keys, as a click must not move what is clicked."""
    around: QWidget | None = view.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    page = around.widget() if around is not None else None
    if around is None or page is None:
        return
    row = view.visualRect(view.currentIndex())
    middle = view.viewport().mapTo(page, row.center()).y()
    around.ensureVisible(around.horizontalScrollBar().value(), middle, 0, row.height())
