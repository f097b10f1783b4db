"""Undo and redo where somebody writes, who goes on writing there. Public names: `Undoing`,
`offer_until_written`."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.core.library import history
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.caret import Caret
from app.ui.views.skills.editor.past import Past, UndoKeys
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.moments import time_said


class Undoing(QObject):
    """The keyboard stays in a field that is still there, or goes to the place that changed."""

    def __init__(
        self,
        context: AppContext,
        past: Past,
        caret: Caret,
        step_editing: StepEditing,
        text: TextView,
        editor: QWidget,
    ) -> None:
        super().__init__(editor)
        self._context, self._past, self._caret = context, past, caret
        self._step_editing, self._reader = step_editing, step_editing.reader
        self._editor, self._title, self._text = editor, caret.fields[0], text
        for field in caret.fields:
            step_editing.buffer.groups.attend(field)
        for source in (*caret.fields, step_editing):
            source.undo_wanted.connect(self.undo)
            source.redo_wanted.connect(self.redo)
        step_editing.deleted.connect(self._offer_step)
        past.left.connect(self._tell_version)
        self._is_told_last = False
        """Whether something was told since the text changed last."""
        step_editing.buffer.changed.connect(self._on_changed)
        for told in (context.say.told, context.say.told_more, context.say.offered):
            told.connect(self._on_told)
        context.say.asked.connect(self._on_changed)
        UndoKeys(editor, self._undo_last, self.redo)
        UndoKeys(text, self._undo_in_text, self._redo_in_text)

    def undo(self) -> None:
        self._walk(self._past.undo)

    def undo_here(self) -> None:
        """The same, by a button above the skill, however it is shown."""
        self._step_here(self._past.undo)

    def redo_here(self) -> None:
        """Do again what was undone last, however the skill is shown."""
        self._step_here(self._past.redo)

    def _undo_in_text(self) -> None:
        """The cursor goes where the text itself puts it, with what was typed there."""
        is_typed, at = self._past.typed[0], self._past.undo(self._text.undo)
        self._text.go_to(None if is_typed else at)

    def _redo_in_text(self) -> None:
        is_typed, at = self._past.typed[1], self._past.redo(self._text.redo)
        self._text.go_to(None if is_typed else at)

    def _step_here(self, step: Callable[[], int | None]) -> None:
        if self._text.isVisible():
            self._text.go_to(step())
        else:
            self._walk(step)

    def _undo_last(self) -> None:
        """Outside a text: what was just told, wherever that was done, or else in the skill."""
        way_back = self._context.say.way_back() if self._is_told_last else None
        (way_back or self.undo)()

    def _on_told(self, *_message: object) -> None:
        self._is_told_last = True

    def _on_changed(self, *_question: object) -> None:
        self._is_told_last = False

    def redo(self) -> None:
        self._walk(self._past.redo)

    def _walk(self, step: Callable[[], int | None]) -> None:
        steps, is_field = (
            self._step_editing,
            self._editor.window().focusWidget() in self._caret.fields,
        )
        field, position, count = steps.field, steps.position, len(self._reader.skill.steps)
        is_empty, written = field is not None and not field.text.strip(), -1
        if field is not None:
            written = field.at
            self._caret.hold()
        before = self._reader.skill.text
        at = step()
        if at is None:
            return
        self._reader.read_now()
        moved = steps.moved(before, self._reader.skill.text)
        if is_empty and len(self._reader.skill.steps) < count:
            self._write_before(position)
        elif moved and field is not None:
            steps.put_away()
            steps.edit(moved, written)
        elif moved and not is_field:
            steps.list.go_to(moved)
        elif field is not None:
            self._caret.come_back()
        elif is_field:
            steps.list.reveal_place(at)
        else:
            steps.show_edit(at)

    def _offer_step(self) -> None:
        """A step was deleted by one key."""
        self.offer(_("Step deleted"))

    def offer(self, said: str) -> None:
        """Tell what was just written, with one undo as the way back."""
        offer_until_written(self._context, self._step_editing.buffer, said, self.undo)

    def _tell_version(self, version: int) -> None:
        """Whatever was typed here is taken back by now, and this is more than one edit."""
        vault = self._context.vault
        when = time_said(history.moment_of(vault, version), vault.now())
        said = _("Back to the version of {when}").format(when=when)
        redo = _until_written(self._context, self._step_editing.buffer, said, self.redo_here)
        self._context.say.tell_more(said, _("Redo"), redo)

    def _write_before(self, position: int) -> None:
        """Go on at the end of what stands before a step that was made and is gone again."""
        self._step_editing.put_away()
        if self._reader.skill.steps:
            self._step_editing.edit(max(position - 1, 1), -1)
        else:
            self._title.setFocus(Qt.FocusReason.OtherFocusReason)
            self._title.end(False)


def offer_until_written(
    context: AppContext, buffer: TextBuffer, said: str, way_back: Callable[[], object]
) -> None:
    """A toast that takes back what was just written, and goes once something else was: that, or
    this again, is to be undone first.
    """
    context.say.offer(said, _until_written(context, buffer, said, way_back))


def _until_written(
    context: AppContext, buffer: TextBuffer, said: str, act: Callable[[], object]
) -> Callable[[], None]:
    """`act` as long as the text is what it is now; then what is `said` of it goes."""
    after = buffer.text

    def look() -> None:
        if buffer.text != after:
            buffer.changed.disconnect(look)
            context.say.withdraw(said)

    def act_now() -> None:
        if isValid(buffer) and buffer.text == after:
            act()

    buffer.changed.connect(look)
    return act_now
