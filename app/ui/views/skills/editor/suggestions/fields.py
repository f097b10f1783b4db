"""Fields of a text that are filled in one after the other with Tab. Public name: `Fields`."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.theme.theme import Theme

Span = tuple[int, int]
"""Qt's positions."""
KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape,
)  # fmt: skip


class _Stretch:
    """A stretch of a document that grows with what is written in it."""

    def __init__(self, field: QTextEdit, start: int, end: int) -> None:
        self._first, self._last = QTextCursor(field.document()), QTextCursor(field.document())
        self._first.setPosition(start)
        self._first.setKeepPositionOnInsert(True)
        self._last.setPosition(end)

    @property
    def span(self) -> Span:
        return self._first.position(), self._last.position()

    @property
    def text(self) -> str:
        cursor = QTextCursor(self._last)
        cursor.setPosition(self._first.position(), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()


class Fields(QObject):
    """Tab and Enter go on, Shift+Tab back, Esc leaves; so does the cursor when it goes elsewhere.

    `entered` when a field is selected to be written over, `left(first)` with what the first of
    them says; empty when it is as it was.
    """

    entered = Signal()
    left = Signal(str)

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._field: QTextEdit | None = None
        self._stretches: list[_Stretch] = []
        self._whole: _Stretch | None = None
        self._first = ""
        self._busy = False
        self._frames: _Frames | None = None

    @property
    def field(self) -> QTextEdit | None:
        """In which they are; None when there are none."""
        return self._field

    @property
    def spans(self) -> list[Span]:
        return [stretch.span for stretch in self._stretches]

    def begin(self, field: QTextEdit, start: int, end: int, spans: Sequence[Span]) -> None:
        """Fill in these fields of what was written from `start` to `end`.

        Within fields that are filled in already, they take the place of the present one.
        """
        new = [_Stretch(field, *span) for span in spans]
        if self._field is field and self._is_inside(start, end):
            at = self._number()
            self._stretches[at : at + 1] = new
            if new or at < len(self._stretches):
                self._enter(at)
            else:
                self._go_behind()
            return
        self.leave()
        if not new:
            return
        self._field, self._stretches = field, new
        self._whole, self._first = _Stretch(field, start, end), new[0].text
        self._frames = _Frames(self._theme, field, self)
        field.cursorPositionChanged.connect(self._on_moved)
        field.textChanged.connect(self._on_moved)
        self._enter(0)

    def leave(self) -> None:
        """What is written stays, and the keys are the text's again."""
        field, self._field = self._field, None
        if field is None or self._frames is None:
            return
        field.cursorPositionChanged.disconnect(self._on_moved)
        field.textChanged.disconnect(self._on_moved)
        self._frames.hide()
        self._frames.deleteLater()
        said = self._stretches[0].text if self._stretches else ""
        self._stretches, self._whole, self._frames = [], None, None
        self.left.emit(said if said != self._first else "")

    def take(self, event: QKeyEvent) -> bool:
        """Do what a key says here; False for the text to do it."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        back = key == Qt.Key.Key_Backtab
        if key not in KEYS or (held and not back):
            return False
        if key == Qt.Key.Key_Escape:
            self._go_behind()
            return True
        step = -1 if back else 1
        wanted = self._number() + step
        if 0 <= wanted < len(self._stretches):
            self._enter(wanted)
        elif not back:
            self._go_behind()
            return key == Qt.Key.Key_Tab
        return True

    @property
    def is_untouched(self) -> bool:
        """Whether the whole of the present field is selected, to be written over."""
        if self._field is None or not self._stretches:
            return False
        cursor = self._field.textCursor()
        selected = (cursor.selectionStart(), cursor.selectionEnd())
        return cursor.hasSelection() and selected == self._stretches[self._number()].span

    def _enter(self, number: int) -> None:
        assert self._field is not None
        self._busy = True
        start, end = self._stretches[number].span
        cursor = self._field.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._field.setTextCursor(cursor)
        self._busy = False
        self._show()
        self.entered.emit()

    def _go_behind(self) -> None:
        """The cursor behind all that was written."""
        assert self._field is not None and self._whole is not None
        cursor = self._field.textCursor()
        cursor.setPosition(self._whole.span[1])
        self._field.setTextCursor(cursor)
        self.leave()

    def _number(self) -> int:
        """Of the field the cursor is in, or of the one before it."""
        assert self._field is not None
        at = self._field.textCursor().selectionStart()
        return max(sum(start <= at for start, _end in self.spans) - 1, 0)

    def _is_inside(self, start: int, end: int) -> bool:
        """Whether it is in what was written; where nothing is left of that, nowhere is."""
        first, last = self._whole.span if self._whole is not None else (0, 0)
        return first <= start <= end <= last and first < last

    def _on_moved(self) -> None:
        if self._busy or self._field is None:
            return
        cursor = self._field.textCursor()
        if self._is_inside(cursor.selectionStart(), cursor.selectionEnd()):
            self._show()
        else:
            self.leave()

    def _show(self) -> None:
        if self._frames is not None:
            self._frames.show_spans(self._number())


class _Frames(QWidget):
    """A line around each field, over the text."""

    def __init__(self, theme: Theme, field: QTextEdit, fields: Fields) -> None:
        super().__init__(field.viewport())
        self._theme, self._field, self._fields = theme, field, fields
        self._now = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        field.verticalScrollBar().valueChanged.connect(self._follow)
        self._follow()
        self.show()

    def show_spans(self, now: int) -> None:
        self._now = now
        self._follow()

    def _follow(self) -> None:
        self.setGeometry(self._field.viewport().rect())
        self.raise_()
        self.update()

    def _rect(self, span: Span) -> QRectF:
        """Of a field, as far as it is in one line."""
        cursor = QTextCursor(self._field.document())
        cursor.setPosition(span[0])
        first = self._field.cursorRect(cursor)
        cursor.setPosition(span[1])
        last = self._field.cursorRect(cursor)
        right = last.right() if last.top() == first.top() else self.width() - 2
        return QRectF(first.left() - 1.5, first.top() + 0.5, right - first.left() + 3,
                      first.height() - 1)  # fmt: skip

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, span in enumerate(self._fields.spans):
            painter.setPen(self._theme.colour("acc" if number == self._now else "acc_line"))
            painter.drawRoundedRect(self._rect(span), 3, 3)
