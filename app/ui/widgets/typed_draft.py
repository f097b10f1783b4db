"""What is typed in a form is kept until it is given. Public name: `TypedDraft`."""

from collections.abc import Callable, Mapping
from datetime import datetime
from textwrap import shorten

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from app.core.library import form_drafts
from app.core.library.form_drafts import FormDraft
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.moments import moment_said
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.tips import plain_tip

Field = QLineEdit | QPlainTextEdit
SOON = 500
"""Milliseconds at most between typing and keeping it in the vault."""
GIST = 300
"""Characters of a draft in its tooltip."""


class TypedDraft(QWidget):
    """A line that offers what was typed earlier; hidden as long as there is nothing to offer.

    `begin` when the form is shown, `end` when it was given, `leave` when it was not: what is typed
    in between is in the vault after a second.
    """

    continued = Signal()

    def __init__(
        self, context: AppContext, fields: Mapping[str, Field], parent: QWidget | None = None
    ) -> None:
        """`fields` by the name each is kept under; none of them may be secret."""
        super().__init__(parent)
        assert not any(isinstance(field, SecretField) for field in fields.values())
        self._context, self._fields = context, fields
        self._form = ""
        self._begun: datetime | None = None
        self._offered: tuple[FormDraft, ...] = ()
        self._resumed: dict[str, str] = {}
        """What stood in the fields before a draft was put there at once."""
        self._about = label("", "muted")
        self._about.hide()
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self.keep)
        self.go_on = Button(context.theme, "", "link", size="small", icon="history")
        self.discard = Button(context.theme, _("Discard"), "quiet", size="small")
        self.go_on.clicked.connect(self.continue_it)
        self.discard.clicked.connect(self.discard_it)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._about)
        row.addWidget(self.go_on)
        row.addWidget(self.discard)
        row.addStretch(1)
        for field in fields.values():
            field.textChanged.connect(self._on_typed)
        self.hide()

    @property
    def is_offering(self) -> bool:
        """Whether something was typed earlier that is neither continued nor discarded."""
        return bool(self._offered)

    def begin(self, form: str) -> None:
        """Watch the fields, which are about `form` now, and offer what was left there."""
        self._form, self._begun = form, None
        self._offered = form_drafts.drafts(self._context.vault, form)
        self._show_offer()

    def keep(self) -> None:
        """Keep what was typed by now."""
        self._soon.stop()
        typed = self._typed()
        if not self._form:
            return
        if any(value.strip() for value in typed.values()):
            vault, form = self._context.vault, self._form
            begun = self._begun = self._begun or vault.now()
            self._write(lambda: form_drafts.keep(vault, form, begun, typed))
        elif self._begun is not None:
            self._drop(self._begun)

    def leave(self) -> None:
        """The form is left as it is: keep what was typed for the next time."""
        self.keep()
        self._forget()

    def end(self) -> None:
        """It was given: nothing of it is left to continue."""
        if self._begun is not None:
            self._drop(self._begun)
        self._forget()

    def continue_it(self) -> None:
        """Put what is offered into the fields, which Undo takes back."""
        draft, *_others = self._offered
        self._begun, self._offered = draft.begun, ()
        known = [name for name in draft.values if name in self._fields]
        for name in known:
            _fill(self._fields[name], draft.values[name])
        self.hide()
        if known:
            self._fields[known[0]].setFocus()
        self.continued.emit()

    def resume(self) -> None:
        """Put the newest draft into the fields at once, where nothing else is asked for.

        It is said when that was written, and Discard empties the fields again.
        """
        if not self._offered:
            return
        when = moment_said(self._offered[0].at, self._context.vault.now())
        before = {name: _text(field) for name, field in self._fields.items()}
        self.continue_it()
        self._resumed = before
        self.go_on.hide()
        self._about.setText(_("You wrote this {when}.").format(when=when))
        self._about.show()
        self.show()

    def discard_it(self) -> None:
        """Forget what is offered; an older one is offered then."""
        if self._resumed:
            self._take_out()
            return
        draft, *others = self._offered
        self._offered = tuple(others)
        self._drop(draft.begun)
        self._show_offer()
        next(iter(self._fields.values())).setFocus()

    def _take_out(self) -> None:
        """Empty the fields of what was put into them."""
        for name, text in self._resumed.items():
            _fill(self._fields[name], text)
            _take_as_given(self._fields[name])
        self._resumed = {}
        if self._begun is not None:
            self._drop(self._begun)
            self._begun = None
        self._about.hide()
        self.hide()
        next(iter(self._fields.values())).setFocus()

    def _forget(self) -> None:
        self._soon.stop()
        self._form, self._begun, self._offered = "", None, ()
        self.hide()

    def _show_offer(self) -> None:
        self.setVisible(bool(self._offered))
        if self._offered:
            draft = self._offered[0]
            when = moment_said(draft.at, self._context.vault.now())
            self.go_on.setText(_("Continue what you wrote {when}").format(when=when))
            said = " · ".join(value for value in draft.values.values() if value.strip())
            self.go_on.setToolTip(plain_tip(shorten(said, GIST, placeholder=" …")))

    def _typed(self) -> dict[str, str]:
        """What a person changed, not what stood there before."""
        return {name: _text(field) for name, field in self._fields.items() if _is_typed(field)}

    def _on_typed(self) -> None:
        if self._form and not self._soon.isActive():
            self._soon.start()

    def _drop(self, begun: datetime) -> None:
        vault, form = self._context.vault, self._form
        self._write(lambda: form_drafts.drop(vault, form, begun))

    def _write(self, work: Callable[[], None]) -> None:
        """Owned by the queue: the form may be gone before it is its turn."""
        writes, jobs = self._context.writes, self._context.jobs
        writes.write(writes, _("Saving"), work, failed=lambda why: jobs.failed.emit(writes, why))


def _text(field: Field) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def _is_typed(field: Field) -> bool:
    if isinstance(field, QLineEdit):
        return field.isModified()
    return field.document().isModified()


def _take_as_given(field: Field) -> None:
    """What stands there was not typed by a person."""
    if isinstance(field, QLineEdit):
        field.setModified(False)
    else:
        field.document().setModified(False)


def _fill(field: Field, text: str) -> None:
    """Replace the text as a person would."""
    if isinstance(field, QLineEdit):
        field.selectAll()
        field.insert(text)
        field.setModified(True)
        return
    cursor = field.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.insertText(text)
    field.setTextCursor(cursor)
