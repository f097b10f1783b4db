"""The knowledge of the document in front, beside it; its page is made when it is looked at."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.context import AppContext

if TYPE_CHECKING:
    from app.ui.views.skills.knowledge.page import KnowledgePage


class KnowledgePanel(QWidget):
    """Holds the page as long as there is a document."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._skill: int | None = None
        self.page: KnowledgePage | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def set_skill(self, skill: int | None) -> None:
        """Show what is known about another skill, or about none."""
        self._skill = skill
        if self.page is not None:
            self.page.set_skill(skill)

    def _make_page(self) -> None:
        from app.ui.views.skills.knowledge.page import (  # noqa: PLC0415 - loads the plots
            KnowledgePage,
        )

        self.page = KnowledgePage(self._context)
        self.page.set_skill(self._skill)
        self._column.addWidget(self.page)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.page is None:
            self._make_page()
