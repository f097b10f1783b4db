"""Access letters: pressed while a menu is open, they choose. Public name: `give_letters`."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from app.ui.commands import KEYS_FOLLOW

_HAS_LETTER = re.compile(r"(?:[^&]|&&)*&[^&]")


def give_letters(menu: QMenu) -> None:
    """While it is open, each of its entries has a letter of its own, and so in the menus in it."""
    if menu.findChild(_Letters) is None:
        _Letters(menu)


class _Letters(QObject):
    """Marks them when the menu opens; when it is closed, its entries say what they said before."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._menu = menu
        self._marked: list[tuple[QAction, str]] = []
        menu.aboutToShow.connect(self._mark)
        menu.aboutToHide.connect(self._restore)

    def _mark(self) -> None:
        self._restore()
        entries = [one for one in self._menu.actions() if one.isVisible() and one.text()]
        for entry in entries:
            inner = QMenu.menuInAction(entry)  # one from its `menu()` would die with the entry
            if inner is not None:
                give_letters(inner)
        if any(_HAS_LETTER.match(entry.text()) for entry in entries):
            return  # they came with theirs
        taken: set[str] = set()
        for entry in entries:
            text = entry.text()
            for at in _places(text):
                if (letter := text[at].casefold()) not in taken:
                    taken.add(letter)
                    self._marked.append((entry, text))
                    entry.setText(f"{text[:at]}&{text[at:]}")
                    break

    def _restore(self) -> None:
        for entry, text in self._marked:
            if isValid(entry):
                entry.setText(text)
        self._marked.clear()


def _places(text: str) -> Iterator[int]:
    """Where a letter may be marked, the best first: words begin there, then all the others.

    What has no capitals is written with more keys than one.
    """
    words = text.partition(KEYS_FOLLOW)[0]
    places = [at for at, one in enumerate(words) if one.isdigit() or one.lower() != one.upper()]
    yield from (at for at in places if not (at and words[at - 1].isalnum()))
    yield from places
