"""The text mode: the sheet itself, with its parts in their inks and its mistakes underlined."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QMouseEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolTip, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.editor.ink import char_format, format_range, wave
from app.ui.views.editor.prose import scaled
from app.ui.views.editor.reading import Reading, is_severe
from app.ui.views.editor.sheet import Sheet
from app.ui.views.editor.spans import spans
from app.ui.views.editor.units import Units

_STALE = -2


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Where a look applies, in Qt's positions; `key` tells it from others."""

    start: int
    end: int
    key: tuple[str, bool]
    look: QTextCharFormat


LINE = 21
"""Lines of a whole text stand further apart than those in a card."""


class TextView(QTextEdit):
    """`followed(target)` for Ctrl and a click on a call."""

    followed = Signal(str)

    def __init__(self, theme: Theme, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._sheet = theme, sheet
        self._reading: Reading | None = None
        self._painted: Reading | None = None
        self.setDocument(sheet.document)
        sheet.use_font(theme.font(), scaled(theme, LINE))
        self.setFont(theme.font())
        self.setAcceptRichText(False)
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setAccessibleName(_("Text of the skill"))
        self.setPlaceholderText(_("Write what is to be done, or paste it."))
        self.setMouseTracking(True)
        sheet.document.contentsChange.connect(self._on_contents_change)
        theme.changed.connect(self._repaint_all)

    def show_reading(self, reading: Reading) -> None:
        """Paint what was read; while hidden, remember it for later."""
        self._reading = reading
        if self.isVisible():
            self._paint(reading)

    def select(self, start: int, end: int) -> None:
        """Put the cursor on a stretch of the text (code points) and bring it into view."""
        units = self._sheet.units
        cursor = self.textCursor()
        cursor.setPosition(units.qt(start))
        cursor.setPosition(units.qt(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self._reveal_cursor()

    @property
    def at(self) -> int:
        """Where the cursor is, in code points."""
        return self._sheet.units.ours(self.textCursor().position())

    def _reveal_cursor(self) -> None:
        """Bring the cursor to the middle, if it is not in view."""
        rect, height = self.cursorRect(), self.viewport().height()
        if rect.top() < 0 or rect.bottom() > height:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + rect.center().y() - height // 2)

    def _paint(self, reading: Reading) -> None:
        if reading is self._painted or reading.skill.text != self._sheet.text:
            return
        self._painted = reading
        units = Units(reading.skill.text)
        dark = self._theme.tokens.dark
        found_spans = spans(reading.skill)
        inks = {ink for _start, _end, ink in found_spans}
        looks = {ink: char_format(self._theme, ink) for ink in inks}
        stretches = [
            _Stretch(units.qt(start), units.qt(end), (str(ink), dark), looks[ink])
            for start, end, ink in found_spans
        ]
        for found in reading.urgent:
            if found.start < found.end and found.code != "goal-missing":
                severe = is_severe(found)
                made = wave(self._theme, severe)
                start, end = units.qt(found.start), units.qt(found.end)
                stretches.append(_Stretch(start, end, (str(severe), dark), made))
        stretches.sort(key=lambda stretch: stretch.start)
        self._format_blocks(stretches)

    def _format_blocks(self, stretches: Sequence["_Stretch"]) -> None:
        """Give each line its formats; lines that have them already are not touched."""
        block = self._sheet.document.begin()
        alive: list[_Stretch] = []
        n = 0
        while block.isValid():
            start = block.position()
            end = start + block.length()
            alive = [stretch for stretch in alive if stretch.end > start]
            while n < len(stretches) and stretches[n].start < end:
                alive.append(stretches[n])
                n += 1
            self._format_block(block, start, end - 1, alive)
            block = block.next()

    def _format_block(
        self, block: QTextBlock, start: int, end: int, found: Sequence["_Stretch"]
    ) -> None:
        inside = [
            (max(s.start, start) - start, min(s.end, end) - start, s)
            for s in found
            if max(s.start, start) < min(s.end, end)
        ]
        key = hash(tuple((left, right, s.key) for left, right, s in inside)) & 0x3FFFFFFF
        if block.userState() != key:
            block.setUserState(key)
            block.layout().setFormats(
                [format_range(left, right - left, s.look) for left, right, s in inside]
            )
            self._sheet.document.markContentsDirty(block.position(), block.length())

    def _repaint_all(self) -> None:
        self._sheet.use_font(self._theme.font(), scaled(self._theme, LINE))
        self._painted = None
        if self._reading is not None and self.isVisible():
            self._paint(self._reading)

    def _on_contents_change(self, at: int, removed: int, added: int) -> None:
        """Until the text is read again, move the inks of the line that is typed in along."""
        block = self._sheet.document.findBlock(at)
        inside = at - block.position()
        moved = []
        for stretch in block.layout().formats():
            if stretch.start >= inside + removed:
                stretch.start += added - removed
            elif stretch.start + stretch.length > inside:
                stretch.length = max(stretch.length + added - removed, 0)
            moved.append(stretch)
        block.layout().setFormats(moved)
        block.setUserState(_STALE)

    # Qt

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.textCursor().insertText(source.text())

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._reading is not None:
            self._paint(self._reading)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._reading:
            place = self.cursorForPosition(event.position().toPoint()).position()
            at = self._sheet.units.ours(place)
            for call in self._reading.skill.calls:
                if call.start <= at <= call.end:
                    self.followed.emit(call.target)
                    return
        super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._reading is not None:
            inside = self.viewport().mapFrom(self, event.pos())
            at = self._sheet.units.ours(self.cursorForPosition(inside).position())
            text = "\n".join(f.message for f in self._reading.findings if f.start <= at <= f.end)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)
