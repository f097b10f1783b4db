"""A line for a note or evidence, above the foot of a check list. Public name: `NoteLine`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.evidence import Evidence
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.note_field import NoteField
from app.ui.views.runs.run_words import number_of
from app.ui.widgets.buttons import IconButton


class NoteLine(QWidget):
    """`left` when a note was written or dropped: the keyboard goes back to the step.

    `evidence` is shown elsewhere.
    """

    left = Signal()

    def __init__(
        self, context: AppContext, following: Following, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.evidence = _Evidence(context, following)
        self._note = NoteField(context, following, "large")
        self.field = self._note.field
        self._note.left.connect(self.left)
        self._note.written.connect(
            lambda: self.field.setPlaceholderText(_("Note kept with this run"))
        )
        words = _("Keep files, links or texts (A)")
        self.clip = IconButton(context.theme, "clip", words, size="large")
        self.clip.clicked.connect(self.offer)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 12)
        row.setSpacing(8)
        row.addWidget(self._note, 1)
        row.addWidget(self.clip)

    def show_sight(self, sight: Sight) -> None:
        self.setVisible(sight.state.status.is_open)
        self.clip.setVisible(sight.is_mine)
        node = sight.node
        said = whole = _("Add a note")
        if node is not None:
            said = _("Note for step {number}").format(number=number_of(node))
            whole = sight.of_call(said)
        self._note.show_sight(sight, said if whole == said else _("Note for this step"), whole)

    def write(self) -> None:
        """Have the keyboard in the field."""
        self._note.write()

    def offer(self) -> None:
        """Ask what is to be kept, if the step is the person's."""
        if self.clip.isVisible():
            self.evidence.offer(self.clip)


class _Evidence(Evidence):
    """Only what was kept with the present step; the clip beside the note adds to it."""

    def look(self) -> None:
        super().look()
        self.attach.hide()
        self.setVisible(bool(self.chips))
