"""What stands beside the document: its knowledge, history, outline, checks."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.words import _, ngettext
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import rule, set_tag, tag
from app.ui.widgets.tips import plain_tip

STRIP = 38
FOLDED = 36


class SidePanel(QWidget):
    """Tabs over pages. `expanded` asks for the page in front as a document of its own."""

    expanded = Signal(str)
    left = Signal()
    """On Esc."""

    def __init__(
        self,
        theme: Theme,
        pages: tuple[tuple[str, str, QWidget], ...],
        parent: QWidget | None = None,
    ) -> None:
        """`pages` are name, words and the page."""
        super().__init__(parent)
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names = [name for name, _words, _page in pages]
        self.tabs = QTabBar()
        self.tabs.setProperty("kind", "panel")
        self.tabs.setAccessibleName(_("Panel"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self._stack = QStackedWidget(self)
        for _name, words, page in pages:
            self.tabs.addTab(words)
            self._stack.addWidget(page)
        self._nothing = EmptyState(
            theme, "panel", _("No skill open"), _("Open a skill to see what belongs to it.")
        )
        self._stack.addWidget(self._nothing)
        self._empty = True
        self.badge = tag("", "err")
        self._expand = IconButton(theme, "external", "", size="small")
        bar = QFrame(self)
        bar.setMinimumHeight(STRIP)
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(bar)
        row.setContentsMargins(5, 0, 6, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs, 1)
        row.addWidget(self._expand)
        self._edge = rule("down")
        self._edge.hide()
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._edge)
        column = QVBoxLayout()
        column.setSpacing(0)
        whole.addLayout(column, 1)
        column.addWidget(bar)
        column.addWidget(rule())
        column.addWidget(self._stack, 1)
        self.tabs.setTabButton(self._place("checks"), QTabBar.ButtonPosition.RightSide, self.badge)
        self.tabs.currentChanged.connect(self._on_current)
        self._expand.clicked.connect(self._ask_expand)
        self.show_problems(0)
        self._on_current(0)

    @property
    def current(self) -> str:
        return self._names[self.tabs.currentIndex()]

    def choose(self, name: str) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(self._place(name))

    def has_keyboard(self, name: str) -> bool:
        """Whether that page is in front, with the keyboard in it."""
        focused = QApplication.focusWidget()
        return self.current == name and focused is not None and self.isAncestorOf(focused)

    def take_focus(self) -> None:
        """Have the keyboard on the page in front: on its first part, or on its tab."""
        page = self._stack.currentWidget()
        part: QWidget | None = page.nextInFocusChain()
        while part is not None and page.isAncestorOf(part) and not _takes_keys(part):
            part = part.nextInFocusChain()
        lead_to(part if part is not None and page.isAncestorOf(part) else self.tabs)

    def show_floating(self, floating: bool) -> None:
        """Whether it lies over the document, which it is then told from by an edge."""
        self._edge.setVisible(floating)

    def show_nothing(self, nothing: bool) -> None:
        """Whether there is no document that the pages could be about."""
        self._empty = nothing
        self._on_current(self.tabs.currentIndex())

    def show_problems(self, count: int) -> None:
        """How many problems the document has, on the tab of the checks."""
        set_tag(self.badge, str(count), "err")
        place, side = self._place("checks"), QTabBar.ButtonPosition.RightSide
        wanted = self.badge if count else None
        if self.tabs.tabButton(place, side) is not wanted:
            self.badge.setVisible(wanted is not None)
            self.tabs.setTabButton(place, side, wanted)
        said = ngettext("Checks, {count} problem", "Checks, {count} problems", count)
        self.tabs.setAccessibleTabName(place, said.format(count=count))

    def _place(self, name: str) -> int:
        return self._names.index(name)

    def _on_current(self, place: int) -> None:
        self._stack.setCurrentIndex(self._stack.count() - 1 if self._empty else place)
        words = {
            "knowledge": _("Open knowledge in a tab"),
            "history": _("Open history in a tab"),
        }.get(self.current, "")
        self._expand.setToolTip(plain_tip(words))
        self._expand.setAccessibleName(words)
        self._expand.setVisible(bool(words) and not self._empty)

    def _ask_expand(self) -> None:
        self.expanded.emit(self.current)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _takes_keys(part: QWidget) -> bool:
    by_tab = part.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and part.isVisible() and part.isEnabled()


class FoldedPanel(QWidget):
    """The tabs of the panel as a column of icons, where there is no room or no wish for it."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, pages: tuple[tuple[str, str, str], ...], parent: QWidget | None = None
    ) -> None:
        """`pages` are name, words and icon."""
        super().__init__(parent)
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(FOLDED)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 5, 4, 5)
        column.setSpacing(4)
        self._buttons: dict[str, QToolButton] = {}
        for name, words, icon in pages:
            button = IconButton(theme, icon, words)
            button.clicked.connect(self._chooser(name))
            self._buttons[name] = button
            column.addWidget(button)
        column.addStretch(1)

    def show_problems(self, count: int) -> None:
        """The number in words; the icon turns red."""
        said = ngettext("Checks, {count} problem", "Checks, {count} problems", count)
        words = said.format(count=count) if count else _("Checks")
        self._buttons["checks"].setToolTip(plain_tip(words))
        self._buttons["checks"].setAccessibleName(words)

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda *_checked: self.chosen.emit(name)
