"""What stands above the sky: searching, how much is shown, and what is done with all of it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.tips import plain_tip

EDGE = 12
DEPTHS = (1, 2, 3, 4, 5)
WHOLE, AROUND = range(2)
_SEARCH, _SHORT_SEARCH = 216, 150


class Toolbar(QFrame):
    """Where there is little room, what has an icon loses its words.

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
        self.reach = Segmented(
            theme, _("Show"), ((_("Whole sky"), ""), (_("Around selection"), ""))
        )
        self.depth_word = MenuWord(theme, _("Depth"))
        self.depth_word.offer({n: str(n) for n in DEPTHS}, lambda: self._deep, self.choose_depth)
        self.fit = Button(theme, _("Fit"), icon="fit")
        self.again = Button(theme, _("Tidy up"), icon="refresh")
        self.lapse = Button(theme, _("Timelapse"), icon="history")
        self._folding: list[tuple[Button, str]] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, 8, EDGE, 8)
        self._row.setSpacing(8)
        for part in (self.search, self.reach, self.depth_word):
            self._row.addWidget(part)
        self._row.addStretch()
        self._row.addWidget(self.pages)
        self.add(self.fit)
        self.add(self.again)
        self.add(self.lapse)
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

    def show_around(self) -> None:
        """Ask for what is around the selection."""
        self.reach.choose(AROUND)
        self._choose_reach()

    def _choose_reach(self) -> None:
        self.depth_word.setVisible(self.reached is not None)
        self.reach_changed.emit()

    def add(self, button: Button, *, folds: bool = True) -> None:
        """At the end; one that folds has an icon that says enough without its words."""
        if folds:
            self._folding.append((button, button.text()))
        button.setAccessibleName(button.text())
        self._row.addWidget(button)
        self._measure()

    def enable(self, parts: bool) -> None:
        """Without stars there is nothing to do with them."""
        for part in (self.search, self.pages, *(button for button, _words in self._folding)):
            part.setEnabled(parts)

    def _fold(self, *, words: bool, narrow: bool = False) -> None:
        for button, said in self._folding:
            button.setText(said if words else "")
            button.setToolTip(plain_tip("" if words else said))
        self.pages.show_words(words or not narrow)
        self.search.setFixedWidth(self._theme.scaled(_SEARCH if words else _SHORT_SEARCH))

    def _needed(self) -> int:
        return self._row.minimumSize().width()

    def _measure(self) -> None:
        """It can be as narrow as it is without the words."""
        self._fold(words=False, narrow=True)
        self.setMinimumWidth(self._needed())

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold(words=True)
        if self._needed() > self.width():
            self._fold(words=False)
        if self._needed() > self.width():
            self._fold(words=False, narrow=True)
        super().resizeEvent(event)
