"""A line of text that ends in an ellipsis where there is no room. Public name: `Elided`."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.ui.widgets.labels import Role
from app.ui.widgets.tips import plain_tip


class Elided(QLabel):
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
        super().__init__(text, parent)
        self._cut = cut
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        across = QSizePolicy.Policy.Preferred if modest else QSizePolicy.Policy.Ignored
        self.setSizePolicy(across, QSizePolicy.Policy.Preferred)

    def _shown(self) -> str:
        line = " ".join(self.text().split())
        return self.fontMetrics().elidedText(line, self._cut, self.contentsRect().width())

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut = self._shown() != " ".join(self.text().split())
        self.setToolTip(plain_tip(self.text()) if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(self.contentsRect(), flags, self._shown())
