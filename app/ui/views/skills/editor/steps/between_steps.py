"""What stands between the steps and is none: headings, notes, recipes and placed memories."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.core.skills.model import BlockKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.content import QuietText
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.prose.hits import Hit
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.tips import plain_tip

RADIUS = 8
_FRAMED = (BlockKind.RECIPE, BlockKind.MEMORY)
INDENT = {BlockKind.MEMORY: 20}
_MARGINS = {
    BlockKind.HEADING: (0, 8, 0, 2),
    BlockKind.NOTE: (13, 2, 13, 4),
    BlockKind.RECIPE: (0, 9, 13, 9),
    BlockKind.MEMORY: (0, 8, 13, 8),
}
"""Left, top, right and bottom of the words, in px; an icon is on their left."""
_EDGE, _ICON, _GAP = 13, 14, 7
"""From the frame to the icon, the icon at the usual size of text, and from there to the words."""
_NAMES = {BlockKind.RECIPE: ("search", "t3"), BlockKind.MEMORY: ("memory", "mem")}


class QuietBlock(QWidget):
    """`text_wanted` on a double click: these parts are written in the text mode. Only a note that
    is new has a `field` in the place of its words, and `grown` when that needs more room.

    A memory has the focus, a menu and a page it leads to.
    """

    text_wanted = Signal(int)
    """With the place in the text where it begins, as the others."""
    opened = Signal(int)
    removed = Signal(int)
    menu_wanted = Signal(int, QPoint)
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content: QuietText | None = None
        self._prose = RichParagraph(theme, parent=self)
        self._prose.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._margins = (0, 0, 0, 0)
        self.field: StepField | None = None
        self.place = 0
        """Where in the text it begins."""
        self.describe: Callable[[int], str] = lambda _place: ""
        """What is said of the memory at a place."""
        self._more = IconButton(theme, "more", _("What to do with this memory"), size="small")
        self._more.setParent(self)
        self._more.hide()
        self._more.clicked.connect(self._ask_for_menu)
        theme.changed.connect(self.update)

    def show_quiet(self, content: QuietText) -> bool:
        """Show it; whether what is around it has to be placed anew."""
        if content == self.content:
            return False
        self.content = content
        self._margins = _MARGINS[content.kind]
        memory = self.is_memory
        self._more.setVisible(memory)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if memory else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if memory else Qt.CursorShape.ArrowCursor)
        self._prose.show_runs(content.runs)
        self.setAccessibleName("".join(run.text for run in content.runs))
        self.update()
        return True

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the words."""
        self._prose.show_hits(hits)

    @property
    def is_memory(self) -> bool:
        return self.content is not None and self.content.kind is BlockKind.MEMORY

    @property
    def indent(self) -> int:
        """Px it stands further in than what is around it."""
        return INDENT.get(self.content.kind, 0) if self.content is not None else 0

    def arrange(self, width: int) -> int:
        left, top, right, bottom = self._margins
        right += self._more.width() if self.is_memory else 0
        if self.content is not None and self.content.kind in _FRAMED:
            left += _EDGE + self._theme.scaled(_ICON) + _GAP
        words = self._prose if self.field is None else self.field
        height = words.height_for(width - left - right)
        words.setGeometry(left, top, width - left - right, height)
        self._more.move(width - self._more.width() - 6, 4)
        return top + height + bottom

    def begin_editing(self, text: str) -> StepField:
        """Put a field in the place of the words."""
        self.field = field = StepField(self._theme, self)
        field.setAccessibleName(_("Note"))
        field.set_text(text)
        field.grown.connect(self.grown)
        self._prose.hide()
        field.show()
        return field

    def end_editing(self) -> None:
        field, self.field = self.field, None
        if field is not None:
            field.hide()
            field.deleteLater()
            self._prose.show()

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(
            self.place, self._more.mapToGlobal(QPoint(0, self._more.height() + 2))
        )

    # Qt

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            said = self.describe(self.place) if self.is_memory else ""
            said = said or _("Double-click to edit it in the text")
            QToolTip.showText(event.globalPos(), plain_tip(said), self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if self.is_memory and event.button() is Qt.MouseButton.LeftButton and inside:
            self.opened.emit(self.place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.is_memory:
            self.text_wanted.emit(self.place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.is_memory:
            self.menu_wanted.emit(self.place, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self.place)
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit(self.place)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.content is None or self.content.kind not in _FRAMED:
            return
        theme = self._theme
        memory = self.content.kind is BlockKind.MEMORY
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("mem_line" if memory else "line"))
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("acc"), 2))
        painter.setBrush(theme.colour("mem_soft" if memory else "bg1"))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        icon, token = _NAMES[self.content.kind]
        side = theme.scaled(_ICON)
        mark = theme.pixmap(icon, token, side, self.devicePixelRatioF())
        top = self._margins[1] + (self._prose.line - side) // 2
        painter.drawPixmap(_EDGE, top, mark)
