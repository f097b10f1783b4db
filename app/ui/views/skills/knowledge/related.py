"""The skills around a skill, with affinity and why; relations are made and decided about here."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.core.graph.relation_cues import Kind
from app.core.library import outside
from app.core.library.outside import Place
from app.core.library.record import External
from app.core.lifecycle.related_skills import Related
from app.core.memory import relations
from app.core.memory.relations import Origin, Relation
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import RowsCard
from app.ui.views.skills.knowledge.outside_row import OutsideRow
from app.ui.views.skills.knowledge.relation_row import RelationRow, is_undecided, link_words
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label

SHOWN = 8


class RelatedCard(RowsCard):
    """`link_requested` to make a relation. What went can be brought back."""

    link_requested = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Related skills"), parent)
        self._context = context
        self._skill = 0
        self._found: tuple[Related, ...] = ()
        self._links: tuple[External, ...] = ()
        self._unfolded: set[int] = set()
        self._all = False
        self.review = Button(context.theme, "", "link", size="small")
        self.review.clicked.connect(self._show_undecided)
        self.end.addWidget(self.review)
        self.link = IconButton(
            context.theme, "link", _("Link to a skill or a memory"), size="small"
        )
        self.link.clicked.connect(self.link_requested)
        self.end.addWidget(self.link)

    def show_related(
        self, skill: int, found: tuple[Related, ...], links: tuple[External, ...] = ()
    ) -> None:
        """The closest of them, and what the skill is related to outside the vault."""
        if skill != self._skill:
            self._skill, self._all = skill, False
            self._unfolded.clear()
        self._found, self._links = found, links
        self._show()

    def _show(self) -> None:
        found = self._found
        waiting = sum(any(map(is_undecided, one.relations)) for one in found)
        self.remark.setText(str(len(found)) if found else "")
        said = ngettext("{count} to review", "{count} to review", waiting)
        self.review.setText(said.format(count=waiting))
        self.review.setVisible(bool(waiting))
        if not found and not self._links:
            said = _(
                "No skill calls this one, is called by it or shares memories with it."
                " You can link one yourself."
            )
            nothing = label(said, "muted", wrap=True)
            nothing.setContentsMargins(12, 2, 12, 8)
            self.show_rows([nothing])
            return
        focused = self._focused()
        shown = found if self._all else found[:SHOWN]
        rows: list[QWidget] = [self._row(one) for one in shown]
        if len(found) > len(shown):
            rows.append(self._more(len(found) - len(shown)))
        rows += self._outside()
        self.show_rows(rows)
        for row in rows:
            if isinstance(row, RelationRow) and row.skill == focused:
                row.show()  # what is not visible yet does not get the focus
                row.fact.setFocus()

    def _row(self, one: Related) -> RelationRow:
        unfolded = one.skill.id in self._unfolded
        others = any(other.relations for other in self._found)
        row = RelationRow(
            self._context.theme, self._skill, one, unfolded=unfolded, others_unfold=others
        )
        row.opened.connect(self._context.go.skill)
        row.unfolded.connect(self._remember)
        row.kept.connect(self._confirm)
        title = one.skill.title
        row.dropped.connect(lambda relation: self._drop(relation, title))
        return row

    def _outside(self) -> list[QWidget]:
        """A row for each thing outside that it is related to."""
        if not self._links:
            return []
        head = label(_("Outside the vault"), "caption")
        head.setContentsMargins(12, 6, 12, 2)
        rows: list[QWidget] = [head]
        for link in self._links:
            row = OutsideRow(self._context.theme, link)
            row.dropped.connect(self._unlink)
            rows.append(row)
        return rows

    def _unlink(self, link: External) -> None:
        vault, skill = self._context.vault, self._skill
        where, kind = Place(link.place), Kind(link.kind)
        said = _("Removed: {kind} {title}").format(kind=link_words(kind), title=link.target)
        self._do(said, lambda: outside.unlink(vault, skill, where, link.target, [kind]))

    def _more(self, count: int) -> Button:
        said = ngettext("{count} more", "{count} more", count)
        more = Button(self._context.theme, said.format(count=count), "quiet", size="small")
        more.clicked.connect(self._show_all)
        return more

    def _show_all(self) -> None:
        self._all = True
        self._show()

    def _show_undecided(self) -> None:
        """Unfold what was computed and nobody has looked at yet."""
        undecided = [one for one in self._found if any(map(is_undecided, one.relations))]
        self._unfolded.update(one.skill.id for one in undecided)
        self._all = self._all or any(one in undecided for one in self._found[SHOWN:])
        self._show()

    def _focused(self) -> int | None:
        """The skill of the row that has the focus: rows are made anew, people go on."""
        widget = QApplication.focusWidget()
        while widget is not None and widget is not self:
            if isinstance(widget, RelationRow):
                return widget.skill
            widget = widget.parentWidget()
        return None

    def _remember(self, skill: int, unfolded: bool) -> None:
        (self._unfolded.add if unfolded else self._unfolded.discard)(skill)

    def _confirm(self, relation: Relation) -> None:
        vault = self._context.vault
        self._context.writes.write(self, _("Saving"), lambda: relations.confirm(vault, relation.id))

    def _drop(self, relation: Relation, title: str) -> None:
        if relation.origin is Origin.PERSON:
            self._remove(relation, title)
        else:
            self._dismiss(relation, title)

    def _dismiss(self, relation: Relation, title: str) -> None:
        vault = self._context.vault
        self._do(
            _("Relation to {title} dismissed").format(title=title),
            lambda: relations.dismiss(vault, relation.id),
        )

    def _remove(self, relation: Relation, title: str) -> None:
        vault = self._context.vault
        self._do(
            _("Removed: {kind} {title}").format(kind=link_words(relation.kind), title=title),
            lambda: relations.unlink(vault, relation.id),
        )

    def _do(self, said: str, work: Callable[[], object]) -> None:
        """Do it, and say so with the way back."""
        self._context.writes.write(
            self,
            _("Saving"),
            work,
            lambda _nothing: self._context.say.tell(said, undoable=True),
        )
