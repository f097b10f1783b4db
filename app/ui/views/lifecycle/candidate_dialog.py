"""A candidate as a whole: its draft, what it would change, and where it was done."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.errors import AppError
from app.core.learning import candidates, naming, promoting
from app.core.learning.candidates import Place
from app.core.learning.naming import Named
from app.core.learning.varying import how_varied
from app.core.library import library
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.progress import Progress
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.lifecycle.candidate_rows import Listed, with_what
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import AT_ONCE, DiffView
from app.ui.widgets.labels import label
from app.ui.widgets.moments import moment
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.writing_line import WritingLine

SIZE = QSize(980, 640)
SIDE = 300
KEY = 9
"""Letters of a session's key; a tip has all of it."""
MANY = 20
"""Places that are listed, the newest."""


class CandidateDialog(Dialog):
    """`promoted(text)`, `saved(text)`, or `dismissed`; one that was dismissed is only read, and
    `reopened`.

    Who takes a text accepts the dialog, or else says in `refuse` why it cannot be taken.
    """

    promoted = Signal(str)
    saved = Signal(str)
    dismissed = Signal()
    reopened = Signal()
    is_review = True

    def __init__(self, context: AppContext, row: Listed, parent: QWidget) -> None:
        one, theme = row.one, context.theme
        about = one.description
        if row.evolves:
            about = _("Proposed change to “{title}”").format(title=row.evolves)
        super().__init__(theme, row.title, about, parent=parent, icon="refresh", name="candidate",
                         window_state=context.window_state)  # fmt: skip
        self._context, self._row = context, row
        self._job: Job | None = None
        self.text = QPlainTextEdit(one.text)
        self.text.setAccessibleName(_("Draft of the skill"))
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._show_state)
        self.diff = DiffView(theme)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.text)
        self._pages.addWidget(self.diff)
        self._choice = Segmented(theme, _("View"), ((_("Draft"), ""), (_("Changes"), "")))
        self._choice.chosen.connect(self._show_page)
        self._choice.setVisible(bool(row.evolves))
        self.head.addWidget(self._choice)
        columns = QHBoxLayout()
        columns.setSpacing(20)
        columns.addWidget(self._pages, 1)
        columns.addWidget(self._evidence())
        self.body.addLayout(columns)
        self.line = WritingLine(theme)
        self.line.hide()
        self.line.stopped.connect(self._stop)
        self.body.addWidget(self.line)
        self.taken = label("", "warning", wrap=True)
        self.body.addWidget(self.taken)
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        self.body.addWidget(self._wrong)
        self._fill_foot()
        self._show_state()
        self.resize(SIZE)
        if row.is_dismissed:
            self.text.setReadOnly(True)
        else:
            self._offer()
        if row.evolves:
            self._choice.choose(1)
            self._show_page(1)

    @property
    def said_wrong(self) -> str:
        """Why it could not be done, or nothing."""
        return self._wrong.text()

    def continue_typing(self) -> None:
        """Put what was written earlier and not saved into the draft, if there is any."""
        if self.typed is not None:
            self.typed.resume()

    def refuse(self, error: AppError) -> None:
        """Say why it could not be done."""
        self._wrong.setText(f"{error} {error.hint}".strip())
        self._wrong.show()

    def _offer(self) -> None:
        """What was typed earlier and not saved."""
        self.offer_draft(self._context, candidates.form(self._row.one.id), {"text": self.text})
        assert self.typed is not None
        for taken in (self.typed.continued, self.typed.discard.clicked):
            taken.connect(lambda: self._show_page(self._pages.currentIndex()))

    def _fill_foot(self) -> None:
        theme = self._theme
        dismiss = Button(theme, _("Dismiss"), "quiet", size="large")
        dismiss.clicked.connect(self._dismiss)
        close = Button(theme, _("Close"), size="large")
        close.clicked.connect(self.reject)
        self.name = Button(theme, _("Propose a name"), "quiet", size="large", icon="chip")
        self.name.setToolTip(plain_tip(_("The model is told the calls alone, and no values")))
        self.name.clicked.connect(self._ask_name)
        self.name.setVisible(self._context.model.is_there and not self._row.evolves)
        self.keep = Button(theme, _("Save draft"), size="large")
        self.keep.setEnabled(False)
        self.keep.clicked.connect(lambda: self.saved.emit(self.text.toPlainText()))
        words = _("Accept change") if self._row.evolves else _("Promote")
        self.promote = Button(theme, words, "primary", size="large")
        self.promote.clicked.connect(self._promote)
        self.footer.addWidget(dismiss)
        self.footer.addWidget(self.name)
        self.footer.addStretch(1)
        reopen = Button(theme, _("Reopen"), "primary", size="large")
        reopen.clicked.connect(self.reopened)
        for button in (close, self.keep, self.promote, reopen):
            self.footer.addWidget(button)
        reopen.setVisible(self._row.is_dismissed)
        if self._row.is_dismissed:
            for button in (dismiss, self.name, self.keep, self.promote):
                button.hide()

    def _evidence(self) -> QWidget:
        """The calls with what varied, and where it was done: sessions and rows, never text."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        column.addWidget(label(_("What was done"), "head"))
        if self._row.evolves:
            column.addWidget(label(self._row.one.description, "caption", wrap=True))
        for number, (call, said) in enumerate(
            zip(self._row.one.calls, self._row.calls, strict=True), start=1
        ):
            column.addWidget(label(f"{number}. {said}", "body", wrap=True))
            varied = how_varied(call.left_out, call.swapped, call.repeated)
            for about in filter(None, (with_what(call), varied)):
                column.addWidget(label(about, "caption", wrap=True))
        column.addSpacing(10)
        column.addWidget(label(_("Where"), "head"))
        column.addWidget(label(_(" · ").join(self._row.counted), "caption", wrap=True))
        found = candidates.places(self._context.vault, self._row.one.id)
        for place in found[:MANY]:
            line = label(self._said(place), "secondary", wrap=True)
            line.setToolTip(plain_tip(place.session))
            column.addWidget(line)
        if (rest := len(found) - MANY) > 0:
            said = ngettext("and {count} more time", "and {count} more times", rest)
            column.addWidget(label(said.format(count=rest), "caption"))
        column.addStretch(1)
        area = scrolled(page, _("Evidence"), with_keys=True)
        area.setFixedWidth(self.share(SIDE))
        return area

    def _said(self, place: Place) -> str:
        rows = _("session {name}, rows {first} to {last}").format(
            name=_short(place.session), first=place.first_row, last=place.last_row
        )
        if place.started is None:
            return rows
        when = moment(place.started, self._context.vault.now())
        return _("{when}: {rows}").format(when=when, rows=rows)

    def _show_page(self, number: int) -> None:
        self._pages.setCurrentIndex(number)
        evolves = self._row.one.evolves
        if not number or evolves is None:
            return
        before, after = library.text(self._context.vault, evolves), self.text.toPlainText()
        self._context.jobs.run(
            self,
            _("Comparing the texts"),
            lambda _progress: compare(before, after),
            self._show_comparison,
            short=len(before) + len(after) <= AT_ONCE,
        )

    def _show_comparison(self, comparison: Comparison) -> None:
        self.diff.show_comparison(comparison, Arrangement.UNIFIED)

    def _show_state(self) -> None:
        one, text = self._row.one, self.text.toPlainText()
        self.keep.setEnabled(text != one.text)
        other = promoting.namesake(self._context.vault, text, one.evolves)
        self.taken.setVisible(other is not None)
        if other is not None:
            said = _("Another skill is called “{title}”. Calls of it could then mean either.")
            self.taken.setText(said.format(title=other.title))

    def _ask_name(self) -> None:
        """Have the model say what it is called; Ctrl+Z in the draft takes that back."""
        context, calls = self._context, self._row.one.calls
        if self._job is not None:
            return

        def work(progress: Progress) -> Named:
            return naming.asked(context.model.model(), calls, progress)

        self.name.setEnabled(False)
        self.line.begin(_("{model} is writing").format(model=context.model.name))
        job = context.jobs.start(
            self, _("Naming a candidate"), work, self._show_name, self._explain
        )
        self._job = job

    def _show_name(self, named: Named) -> None:
        self._end()
        cursor = self.text.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(named.applied(self.text.toPlainText()))
        self.text.setFocus()

    def _explain(self, error: Exception) -> None:
        self._end()
        if isinstance(error, AppError):
            self._context.say.explain(error)
        else:
            self._context.jobs.failed.emit(self, error)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._end()

    def _end(self) -> None:
        self._job = None
        self.line.hide()
        self.name.setEnabled(True)

    def _promote(self) -> None:
        """As it is shown; what was written earlier is shown before it is passed over."""
        is_untouched = not self.text.document().isModified()
        if is_untouched and self.typed is not None and self.typed.is_offering:
            self.continue_typing()
        else:
            self.promoted.emit(self.text.toPlainText())

    def _dismiss(self) -> None:
        self.reject()  # what was typed is there again with the candidate, if that is
        self.dismissed.emit()

    # Qt

    def done(self, result: int) -> None:
        """Whoever closes it does not want the model's answer any more."""
        self._stop()
        super().done(result)


def _short(session: str) -> str:
    """As much of a session's key as tells it from others."""
    return session if len(session) <= KEY else f"{session[: KEY - 1]}…"
