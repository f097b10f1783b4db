"""The one text that the text mode, the step cards and the goal chips all edit."""

from collections.abc import Callable
from itertools import accumulate

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCursor, QTextDocument

from app.core.errors import AppError
from app.core.library.merge import hunks
from app.core.skills.reading.rereading import ends_in_common, in_common
from app.core.words import _
from app.ui.views.skills.editor.undo_groups import UndoGroups
from app.ui.widgets.prose.utf16 import Units

_PARAGRAPH = "\u2029"
_MARK = "\ufeff"
LONGEST = 200_000
"""Characters that can be worked on without anybody waiting for a key."""

Step = Callable[[], object]


class TextBuffer(QObject):
    """A skill's text in a document of Qt's, whose undo therefore serves every way of editing.

    `changed` after each edit; `refused(AppError)` for more than can be worked on. Positions are
    code points. Line ends are single newlines while a text is here; one that came with CR LF
    throughout gets them back from `stored`, as it does the byte order mark it began with.
    """

    changed = Signal()
    pasting = Signal()
    """A text of several lines is about to be put in."""
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = QTextDocument(self)
        self.document.setDocumentMargin(0)
        self.document.documentLayout()  # without one, the document does not tell what changed
        self.groups = UndoGroups(self.document, self)
        self._spacing = QTextBlockFormat()
        self._text = ""
        self._units = Units("")
        self._crlf = False
        self._mark = ""
        self._loading = False
        self.document.contentsChange.connect(self._on_contents_change)

    @property
    def text(self) -> str:
        return self._text

    @property
    def stored(self) -> str:
        """The text with the line ends and the mark it came with."""
        return self.as_stored(self._text)

    def as_stored(self, text: str) -> str:
        """A text as it would be stored in the place of this one."""
        return self._mark + (text.replace("\n", "\r\n") if self._crlf else text)

    @property
    def units(self) -> Units:
        return self._units

    def load(self, text: str) -> None:
        """Start over with another text; what was typed before cannot be undone any more."""
        self._mark = _MARK if text.startswith(_MARK) else ""
        self._crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        self._loading = True
        self.document.setPlainText(text.removeprefix(_MARK))
        self._space_lines()
        self._loading = False
        self._take()
        self.changed.emit()

    def use_font(self, font: QFont, line: int) -> None:
        """How the text mode shows it: the font, and the height of a line in px."""
        self.document.setDefaultFont(font)
        if self._spacing.lineHeight() != line:
            self._spacing.setLineHeight(line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            self._space_lines()

    def become(self, text: str) -> None:
        """Edit only what differs from `text`, as one undo; cursors elsewhere stay in place."""
        text, old = editable(text), self._text
        if text == old:
            return
        head, tail = ends_in_common(old, text)
        self.replace(head, len(old) - tail, text[head : len(text) - tail])

    def follow(self, text: str) -> None:
        """The same line by line, so that also cursors between two changes stay in place."""
        self.groups.end()
        whole = QTextCursor(self.document)
        whole.beginEditBlock()
        for start, end, new in reversed(_edits(self._text, text)):
            old = self._text[start:end]
            head, tail = ends_in_common(old, new)
            self.replace(start + head, end - tail, new[head : len(new) - tail])
        whole.endEditBlock()

    def takes(self, more: str) -> bool:
        """Whether there is room for so much more; if not, that is said."""
        if len(self._text) + len(more) <= LONGEST:
            return True
        said = _("{count} characters are too many for one skill.").format(count=f"{len(more):n}")
        self.refused.emit(AppError(said, _("Split it into several skills.")))
        return False

    def takes_pasted(self, text: str) -> bool:
        """The same of what is pasted, which is announced."""
        if not self.takes(text):
            return False
        if "\n" in text.strip():
            self.pasting.emit()
        return True

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of `text[start:end]`, as one undo with what is typed before it."""
        cursor = QTextCursor(self.document)
        cursor.setPosition(self._units.qt(start))
        cursor.setPosition(self._units.qt(end), QTextCursor.MoveMode.KeepAnchor)
        if self.groups.joins(start, end, new):
            cursor.joinPreviousEditBlock()
        else:
            cursor.beginEditBlock()
        cursor.insertText(new)
        cursor.endEditBlock()

    def turn_into(self, text: str) -> int:
        """Become another text that cannot be undone, nor what was typed before; where it differs.

        Whoever asks for it knows the way back.
        """
        before = self._text
        self.document.setUndoRedoEnabled(False)
        self.become(text)
        self.document.setUndoRedoEnabled(True)
        return in_common(before, self._text)

    def undo(self, by: Step | None = None) -> int | None:
        """Take back the last edit; where it was, or None when there is none. A field of this
        document that does it itself (`by`) has its cursor there.
        """
        return self._step(self.document.isUndoAvailable(), by or self.document.undo)

    def redo(self, by: Step | None = None) -> int | None:
        """Do the last undone edit again; the same otherwise."""
        return self._step(self.document.isRedoAvailable(), by or self.document.redo)

    def _space_lines(self) -> None:
        """Every line as high as was asked for; that is nothing to be undone."""
        self.document.setUndoRedoEnabled(False)
        cursor = QTextCursor(self.document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(self._spacing)
        self.document.setUndoRedoEnabled(True)

    def _step(self, possible: bool, step: Step) -> int | None:
        if not possible:
            return None
        before = self._text
        step()
        self.groups.end()
        return in_common(before, self._text)

    def _on_contents_change(self, at: int, removed: int, added: int) -> None:
        if not self._loading and self._take():
            self.groups.pause.start()
            self.changed.emit()

    def _take(self) -> bool:
        text = self.document.toRawText().replace(_PARAGRAPH, "\n")
        if text == self._text:
            return False
        self._text = text
        self._units = Units(text)
        return True


def editable(text: str) -> str:
    """A text as it is while it is here: with single newlines, and no byte order mark."""
    return text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")


def _edits(old: str, new: str) -> list[tuple[int, int, str]]:
    """What to put in the place of which stretch of `old`, in whole lines, from top to bottom."""
    lines = old.split("\n")
    at = [0, *accumulate(len(line) + 1 for line in lines)]
    found = []
    for hunk in hunks(lines, new.split("\n")):
        start, end, put = at[hunk.start], at[hunk.end], "".join(f"{one}\n" for one in hunk.lines)
        if hunk.end == len(lines):  # the last line has no end of its own
            end -= 1
            if put and start <= end:
                put = put[:-1]
            else:  # but the one of the line before it
                start, put = start - 1, f"\n{put}"[:-1]
        found.append((start, end, put))
    return found


def beginning(text: str) -> str:
    """As much of a text, in whole lines where there are any, as can be shown at once."""
    if len(text) <= LONGEST:
        return text
    end = text.rfind("\n", 0, LONGEST) + 1
    return text[: end or LONGEST]
