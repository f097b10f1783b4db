"""Runs: the place of the window where skills are followed step by step. Public name: `RunsView`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.core.progress import Progress
from app.core.runs import moving, store
from app.core.runs.compile import compiled
from app.core.runs.state import PERSON
from app.core.runs.store import Record
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.listing import RunsPage
from app.ui.views.runs.page import RunPage


class RunsView(QWidget):
    """The list of runs, or the page of one. `shown(run)` when one comes to the front, or 0."""

    shown = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.list_page = RunsPage(context)
        self.run_page = RunPage(context)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.list_page)
        self._pages.addWidget(self.run_page)
        self.list_page.opened.connect(self.show_run)
        self.run_page.left.connect(self.show_list)

    @property
    def run(self) -> int | None:
        """The run that is in front."""
        return self.run_page.following.run if self._is_in_run else None

    @property
    def _is_in_run(self) -> bool:
        return self._pages.currentWidget() is self.run_page

    def show_run(self, run: int) -> None:
        """Bring the page of a run to the front, with the keyboard in it."""
        self._pages.setCurrentWidget(self.run_page)
        self.run_page.show_run(run)
        if self._is_in_run:
            self.run_page.take_focus()
            self.shown.emit(run)

    def show_list(self) -> None:
        """Bring the list to the front, at the run that was in front."""
        run = self.run_page.following.run
        self._pages.setCurrentWidget(self.list_page)
        self.list_page.look()
        self.list_page.list.choose(run)
        self.list_page.take_focus()
        self.shown.emit(0)

    def take_focus(self) -> None:
        (self.run_page if self._is_in_run else self.list_page).take_focus()

    def begin(self, skill: int) -> None:
        """Begin a run of a skill, or go back to one in which nothing was done yet, and show it."""
        vault = self._context.vault

        def work(_progress: Progress) -> Record | None:
            if (there := moving.waiting(vault, skill)) is not None:
                return there
            program = compiled(vault, skill)
            has_steps = bool(program.procedures[program.root].nodes)
            return store.begin(vault, program, PERSON) if has_steps else None

        self._context.writes.run(self, _("Beginning the run"), work, self._on_begun, short=False)

    def _on_begun(self, record: Record | None) -> None:
        if record is None:
            self._context.say.warn(
                _("This skill has no steps to follow. Write them as a numbered list, then run it.")
            )
            return
        self._context.go.page("runs")
        self.show_run(record.run.id)
