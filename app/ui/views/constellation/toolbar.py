"""What stands above the sky: searching, how much is shown, and what is done with all of it."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.tips import plain_tip

EDGE = 12
DEPTHS = (1, 2, 3, 4, 5)
WHOLE, AROUND = range(2)
_SEARCH, _SHORT_SEARCH = 216, 150


class Toolbar(QFrame):
    """Where there is little room, what has an icon loses its words; where there is even less,
    what can be spared goes into a menu.

    `reach_changed` when the whole sky or a part of it is asked for.
    """

    reach_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("ground", 1)
        self._deep = DEPTHS[0]
        self.search = SearchField(theme, _("Find a star"))
        self.pages = Segmented(
            theme, _("View as"), ((_("Sky"), "constellation"), (_("Table"), "table"))
        )
        self.reach = Segmented(theme, _("Show"), tuple((words, "") for words in _reach_words()))
        self.depth_word = MenuWord(theme, _("Depth"))
        self.depth_word.offer({n: str(n) for n in DEPTHS}, lambda: self._deep, self.choose_depth)
        self.fit = Button(theme, _("Fit"), icon="fit")
        self.again = Button(theme, _("Tidy up"), icon="refresh")
        self.lapse = Button(theme, _("Timelapse"), icon="history")
        self.more = IconButton(theme, "more", _("More"))
        self.more.clicked.connect(self._show_menu)
        self._folding: list[tuple[Button, str]] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, 8, EDGE, 8)
        self._row.setSpacing(8)
        for part in (self.search, self.reach, self.depth_word):
            self._row.addWidget(part)
        self._row.addStretch()
        self._row.addWidget(self.pages)
        # All are in the bar before any is shown or hidden: without a parent it'd be a window.
        for button in self._spared:
            self._put(button)
        self._row.addWidget(self.more)
        self._measure()
        self.reach.chosen.connect(lambda _number: self._choose_reach())
        self.depth_word.hide()
        theme.changed.connect(self._measure)

    @property
    def reached(self) -> int | None:
        """How many lines away from the selection is shown; None for the whole sky."""
        return self._deep if self.reach.current == AROUND else None

    def seek(self) -> None:
        """The keyboard goes to the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def choose_depth(self, depth: int) -> None:
        self._deep = depth
        self.depth_word.show_choice()
        self.reach_changed.emit()

    def show_around(self, depth: int | None = None) -> None:
        """Ask for what is around the selection, at most that many lines away."""
        self._deep = depth or self._deep
        self.depth_word.show_choice()
        self._reach_for(AROUND)

    def toggle_around(self) -> None:
        self._reach_for(AROUND if self.reached is None else WHOLE)

    def show_whole(self) -> None:
        """Ask for the whole sky again."""
        self._reach_for(WHOLE)

    def _choose_reach(self) -> None:
        self.depth_word.setVisible(self.reached is not None)
        self._measure()
        self.reach_changed.emit()

    def add(self, button: Button, *, folds: bool = True) -> None:
        """At the end; one that folds has an icon that says enough without its words."""
        self._put(button, folds=folds)
        self._measure()

    def enable(self, parts: bool) -> None:
        """Without stars there is nothing to do with them."""
        for part in (self.search, self.pages, *(button for button, _words in self._folding)):
            part.setEnabled(parts)

    def menu(self) -> QMenu:
        """What has no room in the bar; it goes away with its choice."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        group = QActionGroup(made)
        for number, words in enumerate(_reach_words()):
            action = made.addAction(words, partial(self._reach_for, number))
            action.setCheckable(True)
            action.setChecked(number == self.reach.current)
            group.addAction(action)
        made.addSeparator()
        for button, said in self._folding:
            if button in self._spared:
                made.addAction(button.icon(), said, button.click).setEnabled(button.isEnabled())
        return made

    def _show_menu(self) -> None:
        open_at(self.menu(), self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))

    def _reach_for(self, number: int) -> None:
        self.reach.choose(number)
        self._choose_reach()

    @property
    def _spared(self) -> tuple[Button, ...]:
        return self.fit, self.again, self.lapse

    def _fold(self, *, words: bool, narrow: bool = False, least: bool = False) -> None:
        for part in (self.reach, *self._spared):
            part.setHidden(least)
        self.more.setVisible(least)
        for button, said in self._folding:
            button.setText(said if words else "")
            button.setToolTip(plain_tip("" if words else said))
        self.pages.show_words(words or not narrow)
        self.search.setFixedWidth(self._theme.scaled(_SEARCH if words else _SHORT_SEARCH))

    def _put(self, button: Button, *, folds: bool = True) -> None:
        if folds:
            self._folding.append((button, button.text()))
        button.setAccessibleName(button.text())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard in the sky
        self._row.addWidget(button)

    def _needed(self) -> int:
        return self._row.minimumSize().width()

    def _measure(self) -> None:
        """It can be as narrow as it is without the words, and without what is in the menu."""
        self._fold(words=False, narrow=True, least=True)
        self.setMinimumWidth(self._needed())
        self._share_out()

    def _share_out(self) -> None:
        """As much of it as there is room for."""
        self._fold(words=True)
        if self._needed() > self.width():
            self._fold(words=False)
        if self._needed() > self.width():
            self._fold(words=False, narrow=True)
        if self._needed() > self.width():
            self._fold(words=False, narrow=True, least=True)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_out()
        super().resizeEvent(event)


def _reach_words() -> tuple[str, str]:
    return _("Whole sky"), _("Around selection")
