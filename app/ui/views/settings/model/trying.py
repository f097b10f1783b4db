"""A question to the model, to see that it runs here and how fast."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.llm.model import Ask
from app.core.llm.process import LocalModel
from app.core.llm.state import Ended
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

TOKENS = 256
ROWS = 5


class Trying(QWidget):
    """The answer appears as it is written; Stop ends the model in the middle of a word."""

    _heard = Signal(object, str)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self.question = QLineEdit()
        self.question.setPlaceholderText(_("Ask it something to see how it answers"))
        self.question.setAccessibleName(_("A question to try the model with"))
        self.question.setMaxLength(2000)
        self.go = Button(context.theme, _("Try it"), size="small")
        self.answer = QPlainTextEdit()
        self.answer.setReadOnly(True)
        self.answer.setTabChangesFocus(True)
        self.answer.setAccessibleName(_("Its answer"))
        self.answer.setFixedHeight(self.fontMetrics().lineSpacing() * ROWS + 16)
        self.answer.hide()
        self.said = label("", "muted", wrap=True)
        self.said.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.question, 1)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.answer)
        column.addWidget(self.said)
        self.question.returnPressed.connect(self._begin)
        self.go.clicked.connect(self._begin_or_stop)
        self._heard.connect(self._write)
        context.jobs.ended.connect(self._on_ended)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def _begin_or_stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        else:
            self._begin()

    def _begin(self) -> None:
        text = self.question.text().strip()
        if self._job is not None or not text:
            self.question.setFocus()
            return
        model = self._context.model
        sampling = model.choice.run_options.sampling(TOKENS)
        ask = Ask(_("You answer in a few sentences."), text, sampling=sampling)

        def work(job: Job) -> Ended | None:
            asked = model.model()
            for piece in asked.stream(ask, job):
                self._heard.emit(job, piece)
            return asked.ended if isinstance(asked, LocalModel) else None

        self.answer.clear()
        self.answer.show()
        self._say("")
        self.go.setText(_("Stop"))
        self._job = self._context.jobs.start(
            self, _("Trying the model"), work, self._show_speed, self._explain
        )

    def _write(self, job: Job, piece: str) -> None:
        if job is self._job:
            self.answer.moveCursor(self.answer.textCursor().MoveOperation.End)
            self.answer.insertPlainText(piece)
            self.answer.ensureCursorVisible()

    def _show_speed(self, ended: Ended | None) -> None:
        if ended is not None:
            said = ngettext(
                "{count} token, {speed} per second.",
                "{count} tokens, {speed} per second.",
                ended.tokens,
            )
            more = _(" It was cut off at the limit.") if ended.cut else ""
            self._say(said.format(count=ended.tokens, speed=f"{ended.speed:.0f}") + more)

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.answer.setHidden(not self.answer.toPlainText())
        self._say(f"{error} {error.hint}".strip())

    def _on_ended(self, job: Job) -> None:
        if job is not self._job or self._job is None:
            return
        if self._job.cancelled:
            self._say(_("Stopped."))
        self._job = None
        self.go.setText(_("Try it"))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))
