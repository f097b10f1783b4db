"""Access letters: pressed while a menu is open, they choose, and nothing behind it answers them.

Public name: `give_letters`.
"""

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from app.ui.commands import KEYS_FOLLOW

_HAS_LETTER = re.compile(r"(?:[^&]|&&)*&[^&]")
_NUMBERED = re.compile(r"(?P<before>[^\d:]*[^\W\d][^\d:]*\s)(?P<number>\d+(?:\.\w+)*)\b")
"""Words and a number behind them, such as “After step 2.1: Look”."""


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
        menu.installEventFilter(self)

    def _mark(self) -> None:
        self._restore()
        entries = [one for one in self._menu.actions() if one.isVisible() and one.text()]
        for entry in entries:
            inner = QMenu.menuInAction(entry)  # one from its `menu()` would die with the entry
            if inner is not None:
                give_letters(inner)
        if any(_HAS_LETTER.match(entry.text()) for entry in entries):
            return  # they came with theirs
        texts = [entry.text() for entry in entries]
        numbers = _numbers(texts)
        taken = {texts[which][at] for which, at in numbers.items() if at is not None}
        for which, (entry, text) in enumerate(zip(entries, texts, strict=True)):
            if which in numbers:
                at = numbers[which]
            else:
                free = (at for at in _places(text) if text[at].casefold() not in taken)
                at = next(free, None)
            if at is not None:
                taken.add(text[at].casefold())
                self._marked.append((entry, text))
                entry.setText(f"{text[:at]}&{text[at:]}")

    def _restore(self) -> None:
        for entry, text in self._marked:
            if isValid(entry):
                entry.setText(text)
        self._marked.clear()

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """The menu has all keys: to Qt, what is behind it has the focus, with shortcuts of its
        own."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked:
            event.accept()
        return is_asked


def _numbers(texts: Sequence[str]) -> dict[int, int | None]:
    """Where the number stands in each of the entries that begin with the same words before one;
    None where it is no single digit that could be pressed.
    """
    matches = map(_NUMBERED.match, texts)
    found = {which: match for which, match in enumerate(matches) if match is not None}
    begin = [match["before"] for match in found.values()]
    return {
        which: match.start("number") if len(match["number"]) == 1 else None
        for which, match in found.items()
        if begin.count(match["before"]) > 1
    }


def _places(text: str) -> Iterator[int]:
    """Where a letter may be marked, the best first: words begin there, then all the others.

    What has no capitals is written with more keys than one.
    """
    words = text.partition(KEYS_FOLLOW)[0]
    places = [at for at, one in enumerate(words) if one.isdigit() or one.lower() != one.upper()]
    yield from (at for at in places if not (at and words[at - 1].isalnum()))
    yield from places
