"""The heading of a phase or a section in the card view: one line that folds what is below it."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.move_keys import moves
from app.ui.views.skills.editor.steps.standing import HeadText
from app.ui.widgets.prose.text_style import scaled

HIGH, CHEVRON, ICON, GAP = 22, 12, 14, 8
FAR = 6
"""Px between the words and the line that goes on to the edge."""


class FoldHead(QWidget):
    """`folded` is kept while the heading stays; sections, which are no steps, begin folded."""

    toggled = Signal()
    menu_wanted = Signal(int, QPoint)
    """With the place in the text where it begins."""
    move_wanted = Signal(int, int)
    """Of a phase, to before (-1) or after (1) its neighbour."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content: HeadText | None = None
        self.folded = self._is_found = False
        self.place = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def show_head(self, content: HeadText) -> bool:
        """Show it; whether what is around it has to be placed anew."""
        before = self.content
        if content == before:
            return False
        self.content = content
        if before is None or (before.kind, before.title) != (content.kind, content.title):
            self.folded = content.kind == "section"
        self._describe()
        self.update()
        return before is None or before.number != content.number

    def fold(self, folded: bool) -> None:
        if folded != self.folded:
            self.folded = folded
            self._describe()
            self.update()
            self.toggled.emit()

    def show_found(self, is_found: bool) -> None:
        """Whether something was found in the title."""
        if is_found != self._is_found:
            self._is_found = is_found
            self.update()

    def arrange(self, _width: int) -> int:
        return scaled(self._theme, HIGH)

    @property
    def words(self) -> str:
        """The title, and how much is below it or what it is."""
        content = self.content
        assert content is not None
        return f"{content.title} {content.about}".rstrip()

    def _describe(self) -> None:
        state = _("folded") if self.folded else _("unfolded")
        self.setAccessibleName(f"{self.words}, {state}")

    # Qt

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.fold(not self.folded)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.place, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.fold(not self.folded)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.fold(key == Qt.Key.Key_Left)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and moves(event.modifiers()):
            self.move_wanted.emit(self.place, -1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        content, theme = self.content, self._theme
        if content is None:
            return
        painter, scale, middle = QPainter(self), self.devicePixelRatioF(), self.height() / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("bg2"))
        chevron = "chevron-right" if self.folded else "chevron-down"
        ink = "t1" if self.underMouse() or self.hasFocus() else "t3"
        side, wide = theme.scaled(CHEVRON), theme.scaled(ICON)
        at = max(10 - side // 2, 0)
        mark = theme.pixmap(chevron, ink, side, scale)
        painter.drawPixmap(QPointF(at, middle - side / 2), mark)
        at += side + GAP
        is_phase = content.kind == "phase"
        icon = theme.pixmap("phase" if is_phase else "note", "t3", wide, scale)
        painter.drawPixmap(QPointF(at, middle - wide / 2), icon)
        at += wide + GAP
        at = self._write(painter, at, content.title, 600 if is_phase else 500, "t1", 12)
        if content.about:
            at = self._write(painter, at + GAP, content.about, 400, "t3", 11)
        if not is_phase and self.folded:
            self._write(painter, at + GAP, content.excerpt, 400, "t3", 12)
        elif at + FAR + GAP < self.width():
            painter.setPen(theme.colour("line"))
            y = round(middle) + 0.5
            painter.drawLine(QPointF(at + FAR + GAP, y), QPointF(self.width(), y))
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def _write(
        self, painter: QPainter, at: int, words: str, weight: int, token: str, size: int
    ) -> int:
        """Words from `at` on, cut where there is no more room; where they end."""
        font = self._theme.font(size, weight)
        metrics, room = QFontMetrics(font), max(self.width() - at, 0)
        said = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        if self._is_found and token == "t1":
            ground = QRect(at - 2, 1, metrics.horizontalAdvance(said) + 4, self.height() - 2)
            painter.fillRect(ground, self._theme.colour("hit"))
        painter.setPen(self._theme.colour(token))
        place = QRect(at, 0, room, self.height())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, said)
        return at + metrics.horizontalAdvance(said)
