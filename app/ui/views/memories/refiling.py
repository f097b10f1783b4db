"""Filing memories otherwise: their tags and their engram, of one or of several, with a way back."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.core.library import engrams, tags
from app.core.memory import memories, refiling
from app.core.memory.refiling import Moved, Retagged
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.name_prompt import Check, ask_name

OFFERED = 30
"""Tags in a menu; any other is written."""
Failed = Callable[[Exception], None]


class Refiling(QObject):
    """`known` are the tags there are, the most used first."""

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        self.known: tuple[str, ...] = ()

    def add(self, numbers: Sequence[int], line: str, failed: Failed | None = None) -> None:
        """Tag these memories with what is written, tags with commas between them."""
        vault = self._context.vault

        def add(_job: Job) -> tuple[tuple[str, ...], Retagged]:
            new = tags.written(line)
            return new, refiling.tag(vault, numbers, add=new)

        self._context.jobs.start(self._page, _("Tagging"), add, self._on_added, failed)

    def take_off(self, numbers: Sequence[int], tag: str) -> None:
        """Take a tag off those that have it."""
        vault = self._context.vault
        self._context.jobs.start(
            self._page,
            _("Tagging"),
            lambda _job: refiling.tag(vault, numbers, remove=[tag]),
            partial(self._on_taken_off, tag),
        )

    def move(self, numbers: Sequence[int], engram: str) -> None:
        """File them in this engram, which is made if need be."""
        vault = self._context.vault
        self._context.jobs.start(
            self._page,
            _("Moving"),
            lambda _job: refiling.move(vault, numbers, engram),
            partial(self._on_moved, engram.strip()),
        )

    # Menus

    def fill(self, menu: QMenu, numbers: Sequence[int]) -> None:
        """What can be changed about how these memories are filed."""
        found = memories.memories(self._context.vault, numbers).values()
        add = menu.addMenu(_("Add a tag"))
        for name in self.known[:OFFERED]:
            add.addAction(menu_words(name), partial(self.add, numbers, name))
        add.addSeparator()
        add.addAction(
            _("New tag…"),
            partial(
                self._ask,
                _("New tag"),
                _("Tag name"),
                _("Add"),
                "new tag",
                partial(self.add, numbers),
                tags.written,
            ),
        )
        off = menu.addMenu(_("Remove a tag"))
        for name in sorted({name for one in found for name in one.tags}, key=str.casefold):
            off.addAction(menu_words(name), partial(self.take_off, numbers, name))
        off.setEnabled(not off.isEmpty())
        places = menu.addMenu(_("Move to engram"))
        self._fill_engrams(places, numbers, {one.engram for one in found})

    def engrams(self, parent: QWidget, number: int, engram: int) -> QMenu:
        """The engrams that a memory can be filed in, with a mark on the one where it is."""
        menu = QMenu(_("Move to engram"), parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill_engrams(menu, [number], {engram})
        return menu

    def _fill_engrams(self, menu: QMenu, numbers: Sequence[int], now: set[int]) -> None:
        for one in engrams.engrams(self._context.vault):
            action = menu.addAction(menu_words(one.name), partial(self.move, numbers, one.name))
            action.setCheckable(True)
            action.setChecked({one.id} == now)
            action.setEnabled(not action.isChecked())
        menu.addSeparator()
        menu.addAction(
            _("New engram…"),
            partial(
                self._ask,
                _("New engram"),
                _("Engram name"),
                _("Move"),
                "new engram",
                partial(self.move, numbers),
            ),
        )

    def _ask(
        self,
        title: str,
        words: str,
        action: str,
        form: str,
        act: Callable[[str], None],
        check: Check | None = None,
    ) -> None:
        ask_name(
            self._context,
            self._page,
            act,
            title=title,
            words=words,
            action=action,
            form=form,
            check=check,
        )

    # What became of it

    def _on_added(self, found: tuple[tuple[str, ...], Retagged]) -> None:
        new, done = found
        count = len(done.before)
        said = ngettext("Tag {tag} added", "Tag {tag} added to {count} memories", count)
        if len(new) > 1:
            said = ngettext("Tags {tag} added", "Tags {tag} added to {count} memories", count)
        self._offer(said.format(tag=", ".join(new), count=count), done)

    def _on_taken_off(self, tag: str, done: Retagged) -> None:
        count = len(done.before)
        said = ngettext("Tag {tag} removed", "Tag {tag} removed from {count} memories", count)
        self._offer(said.format(tag=tag, count=count), done)

    def _on_moved(self, engram: str, done: Moved) -> None:
        count, stay = len(done.before), len(done.known)
        said = ngettext("Memory moved to {engram}", "{count} memories moved to {engram}", count)
        stays = ngettext(
            "{count} not moved: {engram} already says the same",
            "{count} not moved: {engram} already says the same",
            stay,
        )
        moved = said.format(engram=engram, count=count)
        left = stays.format(engram=engram, count=stay)
        if count:
            self._offer(f"{moved}. {left}" if stay else moved, done)
        elif stay:
            self._context.say.tell(left)

    def _offer(self, sentence: str, done: Retagged | Moved) -> None:
        if done.before:
            self._context.say.tell(sentence, undoable=True)
