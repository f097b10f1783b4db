"""Why what was written cannot be taken. Public name: `Refusal`."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.ui.widgets.labels import Label


class Refusal(Label):
    """Has room for so many `lines` also while it says nothing: no button moves away from the mouse
    when it does."""

    def __init__(self, lines: int = 1, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._least = lines
        self.setProperty("role", "error")
        self.setWordWrap(True)
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.setSizePolicy(kept)
        self.hide()

    def say(self, why: str) -> None:
        """Say why; nothing if that is empty."""
        self.setText(why)
        self.setVisible(bool(why))

    # Qt

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(0, self._room))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(0, self._room))

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self._room)

    @property
    def _room(self) -> int:
        self.ensurePolished()
        return self._least * self.fontMetrics().lineSpacing()
