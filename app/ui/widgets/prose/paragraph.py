"""A paragraph in several styles, laid out for a width. Public names: `LINE`, `Paragraph`."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QTextLayout

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import begins_right
from app.ui.widgets.prose.layouts import lay_out, stretches
from app.ui.widgets.prose.text_style import Run, ranges, scaled
from app.ui.widgets.prose.utf16 import Units

LINE = 19
"""Of body text at its usual size, in px."""
_BREAK = "\u2028"


class Paragraph:
    """Calls in a sentence have a ground of their own."""

    def __init__(self, theme: Theme, runs: Sequence[Run] = ()) -> None:
        self._theme, self.runs = theme, tuple(runs)
        self.text = "".join(run.text for run in runs)
        self.line = scaled(theme, LINE)
        self.layout = QTextLayout(self.text.replace("\n", _BREAK), theme.font())
        self.layout.setFormats(ranges(theme, self.runs))

    def height_for(self, width: float) -> int:
        """Lay it out in `width` px; the height that takes."""
        side = (
            Qt.AlignmentFlag.AlignRight if begins_right(self.text) else Qt.AlignmentFlag.AlignLeft
        )
        return round(max(lay_out(self.layout, max(width, 40), self.line, side=side), self.line))

    def paint(
        self,
        painter: QPainter,
        at: QPointF,
        selections: Sequence[QTextLayout.FormatRange] = (),
    ) -> None:
        """With the upper left corner there."""
        painter.setPen(self._theme.colour("t1"))
        self.layout.draw(painter, at, list(selections))

    def paint_grounds(self, painter: QPainter, at: QPointF) -> None:
        """The soft fill under each pill in the sentence, once per line it is on."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("acc_line"))
        painter.setBrush(self._theme.colour("acc_soft"))
        start = 0
        for run in self.runs:
            end = start + Units(run.text).qt(len(run.text))
            for place in stretches(self.layout, start, end) if run.pill else ():
                place.translate(at)
                room = (self.line - place.height()) / 2 - 0.5
                painter.drawRoundedRect(place.adjusted(0.5, -room, -0.5, room), 4, 4)
            start = end
        painter.restore()
