"""What is told of a change of a text, as long as the text has it. Public name: `ToldText`."""

from PySide6.QtCore import QObject, Qt

from app.core.changes import Changes, Part
from app.core.library import library, undo_reach, undoing
from app.core.library.undo_reach import Rewritten
from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView


class ToldText(QObject):
    """Withdraws a message that can be undone once the text it is about is as it was before: there
    is nothing left of what it tells, whoever took that back.
    """

    def __init__(self, context: AppContext, documents: Documents, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._documents = context, documents
        self._said = ""
        self._change: Rewritten | None = None
        self._is_seen = False
        """Whether the text is known to have been changed: an editor may be told of that later."""
        context.say.told.connect(self._on_told)
        context.say.told_more.connect(self._on_told)
        for other in (context.say.offered, context.say.asked):
            other.connect(self._forget)
        context.bridge.changed.connect(self._on_changed)
        documents.shown.connect(self._on_shown)

    def _on_told(self, sentence: str, *rest: object) -> None:
        """The last part of a message is whether it can be undone."""
        self._forget()
        if rest[-1]:
            self._said, self._change = sentence, self._found()
            self._look()

    def _found(self) -> Rewritten | None:
        """The change that is being told of, if it is the text of one skill."""
        vault, entries = self._context.vault, self._context.jobs.entries
        if entries is None:  # told of later
            newest, _redo = undoing.undoable(vault)
            entries = (newest.journal,) if newest is not None else ()
        return undo_reach.rewritten(vault, entries[0]) if len(entries) == 1 else None

    def _forget(self, *_message: object) -> None:
        self._said, self._change, self._is_seen = "", None, False

    def _on_shown(self, editor: EditorView | None) -> None:
        if editor is not None:
            editor.buffer.changed.connect(self._look, Qt.ConnectionType.UniqueConnection)
        self._look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.TEXT:
            self._look()

    def _look(self) -> None:
        change = self._change
        if change is None:
            return
        is_undone = self._text_of(change.skill) == change.before
        if self._is_seen and is_undone:
            self._context.say.withdraw(self._said)
            self._forget()
        self._is_seen = not is_undone

    def _text_of(self, skill: int) -> str | None:
        """As it is in the editor in front, else in the library."""
        editor = self._documents.editor
        if editor is not None and editor.skill_id == skill:
            return editor.buffer.stored
        state = library.current(self._context.vault, skill)
        return state[1] if state is not None else None
