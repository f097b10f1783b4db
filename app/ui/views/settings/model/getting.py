"""The models that Techne proposes to fetch: on a click, with progress, in place."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.core.errors import AppError
from app.core.llm import runtime
from app.core.llm.address import host
from app.core.llm.download import Fetched
from app.core.llm.fit import in_words
from app.core.llm.recommended import Recommended
from app.core.llm.stored_model import StoredModel, Use
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.settings.model.around import Around, Proposed
from app.ui.views.settings.section import Line, Section
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, restyle

STEPS = 1000


class Offer(Line):
    """One of them. `got(model)` when it is here, `changed` when a part of it came or went."""

    got = Signal(object)
    used = Signal(object)
    changed = Signal()

    def __init__(self, context: AppContext, model: Recommended) -> None:
        theme = context.theme
        self.get = Button(theme, _("Get"), size="small")
        self.pause = Button(theme, _("Pause"), size="small")
        self.drop = Button(theme, _("Cancel"), "quiet", size="small")
        self.use = Button(theme, _("Use"), size="small")
        super().__init__(model.title, "", self.get, self.pause, self.drop, self.use)
        self._context, self._model = context, model
        self._here: StoredModel | None = None
        self._job: Job | None = None
        self._dropping = False
        facts = (in_words(model.size), model.licence, host(model.url))
        self.said.setText(f"{model.about}\n{' · '.join(facts)}")
        self.said.show()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, STEPS)
        self.bar.setAccessibleName(_("Downloading {name}").format(name=model.title))
        self.outcome = label("", "muted", wrap=True)
        self.outcome.setContentsMargins(0, 4, 0, 0)
        self.outcome.hide()
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.bar, 1)
        below.addWidget(self.outcome, 1)
        self.words.addLayout(below)
        for button, words in (
            (self.get, _("Get {name}")),
            (self.pause, _("Pause downloading {name}")),
            (self.drop, _("Cancel downloading {name} and delete the partial file")),
            (self.use, _("Use {name}")),
        ):
            button.setAccessibleName(words.format(name=model.title))
        self.get.clicked.connect(self.begin)
        self.pause.clicked.connect(self._pause)
        self.drop.clicked.connect(self._drop)
        self.use.clicked.connect(lambda: self.used.emit(self._here))
        context.jobs.progressed.connect(self._on_progressed)
        context.jobs.ended.connect(self._on_ended)
        self._arrange(0)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def show_proposed(self, proposed: Proposed) -> None:
        """How much of it is here, unless it is being fetched."""
        if self._job is None:
            self._here = proposed.here
            if proposed.here is not None and self.outcome.text() == "":
                self._say(_("It is on this computer."))
            self._arrange(proposed.arrived)

    def begin(self) -> None:
        """Fetch it, or go on where it was stopped."""
        model, context = self._model, self._context
        if self._job is not None:
            return
        self._say("")
        title = _("Downloading {name}").format(name=model.title)
        self._job = context.jobs.start(
            self,
            title,
            lambda job: context.model.model_store().get(model.wanted, job),
            self._on_got,
            self._explain,
        )
        self._arrange(0)

    def _pause(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self.pause.setEnabled(False)

    def _drop(self) -> None:
        """Also what arrived so far is of no use to anybody."""
        if self._job is not None:
            self._dropping = True
            self._pause()
        else:
            self._discard()

    def _discard(self) -> None:
        name = f"{self._model.wanted.name}"
        self._context.jobs.start(
            self,
            _("Deleting the partial download"),
            lambda _job: self._context.model.model_store().discard(name),
            lambda _done: self._on_discarded(),
            self._explain,
        )

    def _on_discarded(self) -> None:
        self._say("")
        self._arrange(0)
        self.changed.emit()

    def _on_got(self, got: tuple[StoredModel, Fetched]) -> None:
        self._here = got[0]
        self._say(_("Downloaded. Its SHA-256 is the expected one."), "good")
        self.got.emit(got[0])

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self._say(f"{error} {error.hint}".strip(), "error")

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self.bar.setValue(round(fraction * STEPS))
            self.outcome.setText(text)
            self.outcome.setVisible(bool(text))

    def _on_ended(self, job: Job) -> None:
        if job is not self._job or self._job is None:
            return
        was_stopped, self._job = self._job.cancelled, None
        if self._dropping:
            self._dropping = False
            self._discard()
        if was_stopped:
            self._say(_("Paused. The partial download is kept."))
        self._arrange(1 if was_stopped else 0)
        self.changed.emit()

    def _arrange(self, arrived: int) -> None:
        """The buttons for how it is now; `arrived` bytes are here already."""
        is_busy, is_here = self._job is not None, self._here is not None
        self.bar.setVisible(is_busy)
        self.pause.setVisible(is_busy)
        self.pause.setEnabled(is_busy)
        self.get.setVisible(not is_busy and not is_here)
        self.get.setText(_("Resume") if arrived else _("Get"))
        self.drop.setVisible(is_busy or (arrived > 0 and not is_here))
        self.drop.setText(_("Cancel") if is_busy else _("Discard"))
        self.use.setVisible(not is_busy and is_here and not self._is_used)
        if arrived > 1 and not is_here and not is_busy:
            done, whole = in_words(arrived), in_words(self._model.size)
            self._say(_("{done} of {whole} downloaded.").format(done=done, whole=whole))

    @property
    def _is_used(self) -> bool:
        choice = self._context.model.choice
        used = choice.text if self._model.use is Use.TEXT else choice.meaning
        return used is not None and self._here is not None and used.path == self._here.path

    def _say(self, words: str, role: str = "muted") -> None:
        self.outcome.setText(words)
        self.outcome.setVisible(bool(words))
        self.outcome.setProperty("role", role)
        restyle(self.outcome)


class ModelsToGet(Section):
    """`changed` when there may be other models than before; `used(model)` to use one."""

    changed = Signal()
    used = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Get a model"), parent)
        self._context = context
        self.offers: dict[str, Offer] = {}
        said = _(
            "Nothing is downloaded until you press Get, the only time Techne uses the "
            "network for models. A file is used only if its SHA-256 is the expected one."
        )
        self.add(_("Recommended models"), said)
        self._offered = self.add_lines()
        self.copy = Button(context.theme, _("Copy the command"), size="small", icon="copy")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(runtime.command()))
        self._starter = self.add_lines()
        small = _(
            "Small (98 MB): fine for trying things out, too small for good texts. Get it "
            "with: {line}"
        )
        starter = Line(
            _("Starter model, SmolLM2 135M"), small.format(line=runtime.command()), self.copy
        )
        self._starter.show_lines((starter,))
        self._starter.hide()

    def show_around(self, around: Around) -> None:
        """Which of them are here."""
        if not self.offers:
            for proposed in around.proposed:
                offer = Offer(self._context, proposed.model)
                offer.changed.connect(self.changed)
                offer.used.connect(self.used)
                self.offers[proposed.model.name] = offer
            self._offered.show_lines(list(self.offers.values()))
        self._starter.setVisible(bool(runtime.command()) and not around.has_starter)
        for proposed in around.proposed:
            self.offers[proposed.model.name].show_proposed(proposed)
