"""All of it together, looked up anew whenever somebody comes to see it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.settings.model.chosen import ChosenModel
from app.ui.views.settings.model.found import FoundModels
from app.ui.views.settings.model.getting import ModelsToGet
from app.ui.views.settings.model.run_options_form import RunOptionsForm

if TYPE_CHECKING:
    from app.ui.views.settings.model.around import Around


class ModelSettings(QWidget):
    """`looked(Around)` whenever it is known what there is."""

    looked = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = False
        self.chosen, self.found = ChosenModel(context), FoundModels(context)
        self.getting, self.run_options = ModelsToGet(context), RunOptionsForm(context)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(24)
        for section in (self.chosen, self.found, self.getting, self.run_options):
            column.addWidget(section)
        self.looked.connect(self.found.show_around)
        self.looked.connect(self.getting.show_around)
        self.found.changed.connect(self.look)
        self.getting.changed.connect(self.look)
        self.getting.used.connect(self.found.use)
        context.model.chosen.connect(self._on_chosen)
        context.jobs.ended.connect(self._on_ended)

    def look(self) -> None:
        """Look around: folders are looked through, so it is a job."""
        if not self._context.model.has_model_store:
            return
        if self._job is not None:
            self._again = True
            return
        model = self._context.model

        def work(job: Job) -> "Around":
            from app.ui.views.settings.model import around  # noqa: PLC0415 - see `ModelService.model_store`

            return around.look(model.model_store(), model.fit, job)

        self._job = self._context.jobs.start(self, _("Looking for models"), work, self.looked.emit)

    def _on_ended(self, job: object) -> None:
        if job is self._job:
            self._job = None
            if self._again:
                self._again = False
                self.look()

    def _on_chosen(self) -> None:
        """Another choice may need another memory, and takes what is free."""
        if self.isVisible():
            self.look()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
