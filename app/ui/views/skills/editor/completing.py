"""Words offered while typing: skills after `@skill:`, variables after `$`, annotations, goals."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QListView, QTextEdit, QWidget

from app.core.skills.editing.complete import Completion, Item, ItemKind, completions
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.prose.utf16 import Units

MOST_ROWS = 8
ROW = 27
WIDTH = 260
_QUOTES = '"“” '
_NEAR = 120
"""How far behind `@skill:` its name may go on, in characters."""


class Completing(QObject):
    """One list for all fields. Enter or Tab takes a word, Esc closes the list."""

    def __init__(self, theme: Theme, buffer: TextBuffer, reader: Reader, parent: QWidget) -> None:
        super().__init__(parent)
        self._buffer, self._reader, self._ground = buffer, reader, parent
        self._field: QTextEdit | None = None
        self._items: tuple[Item, ...] = ()
        self._typed = 0
        self._busy = False
        self._model = QStringListModel(self)
        self.list = QListView(parent)
        self.list.setModel(self._model)
        self.list.setObjectName("completion")
        self.list.setFont(theme.font(12))
        self.list.setAccessibleName(_("Suggestions"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.hide()
        self.list.clicked.connect(self._on_clicked)

    def attend(self, field: object) -> None:
        """Offer words in this field from now on."""
        assert isinstance(field, QTextEdit)
        field.installEventFilter(self)
        field.textChanged.connect(self._on_text_changed)

    def look(self, field: QTextEdit) -> None:
        """Offer what fits at the cursor of `field`, or nothing."""
        found = self._found(field)
        if found is None or not found.items:
            self.close()
            return
        self._field, self._items = field, found.items
        self._typed = found.end - found.start
        self._model.setStringList([item.label for item in found.items])
        self.list.setCurrentIndex(self._model.index(0))
        rows = min(len(found.items), MOST_ROWS)
        self.list.resize(WIDTH, rows * max(self.list.sizeHintForRow(0), ROW - 4) + 10)
        self._place(field)
        self.list.show()
        self.list.raise_()

    def take(self) -> None:
        """Write the chosen word in the place of what was typed of it."""
        field, row = self._field, self.list.currentIndex().row()
        if field is None or not 0 <= row < len(self._items):
            return
        item = self._items[row]
        self._busy = True
        cursor = field.textCursor()
        for _unit in range(self._typed):
            cursor.movePosition(
                QTextCursor.MoveOperation.PreviousCharacter, QTextCursor.MoveMode.KeepAnchor
            )
        cursor.insertText(item.insert)
        field.setTextCursor(cursor)
        self._busy = False
        self.close()
        if item.insert.endswith((": ", "$")):
            self.look(field)

    def close(self) -> None:
        self.list.hide()
        self._field = None

    def _found(self, field: QTextEdit) -> Completion | None:
        """What may follow at the cursor. Text of a field is looked at behind the whole text."""
        if field.textCursor().hasSelection() or field.isReadOnly():
            return None
        place = field.textCursor().position()
        if isinstance(field, TextView):
            text, at = self._buffer.text, self._buffer.units.ours(place)
            return _narrow(text, completions(text, at, self._names(text[:at])))
        own = field.document().toRawText().replace("\u2029", "\n")
        before = own[: Units(own).ours(place)]
        whole = f"{self._buffer.text}\n\n{before}"
        found = completions(whole, len(whole), self._names(before))
        if found is None or any(item.kind is ItemKind.GOAL for item in found.items):
            return None
        return _narrow(whole, found)

    def _names(self, before: str) -> list[str]:
        """The skills that can be called, when a call is being written; not the skill itself."""
        if "skill:" not in before[-_NEAR:].casefold():
            return []
        own = self._reader.title
        return [name for name in self._reader.known.titles() if name != own]

    def _place(self, field: QTextEdit) -> None:
        """Below the cursor, or above where there is no room; always inside the document."""
        parent = self._ground
        rect = field.cursorRect()
        below = field.viewport().mapTo(parent, rect.bottomLeft() + QPoint(-8, 5))
        if below.y() + self.list.height() > parent.height():
            above = field.viewport().mapTo(parent, rect.topLeft())
            below.setY(above.y() - self.list.height() - 5)
        below.setX(max(4, min(below.x(), parent.width() - WIDTH - 8)))
        self.list.move(below)

    def _move(self, step: int) -> None:
        row = (self.list.currentIndex().row() + step) % len(self._items)
        self.list.setCurrentIndex(self._model.index(row))

    def _on_text_changed(self) -> None:
        field = self.sender()
        if isinstance(field, QTextEdit) and field.hasFocus() and not self._busy:
            self.look(field)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.take()

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.list.isVisible() or watched is not self._field:
            return False
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        if not isinstance(event, QKeyEvent) or event.type() not in (
            QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride
        ):  # fmt: skip
            return False
        key, held = event.key(), event.modifiers()
        if key not in _KEYS or held & ~Qt.KeyboardModifier.KeypadModifier:
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                self.close()
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key == Qt.Key.Key_Up:
            self._move(-1)
        elif key == Qt.Key.Key_Down:
            self._move(1)
        else:
            self.take()
        return True


_KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab,
    Qt.Key.Key_Escape,
)  # fmt: skip


def _narrow(text: str, found: Completion | None) -> Completion | None:
    """Nothing when one of the words is written already: Enter is not meant for the list then."""
    if found is None or (found.start == found.end and found.items[0].kind is ItemKind.GOAL):
        return None
    typed = text[found.start : found.end].strip(_QUOTES).casefold()
    if any(typed == item.insert.strip(_QUOTES).casefold() for item in found.items):
        return None
    return found
