"""Everything a person can do, once. Menus, palette, shortcuts and help are made from this.

Public names: `Command`, `actions`, `key_text`, `clashes`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme

Keys = QKeySequence.StandardKey | str


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do: `id` is `part.verb`, `text` what people read, `icon` a name of the theme."""

    id: str
    text: str
    run: Callable[[], object]
    keys: Keys = ""
    enabled: Callable[[], bool] = _always
    icon: str = ""

    def invoke(self) -> None:
        """Run it if it is enabled at this moment."""
        if self.enabled():
            self.run()


def key_text(keys: Keys) -> str:
    """The first shortcut as people of this system read it, such as `Ctrl+K`."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def actions(commands: Iterable[Command], parent: QWidget, theme: Theme) -> dict[str, QAction]:
    """One action per command, by id, owned by `parent` and with its shortcut at work there."""
    made = {}
    for command in commands:
        action = QAction(command.text, parent)
        action.setObjectName(command.id)
        action.setShortcut(QKeySequence(command.keys))
        if command.icon:
            action.setIcon(theme.icon(command.icon))
        action.triggered.connect(_runner(command))
        parent.addAction(action)
        made[command.id] = action
    return made


def clashes(commands: Iterable[Command]) -> list[str]:
    """Ids and shortcuts that more than one command has."""
    table = list(commands)
    keys = [key_text(command.keys) for command in table if command.keys != ""]
    counted = Counter([command.id for command in table] + keys)
    return [name for name, times in counted.items() if times > 1]


def _runner(command: Command) -> Callable[[], None]:
    return lambda *_checked: command.invoke()
