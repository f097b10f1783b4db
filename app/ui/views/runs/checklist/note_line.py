"""A line for a note or evidence, above the foot of a check list. Public name: `NoteLine`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.runs.items import MOST_CHARS
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.evidence import Evidence
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.notes import begin_note, write_note
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
        self._context, self._following = context, following
        self._run: int | None = None
        """Of which a note is written."""
        self.evidence = _Evidence(context, following)
        self.field = EnterField(can_drop=True)
        self.field.setMaxLength(MOST_CHARS)
        self.field.entered.connect(self._keep)
        self.field.dropped.connect(self.left)
        words = _("Keep files, links or texts (A)")
        self.clip = IconButton(context.theme, "clip", words, size="large")
        self.clip.clicked.connect(self.offer)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 12)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.clip)

    def show_sight(self, sight: Sight) -> None:
        if sight.record.run.id != self._run:
            self._run = sight.record.run.id
            begin_note(self._following, self.field)
        self.setVisible(sight.state.status.is_open)
        self.clip.setVisible(sight.is_mine)
        node = sight.node
        said = whole = _("Add a note")
        if node is not None:
            said = _("Note for step {number}").format(number=number_of(node))
            whole = sight.of_call(said)
        self.field.setPlaceholderText(said if whole == said else _("Note for this step"))
        self.field.setAccessibleName(whole)

    def offer(self) -> None:
        """Ask what is to be kept, if the step is the person's."""
        if self.clip.isVisible():
            self.evidence.offer(self.clip)

    def _keep(self) -> None:
        text, sight = self.field.text().strip(), self._following.sight
        if sight is not None and text:
            self.field.clear()
            said = _("Note kept with this run")
            write_note(
                self._context, self, sight, text, lambda: self.field.setPlaceholderText(said)
            )
        self.left.emit()


class _Evidence(Evidence):
    """Only what was kept with the present step; the clip beside the note adds to it."""

    def look(self) -> None:
        super().look()
        self.attach.hide()
        self.setVisible(bool(self.chips))
