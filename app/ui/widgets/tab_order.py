"""Having Tab go through a page as it is read. Public names: `HasTabParts`, `follow_layout`."""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QSplitter, QStackedWidget, QWidget


@runtime_checkable
class HasTabParts(Protocol):
    """Places its parts itself."""

    def tab_parts(self) -> Iterable[QWidget]:
        """Those that Tab goes through, in that order."""
        ...


def follow_layout(page: QWidget) -> None:
    """Put what takes the keyboard in the order of the layouts, whenever each part was made."""
    before: QWidget | None = None
    for stop in _stops(page):
        if before is not None:
            QWidget.setTabOrder(before, stop)
        before = stop


def _stops(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    for part in _parts(widget):
        yield from _stops(part)


def _parts(widget: QWidget) -> Iterable[QWidget]:
    if isinstance(widget, HasTabParts):
        return widget.tab_parts()
    held: list[QWidget | None] = []
    if isinstance(widget, QStackedWidget):
        held = [widget.currentWidget()]
    elif isinstance(widget, QSplitter):
        held = [widget.widget(number) for number in range(widget.count())]
    elif isinstance(widget, QScrollArea):
        held = [widget.widget()]
    elif (layout := widget.layout()) is not None:
        return _laid_out(layout)
    return [part for part in held if part is not None]


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    """`QLayout.itemAt` would leave Python an item that Qt takes down unheard. Whatever has its
    address later would be taken for it, and the process ends."""
    placed: list[tuple[int, QWidget | QLayout]] = []
    for part in layout.parentWidget().children():
        if isinstance(part, QWidget):
            placed.append((layout.indexOf(part), part))
    for inner in layout.children():
        if isinstance(inner, QLayout):
            placed.append((layout.indexOf(inner), inner))
    for place, one in sorted(placed, key=itemgetter(0)):
        if place < 0:
            continue
        if isinstance(one, QWidget):
            yield one
        else:
            yield from _laid_out(one)
