"""The recovery key of a new vault, shown once, and the ways to put it somewhere safe."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.core.store import key
from app.core.store.errors import sentences
from app.core.store.files import replace_file
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.start.clipboard_secret import ClipboardSecret
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.labels import card, label
from app.ui.widgets.tick import Tick


class RecoveryKey(QWidget):
    """Empty until `unveil`; `kept` tells whether the person ticked that it is somewhere safe."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.written = key.new_recovery_key()
        self._pairs = [self._pair(theme) for _number in range(4)]
        self.safe = Tick(_("I have put the recovery key somewhere safe"))
        self.safe.toggled.connect(self.changed)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Recovery key"), "head"))
        head.addWidget(label(_("the only way back in if you forget the passphrase"), "muted"), 1)
        frame = card("well")
        pairs = QHBoxLayout(frame)
        pairs.setContentsMargins(14, 13, 14, 13)
        for pair in self._pairs:
            pairs.addWidget(pair)
        self._buttons = [
            Button(theme, _("Copy"), size="small", icon="copy"),
            Button(theme, _("Print"), size="small", icon="print"),
            Button(theme, _("Save to a file"), size="small", icon="file"),
        ]
        row = QHBoxLayout()
        row.setSpacing(6)
        for button, action in zip(
            self._buttons, (self.copy, self.print_out, self._ask_where), strict=True
        ):
            button.clicked.connect(action)
            row.addWidget(button)
        self.kept_in = Elided("", "muted")
        """Where one of the buttons has put the key: a line of its own, so that nothing moves."""
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(9)
        column.addLayout(head)
        column.addWidget(frame)
        column.addLayout(row)
        column.addWidget(self.kept_in)
        column.addWidget(self.safe)
        self.unveil(False)

    @property
    def kept(self) -> bool:
        return self.safe.isEnabled() and self.safe.isChecked()

    def unveil(self, shown: bool) -> None:
        """Show the key, or dots in its place while there is no passphrase yet."""
        groups = self.written.split() if shown else ["····-····"] * 4
        for pair, text in zip(self._pairs, groups, strict=True):
            pair.setText(text)
        for widget in (*self._buttons, self.safe):
            widget.setEnabled(shown)
        self.changed.emit()

    def copy(self) -> None:
        """Into the clipboard, from where it is taken again after a minute."""
        ClipboardSecret(self.written)
        self.kept_in.setText(_("Copied, for a minute"))

    def print_out(self) -> None:
        """Ask the system for a printer and print one page."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415 - heavy, rare

        printer = QPrinter()
        dialog = QPrintDialog(printer, self)
        dialog.accepted.connect(lambda: self._page().print_(printer))
        QDialog.open(dialog)

    def save_to(self, path: Path) -> None:
        """Write the page as plain text, readable by its owner only; raises `AppError`."""
        with sentences():
            replace_file(path, self._page().toPlainText().encode())
        self.kept_in.setText(_("Saved as {file}").format(file=path.name))

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, _("Save the recovery key"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        begin_in_last_folder(dialog)
        dialog.selectFile(_("Techne recovery key") + ".txt")
        dialog.fileSelected.connect(lambda chosen: self.save_to(Path(chosen)))
        dialog.open()

    def _page(self) -> QTextDocument:
        page = QTextDocument(self)
        lines = (
            _("Techne recovery key"),
            "",
            *self.written.split(),
            "",
            _("It opens your vault if you forget the passphrase."),
            _("Keep it where only you can find it, not on the computer with the vault."),
        )
        page.setPlainText("\n".join(lines))
        return page

    def _pair(self, theme: Theme) -> QLabel:
        made = label("")
        made.setProperty("role", "mono")
        made.setFont(theme.mono(13))
        return made
