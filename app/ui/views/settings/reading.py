"""What finds texts by their meaning, how much it has read, and letting it read everything again."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.settings.section import Section
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.select import Select
from app.ui.widgets.tips import plain_tip

if TYPE_CHECKING:
    from app.core.llm.stored_model import StoredModel
    from app.ui.views.settings.model.around import Around

WIDEST = 240
OFTEN = 1000
"""Milliseconds between two looks while something is being read."""


class ReadingSettings(Section):
    """Counts in a job, while it is looked at. What is to be read is read in the background."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Search by meaning"), parent)
        self._context, self._busy = context, False
        self.model = Select(context.theme, _("Embedding model"))
        self.model.setSizeAdjustPolicy(Select.SizeAdjustPolicy.AdjustToContents)
        self.model.setMaximumWidth(WIDEST)
        self.model.activated.connect(self._choose)
        self._models: tuple[StoredModel, ...] = ()
        self.again = Button(context.theme, _("Index again"), size="small")
        self.again.clicked.connect(self.begin_anew)
        self._about = self.add(
            _("Embedding model"), _("Built into Techne; runs on this computer."), self.model
        )
        self.banner = Banner(context.theme)
        self._banner_row = self.add_wide(self.banner)
        self._banner_row.hide()
        self.banner.closed.connect(self._banner_row.hide)
        self.counted = self.add(_("Passages indexed"), "…", self.again)
        self._soon = QTimer(self, interval=OFTEN, singleShot=True)
        self._soon.timeout.connect(self.look)
        context.bridge.changed.connect(self._on_changed)
        context.model.chosen.connect(self._on_chosen)
        self._list()

    def show_around(self, around: "Around") -> None:
        """The models on this computer that can find meanings."""
        from app.core.llm.stored_model import Use  # noqa: PLC0415 - loads what fetches models

        self._models = tuple(here.model for here in around.of(Use.EMBEDDING))
        self._list()

    def look(self) -> None:
        """Count now."""
        if self._busy:
            return
        self._busy = True
        context = self._context

        def work(_job: object) -> tuple[str, int, str]:
            from app.core.memory.retrieval.indexed import indexed  # noqa: PLC0415 - loads numpy

            embedder = context.embedding.embedder
            found = indexed(context.vault, embedder.model)
            skills = ngettext("{count} skill", "{count} skills", found.skills)
            memories = ngettext("{count} memory", "{count} memories", found.memories)
            said = ngettext(
                "{count} passage of {skills} and {memories}.",
                "{count} passages of {skills} and {memories}.",
                found.passages,
            ).format(
                count=f"{found.passages:n}",
                skills=skills.format(count=f"{found.skills:n}"),
                memories=memories.format(count=f"{found.memories:n}"),
            )
            if found.waiting:
                rest = ngettext("{count} waiting.", "{count} waiting.", found.waiting)
                said = f"{said} {rest.format(count=f'{found.waiting:n}')}"
            return embedder.model, embedder.dimensions, said

        context.jobs.start(self, _("Counting"), work, self._show, self._fail)

    def begin_anew(self) -> None:
        """Have every text read again; searching by words works meanwhile."""
        vault = self._context.vault

        def work(_job: object) -> None:
            from app.core.memory.retrieval.index import begin_anew  # noqa: PLC0415 - loads numpy

            begin_anew(vault)

        self.again.setEnabled(False)
        self._context.jobs.start(self, _("Indexing again"), work, lambda _done: self.look())

    def _show(self, found: tuple[str, int, str]) -> None:
        self._busy = False
        model, dimensions, said = found
        if (chosen := self._context.model.choice.meaning) is not None:
            model = chosen.name
        words = _(
            "{model}; {count} dimensions. Another model indexes everything again; until "
            "then, search matches words only."
        )
        self._about.setText(words.format(model=model, count=dimensions))
        self.counted.setText(said)
        self.again.setEnabled(True)

    def _fail(self, error: Exception) -> None:
        self._busy = False
        if not isinstance(error, AppError):
            raise error
        self._about.setText(f"{error} {error.hint}".strip())
        self.counted.setText(_("Search matches words only."))
        self.again.setEnabled(True)

    def _list(self) -> None:
        """The built-in one, then those that were found; what is chosen even if it is gone."""
        choice = self._context.model.choice
        self.model.clear()
        self.model.addItem(_("Built in: MiniLM"))
        for model in self._models:
            self.model.addItem(model.name)
        at = 0
        if choice.meaning is not None:
            paths = [model.path for model in self._models]
            if choice.meaning.path not in paths:
                self._models = (*self._models, choice.meaning)
                paths.append(choice.meaning.path)
                self.model.addItem(choice.meaning.name)
            at = paths.index(choice.meaning.path) + 1
        elif choice.no_meaning:
            self.model.addItem(_("Cannot be used"))
            at = self.model.count() - 1
        self.model.setCurrentIndex(at)
        self.model.setEnabled(self.model.count() > 1)
        self.model.setToolTip(
            plain_tip("" if self._models else _("Get a model for search by meaning above."))
        )

    def _choose(self, number: int) -> None:
        from app.core.llm.stored_model import Use  # noqa: PLC0415 - see `show_around`

        try:
            if number == 0:
                self._context.model.choose_none(Use.EMBEDDING)
            elif number <= len(self._models):
                self._context.model.choose(self._models[number - 1], Use.EMBEDDING)
        except AppError as error:
            self.banner.explain(error)
            self._banner_row.show()
            self._list()

    def _on_chosen(self) -> None:
        self._list()
        if self.isVisible():
            self.look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.MEMORIES | Part.LIST | Part.TEXT) and self.isVisible():
            self._soon.start()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
