"""The list of runs with what narrows it down. Public name: `RunsPage`."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.runs import store
from app.core.runs.actions import Outcome
from app.core.runs.state import RunStatus
from app.core.runs.store import Run
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.run_list import RunList
from app.ui.views.runs.run_words import titled, waits_for_person
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label
from app.ui.widgets.part_keys import answer_key
from app.ui.widgets.place_head import place_head
from app.ui.widgets.search_field import SearchField

HEAD, SEARCH = 300, 220
MOST = 1000
"""So many of the newest runs; those that are open come first."""


class RunsPage(QWidget):
    """`opened(run)` for one that was chosen."""

    opened = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._stale = True
        self._runs: tuple[Run, ...] = ()
        theme = context.theme
        self.list = RunList(context)
        self.list.opened.connect(self.opened)
        self.search = SearchField(theme, _("Search runs by skill"))
        self.search.setMinimumWidth(theme.scaled(SEARCH))
        self.search.textChanged.connect(lambda _text: self._show())
        self.search.entered.connect(self._enter_list)
        self.search.left.connect(self._enter_list)
        self.search.returnPressed.connect(self._open_best)
        self.chips: dict[str, FilterChip] = {}
        self._count = label("", "muted")
        about = _("Every time a skill was followed step by step, by you or by an agent.")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(place_head(theme, _("Runs"), about, (self.search,), HEAD))
        column.addWidget(self._filters())
        holder = QFrame()
        self._pages = QStackedLayout(holder)
        column.addWidget(holder, 1)
        self.nothing = EmptyState(
            theme,
            "runs",
            _("No runs yet"),
            _("Run a skill to follow it step by step, alone or with an agent."),
            _("Go to the skills"),
        )
        self.nothing.acted.connect(lambda: context.go.page("skills"))
        self.no_match = EmptyState(
            theme, "filter", _("No run like that"), _("None of the runs fits these filters."),
            _("Show all"),
        )  # fmt: skip
        self.no_match.acted.connect(self.clear)
        for part in (self.list, self.nothing, self.no_match):
            self._pages.addWidget(part)
        answer_key(self, "/", self._search)
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault again."""
        self._stale = False
        runs = store.runs(self._context.vault, limit=MOST)
        self._runs = tuple(sorted(runs, key=lambda run: not run.status.is_open))
        for name, chip in self.chips.items():
            count = sum(map(_FILTERS[name], self._runs))
            chip.show_choice(f"{_filter_words()[name]} {count}".strip(), chosen=chip.isChecked())
            chip.setVisible(bool(count) or chip.isChecked())
        self._show()

    def clear(self) -> None:
        """All of them."""
        for chip in self.chips.values():
            chip.setChecked(False)
        self.search.clear()
        self._show()

    def take_focus(self) -> None:
        """On the list, or on what there is in its place."""
        part = self._pages.currentWidget()
        target = self.list if part is self.list else part.findChild(QWidget) or part
        if isinstance(part, EmptyState):
            target = part.button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        wanted = [_FILTERS[name] for name, chip in self.chips.items() if chip.isChecked()]
        words = self.search.text().strip().casefold()
        runs = tuple(
            run
            for run in self._runs
            if all(fits(run) for fits in wanted)
            and (words in titled(run).casefold() or words == str(run.id))
        )
        self.list.show_runs(runs, self._context.vault.now())
        page = self.list if runs else self.no_match if self._runs else self.nothing
        self._pages.setCurrentWidget(page)
        said = ngettext("{count} run", "{count} runs", len(runs)).format(count=len(runs))
        self._count.setText(said if runs else "")

    def _filters(self) -> QWidget:
        made = QWidget()
        flow = FlowLayout(made)
        group = QButtonGroup(made)
        group.setExclusive(False)
        for name, words in _filter_words().items():
            chip = FilterChip(self._context.theme, words)
            chip.clicked.connect(lambda _on, name=name: self._choose(name))
            chip.hide()
            self.chips[name] = chip
            flow.addWidget(chip)
        flow.addWidget(self._count)
        return made

    def _choose(self, name: str) -> None:
        """One at a time: they exclude each other."""
        for other, chip in self.chips.items():
            if other != name:
                chip.setChecked(False)
                chip.updateGeometry()
        self._show()

    def _search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _open_best(self) -> None:
        if self.list.rows.rows:
            self.opened.emit(self.list.rows.rows[0].run.id)

    def _enter_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.RUNS | Part.AGENTS):
            if self.isVisible():
                self.look()
            else:
                self._stale = True

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()


def _filter_words() -> dict[str, str]:
    return {
        "open": _("Open"),
        "waiting": _("Waits for you"),
        "agents": _("With agents"),
        "success": _("Success"),
        "failed": _("Failed or partly done"),
        "abandoned": _("Abandoned"),
    }


_FILTERS: dict[str, Callable[[Run], bool]] = {
    "open": lambda run: run.status.is_open,
    "waiting": waits_for_person,
    "agents": lambda run: run.status.is_open and not run.holder.is_person,
    "success": lambda run: run.outcome is Outcome.SUCCESS,
    "failed": lambda run: run.outcome in (Outcome.FAILURE, Outcome.PARTIAL),
    "abandoned": lambda run: run.status is RunStatus.ABANDONED,
}
