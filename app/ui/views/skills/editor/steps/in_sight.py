"""What can be seen of the steps. Public names: `place_in_sight`, `kept_in_sight`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.ui.views.skills.editor.steps.folding import Part
from app.ui.views.skills.editor.steps.placing import depth_of, place


def place_in_sight(area: QScrollArea, parts: Sequence[Part], width: int) -> None:
    """Place the parts that can be seen, where the first of them is now."""
    top = area.verticalScrollBar().value()
    seen = (
        n
        for n, part in enumerate(parts)
        if not depth_of(part) and not part.isHidden() and part.geometry().bottom() >= top
    )
    first = next(seen, None)
    if first is not None:
        until = top + area.viewport().height()
        place(parts[first:], parts[first].y(), width, until=until)


@contextmanager
def kept_in_sight(area: QScrollArea, parts: Sequence[QWidget]) -> Iterator[None]:
    """What of these can be seen whole now is so after the area was arranged anew, the first before
    all others; where the keyboard is elsewhere, nothing is scrolled.
    """
    focused = QApplication.focusWidget()
    is_worked_in = focused is not None and area.isAncestorOf(focused)
    whole = [part for part in parts if is_worked_in and _is_whole(area, part)]
    yield
    for part in reversed(whole):
        area.ensureWidgetVisible(part, 0, 0)


def _is_whole(area: QScrollArea, part: QWidget) -> bool:
    """Whether nothing of it is out of sight."""
    view = area.viewport()
    place = QRect(part.mapTo(view, QPoint()), part.size())
    return part.isVisible() and place.top() >= 0 and place.bottom() < view.height()
