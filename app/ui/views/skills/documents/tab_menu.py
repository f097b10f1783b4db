"""What can be done with a tab and the others beside it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.core.library import catalogue
from app.core.skills.editing.complete import written_name
from app.core.vault import Vault
from app.core.words import _
from app.ui.commands import menu_entry
from app.ui.views.skills.documents.view import Documents


def tab_menu(
    vault: Vault,
    documents: Documents,
    number: int,
    show_in_list: Callable[[int], object],
    parent: QWidget,
) -> QMenu:
    """A menu that goes away with its choice."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    numbers, tab = documents.strip.numbers(), documents.tab(number)
    row = catalogue.row(vault, tab.skill) if tab.skill is not None else None
    _add(menu, _("Close"), partial(documents.close_tab, number), "Ctrl+W")
    _add(menu, _("Close others"), partial(documents.close_others, number)).setEnabled(
        len(numbers) > 1
    )
    _add(menu, _("Close to the right"), partial(documents.close_right, number)).setEnabled(
        number != numbers[-1]
    )
    _add(menu, _("Reopen closed"), documents.reopen, "Ctrl+Shift+T").setEnabled(
        documents.can_reopen
    )
    menu.addSeparator()
    if row is not None:
        call = f"@skill: {written_name(row.title)}"
        _add(menu, _("Copy name"), partial(_copy, row.title))
        _add(menu, _("Copy as a call"), partial(_copy, call)).setEnabled(bool(row.title))
        _add(menu, _("Show in list"), partial(show_in_list, row.id))
    return menu


def _add(menu: QMenu, words: str, act: Callable[[], object], keys: str = "") -> QAction:
    action = menu.addAction(menu_entry(words, keys))
    action.triggered.connect(lambda *_checked: act())
    return action


def _copy(words: str) -> None:
    QGuiApplication.clipboard().setText(words)
