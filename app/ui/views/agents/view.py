"""Agents: the room about the programs that use skills. Public name: `AgentsView`."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.folders_page import FoldersPage
from app.ui.widgets.buttons import Button
from app.ui.widgets.place_head import place_head

HEAD = 360
"""Px that the words of the head have beside the buttons."""


class AgentsView(QWidget):
    """A head, and the page about folders below it."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.folders_page = FoldersPage(context)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(self._head())
        column.addWidget(self.folders_page, 1)

    def _head(self) -> QWidget:
        theme = self._context.theme
        about = _("Folders that agents read. Linked ones follow the disk; nothing foreign changes.")
        self.check_button = Button(theme, _("Check now"), icon="refresh")
        self.check_button.clicked.connect(self.folders_page.check)
        self.link_button = Button(theme, _("Link a folder…"), icon="plus")
        self.link_button.clicked.connect(self.folders_page.ask_folder)
        return place_head(theme, _("Agents"), about, (self.check_button, self.link_button), HEAD)

    # Qt

    def event(self, event: QEvent) -> bool:
        """F8 is about a conflict here, not about a problem in an editor."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_asked and isinstance(event, QKeyEvent) and _is_next(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_next(event):
            self.folders_page.next_conflict()
        else:
            super().keyPressEvent(event)


def _is_next(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F8 and not event.modifiers()
