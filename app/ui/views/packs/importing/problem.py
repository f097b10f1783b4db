"""A pack that cannot be imported, and why. There is nothing to press but Close."""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs.format.problems import Tampered
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import card, label, tag

WIDTH = 520
MARK = 16


class ProblemDialog(Dialog):
    """Says what is wrong with a file and what to do about it."""

    def __init__(self, theme: Theme, file: str, error: AppError, parent: QWidget) -> None:
        title = _("{file} cannot be imported").format(file=file)
        super().__init__(theme, title, parent=parent, icon="packs")
        tampered = isinstance(error, Tampered)
        frame = card("err")
        mark = QLabel()
        scale = self.devicePixelRatioF()
        mark.setPixmap(theme.pixmap("shield-x" if tampered else "error", "err", MARK, scale))
        words = QVBoxLayout()
        words.setSpacing(4)
        if tampered:
            words.addWidget(tag(_("Tampered"), "err"))
        words.addWidget(label(str(error), "head", wrap=True))
        if error.hint:
            words.addWidget(label(_(error.hint), "secondary", wrap=True))
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 12, 14, 12)
        row.setSpacing(10)
        column = QVBoxLayout()
        column.addWidget(mark)
        column.addStretch(1)
        row.addLayout(column)
        row.addLayout(words, 1)
        self.body.addWidget(frame)
        self.setAccessibleDescription(f"{error} {error.hint}".strip())
        close = Button(theme, _("Close"), size="large")
        close.setDefault(True)
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.setFixedWidth(WIDTH)
