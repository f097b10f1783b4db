"""The bar under the tabs in which words are found, and replaced. Public name: `FindBar`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.commands import key_text, with_keys
from app.ui.theme.theme import Theme
from app.ui.views.skills.find.query_field import QueryField
from app.ui.views.skills.find.replace_field import REMOVE, REPLACE_KEYS, ReplaceField
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import key_hint, label
from app.ui.widgets.tips import plain_tip

HEIGHT = 44
FIND, REPLACE = (300, 320), (120, 212)
"""Px that the fields have at least and at most, while text has its usual size: about 20 characters
stand beside the buttons of the first."""
SIDES = 20
MANY = 88
"""So many hits, and skills, have room on the buttons before anything else gives way."""
NEXT, PREVIOUS, REPLACE_ALL = "F3", "Shift+F3", "Ctrl+Alt+Return"


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
        self._theme, self._is_replacing = theme, False
        self.query = QueryField(theme)
        self._previous = IconButton(theme, "chevron-up", with_keys(_("Previous match"), PREVIOUS))
        self._next = IconButton(theme, "chevron-down", with_keys(_("Next match"), NEXT))
        self.written = ReplaceField()
        self.query.goes_to = self.written
        self.written.addAction(theme.icon("edit", "t3"), QLineEdit.ActionPosition.LeadingPosition)
        self.replace = Button(theme, _("Replace"))
        self._keys = key_hint(REMOVE)
        """What replaces, or removes."""
        self.replace_all = Button(theme, _("All"))
        self.replace_all.setToolTip(plain_tip(with_keys(_("Replace all matches"), REPLACE_ALL)))
        self.everywhere = Button(theme, _("In all skills…"), "quiet")
        self._close = IconButton(theme, "close", with_keys(_("Close"), "Esc"))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        self.query.setFixedWidth(FIND[1])
        self.written.setFixedWidth(REPLACE[1])
        self._lay_out()
        theme.changed.connect(self._reserve)
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        self._finding, self._replacing = QWidget(self), QWidget(self)
        row = QHBoxLayout(self._finding)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for part in (self.query, self._previous, self._next):
            row.addWidget(part)
        row.addStretch(1)
        self._replaced = FlowLayout(self._replacing)
        for one in (self.written, self.replace, self._keys, self.replace_all):
            self._replaced.addWidget(one)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rows.setSpacing(8)
        self._rows.addWidget(self._finding)
        self._rows.addWidget(self._replacing, 1)
        self._line = line = QHBoxLayout()
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
        self.written.textChanged.connect(self._on_written)
        self.written.entered.connect(self.replace_wanted)
        self.written.passed.connect(self._on_next)
        self.written.went_back.connect(self.query.setFocus)
        self._say_replace()
        self.replace.clicked.connect(self.replace_wanted)
        self.replace_all.clicked.connect(self.replace_all_wanted)
        self.everywhere.clicked.connect(self.everywhere_wanted)
        self._close.clicked.connect(self.left)

    def open(self, words: str, *, replacing: bool) -> None:
        """Come up with the keyboard in it; `words` that were selected are what is looked for.

        What is there already is selected, to be typed over.
        """
        is_known = bool(words or (self.query.hasFocus() and self.query.text()))
        if words:
            self.query.setText(words)
        self._is_replacing = replacing
        self.show()
        self._share_out()
        self.query.selectAll()
        field: QLineEdit = self.written if replacing and is_known else self.query
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def say_wrong(self, wrong: str) -> None:
        """What cannot be read as a pattern, and why; nothing where all is well."""
        self._wrong.setText(wrong)
        self._wrong.setVisible(bool(wrong))

    def show_state(
        self, place: int, count: int, replaceable: int, *, writable: bool, replaced: int = 0
    ) -> None:
        """Which of so many hits it is, from 1, and how many of them all at once would replace;
        where none is left, how many were `replaced`.
        """
        wrong = bool(self.said_wrong)
        said = _("{place} of {count}").format(place=place, count=count) if count else _("none")
        if replaced and not count:
            words = ngettext("{count} replaced", "{count} replaced", replaced)
            said = words.format(count=replaced)
        known = bool(self.query.text()) and not wrong
        is_lost = known and not count and not replaced
        self.query.say_count(said if known else "", wrong=wrong or is_lost)
        self._next.setEnabled(count > 0)
        self._previous.setEnabled(count > 0)
        self._replacing.setEnabled(writable)
        self.replace.setEnabled(writable and count > 0 and not wrong)
        self.replace_all.setEnabled(writable and replaceable > 0 and not wrong)
        words = _("All {count}").format(count=replaceable)
        self.replace_all.setText(words if replaceable else _("All"))

    def show_skills(self, count: int | None) -> None:
        """In how many skills of the library it is found; None while nobody knows."""
        if count is None:
            self.everywhere.setText(_("In all skills…"))
        else:
            words = ngettext("In {count} skill…", "In {count} skills…", count)
            self.everywhere.setText(words.format(count=count))
        self._share_out()
        self.everywhere.setEnabled(count != 0)

    @property
    def said_wrong(self) -> str:
        """What `say_wrong` said last."""
        return self._wrong.text() if not self._wrong.isHidden() else ""

    def _on_written(self) -> None:
        self._say_replace()
        self.edited.emit()

    def _say_replace(self) -> None:
        """Without other words what is found is removed, and Enter alone does not do that."""
        removes = not self.written.text()
        self.replace.setText(_("Remove") if removes else _("Replace"))
        self._keys.setText(key_text(REMOVE if removes else REPLACE_KEYS))
        self._share_out()

    def _on_next(self) -> None:
        self.stepped.emit(1)

    def _on_previous(self) -> None:
        self.stepped.emit(-1)

    def _reserve(self) -> None:
        """Room for the longest that a button says, so that nothing moves while somebody types."""
        skills = ngettext("In {count} skill…", "In {count} skills…", MANY)
        for button, longest in (
            (self.replace, (_("Replace"), _("Remove"))),
            (self._keys, (key_text(REPLACE_KEYS), key_text(REMOVE))),
            (self.replace_all, (_("All"), _("All {count}").format(count=MANY))),
            (self.everywhere, (_("In all skills…"), skills.format(count=MANY))),
        ):
            now, widths = button.text(), []
            for words in longest:
                button.setText(words)
                widths.append(button.sizeHint().width())
            button.setText(now)
            button.setMinimumWidth(max(widths))
        self._share_out()

    def _share_out(self) -> None:
        """One row with fields as wide as there is room for, or two; the library has one of its
        own before a field is too small for words. What replaces takes a row when it is wanted.
        """
        least, most = (self._theme.scaled(pixels) for pixels in FIND)
        written, usual = (self._theme.scaled(pixels) for pixels in REPLACE)
        wide = max(self.everywhere.sizeHint().width(), self.everywhere.minimumWidth())
        whole = self.width() - self._close.width() - SIDES - 40
        finding = self._finding.sizeHint().width() - self.query.minimumWidth()
        replacing = self._replaced.line_width() - self.written.minimumWidth()
        is_below = whole - wide - finding < least
        row = whole if is_below else whole - wide
        room = row - finding - replacing
        is_narrow = is_below or room < least + written
        find = min(most, row - finding if is_narrow else room - written)
        write = min(usual, row if is_narrow else room - find)
        self.query.setFixedWidth(max(find, REPLACE[0]))
        self.written.setFixedWidth(max(write, REPLACE[0]))
        direction = QBoxLayout.Direction
        self._rows.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._replacing.setVisible(self._is_replacing or not is_narrow)
        self._put_below(is_below)

    def _put_below(self, is_below: bool) -> None:
        """The way into the library in a row of its own, or at the end of the first."""
        is_there = self._rows.indexOf(self.everywhere) >= 0
        if is_below and not is_there:
            self._line.removeWidget(self.everywhere)
            self._rows.addWidget(self.everywhere, 0, Qt.AlignmentFlag.AlignLeading)
        elif is_there and not is_below:
            self._rows.removeWidget(self.everywhere)
            self._line.insertWidget(1, self.everywhere, 0, Qt.AlignmentFlag.AlignTop)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._reserve()
