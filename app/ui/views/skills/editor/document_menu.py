"""What can be done with a skill as a whole: name a version, copy, move, delete, release."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.core.library import catalogue, engrams, favourites, history, library, skill_actions
from app.core.library.usages import called
from app.core.words import _
from app.ui.commands import menu_entry
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.usages.finding import tell_callers
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.name_prompt import ask_name
from app.ui.widgets.roles import role_menu
from app.ui.write_queue import nothing

T = TypeVar("T")


class DocumentMenu(QObject):
    """The `⋯` menu of a document. Every choice is one write, and Undo takes it back."""

    def __init__(
        self, context: AppContext, autosave: Autosave, header: Header, document: Document
    ) -> None:
        super().__init__(document)
        self._context, self._vault = context, context.vault
        self._autosave, self._document = autosave, document
        header.menu_wanted.connect(self._show_menu)
        header.about.release_wanted.connect(self.release)
        header.star_wanted.connect(self.star)
        header.run_wanted.connect(self.run)
        header.train_wanted.connect(lambda: self._when_saved(context.go.training))
        header.export_wanted.connect(lambda: self._when_saved(context.go.export))

    def menu(self) -> QMenu:
        """Everything that can be done with the skill at this moment."""
        theme, menu = self._context.theme, QMenu(self._document)
        skill = self._document.skill_id
        row = catalogue.row(self._context.vault, skill) if skill is not None else None
        kept = row is not None
        for icon, text, slot in (
            ("runs", _("Run step by step"), self.run),
            ("snapshot", _("Name this version…"), self.ask_for_name),
            ("copy", _("Duplicate"), self.duplicate),
            ("search", _("Describe this skill…"), self.describe),
            ("call", _("Find usages"), self.find_usages),
        ):
            action = menu.addAction(theme.icon(icon, "t2"), text)
            action.triggered.connect(slot)
            action.setEnabled(kept)
        self._add_finding(menu)
        move = menu.addMenu(theme.icon("folder", "t2"), _("Move to engram"))
        for engram in engrams.engrams(self._context.vault):
            action = move.addAction(menu_words(engram.name))
            action.setData(engram.name)
            action.setCheckable(True)
            action.setChecked(row is not None and engram.id == row.engram)
            action.setEnabled(not action.isChecked())
        move.triggered.connect(self._on_engram)
        move.setEnabled(kept)
        state = library.current(self._vault, skill) if skill is not None else None
        chosen = state[2].role if state is not None else None
        roles = role_menu(theme, chosen, self.set_role, menu)
        roles.setIcon(theme.icon("utility", "t2"))
        roles.setEnabled(kept)
        menu.addMenu(roles)
        menu.addSeparator()
        action = menu.addAction(theme.icon("trash", "err"), _("Delete"))
        action.triggered.connect(self.delete)
        action.setEnabled(kept)
        return menu

    def run(self) -> None:
        """Begin a run of it as it is written."""
        self._when_saved(self._context.go.run_skill)

    def _add_finding(self, menu: QMenu) -> None:
        theme, go = self._context.theme, self._context.go
        menu.addSeparator()
        for icon, text, keys, slot in (
            ("search", _("Find…"), "Ctrl+F", go.find),
            ("edit", _("Replace…"), "Ctrl+H", partial(go.find, replacing=True)),
            ("search", _("Find in all skills…"), "Ctrl+Shift+F", go.find_everywhere),
        ):
            menu.addAction(theme.icon(icon, "t2"), menu_entry(text, keys)).triggered.connect(
                lambda *_on, s=slot: s()
            )
        menu.addSeparator()

    def ask_for_name(self) -> None:
        """Ask what the version as it is now shall be called."""
        ask_name(
            self._context,
            self._document,
            self.name_version,
            title=_("Name this version"),
            words=_("A few words to find this version by"),
            action=_("Name version"),
            form=f"version of {self._document.skill_id}",
        )

    def name_version(self, name: str) -> None:
        if name.strip():
            vault, words = self._vault, name.strip()
            self._write(_("Saving"), lambda skill: history.name_version(vault, skill, words))

    def describe(self) -> None:
        """Have it look through what the skill says of itself."""
        self._when_saved(self._context.go.describe)

    def find_usages(self) -> None:
        """List who calls it."""
        self._when_saved(self._context.go.usages)

    def duplicate(self) -> None:
        """Make a skill with the same text and another title, and go there."""
        vault = self._vault
        self._write(
            _("Copying"),
            lambda skill: skill_actions.duplicate(vault, skill),
            lambda made: self._context.go.skill(made[0].skill),
        )

    def move(self, engram: str) -> None:
        vault = self._vault
        said = _("Moved to {engram}").format(engram=engram)

        def moved(skill: int) -> None:
            tell_callers(
                self._context, said, called(vault, skill), lambda: self._context.go.usages(skill)
            )

        def move(skill: int) -> int:
            skill_actions.move(vault, engram, skill)
            return skill

        self._write(_("Moving"), move, moved)

    def set_role(self, role: str) -> None:
        """An empty role is the one that the text says."""
        vault = self._vault
        self._write(
            _("Changing the role"), lambda skill: skill_actions.set_role(vault, role, skill)
        )

    def release(self) -> None:
        """Out of quarantine: other skills and agents may use it from now on."""
        vault = self._vault
        self._write(_("Releasing"), lambda skill: skill_actions.release(vault, skill))

    def star(self, on: bool) -> None:
        """Make it a favourite, or no longer."""
        vault, tell = self._vault, self._context.say.tell
        said = _("Added to favourites") if on else _("Removed from favourites")
        self._write(
            _("Saving"),
            lambda skill: favourites.star(vault, (skill,), on),
            lambda _count: tell(said, undoable=True),
        )

    def delete(self) -> None:
        """Take the skill out of the library; Undo brings it back."""
        vault, skill = self._vault, self._document.skill_id
        others = called(vault, skill) if skill is not None else ()

        def done(_nothing: object) -> None:
            self._document.deleted.emit(skill, others)
            self._autosave.stop()

        self._write(_("Deleting"), lambda skill: library.delete(vault, skill), done)

    def _write(
        self, title: str, work: Callable[[int], T], done: Callable[[T], object] = nothing
    ) -> None:
        """Do it to the saved skill, or say why that cannot be done."""
        document, writes = self._document, self._context.writes
        self._when_saved(
            lambda skill: writes.write(
                document, title, lambda: work(skill), done, self._autosave.notices.complain
            )
        )

    def _when_saved(self, act: Callable[[int], object]) -> None:
        document = self._document
        document.when_saved(
            lambda: act(document.skill_id) if document.skill_id is not None else None
        )

    def _show_menu(self, point: QPoint) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        open_at(menu, point)

    def _on_engram(self, action: QAction) -> None:
        self.move(action.data())
