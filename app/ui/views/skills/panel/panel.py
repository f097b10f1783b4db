"""The panel of the document in front: knowledge, history, outline, checks."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.findings.checks import ChecksPanel
from app.ui.views.skills.editor.outline import OutlinePanel
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.history.panel import HistoryPanel
from app.ui.views.skills.knowledge.panel import KnowledgePanel
from app.ui.views.skills.panel.side_panel import FoldedPanel, SidePanel


class Panel(QObject):
    """Follows one editor at a time; the same four pages, open or folded to their icons."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._editor: EditorView | None = None
        self._skill: int | None = None
        self._problems = 0
        self.knowledge = KnowledgePanel(context)
        self.history = HistoryPanel(context)
        self.outline = OutlinePanel(context)
        self.checks = ChecksPanel(context)
        self.open = SidePanel(
            context.theme,
            (
                ("knowledge", _("Knowledge"), self.knowledge),
                ("history", _("History"), self.history),
                ("outline", _("Outline"), self.outline),
                ("checks", _("Checks"), self.checks),
            ),
            parent,
        )
        self.folded = FoldedPanel(
            context.theme,
            (
                ("knowledge", _("Knowledge"), "constellation"),
                ("history", _("History"), "history"),
                ("outline", _("Outline"), "outline"),
                ("checks", _("Checks"), "checks"),
            ),
        )
        self.open.choose(context.window_state.word("panel.page", "checks"))
        self.open.expanded.connect(self._on_expanded)

    def follow(self, editor: EditorView | None, skill: int | None) -> None:
        """Show what belongs to this document, and nothing of the one before."""
        before, self._editor = self._editor, editor
        if before is not None and before is not editor:
            self.outline.jump_requested.disconnect(before.jump_to)
            self.checks.jump_requested.disconnect(before.jump_to)
            self.checks.repair_requested.disconnect(before.repair)
            before.read.disconnect(self._on_read)
            before.position_changed.disconnect(self.outline.show_position)
        if editor is not None and before is not editor:
            self.outline.jump_requested.connect(editor.jump_to)
            self.checks.jump_requested.connect(editor.jump_to)
            self.checks.repair_requested.connect(editor.repair)
            editor.read.connect(self._on_read)
            editor.position_changed.connect(self.outline.show_position)
        self._on_read(editor.reading if editor is not None else None)
        self.open.show_nothing(editor is None and skill is None)
        self._show_skill(skill)

    def _on_read(self, reading: Reading | None) -> None:
        self.outline.show_reading(reading)
        self.outline.show_position(self._editor.at if self._editor is not None else 0)
        self.checks.show_reading(reading)
        count = reading.problems if reading is not None else 0
        if count != self._problems:
            self._problems = count
            self.open.show_problems(count)
            self.folded.show_problems(count)
        if reading is not None:
            self._show_skill(reading.skill_id)

    def _show_skill(self, skill: int | None) -> None:
        if skill != self._skill:
            self._skill = skill
            self.knowledge.set_skill(skill)
            self.history.set_skill(skill)

    def _on_expanded(self, name: str) -> None:
        if self._skill is not None and name == "knowledge":
            self._context.go.knowledge(self._skill)
        elif self._skill is not None:
            self._context.go.history(self._skill)
