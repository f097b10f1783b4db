"""What is not offered or does not stay: each memory, why, and how to have a rejected one back."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.training.placement_reasons import counted, reason
from app.core.training.proposal import LeftOut, Why
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

LONGEST = 280
"""Characters that are shown; a memory that is too long would fill the screen."""


class LeftOutList(QWidget):
    """One line until it is opened. `allowed(fragment)`: that one may be offered again."""

    allowed = Signal(int)

    def __init__(
        self, theme: Theme, said: str, left_out: Sequence[LeftOut], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        said = said.format(counts=counted(left_out))
        self.fold = Button(theme, said, "quiet", size="small", icon="chevron-right")
        self.fold.setCheckable(True)
        self.fold.setAccessibleName(said)
        self._rows = QWidget()
        rows = QVBoxLayout(self._rows)
        rows.setContentsMargins(12, 0, 0, 0)
        rows.setSpacing(10)
        self.allow_buttons: list[Button] = []
        for one in left_out:
            rows.addLayout(self._row(theme, one))
        self._rows.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self.fold)
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(self._rows)
        self._theme = theme
        self.fold.toggled.connect(self._show_rows)

    def _show_rows(self, shown: bool) -> None:
        self._rows.setVisible(shown)
        self.fold.setIcon(self._theme.icon("chevron-down" if shown else "chevron-right", "t2"))

    def _row(self, theme: Theme, one: LeftOut) -> QHBoxLayout:
        text = " ".join(one.fragment.text.split())
        words = QVBoxLayout()
        words.setSpacing(2)
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} …"
        words.addWidget(label(shown, "secondary", wrap=True))
        about = _("from {source} · {why}").format(source=one.fragment.source, why=reason(one.why))
        words.addWidget(label(about, "caption", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addLayout(words, 1)
        if one.why is Why.REJECTED:
            allow = Button(theme, _("Allow again"), size="small", icon="undo")
            allow.setAccessibleName(_("Allow again: {text}").format(text=text[:LONGEST]))
            number = one.fragment.id
            allow.clicked.connect(lambda: self.allowed.emit(number))
            self.allow_buttons.append(allow)
            row.addWidget(allow)
        return row
