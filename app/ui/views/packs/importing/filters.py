"""What narrows the list of packs that were opened together. Public name: `PackFilters`."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.packs.format.names import plain
from app.core.packs.match import Change
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.review import Entry, Group, Review
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.side_by_side import SideBySide

SEARCH, LEAST = 198, 240
"""Width of the field, and of what the chips have beside it, in px at the usual size of text."""


class PackFilters(QWidget):
    """A chip for each kind of pack, one at a time, and a field; `changed` when others are meant."""

    changed = Signal()

    def __init__(self, theme: Theme, review: Review, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        self.search = SearchField(theme, _("Find a pack or signer"))
        self.search.setFixedWidth(theme.scaled(SEARCH))
        self.chips: dict[str, FilterChip] = {}
        self._kinds: dict[str, tuple[str, Callable[[Entry], bool]]] = {
            "cautions": (_("Cautions"), _is_in(Group.CAUTIONS)),
            "conflicts": (_("Conflicts"), _has(Change.CONFLICT)),
            "updates": (_("Updates"), _has(Change.UPDATED)),
            "uncompared": (_("Not compared"), lambda entry: entry.is_uncompared),
            "locked": (_("Locked"), _is_in(Group.LOCKED)),
            "refused": (_("Refused"), _is_in(Group.REFUSED)),
        }
        chips = QWidget()
        flow = FlowLayout(chips, gap=8)
        for name in self._kinds:
            self.chips[name] = FilterChip(theme, "")
            self.chips[name].clicked.connect(self._chooser(name))
            flow.addWidget(self.chips[name])
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 10, 12, 10)
        column.addWidget(SideBySide(theme, chips, (self.search,), LEAST))
        self.search.textChanged.connect(self.changed)

    def refresh(self) -> None:
        """How many there are of each kind now."""
        for name, (words, is_meant) in self._kinds.items():
            chip = self.chips[name]
            count = sum(is_meant(entry) for entry in self._review.entries)
            chip.show_choice(f"{words} {count}", chosen=chip.isChecked())
            chip.setVisible(count > 0 or chip.isChecked())

    def wants(self, entry: Entry) -> bool:
        """Whether a pack is to be shown."""
        who = entry.signer.name if entry.signer is not None else ""
        words = f"{plain(entry.name)} {plain(who)} {entry.path.name}".casefold()
        chosen = [self._kinds[name][1] for name, chip in self.chips.items() if chip.isChecked()]
        found = self.search.text().casefold().strip() in words
        return found and all(is_meant(entry) for is_meant in chosen)

    def _chooser(self, name: str) -> Callable[[], None]:
        def choose() -> None:
            for other, chip in self.chips.items():
                chip.setChecked(chip.isChecked() and other == name)
            self.refresh()
            self.changed.emit()

        return choose


def _has(change: Change) -> Callable[[Entry], bool]:
    return lambda entry: (
        entry.plan is not None and entry.plan.allowed and entry.plan.count(change) > 0
    )


def _is_in(group: Group) -> Callable[[Entry], bool]:
    return lambda entry: entry.group is group
