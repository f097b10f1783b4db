"""What runs models is not installed: installing it, how far that is, and the command for it."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.llm import runtime
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label


class RuntimeRow(QWidget):
    """Shown as long as no model can run here."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._installer, self.command = context.installer, runtime.command()
        self._title = label("", "name")
        self.said = label("", "muted", wrap=True)
        self.install = Button(context.theme, _("Install"), "primary", size="small")
        self.install.clicked.connect(self._installer.start)
        self.stop = Button(context.theme, _("Stop"), size="small", icon="stop")
        self.stop.setAccessibleName(_("Stop installing the model runtime"))
        self.stop.clicked.connect(self._installer.stop)
        self.copy = Button(context.theme, _("Copy the command"), "quiet", size="small", icon="copy")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.command))
        row = QHBoxLayout()
        for button in (self.install, self.stop, self.copy):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for line in (self._title, self.said):
            column.addWidget(line)
        column.addLayout(row)
        column.addWidget(label(_("Everything else works without it."), "muted", wrap=True))
        self._installer.changed.connect(self.look)
        self.look()

    def look(self) -> None:
        """Show whether it is being installed, and how far that is."""
        running, can_be = self._installer.is_running, bool(self.command)
        self._title.setText(
            _("Installing the model runtime")
            if running
            else _("The model runtime is not installed")
        )
        self.said.setText(self._installer.said or runtime.next_step())
        self.install.setText(_("Try again") if self._installer.said else _("Install"))
        self.install.setVisible(can_be and not running)
        self.stop.setVisible(running)
        self.copy.setVisible(can_be and not running)
