"""Every relation that nobody has looked at yet, to be kept or dismissed. `ReviewDialog`."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.memory import relations
from app.core.memory.relations import Relation
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.knowledge.relation_row import link_words, origin_words
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow

WIDTH, HEIGHT = 640, 520
SHOWN = 50
"""Relations at once; the next ones follow when these are decided."""

Line = tuple[Relation, str]
"""A relation, and what it says in words."""


class ReviewDialog(Dialog):
    """Going to a skill closes it. What was dismissed can be brought back below the list."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        about = _("They count until you dismiss them. What you keep does not fade any more.")
        super().__init__(context.theme, _("Review relations"), about, parent=parent, icon="link")
        self._context = context
        self._job: Job | None = None
        self._rows: list[QWidget] = []
        self._dismissed: Relation | None = None
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._lines)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(_("Relations to review"))
        area.setWidget(page)
        self.body.addWidget(area, 1)
        self.back = Button(context.theme, _("Bring the last one back"), "quiet", icon="undo")
        self.back.clicked.connect(self._reopen)
        self.back.hide()
        self.footer.addWidget(self.back)
        self.footer.addStretch(1)
        done = Button(context.theme, _("Done"), "primary")
        done.clicked.connect(self.accept)
        self.footer.addWidget(done)
        self.resize(WIDTH, HEIGHT)
        context.bridge.changed.connect(self._on_changed)
        self.refresh()

    def refresh(self) -> None:
        """Ask the vault what is left."""
        if self._job is not None:
            self._job.cancel()
        vault = self._context.vault

        def work(_job: Job) -> tuple[list[Line], int]:
            waiting = relations.review(vault)
            titles = {row.id: row.title for row in catalogue.rows(vault)}
            return [(one, _said(one, titles)) for one in waiting[:SHOWN]], len(waiting)

        self._job = self._context.jobs.start(
            self, _("Looking for relations"), work, lambda found: self._show(*found)
        )

    # What it shows

    def _show(self, lines: list[Line], count: int) -> None:
        place = self._focused()
        for row in self._rows:
            self._lines.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(*line) for line in lines] or [self._nothing()]
        for row in self._rows:
            self._lines.addWidget(row)
        said = ngettext("{count} relation to review", "{count} relations to review", count)
        self.title.setText(said.format(count=count) if count else _("Review relations"))
        if lines and place is not None:
            keep = self._rows[min(place, len(lines) - 1)].findChild(IconButton)
            if keep is not None:
                keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row(self, relation: Relation, said: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        theme = self._context.theme
        fact = FactRow(theme, "link", said, origin_words(relation))
        fact.clicked.connect(lambda *_c: self._go(relation.source))
        keep = IconButton(theme, "check", _("Keep: {words}").format(words=said))
        keep.clicked.connect(lambda *_c: self._decide(relations.confirm, relation))
        drop = IconButton(theme, "close", _("Dismiss: {words}").format(words=said))
        drop.clicked.connect(lambda *_c: self._dismiss(relation))
        row.addWidget(fact, 1)
        row.addWidget(keep)
        row.addWidget(drop)
        return holder

    def _nothing(self) -> QWidget:
        return EmptyState(
            self._context.theme,
            "circle-check",
            _("Nothing to review"),
            _("Relations are found in texts, and between skills that share memories."),
        )

    def _focused(self) -> int | None:
        """The place of the row that has the focus, to go on there."""
        focus = self.focusWidget()
        return next((n for n, row in enumerate(self._rows) if focus and row.isAncestorOf(focus)),
                    None)  # fmt: skip

    # What people do

    def _go(self, skill: int) -> None:
        self._context.go.skill(skill)
        self.accept()

    def _dismiss(self, relation: Relation) -> None:
        self._dismissed = relation
        self._decide(relations.dismiss, relation)
        self.back.show()

    def _reopen(self) -> None:
        if self._dismissed is not None:
            self._decide(relations.reopen, self._dismissed)
        self.back.hide()

    def _decide(self, decide: Callable[[Vault, int], None], relation: Relation) -> None:
        vault = self._context.vault
        self._context.writes.write(self, _("Saving"), lambda: decide(vault, relation.id))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.KNOWLEDGE | Part.LIST):
            self.refresh()


def _said(relation: Relation, titles: dict[int, str]) -> str:
    """The relation as a sentence: both skills, and the kind between their names."""
    target = titles.get(relation.target or 0, "")
    return f"{titles.get(relation.source, '')} {link_words(relation.kind)} {target}"
