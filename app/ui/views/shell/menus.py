"""The menu bar and the rows of the palette, both made from the one table of commands."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from app.core.words import _
from app.ui.commands import Command, PartKey, key_text, menu_entry
from app.ui.views.constellation.keys import sky_keys
from app.ui.views.lifecycle.commands import lifecycle_keys
from app.ui.views.runs.keys import run_keys
from app.ui.views.skills.editor.goals.goal_keys import goal_keys
from app.ui.views.skills.editor.steps.step_keys import step_keys
from app.ui.views.skills.library.bin.keys import bin_keys
from app.ui.views.skills.training.keys import review_keys
from app.ui.widgets.menu_letters import give_letters

DIVIDER = ""


def _layout() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which commands stand in which menu."""
    return (
        (
            _("&Vault"),
            ("pack.open", "document.import", "skill.export", DIVIDER, "agents.connect",
             "folders.link", "folders.check", DIVIDER, "vault.backup",
             "go.settings", "go.model", "model.stop", DIVIDER, "vault.lock", "app.quit"),
        ),
        (
            _("&Skill"),
            ("skill.new", "skill.draft", "memory.new", "editor.save", "skill.rename",
             "skill.duplicate", "skill.history", "skill.knowledge", "relations.review",
             "skill.run", "skill.describe", "editor.fix_findings", "skill.train", "skill.usages",
             DIVIDER, "skill.release", "skill.delete", DIVIDER,
             "document.close", "document.close_others", "document.reopen"),
        ),
        (
            _("&Edit"),
            ("edit.undo", "edit.redo", "edit.take_back", DIVIDER, "edit.find", "edit.replace",
             "edit.find_next", "edit.find_previous", "edit.replace_everywhere", DIVIDER,
             "go.search"),
        ),
        (
            _("&Go"),
            ("go.back", "go.forward", DIVIDER, "go.skills", "go.constellation", "go.memories",
             "go.runs", "go.lifecycle", "go.packs", "go.agents", "go.bin", DIVIDER, "document.next",
             "document.previous", DIVIDER, "panel.toggle", "panel.knowledge", "panel.history",
             "panel.outline", "panel.checks", DIVIDER, "go.next_area", "go.previous_area"),
        ),
        (_("&Help"), ("app.keys", "app.palette")),
    )  # fmt: skip


def fill(bar: QMenuBar, actions: Mapping[str, QAction], commands: Iterable[Command]) -> None:
    """Make the menus; what cannot be done now is grey when a menu opens."""
    table = {command.id: command for command in commands}
    for title, names in _layout():
        menu = bar.addMenu(title)
        for name in names:
            if name == DIVIDER:
                menu.addSeparator()
            else:
                menu.addAction(actions[name])
        menu.aboutToShow.connect(_refresher(menu, table, bar.isNativeMenuBar()))
        menu.aboutToHide.connect(_enabler(menu))
        give_letters(menu)


def with_keys(
    commands: Iterable[Command], place: str = ""
) -> list[tuple[str, Sequence[Command | PartKey]]]:
    """What has a key: what the place in front answers itself, then in the groups and the order of
    the menus, then what is in none of them, then what other parts of the window answer."""
    table = {command.id: command for command in commands if key_text(command.shortcut)}
    groups = [
        (title.replace("&", ""), [table.pop(name) for name in names if name in table])
        for title, names in _layout()
    ]
    places = {
        "runs": (_("In a run"), run_keys()),
        "lifecycle": (_("In Lifecycle"), lifecycle_keys()),
        "constellation": (_("In the constellation"), sky_keys()),
    }
    return [
        *(group for name, group in places.items() if name == place),
        *(group for group in (*groups, (_("More"), [*table.values()])) if group[1]),
        (_("In the goals"), goal_keys()),
        (_("In the steps"), step_keys()),
        (_("In a training"), review_keys()),
        (_("In the bin"), bin_keys()),
        *(group for name, group in places.items() if name != place),
    ]


def empty(bar: QMenuBar) -> None:
    """Destroy the menus; only taken out they would go on holding what their commands hold."""
    bar.clear()
    for menu in bar.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        menu.deleteLater()


def _refresher(menu: QMenu, table: Mapping[str, Command], native: bool) -> Callable[[], None]:
    """A system that draws the menus itself writes keys in its way."""

    def refresh() -> None:
        for action in menu.actions():
            if command := table.get(action.objectName()):
                action.setEnabled(command.enabled())
                words = command.words.replace("&", "&&")
                action.setText(words if native else menu_entry(words, command.shortcut))

    return refresh


def _enabler(menu: QMenu) -> Callable[[], None]:
    """A shortcut asks its command itself; a grey action would swallow the key."""

    def enable() -> None:
        for action in menu.actions():
            action.setEnabled(True)

    return enable
