"""The skills around a skill, with affinity and why; what was computed can be decided about."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.lifecycle.neighbours import Related
from app.core.memory import relations
from app.core.memory.relations import Origin, Relation, State
from app.core.words import _
from app.ui.desk import Desk
from app.ui.views.knowledge.cards import RowsCard
from app.ui.views.library.row_delegate import role_icon
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.labels import label

SHOWN = 8


class RelatedCard(RowsCard):
    """`opened(skill)`; `offered(sentence, way back)` after a relation was dismissed."""

    opened = Signal(int)
    offered = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(_("Related skills"), parent)
        self._desk = desk

    def show_related(self, found: tuple[Related, ...]) -> None:
        """The closest of them."""
        self.remark.setText(str(len(found)) if found else "")
        rows = [self._row(one) for one in found[:SHOWN]]
        if not rows:
            words = _("No skill calls this one, is called by it or shares memories with it.")
            nothing = label(words, "muted", wrap=True)
            nothing.setContentsMargins(12, 2, 12, 8)
            self.show_rows([nothing])
        else:
            self.show_rows(rows)

    def _row(self, one: Related) -> QWidget:
        title = one.skill.title
        row = FactRow(
            self._desk.theme,
            role_icon(one.skill.role),
            title,
            " ".join(one.reasons),
            value=f"{one.strength:.2f}",
            share=one.strength,
        )
        row.clicked.connect(lambda *_checked, skill=one.skill.id: self.opened.emit(skill))
        undecided = next((r for r in one.relations if _is_undecided(r)), None)
        if undecided is None:
            return row
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 8, 0)
        line.setSpacing(0)
        line.addWidget(row, 1)
        theme = self._desk.theme
        keep = IconButton(theme, "check", _("Confirm the relation to {title}").format(title=title))
        drop = IconButton(theme, "close", _("Dismiss the relation to {title}").format(title=title))
        keep.clicked.connect(lambda *_c, r=undecided: self._confirm(r))
        drop.clicked.connect(lambda *_c, r=undecided: self._dismiss(r, title))
        line.addWidget(keep)
        line.addWidget(drop)
        return holder

    def _confirm(self, relation: Relation) -> None:
        relations.confirm(self._desk.vault, relation.id)

    def _dismiss(self, relation: Relation, title: str) -> None:
        vault = self._desk.vault
        relations.dismiss(vault, relation.id)
        said = _("Relation to {title} dismissed").format(title=title)
        self.offered.emit(said, lambda: relations.reopen(vault, relation.id))


def _is_undecided(relation: Relation) -> bool:
    return relation.origin is Origin.COMPUTED and relation.state is State.OPEN
