"""Other words for a memory, from where it stands in a skill. Public name: `CorrectDialog`."""

from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.form_dialog import FormDialog
from app.ui.widgets.prose_field import ProseField

WIDTH, HEIGHT = 560, 340


class CorrectDialog(FormDialog):
    """`given(text)`; what was typed is kept when it is closed without."""

    def __init__(self, context: AppContext, memory: int, text: str, parent: QWidget) -> None:
        about = _("The new text replaces the old one, here and in your memories.")
        super().__init__(context.theme, _("Correct memory"), about, parent=parent, icon="memory")
        self.text = ProseField(text)
        self.text.setAccessibleName(_("Memory text"))
        self.text.setTabChangesFocus(True)
        self.body.addWidget(self.text, 1)
        self._finish()
        self.offer_draft(context, f"correct {memory}", {"text": self.text})
        self.resize(WIDTH, HEIGHT)
        self.text.setFocus()
        self.text.selectAll()

    def _give(self) -> None:
        self.given.emit(self.text.toPlainText())
