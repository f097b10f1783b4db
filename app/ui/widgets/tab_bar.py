"""Tabs of documents, each with a cross, or plain tabs of a panel. Public name: `TabBar`."""

from typing import Literal

from PySide6.QtWidgets import QTabBar, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton


class TabBar(QTabBar):
    """A cross announces itself as `tabCloseRequested`, like Qt's own."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        kind: Literal["document", "panel"] = "document",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._kind = theme, kind
        self.setAccessibleName(name)
        self.setProperty("kind", kind)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setMovable(kind == "document")

    def _close(self) -> None:
        """The cross that was pressed belongs to the tab it lies on."""
        cross = self.sender()
        for number in range(self.count()):
            if self.tabButton(number, QTabBar.ButtonPosition.RightSide) is cross:
                self.tabCloseRequested.emit(number)
                return

    # Qt

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        if self._kind == "document":
            text = _("Close {name}").format(name=self.tabText(index))
            cross = IconButton(self._theme, "close", text, size="small")
            cross.setFixedSize(20, 20)
            cross.clicked.connect(self._close)
            self.setTabButton(index, QTabBar.ButtonPosition.RightSide, cross)
