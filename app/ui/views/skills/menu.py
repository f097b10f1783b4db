"""What can be done with the skills that are chosen in the list."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.core.library import catalogue, engrams, favourites, tags
from app.core.lifecycle import tagging
from app.core.vault import Vault
from app.core.words import _
from app.ui.views.skills.actions import SkillActions, Skills
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.name_prompt import ask_name
from app.ui.widgets.roles import role_menu


def skill_menu(actions: SkillActions, skills: Skills, parent: QWidget) -> QMenu:
    """A menu that goes away with its choice."""
    context = actions.context
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(_("Open"), actions.listed.open_chosen)
    if len(skills) == 1:
        menu.addAction(_("Rename"), partial(actions.rename, skills))
    if len(skills) == 1:
        menu.addAction(_("Run step by step"), partial(context.go.run_skill, skills[0]))
    menu.addAction(_("Describe…"), partial(context.go.describe, *skills))
    starred = favourites.are_all(context.vault, skills)
    said = _("Remove from favourites") if starred else _("Add to favourites")
    menu.addAction(said, partial(actions.star, skills, not starred))
    if not actions.listed.list.is_selecting:
        menu.addAction(_("Select"), partial(actions.listed.select, skills))
    menu.addAction(_("Find usages"), partial(context.go.usages, *skills))
    menu.addAction(_("Export…"), partial(context.go.export, *skills))
    if actions.has_quarantined():
        menu.addAction(_("Release from quarantine"), partial(actions.release, skills))
    menu.addMenu(engram_menu(actions, skills, menu))
    menu.addMenu(tag_menu(actions, skills, menu))
    chosen, choose = _role(context.vault, skills), partial(actions.set_role, skills)
    menu.addMenu(role_menu(context.theme, chosen, choose, menu))
    menu.addAction(_("Duplicate"), partial(actions.duplicate, skills))
    menu.addSeparator()
    words = actions.delete_words(skills).replace("&", "&&")
    menu.addAction(words, partial(actions.delete, skills))
    return menu


def _role(vault: Vault, skills: Skills) -> str | None:
    """The role that a person chose for all of them; None when they differ."""
    chosen = catalogue.chosen_roles(vault, skills)
    return chosen.pop() if len(chosen) == 1 else None


def engram_menu(actions: SkillActions, skills: Skills, whole: QMenu) -> QMenu:
    """Those there are, checked where all of the skills are in it, and a new one."""
    menu, vault = QMenu(_("Move to engram"), whole), actions.context.vault
    homes = {row.engram for row in catalogue.some(vault, skills).values()}
    for engram in engrams.engrams(vault):
        move = partial(actions.refile, skills, engram.name)
        action = menu.addAction(menu_words(engram.name), move)
        action.setCheckable(True)
        action.setChecked(homes == {engram.id})
        action.setEnabled(not action.isChecked())
    menu.addSeparator()
    menu.addAction(_("New engram…"), partial(_ask_name, actions, skills))
    return menu


def tag_menu(actions: SkillActions, skills: Skills, whole: QMenu) -> QMenu:
    """Those there are, checked where all of the skills have them."""
    menu, vault = QMenu(_("Tags"), whole), actions.context.vault
    on_all = set.intersection(
        *({tag.casefold() for tag in row.tags} for row in catalogue.some(vault, skills).values())
    )
    for tag in catalogue.tags(vault):
        action = menu.addAction(menu_words(tag))
        action.setCheckable(True)
        action.setChecked(tag.casefold() in on_all)
        action.toggled.connect(partial(actions.retag, skills, tag))
    menu.addSeparator()
    menu.addAction(_("New tag…"), partial(_ask_tag, actions, skills))
    return menu


def _ask_tag(actions: SkillActions, skills: Skills) -> None:
    vault = actions.context.vault
    ask_name(
        actions.context,
        actions.listed,
        lambda tag: actions.retag(skills, tag, True),
        title=_("New tag"),
        words=_("Tag name"),
        action=_("Add"),
        form="new tag",
        check=lambda line: tagging.check(vault, skills, tags.written(line)),
    )


def _ask_name(actions: SkillActions, skills: Skills) -> None:
    ask_name(
        actions.context,
        actions.listed,
        partial(actions.refile, skills),
        title=_("New engram"),
        words=_("Engram name"),
        action=_("Move"),
        form="new engram",
    )
