"""The button over the list that makes a skill. Public name: `new_button`."""

from collections.abc import Callable

from PySide6.QtWidgets import QToolButton

from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import IconButton


def new_button(context: AppContext, ask_new: Callable[[], object]) -> IconButton:
    """Opens a menu: an empty skill, one from a description, or from documents."""
    theme = context.theme
    button = IconButton(theme, "plus", _("New skill"), size="small")
    menu = ButtonMenu(button)
    menu.addAction(theme.icon("plus", "t2"), _("New skill"), ask_new)
    menu.addAction(theme.icon("edit", "t2"), _("New from a description…"), context.go.draft)
    menu.addAction(theme.icon("import", "t2"), _("Import documents…"), context.go.import_documents)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button
