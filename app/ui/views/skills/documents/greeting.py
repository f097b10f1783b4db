"""The demo that a new vault opens on, explained until the person knows."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.packs import demos
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.documents.first_steps import FirstSteps
from app.ui.views.skills.documents.view import Documents

MARGINS = (20, 12, 20, 0)
"""Px around the explanation."""


class Greeting(QObject):
    """Over for good once it is dismissed, or another document is opened."""

    def __init__(self, context: AppContext, documents: Documents) -> None:
        super().__init__(documents)
        self._context, self._documents = context, documents
        self._skill: int | None = None
        self.card: FirstSteps | None = None
        self._room: QWidget | None = None
        documents.shown.connect(self._follow)

    def begin(self) -> None:
        """Open the demo, unless something is open already; what a person has begun comes first."""
        self._skill = demos.to_show(self._context.vault)
        if self._skill is None:
            return
        if not self._documents.strip.count():
            self._documents.open_skill(self._skill)
        self._follow()

    def _follow(self) -> None:
        documents = self._documents
        if self._skill is None:
            return
        if documents.document is not None and documents.skill != self._skill:
            self.end()
            return
        if self.card is None:
            self.card = FirstSteps(self._context.theme)
            self.card.dismissed.connect(self._dismiss)
            self._room = QWidget()
            around = QVBoxLayout(self._room)
            around.setContentsMargins(*MARGINS)
            around.addWidget(self.card)
            documents.put_above(self._room)
        assert self._room is not None
        self._room.setVisible(documents.kind == "skill")

    def _dismiss(self) -> None:
        self.end()
        if (document := self._documents.document) is not None:
            document.take_focus()

    def end(self) -> None:
        """Never explain it again."""
        vault, self._skill = self._context.vault, None
        if self.card is not None:
            assert self._room is not None
            self._room.hide()
            self._room.deleteLater()
            self.card = self._room = None
        self._context.writes.write(self, _("Saving"), lambda: demos.put_to_show(vault, None))
