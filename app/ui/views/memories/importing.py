"""Documents on their way into the vault: how far they are, Stop, and what came of it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.core.memory.import_files import Imported, Problem, import_files, others
from app.core.memory.reading.decoding import readable
from app.core.memory.reading.documents import KINDS
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

STEPS = 1000
LONGEST_NAME = 40
"""Characters of a file's name in a sentence."""
NAMED = 3
"""Files that are named when they could not be read."""


class Importing(QWidget):
    """`arrived(sentence, memories)` when all of it is there; what could not be read stays said."""

    arrived = Signal(str, object)
    patterns = " ".join(f"*{kind}" for kind in sorted(KINDS))

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._waiting: list[tuple[tuple[Path, ...], str]] = []
        self._title, self._text = label("", "secondary"), Elided("", "muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        self._bar.setAccessibleName(_("Import"))
        self.stop = Button(context.theme, _("Stop"), size="small")
        self.stop.setAccessibleName(_("Stop the import"))
        self.stop.clicked.connect(self._stop)
        self._strip = QFrame()
        row = QHBoxLayout(self._strip)
        row.setContentsMargins(20, 0, 14, 10)
        row.setSpacing(10)
        row.addWidget(self._title)
        row.addWidget(self._bar, 2)
        row.addWidget(self._text, 3)
        row.addWidget(self.stop)
        self.banner = Banner(context.theme)
        self.banner.setProperty("edge", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip)
        column.addWidget(self.banner)
        self._strip.hide()
        context.jobs.progressed.connect(self._on_progressed)
        context.jobs.ended.connect(self._on_ended)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def start(self, paths: Sequence[str], engram: str) -> None:
        """Import files and folders; after the import that is under way, if one is."""
        self._waiting.append((tuple(map(Path, paths)), engram))
        if self._job is None:
            self._next()

    def _stop(self) -> None:
        self._waiting.clear()
        if self._job is not None:
            self._job.cancel()
            self.stop.setEnabled(False)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self._bar.setValue(round(fraction * STEPS))
            self._text.setText(text)

    def _on_ended(self, job: Job) -> None:
        if job is not self._job:
            return
        self._job = None
        self._strip.hide()
        if job.cancelled:
            self.banner.say(_("Import stopped. Nothing was added."), "info")
        elif self._waiting:
            self._next()

    def _next(self) -> None:
        paths, engram = self._waiting.pop(0)
        vault = self._context.vault
        said = ngettext("Importing {name}", "Importing {count} files and folders", len(paths))
        title = said.format(name=paths[0].name, count=len(paths))
        self._title.setText(title)
        self._text.setText("")
        self._bar.setValue(0)
        self.stop.setEnabled(True)
        self.banner.hide()
        self._strip.show()
        self._job = self._context.jobs.start(
            self,
            title,
            lambda job: import_files(vault, paths, engram, progress=job),
            self._on_arrived,
            self._on_failed,
        )

    def _on_arrived(self, done: Imported) -> None:
        count = len(done.added)
        said = ngettext("{count} memory", "{count} memories", count).format(count=count)
        files = ngettext("{count} file", "{count} files", done.files).format(count=done.files)
        words = _("{memories} from {files}").format(memories=said, files=files)
        if done.known:
            words = _("{words}; {known} already known").format(words=words, known=done.known)
        if done.problems or done.gaps:
            said = " ".join(filter(None, [f"{words}. {_problem_words(done)}.", others(done)]))
            self.banner.say(said, "warn")
        elif not done.files:
            nothing = _("It has no document that Techne can read.")
            self.banner.say(" ".join(filter(None, [nothing, others(done)])), "warn")
        elif said := others(done):
            self.banner.say(f"{words}. {said}", "info")
        self.arrived.emit(words, done.added)

    def _on_failed(self, error: Exception) -> None:
        self._context.jobs.explain(self, error, self.banner.explain)


def _problem_words(done: Imported) -> str:
    """How many files were left out or are not whole, and why the first of them.

    Where it is a single one, what to do about it as well.
    """
    out, part = len(done.problems), len(done.gaps)
    said = []
    if out:
        words = ngettext("{count} file was left out:", "{count} files were left out:", out)
        said.append(f"{words.format(count=out)} {_named(done.problems)}")
        if out == 1:
            said += filter(None, [done.problems[0].hint.rstrip(".")])
    if part:
        words = ngettext("{count} file is incomplete:", "{count} files are incomplete:", part)
        said.append(f"{words.format(count=part)} {_named(done.gaps)}")
    return ". ".join(said)


def _named(problems: Sequence[Problem]) -> str:
    named = [f"{_short(one.path)} ({one.why.rstrip('.')})" for one in problems[:NAMED]]
    return ", ".join([*named, "…"] if len(problems) > NAMED else named)


def _short(path: Path) -> str:
    """The beginning and the end of a long name, where its ending is."""
    name = readable(path.name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 12]}…{name[-11:]}"
