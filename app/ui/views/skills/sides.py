"""Where the list and the panel are: beside the document, over it, or put away."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QWidget

from app.core.words import _
from app.ui.commands import with_keys
from app.ui.context import AppContext
from app.ui.views.skills.documents.kinds import KINDS
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.panel import widths
from app.ui.views.skills.panel.floating import Floating
from app.ui.views.skills.panel.panel import Panel
from app.ui.views.skills.panel.side_panel import FOLDED
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import rule
from app.ui.widgets.tips import plain_tip

FOLD = "Ctrl+\\"
ROW = 45
"""Px of the list of skills that are there in the lowest window."""


class Sides(QObject):
    """Gives each its place in the splitter of the page, as far as the window has room."""

    def __init__(
        self,
        context: AppContext,
        splitter: QSplitter,
        library: LibraryView,
        documents: Documents,
        panel: Panel,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._context, self._splitter, self._page = context, splitter, page
        self._library, self._documents, self._panel = library, documents, panel
        self._shared_out = False
        theme = context.theme
        self.fold = IconButton(theme, "panel", _("Show or hide the panel"))
        self.fold.setToolTip(plain_tip(with_keys(self.fold.toolTip(), FOLD)))
        self.list_button = IconButton(theme, "menu", _("Show or hide the list"))
        self._line = rule("down")
        self._list_edge = rule("down")
        self._list_edge.setParent(library)
        self._list_edge.hide()
        spared = panel.folded, self.fold
        above = documents.bar, documents.find_bar
        self._floating = Floating(panel.open, page, spared, panel.open.show_floating, above)
        self._list_floating = Floating(
            library, page, (self.list_button,), self._list_edge.setVisible, above
        )
        self._place()
        self.fold.clicked.connect(self.toggle_panel)
        self.list_button.clicked.connect(self.toggle_library)
        self._floating.left.connect(self.fold_away)
        self._list_floating.left.connect(self.put_list_away)
        theme.changed.connect(self._scale)

    def _place(self) -> None:
        self._library.list.setMinimumHeight(ROW)
        self._scale()
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for widget in (self._library, self._documents, self._panel.open):
            self._splitter.addWidget(widget)
        self._splitter.setStretchFactor(1, 1)
        row = QHBoxLayout(self._page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._splitter, 1)
        row.addWidget(self._line)
        row.addWidget(self._panel.folded)
        self._documents.put_first(self.list_button)

    # What people do

    def toggle_panel(self) -> None:
        """Fold the panel to its icons, or open it."""
        if self._over and self._floating.is_shown:
            self.fold_away()
        elif self._over:
            self._float()
        else:
            self._context.window_state.put("panel.open", not self._is_open)
            self.arrange()

    def toggle_library(self) -> None:
        """Where the list has no place beside the document, lay it over it or put it away."""
        if self._list_floating.is_shown:
            self.put_list_away()
        elif self._is_tight:
            self.reveal_library()
            self._library.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def reveal_library(self) -> None:
        """The list can be seen from here on, over the document if need be."""
        if self._is_tight and not self._list_floating.is_shown:
            self._floating.hide()
            page = self._page
            width = min(self._context.theme.scaled(widths.LIBRARY[1]), page.width() - FOLDED)
            self._list_floating.show(0, width)
            self._list_edge.setGeometry(width - 1, 0, 1, page.height())
            self._list_edge.raise_()
        self._library.show()

    def put_list_away(self) -> None:
        """It lies over the document no more, and the keyboard goes on there."""
        if self._list_floating.is_shown:
            focused = self._library.isAncestorOf(QApplication.focusWidget() or self._page)
            self._list_floating.hide()
            if focused:
                self._documents.take_focus()

    def fold_away(self, *_place: object) -> None:
        """The same of the panel."""
        if self._floating.is_shown:
            focused = self._panel.open.isAncestorOf(QApplication.focusWidget() or self._page)
            self._floating.hide()
            if focused:
                self._documents.take_focus()

    @property
    def has_list_over(self) -> bool:
        """Whether the list lies over the document."""
        return self._list_floating.is_shown

    @property
    def has_panel_over(self) -> bool:
        """Whether the panel does."""
        return self._floating.is_shown

    # What there is room for

    @property
    def _over(self) -> bool:
        """Whether there is only room for the panel over the document."""
        return not widths.has_room_for_panel(self._context.theme, self._page.window().width())

    @property
    def _is_tight(self) -> bool:
        """Whether there is only room for the list over the document."""
        if self._documents.kind is None:
            return False
        return not widths.has_room_for_list(self._context.theme, self._page.window().width())

    @property
    def _is_open(self) -> bool:
        return self._context.window_state.flag("panel.open", True)

    def share_out(self) -> None:
        """Give all their sizes, now that there is a width; only the first time."""
        if self._shared_out:
            return
        self._shared_out = True
        if not self._splitter.restoreState(self._context.window_state.state("skills.splitter")):
            self._splitter.setSizes(widths.usual(self._context.theme, self._page.width()))
        self.arrange()

    def keep_sizes(self) -> None:
        """Remember how wide they are, where all three can be beside each other."""
        if not self._over and self._documents.kind == "skill":
            self._context.window_state.put("skills.splitter", self._splitter.saveState())

    def arrange(self) -> None:
        """The panel beside the document, folded, or ready to float, once there is a width."""
        is_high = widths.has_room_beside_list(self._context.theme, self._page.height())
        self._library.hints.setVisible(is_high)
        self._library.thin.give_room(is_high)
        if not self._shared_out:
            return
        panel, kind = self._panel.open, KINDS[self._documents.kind or "skill"]
        alone = not kind.has_panel
        if self._over:
            self._floating.hide()
        else:
            if self._splitter.indexOf(panel) < 0:
                self._splitter.addWidget(panel)
            self._floating.rest()
            panel.setVisible(self._is_open and not alone)
        folded = (self._over or not self._is_open) and not alone
        self._panel.folded.setVisible(folded)
        self._line.setVisible(folded)
        self._arrange_library(has_library=kind.has_library)
        self.fold.setVisible(not alone)

    def _arrange_library(self, *, has_library: bool) -> None:
        """The list beside the document, or ready to lie over it."""
        over, least = has_library and self._is_tight, widths.DOCUMENT
        self._documents.setMinimumWidth(least if over else self._context.theme.scaled(least))
        self.list_button.setVisible(over)
        beside = self._splitter.indexOf(self._library) >= 0
        if over and beside:
            self._list_floating.hide()
        elif not over:
            self._list_floating.rest()
            if not beside:
                self._splitter.insertWidget(0, self._library)
            self._library.setVisible(has_library)

    def _scale(self) -> None:
        widths.limit(self._context.theme, self._library, self._panel.open)
        self.arrange()

    def _float(self) -> None:
        """Below the tabs, so that the button that puts it away stays in sight, and what is looked
        for."""
        edge = self._panel.folded.x() - 1
        width = min(self._context.theme.scaled(widths.PANEL[1]), edge * 2 // 3)
        self._floating.show(edge - width, width)
