"""Writing or pasting something to remember. Public name: `WriteDialog`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.memory.memories import MEMORIES
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label
from app.ui.widgets.name_line import NameLine
from app.ui.widgets.prose_field import ProseField
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.typed_draft import Field

WIDTH, HEIGHT = 620, 460
LONGEST = 100


class WriteDialog(Dialog):
    """`given(text, engram, source, tags)` when it is to be remembered; closed by who asked."""

    given = Signal(str, str, str, object)

    def __init__(
        self,
        context: AppContext,
        text: str,
        engram: str,
        engrams: tuple[str, ...],
        parent: QWidget,
        *,
        source: str,
    ) -> None:
        """`source` is what the source is called unless somebody writes another name."""
        about = _("Paste as much as you like. Long text is split along its structure.")
        super().__init__(context.theme, _("Remember"), about, parent=parent, icon="memory")
        self.text = ProseField(text)
        self.text.setAccessibleName(_("What to remember"))
        self.text.setPlaceholderText(_("What to remember"))
        self.text.setTabChangesFocus(True)
        self.engram = _field(_("Engram"), engram or MEMORIES)
        self.engram.setToolTip(
            plain_tip(_("Existing engrams: {names}").format(names=", ".join(engrams)))
        )
        self.source = _field(_("Source"), "")
        self.source.setPlaceholderText(source)
        self.tags = _field(_("Tags"), "")
        self.tags.setPlaceholderText(_("separated by commas"))
        self.tags.setToolTip(plain_tip(self.tags.placeholderText()))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        row = QHBoxLayout()
        row.setSpacing(12)
        for words, field in (
            (_("Engram"), self.engram),
            (_("Source"), self.source),
            (_("Tags"), self.tags),
        ):
            column = QVBoxLayout()
            column.setSpacing(4)
            column.addWidget(label(words, "secondary"))
            column.addWidget(field)
            row.addLayout(column, 1)
        self.body.addWidget(self.text, 1)
        self.body.addLayout(row)
        self.body.addWidget(self._wrong)
        cancel = Button(context.theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.keep = Button(context.theme, _("Remember"), "primary", size="large")
        self.keep.clicked.connect(self._give)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.keep)
        self.text.textChanged.connect(self._show_state)
        self.engram.textChanged.connect(self._show_state)
        self.resize(WIDTH, HEIGHT)
        self._show_state()
        fields: dict[str, Field] = {
            "text": self.text, "engram": self.engram, "source": self.source, "tags": self.tags,
        }  # fmt: skip
        self.offer_draft(context, "remember", fields)
        assert self.typed is not None
        if not text:
            self.typed.resume()
        self.text.setFocus()

    def refuse(self, error: Exception) -> None:
        """Say why it cannot be remembered."""
        hint = _(error.hint) if isinstance(error, AppError) and error.hint else ""
        self._wrong.setText(f"{error} {hint}".strip())
        self._wrong.show()
        self.setEnabled(True)

    def _give(self) -> None:
        self.setEnabled(False)
        marks = tuple(mark.strip() for mark in self.tags.text().split(",") if mark.strip())
        source = self.source.text().strip() or self.source.placeholderText()
        self.given.emit(self.text.toPlainText(), self.engram.text().strip(), source, marks)

    def _show_state(self) -> None:
        self.keep.setEnabled(
            bool(self.text.toPlainText().strip()) and bool(self.engram.text().strip())
        )


def _field(name: str, text: str) -> QLineEdit:
    made = NameLine(text)
    made.setMaxLength(LONGEST)
    made.setAccessibleName(name)
    made.setProperty("form", True)
    return made
