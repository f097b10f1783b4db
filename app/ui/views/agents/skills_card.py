"""The skills of the chosen folder, with what narrows them. Public name: `SkillsCard`."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget

from app.core.mirror.overview import FolderLook
from app.core.mirror.survey import State
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.listing_budget import ListingBudgets
from app.ui.views.agents.signs import SHADOWED, said_path, sign, state_of
from app.ui.views.agents.skill_list import SkillFileList
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.labels import card, label, rule

STATES = (*(state.value for state in State), SHADOWED)


class SkillsCard(QWidget):
    """Lists what `show_look` was given, narrowed to what needs a look or to one state.

    `put_wanted(FolderLook)` to have skills of the library in the folder.
    """

    put_wanted = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._look: FolderLook | None = None
        self._state = ""
        theme = context.theme
        self._title = Elided(role="head", modest=True)
        self._count = label("", "muted")
        self.needing = FilterChip(theme, _("Needs a look"))
        self.needing.clicked.connect(self._show)
        self.state = FilterChip(theme, _("State"))
        self.state.setMenu(self._menu())
        self.put = Button(theme, _("Put skills here…"), "quiet", size="small", icon="export")
        self.put.clicked.connect(self._ask_for_skills)
        self.list = SkillFileList(theme)
        self.budgets = ListingBudgets(theme)
        self.budgets.opened.connect(context.go.skill)
        self.nothing = EmptyState(theme, "folder", "", "", "")
        self.nothing.acted.connect(self.show_all)
        head = QHBoxLayout()
        head.setContentsMargins(15, 8, 15, 8)
        head.setSpacing(9)
        head.addWidget(self._title)
        head.addWidget(self._count)
        head.addStretch(1)
        head.addWidget(self.put)
        head.addWidget(self.needing)
        head.addWidget(self.state)
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        self._pages = QStackedLayout()
        column.addLayout(self._pages, 1)  # first: what it shows without a place is a window
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.nothing)
        column.addWidget(rule())
        column.addWidget(self.budgets)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def show_look(self, look: FolderLook) -> None:
        """The skills of this folder, with what narrowed them before."""
        self._look = look
        path = said_path(look.path)
        self._title.setText(path)
        self._count.setText(str(len(look.skills)))
        self.put.setVisible(look.folder is not None and look.is_there)
        self.budgets.show_budgets(look.budgets)
        self._show()

    def _ask_for_skills(self) -> None:
        if self._look is not None:
            self.put_wanted.emit(self._look)

    def show_all(self) -> None:
        """Let go of what narrows the list."""
        self.needing.setChecked(False)
        self._choose_state("")

    def _menu(self) -> QMenu:
        menu = ButtonMenu(self.state)
        group = QActionGroup(menu)
        for state in ("", *STATES):
            action = menu.addAction(sign(state).words if state else _("All states"))
            if state:
                action.setIcon(self._context.theme.icon(sign(state).icon, sign(state).colour))
            action.setCheckable(True)
            action.setChecked(not state)
            action.setData(state)
            action.triggered.connect(partial(self._choose_state, state))
            group.addAction(action)
        return menu

    def _choose_state(self, state: str, *_checked: object) -> None:
        self._state = state
        for action in self.state.menu().actions():
            action.setChecked(action.data() == state)
        self.state.show_choice(sign(state).words if state else _("State"), chosen=bool(state))
        self._show()

    def _show(self) -> None:
        look = self._look
        if look is None:
            return
        needing = sum(one.needs_a_look for one in look.skills)
        words = _("Needs a look {count}").format(count=needing) if needing else _("Needs a look")
        self.needing.show_choice(words, chosen=self.needing.isChecked())
        rows = tuple(
            one
            for one in look.skills
            if (one.needs_a_look or not self.needing.isChecked())
            and self._state in ("", state_of(one))
        )
        before = self.list.current
        self.list.show_files(rows, self._context.vault.now())
        if before is not None and self.list.current is None:
            self.list.choose(before.name)
        self._pages.setCurrentWidget(self.list if rows else self.nothing)
        if not rows:
            self._say_nothing(look)

    def _say_nothing(self, look: FolderLook) -> None:
        narrowed = bool(look.skills)
        if look.folder is None:
            title = _("Not linked")
            said = _("Link this folder to follow what is put into it. No file is changed by that.")
        elif narrowed:
            title, said = _("Nothing here"), _("No skill in this folder matches.")
        elif not look.is_there:
            title = _("Disk not there")
            said = _("Nothing is removed. The skills are compared again when it is back.")
        else:
            title = _("No skills yet")
            said = _("A folder with a SKILL.md in it appears here within a second.")
        self.nothing.title.setText(title)
        self.nothing.sentence.setText(said)
        self.nothing.button.setText(_("Show all"))
        self.nothing.button.setVisible(narrowed)
