"""What the two bars of a score mean."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.gauges import paint_bar
from app.ui.widgets.labels import label

WIDTH, HEIGHT = 16, 3


class _Stroke(QWidget):
    """A full bar in the colour of a token."""

    def __init__(self, theme: Theme, token: str) -> None:
        super().__init__()
        self._theme, self._token = theme, token
        self.setFixedSize(WIDTH, HEIGHT)
        theme.changed.connect(self.update)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._theme.colour
        bounds = QRectF(self.rect())
        paint_bar(QPainter(self), bounds, 1.0, colour(self._token), colour("line2"))


class Legend(QWidget):
    """Similarity and coherence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for token, words in (("acc", _("similarity")), ("mem", _("coherence"))):
            row.addWidget(_Stroke(theme, token))
            row.addWidget(label(words, "caption"))
