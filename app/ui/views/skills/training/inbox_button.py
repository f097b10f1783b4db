"""How many trainings wait for a person, and the way to each of them."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.core.changes import Changes, Part
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button

LONGEST = 50
FIRST, LATER = 5000, 100
"""Milliseconds after the vault opened, and after a change."""
EVERY = 600_000
"""Milliseconds after which something that was put off may be back."""
CONCERNS = Part.TRAINING | Part.LIST

Line = tuple[int, str]
"""A skill, and what the menu says of its training."""


class InboxButton(Button):
    """`chosen(skill)`. It is only there while something waits. It looks in the background."""

    chosen = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, "", size="small", icon="train", parent=parent)
        self._context = context
        self._job: Job | None = None
        self._menu = ButtonMenu(self)
        self.setMenu(self._menu)
        self.hide()
        self._wait = QTimer(self, singleShot=True)
        self._wait.timeout.connect(self.refresh)
        self._wait.start(FIRST)
        self._often = QTimer(self, interval=EVERY)
        self._often.timeout.connect(self.refresh)
        self._often.start()
        context.bridge.changed.connect(self._on_changed)

    def refresh(self) -> None:
        """Ask the vault what waits."""
        vault = self._context.vault
        if self._job is not None:
            self._job.cancel()

        def work(_job: Job) -> list[Line]:
            from app.core.training import inbox  # noqa: PLC0415 - loads numpy

            return [
                (one.skill, _line(one.proposal.title, bool(one.rewrite and one.rewrite.steps)))
                for one in inbox.waiting(vault)
            ]

        jobs = self._context.jobs
        self._job = jobs.start(self, _("Counting"), work, self._show_lines, calm=True)

    def _show_lines(self, waiting: list[Line]) -> None:
        self._menu.clear()
        for skill, words in waiting:
            self._menu.addAction(words.replace("&", "&&")).triggered.connect(self._chooser(skill))
        count = len(waiting)
        said = ngettext("{count} training to review", "{count} trainings to review", count)
        self.setText(said.format(count=count))
        self.setAccessibleName(self.text())
        self.setVisible(count > 0)

    def _chooser(self, skill: int) -> Callable[[], None]:
        return lambda *_checked: self.chosen.emit(skill)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._wait.start(LATER)


def _line(title: str, rewritten: bool) -> str:
    shown = title[:LONGEST] or _("Untitled skill")
    return _("{title}, with a rewrite").format(title=shown) if rewritten else shown
