"""Everything a person can do, once. Menus, palette, shortcuts and help are made from this.

Public names: `Command`, `PartKey`, `actions`, `key_text`, `with_keys`, `menu_entry`,
`clashes`.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme

Keys = QKeySequence.StandardKey | str
KEYS_FOLLOW = "\t"
"""Between the words of an entry of a menu and its keys."""
ARROWS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do: `id` is `part.verb`, `text` what people read, `icon` a name of the theme.

    `mac_keys` are for macOS, where `keys` would type or edit; `also` does the same everywhere. With
    `where`, the keys work only while the focus is in that widget. `telling` says what it would be
    done to now. What `is_dangerous` is never the first to be offered to somebody who looks for
    something else. `synonyms` are other words that people look for it by, `why_not` what is said
    while it is not enabled.
    """

    id: str
    text: str
    run: Callable[[], object]
    keys: Keys = ""
    enabled: Callable[[], bool] = _always
    icon: str = ""
    mac_keys: Keys = ""
    also: Keys = ""
    where: QWidget | None = None
    telling: Callable[[], str] | None = None
    is_dangerous: bool = False
    synonyms: str = ""
    why_not: str = ""

    @property
    def words(self) -> str:
        """What people read at this moment."""
        return self.telling() if self.telling is not None else self.text

    @property
    def shortcut(self) -> Keys:
        """The keys on this system."""
        return self.keys_on(sys.platform)

    def keys_on(self, system: str) -> Keys:
        """The keys on a system, named as `sys.platform` names it."""
        return self.mac_keys if system == "darwin" and self.mac_keys != "" else self.keys

    def invoke(self) -> None:
        """Run it if it is enabled at this moment."""
        if self.enabled():
            self.run()


@dataclass(frozen=True, slots=True)
class PartKey:
    """A key that a part of the window answers itself while the keyboard is in it."""

    text: str
    shortcut: Keys


def key_text(keys: Keys) -> str:
    """The first shortcut as people of this system read it: `Ctrl+K`, `Alt+↑`."""
    said = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    held, plus, key = said.rpartition("+")
    names = {**ARROWS, "Return": _("Enter")}  # one name for both keys; macOS has signs for them
    return f"{held}{plus}{names.get(key, key)}"


def with_keys(words: str, keys: Keys) -> str:
    """What a button does and the keys that do it too."""
    return f"{words} ({key_text(keys)})"


def menu_entry(words: str, keys: Keys) -> str:
    """The words of an entry with its keys; Qt would write them in a way of its own."""
    return f"{words}{KEYS_FOLLOW}{said}" if (said := key_text(keys)) else words


def actions(commands: Iterable[Command], parent: QWidget, theme: Theme) -> dict[str, QAction]:
    """One action per command, by id, owned by `parent` and with its shortcut at work there."""
    made = {}
    for command in commands:
        action = QAction(command.text, parent)
        action.setObjectName(command.id)
        keys = (command.shortcut, command.also)
        action.setShortcuts([QKeySequence(one) for one in keys if one != ""])
        if command.icon:
            action.setIcon(theme.icon(command.icon))
        action.triggered.connect(_runner(command))
        if command.where is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        (command.where or parent).addAction(action)
        made[command.id] = action
    return made


def clashes(commands: Iterable[Command]) -> list[str]:
    """Ids and shortcuts that more than one command has."""
    table = list(commands)
    keys = [key_text(command.shortcut) for command in table if command.shortcut != ""]
    counted = Counter([command.id for command in table] + keys)
    return [name for name, times in counted.items() if times > 1]


def _runner(command: Command) -> Callable[[], None]:
    return lambda *_checked: command.invoke()
