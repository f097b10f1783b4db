"""The exact change of each file, before it is written. Public name: `ConnectDialog`."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.connect.planning import Line
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.clients.written_lines import WrittenLines
from app.ui.views.agents.signs import said_path
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label
from app.ui.widgets.scrolled import scrolled

SIZE = (680, 520)


class ConnectDialog(Dialog):
    """`agreed` when it is to be written."""

    is_review = True
    agreed = Signal()

    def __init__(
        self,
        context: AppContext,
        title: str,
        about: str,
        words: str,
        changes: Sequence[tuple[Path, tuple[Line, ...]]],
        parent: QWidget,
    ) -> None:
        """`words` are those of the button; `changes` the lines of each file."""
        super().__init__(
            context.theme,
            title,
            parent=parent,
            icon="link",
            name="connect-client",
            window_state=context.window_state,
        )
        self.body.addWidget(label(about, "secondary", wrap=True))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for file, lines in changes:
            column.addWidget(label(said_path(file), "name"))
            shown = WrittenLines(context.theme)
            shown.show_lines(lines)
            column.addWidget(shown)
        column.addStretch(1)
        self.body.addWidget(scrolled(inner, _("What will be written")), 1)
        cancel = Button(context.theme, _("Cancel"), size="large")
        self.go = Button(context.theme, words, "primary", size="large", icon="check")
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.go)
        cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._go)
        self.go.setFocus(Qt.FocusReason.TabFocusReason)
        self.resize(*SIZE)

    def _go(self) -> None:
        self.agreed.emit()
        self.accept()
