"""What can be done with a skill as a whole: name a version, copy, move, delete, release."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu

from app.core.library import catalogue, engrams, filing, history, library
from app.core.words import _
from app.ui.desk import Desk

if TYPE_CHECKING:
    from app.ui.views.editor.view import EditorView


class Filing(QObject):
    """The `⋯` menu of a document. Every choice is one write, and Undo takes it back."""

    def __init__(self, desk: Desk, view: "EditorView") -> None:
        super().__init__(view)
        self._desk, self._view = desk, view
        self._asking: QInputDialog | None = None
        view.header.menu_wanted.connect(self._show_menu)
        view.header.release_wanted.connect(self.release)

    def menu(self) -> QMenu:
        """Everything that can be done with the skill at this moment."""
        theme, menu = self._desk.theme, QMenu(self._view)
        skill = self._view.skill_id
        row = catalogue.row(self._desk.vault, skill) if skill is not None else None
        kept = row is not None
        for icon, text, slot in (
            ("snapshot", _("Name this version…"), self.ask_for_name),
            ("copy", _("Duplicate"), self.duplicate),
        ):
            action = menu.addAction(theme.icon(icon, "t2"), text)
            action.triggered.connect(slot)
            action.setEnabled(kept)
        move = menu.addMenu(theme.icon("folder", "t2"), _("Move to engram"))
        for engram in engrams.engrams(self._desk.vault):
            action = move.addAction(engram.name)
            action.setData(engram.name)
            action.setCheckable(True)
            action.setChecked(row is not None and engram.id == row.engram)
        move.triggered.connect(self._on_engram)
        move.setEnabled(kept)
        menu.addSeparator()
        action = menu.addAction(theme.icon("trash", "err"), _("Delete"))
        action.triggered.connect(self.delete)
        action.setEnabled(kept)
        return menu

    def ask_for_name(self) -> None:
        """Ask what the version as it is now shall be called."""
        dialog = QInputDialog(self._view)
        dialog.setWindowTitle(_("Name this version"))
        dialog.setLabelText(_("A few words to find this version by:"))
        dialog.setOkButtonText(_("Name it"))
        dialog.textValueSelected.connect(self.name_version)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def name_version(self, name: str) -> None:
        skill = self._saved_skill()
        if skill is not None and name.strip():
            history.name_version(self._desk.vault, skill, name.strip())

    def duplicate(self) -> None:
        """Make a skill with the same text and another title, and go there."""
        skill = self._saved_skill()
        if skill is not None:
            self._view.skill_requested.emit(filing.duplicate(self._desk.vault, skill).skill)

    def move(self, engram: str) -> None:
        skill = self._saved_skill()
        if skill is not None:
            filing.move(self._desk.vault, engram, skill)

    def release(self) -> None:
        """Out of quarantine: other skills and agents may use it from now on."""
        skill = self._saved_skill()
        if skill is not None:
            filing.release(self._desk.vault, skill)

    def delete(self) -> None:
        """Take the skill out of the library; Undo brings it back."""
        skill = self._view.skill_id
        if skill is not None:
            self._view.flush()
            self._view.custody.stop()
            library.delete(self._desk.vault, skill)
            self._view.deleted.emit(skill)

    def _saved_skill(self) -> int | None:
        """The skill with nothing left to save, None when that does not work out."""
        return self._view.skill_id if self._view.flush() else None

    def _show_menu(self, point: QPoint) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)

    def _on_engram(self, action: QAction) -> None:
        self.move(action.data())
