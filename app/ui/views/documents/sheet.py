"""A document and its draft, side by side, and what can be decided. Public name: `Sheet`."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from app.core.documents import tables
from app.core.documents.content import Form
from app.core.documents.roles import Becomes, Role
from app.core.words import _
from app.ui.commands import menu_entry
from app.ui.theme.theme import Theme
from app.ui.views.documents import draft_list, looks, original
from app.ui.views.documents.draft_list import DraftDelegate
from app.ui.views.documents.draft_rows import Row
from app.ui.views.documents.entries import Shown
from app.ui.views.documents.gutter import Gutter, Link
from app.ui.views.documents.original import Original, OriginalDelegate
from app.ui.views.documents.row_list import RowList
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.select import Select
from app.ui.widgets.side_by_side import SideBySide

KEYS = {
    Qt.Key.Key_T: Role.TITLE,
    Qt.Key.Key_P: Role.PHASE,
    Qt.Key.Key_S: Role.STEP,
    Qt.Key.Key_U: Role.SUB_STEP,
    Qt.Key.Key_C: Role.CONTEXT,
    Qt.Key.Key_Delete: Role.LEFT_OUT,
    Qt.Key.Key_Backspace: None,
}
"""What a key makes of the passage that is looked at; None: what it was read as."""

LEAST_CHOICE = 480
"""Px that a passage and what it becomes have beside the keys, while text has its usual size."""
GOAL_KEY = Qt.Key.Key_G
"""Opens the list of all that it can become: of goals there are too many for keys."""


class Sheet(QWidget):
    """`decided(passage, role)` when a person wants a passage to be something else."""

    decided = Signal(int, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Shown | None = None
        self._rows: tuple[Row, ...] = ()
        self._row_of: dict[int, int] = {}
        self._is_following = False
        self.original = RowList(OriginalDelegate(theme, self), _("The original"), original.said)
        self.draft = RowList(DraftDelegate(theme, self), _("The draft"), draft_list.said)
        self.gutter = Gutter(theme, self.original, self.draft)
        self._passage = Elided("", "secondary")
        self.role = Select(theme, _("What it becomes"))
        self.back = Button(theme, _("As it was read"), "quiet", size="small", icon="undo")
        self._keys = Elided("", "caption", modest=True)
        self._lay_out()
        self._connect()

    # Layout

    def _lay_out(self) -> None:
        for role in looks.ROLES:
            self.role.addItem(self._theme.icon(looks.icon(role), looks.token(role)),
                              looks.words(role), role)  # fmt: skip
        self.role.insertSeparator(len(Role))
        self.original.setObjectName("paper")
        ground = QFrame()
        ground.setObjectName("desk")
        paper = QVBoxLayout(ground)
        paper.setContentsMargins(24, 16, 0, 16)
        paper.addWidget(self.original)
        sides = QHBoxLayout()
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        sides.addWidget(ground, 10)
        sides.addWidget(self.gutter)
        sides.addWidget(self.draft, 11)
        choice = QWidget()
        row = QHBoxLayout(choice)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._passage, 1)
        row.addWidget(_fixed(label(_("becomes"), "muted")))
        row.addWidget(self.role)
        row.addWidget(self.back)
        self.bar = QFrame()
        below = QVBoxLayout(self.bar)
        below.setContentsMargins(20, 8, 20, 8)
        below.addWidget(SideBySide(self._theme, choice, (self._keys,), LEAST_CHOICE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(sides, 1)
        column.addWidget(rule())
        column.addWidget(self.bar)
        self._keys.setText(
            _("T title · S step · U sub-step · P phase · C context · G goal… · Del leave out")
        )

    def _connect(self) -> None:
        self.original.selectionModel().currentChanged.connect(lambda *_: self._follow_original())
        self.draft.selectionModel().currentChanged.connect(lambda *_: self._follow_draft())
        self.original.asked.connect(self._ask)
        self.draft.asked.connect(self._ask_row)
        self.role.activated.connect(self._on_role)
        self.back.clicked.connect(lambda: self._decide(None))

    # What it shows

    @property
    def passage(self) -> int:
        """The number of the one that is looked at, -1 for none."""
        return self.original.row

    def show_draft(self, shown: Shown) -> None:
        """Show a document; the passage that is looked at stays the same in the same document."""
        is_same = self._shown is not None and self._shown.draft.content is shown.draft.content
        passage = self.passage if is_same else 0
        self._shown, self._rows = shown, shown.rows
        draft = shown.draft
        passages = draft.content.passages
        originals = [
            Original(one, role, n in draft.chosen)
            for n, (one, role) in enumerate(zip(passages, draft.roles, strict=True))
        ]
        self.original.rows.show(originals)
        self.draft.rows.show(self._rows)
        self._row_of = {n: at for at, row in enumerate(self._rows) for n in row.passages}
        for view in (self.original, self.draft):
            view.doItemsLayout()
        self.gutter.show_links([
            Link(n, at, draft.roles[n], bool(self._rows[at].doubts))
            for n, at in self._row_of.items()
            if passages[n].form is not Form.PICTURE
        ])  # fmt: skip
        self.original.choose(passage)
        self._follow_original()

    def next_doubt(self) -> None:
        """Go to the next place to look at, if there is one."""
        doubtful = [n for n, row in enumerate(self._rows) if row.doubts]
        if not doubtful:
            return
        here = self.draft.row
        self.draft.choose(next((n for n in doubtful if n > here), doubtful[0]))
        self._follow_draft()

    def _follow_original(self) -> None:
        """The row that the passage became comes into sight, and what can be decided is shown."""
        if self._is_following or self._shown is None:
            return
        row = self._row_of.get(self.passage)
        self._is_following = True
        if row is not None:
            self.draft.choose(row)
        else:
            self.draft.clearSelection()
        self._is_following = False
        self._show_choice()

    def _follow_draft(self) -> None:
        if self._is_following or self.draft.row < 0 or self.draft.row >= len(self._rows):
            return
        made_of = self._rows[self.draft.row].passages
        if made_of and self.passage not in made_of:
            self._is_following = True
            self.original.choose(made_of[0])
            self._is_following = False
        self._show_choice()

    def _show_choice(self) -> None:
        shown, number = self._shown, self.passage
        is_there = shown is not None and 0 <= number < len(shown.draft.roles)
        for part in (self.role, self.back):
            part.setEnabled(is_there)
        if shown is None or not is_there:
            return
        passage = shown.draft.content.passages[number]
        words = " ".join(f"{passage.label} {tables.as_words(passage.text)}".split())
        self._passage.setText(f"“{words}”")
        self.role.setCurrentIndex(self.role.findData(shown.draft.roles[number]))
        self.back.setEnabled(number in shown.draft.chosen)

    # What people decide

    def _decide(self, role: Becomes | None) -> None:
        if self._shown is not None and self.passage >= 0:
            self.decided.emit(self.passage, role)

    def _on_role(self) -> None:
        role = looks.role_of(self.role.currentData())
        if self._shown is not None and role != self._shown.draft.roles[self.passage]:
            self._decide(role)

    def _ask_row(self, row: int, place: QPoint) -> None:
        if self._rows[row].passages:
            self._ask(self._rows[row].passages[0], place)

    def _ask(self, passage: int, place: QPoint) -> None:
        """A menu of all that a passage can become."""
        if self._shown is None:
            return
        now = self._shown.draft.roles[passage]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        group = QActionGroup(menu)
        keys = {role: key for key, role in KEYS.items()}
        for number, role in enumerate(looks.ROLES):
            if number == len(Role):
                menu.addSeparator()
            icon = self._theme.icon(looks.icon(role), looks.token(role))
            key = keys.get(role) if isinstance(role, Role) else None
            said = QKeySequence(key).toString() if key is not None else ""
            action = menu.addAction(icon, menu_entry(looks.words(role), said))
            action.setCheckable(True)
            action.setChecked(role == now)
            action.setData(role)
            group.addAction(action)
        if passage in self._shown.draft.chosen:
            menu.addSeparator()
            menu.addAction(_("As it was read")).setData(None)
        menu.triggered.connect(
            lambda action: self.decided.emit(passage, looks.role_of(action.data()))
        )
        open_at(menu, place)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the two lists; what they do not take arrives here."""
        key = Qt.Key(event.key())
        if not event.modifiers() and key in KEYS:
            self._decide(KEYS[key])
        elif not event.modifiers() and key == GOAL_KEY and self.role.isEnabled():
            self.role.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.role.showPopup()
        else:
            super().keyPressEvent(event)


def _fixed(words: QLabel) -> QLabel:
    words.setMinimumWidth(words.sizeHint().width())
    return words
