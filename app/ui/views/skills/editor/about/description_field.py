"""The description under a title: one line, all of it while it is written."""

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import begins_right
from app.ui.widgets.prose.hits import Hit, paint_line_hits
from app.ui.widgets.tips import plain_tip

SIZE = 13
MOST_LINES = 6


class DescriptionField(QPlainTextEdit):
    """`edited(str)` with every key. Enter goes on with the text (`passed`), Esc only leaves."""

    edited = Signal(str)
    left = Signal()
    passed = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._showing = theme, False
        self._hits: tuple[Hit, ...] = ()
        self.setAccessibleName(_("Description"))
        self.setPlaceholderText(_("Add a description"))
        self.setProperty("bare", True)
        self.setProperty("ring", True)
        self.setProperty("role", "muted")
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self._on_changed)
        theme.changed.connect(self._take_fonts)
        self._take_fonts()

    @property
    def said(self) -> str:
        """What is written, in one line."""
        return " ".join(self.toPlainText().split())

    def show_description(self, said: str) -> None:
        """Show it, unless only a space differs that somebody typed before the next word."""
        if said != (self.said if self.hasFocus() else self.toPlainText()):
            place = self.textCursor().position()
            self._showing = True
            self.setPlainText(said)
            self._showing = False
            cursor = self.textCursor()
            cursor.setPosition(min(place, len(said)))
            self.setTextCursor(cursor)
        self._fit()

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in what it says (code points)."""
        self._hits = tuple(hits)
        self.viewport().update()

    def keep_room(self, keep: bool) -> None:
        """Whether nothing below moves when it comes and goes."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(keep)
        self.setSizePolicy(policy)

    def begin(self) -> None:
        """Have the keyboard in it, also where it was spared for want of room."""
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def begin_behind(self, words: str) -> None:
        """Write on behind these words."""
        self.begin()
        cursor = self.document().find(words)
        if not cursor.isNull():
            cursor.clearSelection()
            self.setTextCursor(cursor)

    def _take_fonts(self) -> None:
        self.setFont(self._theme.font(SIZE))
        self._fit()

    def _on_changed(self) -> None:
        if not self._showing:
            self.edited.emit(self.said)
        self._fit()

    def _line(self) -> int:
        return QFontMetrics(self.font()).lineSpacing()

    def _fit(self) -> None:
        """As high as one line, or as all of them while it is written."""
        lines = 1
        if self.hasFocus():
            layout = self.document().firstBlock().layout()
            lines = max(1, min(layout.lineCount(), MOST_LINES))
        self.setFixedHeight(lines * self._line() + 2)
        self._tell_the_rest()

    def _tell_the_rest(self) -> None:
        """The tooltip has what one line cannot show."""
        metrics = QFontMetrics(self.font())
        is_cut = metrics.horizontalAdvance(self.said) > self.viewport().width()
        self.setToolTip(plain_tip(self.said if is_cut and not self.hasFocus() else ""))

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(200, self._line() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._line() + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.passed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """A description is one line."""
        self.insertPlainText(" ".join(source.text().split()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fit()
        self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One line that ends in an ellipsis, while nobody writes in it."""
        if self.hasFocus() or not self.said:
            super().paintEvent(event)
            return
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        painter.setPen(self._theme.colour("t2"))
        place = QRectF(0, 0, self.viewport().width(), self._line())
        metrics, wide = QFontMetrics(self.font()), round(place.width())
        shown = metrics.elidedText(self.said, Qt.TextElideMode.ElideRight, wide)
        side = Qt.AlignmentFlag.AlignRight if begins_right(shown) else Qt.AlignmentFlag.AlignLeft
        option = QTextOption(Qt.AlignmentFlag.AlignVCenter | side)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.drawText(place, shown, option)
        seen = [hit for hit in self._hits if self.said[: hit[1]] == shown[: hit[1]]]
        paint_line_hits(painter, self._theme, shown, place, seen)
