"""What a person can do with skills, as commands."""

from collections.abc import Callable

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.skills.documents import commands as documents
from app.ui.views.skills.editor import commands as editor
from app.ui.views.skills.find import commands as find
from app.ui.views.skills.page import FOLD, SkillsPage


def commands(page: SkillsPage) -> tuple[Command, ...]:
    """Every command of the page and of what it holds."""
    context, opened = page.context, page.documents
    return (
        *page.undo.commands(),
        *_skills(page),
        *editor.commands(context, lambda: opened.editor),
        *find.commands(opened.finding),
        *documents.commands(context, opened),
        *_panel(page),
    )


def _skills(page: SkillsPage) -> tuple[Command, ...]:
    actions, library, go = page.skill_actions, page.library, page.context.go

    def on_chosen(act: Callable[[tuple[int, ...]], object]) -> Callable[[], object]:
        return lambda: act(actions.chosen())

    def has_chosen() -> bool:
        return bool(actions.chosen())

    return (
        Command("skill.new", _("New skill"), actions.new_skill, "Ctrl+N", icon="plus"),
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
            "skill.rename",
            _("Rename"),
            on_chosen(actions.rename),
            "F2",
            has_chosen,
            "edit",
            where=library.list,
        ),
        Command(
            "skill.usages",
            _("Find usages"),
            on_chosen(lambda skills: go.usages(*skills)),
            "Shift+F12",
            has_chosen,
            "call",
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
            "skill.duplicate", _("Duplicate"), on_chosen(actions.duplicate), "", has_chosen, "copy"
        ),
        Command(
            "skill.favourite",
            _("Add to favourites, or remove"),
            actions.star_chosen,
            "Ctrl+Shift+B",
            has_chosen,
            "star",
        ),
        Command(
            "skill.release",
            _("Release from quarantine"),
            on_chosen(actions.release),
            "",
            actions.has_quarantined,
            "shield-check",
        ),
        Command(
            "skill.delete",
            _("Delete"),
            on_chosen(actions.delete),
            "Delete",
            has_chosen,
            "trash",
            mac_keys="Ctrl+Backspace",
            where=library.list,
        ),
        Command(
            "go.search",
            _("Search skills"),
            library.focus_search,
            "/",
            icon="search",
            where=page,
        ),
        Command("go.bin", _("Bin"), page.show_bin, icon="trash"),
    )


def _panel(page: SkillsPage) -> tuple[Command, ...]:
    return (
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
