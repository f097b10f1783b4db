"""Agents: the room about the programs that use skills. Public name: `AgentsView`."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.clients.page import ClientsPage
from app.ui.views.agents.folders_page import FoldersPage
from app.ui.widgets.buttons import Button
from app.ui.widgets.place_head import place_head
from app.ui.widgets.segmented import Segmented

HEAD = 300
"""Px that the words of the head have beside the buttons."""
CLIENTS, FOLDERS = range(2)


class AgentsView(QWidget):
    """A head, and below it the clients of agents, or the folders that they read."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.clients_page = ClientsPage(context, self)
        self.folders_page = FoldersPage(context)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(self._head())
        self._pages = QStackedLayout()
        column.addLayout(self._pages, 1)
        self._pages.addWidget(self.clients_page)
        self._pages.addWidget(self.folders_page)
        self.folders_page.looked.connect(self.clients_page.show_folders)
        self.show_page(CLIENTS)

    def show_page(self, number: int) -> None:
        """`CLIENTS` or `FOLDERS`."""
        self.pages.choose(number)
        self._pages.setCurrentIndex(number)
        self.setFocusProxy(
            self.clients_page.list if number == CLIENTS else self.folders_page.folders
        )
        self.again_button.setVisible(number == CLIENTS)
        for button in (self.check_button, self.link_button):
            button.setVisible(number == FOLDERS)

    def _head(self) -> QWidget:
        theme = self._context.theme
        about = _("What each client may see and do. Everything runs on this computer.")
        segments = ((_("Clients"), "chip"), (_("Folders"), "folder"))
        self.pages = Segmented(theme, _("Page"), segments)
        self.pages.chosen.connect(self.show_page)
        self.again_button = Button(theme, _("Look again"), icon="refresh")
        self.again_button.clicked.connect(self.clients_page.look)
        self.check_button = Button(theme, _("Check now"), icon="refresh")
        self.check_button.clicked.connect(self.folders_page.check)
        self.link_button = Button(theme, _("Link a folder…"), icon="plus")
        self.link_button.clicked.connect(self.folders_page.ask_folder)
        buttons = (self.pages, self.again_button, self.check_button, self.link_button)
        return place_head(theme, _("Agents"), about, buttons, HEAD)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.folders_page.look_once()

    def event(self, event: QEvent) -> bool:
        """F8 is about a conflict here, not about a problem in an editor."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_asked and isinstance(event, QKeyEvent) and _is_next(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_next(event):
            self.show_page(FOLDERS)
            self.folders_page.next_conflict()
        else:
            super().keyPressEvent(event)


def _is_next(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F8 and not event.modifiers()
