"""Everything known about one skill, in a column or, where there is room, side by side."""

from dataclasses import asdict
from datetime import date
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.graph.relation_cues import Kind
from app.core.library import details, outside
from app.core.library.details import Details
from app.core.library.outside import Place
from app.core.library.record import External, Reason
from app.core.memory import relations
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.memory_list import Found
from app.ui.models.version_list import reason_word
from app.ui.views.skills.document import Document
from app.ui.views.skills.knowledge.charts import ImportanceCard, UsageCard
from app.ui.views.skills.knowledge.description import DescriptionCard
from app.ui.views.skills.knowledge.details import DetailsCard
from app.ui.views.skills.knowledge.details_dialog import DetailsDialog, Fields, fields_of
from app.ui.views.skills.knowledge.facts import Facts, facts
from app.ui.views.skills.knowledge.files import FilesCard
from app.ui.views.skills.knowledge.linked import MemoriesCard
from app.ui.views.skills.knowledge.linking import LinkDialog
from app.ui.views.skills.knowledge.noticed_card import NoticedCard
from app.ui.views.skills.knowledge.related import RelatedCard
from app.ui.views.skills.knowledge.relation_row import link_words
from app.ui.views.skills.knowledge.runs_card import RunsCard
from app.ui.views.skills.knowledge.success_card import SuccessCard, TroubleCard
from app.ui.views.skills.knowledge.tags import TagsCard
from app.ui.views.skills.knowledge.tiles import Tiles, figures
from app.ui.views.skills.knowledge.vitality import VitalityCard
from app.ui.widgets.elided import Elided
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.segmented import Segmented

RANGES = (30, 60, 365)
FIGURES = 6
COLUMNS = 6
BESIDE = 560
"""Px that cards need beside each other while text has its usual size."""
GIST = 60
"""Letters of a memory that stand for it in a sentence."""
CONCERNS = (
    Part.KNOWLEDGE | Part.TEXT | Part.LIST | Part.EDGES | Part.MEMORIES | Part.TRAINING | Part.RUNS
)


class KnowledgePage(Document):
    """`wide` lays it out as a document."""

    def __init__(
        self, context: AppContext, *, wide: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._wide = context, wide
        self._skill: int | None = None
        self._job: Job | None = None
        self._days = RANGES[1] if wide else RANGES[0]
        self._title = ""
        self._details: Details | None = None
        self._arranged: tuple[bool, bool] | None = None
        theme = context.theme
        self._make_cards()
        nothing = EmptyState(
            theme,
            "memory",
            _("Nothing known yet"),
            _("Save the skill, and what relates to it appears here."),
        )
        column = self._document() if wide else self._column()
        area = scrolled(column, _("Knowledge"), with_keys=True)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(area)
        self.setFocusProxy(area)
        self._pages.addWidget(nothing)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        context.bridge.changed.connect(self._on_changed)

    @property
    def skill_id(self) -> int | None:
        return self._skill

    @property
    def busy(self) -> bool:
        """Whether it is finding out something new, or will in a moment."""
        return self._job is not None or self._soon.isActive()

    def set_skill(self, skill: int | None) -> None:
        """Show what is known about another skill, or about none."""
        self._skill = skill
        self._look_again()

    def refresh(self) -> None:
        """Ask the vault again."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        vault, skill, days = self._context.vault, self._skill, self._days
        if skill is None:
            self._take(None)
            return
        self._job = self._context.jobs.start(
            self, _("Gathering knowledge"), lambda _job: facts(vault, skill, days), self._take
        )

    def _take(self, found: Facts | None) -> None:
        self._job = None
        self._pages.setCurrentIndex(0 if found is not None else 1)
        if found is not None:
            self._show(found)

    # What it shows

    def _show(self, found: Facts) -> None:
        skill = found.skill
        marks = [
            (version.at.astimezone().date(), _version_words(version.number, version.reason))
            for version in reversed(found.versions)
        ]
        self.description.show_described(found.described, found.settings.enrich_min_description)
        self.importance.show_facts(found, self._days, marks)
        self.vitality.show_freshness(found.freshness)
        self.usage.show_facts(found, marks)
        self.success.show_facts(found)
        self.runs.show_facts(found)
        self.trouble.show_facts(found)
        self.noticed.show_facts(found)
        self.memories.show_memories(skill.id, found.memories)
        self.details.show_details(found.details, self._context.vault.now())
        self._details = found.details
        self.related.show_related(skill.id, found.related, found.links)
        self.tags.show_tags(skill.id, found.tags)
        self.files.show_files(skill.id, found.files)
        self._title = skill.title
        if self._wide:
            self._arrange()
            self.tiles.show_figures(figures(found, self._context.vault.now()))
            self._name.setText(
                _("{title} · v{number}").format(title=skill.title, number=skill.number)
            )

    # How it is put together

    def _make_cards(self) -> None:
        context, wide = self._context, self._wide
        self.description = DescriptionCard(context.theme)
        self.description.describe_requested.connect(self._ask_describe)
        self.importance = ImportanceCard(context, wide=wide)
        self.vitality = VitalityCard(context.theme)
        self.usage = UsageCard(context, wide=wide)
        self.success = SuccessCard(context, wide=wide)
        self.runs = RunsCard(context)
        self.trouble = TroubleCard(context)
        self.noticed = NoticedCard(context)
        self.memories = MemoriesCard(context, wide=wide)
        self.related = RelatedCard(context)
        self.details = DetailsCard(context.theme)
        self.details.edit_requested.connect(self.ask_details)
        self.tags = TagsCard(context)
        self.files = FilesCard(context)
        self.usage.day_clicked.connect(self._ask_history)
        self.vitality.train_requested.connect(self._ask_train)
        self.related.link_requested.connect(self.ask_link)

    def _column(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(10)
        for part in (
            self.description,
            self.importance,
            self.vitality,
            self.success,
            self.runs,
            self.trouble,
            self.noticed,
            self.usage,
            self.memories,
            self.related,
            self.details,
            self.tags,
            self.files,
        ):
            column.addWidget(part)
        column.addStretch(1)
        return page

    def _document(self) -> QWidget:
        page = QWidget()
        self.tiles = Tiles(FIGURES)
        self._grid = QGridLayout()
        self._grid.setSpacing(12)
        for place in range(COLUMNS):
            self._grid.setColumnStretch(place, 1)
        self._arrange()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 14, 20, 20)
        column.setSpacing(12)
        column.addLayout(self._head())
        column.addWidget(self.description)
        column.addWidget(self.tiles)
        column.addLayout(self._grid)
        column.addStretch(1)
        return page

    def _arrange(self) -> None:
        """Side by side, or where that would cut them one below the other."""
        is_stacked = self.width() < self._context.theme.scaled(BESIDE)
        is_well = self.trouble.isHidden()
        if self._arranged == (is_stacked, is_well):
            return
        self._arranged = is_stacked, is_well
        beside: tuple[tuple[QWidget, int], ...] = () if is_well else ((self.trouble, 3),)
        rows: tuple[tuple[tuple[QWidget, int], ...], ...] = (
            ((self.importance, 4), (self.vitality, 2)),
            ((self.success, 3), (self.usage, 3)),
            ((self.runs, 3 + 3 * is_well), *beside),
            ((self.noticed, COLUMNS),),
            ((self.memories, 3), (self.related, 3)),
            ((self.details, 2), (self.tags, 2), (self.files, 2)),
        )
        if is_stacked:
            rows = tuple(((card, COLUMNS),) for row in rows for card, _columns in row)
        for number, row in enumerate(rows):
            at = 0
            for card, columns in row:
                self._grid.addWidget(card, number, at, 1, columns)
                at += columns

    def _head(self) -> QHBoxLayout:
        words = (_("30 days"), _("60 days"), _("1 year"))
        ranges = Segmented(self._context.theme, _("Time"), [(said, "") for said in words])
        ranges.choose(RANGES.index(self._days))
        ranges.chosen.connect(self._choose_range)
        self._name = Elided("", "muted")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(label(_("Knowledge"), "page"))
        head.addWidget(self._name, 1)
        head.addWidget(ranges)
        return head

    # What people do

    def ask_link(self) -> None:
        """Let a person relate the skill to another, or to a memory."""
        skill = self._skill
        if skill is not None:
            dialog = LinkDialog(self._context, skill, self._title, self)
            dialog.given.connect(lambda kind, found: self._link(skill, kind, found))
            dialog.outside_given.connect(lambda link: self._link_outside(skill, link))
            dialog.open()

    def _link(self, skill: int, kind: Kind, found: Found) -> None:
        vault = self._context.vault
        make = relations.link if found.what == "skill" else relations.link_memory
        words = {"title": self._title, "kind": link_words(kind), "other": found.gist[:GIST]}

        def work() -> bool:
            before = {relation.id for relation in relations.of_skill(vault, skill)}
            return make(vault, skill, found.id, kind) in before

        def done(was_there: bool) -> None:
            if was_there:
                said = _("{title} {kind} {other}: already linked")
                self._context.say.tell(said.format(**words))
                return
            said = _("Linked: {title} {kind} {other}")
            self._context.say.tell(said.format(**words), undoable=True)

        self._context.writes.write(self, _("Saving"), work, done)

    def _link_outside(self, skill: int, link: External) -> None:
        vault, where, kind = self._context.vault, Place(link.place), Kind(link.kind)
        words = {"title": self._title, "kind": link_words(kind), "other": link.target[:GIST]}

        def done(is_new: bool) -> None:
            if not is_new:
                said = _("{title} {kind} {other}: already linked")
                self._context.say.tell(said.format(**words))
                return
            said = _("Linked: {title} {kind} {other}")
            self._context.say.tell(said.format(**words), undoable=True)

        self._context.writes.write(
            self,
            _("Saving"),
            lambda: outside.link(vault, skill, where, link.target, [kind]),
            done,
        )

    def ask_details(self) -> None:
        """Let a person choose the fields of the skill."""
        skill, found = self._skill, self._details
        if skill is not None and found is not None:
            before = fields_of(found)
            dialog = DetailsDialog(self._context, skill, self._title, before, self)
            dialog.given.connect(lambda fields: self._change(dialog, skill, fields, before))
            dialog.open()

    def _change(self, dialog: DetailsDialog, skill: int, fields: Fields, before: Fields) -> None:
        vault = self._context.vault
        said = _("Details of {title} changed").format(title=self._title)

        def done(_nothing: None) -> None:
            dialog.accept()
            if _chosen(fields, before):
                self._context.say.tell(said, undoable=True)

        self._context.writes.write(
            dialog,
            _("Saving"),
            lambda: details.change(vault, skill, **_chosen(fields, before)),
            done,
            dialog.refuse,
        )

    def _choose_range(self, number: int) -> None:
        self._days = RANGES[number]
        self.refresh()

    def _ask_history(self, _day: date) -> None:
        if self._skill is not None:
            self._context.go.history(self._skill)

    def _ask_train(self) -> None:
        if self._skill is not None:
            self._context.go.training(self._skill)

    def _ask_describe(self) -> None:
        if self._skill is not None:
            self._context.go.describe(self._skill)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._look_again()

    def _look_again(self) -> None:
        if self.isVisible():
            self._soon.start()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Also for the settings, which people change in a file."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wide:
            self._arrange()


def _chosen(fields: Fields, before: Fields) -> dict[str, Any]:
    """The fields that differ from those before; an empty text takes a choice back."""
    then, now = asdict(before), asdict(fields)
    differ = {name: value for name, value in now.items() if value != then[name]}
    return {name: "" if value is None else value for name, value in differ.items()}


def _version_words(number: int, reason: Reason) -> str:
    return _("v{number} {why}").format(number=number, why=reason_word(reason))
