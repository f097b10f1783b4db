"""The language model of the window: which one is chosen, whether it can be asked, what it does."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.core.errors import AppError
from app.core.llm import model_errors, runtime
from app.core.llm.model import Model, NoModel
from app.core.llm.run_options import RunOptions
from app.core.llm.state import State, Status
from app.core.progress import SILENT, Progress
from app.core.words import _
from app.ui.jobs import Jobs

if TYPE_CHECKING:
    from app.core.llm.fit import Fit
    from app.core.llm.gguf import Header
    from app.core.llm.model_store import ModelStore
    from app.core.llm.process import LocalModel
    from app.core.llm.stored_model import StoredModel, Use

OFTEN = 1000
"""Milliseconds between two looks whether somebody chose something else."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen now. `text` and `meaning` are the models that write and that find meanings;
    a sentence in `no_text` or `no_meaning` says why there is none although one is chosen. `files`
    are theirs, also those that are gone."""

    text: "StoredModel | None" = None
    meaning: "StoredModel | None" = None
    no_text: str = ""
    no_meaning: str = ""
    files: tuple[Path, ...] = ()
    run_options: RunOptions = field(default_factory=RunOptions)

    @property
    def finds_by_itself(self) -> bool:
        """Whether the model that is part of Techne finds meanings."""
        return self.meaning is None and not self.no_meaning


class ModelService(QObject):
    """Everybody in the window asks the same model, one after the other.

    `changed` when its state or its speed is another one, `chosen` when another model or another
    way to run it was chosen, here or by a command; both on the GUI thread.
    """

    changed = Signal()
    chosen = Signal()
    _heard = Signal(object)

    def __init__(
        self,
        jobs: Jobs | None = None,
        folder: Path | None = None,
        *,
        given: Model | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`folder` is `Home.models`; `given` answers in place of what is chosen there."""
        super().__init__(parent)
        self._jobs, self._folder, self._given = jobs, folder, given
        self._making = threading.Lock()
        self._local: LocalModel | None = None
        self._made_of: object = None
        self._wishes = 0
        self._unsubscribe: Callable[[], None] = _nothing
        self._seen: object = None
        self.state = State(Status.READY) if given is not None else State()
        """Of the model that writes, as the GUI thread knows it."""
        self.choice = Choice()
        self._heard.connect(self._show_state, Qt.ConnectionType.QueuedConnection)
        self._watch = QTimer(self, interval=OFTEN)
        self._watch.timeout.connect(self.look)
        if jobs is not None and folder is not None:
            self._watch.start()
            self.look()

    # Whether there is one

    @property
    def is_there(self) -> bool:
        """Whether it is worth asking; costs nothing."""
        return not self.why_not

    @property
    def why_not(self) -> str:
        """Why there is no model to ask and what to do about it; empty if there is one."""
        if self._given is not None:
            return ""
        if self.choice.no_text:
            return self.choice.no_text
        if self.choice.text is None:
            return _("No language model is chosen. Choose one in Settings under “Local model”.")
        return "" if self.can_run else _in_words(model_errors.not_installed())

    @property
    def can_run(self) -> bool:
        """Whether the program that runs models is installed."""
        return runtime.is_installed()

    def fit(self, header: "Header", context: int) -> "Fit":
        """Whether a model fits into the memory that is free now; `context` as for `judge`."""
        from app.core.llm.fit import judge  # noqa: PLC0415 - nobody asks before there is a model

        return judge(header, context)

    @property
    def is_busy(self) -> bool:
        """Whether it is being started or at work."""
        return self.state.status in (Status.LOADING, Status.WORKING)

    @property
    def name(self) -> str:
        """As the person knows it; empty if none is chosen."""
        if self._given is not None:
            return self._given.name
        return self.choice.text.name if self.choice.text is not None else ""

    # Asking it

    def model(self) -> Model:
        """The model to ask, in a job. Raises `NoModel` with what to do."""
        self._wishes += 1
        return self._opened()

    def behind(self) -> tuple[Model | None, Callable[[], bool]]:
        """The model for work that nobody waits for, if there is one, and whether somebody came
        since who does."""
        wishes = self._wishes
        try:
            model = self._opened() if self.is_there else None
        except NoModel:
            model = None
        return model, lambda: self._wishes != wishes

    def _opened(self) -> Model:
        if self._given is not None:
            return self._given
        if self._folder is None:
            raise model_errors.not_chosen()
        from app.core.llm.open_model import open_model  # noqa: PLC0415 - loads what fetches models
        from app.core.llm.stored_model import Use  # noqa: PLC0415

        with self._making:
            store = self.model_store()
            made_of = (_state(store.chosen(Use.TEXT)), store.run_options)
            if self._local is None or made_of != self._made_of:
                self._let_go()
                local = open_model(store, Use.TEXT, lambda: self._folder is None)
                self._unsubscribe = local.subscribe(self._heard.emit)
                self._local, self._made_of = local, made_of
            return self._local

    def load(self, progress: Progress = SILENT) -> None:
        """Start it before it is asked, also where it was given up: a job. Raises as `model`."""
        model = self.model()
        if (local := self._local) is model and local is not None:
            local.load(progress)

    def model_store(self) -> "ModelStore":
        """The models of this computer, for one job."""
        from app.core.llm.model_store import ModelStore  # noqa: PLC0415 - loads what fetches models

        assert self._folder is not None
        return ModelStore(self._folder)

    @property
    def has_model_store(self) -> bool:
        """Whether models can be looked for, chosen and fetched."""
        return self._folder is not None

    # Choosing; raises `AppError` where that cannot be done or written down

    def choose(self, model: "StoredModel", use: "Use") -> None:
        """Use this model from now on."""
        self.model_store().choose(model, use)
        self.look()

    def choose_none(self, use: "Use") -> None:
        """Use no model for this."""
        self.model_store().choose_none(use)
        self.look()

    def keep_run_options(self, run_options: RunOptions) -> None:
        """Run it like this from its next start on, which is the next question."""
        self.model_store().keep_run_options(run_options)
        self.look()

    # Its end

    def stop(self) -> None:
        """Give its memory back now. Who waits for its answer gets `Cancelled`."""
        if (local := self._local) is not None:
            local.unload()

    def close(self) -> None:
        """Stop it for good, and hear nothing more."""
        self._watch.stop()
        with self._making:
            self._let_go()
        self._folder = self._jobs = None

    # Noticing

    def look(self) -> None:
        """See whether something else was chosen, or a chosen file is gone."""
        if self._folder is None or self._jobs is None:
            return
        if (seen := self._sight(self._folder)) != self._seen:
            self._seen = seen
            take = partial(self._take, seen)
            self._jobs.start(self, _("Checking the models"), self._read, take)

    def look_again(self) -> None:
        """More is known about what is chosen."""
        self._seen = None
        self.look()

    def _sight(self, folder: Path) -> object:
        """What changes when something else is chosen, or a chosen file comes or goes."""
        return tuple(map(_state, (folder / "chosen.json", *self.choice.files)))

    def _read(self, _job: object) -> Choice:
        from app.core.llm.stored_model import Use  # noqa: PLC0415 - see `model_store`

        store = self.model_store()
        text, no_text = _ready(store, Use.TEXT)
        meaning, no_meaning = _ready(store, Use.EMBEDDING)
        files = tuple(file for use in Use if (file := store.chosen(use)) is not None)
        return Choice(text, meaning, no_text, no_meaning, files, store.run_options)

    def _take(self, seen: object, choice: Choice) -> None:
        """The next look sees other files, and reads again what may have changed meanwhile. What
        was read before a later look may be half of the old and half of the new."""
        if self._folder is None or seen is not self._seen or choice == self.choice:
            return
        other = _runs(choice) != _runs(self.choice)
        self.choice = choice
        if other:
            with self._making:
                self._let_go()
            self.state = State()
        self.chosen.emit()
        self.changed.emit()

    def _let_go(self) -> None:
        self._unsubscribe()
        self._unsubscribe = _nothing
        local, self._local = self._local, None
        if local is not None:
            local.unload()

    def _show_state(self, state: State) -> None:
        if self._local is not None and state != self.state:
            self.state = state
            self.changed.emit()


def _runs(choice: Choice) -> object:
    """What tells one process from another."""
    text = choice.text
    return text and (text.path, text.header), choice.run_options


def _ready(store: "ModelStore", use: str) -> tuple["StoredModel | None", str]:
    """The chosen model; why it cannot be used, if one is chosen."""
    from app.core.llm.stored_model import Use  # noqa: PLC0415 - see `ModelService.model_store`

    if store.chosen(Use(use)) is None:
        return None, ""
    try:
        return store.ready(Use(use)), ""
    except AppError as error:
        return None, _in_words(error)


def _in_words(error: AppError) -> str:
    return f"{error} {error.hint}".strip()


def _state(file: Path | None) -> tuple[str, int, int] | None:
    """What changes when somebody writes to a file; None where there is none."""
    try:
        found = file.stat() if file is not None else None
    except (OSError, ValueError):
        return None
    return (str(file), found.st_size, found.st_mtime_ns) if found is not None else None


def _nothing() -> None:
    pass
