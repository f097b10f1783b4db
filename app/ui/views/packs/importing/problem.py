"""A pack that cannot be imported, and why. There is nothing to press but Close.

Public names: `problem_card`, `ProblemDialog`.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs.format.problems import Tampered
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import card, label, tag

WIDTH = 520
MARK = 16


def problem_card(theme: Theme, error: Exception) -> QFrame:
    """What is wrong with a file and what to do about it."""
    tampered = isinstance(error, Tampered)
    frame = card("err")
    mark = QLabel()
    icon = "shield-x" if tampered else "error"
    mark.setPixmap(theme.pixmap(icon, "err", theme.scaled(MARK), frame.devicePixelRatioF()))
    words = QVBoxLayout()
    words.setSpacing(4)
    if tampered:
        words.addWidget(tag(_("Tampered"), "err"))
    words.addWidget(label(str(error), "head", wrap=True))
    hint = error.hint if isinstance(error, AppError) else ""
    if hint:
        words.addWidget(label(_(hint), "secondary", wrap=True))
    row = QHBoxLayout(frame)
    row.setContentsMargins(14, 12, 14, 12)
    row.setSpacing(10)
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    return frame


class ProblemDialog(Dialog):
    """Says it of one file alone."""

    def __init__(self, theme: Theme, file: str, error: AppError, parent: QWidget) -> None:
        title = _("{file} cannot be imported").format(file=file)
        super().__init__(theme, title, parent=parent, icon="packs")
        self.body.addWidget(problem_card(theme, error))
        self.setAccessibleDescription(f"{error} {error.hint}".strip())
        close = Button(theme, _("Close"), size="large")
        close.setDefault(True)
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.keep_width(WIDTH)
