"""The memories that have to do with a skill: the newest of them, or the most relevant."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.memory import relations
from app.core.memory.relations import Relation
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import RowsCard
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.moments import day
from app.ui.widgets.segmented import Segmented

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Linked:
    """A memory, why it is here, and how much it has to do with the skill (0 to 1).

    `by_hand` is what a person related it with, if somebody did.
    """

    memory: int
    text: str
    source: str
    at: datetime
    why: str
    relevance: float
    by_hand: Relation | None = None


class MemoriesCard(RowsCard):
    """Leads to each of them; where there are none, to training."""

    def __init__(self, context: AppContext, *, wide: bool) -> None:
        super().__init__(_("Linked memories"))
        self._context = context
        self._found: tuple[Linked, ...] = ()
        self._skill, self._all = 0, False
        self._order = Segmented(context.theme, _("Order"), ((_("Recent"), ""), (_("Relevant"), "")))
        self._order.chosen.connect(self._show)
        if wide:
            self.end.addWidget(self._order)
        else:
            below = QHBoxLayout()
            below.setContentsMargins(12, 0, 8, 4)
            below.addWidget(self._order)
            below.addStretch(1)
            self.column.insertLayout(0, below)

    def show_memories(self, skill: int, found: tuple[Linked, ...]) -> None:
        if skill != self._skill:
            self._skill, self._all = skill, False
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
        shown = ordered if self._all else ordered[:SHOWN]
        rows: list[QWidget] = [self._row(one, relevant=relevant) for one in shown]
        if count > len(shown):
            said = ngettext("{count} more", "{count} more", count - len(shown))
            words = said.format(count=count - len(shown))
            more = Button(self._context.theme, words, "quiet", size="small")
            more.clicked.connect(self._show_all)
            rows.append(more)
        self.show_rows(rows)

    def _show_all(self) -> None:
        self._all = True
        self._show()

    def _row(self, one: Linked, *, relevant: bool) -> QWidget:
        when = day(one.at, self._context.vault.now())
        caption = " · ".join(part for part in (one.source, one.why) if part)
        row = FactRow(
            self._context.theme,
            "memory",
            one.text,
            caption,
            value=f"{one.relevance:.2f}" if relevant else when,
            colour="mem",
        )
        row.clicked.connect(lambda *_c, memory=one.memory: self._context.go.memory(memory))
        link = one.by_hand
        if link is None:
            return row
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 6, 0)
        line.setSpacing(0)
        line.addWidget(row, 1)
        drop = IconButton(self._context.theme, "close", _("Remove the link"), size="small")
        drop.clicked.connect(lambda *_checked: self._unlink(link))
        line.addWidget(drop)
        return holder

    def _unlink(self, link: Relation) -> None:
        vault, say = self._context.vault, self._context.say
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: relations.unlink(vault, link.id),
            lambda _nothing: say.tell(_("Link to the memory removed"), undoable=True),
        )

    def _nothing(self) -> QWidget:
        nothing = EmptyState(
            self._context.theme,
            "memory",
            _("No memories linked"),
            _("Train the skill to place what you already know."),
            _("Train"),
        )
        nothing.acted.connect(partial(self._context.go.training, self._skill))
        nothing.setMinimumHeight(140)
        return nothing
