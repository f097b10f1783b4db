"""Words offered while typing: skills after `@`, the grammar after `/`, variables, goals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from app.core.skills.editing.call_template import call_template
from app.core.skills.editing.complete import Completion, Item, ItemKind, completions
from app.core.skills.editing.parameters import with_input
from app.core.skills.editing.snippets import (
    Slash,
    SnippetKind,
    insert_snippet,
    offered,
    slash,
)
from app.core.skills.editing.template import Template
from app.core.skills.names import key as name_key
from app.ui.context import AppContext
from app.ui.views.skills.editor.library_watch import LibraryWatch
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.suggestions.callees import Callee, Callees
from app.ui.views.skills.editor.suggestions.fields import KEYS as FIELD_KEYS
from app.ui.views.skills.editor.suggestions.fields import Fields
from app.ui.views.skills.editor.suggestions.popup import Popup, Row
from app.ui.views.skills.editor.suggestions.preview import Preview
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.prose.utf16 import Units

_QUOTES = '"“” '
_NEAR = 120
"""How far behind an `@` a name may go on, in characters."""
_CALLS = (ItemKind.SKILL, ItemKind.MEMBER, ItemKind.LINK)
_ICONS = {
    SnippetKind.BRANCH: ("branch", "goal:Trigger"),
    SnippetKind.LOOP: ("loop", "goal:Prerequisites"),
    SnippetKind.CALL: ("call", "acc"),
    SnippetKind.PARALLEL: ("parallel", "acc"),
    SnippetKind.INPUT: ("arrow-into-bracket", "goal:Requires"),
    SnippetKind.RESULT: ("arrow-out-of-bracket", "goal:Produces"),
    SnippetKind.NOTE: ("note", "t2"),
    SnippetKind.RECIPE: ("recipe", "mem"),
}


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a row of the list stands for: it takes the place of `start` to `end` (Qt's)."""

    row: Row
    start: int
    end: int
    item: Item | None = None
    callee: Callable[[], Callee] = Callee
    snippet: SnippetKind | None = None

    @property
    def is_call(self) -> bool:
        return self.item is not None and self.item.kind in _CALLS


class Completing(QObject):
    """One list for all fields. Enter or Tab takes a word, Esc closes the list.

    `between_wanted(Template)` for what is written between the steps, with the whole text.
    """

    between_wanted = Signal(object)

    def __init__(
        self,
        context: AppContext,
        buffer: TextBuffer,
        reader: Reader,
        library: LibraryWatch,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._buffer, self._reader, self._library = buffer, reader, library
        self._callees = Callees(context.vault)
        self._steps: dict[QObject, Callable[[], int]] = {}
        self._field: QTextEdit | None = None
        self._offers: Sequence[_Offer] = ()
        self._busy = False
        self._declares = False
        """Whether the fields are those of a new input."""
        self._put_aside: QTextEdit | None = None
        """Where the menu of a `/` was closed; it stays so as long as the `/` is there."""
        self.list, self.preview = Popup(context.theme, parent), Preview(context.theme, parent)
        self.fields = Fields(context.theme, self)
        self.list.clicked.connect(self.take)
        self.list.selectionModel().currentChanged.connect(self._show_preview)
        self.fields.entered.connect(self._on_entered)
        self.fields.left.connect(self._on_left)

    def attend(self, field: object) -> None:
        """Offer words in this field from now on."""
        assert isinstance(field, QTextEdit)
        field.installEventFilter(self)
        field.textChanged.connect(self._on_text_changed)

    def attend_step(self, field: object, begins: Callable[[], int]) -> None:
        """Offer words and the grammar in the field of a step, which `begins` there in the text."""
        assert isinstance(field, StepField)
        self._steps = {field: begins}
        for wanted in (field.undo_wanted, field.redo_wanted):
            wanted.connect(self.fields.leave)
        self.attend(field)

    def look(self, field: QTextEdit) -> None:
        """Offer what fits at the cursor of `field`, or nothing."""
        offers = self._found(field)
        if not offers:
            self.close()
            return
        self._field, self._offers = field, offers
        self.list.show_rows([offer.row for offer in offers])
        self.list.place_at(self._line(field))
        self.list.show()
        self.list.raise_()
        self._show_preview()

    def take(self) -> None:
        """Write the chosen word in the place of what was typed of it."""
        field, row = self._field, self.list.row
        if field is None or not 0 <= row < len(self._offers):
            return
        offer = self._offers[row]
        self.close()
        if offer.snippet is not None:
            self._take_snippet(field, offer, offer.snippet)
            return
        made = self._template(offer, self._behind(field, offer.end))
        self._write(field, offer.start, offer.end, made)
        if made.text.endswith((": ", "$", "[")):
            self.look(field)

    def fill(self, field: QTextEdit, made: Template) -> None:
        """Have the fields of a text filled in that is in `field` by now."""
        spans = [self._span(made.text, one) for one in made.fields]
        self.fields.begin(field, spans[0][0], spans[-1][1], spans)

    def close(self) -> None:
        self.list.hide()
        self.preview.hide()
        self._field = None

    # What is offered

    def _found(self, field: QTextEdit) -> Sequence[_Offer]:
        """What may follow at the cursor. Text of a field is looked at behind the whole text."""
        cursor = field.textCursor()
        over = self.fields.is_untouched
        if (cursor.hasSelection() and not over) or field.isReadOnly():
            return ()
        place = cursor.selectionStart()
        own = self._own(field)
        units = Units(own)
        at = units.ours(place)
        if isinstance(field, TextView):
            text = own[:at] if over else own
            found = _narrow(text, completions(text, at, self._names(own[:at])))
        else:
            text = f"{self._buffer.text}\n\n{own[:at]}"
            found = completions(text, len(text), self._names(own[:at]))
            if found is not None and any(item.kind is ItemKind.GOAL for item in found.items):
                found = None
            found = _narrow(text, found)
        if found is None:
            return () if over else self._grammar(field, own, at)
        start = units.qt(at - (found.end - found.start))
        offers = self._words(found, start, cursor.selectionEnd())
        return [offer for offer in offers if offer.is_call] if over else offers

    def _words(self, found: Completion, start: int, end: int) -> list[_Offer]:
        seen: dict[str, int] = {}
        offers = []
        for item in found.items:
            if item.kind in _CALLS:
                own = name_key(item.label)
                number = seen[own] = seen.get(own, -1) + 1
                callee = self._asker(item.label, number)
                row = Row(item.label, "call", "acc", lambda asked=callee: asked().said)  # type: ignore[misc]
                offers.append(_Offer(row, start, end, item, callee))
            else:
                offers.append(_Offer(Row(item.label), start, end, item))
        return offers

    def _asker(self, title: str, number: int) -> Callable[[], Callee]:
        """What is asked when it is to be seen."""
        return lambda: self._callees.callee(self._reader.known, title, number, *self._library.place)

    def _grammar(self, field: QTextEdit, own: str, at: int) -> Sequence[_Offer]:
        """What a `/` offers: in a step that is empty but for it, or on a line of the text."""
        asked = slash(own, at)
        if asked is None:
            self._put_aside = None
            return ()
        if field is self._put_aside:
            return ()
        if not isinstance(field, TextView):
            if field not in self._steps or asked.start or asked.end < len(own):
                return ()
            begins = self._steps[field]()
            asked = Slash(begins, begins + asked.end, asked.typed)
        units = Units(own)
        end = units.qt(at)
        return [
            _Offer(
                Row(kind.snippet.title(), *_ICONS[kind], kind.snippet.help, kind.snippet.key),
                end - len(asked.typed) - 1,
                end,
                snippet=kind,
            )
            for kind in offered(self._buffer.text, asked)
        ]

    def _names(self, before: str) -> list[str]:
        """The skills that can be called, when a call is being written; not the skill itself."""
        tail = before[-_NEAR:].casefold()
        if "@" not in tail and "[[" not in tail:
            return []
        own = self._reader.title
        return [name for name in self._reader.known.titles() if name != own]

    def _own(self, field: QTextEdit) -> str:
        if isinstance(field, TextView):
            return self._buffer.text
        return field.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")

    # What is written

    def _template(self, offer: _Offer, behind: str) -> Template:
        """The word of an offer; a call with what it takes and gives back."""
        item = offer.item
        assert item is not None
        if not offer.is_call or item.kind is ItemKind.LINK:
            return Template(item.insert)
        callee = offer.callee()
        produces = callee.produces if item.kind is ItemKind.SKILL else ()
        return call_template(item.insert, callee.requires, produces, before=behind)

    def _take_snippet(self, field: QTextEdit, offer: _Offer, kind: SnippetKind) -> None:
        snippet = kind.snippet
        if field in self._steps and snippet.in_step:
            self._write(field, offer.start, offer.end, snippet.template)
        else:
            begins = 0 if isinstance(field, TextView) else self._steps[field]()
            units = Units(self._own(field))
            start, end = begins + units.ours(offer.start), begins + units.ours(offer.end)
            asked = Slash(start, end, self._buffer.text[start + 1 : end])
            made = insert_snippet(self._buffer.text, asked, snippet)
            self._busy = True
            if isinstance(field, TextView):
                self._buffer.become(made.text)
                self.fill(field, made)
            else:
                self.between_wanted.emit(made)
            self._busy = False
            if isinstance(field, TextView):
                self._on_entered()
        self._declares = kind is SnippetKind.INPUT

    def _write(self, field: QTextEdit, start: int, end: int, made: Template) -> None:
        """Put it in the place of what is there, and have its fields filled in."""
        self._busy = True
        cursor = field.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(made.text)
        field.setTextCursor(cursor)
        self._busy = False
        spans = [self._span(made.text, one) for one in made.fields]
        spans = [(start + first, start + last) for first, last in spans]
        self.fields.begin(field, start, field.textCursor().position(), spans)

    def _span(self, text: str, stretch: tuple[int, int]) -> tuple[int, int]:
        units = Units(text)
        return units.qt(stretch[0]), units.qt(stretch[1])

    def _behind(self, field: QTextEdit, end: int) -> str:
        """The rest of the line behind what is replaced."""
        own = self._own(field)
        return own[Units(own).ours(end) :].split("\n", 1)[0]

    def _on_entered(self) -> None:
        """A field in which a skill is named offers them at once."""
        if self.fields.field is not None and not self._busy:
            self.look(self.fields.field)

    def _on_left(self, first: str) -> None:
        """What an input was called is declared where callers look for it."""
        declares, self._declares = self._declares, False
        if declares and first.isidentifier():
            self._buffer.become(with_input(self._buffer.text, first))
            self._reader.read_now()

    # What is seen

    def _line(self, field: QTextEdit) -> QRect:
        """Where the cursor is, in the document."""
        rect = field.cursorRect()
        return QRect(field.viewport().mapTo(self.list.parentWidget(), rect.topLeft()), rect.size())

    def _show_preview(self) -> None:
        row = self.list.row
        if self.list.isHidden() or not 0 <= row < len(self._offers):
            return
        offer = self._offers[row]
        if offer.snippet is not None:
            snippet = offer.snippet.snippet
            self.preview.show_template(snippet.title(), snippet.template, in_step=snippet.in_step)
        elif offer.is_call and offer.item is not None and offer.item.kind is ItemKind.SKILL:
            made = self._template(offer, "")
            call = made.text if made.text.startswith("@") else f"@skill: {made.text}"
            shift = len(call) - len(made.text)
            made = Template(call, made.at(shift))
            self.preview.show_template(SnippetKind.CALL.snippet.title(), made, in_step=True)
        else:
            self.preview.hide()
            return
        self.preview.place_by(self.list.geometry())

    def _on_text_changed(self) -> None:
        field = self.sender()
        if isinstance(field, QTextEdit) and field.hasFocus() and not self._busy:
            self.look(field)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            self.close()
            if event.reason() not in _PASSING:
                self.fields.leave()
        if not isinstance(event, QKeyEvent) or event.type() not in (
            QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride
        ):  # fmt: skip
            return False
        listed = watched is self._field and self.list.isVisible()
        filling = watched is self.fields.field
        if not (listed or filling) or _is_composing(watched):
            return False
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ours = (listed and key in _KEYS and not held) or (filling and key in FIELD_KEYS)
        if event.type() == QEvent.Type.ShortcutOverride:
            if ours:
                event.accept()
            return ours
        if listed and self._take_key(key, held, filling=filling):
            return True
        return filling and self.fields.take(event)

    def _take_key(self, key: int, held: Qt.KeyboardModifier, *, filling: bool) -> bool:
        """What a key says to the list."""
        if key not in _KEYS or held:
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                self.close()
            return False
        if key == Qt.Key.Key_Escape:
            offers = self._offers
            if offers and offers[0].snippet is not None:
                self._put_aside = self._field
            self.close()
        elif key == Qt.Key.Key_Up:
            self.list.move_by(-1)
        elif key == Qt.Key.Key_Down:
            self.list.move_by(1)
        elif filling and key == Qt.Key.Key_Tab and not self._offers[0].is_call:
            self.close()
            return False
        else:
            self.take()
        return True


_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
_KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab,
    Qt.Key.Key_Escape,
)  # fmt: skip


def _is_composing(field: QObject) -> bool:
    """Whether an input method has the keys."""
    if not isinstance(field, QTextEdit):
        return False
    return bool(field.textCursor().block().layout().preeditAreaText())


def _narrow(text: str, found: Completion | None) -> Completion | None:
    """Nothing when one of the words is written already: Enter is not meant for the list then."""
    if found is None or (found.start == found.end and found.items[0].kind is ItemKind.GOAL):
        return None
    typed = text[found.start : found.end].strip(_QUOTES).casefold()
    if any(typed == item.insert.strip(_QUOTES).casefold() for item in found.items):
        return None
    return found
