"""Asking for a name. Public name: `ask_name`."""

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label

WIDTH = 420


class NamePrompt(Dialog):
    """One line; Enter gives it, and closing keeps it for the next time `form` is asked."""

    def __init__(
        self, context: AppContext, title: str, words: str, action: str, parent: QWidget, form: str
    ) -> None:
        super().__init__(context.theme, title, parent=parent)
        self.field = QLineEdit()
        self.field.setAccessibleName(words)
        self.field.setProperty("form", True)
        self.field.textChanged.connect(self._show_state)
        self.body.addWidget(label(words, "secondary", wrap=True))
        self.body.addWidget(self.field)
        cancel = Button(context.theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.give = Button(context.theme, action, "primary", size="large")
        self.give.clicked.connect(self.accept)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.give)
        self.keep_width(WIDTH)
        self.offer_draft(context, form, {"name": self.field})
        self._show_state()
        self.field.setFocus()

    @property
    def name(self) -> str:
        """What was written, without the room around it."""
        return self.field.text().strip()

    def _show_state(self) -> None:
        self.give.setEnabled(bool(self.name))


def ask_name(
    context: AppContext,
    parent: QWidget,
    act: Callable[[str], object],
    *,
    title: str,
    words: str,
    action: str,
    form: str,
) -> NamePrompt:
    """Ask, then `act(name)`."""
    prompt = NamePrompt(context, title, words, action, parent, form)
    prompt.accepted.connect(lambda: act(prompt.name))
    prompt.open()
    return prompt
