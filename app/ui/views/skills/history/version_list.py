"""The versions of one skill, newest first, kept up to date. Public name: `VersionList`."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.core.changes import Changes, Part
from app.core.library import history
from app.core.library.history import Version
from app.core.library.record import Reason
from app.core.library.round_trips import Entry, entries
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.version_list import VERSION, VersionListModel, VersionRow
from app.ui.views.skills.history import change_summaries
from app.ui.views.skills.history.change_summaries import Gists
from app.ui.views.skills.history.row_delegate import VersionDelegate
from app.ui.widgets.moments import moment

Selection = QItemSelectionModel.SelectionFlag


class VersionList(QListView):
    """`picked(numbers)` when the person selects other versions, `entered(number)` on Enter.

    `refreshed` after the versions were read again.
    """

    picked = Signal(object)
    entered = Signal(int)
    refreshed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._skill: int | None = None
        self._versions: tuple[Version, ...] = ()
        self._reason: Reason | None = None
        self._compared: frozenset[int] = frozenset()
        self._gists: Gists = {}
        self._job: Job | None = None
        self._unfolded: frozenset[int] = frozenset()
        """The newest numbers of the entries that are shown version by version."""
        self._stale = False
        self._silent = False
        self.rows = VersionListModel(self)
        self.setModel(self.rows)
        VersionDelegate(context.theme, self).show_in(self, _("Versions"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.activated.connect(self._on_activated)
        self.clicked.connect(lambda index: self.unfold(index.data(VERSION).version.number))
        context.bridge.changed.connect(self._on_changed)

    # What it shows

    @property
    def versions(self) -> tuple[Version, ...]:
        """All of them, also those that the filter hides."""
        return self._versions

    @property
    def reason(self) -> Reason | None:
        """What the list is narrowed down to."""
        return self._reason

    def set_skill(self, skill: int | None) -> None:
        """Show the history of another skill, or of none."""
        self._skill, self._compared, self._unfolded = skill, frozenset(), frozenset()
        self.refresh()

    def show_reason(self, reason: Reason | None) -> None:
        """Only versions with that reason; None for all."""
        self._reason = reason
        self._show()

    def mark_compared(self, *numbers: int) -> None:
        """Say which versions are on the two sides of the comparison."""
        self._compared = frozenset(numbers)
        self._show()

    def chosen(self) -> tuple[int, ...]:
        """The numbers of the selected versions, oldest first."""
        rows = (index.data(VERSION) for index in self.selectionModel().selectedIndexes())
        return tuple(sorted(row.version.number for row in rows))

    def choose(self, *numbers: int) -> None:
        """Select versions without announcing it; the first is where the keyboard goes on."""
        hidden = {
            trip.newest.number
            for trip in self._trips()
            for version in trip.versions[1:]
            if version.number in numbers
        }
        if hidden - self._unfolded:
            self._unfolded |= hidden
            self._show_rows()
        self._silent = True
        picked = QItemSelection()
        for number in dict.fromkeys(numbers):
            if (index := self.rows.index_of(number)).isValid():
                picked.select(index, index)
        self.selectionModel().select(picked, Selection.ClearAndSelect)
        if numbers and (first := self.rows.index_of(numbers[0])).isValid():
            self.selectionModel().setCurrentIndex(first, Selection.NoUpdate)
            self.scrollTo(first)
        self._silent = False

    def refresh(self) -> None:
        """Ask the vault again, and keep the selection."""
        self._stale = False
        skill = self._skill
        self._versions = history.versions(self._context.vault, skill) if skill is not None else ()
        self._show()
        self._find_gists()
        self.refreshed.emit()

    def _show(self) -> None:
        kept = self.chosen()
        self._show_rows()
        if kept != self.chosen():
            self.choose(*kept)
        self.scheduleDelayedItemsLayout()

    def _show_rows(self) -> None:
        now = self._context.vault.now()
        folded = self._folded()
        rows: list[VersionRow] = []
        for version, _earlier, pair in change_summaries.pairs(self._versions):
            trip = folded.get(version.number)
            if trip is not None and version is trip.newest:
                rows.append(self._trip_row(trip, now))
            elif trip is None and self._reason in (None, version.reason):
                rows.append(self._row(version, self._gists.get(pair), now))
        self.rows.set_rows(tuple(rows))

    def _trips(self) -> list[Entry]:
        """What came to nothing; a list that is narrowed down shows each version."""
        found = entries(self._versions) if self._reason is None else ()
        return [entry for entry in found if entry.is_folded]

    def _folded(self) -> dict[int, Entry]:
        """By the number of every version that is not a row of its own, or stands for others."""
        trips = (trip for trip in self._trips() if trip.newest.number not in self._unfolded)
        return {version.number: trip for trip in trips for version in trip.versions}

    def unfold(self, number: int) -> bool:
        """Show the versions of a round trip; whether that number stood for one."""
        if number not in self._folded():
            return False
        self._unfolded |= {number}
        self._show()
        return True

    def fold(self, number: int) -> bool:
        """Show a round trip as one row again; whether the version is part of one."""
        for trip in self._trips():
            newest = trip.newest.number
            if newest in self._unfolded and any(v.number == number for v in trip.versions):
                self._unfolded -= {newest}
                self._show_rows()
                self.choose(newest)
                return True
        return False

    def _trip_row(self, trip: Entry, now: datetime) -> VersionRow:
        newest, oldest = trip.newest, trip.oldest
        who = _("You") if newest.actor.is_person else newest.actor.who
        compared = any(version.number in self._compared for version in trip.versions)
        words, shown = trip.words, newest
        if not trip.is_round_trip:
            words = change_summaries.words(oldest, self._gist_of(oldest))
            shown = replace(newest, at=oldest.at)
        return VersionRow(shown, words, moment(shown.at, now), who, compared, oldest.number)

    def _gist_of(self, version: Version) -> str:
        pairs = change_summaries.pairs(self._versions)
        return next(self._gists.get(pair, "") for one, _earlier, pair in pairs if one is version)

    def _row(self, version: Version, gist: str | None, now: datetime) -> VersionRow:
        return VersionRow(
            version,
            change_summaries.words(version, gist or ""),
            moment(version.at, now),
            _("You") if version.actor.who == "user" else version.actor.who,
            version.number in self._compared,
        )

    def _find_gists(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        skill, versions, known = self._skill, self._versions, tuple(self._gists)
        if skill is None or not change_summaries.missing(versions, self._gists):
            return
        vault = self._context.vault
        self._job = self._context.jobs.start(
            self,
            _("Comparing versions"),
            lambda job: change_summaries.find(vault, skill, versions, known, job),
            self._on_found,
        )

    def _on_found(self, found: Gists) -> None:
        self._job = None
        self._gists |= found
        self._show()

    def _on_changed(self, changes: Changes) -> None:
        if Part.TEXT in changes.parts and self._skill in changes.skills:
            self._stale = True
            if self.isVisible():
                self.refresh()

    def _on_activated(self) -> None:
        index = self.currentIndex()
        if not index.isValid():
            return
        number = index.data(VERSION).version.number
        if not self.unfold(number):
            self.entered.emit(number)

    # Qt

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        if not self._silent:
            self.picked.emit(self.chosen())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not plain:
            self._on_activated()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        elif not self._turn(event.key()):
            super().keyPressEvent(event)

    def _turn(self, key: int) -> bool:
        """The right arrow unfolds, the left one folds; whether there was something to."""
        index = self.currentIndex()
        act = {Qt.Key.Key_Right: self.unfold, Qt.Key.Key_Left: self.fold}.get(Qt.Key(key))
        if act is None or not index.isValid():
            return False
        return act(index.data(VERSION).version.number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
