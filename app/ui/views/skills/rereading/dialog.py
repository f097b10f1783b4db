"""The skills that an update reads differently: what each said before and says now."""

from collections.abc import Collection

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.library import reread
from app.core.library.reread import Reread
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.rereading.card import RereadCard
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label, rule
from app.ui.widgets.scrolled import scrolled

SIZE = 860, 620
AT_ONCE = 30
"""So many are shown; more come when asked."""


class RereadDialog(Dialog):
    """Their texts are unchanged. One leaves the list when a person says that they have seen it."""

    is_review = True

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(
            context.theme,
            _("Skills that read differently"),
            _("Techne understands more of your texts since the update. The texts are unchanged."),
            parent=parent,
            icon="refresh",
            name="reread",
            window_state=context.window_state,
        )
        self._context = context
        self.cards: list[RereadCard] = []
        self._waiting: list[Reread] = list(reread.waiting(context.vault))
        holder = QWidget()
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(20, 14, 20, 14)
        self._column.setSpacing(12)
        self._nothing = label(_("No skill reads differently."), "muted")
        self.more = Button(context.theme, "", "link")
        self.more.clicked.connect(self._show_more)
        self._column.addWidget(self._nothing)
        self._column.addWidget(self.more)
        self._column.addStretch(1)
        self.body.setContentsMargins(1, 0, 1, 0)
        self.body.setSpacing(0)
        self.body.addWidget(rule())
        self.body.addWidget(scrolled(holder, self.windowTitle(), with_keys=True), 1)
        self.all = Button(context.theme, _("Mark all as seen"), "primary", size="large")
        self.all.clicked.connect(lambda: self._see(None))
        close = Button(context.theme, _("Close"), size="large")
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.footer.addWidget(self.all)
        self.resize(*SIZE)
        self._show_more()

    def _show_more(self) -> None:
        now, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
        for one in now:
            card = RereadCard(self._context.theme, one)
            card.opened.connect(self._open)
            card.seen.connect(lambda skill: self._see([skill]))
            self._column.insertWidget(self._column.count() - 2, card)
            self.cards.append(card)
        self._show_state()

    def _show_state(self) -> None:
        count = len(self._waiting)
        words = ngettext("Show {count} more skill", "Show {count} more skills", count)
        self.more.setText(words.format(count=count))
        self.more.setVisible(count > 0)
        self._nothing.setVisible(not self.cards and not count)
        self.all.setEnabled(bool(self.cards or count))

    def _open(self, skill: int) -> None:
        self.accept()
        self._context.go.skill(skill)

    def _see(self, skills: Collection[int] | None) -> None:
        """Take these off the list, or all."""
        vault = self._context.vault

        def done(_count: int) -> None:
            for card in list(self.cards):
                if skills is None or card.skill in skills:
                    self.cards.remove(card)
                    self._column.removeWidget(card)
                    card.hide()
                    card.deleteLater()
            if skills is None:
                self._waiting = []
            if not self.cards:
                self._show_more()
            if not self.cards:
                self.accept()

        self._context.writes.write(
            self, _("Saving"), lambda: reread.seen(vault, skills), done, self._context.say.explain
        )
