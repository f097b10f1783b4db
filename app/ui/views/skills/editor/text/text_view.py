"""The text mode: the text itself, its parts in their styles and its mistakes underlined."""

import math
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from operator import itemgetter

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolTip, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.text.style_ranges import Look, Stretch, alike, stretches
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.prose.hits import Hit, hit_selections
from app.ui.widgets.prose.text_style import char_format, format_range, scaled, wave
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.tips import plain_tip

_STALE = -2
SLICE = 0.01
"""Seconds at most that lines out of sight are styled for, before others have a turn."""

LINE = 21
"""Lines of a whole text stand further apart than those in a card."""


class TextView(QTextEdit):
    """`followed(target)` for Ctrl and a click on a call, `memory_followed(at)` on a memory.

    `menu_made(at, QMenu)` before the menu of a place of the text is shown.
    """

    followed = Signal(str)
    memory_followed = Signal(int)
    menu_made = Signal(int, object)

    def __init__(self, theme: Theme, buffer: TextBuffer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._buffer = theme, buffer
        self._reading: Reading | None = None
        self._painted: Reading | None = None
        self._shown: list[Stretch] = []
        self._hits: Sequence[Hit] = ()
        self.describe: Callable[[int], str] = lambda _at: ""
        """What is said of a place where nothing is wrong."""
        self._formats: dict[Look, QTextCharFormat] = {}
        self._length = 0
        self._kept = (0, 0)
        """How much of the document, from its start and from its end, is as it was painted."""
        self._units = Units("")
        self._until = -1
        """As far as that, lines still wait for their styles; they begin where `_kept` ends."""
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._go_on)
        self.setDocument(buffer.document)
        buffer.use_font(theme.font(), scaled(theme, LINE))
        self.setFont(theme.font())
        self.setAcceptRichText(False)
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setAccessibleName(_("Skill text"))
        self.setPlaceholderText(_("Write or paste what to do."))
        self.setMouseTracking(True)
        buffer.document.contentsChange.connect(self._on_contents_change)
        buffer.groups.attend(self)
        self.verticalScrollBar().valueChanged.connect(self._mark_hits)
        theme.changed.connect(self._repaint_all)

    def show_reading(self, reading: Reading) -> None:
        """Paint what was read; while hidden, remember it for later."""
        self._reading = reading
        if self.isVisible():
            self._paint(reading)

    def select(self, start: int, end: int) -> None:
        """Put the cursor on a stretch of the text (code points) and bring it into view."""
        units = self._buffer.units
        cursor = self.textCursor()
        cursor.setPosition(units.qt(start))
        cursor.setPosition(units.qt(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self._reveal_cursor()

    def reveal(self, at: int) -> None:
        """Put the cursor at a place of the text (code points) and bring it into view."""
        self.select(at, at)

    def go_to(self, at: int | None) -> None:
        """The same, if there is anything to go to."""
        if at is not None:
            self.reveal(at)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found (code points): as much of it as can be seen."""
        self._hits = hits
        self._mark_hits()

    def _mark_hits(self) -> None:
        if not self.isVisible():
            return
        units = self._buffer.units
        top, bottom = self._in_sight()
        first = bisect_left(self._hits, units.ours(top), key=itemgetter(1))
        last = bisect_right(self._hits, units.ours(bottom), key=itemgetter(0))
        seen = [(units.qt(a), units.qt(b), now) for a, b, now in self._hits[first:last]]
        self.setExtraSelections(hit_selections(self._theme, self, seen))

    @property
    def at(self) -> int:
        """Where the cursor is, in code points."""
        return self._buffer.units.ours(self.textCursor().position())

    def _reveal_cursor(self) -> None:
        """Bring the cursor to the middle, if it is not in view."""
        rect, height = self.cursorRect(), self.viewport().height()
        if rect.top() < 0 or rect.bottom() > height:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + rect.center().y() - height // 2)

    def _paint(self, reading: Reading) -> None:
        """Format the lines between the first and the last that may look different by now.

        Those in sight are formatted at once, the others in slices, while nothing else is to do.
        """
        text = reading.skill.text
        if reading is self._painted or text != self._buffer.text:
            return
        found, units = stretches(reading), self._buffer.units
        left, right = alike(self._shown, found, self._length, len(text))
        end = units.qt(len(text))
        first = min(self._kept[0], units.qt(left))
        last = max(end - self._kept[1], units.qt(len(text) - right))
        self._painted, self._shown, self._length = reading, found, len(text)
        self._units, self._until = units, last
        self._kept = (first, end - last)
        top, bottom = self._in_sight()
        if first <= bottom and last >= top:
            self._format_blocks(max(first, top), min(last, bottom))
        self._go_on()

    def finish(self) -> None:
        """Do not wait any longer for the lines out of sight."""
        while self._later.isActive():
            self._go_on()

    def _in_sight(self) -> tuple[int, int]:
        """From where to where the text can be seen (Qt's positions)."""
        view = self.viewport()
        corner = QPoint(view.width(), view.height())
        return (
            self.cursorForPosition(QPoint(0, 0)).position(),
            self.cursorForPosition(corner).position(),
        )

    def _go_on(self) -> None:
        """Format some of the lines that wait."""
        reached = self._format_blocks(self._kept[0], self._until, SLICE)
        length = self._buffer.document.characterCount() - 1
        if reached <= self._until:
            self._kept = (reached, self._kept[1])
            self._later.start()
        else:
            self._kept = (length, length)
            self._later.stop()

    def _format_blocks(self, first: int, last: int, most: float = math.inf) -> int:
        """Give the lines from one place to another (Qt's) their formats, for so many seconds.

        Returns where the first line begins that was not reached.
        """
        started, passed = time.perf_counter(), False
        block = self._buffer.document.findBlock(first)
        waiting = self._waiting(block.position(), last)
        alive: list[Stretch] = []
        dirty = -1
        while block.isValid() and block.position() <= last and not passed:
            start, behind = block.position(), block.position() + block.length()
            alive = [stretch for stretch in alive if stretch[1] > start]
            while waiting and waiting[-1][0] < behind:
                alive.append(waiting.pop())
            changed = self._format_block(block, start, behind - 1, alive)
            if changed and dirty < 0:
                dirty = start
            elif not changed and dirty >= 0:
                self._buffer.document.markContentsDirty(dirty, start - dirty)
                dirty = -1
            block = block.next()
            passed = time.perf_counter() - started > most
        end = block.position() if block.isValid() else self._buffer.document.characterCount()
        if dirty >= 0:
            self._buffer.document.markContentsDirty(dirty, end - dirty)
        return end

    def _waiting(self, first: int, last: int) -> list[Stretch]:
        """The stretches in the lines from one place to another, in Qt's positions, last first."""
        units = self._units
        final = self._buffer.document.findBlock(last)
        begin, end = units.ours(first), units.ours(final.position() + final.length())
        return [
            (units.qt(left), units.qt(right), look)
            for left, right, look in reversed(self._shown)
            if left < end and right > begin
        ]

    def _format_block(
        self, block: QTextBlock, start: int, end: int, found: Sequence[Stretch]
    ) -> bool:
        """Whether its formats are other ones now."""
        inside = [
            (max(left, start) - start, min(right, end) - start, look)
            for left, right, look in found
            if max(left, start) < min(right, end)
        ]
        key = hash((self._theme.tokens.dark, *inside)) & 0x3FFFFFFF
        if block.userState() == key:
            return False
        block.setUserState(key)
        block.layout().setFormats(
            [format_range(a, b - a, self._format(look)) for a, b, look in inside]
        )
        return True

    def _format(self, look: Look) -> QTextCharFormat:
        if look not in self._formats:
            theme = self._theme
            self._formats[look] = (
                wave(theme, look) if isinstance(look, bool) else char_format(theme, look)
            )
        return self._formats[look]

    def _repaint_all(self) -> None:
        self._buffer.use_font(self._theme.font(), scaled(self._theme, LINE))
        self._painted, self._kept = None, (0, 0)
        self._formats = {}
        if self._reading is not None and self.isVisible():
            self._paint(self._reading)

    def _on_contents_change(self, at: int, removed: int, added: int) -> None:
        """Until the text is read again, move the styles of the line that is typed in along."""
        self._later.stop()
        below = max(self._buffer.document.characterCount() - 1 - at - added, 0)
        self._kept = (min(self._kept[0], at), min(self._kept[1], below))
        block = self._buffer.document.findBlock(at)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._buffer.groups.begin_with(event.text())
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._buffer.takes_pasted(source.text()):
            self.textCursor().insertText(source.text())

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._reading is not None:
            self._paint(self._reading)
        self._mark_hits()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._mark_hits()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._reading:
            place = self.cursorForPosition(event.position().toPoint()).position()
            at = self._buffer.units.ours(place)
            for call in self._reading.skill.calls:
                if call.start <= at <= call.end:
                    self.followed.emit(call.target)
                    return
            if any(one.start <= at < one.end for one in self._reading.skill.memories):
                self.memory_followed.emit(at)
                return
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self.textCursor().position()
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            place = self.cursorForPosition(event.pos()).position()
        menu = self.createStandardContextMenu(event.pos())
        self.menu_made.emit(self._buffer.units.ours(place), menu)
        menu.aboutToHide.connect(menu.deleteLater)
        open_at(menu, event.globalPos())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._reading is not None:
            inside = self.viewport().mapFrom(self, event.pos())
            at = self._buffer.units.ours(self.cursorForPosition(inside).position())
            text = "\n".join(f.message for f in self._reading.findings if f.start <= at <= f.end)
            text = text or self.describe(at)
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)
