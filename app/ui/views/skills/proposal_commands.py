"""The ways from the page of skills to what proposes texts: describing, drafting, repairing."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.ui.context import AppContext
from app.ui.views.proposals.describe.dialog import DescribeDialog
from app.ui.views.proposals.draft.dialog import DraftDialog
from app.ui.views.proposals.fix_findings.dialog import FixFindingsDialog
from app.ui.views.skills.editor.view import EditorView

if TYPE_CHECKING:
    from app.ui.views.skills.page import SkillsPage


class ProposalCommands(QObject):
    """What is typed is saved before anything is proposed, so that nothing of it is lost."""

    def __init__(self, context: AppContext, page: "SkillsPage") -> None:
        super().__init__(page)
        self._context, self._page = context, page
        self._drafting: DraftDialog | None = None

    def describe(self, skills: tuple[int, ...]) -> None:
        """Look through these skills, one after the other."""
        page = self._page
        if skills:
            page.documents.when_saved(skills, lambda: self._describe(skills))

    def _describe(self, skills: tuple[int, ...]) -> None:
        DescribeDialog(self._context, skills, self._page).open()

    def draft(self) -> None:
        """Into the engram the list is narrowed down to, if it is."""
        page = self._page
        dialog = DraftDialog(self._context, page.library.filters.wanted.engram, page)
        dialog.created.connect(self._open_created)
        dialog.open()
        self._drafting = dialog

    def keep(self) -> None:
        """What is being described survives that the vault is locked."""
        if self._drafting is not None and isValid(self._drafting):
            self._drafting.keep_text()

    def fix_findings(self, editor: EditorView) -> None:
        """Settle what can be settled in the skill in front."""
        editor.when_saved(lambda: self._mend(editor))

    def _mend(self, editor: EditorView) -> None:
        page = self._page
        if editor.skill_id is None:
            return
        reading = editor.reading
        name = reading.name or reading.skill.title
        dialog = FixFindingsDialog(
            self._context, editor.skill_id, editor.reader.known_or_waiting, name, page
        )
        dialog.open()

    def _open_created(self, skill: int, sentence: str) -> None:
        self._page.documents.open_skill(skill)
        self._page.documents.take_focus()
        editor = self._page.documents.editor
        if editor is not None and not editor.reading.skill.title:
            editor.header.title.setFocus()
        self._context.say.tell(sentence, undoable=True)
