"""What stands where nothing is yet, with the one thing to do next. Public name: `EmptyState`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, Kind
from app.ui.widgets.labels import label

MARK = 20


class EmptyState(QWidget):
    """`acted` when its button is pressed; without words for it there is no button.

    `acted_otherwise` when the link below it is, if there is one.
    """

    acted = Signal()
    acted_otherwise = Signal()

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        sentence: str,
        action: str = "",
        *,
        kind: Kind = "secondary",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon = theme, icon
        self._mark = QLabel()
        self.title = label(title, "head")
        self.sentence = label(sentence, "muted", wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = Button(theme, action, kind, size="small")
        self.button.clicked.connect(self.acted)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch()
        for part in (self._mark, self.title):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.sentence)
        column.addSpacing(6)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.setVisible(bool(action))  # alone it would be a window
        self._column = column
        column.addStretch()
        self._paint_mark()
        theme.changed.connect(self._paint_mark)

    def offer(self, words: str) -> None:
        """Another way, as a link below the button."""
        link = Button(self._theme, words, "link", size="small")
        link.clicked.connect(self.acted_otherwise)
        place = self._column.indexOf(self.button) + 1
        self._column.insertWidget(place, link, 0, Qt.AlignmentFlag.AlignHCenter)

    def _paint_mark(self) -> None:
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(self._theme.pixmap(self._icon, "t3", self._theme.scaled(MARK), scale))
