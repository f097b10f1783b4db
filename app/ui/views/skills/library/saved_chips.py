"""The favourites and the filters a person has saved, as chips. Public name: `SavedChips`."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.core.changes import Changes, Part
from app.core.library import saved_filters
from app.core.library.saved_filters import Narrowing, SavedFilter
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.name_prompt import ask_name
from app.ui.widgets.tips import plain_tip


class SavedChips(QWidget):
    """`wanted(narrowing)` when a chip is pressed; a pressed one is let go with a click.

    The plus saves what the list is narrowed down to now.
    """

    wanted = Signal(object)
    favourites_wanted = Signal(bool)

    def __init__(
        self, context: AppContext, now: Callable[[], Narrowing], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self.favourites = FilterChip(context.theme, _("Favourites"), icon="star-full")
        self.favourites.clicked.connect(self.favourites_wanted)
        self.add = IconButton(context.theme, "plus", _("Save filter"), size="small")
        self.add.clicked.connect(self.save)
        self._row = FlowLayout(self, gap=6)
        self._saved: tuple[SavedFilter, ...] = ()
        self.chips: list[FilterChip] = []
        self._row.addWidget(self.favourites)
        self._row.addWidget(self.add)
        self._read()
        context.bridge.changed.connect(self._on_changed)

    def show_favourites(self, count: int) -> None:
        """How many there are."""
        said = _("Favourites {count}").format(count=count) if count else _("Favourites")
        self.favourites.show_choice(said, chosen=self.favourites.isChecked())

    def show_state(self) -> None:
        """Press the chips that say what the list is narrowed down to."""
        now = self._now()
        self.favourites.setChecked(now.favourite)
        is_saved = False
        for chip, one in zip(self.chips, self._saved, strict=True):
            chip.setChecked(bool(now) and one.narrowing == now)
            is_saved = is_saved or chip.isChecked()
        self.add.setEnabled(bool(now) and not is_saved)
        why_not = _("Already saved") if is_saved else _("Search or filter first")
        said = _("Save this search and its filters under a name")
        self.add.setToolTip(plain_tip(said if self.add.isEnabled() else why_not))

    def save(self) -> None:
        """Ask for the name to save the present combination under."""
        now, vault = self._now(), self._context.vault
        self._ask(_("Save filter"), _("Save"), lambda name: saved_filters.save(vault, name, now))

    def rename(self, name: str) -> None:
        """Ask what else a filter is to be called."""
        vault = self._context.vault
        prompt = partial(saved_filters.rename, vault, name)
        self._ask(_("Rename filter"), _("Rename"), prompt)

    def remove(self, name: str) -> None:
        """Forget a filter; the message brings it back."""
        context, vault = self._context, self._context.vault
        gone = next((one for one in self._saved if one.name == name), None)
        if gone is None:
            return
        back = context.writes.way_back(lambda: saved_filters.save(vault, name, gone.narrowing))
        context.writes.write(
            self,
            _("Saving"),
            lambda: saved_filters.remove(vault, name),
            lambda _nothing: context.say.offer(
                _("Filter “{name}” removed").format(name=name), back
            ),
        )

    def menu(self, name: str) -> QMenu:
        """What can be done with a saved filter; goes away with its choice."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(_("Rename…"), partial(self.rename, name))
        menu.addAction(_("Remove"), partial(self.remove, name))
        return menu

    def _ask(self, title: str, action: str, act: Callable[[str], None]) -> None:
        write = self._context.writes.write
        ask_name(
            self._context,
            self,
            lambda name: write(
                self,
                _("Saving"),
                lambda: act(name),
                failed=self._context.say.explain,
            ),
            title=title,
            words=_("Filter name"),
            action=action,
            form="saved filter",
        )

    def _read(self) -> None:
        saved = saved_filters.saved(self._context.vault)
        if saved == self._saved and self.chips:
            return
        self._saved = saved
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.deleteLater()
        self._row.removeWidget(self.add)
        self.chips = [self._chip(one) for one in saved]
        for widget in (*self.chips, self.add):
            self._row.addWidget(widget)
            widget.show()
        self.show_state()
        self.updateGeometry()

    def _chip(self, one: SavedFilter) -> FilterChip:
        chip = FilterChip(self._context.theme, one.name)
        chip.setToolTip(plain_tip(_("Right-click to rename or remove")))
        chip.clicked.connect(lambda on: self.wanted.emit(one.narrowing if on else Narrowing()))
        chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        chip.customContextMenuRequested.connect(partial(self._show_menu, chip, one.name))
        return chip

    def _show_menu(self, chip: FilterChip, name: str, place: QPoint) -> None:
        open_at(self.menu(name), chip.mapToGlobal(place))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.SETTINGS:
            self._read()
