"""Asking for a name. Public name: `ask_name`."""

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.errors import AppError
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.refusal import Refusal

WIDTH = 420
Check = Callable[[str], object]


class NamePrompt(Dialog):
    """One line; Enter gives it, and closing keeps it for the next time `form` is asked.

    It stays open with the reason when `check` raises `AppError` for what is written.
    """

    def __init__(
        self,
        context: AppContext,
        title: str,
        words: str,
        action: str,
        parent: QWidget,
        form: str,
        check: Check | None = None,
    ) -> None:
        super().__init__(context.theme, title, parent=parent)
        self._check = check
        self.field = QLineEdit()
        self.field.setAccessibleName(words)
        self.field.setProperty("form", True)
        self.field.textChanged.connect(self._show_state)
        self.body.addWidget(label(words, "secondary", wrap=True))
        self.body.addWidget(self.field)
        self._wrong = Refusal()
        self.body.addWidget(self._wrong)
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

    def accept(self) -> None:
        try:
            if self._check is not None:
                self._check(self.name)
        except AppError as error:
            self._explain(str(error))
        else:
            super().accept()

    def _show_state(self) -> None:
        self.give.setEnabled(bool(self.name))
        self._explain("")

    def _explain(self, wrong: str) -> None:
        self._wrong.say(wrong)
        self.field.setProperty("wrong", bool(wrong))
        restyle(self.field)


def ask_name(
    context: AppContext,
    parent: QWidget,
    act: Callable[[str], object],
    *,
    title: str,
    words: str,
    action: str,
    form: str,
    check: Check | None = None,
) -> NamePrompt:
    """Ask, then `act(name)`."""
    prompt = NamePrompt(context, title, words, action, parent, form, check)
    prompt.accepted.connect(lambda: act(prompt.name))
    prompt.open()
    return prompt
