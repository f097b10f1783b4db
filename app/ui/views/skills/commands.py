"""What a person can do with skills, as commands."""

from collections.abc import Callable
from functools import partial

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.skills.documents import commands as documents
from app.ui.views.skills.editor import commands as editor
from app.ui.views.skills.find import commands as find
from app.ui.views.skills.page import SkillsPage
from app.ui.views.skills.sides import FOLD


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
            "skill.run",
            _("Run step by step"),
            on_chosen(lambda skills: go.run_skill(skills[0])),
            "Ctrl+R",
            lambda: len(actions.chosen()) == 1,
            "runs",
            why_not=_("Select one skill"),
        ),
        Command(
            "skill.describe",
            _("Describe this skill…"),
            on_chosen(lambda skills: go.describe(*skills)),
            "Ctrl+Shift+D",
            has_chosen,
            "search",
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.reread",
            _("Skills that read differently…"),
            page.reread.open,
            icon="refresh",
        ),
        Command(
            "skill.rename",
            _("Rename"),
            page.rename,
            "F2",
            page.can_rename,
            "edit",
            where=page,
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.usages",
            _("Find usages"),
            on_chosen(lambda skills: go.usages(*skills)),
            "Shift+F12",
            has_chosen,
            "call",
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.export",
            _("Export…"),
            on_chosen(lambda skills: go.export(*skills)),
            "Ctrl+Shift+E",
            has_chosen,
            "export",
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.duplicate",
            _("Duplicate"),
            on_chosen(actions.duplicate),
            "",
            has_chosen,
            "copy",
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.favourite",
            _("Add to favourites, or remove"),
            actions.star_chosen,
            "Ctrl+Shift+B",
            has_chosen,
            "star",
            why_not=_("Select a skill"),
        ),
        Command(
            "skill.release",
            _("Release from quarantine"),
            on_chosen(actions.release),
            "",
            actions.has_quarantined,
            "shield-check",
            why_not=_("Select a skill in quarantine"),
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
            telling=lambda: actions.delete_words(actions.chosen()),
            is_dangerous=True,
            why_not=_("Select a skill"),
        ),
        Command(
            "go.search",
            _("Search skills"),
            page.focus_search,
            "/",
            icon="search",
            where=page,
        ),
        Command("go.bin", _("Bin"), page.show_bin, icon="trash"),
    )


def _panel(page: SkillsPage) -> tuple[Command, ...]:
    tabs = (
        ("knowledge", _("Knowledge in the panel"), "1", "constellation"),
        ("history", _("History in the panel"), "2", "history"),
        ("outline", _("Outline in the panel"), "3", "outline"),
        ("checks", _("Checks in the panel"), "4", "checks"),
    )
    return (
        Command(
            "panel.toggle", _("Show or hide the panel"), page.sides.toggle_panel, FOLD, icon="panel"
        ),
        *(
            Command(
                f"panel.{tab}",
                words,
                partial(page.visit_panel, tab),
                f"Alt+{key}",
                icon=icon,
                mac_keys=f"Ctrl+Alt+{key}",
            )
            for tab, words, key, icon in tabs
        ),
    )
