"""Where a note to a run is typed. Public name: `NoteField`."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.runs import items
from app.core.runs.items import MOST_CHARS, Kind
from app.core.runs.place_words import in_words
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.following import Following, Sight
from app.ui.widgets.buttons import IconButton, Size
from app.ui.widgets.tips import plain_tip

_KEPT = "note "
"""The words are kept under this and the step that they are for."""


class NoteField(QWidget):
    """What is typed in it is for the step where it was begun, and is kept with that one when the
    step is left.

    `left` when a note was given or dropped: the keyboard goes back to the step. `written` when
    one is there.
    """

    left = Signal()
    written = Signal()

    def __init__(self, context: AppContext, following: Following, size: Size = "normal") -> None:
        super().__init__()
        self._context, self._following = context, following
        self._run: int | None = None
        self._step = ""
        """Which the words in the field are for."""
        self._said = ""
        self.field = EnterField(can_drop=True)
        self.field.setMaxLength(MOST_CHARS)
        self.add = IconButton(context.theme, "check", _("Add the note (Enter)"), size=size)
        self.add.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(self.add)
        following.kept.watch("", self.field)  # before what settles an empty field
        self.field.textChanged.connect(self._on_text)
        self.field.entered.connect(self._give)
        self.field.dropped.connect(self.left)
        self.add.clicked.connect(self._give)
        following.leaving.connect(self._on_leaving)
        following.noted.connect(self._drop_given)

    def show_sight(self, sight: Sight, hint: str, said: str) -> None:
        """Where the run stands now: `hint` stands in the empty field, `said` is its whole name."""
        self.field.setPlaceholderText(hint)
        self._said = said
        if sight.record.run.id != self._run:
            self._begin(sight)
        elif not self.field.text():
            self._settle()
        self._name()

    def write(self) -> None:
        """Have the keyboard in the field, behind what was typed."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.end(False)

    def _begin(self, sight: Sight) -> None:
        """Have in the field what was typed as a note to this run, and nothing else."""
        kept = self._following.kept
        self._run = sight.record.run.id
        kept.rest(self.field)
        self.field.clear()
        begun = kept.begun(_KEPT)
        self._settle(begun.removeprefix(_KEPT) if begun else "")

    def _settle(self, step: str = "") -> None:
        """What is typed next is for this step, or the present one."""
        sight = self._following.sight
        self._step = step or (sight.place["step"] if sight is not None else "")
        self._following.kept.watch(_KEPT + self._step, self.field)

    def _name(self) -> None:
        sight, said = self._following.sight, self._said
        if sight is not None and self._step != sight.place["step"]:
            said = _("Note for {step}").format(step=in_words(self._step))
        self.field.setAccessibleName(said)
        self.field.setToolTip(plain_tip(said))

    def _on_text(self, text: str) -> None:
        self.add.setVisible(bool(text.strip()))
        if not text:
            self._settle()
            self._name()

    def _give(self) -> None:
        self._keep()
        self.left.emit()

    def _keep(self) -> None:
        """Write down what is in the field, with its step."""
        text, run, step = self.field.text().strip(), self._run, self._step
        if run is None or not text:
            return
        self.field.clear()
        vault = self._context.vault
        self._context.writes.write(
            self,
            _("Saving"),
            partial(items.write_down, vault, run, Kind.NOTE, text, step=step),
            lambda _item: self.written.emit(),
            self._context.say.explain,
        )

    def _on_leaving(self) -> None:
        had = self.field.hasFocus() and bool(self.field.text().strip())
        self._keep()
        if had:
            self.left.emit()

    def _drop_given(self) -> None:
        """Another window of the same run may have given what is in the field."""
        text = self.field.text().strip()
        if self._run is None or not text or self.field.hasFocus():
            return
        kept = items.items(self._context.vault, self._run)
        given = {(one.step, one.text) for one in kept if one.kind is Kind.NOTE}
        if (self._step, text) in given:
            self.field.clear()
