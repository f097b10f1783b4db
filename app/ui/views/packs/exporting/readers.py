"""Who will be able to read a pack. Public name: `Readers`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs import identity
from app.core.packs.format import locks
from app.core.packs.format.contents import Mode
from app.core.packs.format.signing import recipient_public_key
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.widgets.labels import label
from app.ui.widgets.new_passphrase import SHORTEST, NewPassphrase
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.tips import plain_tip

MODES = (Mode.OPEN, Mode.PASSPHRASE, Mode.RECIPIENTS)
KEYS_HEIGHT = 66


class Readers(QWidget):
    """`changed` with every choice and keystroke; `wish()` is what they come to."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        words = ((_("Anyone"), ""), (_("Passphrase"), "key"), (_("Recipients"), "lock"))
        self.choice = Segmented(theme, _("Who can read it"), words)
        self.passphrase = NewPassphrase(theme)
        self.keys = QPlainTextEdit()
        self.keys.setAccessibleName(_("Recipient keys, one per line"))
        self.keys.setPlaceholderText("techne-recipient:…")
        self.keys.setFixedHeight(theme.scaled(KEYS_HEIGHT))
        self.keys.setTabChangesFocus(True)
        self.me_too = QCheckBox(_("I can open it too"))
        self.me_too.setChecked(True)
        self.hide_names = QCheckBox(_("Hide pack and skill names"))
        self.hide_names.setToolTip(
            plain_tip(_("Otherwise they can be read without opening the pack."))
        )
        self.hide_names.hide()
        self._pages: list[QWidget] = []
        open_words = _("Readable by anyone who has the file. Signed, but not encrypted.")
        key_words = _("One recipient key per line. People copy theirs from their Packs page.")
        self._add_page(label(open_words, "secondary", wrap=True))
        self._add_page(self.passphrase)
        self._add_page(label(key_words, "secondary", wrap=True), self.keys, self.me_too)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        for page in self._pages:  # a stack would be as high as its highest page
            column.addWidget(page)
        column.addWidget(self.hide_names)
        self._show_pages(0)
        self.choice.chosen.connect(self._show_page)
        self.choice.settled.connect(self._go_into)
        self.passphrase.changed.connect(self.changed)
        self.keys.textChanged.connect(self.changed)
        self.me_too.toggled.connect(self.changed)

    @property
    def mode(self) -> Mode:
        return MODES[self.choice.current]

    @property
    def field(self) -> QWidget:
        """Where what is missing is given."""
        if self.mode is not Mode.PASSPHRASE:
            return self.keys
        is_short = len(self.passphrase.first.text()) < SHORTEST
        return self.passphrase.first if is_short else self.passphrase.second

    @property
    def hides_names(self) -> bool:
        return self.mode is not Mode.OPEN and self.hide_names.isChecked()

    def choose(self, mode: Mode) -> None:
        """Set the choice for the person."""
        self.choice.choose(MODES.index(mode))
        self._show_page(MODES.index(mode))

    def missing(self) -> str:
        """What has yet to be given, in a sentence; empty when nothing."""
        if self.mode is Mode.PASSPHRASE:
            return self.passphrase.missing()
        if self.mode is Mode.RECIPIENTS and not self._lines():
            return _("Enter at least one recipient key.")
        try:
            self.wish()
        except AppError as error:
            return f"{error} {error.hint}".strip()
        return ""

    def export_words(self) -> str:
        """What exporting does, as the button says it."""
        if self.mode is Mode.OPEN:
            return _("Export, readable by anyone")
        if self.mode is Mode.PASSPHRASE:
            return _("Export, locked with a passphrase")
        count = len(set(self._lines()))
        words = ngettext("Export for {count} person", "Export for {count} people", count)
        return words.format(count=count) if count else _("Export for recipients")

    def wish(self) -> locks.Wish:
        """Raises `AppError` for a key that is none."""
        if self.mode is Mode.OPEN:
            return locks.Open()
        if self.mode is Mode.PASSPHRASE:
            return locks.Passphrase(self.passphrase.passphrase)
        keys = [identity.read_recipient(line) for line in self._lines()]
        if self.me_too.isChecked():
            keys.append(recipient_public_key(identity.mine(self._context.vault).key))
        return locks.Recipients(tuple(dict.fromkeys(keys)))

    def _lines(self) -> list[str]:
        return [line for line in self.keys.toPlainText().split() if line]

    def _add_page(self, *parts: QWidget) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for part in parts:
            column.addWidget(part)
        self._pages.append(page)

    def _show_pages(self, number: int) -> None:
        for other, page in enumerate(self._pages):
            page.setVisible(other == number)

    def _go_into(self, number: int) -> None:
        """A choice that needs input gives it the focus: what is typed next is meant for it."""
        if MODES[number] is Mode.PASSPHRASE:
            self.passphrase.setFocus()
        elif MODES[number] is Mode.RECIPIENTS:
            self.keys.setFocus()

    def _show_page(self, number: int) -> None:
        self._show_pages(number)
        self.hide_names.setVisible(MODES[number] is not Mode.OPEN)
        self.changed.emit()
