"""What stands beside a training: why a memory is here, the rewriting, and what would change."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.core.training.proposal import Proposal
from app.core.training.render import render
from app.core.training.rewriting.rewrite import Rewrite
from app.core.training.rewriting.saving import preview
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.training.changes_page import ChangesPage, Made
from app.ui.views.skills.training.rewrite_page import RewritePage
from app.ui.views.skills.training.why_page import WhyPage
from app.ui.widgets.labels import rule, set_tag, tag

STRIP = 38
EDGES = 10, 0, 8, 0
"""Px around the tabs."""
WHY, REWRITE, CHANGES = range(3)


class Side(QWidget):
    """Three tabs over their pages. Enter on a tab goes into its page."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._found: Proposal | None = None
        self.why = WhyPage(context.theme)
        self.rewrite = RewritePage(context)
        self.changes = ChangesPage(context, skill)
        self.tabs = QTabBar()
        self.tabs.setProperty("kind", "panel")
        self.tabs.setAccessibleName(_("Training panel"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self._stack = QStackedWidget()
        pages = (
            (_("Why here"), self.why), (_("LLM rewrite"), self.rewrite),
            (_("Changes"), self.changes),
        )  # fmt: skip
        for words, page in pages:
            self.tabs.addTab(words)
            self._stack.addWidget(page)
        self.badge = tag("", "err")
        self.badge.hide()
        bar = QFrame()
        bar.setMinimumHeight(STRIP)
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(bar)
        row.setContentsMargins(*EDGES)
        row.addWidget(self.tabs, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(rule())
        column.addWidget(self._stack, 1)
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        context.theme.changed.connect(self._name_tabs)
        self.rewrite.changed.connect(self._on_rewritten)

    def show_proposal(self, found: Proposal) -> None:
        """The training as it is decided by now."""
        self._found = found
        first = found.items[0].fragment.id if found.items else None
        self.why.show_item(found, first if self.why.fragment is None else self.why.fragment)
        self.rewrite.show_placement(found)
        self._on_rewritten()

    def show_rewrite(self, found: Rewrite) -> None:
        """What a model made of it earlier."""
        self.rewrite.show_rewrite(found)
        if any(step.parts for step in found.steps):
            self.tabs.setCurrentIndex(REWRITE)

    def show_memory(self, fragment: int) -> None:
        """Say why this one stands there."""
        if self._found is not None:
            self.why.show_item(self._found, fragment)

    def _on_rewritten(self) -> None:
        count = self.rewrite.rejected
        set_tag(self.badge, str(count), "err")
        side = QTabBar.ButtonPosition.RightSide
        wanted = self.badge if count else None
        if self.tabs.tabButton(REWRITE, side) is not wanted:
            self.badge.setVisible(wanted is not None)
            self.tabs.setTabButton(REWRITE, side, wanted)
            self._name_tabs()
        said = ngettext(
            "LLM rewrite, {count} sentence rejected",
            "LLM rewrite, {count} sentences rejected",
            count,
        ).format(count=count)
        self.tabs.setAccessibleTabName(REWRITE, said if count else _("LLM rewrite"))
        self.changes.follow(self._as_it_would_be)

    def _name_tabs(self) -> None:
        """In short where there is no room for more."""
        room = self.width() - EDGES[0] - EDGES[2]
        whole, short = (_("Why here"), _("LLM rewrite")), (_("Why"), _("Rewrite"))
        for words in (whole, short):
            for number, word in zip((WHY, REWRITE), words, strict=True):
                self.tabs.setTabText(number, word)
            if self.tabs.sizeHint().width() <= room:
                self.tabs.setElideMode(Qt.TextElideMode.ElideNone)  # else Qt cuts what would fit
                return
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)

    def _as_it_would_be(self) -> Made:
        """What makes the text as it would be saved, and which button does that."""
        made, found = self.rewrite.rewrite, self._found
        if made is not None and made.says_something and not self.rewrite.is_stale:
            return partial(preview, made), self.rewrite.use.text()
        assert found is not None
        return lambda: render(found.authored, found.chosen).text, _("Accept selected")

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_tabs()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        pages = {REWRITE: self.rewrite.take_focus, CHANGES: self.changes.take_focus}
        enter = pages.get(self.tabs.currentIndex())
        entering = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)
        if self.focusWidget() is self.tabs and entering and enter is not None:
            enter()
        else:
            super().keyPressEvent(event)
