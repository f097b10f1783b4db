"""A layout that goes on in the next line when a line is full. Public name: `FlowLayout`."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items keep their preferred size, or what a line has; `gap` px lie between them."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.spare = 0
        """Px that a line leaves free for what may become wider."""
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)

    def line_width(self) -> int:
        """Px that all of them take in one line."""
        widths = [item.sizeHint().width() for item in self._items if not item.isEmpty()]
        return sum(widths) + self.spacing() * max(len(widths) - 1, 0)

    def _place(self, bounds: QRect, *, move: bool) -> int:
        """Go through the lines, in the middle of which the items are; the height they take."""
        margins = self.contentsMargins()
        area = bounds.marginsRemoved(margins)
        y, height = area.y(), 0
        for line in self._lines(area):
            y += height + (self.spacing() if height else 0)
            height = max(place.height() for _item, place in line)
            for item, place in line if move else ():
                item.setGeometry(place.translated(0, y + (height - place.height()) // 2))
        return y + height - bounds.y() + margins.bottom()

    def _lines(self, area: QRect) -> list[list[tuple[QLayoutItem, QRect]]]:
        """The items of each line with their places across and their sizes."""
        lines: list[list[tuple[QLayoutItem, QRect]]] = []
        x = area.x()
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(max(item.minimumSize().width(), min(size.width(), area.width())))
            if not lines or x + size.width() > area.right() + 1 - self.spare:
                lines.append([])
                x = area.x()
            lines[-1].append((item, QRect(QPoint(x, 0), size)))
            x += size.width() + self.spacing()
        return lines

    # Qt

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, bounds: QRect) -> None:
        super().setGeometry(bounds)
        self._place(bounds, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())
