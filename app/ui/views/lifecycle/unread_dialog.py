"""What a scan could not read, where it is, and why. Public name: `UnreadDialog`."""

from collections.abc import Sequence

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.lifecycle.scan_words import unread
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog

WIDTH, HEIGHT = 600, 420


class UnreadDialog(Dialog):
    """One below the other, to be read and copied."""

    is_review = True

    def __init__(self, theme: Theme, troubles: Sequence[str], parent: QWidget) -> None:
        about = _("The next scan tries them again.")
        super().__init__(theme, unread(troubles).rstrip("."), about, parent=parent, icon="search")
        self.list = QPlainTextEdit("\n".join(troubles))
        self.list.setAccessibleName(_("What could not be read"))
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.body.addWidget(self.list, 1)
        close = Button(theme, _("Close"), size="large")
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.resize(WIDTH, HEIGHT)
