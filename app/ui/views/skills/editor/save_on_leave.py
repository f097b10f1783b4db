"""Saves what is written when somebody goes elsewhere. Public name: `SaveOnLeave`."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.ui.views.skills.editor.autosave import Autosave


class SaveOnLeave(QObject):
    """Watches where the keyboard is, and whether `document` is in sight."""

    def __init__(self, autosave: Autosave, document: QWidget) -> None:
        super().__init__(document)
        self._autosave, self._document = autosave, document
        document.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._on_focus_changed)  # type: ignore[union-attr]

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if not isValid(self._document):
            return  # the focus leaves what is being deleted
        within = self._document.isAncestorOf
        if old is not None and within(old) and (new is None or not within(new)):
            self._save()

    def _save(self) -> None:
        if self._autosave.dirty:
            self._autosave.save_soon()

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Hide:
            self._save()
        return False
