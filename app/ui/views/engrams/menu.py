"""What can be done with a whole engram, wherever one is shown. Public name: `EngramActions`."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.core.library import catalogue, engrams
from app.core.library.engrams import Engram
from app.core.memory import engram_changes
from app.core.progress import Progress
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.engrams.dialogs import Choice, EngramDialog, TakeAwayDialog, tier_word
from app.ui.widgets.menu_words import menu_words


class EngramActions(QObject):
    """Around a deletion `going(skills)` and `gone(skills)`."""

    going = Signal(object)
    gone = Signal(object)

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page

    def menu(self, parent: QWidget) -> QMenu:
        """Every engram with what can be done with it; asked for when it is opened."""
        return _EngramsMenu(self.fill_all, parent)

    def fill(self, menu: QMenu, engram: int) -> None:
        """What can be done with this engram."""
        known = engrams.engrams(self._context.vault)
        found = next((one for one in known if one.id == engram), None)
        if found is not None:
            self._fill(menu, found, known)

    def fill_all(self, menu: QMenu) -> None:
        """Every engram, each with what can be done with it."""
        menu.clear()
        known = engrams.engrams(self._context.vault)
        for one in known:
            self._fill(menu.addMenu(menu_words(one.name)), one, known)

    def _fill(self, menu: QMenu, engram: Engram, known: tuple[Engram, ...]) -> None:
        theme = self._context.theme
        menu.addAction(theme.icon("edit", "t2"), _("Name and privacy…"), partial(self.edit, engram))
        merge = menu.addMenu(theme.icon("merge", "t2"), _("Merge into"))
        for other in known:
            if other.id != engram.id:
                merge.addAction(menu_words(other.name), partial(self.ask_merge, engram, other))
        merge.setEnabled(not merge.isEmpty())
        menu.addSeparator()
        menu.addAction(
            theme.icon("trash", "err"), _("Delete engram…"), partial(self.ask_delete, engram)
        )

    # What people do

    def edit(self, engram: Engram) -> None:
        """Ask for its name, its tier and its cap."""
        dialog = EngramDialog(self._context, engram, self._page)
        dialog.given.connect(partial(self._change, dialog, engram))
        dialog.open()

    def ask_merge(self, engram: Engram, other: Engram) -> None:
        """Say what would move, and do it when a person wants that."""
        there = engram_changes.contents(self._context.vault, engram.id)
        said = _("Everything in it moves to “{other}”: {what}. You can undo this.")
        dialog = TakeAwayDialog(
            self._context.theme,
            _("Merge “{engram}” into “{other}”?").format(engram=engram.name, other=other.name),
            said.format(other=other.name, what=there.sentence()),
            _("Merge"),
            self._page,
            icon="merge",
        )
        dialog.accepted.connect(partial(self._merge, engram, other))
        dialog.open()

    def ask_delete(self, engram: Engram) -> None:
        """Say what would go, and do it when a person wants that."""
        there = engram_changes.contents(self._context.vault, engram.id)
        said = _("Everything in it is deleted too: {what}. You can undo this.")
        dialog = TakeAwayDialog(
            self._context.theme,
            _("Delete “{engram}”?").format(engram=engram.name),
            said.format(what=there.sentence()),
            _("Delete"),
            self._page,
            icon="trash",
            kind="danger",
        )
        dialog.accepted.connect(partial(self._delete, engram))
        dialog.open()

    def _change(self, dialog: EngramDialog, engram: Engram, choice: Choice) -> None:
        cap = choice.cap or engrams.CAPS[choice.tier]
        said = _("{engram}: {tier}, {tokens} tokens and {nodes} answers per recall").format(
            engram=choice.name, tier=tier_word(choice.tier), tokens=cap.tokens, nodes=cap.nodes
        )
        vault = self._context.vault

        def done(changed: bool) -> None:
            dialog.accept()
            if changed:
                self._context.say.tell(said, undoable=True)

        self._context.jobs.start(
            dialog,
            _("Saving"),
            lambda _job: engrams.change(
                vault, engram.id, name=choice.name, tier=choice.tier, cap=choice.cap
            ),
            done,
            dialog.refuse,
        )

    def _merge(self, engram: Engram, other: Engram) -> None:
        vault = self._context.vault
        said = _("{engram} merged into {other}").format(engram=engram.name, other=other.name)
        self._work(
            _("Merging"),
            lambda job: engram_changes.merge(vault, engram.id, other.id, progress=job),
            lambda: self._context.say.tell(said, undoable=True),
        )

    def _delete(self, engram: Engram) -> None:
        vault = self._context.vault
        skills = tuple(row.id for row in catalogue.rows(vault, engram=engram.id))
        self.going.emit(skills)

        def done() -> None:
            self.gone.emit(skills)
            said = _("{engram} deleted").format(engram=engram.name)
            self._context.say.tell(said, undoable=True)

        self._work(
            _("Deleting"),
            lambda job: engram_changes.delete(vault, engram.id, progress=job),
            done,
        )

    def _work(
        self, title: str, work: Callable[[Progress], object], done: Callable[[], None]
    ) -> None:
        context, page = self._context, self._page
        context.writes.after(
            page, lambda: context.jobs.start(page, title, work, lambda _there: done())
        )


class _EngramsMenu(QMenu):
    """Filled anew whenever it is opened."""

    def __init__(self, fill: Callable[[QMenu], None], parent: QWidget) -> None:
        super().__init__(_("Edit engrams"), parent)
        self._fill = fill
        self.aboutToShow.connect(self._show_engrams)

    def _show_engrams(self) -> None:
        self._fill(self)
