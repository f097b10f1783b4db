"""The field in which one step or goal is written, as tall as its text."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.core.skills.editing.pasting import is_procedure
from app.core.skills.reading.rereading import ends_in_common
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.call_room import with_room
from app.ui.views.skills.editor.steps.move_keys import moves
from app.ui.widgets.passing_focus import is_passing
from app.ui.widgets.prose.hits import Hit, hit_selections
from app.ui.widgets.prose.paragraph import LINE
from app.ui.widgets.prose.text_style import Hue, char_format, format_range, scaled
from app.ui.widgets.prose.utf16 import Units

Mark = tuple[int, int, Hue]
"""A stretch of the field's text (code points) in a style."""


class StepField(QTextEdit):
    """Plain text whose every change is announced; undo is left to the whole text.

    Enter splits, Shift+Enter begins a line, Backspace at the start merges, Tab and Shift+Tab go
    a level down and up where there is one, Esc and Ctrl+Enter leave.
    """

    edited = Signal(str)
    grown = Signal()
    split_wanted = Signal(int)
    merge_wanted = Signal()
    left = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    went = Signal(int)
    """Out of the field, to the step before (-1) or after (1)."""
    focus_lost = Signal()
    pasted_steps = Signal(str)

    def __init__(
        self, theme: Theme, parent: QWidget, *, line: int = LINE, takes_steps: bool = False
    ) -> None:
        """`takes_steps` when several pasted steps shall be announced and not inserted."""
        super().__init__(parent)
        self._theme, self._takes_steps = theme, takes_steps
        self._usual_line = line
        self._marks: tuple[Mark, ...] = ()
        self.on_tab: Callable[[int], bool] = lambda _by: False
        """What Tab (1) and Shift+Tab (-1) do here; whether they did anything."""
        self.leads_somewhere: Callable[[str], bool] = lambda _call: False
        """Whether the name of a call, as it is written, is that of a skill."""
        self._silent = False
        self._written_to = -1
        """Where the last key was written (Qt's position): a name there may be on its way."""
        self.setProperty("bare", True)
        self.setStyleSheet("placeholder-text-color: transparent;")  # it paints its own
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setTabChangesFocus(True)
        self.setAccessibleName(_("Step text"))
        if takes_steps:
            self.setPlaceholderText(_("What to do, or / for a branch, loop, call …"))
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.textChanged.connect(self._on_text_changed)
        self.document().contentsChange.connect(self._on_contents_change)
        self._line = line
        self._follow_theme()
        theme.changed.connect(self._follow_theme)

    @property
    def text(self) -> str:
        return self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")

    def set_text(self, text: str, at: int = -1) -> None:
        """Show a text without announcing it; the cursor goes to `at`, or stays where it was."""
        self._silent = True
        if text != self.text:
            self._become(text)
            self._space_lines()
        if at >= 0:
            cursor = self.textCursor()
            cursor.setPosition(Units(text).qt(min(at, len(text))))
            self.setTextCursor(cursor)
        self._silent = False

    def _become(self, text: str) -> None:
        """Change only what differs, so that the cursor stays between the letters it is between."""
        old, units = self.text, Units(self.text)
        head, tail = ends_in_common(old, text)
        cursor = QTextCursor(self.document())
        cursor.setPosition(units.qt(head))
        cursor.setPosition(units.qt(len(old) - tail), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[head : len(text) - tail])

    @property
    def at(self) -> int:
        """Where the cursor is, in code points."""
        return Units(self.text).ours(self.textCursor().position())

    @property
    def said(self) -> str:
        """What stands before the cursor."""
        return self.text[: self.at]

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Write stretches of the text in their styles."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self._paint_marks()

    def show_marks_of(self, read: str, marks: Sequence[Mark]) -> None:
        """The same of what was read of the text, which leaves out the space around it."""
        text = self.text
        if read.strip() == text.strip():
            before = text.find(read.strip()) - read.find(read.strip())
            self.show_marks([(start + before, end + before, hue) for start, end, hue in marks])

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the text (code points)."""
        units = Units(self.text)
        marked = [(units.qt(start), units.qt(end), now) for start, end, now in hits]
        self.setExtraSelections(hit_selections(self._theme, self, marked))

    def height_for(self, width: int) -> int:
        """How tall the text is when the field is `width` px wide."""
        if width != self.lineWrapColumnOrWidth():
            self.setLineWrapColumnOrWidth(width)
        return max(round(self.document().size().height()), self._line)

    def select(self, start: int, end: int) -> None:
        """Select a stretch (code points)."""
        units = Units(self.text)
        cursor = self.textCursor()
        cursor.setPosition(units.qt(start))
        cursor.setPosition(units.qt(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def insert(self, start: int, end: int, new: str) -> None:
        """Replace a stretch (code points) as if it had been typed."""
        self.select(start, end)
        cursor = self.textCursor()
        cursor.insertText(new)
        self.setTextCursor(cursor)
        self._written_to = -1

    def _follow_theme(self) -> None:
        """The size of the text, and the styles."""
        self._line = scaled(self._theme, self._usual_line)
        self.document().setDefaultFont(self._theme.font())
        self.setFont(self._theme.font())
        self._silent = True
        self._space_lines()
        self._silent = False
        self._paint_marks()

    def _space_lines(self) -> None:
        spaced = QTextBlockFormat()
        spaced.setLineHeight(self._line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(spaced)

    def _paint_marks(self) -> None:
        self._lay_marks()
        self.document().markContentsDirty(0, self.document().characterCount())

    def _lay_marks(self) -> None:
        units = Units(self.text)
        block = self.document().begin()
        while block.isValid():
            start, end = block.position(), block.position() + block.length() - 1
            found = []
            for left, right, style in self._marks:
                first, last = max(units.qt(left), start), min(units.qt(right), end)
                if first < last:
                    made = char_format(self._theme, style)
                    found.append(format_range(first - start, last - first, made))
            block.layout().setFormats(found)
            block = block.next()

    def _make_room(self, new: str) -> None:
        """Keep what is about to be typed apart from a call beside the cursor."""
        cursor, text = self.textCursor(), self.text
        if not new or cursor.hasSelection():
            return
        is_on_its_way = cursor.position() == self._written_to

        def finished(call: str) -> bool:
            return not is_on_its_way and self.leads_somewhere(call)

        wide, at = with_room(text, self.at, new, self._marks, finished=finished)
        if wide != text:
            self._silent = True  # it is announced, and undone, with what is typed
            self._become(wide)
            cursor.setPosition(Units(wide).qt(at))
            self.setTextCursor(cursor)
            self._silent = False

    def _on_contents_change(self, at: int, removed: int, added: int) -> None:
        """Until the text is read again, move the styles along with what they are on."""
        units = Units(self.text)
        start, by = units.ours(at), added - removed
        moved: list[Mark] = []
        for left, right, style in self._marks:
            if start + removed <= left:
                moved.append((left + by, right + by, style))
            elif start < right:
                moved.append((left, max(right + by, left), style))
            else:
                moved.append((left, right, style))
        self._marks = tuple(moved)
        self._lay_marks()

    def _on_text_changed(self) -> None:
        if self._silent:
            return
        self._written_to = self.textCursor().position()
        self.edited.emit(self.text)
        if self.height_for(self.width()) != self.height():
            self.grown.emit()

    def _edge(self, key: int) -> int:
        """-1 or 1 when an arrow key leaves the first or last line, otherwise 0."""
        cursor = self.textCursor()
        moves = QTextCursor.MoveOperation
        if key == Qt.Key.Key_Up:
            return 0 if cursor.movePosition(moves.Up) else -1
        if key == Qt.Key.Key_Down:
            return 0 if cursor.movePosition(moves.Down) else 1
        return 0

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._line)

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is to be written stands where it will be written; Qt has it above the caret."""
        super().paintEvent(event)
        if self.document().isEmpty() and self.placeholderText():
            painter = QPainter(self.viewport())
            painter.setFont(self.font())
            painter.setPen(self._theme.colour("t3"))
            above = max(self._line - self.fontMetrics().height(), 0)
            place = self.viewport().rect().adjusted(0, above, 0, above)
            painter.drawText(place, Qt.TextFlag.TextWordWrap, self.placeholderText())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().replace("\r\n", "\n")
        if self._takes_steps and is_procedure(text):
            self.pasted_steps.emit(text)
        else:
            self._make_room(text)
            self.textCursor().insertText(text)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return self.on_tab(1 if forward else -1) or super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not is_passing(event):
            self.focus_lost.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        plain = not held & ~Qt.KeyboardModifier.KeypadModifier
        cursor = self.textCursor()
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if held & Qt.KeyboardModifier.ShiftModifier:
                cursor.insertBlock()
            elif plain:
                self.split_wanted.emit(self.at)
            elif held & Qt.KeyboardModifier.ControlModifier:
                self.left.emit()
            else:
                event.ignore()
        elif (
            key == Qt.Key.Key_Backspace and plain and cursor.atStart() and not cursor.hasSelection()
        ):
            self.merge_wanted.emit()
        elif plain and (edge := self._edge(key)):
            self.went.emit(edge)
        elif moves(held) and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        else:
            if event.text().isprintable() and not held & Qt.KeyboardModifier.ControlModifier:
                self._make_room(event.text())
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._make_room(event.commitString())
        super().inputMethodEvent(event)
