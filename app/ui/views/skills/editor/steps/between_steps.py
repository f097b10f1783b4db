"""What stands between the steps and is none: headings, notes, recipes and placed memories."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.skills.model import BlockKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.content import QuietText
from app.ui.widgets.prose.hits import Hit
from app.ui.widgets.prose.rich_paragraph import RichParagraph

RADIUS = 8
_FRAMED = (BlockKind.RECIPE, BlockKind.MEMORY)
INDENT = {BlockKind.MEMORY: 20}
_MARGINS = {
    BlockKind.HEADING: (0, 8, 0, 2),
    BlockKind.NOTE: (13, 2, 13, 4),
    BlockKind.RECIPE: (36, 9, 13, 9),
    BlockKind.MEMORY: (34, 8, 13, 8),
}
"""Left, top, right and bottom of the words, in px."""
_NAMES = {BlockKind.RECIPE: ("search", "t3"), BlockKind.MEMORY: ("memory", "mem")}


class QuietBlock(QWidget):
    """`text_wanted` on a double click: these parts are written in the text mode."""

    text_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content: QuietText | None = None
        self._prose = RichParagraph(theme, parent=self)
        self._prose.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._margins = (0, 0, 0, 0)
        self.setToolTip(_("Double-click to edit it in the text"))
        theme.changed.connect(self.update)

    def show_quiet(self, content: QuietText) -> bool:
        """Show it; whether what is around it has to be placed anew."""
        if content == self.content:
            return False
        self.content = content
        self._margins = _MARGINS[content.kind]
        self._prose.show_runs(content.runs)
        self.setAccessibleName("".join(run.text for run in content.runs))
        self.update()
        return True

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the words."""
        self._prose.show_hits(hits)

    @property
    def indent(self) -> int:
        return INDENT.get(self.content.kind, 0) if self.content is not None else 0

    def arrange(self, width: int) -> int:
        left, top, right, bottom = self._margins
        height = self._prose.height_for(width - left - right)
        self._prose.setGeometry(left, top, width - left - right, height)
        return top + height + bottom

    # Qt

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.text_wanted.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.content is None or self.content.kind not in _FRAMED:
            return
        theme = self._theme
        memory = self.content.kind is BlockKind.MEMORY
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("mem_line" if memory else "line"))
        painter.setBrush(theme.colour("mem_soft" if memory else "bg1"))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        icon, token = _NAMES[self.content.kind]
        scale = self.devicePixelRatioF()
        painter.drawPixmap(13, self._margins[1] + 2, theme.pixmap(icon, token, 14, scale))
