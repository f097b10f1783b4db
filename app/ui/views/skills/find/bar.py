"""The bar under the tabs in which words are found, and replaced. Public name: `FindBar`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.commands import key_text
from app.ui.theme.theme import Theme
from app.ui.views.skills.find.query_field import QueryField
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label

HEIGHT = 44
FIND, REPLACE = 306, 212
"""Px of the fields."""
SIDES = 20
NEXT, PREVIOUS = "F3", "Shift+F3"


class FindBar(QFrame):
    """Says what a person wants; knows nothing of the text. In a narrow window it has two rows."""

    edited = Signal()
    stepped = Signal(int)
    """To the next hit (1) or the one before (-1)."""
    replace_wanted = Signal()
    replace_all_wanted = Signal()
    everywhere_wanted = Signal()
    """In the whole library."""
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.query = QueryField(theme)
        self.query.setFixedWidth(FIND)
        self._previous = IconButton(theme, "chevron-up", _with_key(_("Previous hit"), PREVIOUS))
        self._next = IconButton(theme, "chevron-down", _with_key(_("Next hit"), NEXT))
        self.written = QLineEdit()
        self.written.setFixedWidth(REPLACE)
        self.written.setPlaceholderText(_("Replace with"))
        self.written.setAccessibleName(_("Replace with"))
        self.written.addAction(theme.icon("edit", "t3"), QLineEdit.ActionPosition.LeadingPosition)
        self.replace = Button(theme, _("Replace"))
        self.replace_all = Button(theme, _("All"))
        self.everywhere = Button(theme, _("In all skills…"), "quiet")
        self._close = IconButton(theme, "close", _with_key(_("Close"), "Esc"))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        self._lay_out()
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        self._finding, self._replacing = QWidget(), QWidget()
        parts = (
            (self._finding, (self.query, self._previous, self._next)),
            (self._replacing, (self.written, self.replace, self.replace_all)),
        )
        for part, widgets in parts:
            row = QHBoxLayout(part)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(6)
            for widget in widgets:
                row.addWidget(widget)
            row.addStretch(1)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rows.setSpacing(8)
        self._rows.addWidget(self._finding)
        self._rows.addWidget(self._replacing)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addLayout(self._rows, 1)
        for widget in (self.everywhere, self._close):
            line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDES, 7, 12, 6)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self._wrong)

    def _connect(self) -> None:
        self.query.edited.connect(self.edited)
        self.query.next_wanted.connect(self._on_next)
        self.query.previous_wanted.connect(self._on_previous)
        self._next.clicked.connect(self._on_next)
        self._previous.clicked.connect(self._on_previous)
        self.written.textEdited.connect(self.edited)
        self.written.returnPressed.connect(self.replace_wanted)
        self.replace.clicked.connect(self.replace_wanted)
        self.replace_all.clicked.connect(self.replace_all_wanted)
        self.everywhere.clicked.connect(self.everywhere_wanted)
        self._close.clicked.connect(self.left)

    def open(self, words: str, *, replacing: bool) -> None:
        """Come up with the keyboard in it; `words` that were selected are what is looked for."""
        if words:
            self.query.setText(words)
        self.show()
        field = self.written if replacing and self.query.text() else self.query
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def show_state(self, place: int, count: int, *, wrong: str = "", writable: bool) -> None:
        """Which of so many hits it is (from 1; 0: none of them), or what is wrong."""
        if wrong or not self.query.text():
            said = ""
        elif not count:
            said = _("none")
        else:
            said = _("{place} of {count}").format(place=place or "–", count=count)
        self.query.say_count(said, wrong=bool(wrong) or said == _("none"))
        self._wrong.setText(wrong)
        self._wrong.setVisible(bool(wrong))
        self._next.setEnabled(count > 0)
        self._previous.setEnabled(count > 0)
        self._replacing.setEnabled(writable)
        self.replace.setEnabled(writable and count > 0 and not wrong)
        self.replace_all.setEnabled(writable and count > 0 and not wrong)
        self.replace_all.setText(_("All {count}").format(count=count) if count else _("All"))

    def show_skills(self, count: int | None) -> None:
        """In how many skills of the library it is found; None while nobody knows."""
        if count is None:
            self.everywhere.setText(_("In all skills…"))
        else:
            words = ngettext("In {count} skill…", "In {count} skills…", count)
            self.everywhere.setText(words.format(count=count))
        self.everywhere.setEnabled(count != 0)

    @property
    def said_wrong(self) -> str:
        """What cannot be read as a pattern, and why."""
        return self._wrong.text() if not self._wrong.isHidden() else ""

    def _on_next(self) -> None:
        self.stepped.emit(1)

    def _on_previous(self) -> None:
        self.stepped.emit(-1)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.everywhere.sizeHint().width() + self._close.width() + SIDES + 24
        wanted = self._finding.sizeHint().width() + self._replacing.sizeHint().width() + beside
        across = QBoxLayout.Direction.LeftToRight
        below = QBoxLayout.Direction.TopToBottom
        self._rows.setDirection(across if wanted <= self.width() else below)


def _with_key(words: str, keys: str) -> str:
    return f"{words} ({key_text(keys)})"
