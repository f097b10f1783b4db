"""What can be done with the skills that are chosen in the list."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from app.core.library import engrams, library
from app.core.vault import Vault
from app.core.words import _
from app.ui.widgets.roles import role_menu

if TYPE_CHECKING:
    from app.ui.views.skills.page import SkillsPage


def skill_menu(page: "SkillsPage", vault: Vault, skills: tuple[int, ...]) -> QMenu:
    """A menu that goes away with its choice."""
    menu = QMenu(page)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(_("Open"), page.library.open_chosen)
    menu.addAction(_("Describe…"), lambda: page.context.go.describe(*skills))
    menu.addAction(_("Find usages"), lambda: page.context.go.usages(*skills))
    menu.addAction(_("Export…"), lambda: page.context.go.export(*skills))
    if page.has_quarantined():
        menu.addAction(_("Release from quarantine"), lambda: page.release(skills))
    menu.addMenu(_engrams(page, menu, vault, skills))
    menu.addMenu(
        role_menu(page.context.theme, _role(vault, skills), page.role_chooser(skills), menu)
    )
    menu.addAction(_("Duplicate"), lambda: page.duplicate(skills))
    menu.addSeparator()
    menu.addAction(_("Delete"), lambda: page.delete(skills))
    return menu


def _role(vault: Vault, skills: tuple[int, ...]) -> str | None:
    """The role that a person chose for all of them; None when they differ."""
    chosen = {meta.role for one in skills if (meta := library.last_meta(vault, one)) is not None}
    return chosen.pop() if len(chosen) == 1 else None


def _engrams(page: "SkillsPage", parent: QMenu, vault: Vault, skills: tuple[int, ...]) -> QMenu:
    menu = QMenu(_("Move to engram"), parent)
    for engram in engrams.engrams(vault):
        menu.addAction(engram.name, _mover(page, skills, engram.name))
    menu.addSeparator()
    menu.addAction(_("New engram…"), lambda: _ask_name(page, skills))
    return menu


def _mover(page: "SkillsPage", skills: tuple[int, ...], engram: str) -> Callable[[], None]:
    return lambda: page.refile(skills, engram)


def _ask_name(page: "SkillsPage", skills: tuple[int, ...]) -> None:
    dialog = QInputDialog(page)
    dialog.setWindowTitle(_("New engram"))
    dialog.setLabelText(_("Name of the engram"))
    dialog.textValueSelected.connect(lambda name: page.refile(skills, name))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
