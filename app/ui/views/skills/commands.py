"""What a person can do with skills and documents, as commands."""

from collections.abc import Callable

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.page import FOLD, SkillsPage


def skill_commands(page: SkillsPage) -> tuple[Command, ...]:
    """Every command of the page, for menus, palette and shortcuts."""
    documents, library, go = page.documents, page.library, page.context.go

    def on_chosen(act: Callable[[tuple[int, ...]], object]) -> Callable[[], object]:
        return lambda: act(page.chosen())

    def has_chosen() -> bool:
        return bool(page.chosen())

    def has_document() -> bool:
        return documents.strip.count() > 0

    def has_editor() -> bool:
        return documents.editor is not None

    def in_editor(act: Callable[[EditorView], object]) -> Callable[[], object]:
        return lambda: act(documents.editor) if documents.editor is not None else None

    def has_skill() -> bool:
        return documents.skill is not None

    def show_history() -> None:
        if documents.skill is not None:
            documents.open_history(documents.skill)

    def show_knowledge() -> None:
        if documents.skill is not None:
            documents.open_knowledge(documents.skill)

    def train() -> None:
        if documents.skill is not None:
            documents.open_training(documents.skill)

    return (
        *page.undo.commands(),
        Command("skill.new", _("New skill"), page.new_skill, "Ctrl+N", icon="plus"),
        Command(
            "skill.draft",
            _("New from a description…"),
            go.draft,
            "Ctrl+Shift+N",
            icon="edit",
        ),
        Command(
            "skill.describe",
            _("Describe this skill…"),
            on_chosen(lambda skills: go.describe(*skills)),
            "Ctrl+Shift+D",
            has_chosen,
            "search",
        ),
        Command(
            "skill.usages",
            _("Find usages"),
            on_chosen(lambda skills: go.usages(*skills)),
            "Shift+F12",
            has_chosen,
            "call",
        ),
        Command("editor.save", _("Save"), page.save, "Ctrl+S", has_editor, "save"),
        Command(
            "editor.mode",
            _("Switch between text and steps"),
            in_editor(lambda editor: editor.show_mode(not editor.mode)),
            "Ctrl+E",
            has_editor,
            "steps",
        ),
        Command(
            "editor.next_problem",
            _("Next problem"),
            in_editor(lambda editor: editor.quick_fixes.next_problem()),
            "F8",
            has_editor,
            "checks",
        ),
        Command(
            "editor.previous_problem",
            _("Previous problem"),
            in_editor(lambda editor: editor.quick_fixes.previous_problem()),
            "Shift+F8",
            has_editor,
            "checks",
        ),
        Command(
            "editor.fix",
            _("Fix the problem here"),
            in_editor(lambda editor: editor.quick_fixes.offer()),
            "Ctrl+.",
            has_editor,
            "bolt",
        ),
        Command(
            "editor.fix_findings",
            _("Fix findings…"),
            go.fix_findings,
            "Ctrl+Shift+.",
            has_editor,
            "bolt",
        ),
        Command(
            "skill.export",
            _("Export…"),
            on_chosen(lambda skills: go.export(*skills)),
            "Ctrl+Shift+E",
            has_chosen,
            "export",
        ),
        Command(
            "skill.duplicate", _("Duplicate"), on_chosen(page.duplicate), "", has_chosen, "copy"
        ),
        Command(
            "skill.release",
            _("Release from quarantine"),
            on_chosen(page.release),
            "",
            page.has_quarantined,
            "shield-check",
        ),
        Command(
            "skill.delete",
            _("Delete"),
            on_chosen(page.delete),
            "Delete",
            has_chosen,
            "trash",
            mac_keys="Ctrl+Backspace",
            where=library.list,
        ),
        Command(
            "skill.history", _("Open the history"), show_history, "Ctrl+H", has_skill, "history"
        ),
        Command("skill.train", _("Train"), train, "Ctrl+T", has_skill, "train"),
        Command(
            "skill.knowledge",
            _("Open the knowledge"),
            show_knowledge,
            "Ctrl+Shift+K",
            has_skill,
            "constellation",
        ),
        Command(
            "document.close",
            _("Close the document"),
            documents.close_current,
            "Ctrl+W",
            has_document,
            "close",
        ),
        Command(
            "document.next",
            _("Next document"),
            lambda: documents.strip.step(1),
            "Ctrl+Tab",
            has_document,
            "arrow-right",
            mac_keys="Meta+Tab",
        ),
        Command(
            "document.previous",
            _("Previous document"),
            lambda: documents.strip.step(-1),
            "Ctrl+Shift+Tab",
            has_document,
            "arrow-left",
            mac_keys="Meta+Shift+Tab",
        ),
        Command(
            "go.search",
            _("Search skills"),
            library.focus_search,
            "/",
            icon="search",
            where=page,
        ),
        Command("panel.toggle", _("Show or fold the panel"), page.toggle_panel, FOLD, icon="panel"),
        Command(
            "panel.knowledge",
            _("Knowledge in the panel"),
            lambda: page.show_panel("knowledge"),
            "Alt+4",
            icon="constellation",
            mac_keys="Ctrl+Alt+4",
        ),
        Command(
            "panel.history",
            _("History in the panel"),
            lambda: page.show_panel("history"),
            "Alt+1",
            icon="history",
            mac_keys="Ctrl+Alt+1",
        ),
        Command(
            "panel.outline",
            _("Outline in the panel"),
            lambda: page.show_panel("outline"),
            "Alt+2",
            icon="outline",
            mac_keys="Ctrl+Alt+2",
        ),
        Command(
            "panel.checks",
            _("Checks in the panel"),
            lambda: page.show_panel("checks"),
            "Alt+3",
            icon="checks",
            mac_keys="Ctrl+Alt+3",
        ),
    )
