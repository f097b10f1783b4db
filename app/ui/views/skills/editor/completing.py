"""Words offered while typing: skills after `@`, the grammar after `/`, variables, goals."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from app.core.skills.editing.complete import ItemKind
from app.core.skills.editing.parameters import with_input
from app.core.skills.editing.snippets import Slash, SnippetKind, insert_snippet, slash, slash_within
from app.core.skills.editing.template import Template
from app.core.words import _
from app.ui.commands import key_text
from app.ui.context import AppContext
from app.ui.views.skills.editor.reading import Reader, Reading
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.suggestions.callees import Callees
from app.ui.views.skills.editor.suggestions.fields import KEYS as FIELD_KEYS
from app.ui.views.skills.editor.suggestions.fields import Fields
from app.ui.views.skills.editor.suggestions.offers import Offer, Offers, Place, own_text
from app.ui.views.skills.editor.suggestions.popup import Popup
from app.ui.views.skills.editor.suggestions.preview import Preview
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.labels import label
from app.ui.widgets.passing_focus import is_passing
from app.ui.widgets.prose.utf16 import Units

_BELOW_LINE, _BELOW_CARD = 5, 15
"""How far the list is from what is written, in px."""


class Completing(QObject):
    """One list for all fields. Tab takes the first word, Enter one that was chosen with the arrows,
    so that Enter behind a name ends the step; of a `/`, and where a call asks which skill is meant,
    Enter takes the first. Esc closes the list.

    `between_wanted(Template)` for what is written between the steps, with the whole text.
    """

    between_wanted = Signal(object)

    def __init__(
        self,
        context: AppContext,
        buffer: TextBuffer,
        reader: Reader,
        place: Callable[[], Place],
        parent: QWidget,
    ) -> None:
        """`place` says where calls come from."""
        super().__init__(parent)
        self._buffer, self._reader, self._ground = buffer, reader, parent
        self._find = Offers(buffer, reader, Callees(context.vault), place)
        self._steps: dict[QObject, Callable[[], int]] = {}
        self._field: QTextEdit | None = None
        self._offers: Sequence[Offer] = ()
        self._busy = False
        self._declares = False
        """Whether the fields are those of a new input."""
        self._put_aside: QTextEdit | None = None
        """Where the menu of a `/` was closed; it stays so as long as the `/` is there."""
        self.list, self.preview = Popup(context.theme, parent), Preview(context.theme, parent)
        self.hint = label(_("type to filter, Esc to keep the slash"), "muted")
        self.hint.setParent(parent)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hint.hide()
        self.fields = Fields(context.theme, self)
        self.list.clicked.connect(self.take)
        self.list.left.connect(self.close)
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
        rows = [offer.row for offer in offers]
        is_call_field = field is self.fields.field and offers[0].is_call
        if offers[0].snippet is not None or is_call_field:
            self.list.show_rows(rows, chosen=0)
        else:
            if field is not self.fields.field:  # there, Tab goes to the next field
                rows[0] = replace(rows[0], key=key_text("Tab"))
            self.list.show_rows(rows)
        apart = _BELOW_CARD if field in self._steps else _BELOW_LINE
        self.list.place_at(self._line(field, offers[0].start), apart)
        self.list.show()
        self.list.raise_()
        self._show_hint(field)
        self._show_preview()

    def take(self) -> None:
        """Write the chosen word, else the first, in the place of what was typed of it."""
        field, row = self._field, self._row
        if field is None or row >= len(self._offers):
            return
        offer = self._offers[row]
        self.close()
        if offer.snippet is not None:
            self._take_snippet(field, offer, offer.snippet)
            return
        made = offer.template(self._behind(field, offer.end))
        self._write(field, offer.start, offer.end, made)
        if made.text.endswith((": ", "$", "[", "=")):
            self.look(field)

    def fill(self, field: QTextEdit, made: Template) -> None:
        """Have the fields of a text filled in that is in `field` by now."""
        spans = [self._span(made.text, one) for one in made.fields]
        self.fields.begin(field, spans[0][0], spans[-1][1], spans)

    @property
    def _row(self) -> int:
        """The chosen row, else the first."""
        return max(self.list.row, 0)

    def append(self, kind: SnippetKind) -> None:
        """Write an entry of the grammar behind what the step that is being written says."""
        for field in self._steps:
            assert isinstance(field, StepField)
            made, own = kind.snippet.template, own_text(field)
            lead = " " if own and not own[-1].isspace() else ""
            end = Units(own).qt(len(own))
            self._write(field, end, end, Template(lead + made.text, made.at(len(lead))))
            self._declares = kind is SnippetKind.INPUT

    def close(self) -> None:
        for part in (self.list, self.preview, self.hint):
            part.hide()
        self._field = None

    def patient(self, reading: Reading, written: int | None) -> Reading:
        """The reading without complaints about what is still being filled in.

        `written` is the position of the step that is being written.
        """
        field = self.fields.field
        if field is None:
            return reading
        if isinstance(field, TextView):
            steps = reading.skill.steps
            written = next((s.position for s in steps if s.start <= field.at <= s.end), None)
        found = tuple(f for f in reading.findings if not f.step or f.step != written)
        return replace(reading, findings=found)

    # What is offered

    def _found(self, field: QTextEdit) -> Sequence[Offer]:
        """What may follow at the cursor; in a field to write over, only skills."""
        cursor = field.textCursor()
        over = self.fields.is_untouched
        if (cursor.hasSelection() and not over) or field.isReadOnly():
            return ()
        own = self._own(field)
        at, end = Units(own).ours(cursor.selectionStart()), cursor.selectionEnd()
        if isinstance(field, TextView):
            offers = self._find.in_text(at, end, over=over)
        else:
            offers = self._find.in_field(own, at, end)
        if over:
            return [offer for offer in offers if offer.is_call]
        return offers or self._grammar(field, own, at)

    def _grammar(self, field: QTextEdit, own: str, at: int) -> Sequence[Offer]:
        """What a `/` offers: in a step where a word begins, or on a line of the text."""
        is_text = isinstance(field, TextView)
        if not is_text and field not in self._steps:
            return ()
        asked = slash(own, at) if is_text else slash_within(own, at)
        if asked is None:
            self._put_aside = None
            return ()
        if field is self._put_aside:
            return ()
        if is_text:
            return self._find.grammar(asked, Units(own).qt(at))
        begins, within = self._steps[field](), len(own) > asked.end - asked.start
        there = Slash(begins + asked.start, begins + asked.end, asked.typed)
        return self._find.grammar(there, Units(own).qt(at), within=within)

    def _own(self, field: QTextEdit) -> str:
        return self._buffer.text if isinstance(field, TextView) else own_text(field)

    # What is written

    def _take_snippet(self, field: QTextEdit, offer: Offer, kind: SnippetKind) -> None:
        snippet = kind.snippet
        if field in self._steps and snippet.in_step:
            self._write(field, offer.start, offer.end, snippet.template)
        else:
            begins = 0 if isinstance(field, TextView) else self._steps[field]()
            units = Units(self._own(field))
            start, end = begins + units.ours(offer.start), begins + units.ours(offer.end)
            asked = Slash(start, end, self._buffer.text[start + 1 : end])
            made = insert_snippet(self._reader.skill, asked, snippet)
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

    def _line(self, field: QTextEdit, start: int) -> QRect:
        """Where in the document the word begins that is being written."""
        cursor = field.textCursor()
        cursor.setPosition(start)
        rect = field.cursorRect(cursor)
        return QRect(field.viewport().mapTo(self._ground, rect.topLeft()), rect.size())

    def _show_hint(self, field: QTextEdit) -> None:
        """Behind a bare `/`, what one can do now."""
        first = self._offers[0]
        self.hint.setVisible(first.snippet is not None and first.end == first.start + 1)
        line = self._line(field, first.end)
        self.hint.adjustSize()
        self.hint.move(line.right() + 8, line.center().y() - self.hint.height() // 2 + 1)
        self.hint.raise_()

    def _show_preview(self) -> None:
        row = self._row
        if self.list.isHidden() or self._field is None or row >= len(self._offers):
            return
        offer = self._offers[row]
        if offer.snippet is not None:
            snippet = offer.snippet.snippet
            self.preview.show_template(snippet.title(), snippet.template, in_step=snippet.in_step)
        elif offer.is_call and offer.item is not None and offer.item.kind is ItemKind.SKILL:
            made = offer.template("")
            if not made.text.startswith("@"):
                lead = "@skill: "
                made = Template(lead + made.text, made.at(len(lead)))
            self.preview.show_template(SnippetKind.CALL.snippet.title(), made, in_step=True)
        else:
            self.preview.hide()
            return
        self.preview.place_by(self.list.geometry(), self._line(self._field, offer.start))

    def _on_text_changed(self) -> None:
        field = self.sender()
        if isinstance(field, QTextEdit) and field.hasFocus() and not self._busy:
            self.look(field)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            self.close()
            if not is_passing(event):
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
        elif self._goes_on(key, filling=filling):
            self.close()
            return False
        else:
            self.take()
        return True

    def _goes_on(self, key: int, *, filling: bool) -> bool:
        """Whether Tab is for the next field, or Enter for the next step, and not for the list."""
        if key == Qt.Key.Key_Tab:
            return filling and not self._offers[0].is_call
        return self.list.row < 0


_KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab,
    Qt.Key.Key_Escape,
)  # fmt: skip


def _is_composing(field: QObject) -> bool:
    """Whether an input method has the keys."""
    if not isinstance(field, QTextEdit):
        return False
    return bool(field.textCursor().block().layout().preeditAreaText())
