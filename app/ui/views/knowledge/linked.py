"""The memories that have to do with a skill: the newest of them, or the most relevant."""

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.views.knowledge.cards import RowsCard
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.labels import label
from app.ui.widgets.moments import day
from app.ui.widgets.segmented import Segmented

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Linked:
    """A memory, why it is here, and how much it has to do with the skill (0 to 1)."""

    memory: int
    text: str
    source: str
    at: datetime
    why: str
    relevance: float


class MemoriesCard(RowsCard):
    """`opened(memory)`; `train_requested` where there are none."""

    opened = Signal(int)
    train_requested = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(_("Linked memories"), parent)
        self._desk = desk
        self._found: tuple[Linked, ...] = ()
        self._order = Segmented(desk.theme, _("Order"), ((_("Recent"), ""), (_("Relevant"), "")))
        self._order.chosen.connect(self._show)
        self.end.addWidget(self._order)

    def show_memories(self, found: tuple[Linked, ...]) -> None:
        self._found = found
        self._show()

    def _show(self, _order: int = 0) -> None:
        count = len(self._found)
        self.remark.setText(str(count) if count else "")
        self._order.setVisible(count > 1)
        if not count:
            self.show_rows([self._nothing()])
            return
        relevant = self._order.current == 1
        ordered = sorted(
            self._found,
            key=lambda one: (one.relevance if relevant else 0.0, one.at, one.memory),
            reverse=True,
        )
        rows: list[QWidget] = [self._row(one, relevant=relevant) for one in ordered[:SHOWN]]
        if count > SHOWN:
            said = ngettext("and {count} more", "and {count} more", count - SHOWN)
            more = label(said.format(count=count - SHOWN), "caption")
            more.setContentsMargins(12, 4, 12, 6)
            rows.append(more)
        self.show_rows(rows)

    def _row(self, one: Linked, *, relevant: bool) -> FactRow:
        when = day(one.at, self._desk.vault.now())
        caption = " · ".join(part for part in (one.source, one.why) if part)
        row = FactRow(
            self._desk.theme,
            "memory",
            one.text,
            caption,
            value=f"{one.relevance:.2f}" if relevant else when,
            ink="mem",
        )
        row.clicked.connect(lambda *_checked, memory=one.memory: self.opened.emit(memory))
        return row

    def _nothing(self) -> QWidget:
        nothing = EmptyState(
            self._desk.theme,
            "memory",
            _("No memories linked"),
            _("Train the skill to place what you already know."),
            _("Train"),
        )
        nothing.acted.connect(self.train_requested)
        nothing.setMinimumHeight(140)
        return nothing
