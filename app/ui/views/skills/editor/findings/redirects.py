"""Letting a call mean another skill of its name: from a finding, a step or a place in the text;
or the one that it meant again, from the bin.
"""

from collections.abc import Iterable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from app.core.library import deleted, redirect
from app.core.library.deleted import Restored
from app.core.skills.checking.finding import Candidate
from app.core.skills.model import Call
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.reading import Reader
from app.ui.widgets.menu_words import menu_words


def label(candidate: Candidate) -> str:
    """What the way to it says."""
    return _("Call the one in {engram}").format(engram=candidate.engram)


class Redirects(QObject):
    """What is written stays as it is; where it leads is kept with the skill."""

    def __init__(
        self, context: AppContext, autosave: Autosave, reader: Reader, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave, self._reader = context, autosave, reader

    def extend(self, menu: QMenu, calls: Iterable[Call]) -> None:
        """Add to a menu where calls could lead instead, in a menu of its own."""
        if self._autosave.skill_id is None:
            return
        found = {call.target: call for call in calls if call.explicit}
        entries = [(n, one) for n in found for one in self._reader.known.candidates(n)]
        if not entries:
            return
        menu.addSeparator()
        icon = self._context.theme.icon("call", "acc")
        instead = menu.addMenu(icon, _("Call another of that name"))
        for name, one in entries:
            words = _("“{name}” in {engram}")
            said = words.format(name=menu_words(one.title), engram=menu_words(one.engram))
            action = instead.addAction(icon, said)
            action.triggered.connect(lambda *_a, n=name, o=one: self.redirect(n, o))

    def redirect(self, name: str, candidate: Candidate) -> None:
        """Let the calls of that name lead there from now on; what was typed is saved first."""
        skill, vault = self._autosave.skill_id, self._context.vault
        if skill is None or not self._autosave.save():
            return

        def done(_changed: tuple[int, ...]) -> None:
            said = _("Calls the one in {engram}").format(engram=candidate.engram)
            self._context.say.tell(said)

        self._context.writes.write(
            self,
            _("Saving"),
            lambda: redirect.redirect(vault, [skill], name, candidate.id),
            done,
            self._autosave.notices.complain,
        )

    def restore(self, binned: Candidate) -> None:
        """Bring back what the calls led to, which they do again then."""
        vault = self._context.vault

        def done(back: tuple[Restored, ...]) -> None:
            for one in back:
                said = _("{title} restored").format(title=one.title)
                self._context.say.tell(said, undoable=True)

        self._context.writes.write(
            self,
            _("Restoring"),
            lambda: deleted.restore(vault, [binned.id]),
            done,
            self._autosave.notices.complain,
        )
