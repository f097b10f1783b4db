"""Everything known about one skill, in a column or, where there is room, side by side."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.library.record import Reason
from app.core.lifecycle.importance import Importance
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.models.version_list import reason_word
from app.ui.views.knowledge.cards import PlotCard
from app.ui.views.knowledge.facts import Facts, facts
from app.ui.views.knowledge.linked import MemoriesCard
from app.ui.views.knowledge.plots import ImportancePlot, Mark, UsagePlot
from app.ui.views.knowledge.related import RelatedCard
from app.ui.views.knowledge.tiles import Tiles, change_words, figures
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label
from app.ui.widgets.moments import date_words
from app.ui.widgets.segmented import Segmented

RANGES = (30, 60, 365)
FIGURES = 5
CONCERNS = Part.KNOWLEDGE | Part.TEXT | Part.LIST | Part.EDGES | Part.MEMORIES | Part.TRAINING


class KnowledgePage(QWidget):
    """`wide` lays it out as a document. `offered(sentence, way back)` after a decision."""

    skill_requested = Signal(int)
    memory_requested = Signal(int)
    history_requested = Signal(int)
    train_requested = Signal(int)
    offered = Signal(str, object)

    def __init__(self, desk: Desk, *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._wide = desk, wide
        self._skill: int | None = None
        self._days = RANGES[1] if wide else RANGES[0]
        self._stale = False
        theme = desk.theme
        self._make_cards()
        nothing = EmptyState(
            theme,
            "memory",
            _("Nothing is known yet"),
            _("Save the skill; what surrounds it is found in a moment."),
        )
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(_("Knowledge"))
        area.setWidget(self._document() if wide else self._column())
        self._pages = QStackedLayout(self)
        self._pages.addWidget(area)
        self._pages.addWidget(nothing)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_changed)

    @property
    def skill(self) -> int | None:
        return self._skill

    def set_skill(self, skill: int | None) -> None:
        """Show what is known about another skill, or about none."""
        self._skill = skill
        self._look_again()

    def refresh(self) -> None:
        """Ask the vault again."""
        self._stale = False
        found = None
        if self._skill is not None:
            found = facts(self._desk.vault, self._skill, self._days)
        self._pages.setCurrentIndex(0 if found is not None else 1)
        if found is not None:
            self._show(found)

    # What it shows

    def _show(self, found: Facts) -> None:
        marks = [
            (version.at.astimezone().date(), _version_words(version.number, version.reason))
            for version in reversed(found.versions)
        ]
        self.memories.show_memories(found.memories)
        self._show_importance(found, marks)
        self._show_usage(found, marks)
        self.related.show_related(found.related)
        if self._wide:
            now = self._desk.vault.now()
            self.tiles.show_figures(figures(found, now))
            self._name.setText(
                _("{title} · v{number}").format(title=found.skill.title, number=found.skill.number)
            )

    def _show_importance(self, found: Facts, marks: Sequence[Mark]) -> None:
        now, points = found.trend.now, found.trend.points[-self._days :]
        self.importance.remark.setText(
            _("rises with use, decays {rate} % a day").format(rate=f"{(1 - now.rate) * 100:g}")
            if self._wide
            else f"{now.value:.2f} · {change_words(found)}"
        )
        self._trend.show_trend(points, now, self._days // 2, marks)
        self.importance.below.setText(f"{now.sentence()}. {floor_words(now)}")
        rows = [(date_words(p.day), f"{p.value:.2f}") for p in reversed(points)]
        self.importance.fill(rows)

    def _show_usage(self, found: Facts, marks: Sequence[Mark]) -> None:
        first = found.days[0].day
        here = [mark for mark in marks if mark[0] >= first]
        uses = sum(day.uses for day in found.days)
        said = ngettext("{count} use in {days} days", "{count} uses in {days} days", uses)
        self.usage.remark.setText(said.format(count=uses, days=len(found.days)))
        self._uses.show_days(found.days, here)
        agents = sorted({use.agent for use in found.uses if use.at.date() >= first})
        self.usage.below.setText(
            _("By {names}.").format(names=", ".join(agents))
            if agents
            else _("Not used in this time.")
        )
        named: dict[date, list[str]] = {}
        for day, name in here:
            named.setdefault(day, []).append(name)
        rows = [
            (date_words(day.day), str(day.uses), ", ".join(named.get(day.day, ())))
            for day in reversed(found.days)
            if day.uses or day.day in named
        ]
        self.usage.fill(rows)

    # How it is put together

    def _make_cards(self) -> None:
        theme = self._desk.theme
        self._trend, self._uses = ImportancePlot(theme), UsagePlot(theme)
        tall = 210 if self._wide else 130
        self.importance = PlotCard(
            theme, _("Importance"), self._trend, (_("Day"), _("Importance")), tall
        )
        low = 130 if self._wide else 96
        columns = (_("Day"), _("Uses"), _("Versions"))
        self.usage = PlotCard(theme, _("Usage"), self._uses, columns, low)
        self.memories = MemoriesCard(self._desk)
        self.related = RelatedCard(self._desk)
        self._uses.day_clicked.connect(self._ask_history)
        self.memories.opened.connect(self.memory_requested)
        self.memories.train_requested.connect(self._ask_train)
        self.related.opened.connect(self.skill_requested)
        self.related.offered.connect(self.offered)

    def _column(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(10)
        for part in (self.importance, self.usage, self.memories, self.related):
            column.addWidget(part)
        column.addStretch(1)
        return page

    def _document(self) -> QWidget:
        page = QWidget()
        self.tiles = Tiles(FIGURES)
        grid = QGridLayout()
        grid.setSpacing(12)
        grid.addWidget(self.importance, 0, 0, 1, 2)
        grid.addWidget(self.usage, 1, 0, 1, 2)
        grid.addWidget(self.memories, 2, 0)
        grid.addWidget(self.related, 2, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 14, 20, 20)
        column.setSpacing(12)
        column.addLayout(self._head())
        column.addWidget(self.tiles)
        column.addLayout(grid)
        column.addStretch(1)
        return page

    def _head(self) -> QHBoxLayout:
        words = (_("30 days"), _("60 days"), _("1 year"))
        ranges = Segmented(self._desk.theme, _("Time"), [(said, "") for said in words])
        ranges.choose(RANGES.index(self._days))
        ranges.chosen.connect(self._choose_range)
        self._name = label("", "muted")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(label(_("Knowledge"), "page"))
        head.addWidget(self._name, 1)
        head.addWidget(ranges)
        return head

    # What people do

    def _choose_range(self, number: int) -> None:
        self._days = RANGES[number]
        self.refresh()

    def _ask_history(self, _day: date) -> None:
        if self._skill is not None:
            self.history_requested.emit(self._skill)

    def _ask_train(self) -> None:
        if self._skill is not None:
            self.train_requested.emit(self._skill)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._look_again()

    def _look_again(self) -> None:
        self._stale = True
        if self.isVisible():
            self._soon.start()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()


def floor_words(now: Importance) -> str:
    """When the floor is reached if nothing uses the skill."""
    days = now.days_to_floor
    if days is None:
        return _("It never falls lower.")
    if days == 0:
        return _("It is at the floor and falls no lower.")
    said = ngettext(
        "It reaches the floor in {count} day if unused.",
        "It reaches the floor in {count} days if unused.",
        round(days),
    )
    return said.format(count=round(days))


def _version_words(number: int, reason: Reason) -> str:
    return _("v{number} {why}").format(number=number, why=reason_word(reason))
