"""What lies over the upper edge of the sky, so that the sky keeps its place: bars, one a line."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

_EDGE = 12
_WIDEST = 640


class Over(QWidget):
    """As wide as there is room, up to what is comfortable to read."""

    def __init__(self, sky: QWidget) -> None:
        super().__init__(sky)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._parts: list[QWidget] = []
        self.hide()

    def add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._column.addWidget(part)

    def place(self, room: int) -> None:
        """In the middle of so many pixels from the left."""
        self.setVisible(any(not part.isHidden() for part in self._parts))
        wide = min(room - 2 * _EDGE, _WIDEST)
        layout = self._column
        layout.activate()
        high = (
            layout.heightForWidth(wide) if layout.hasHeightForWidth() else self.sizeHint().height()
        )
        self.setGeometry((room - wide) // 2, _EDGE, wide, high)
