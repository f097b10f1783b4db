"""A line of text that ends in an ellipsis where there is no room. Public name: `Elided`."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.widgets.labels import Label, Role


class Elided(Label):
    """Takes any width; the tooltip has what could not be shown."""

    def __init__(
        self,
        text: str = "",
        role: Role = "body",
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
        *,
        modest: bool = False,
    ) -> None:
        """`modest`: takes no more room than its text wants."""
        super().__init__(text, parent, cut=cut)
        self.setProperty("role", role)
        across = QSizePolicy.Policy.Preferred if modest else QSizePolicy.Policy.Ignored
        self.setSizePolicy(across, QSizePolicy.Policy.Preferred)

    def _lines(self) -> list[str]:
        return [" ".join(self.text().split())]

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
