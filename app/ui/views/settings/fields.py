"""One control for every field of `Settings`, made from a table. Public name: `Fields`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.core import settings as settings_file
from app.core.store.errors import sentences
from app.core.store.files import Home, replace_file
from app.core.words import _, ngettext
from app.ui.theme.fonts import BODY
from app.ui.theme.theme import Theme
from app.ui.views.settings.section import Section
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.select import Select
from app.ui.widgets.switch import Switch

TEXT_SIZES = (11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26)
"""Px of body text that can be chosen, up to twice the usual."""
SEEN = 40
"""Milliseconds until what was pressed is drawn."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the page says about one field, and what can be chosen; no choices: yes or no."""

    name: str
    words: str
    sentence: str
    choices: Sequence[tuple[Any, str]] = ()
    side_by_side: bool = False
    tips: Sequence[str] = ()
    """What the tooltips of the choices say."""
    redraws: bool = False
    """Whether all of the window is drawn anew by it, which takes a moment."""


def appearance() -> tuple[Field, ...]:
    schemes = (("system", _("System")), ("light", _("Light")), ("dark", _("Dark")))
    sizes = [(size, f"{round(100 * size / BODY)} %") for size in TEXT_SIZES]
    return (
        Field("theme", _("Colours"), "", schemes, side_by_side=True, redraws=True),
        Field(
            "text_size",
            _("Text size"),
            _("Sets the body text; the rest scales with it."),
            sizes,
            tips=[_("{size} px").format(size=size) for size in TEXT_SIZES],
            redraws=True,
        ),
        Field("reduce_motion", _("Reduced motion"), _("Turns animations off.")),
    )


def locking() -> tuple[Field, ...]:
    minutes = [
        (
            count,
            ngettext("After {count} minute", "After {count} minutes", count).format(count=count),
        )
        for count in (1, 5, 15, 30, 60)
    ]
    return (
        Field(
            "lock_after_minutes",
            _("Lock automatically"),
            _("After this long without typing or moving the mouse."),
            [*minutes, (0, _("Never"))],
        ),
        Field(
            "lock_stops_agents",
            _("Lock stops agents"),
            _("Agent servers that opened the vault themselves close it, too."),
        ),
    )


def keeping() -> tuple[Field, ...]:
    counts = [(count, str(count)) for count in (3, 5, 10, 20, 50)]
    return (
        Field(
            "backups_kept",
            _("Backups kept"),
            _("One is made each day; older ones beyond this number are deleted."),
            counts,
        ),
    )


class Fields(QObject):
    """`changed(Settings)` after a choice was stored in the file of the home folder."""

    changed = Signal(object)

    def __init__(self, theme: Theme, home: Home, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._home = theme, home
        self._shown: dict[str, Callable[[Any], object]] = {}
        """By field: what lets its control show a value."""
        self.settings = settings_file.read(home.settings)

    def fill(self, section: Section, fields: Sequence[Field]) -> None:
        """Add a row for each field."""
        for field in fields:
            section.add(field.words, field.sentence, self._control(field))

    def set(self, name: str, value: Any) -> None:
        """Store one field; raises `AppError` where the disk does not let us."""
        self.settings = replace(self.settings, **{name: value})
        text = settings_file.to_json(self.settings, self._home.settings)
        with sentences():
            replace_file(self._home.settings, text.encode())
        if name in self._shown:
            self._shown[name](value)
        self.changed.emit(self.settings)

    def _control(self, field: Field) -> QWidget:
        now = getattr(self.settings, field.name)
        if not field.choices:
            switch = Switch(self._theme, "")
            switch.setAccessibleName(field.words)
            switch.setChecked(now)
            self._shown[field.name] = switch.setChecked
            switch.toggled.connect(self._setter(field, (False, True)))
            return switch
        values = [value for value, _words in field.choices]
        words = [words for _value, words in field.choices]
        if now not in values:
            values, words = [*values, now], [*words, str(now)]
        if field.side_by_side:
            segments = Segmented(self._theme, field.words, [(w, "") for w in words])
            segments.choose(values.index(now))
            self._shown[field.name] = lambda value: segments.choose(values.index(value))
            segments.chosen.connect(self._setter(field, values))
            return segments
        select = Select(self._theme, field.words)
        select.addItems(words)
        select.setCurrentIndex(values.index(now))
        for number, tip in enumerate(field.tips):
            select.setItemData(number, tip, Qt.ItemDataRole.ToolTipRole)
        self._shown[field.name] = lambda value: select.setCurrentIndex(values.index(value))
        select.activated.connect(self._setter(field, values))
        return select

    def _setter(self, field: Field, values: Sequence[Any]) -> Callable[[int], None]:
        """Before all is drawn anew, a list that was open is gone, and the choice is to be seen."""
        wait = SEEN if field.redraws else 0

        def choose(number: int) -> None:
            if wait:
                QTimer.singleShot(wait, self, lambda: self.set(field.name, values[number]))
            else:
                self.set(field.name, values[number])

        return choose
