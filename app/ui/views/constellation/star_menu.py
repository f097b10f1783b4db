"""What can be done with a star. Public name: `star_menu`."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.core.words import _
from app.ui.navigation import Navigation


def star_menu(go: Navigation, skill: int, parent: QWidget) -> QMenu:
    """A menu that goes away with its choice."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, act in (
        (_("Open"), go.skill),
        (_("Knowledge and local graph"), go.knowledge),
        (_("Find usages"), go.usages),
        (_("Train"), go.training),
        (_("Export…"), go.export),
    ):
        menu.addAction(words, partial(act, skill))
    return menu
