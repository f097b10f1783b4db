"""The roles of skills as people see them: their names, their drawings, and a menu to choose one."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme

_ICONS = {
    "orchestrator": "orchestrator",
    "processor": "processor",
    "utility": "utility",
    "workflow": "branch",
    "protocol": "checks",
    "reference": "text",
    "hook-candidate": "hook",
}


def role_name(role: str) -> str:
    """The role as people read it; roles that packs made up are shown as they are."""
    return {
        "orchestrator": _("orchestrator"),
        "processor": _("processor"),
        "utility": _("utility"),
        "workflow": _("workflow"),
        "protocol": _("protocol"),
        "reference": _("reference"),
        "hook-candidate": _("hook candidate"),
    }.get(role, role)


def role_icon(role: str) -> str:
    """The drawing for a role; roles that packs made up share one."""
    return _ICONS.get(role, "skills")


def role_menu(
    theme: Theme, chosen: str | None, choose: Callable[[str], object], parent: QWidget
) -> QMenu:
    """The roles, and that of the text (empty); `chosen` is marked, None marks none."""
    menu = QMenu(_("Role"), parent)
    for role in _ICONS:
        action = menu.addAction(theme.icon(role_icon(role), "t2"), role_name(role))
        action.setData(role)
    menu.addSeparator()
    menu.addAction(_("From its text")).setData("")
    for action in menu.actions():
        if not action.isSeparator():
            action.setCheckable(True)
            action.setChecked(action.data() == chosen)
    menu.triggered.connect(lambda action: choose(action.data()))
    return menu
