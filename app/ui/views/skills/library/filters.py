"""What narrows the list of skills down. Public name: `Filters`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.core.library.engrams import Engram
from app.core.library.record import DiskState, Source, Status
from app.core.library.saved_filters import Narrowing
from app.core.words import _
from app.ui.models.skill_list import disk_word, source_word, status_word
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.roles import role_name


class Filters(QWidget):
    """`changed` when another choice was made; a chip that filters is let go with a click.

    The others are only there while they are `offered`.
    """

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        tags: Callable[[], Sequence[str]],
        engram_menu: Callable[[QWidget], QMenu],
        parent: QWidget | None = None,
    ) -> None:
        """`tags` are those there are, asked for when somebody wants to choose one.

        `engram_menu` makes what stands below the engrams to choose from.
        """
        super().__init__(parent)
        self.wanted = Narrowing()
        self._tags, self._is_offered, self._has_disk = tags, False, False
        self._names: dict[tuple[str, object], str] = {}
        self._chips = {
            "engram": FilterChip(theme, _("Engram")),
            "role": FilterChip(theme, _("Role")),
            "status": FilterChip(theme, _("Status")),
            "tag": FilterChip(theme, _("Tag")),
            "source": FilterChip(theme, _("Origin")),
            "disk": FilterChip(theme, _("On disk")),
        }
        refill = {"tag": self._offer_tags}
        self._menus = {
            field: ButtonMenu(chip, refill.get(field)) for field, chip in self._chips.items()
        }
        row = FlowLayout(self, gap=6)
        for field, chip in self._chips.items():
            row.addWidget(chip)
            chip.setMenu(self._menus[field])
            chip.clicked.connect(self._let_go)
        self._engram_tools = engram_menu(self)
        self._show()

    def _offer_tags(self, menu: QMenu) -> None:
        self._fill("tag", [(tag, tag) for tag in self._tags()])
        if menu.isEmpty():
            menu.addAction(_("No tags yet")).setEnabled(False)

    def offer(
        self, engrams: Sequence[Engram], roles: Sequence[str], *, on_disk: bool = False
    ) -> None:
        """What there is to choose from now; a choice that is gone is let go. `on_disk` says
        whether there are skills in linked folders."""
        self._has_disk = on_disk
        self._fill("disk", [(state, disk_word(state)) for state in DiskState])
        self._fill("engram", [(engram.id, engram.name) for engram in engrams])
        self._menus["engram"].addSeparator()
        self._menus["engram"].addMenu(self._engram_tools)
        self._fill("role", [(role, role_name(role)) for role in roles])
        self._fill("status", [(status, status_word(status)) for status in Status])
        self._fill("source", [(source, source_word(source)) for source in Source])
        if self.wanted.engram not in (None, *(engram.id for engram in engrams)):
            self._choose("engram", None)
        self._show()

    def set_offered(self, offered: bool) -> None:
        """Show what could be filtered by, too, or only what is."""
        self._is_offered = offered
        self._show()

    def chip(self, field: str) -> FilterChip:
        """The chip of `engram`, `role`, `status`, `tag`, `source` or `disk`."""
        return self._chips[field]

    def narrow(self, field: str, value: object, words: str) -> None:
        """Filter by this alone; `words` is what the value is called."""
        self.wanted = Narrowing()
        self._names[field, value] = words
        self._choose(field, value)

    def show_narrowing(self, narrowing: Narrowing) -> None:
        """Filter as somebody did before; what is searched for is nothing of ours."""
        self.wanted = replace(narrowing, text="")
        self._names["tag", narrowing.tag] = narrowing.tag
        self._names.setdefault(("engram", narrowing.engram), _("Deleted engram"))
        self._show()
        self.changed.emit()

    def show_favourites(self, only: bool) -> None:
        """List the favourites alone, or all again."""
        self._choose("favourite", only)

    def clear(self) -> None:
        """List everything again."""
        self.wanted = Narrowing()
        self._show()
        self.changed.emit()

    def _fill(self, field: str, choices: Sequence[tuple[object, str]]) -> None:
        menu = self._menus[field]
        menu.clear()
        for value, name in choices:
            self._names[field, value] = name
            menu.addAction(menu_words(name)).triggered.connect(self._chooser(field, value))

    def _chooser(self, field: str, value: object) -> Callable[[], None]:
        return lambda *_checked: self._choose(field, value)

    def _let_go(self) -> None:
        """A chip without a menu is one that filters; a click has unchecked it."""
        for field, chip in self._chips.items():
            if chip.menu() is None and not chip.isChecked():
                self._choose(field, getattr(Narrowing(), field))

    def _choose(self, field: str, value: Any) -> None:
        self.wanted = replace(self.wanted, **{field: value})
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """A chip that filters shows what, and a cross in the place of its menu."""
        titles = {
            "engram": _("Engram"),
            "role": _("Role"),
            "status": _("Status"),
            "tag": _("Tag"),
            "source": _("Origin"),
            "disk": _("On disk"),
        }
        for field, chip in self._chips.items():
            value = getattr(self.wanted, field)
            chosen = value not in (None, "")
            chip.setMenu(None if chosen else self._menus[field])  # type: ignore[arg-type]
            words = self._names.get((field, value), "") if chosen else titles[field]
            chip.show_choice(words, chosen=chosen)
            is_offered = self._is_offered and (field != "disk" or self._has_disk)
            chip.setVisible(chosen or is_offered)
        self.setVisible(any(not chip.isHidden() for chip in self._chips.values()))
