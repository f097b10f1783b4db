"""What narrows the list of memories down beside engram and source: a tag, a time."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.menu_words import menu_words

DAYS = (1, 7, 30, 365)
TAGS = 40


class MemoryFilters(QWidget):
    """`changed` when another choice was made; a chip that filters is let go with a click."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tag = ""
        self.days = 0
        self._tag, self._time = FilterChip(theme, _("Tag")), FilterChip(theme, _("Time"))
        self._tags, self._times = ButtonMenu(self._tag), ButtonMenu(self._time)
        for count in DAYS:
            self._times.addAction(_days_words(count)).triggered.connect(self._timer(count))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for chip in (self._tag, self._time):
            row.addWidget(chip)
            chip.clicked.connect(self._let_go)
        row.addStretch(1)
        self._show()

    @property
    def since(self) -> timedelta | None:
        """How far back the time goes; None for everything."""
        return timedelta(days=self.days) if self.days else None

    def offer(self, tags: Sequence[str]) -> None:
        """The tags there are now."""
        self._tags.clear()
        for name in tags[:TAGS]:
            self._tags.addAction(menu_words(name)).triggered.connect(self._tagger(name))
        self._tag.setVisible(bool(tags) or bool(self.tag))

    def clear(self) -> None:
        self.tag, self.days = "", 0
        self._show()
        self.changed.emit()

    def _tagger(self, name: str) -> Callable[[], None]:
        return lambda *_checked: self._choose(name, self.days)

    def _timer(self, days: int) -> Callable[[], None]:
        return lambda *_checked: self._choose(self.tag, days)

    def _choose(self, tag: str, days: int) -> None:
        self.tag, self.days = tag, days
        self._show()
        self.changed.emit()

    def _let_go(self) -> None:
        """A chip without a menu is one that filters; a click has unchecked it."""
        tag = "" if self._tag.menu() is None and not self._tag.isChecked() else self.tag
        days = 0 if self._time.menu() is None and not self._time.isChecked() else self.days
        if (tag, days) != (self.tag, self.days):
            self._choose(tag, days)

    def _show(self) -> None:
        """A chip that filters shows what, and a cross in the place of its menu."""
        self._tag.setMenu(None if self.tag else self._tags)  # type: ignore[arg-type]
        self._tag.show_choice(self.tag or _("Tag"), chosen=bool(self.tag))
        self._time.setMenu(None if self.days else self._times)  # type: ignore[arg-type]
        said = _days_words(self.days) if self.days else _("Time")
        self._time.show_choice(said, chosen=bool(self.days))


def _days_words(count: int) -> str:
    return ngettext("last {count} day", "last {count} days", count).format(count=count)
