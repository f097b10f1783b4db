"""A titled list on the page of packs. Public names: `Section`, `Line`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.elided import Elided
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import Tone, card, label, rule, tag

ICON = 16


class Line(QWidget):
    """An icon, a name with a tag, a caption below, and room for buttons in `end`."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        colour: str,
        name: str,
        caption: str,
        mark: tuple[str, Tone] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._drawing = theme, (icon, colour)
        self._icon = QLabel()
        self._paint_icon()
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(label(name, "name"))
        if mark is not None:
            title.addWidget(tag(*mark))
        title.addStretch(1)
        self.words = QVBoxLayout()
        self.words.setSpacing(2)
        self.words.addLayout(title)
        self.words.addWidget(Elided(caption, "caption"))
        self.end = QHBoxLayout()
        self.end.setSpacing(6)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 9, 12, 9)
        row.setSpacing(12)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self.words, 1)
        row.addLayout(self.end)
        self.setAccessibleName(f"{name}. {caption}")
        theme.changed.connect(self._paint_icon)

    def _paint_icon(self) -> None:
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(*self._drawing, self._theme.scaled(ICON), scale))


class Section(QWidget):
    """A head with a caption, and lines on a card below it."""

    def __init__(self, title: str, about: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(title, "pane")
        self._count = label("", "muted")
        self.lines: list[QWidget] = []
        self.end = QHBoxLayout()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._count, 1)
        head.addLayout(self.end)
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(0, 2, 0, 2)
        self._lines.setSpacing(0)
        self.card = card()
        self.card.setLayout(self._lines)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        if about:
            column.addWidget(label(about, "secondary", wrap=True))
        column.addWidget(self.card)

    def show_lines(self, lines: list[QWidget], count: int | str = "") -> None:
        """Put these in the place of those before."""
        empty(self._lines)
        self.lines = lines
        for n, line in enumerate(lines):
            for part in (rule(), line) if n else (line,):
                self._lines.addWidget(part)
                part.show()  # Qt would do it later, and until then it would have no room
        self._count.setText(str(count))
