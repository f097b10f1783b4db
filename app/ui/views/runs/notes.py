"""What was noted in a run, and a field for the next note.

Public name: `Notes`.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs import items
from app.core.runs.items import Item, Kind
from app.core.runs.place_words import in_words
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.following import Following
from app.ui.views.runs.note_field import NoteField
from app.ui.views.runs.run_words import name_of, number_of
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import label

SHOWN = 50
"""So many of the newest notes."""


class Notes(QWidget):
    """`left` when a note was written or dropped: the keyboard goes back to the step."""

    left = Signal()

    def __init__(
        self, context: AppContext, following: Following, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._following = context, following
        self._shown: tuple[Item, ...] | None = None
        self._count = label("", "caption")
        self._note = NoteField(context, following)
        self.field, self.add = self._note.field, self._note.add
        self._note.left.connect(self.left)
        self._note.written.connect(self.look)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Notes"), "secondary"))
        head.addWidget(self._count, 1)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 13, 16, 13)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._lines)
        column.addWidget(self._note)
        following.noted.connect(self.look)

    def look(self) -> None:
        """Ask the vault again."""
        sight = self._following.sight
        if sight is None:
            return
        vault = self._context.vault
        is_open = sight.state.status.is_open
        self._note.setVisible(is_open)
        said = whole = _("Add a note")
        if (node := sight.node) is not None:
            said = _("Add a note to step {number}").format(number=number_of(node))
            whole = sight.of_call(said)
        self._note.show_sight(sight, said if whole == said else _("Add a note to this step"), whole)
        kept = items.items(vault, sight.record.run.id)
        shown = tuple(one for one in kept if one.kind is Kind.NOTE)
        self.setVisible(is_open or bool(shown))
        if shown != self._shown:
            self._shown = shown
            self._show(shown)

    def write(self) -> None:
        """Have the keyboard in the field."""
        self._note.write()

    def _show(self, shown: tuple[Item, ...]) -> None:
        self._count.setText(f"{len(shown)}" if shown else "")
        empty(self._lines)
        for one in shown[-SHOWN:]:
            row = QHBoxLayout()
            row.setSpacing(8)
            time = label(f"{one.at.astimezone():%H:%M}", "muted")
            time.setAlignment(Qt.AlignmentFlag.AlignTop)
            who = "" if one.by.is_person else name_of(self._context.vault, one.by) + ": "
            row.addWidget(time)
            said = label(who + one.text, "secondary", wrap=True)
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words = QVBoxLayout()
            words.setSpacing(1)
            words.addWidget(said)
            words.addWidget(label(in_words(one.step), "muted", wrap=True))
            row.addLayout(words, 1)
            self._lines.addLayout(row)
