"""Forgetting many memories at once: all of an engram or a source, or what an import brought."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QListWidget, QMenu, QWidget

from app.core.memory import listing, memories
from app.core.memory.filters import Filters
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.engrams.menu import EngramActions
from app.ui.views.memories.groups import COUNT, ID, MemoryGroups
from app.ui.widgets.menu_at import open_at


class Forgetting(QObject):
    """Offers the way back when it is done, which for thousands takes a while."""

    def __init__(self, context: AppContext, groups: MemoryGroups, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._groups, self._page = context, groups, page
        self.engram_actions = EngramActions(context, page)
        for part in (groups.engrams, groups.sources):
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            part.customContextMenuRequested.connect(partial(self._show_menu, part))

    def forget(self, numbers: Sequence[int]) -> None:
        """Forget these memories."""
        self._forget(lambda _vault: tuple(numbers))

    def menu(self, part: QListWidget) -> QMenu | None:
        """What can be done with the chosen engram or source; nothing with all of them."""
        item = part.currentItem()
        if item is None or item.data(ID) is None:
            return None
        count = item.data(COUNT)
        said = ngettext("Forget its {count} memory", "Forget its {count} memories", count)
        source = self._groups.source if part is self._groups.sources else None
        wanted = Filters(engram=self._groups.engram, source=source)
        made = QMenu(part)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.addAction(said.format(count=count)).triggered.connect(
            lambda: self._forget(lambda vault: listing.numbers(vault, wanted))
        )
        if part is self._groups.engrams:
            made.addSeparator()
            self.engram_actions.fill(made, item.data(ID))
        return made

    def _show_menu(self, part: QListWidget, place: QPoint) -> None:
        if (found := self.menu(part)) is not None:
            open_at(found, part.viewport().mapToGlobal(place))

    def _forget(self, which: Callable[[Vault], Sequence[int]]) -> None:
        vault = self._context.vault

        def work(job: Job) -> Sequence[int]:
            numbers = which(vault)
            memories.forget(vault, *numbers, progress=job)
            return numbers

        self._context.jobs.start(self._page, _("Forgetting"), work, self._on_forgotten)

    def _on_forgotten(self, numbers: Sequence[int]) -> None:
        count = len(numbers)
        said = ngettext("{count} memory forgotten", "{count} memories forgotten", count)
        self._context.say.tell(said.format(count=count), undoable=True)
