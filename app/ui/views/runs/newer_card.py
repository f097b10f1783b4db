"""An offer to go on with what a procedure says by now. Public name: `NewerCard`."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.runs import moving
from app.core.runs.moving import Newer
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.following import Following, Sight
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

SHOWN = 3
"""So many titles are named."""


class NewerCard(QFrame):
    """Hidden as long as nothing has changed since the run began, or somebody stays with it."""

    def __init__(
        self, context: AppContext, following: Following, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._following = context, following
        self._run: int | None = None
        self._stays: set[int] = set()
        self._looking = False
        self.setProperty("card", "info")
        self.title = label("", "head", wrap=True)
        self.about = label("", "secondary", wrap=True)
        self.move_button = Button(context.theme, _("Go on with it"))
        self.stay_button = Button(context.theme, _("Stay"), "quiet")
        self.move_button.clicked.connect(self._move)
        self.stay_button.clicked.connect(self._stay)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.about)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 11, 14, 12)
        row.setSpacing(10)
        row.addLayout(words, 1)
        row.addWidget(self.stay_button)
        row.addWidget(self.move_button)
        context.bridge.changed.connect(self._on_changed)
        following.moved.connect(self._on_moved)
        self.hide()

    def look(self) -> None:
        """Find out what has changed, in a job: all that is called is read for it."""
        sight, vault = self._following.sight, self._context.vault
        if sight is None or not sight.is_mine or sight.record.run.id in self._stays:
            self.hide()
            return
        if self._looking:
            return
        self._looking = True
        run = sight.record.run.id
        self._context.jobs.start(
            self,
            _("Comparing versions"),
            lambda _job: moving.newer(vault, run),
            lambda found: self._show(run, found),
            lambda _error: self._show(run, None),  # the run or its skill is gone
        )

    def _show(self, run: int, found: Newer | None) -> None:
        self._looking = False
        sight = self._following.sight
        if sight is None or sight.record.run.id != run:
            return
        self.setVisible(found is not None and sight.is_mine and run not in self._stays)
        if found is None:
            return
        titles = _(", ").join(found.changed[:SHOWN])
        more = len(found.changed) - SHOWN
        if more > 0:
            said = ngettext("{titles} and {count} more", "{titles} and {count} more", more)
            titles = said.format(titles=titles, count=more)
        self.title.setText(_("Changed since this run began: {titles}").format(titles=titles))
        about = _("Go on with v{number}: what you did stays, and you are at the same step.")
        self.about.setText(found.why_not or about.format(number=found.number))
        self.move_button.setEnabled(not found.why_not)

    def _move(self) -> None:
        sight, vault = self._following.sight, self._context.vault
        if sight is None:
            return
        run, turn = sight.record.run.id, sight.state.turn
        self.hide()
        self._context.writes.run(
            self,
            _("Moving to the new version"),
            lambda _progress: moving.move(vault, run, turn=turn),
            lambda _record: self._following.look(),
            short=False,
        )

    def _stay(self) -> None:
        """Not asked again for this run, as long as the window is open."""
        if (sight := self._following.sight) is not None:
            self._stays.add(sight.record.run.id)
        self.hide()

    def _on_moved(self, sight: Sight) -> None:
        """Where it stands decides whether it can move, so what is shown is asked again."""
        if self._run != sight.record.run.id:
            self._run = sight.record.run.id
            self.hide()
            self.look()
        elif self.isVisible():
            self.look()

    def _on_changed(self, changes: Changes) -> None:
        sight = self._following.sight
        if sight is None or not changes.parts & (Part.TEXT | Part.LIST):
            return
        if changes.skills & set(sight.record.program.procedures):
            self.look()
