"""Every relation that nobody has looked at yet, to be kept or dismissed. `ReviewDialog`."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

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
from app.ui.widgets.key_row import key_row
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.take_back import takes_back

WIDTH, HEIGHT = 640, 520
SHOWN = 50
"""Relations at once; the next ones follow when these are decided."""

Decide = Callable[[Vault, int], None]
Line = tuple[Relation, str]
"""A relation, and what it says in words."""


class ReviewDialog(Dialog):
    """Going to a skill closes it. A keeps a relation and R dismisses it, both go on to the next
    one, J and K walk through them, and U takes the last decision back."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        about = _("They count until you dismiss them. Those you keep no longer fade.")
        super().__init__(context.theme, _("Review relations"), about, parent=parent, icon="link")
        self._context = context
        self._job: Job | None = None
        self._rows: list[QWidget] = []
        self._lines_shown: list[Relation] = []
        self._decisions: list[Relation] = []
        """What was decided about here, the last one at the end."""
        self._wanted: int | None = None
        """The relation that has the keyboard when it is shown again."""
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._lines)
        column.addStretch(1)
        self._area = scrolled(page, _("Relations to review"), with_keys=True)
        self.body.addWidget(self._area, 1)
        self.back = Button(context.theme, _("Undo the last one"), "quiet", icon="undo")
        self.back.clicked.connect(self._reopen)
        self.back.hide()
        self._keys = key_row(
            (_("next"), "JK"), (_("keep"), "A"), (_("dismiss"), "R"), (_("undo"), "U")
        )
        self._done = Button(context.theme, _("Done"), "primary")
        self._done.clicked.connect(self.accept)
        self.footer.addWidget(self._keys)
        self.footer.addStretch(1)
        self.footer.addWidget(self.back)
        self.footer.addWidget(self._done)
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
        place, decided = self._here(), {relation.id for relation in self._decisions}
        lines = [line for line in lines if line[0].id not in decided]  # asked before that
        for row in self._rows:
            self._lines.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._lines_shown = [relation for relation, _said in lines]
        self._rows = [self._row(*line) for line in lines] or [self._nothing()]
        for row in self._rows:
            self._lines.addWidget(row)
            row.show()  # what is not visible yet does not get the focus of an active window
        said = ngettext("{count} relation to review", "{count} relations to review", count)
        self.title.setText(said.format(count=count) if count else _("Review relations"))
        self._keys.setVisible(bool(lines))
        ids = [relation.id for relation in self._lines_shown]
        if self._wanted in ids:
            self._go_to(ids.index(self._wanted))
            self._wanted = None
        elif self.focusWidget() is not self.back:
            self._go_to(place or 0)

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
        drop.clicked.connect(lambda *_c: self._decide(relations.dismiss, relation))
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

    def _here(self) -> int | None:
        """The place of the row that has the focus, to go on there."""
        focus = self.focusWidget()
        return next((n for n, row in enumerate(self._rows) if focus and row.isAncestorOf(focus)),
                    None)  # fmt: skip

    def _go_to(self, place: int) -> None:
        """Have the keyboard on a row, or on Done when there is none."""
        if not self._lines_shown:
            self._done.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        row = self._rows[max(0, min(place, len(self._rows) - 1))]
        row.findChildren(IconButton)[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._area.ensureWidgetVisible(row)

    # What people do

    def _go(self, skill: int) -> None:
        self._context.go.skill(skill)
        self.accept()

    def _decide(self, decide: Decide, relation: Relation) -> None:
        """Its row goes at once: the next key is about the next one."""
        place = self._lines_shown.index(relation)
        self._lines_shown.pop(place)
        row = self._rows.pop(place)
        self._go_to(place)
        row.hide()
        self._lines.removeWidget(row)
        row.deleteLater()
        self._decisions.append(relation)
        self.back.show()
        self._write(decide, relation)

    def _reopen(self) -> None:
        """Take the last decision back."""
        if self._decisions:
            relation = self._decisions.pop()
            self._wanted = relation.id
            self.back.setVisible(bool(self._decisions))
            self._write(relations.reopen, relation)

    def _write(self, decide: Decide, relation: Relation) -> None:
        vault = self._context.vault
        self._context.writes.write(self, _("Saving"), lambda: decide(vault, relation.id))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.KNOWLEDGE | Part.LIST):
            self.refresh()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here, key = self._here(), event.key()
        ways = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        decisions = {Qt.Key.Key_A: relations.confirm, Qt.Key.Key_R: relations.dismiss}
        if takes_back(event):
            self._reopen()
        elif here is None or event.modifiers() or not self._lines_shown:
            super().keyPressEvent(event)
        elif key in ways:
            self._go_to((here + ways[Qt.Key(key)]) % len(self._rows))
        elif key in decisions:
            self._decide(decisions[Qt.Key(key)], self._lines_shown[here])
        else:
            super().keyPressEvent(event)


def _said(relation: Relation, titles: dict[int, str]) -> str:
    """The relation as a sentence: both skills, and the kind between their names."""
    target = titles.get(relation.target or 0, "")
    return f"{titles.get(relation.source, '')} {link_words(relation.kind)} {target}"
