"""Packs: who you are, whom you trust, what was imported. Public name: `PacksView`."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.packs import received
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import Publisher, State
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.packs.identity_card import IdentityCard
from app.ui.views.packs.publishers import Publishers
from app.ui.views.packs.received import ImportedPacks, Quarantine
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import card
from app.ui.widgets.part_keys import answer_key
from app.ui.widgets.place_head import place_head
from app.ui.widgets.scrolled import scrolled
from app.ui.write_queue import FEW

WIDEST = 860
NAME = 240
"""Px that the words of the head have at least beside the button."""


class PacksView(QWidget):
    """What came in, from whom, and what waits to be released."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._stale = True
        self._doubted: tuple[int, ...] = ()
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.banner = Banner(context.theme)
        self.identity = IdentityCard(context)
        self.publishers = Publishers(context)
        self.imported = ImportedPacks(context)
        self.quarantine = Quarantine(context)
        self.nothing = EmptyState(
            context.theme,
            "packs",
            _("No packs yet"),
            _("Open a .gsk file to review what it holds, or drop one on this window."),
        )
        self._lay_out()
        self.banner.acted.connect(self._quarantine_doubted)
        self.identity.failed.connect(self._explain)
        self.publishers.decided.connect(self._on_decided)
        self.imported.search.textChanged.connect(self._show_first)
        answer_key(self, "/", self.focus_search)
        context.bridge.changed.connect(self._on_changed)

    def refresh(self) -> None:
        """Ask the vault again."""
        self._stale = False
        self.identity.refresh()
        self.publishers.refresh()
        self.quarantine.refresh()
        count = self.imported.refresh()
        self.imported.card.setVisible(count > 0)
        self._nowhere.setVisible(count == 0)
        self._show_first()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # before it is painted

    def focus_search(self) -> None:
        """Have the keyboard in the search, where there is so much that there is one."""
        if self.imported.search.isVisible():
            self.imported.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.imported.search.selectAll()

    def _show_first(self) -> None:
        """The keyboard comes to the first pack that is listed."""
        self.setFocusProxy(self.imported.first or self.open_button)

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(24, 20, 24, 32)
        column.setSpacing(24)
        column.addWidget(self._head())
        column.addWidget(self.banner)
        self._nowhere = card("well")
        inside = QVBoxLayout(self._nowhere)
        inside.addWidget(self.nothing)
        self._nowhere.setMinimumHeight(150)
        imported = QVBoxLayout()
        imported.setSpacing(8)
        imported.addWidget(self.imported)
        imported.addWidget(self._nowhere)
        column.addWidget(self.quarantine)
        column.addLayout(imported)
        column.addWidget(self.publishers)
        column.addWidget(self.identity)
        column.addStretch(1)
        self._page = page = QWidget()
        self._context.theme.changed.connect(self._widen)
        self._widen()
        page.setLayout(column)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(page, 20)
        row.addStretch(1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scrolled(holder, _("Packs")))

    def _widen(self) -> None:
        """Lines are no longer than can be read well, in letters of any size."""
        self._page.setMaximumWidth(self._context.theme.scaled(WIDEST))

    def _head(self) -> QWidget:
        about = _("Signed skills to share with people. Drop a file anywhere to open it.")
        self.open_button = Button(
            self._context.theme,
            _("Open packs or documents…"),
            "primary",
            size="large",
            icon="import",
        )
        self.open_button.clicked.connect(self._context.go.open_pack)
        return place_head(self._context.theme, _("Packs"), about, (self.open_button,), NAME)

    # What happened

    def _on_decided(self, publisher: Publisher, state: State) -> None:
        """After a revocation: what came from there, and what can be done about it."""
        words = {
            State.TRUSTED: _("You now trust {name}."),
            State.KNOWN: _("{name} is known, but not trusted."),
            State.REVOKED: _("Packs signed by {name} can no longer be imported."),
        }[state].format(
            name=_("{name} ({words})").format(name=publisher.name, words=phrase(publisher.key))
        )
        self._doubted = ()
        if state is State.REVOKED:
            self._doubted = received.from_publisher(self._context.vault, publisher.key)
        if self._doubted:
            count = len(self._doubted)
            came = ngettext(
                "{count} skill in your library came from this publisher.",
                "{count} skills in your library came from this publisher.",
                count,
            )
            said = f"{words} {came.format(count=count)}"
            self.banner.say(said, "warn", _("Quarantine"))
        else:
            self.banner.say(words, "ok" if state is State.TRUSTED else "info")

    def _quarantine_doubted(self) -> None:
        self.banner.hide()
        vault, skills, count = self._context.vault, self._doubted, len(self._doubted)
        words = ngettext("{count} skill quarantined", "{count} skills quarantined", count)
        self._context.writes.run(
            self,
            _("Quarantining"),
            lambda progress: received.quarantine(vault, *skills, progress=progress),
            lambda _nothing: self._context.say.tell(words.format(count=count), undoable=True),
            short=count <= FEW,
        )

    def _explain(self, error: AppError) -> None:
        self.banner.explain(error)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.LIST | Part.TRUST | Part.ENGRAMS):
            self._stale = True
            if self.isVisible():
                self.refresh()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
