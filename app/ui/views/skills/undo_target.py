"""What the next Undo or Redo goes a step in. Public name: `UndoTarget`."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget

from app.core.library import undo_reach, undoing
from app.core.library.undoing import Undoable
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.undo_questions import UndoQuestions

Reach = Callable[[Vault, Undoable, int], bool]
"""Whether an entry of the journal is about a skill."""


class UndoTarget:
    """What was typed in the skill in front, what was saved of it, or the library: in each, what
    Undo (0) or Redo (1) finds there.
    """

    def __init__(
        self, context: AppContext, documents: Documents, questions: UndoQuestions, buttons: QWidget
    ) -> None:
        """Nothing is in front where the `buttons` are not seen."""
        self._context, self._documents = context, documents
        self._questions, self._buttons = questions, buttons
        self.just: int | None = None
        """The entry that the buttons undid or did again last, as long as it is in front."""

    def entry(self, which: int) -> Undoable | None:
        """What is next in the library."""
        return undoing.undoable(self._context.vault)[which]

    @property
    def written_in(self) -> EditorView | None:
        """The editor in front, if the keyboard is in it and it can be written in."""
        editor, focused = self._documents.editor, QApplication.focusWidget()
        if editor is None or editor.read_only or focused is None:
            return None
        return editor if editor.isAncestorOf(focused) else None

    def typed(self, which: int) -> EditorView | None:
        """The skill in front, if nothing was done since somebody typed in it what Undo (0) or
        Redo (1) goes a step in.
        """
        editor, entry = self._documents.editor, self.entry(0)
        if editor is None or editor.skill_id is None or entry is None:
            return None
        if not self._buttons.isVisible() or editor.read_only or not editor.past.typed[which]:
            return None
        return editor if undo_reach.wrote(self._context.vault, entry, editor.skill_id) else None

    def above(self, which: int) -> EditorView | None:
        """The skill in front, if Undo (0) or Redo (1) above it goes a step in what was written
        there.
        """
        editor, vault = self._documents.editor, self._context.vault
        if editor is None or editor.read_only:
            return None
        entry, skill = self.entry(which), editor.skill_id
        can = editor if (editor.past.can_undo, editor.past.can_redo)[which] else None
        if entry is None or skill is None:
            return can
        if which and can is not None and self._is_newer(entry):
            return can
        if entry.journal == self.just:
            return None
        if undo_reach.wrote(vault, entry, skill):
            return editor
        if self._questions.is_offered(entry) or undo_reach.refiled(vault, entry, skill):
            return None
        return can

    def _is_newer(self, undone: Undoable) -> bool:
        """Whether something was done after that was undone."""
        last = self.entry(0)
        return last is not None and last.journal > undone.journal

    def is_beyond(self, which: int) -> bool:
        """Whether what is undone (0) or redone (1) next is not what was written in the skill."""
        entry, skill = self.entry(which), self._documents.skill
        if entry is None or skill is None:
            return entry is not None
        return not undo_reach.wrote(self._context.vault, entry, skill)

    def is_left(self, which: int) -> bool:
        """Whether there is anything to undo (0) or redo (1) where the keyboard is."""
        editor = self.written_in
        can = editor is not None and (editor.past.can_undo, editor.past.can_redo)[which]
        return can or self.typed(which) is not None or self.entry(which) is not None

    def is_in_front(self, entry: Undoable, is_about: Reach) -> bool:
        """Whether it is about the skill in front."""
        skill = self._documents.skill if self._buttons.isVisible() else None
        return skill is not None and is_about(self._context.vault, entry, skill)
