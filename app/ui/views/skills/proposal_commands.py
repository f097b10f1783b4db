"""The ways from the page of skills to what proposes texts: describing, drafting, repairing."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.proposals.describe.dialog import DescribeDialog
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from app.ui.views.skills.proposals.fix_findings.dialog import FixFindingsDialog


class ProposalCommands(QObject):
    """What is typed is saved before anything is proposed, so that nothing of it is lost."""

    def __init__(
        self, context: AppContext, listed: LibraryView, documents: Documents, page: QWidget
    ) -> None:
        super().__init__(page)
        self._context, self._listed, self._documents = context, listed, documents
        self._page = page
        self._drafting: DraftDialog | None = None

    def describe(self, skills: tuple[int, ...]) -> None:
        """Look through these skills, one after the other."""
        if skills:
            self._documents.when_saved(
                skills, lambda: DescribeDialog(self._context, skills, self._page).open()
            )

    def draft(self) -> None:
        """Into the engram the list is narrowed down to, if it is."""
        self._drafting = DraftDialog(self._context, self._listed.filters.wanted.engram, self._page)
        self._drafting.created.connect(self._open_created)
        self._drafting.open()

    def keep(self) -> None:
        """What is being described survives that the vault is locked."""
        if self._drafting is not None and isValid(self._drafting):
            self._drafting.keep_text()

    def fix_findings(self) -> None:
        """Settle what can be settled in the skill in front."""
        editor = self._documents.editor
        if editor is not None:
            editor.when_saved(lambda: self._fix_findings(editor))

    def _fix_findings(self, editor: EditorView) -> None:
        if editor.skill_id is None:
            return
        reading = editor.reading
        name = reading.name or reading.skill.title
        known = editor.reader.known_or_waiting
        FixFindingsDialog(self._context, editor.skill_id, known, name, self._page).open()

    def _open_created(self, skill: int, sentence: str) -> None:
        self._documents.open_skill(skill)
        self._documents.take_focus()
        editor = self._documents.editor
        if editor is not None and not editor.reading.skill.title:
            editor.header.title.setFocus()
        self._context.say.tell(sentence, undoable=True)
