"""What finds texts by their meaning, how much it has read, and letting it read everything again."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.core.changes import Changes, Part
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.views.settings.section import Section
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

OFTEN = 1000
"""Milliseconds between two looks while something is being read."""


class ReadingSettings(Section):
    """Counts in a job, while it is looked at. What is to be read is read in the background."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(_("Finding by meaning"), parent)
        self._desk, self._busy = desk, False
        self.model = label("", "secondary")
        self.again = Button(desk.theme, _("Index again"), size="small")
        self.again.clicked.connect(self.begin_anew)
        self._about = self.add(
            _("Embedding model"), _("Part of Techne; it works on this computer."), self.model
        )
        self.counted = self.add(_("Passages indexed"), "…", self.again)
        self._soon = QTimer(self, interval=OFTEN, singleShot=True)
        self._soon.timeout.connect(self.look)
        desk.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Count now."""
        if self._busy:
            return
        self._busy = True
        desk = self._desk

        def work(_job: object) -> tuple[str, int, str]:
            from app.core.memory.indexed import indexed  # noqa: PLC0415 - loads numpy

            embedder = desk.mind.embedder
            found = indexed(desk.vault, embedder.model)
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
                rest = ngettext("{count} waits.", "{count} wait.", found.waiting)
                said = f"{said} {rest.format(count=f'{found.waiting:n}')}"
            return embedder.model, embedder.dimensions, said

        desk.jobs.start(self, _("Counting"), work, self._show, self._fail)

    def begin_anew(self) -> None:
        """Have every text read again; searching by words works meanwhile."""
        vault = self._desk.vault

        def work(_job: object) -> None:
            from app.core.memory.indexed import begin_anew  # noqa: PLC0415 - loads numpy

            begin_anew(vault)

        self.again.setEnabled(False)
        self._desk.jobs.start(self, _("Indexing again"), work, lambda _done: self.look())

    def _show(self, found: tuple[str, int, str]) -> None:
        self._busy = False
        model, dimensions, said = found
        self.model.setText(model)
        words = _("Part of Techne; it works on this computer. {count} dimensions.")
        self._about.setText(words.format(count=dimensions))
        self.counted.setText(said)
        self.again.setEnabled(True)

    def _fail(self, error: Exception) -> None:
        self._busy = False
        self.counted.setText(str(error))
        self.again.setEnabled(True)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.MEMORIES | Part.LIST | Part.TEXT) and self.isVisible():
            self._soon.start()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
