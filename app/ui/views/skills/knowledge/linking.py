"""Relating a skill by hand: to another, a memory or something outside. Public: `LinkDialog`."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QStackedLayout, QWidget

from app.core.graph.relation_cues import Kind
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.library.outside import LONGEST, Place
from app.core.library.record import External
from app.core.matching.query import Query
from app.core.memory.filters import Filters
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.memory_list import FOUND, Found, MemoryListModel
from app.ui.views.memories import asking
from app.ui.views.memories.row_delegate import MemoryDelegate
from app.ui.views.skills.knowledge.outside_row import outside_words
from app.ui.views.skills.knowledge.relation_row import link_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.select import Select

WIDTH, HEIGHT = 640, 520
DEBOUNCE = 150
SKILLS, MEMORIES = 12, 12
"""How many of each are offered."""
_FOUND, _NOTHING, _OUTSIDE = range(3)
"""The pages below the search."""
KINDS = (Kind.RELATED_TO, *(kind for kind in Kind if kind is not Kind.RELATED_TO))
"""The one that always holds comes first."""


class LinkDialog(Dialog):
    """`given(kind, found)` or, for something outside the vault, `outside_given(External)`, when a
    person made up their mind; the dialog is closed then."""

    given = Signal(object, object)
    outside_given = Signal(object)

    def __init__(self, context: AppContext, skill: int, title: str, parent: QWidget) -> None:
        about = _("From any engram. Your links stay until you remove them.")
        super().__init__(context.theme, _("Link “{title}”").format(title=title), about,
                         parent=parent, icon="link")  # fmt: skip
        self._context, self._skill, self._title = context, skill, title
        self._job: Job | None = None
        self._hasty = False
        """Whether Enter came before what was typed was found."""
        self._memories: tuple[Found, ...] = ()
        self._skills: tuple[SkillRow, ...] = ()
        self.kind = Select(context.theme, _("Kind of relation"))
        self.kind.addItems([link_words(kind) for kind in KINDS])
        self.where = Select(context.theme, _("Location"))
        self.where.addItems([_("In the vault"), *(outside_words(place) for place in Place)])
        self.search = SearchField(context.theme, _("A skill or a memory"), "")
        self.search.is_emptied_by_escape = False  # it may be a path that was long to write
        self.model = MemoryListModel(self)
        self.list = QListView()
        self._said = Elided("", "secondary")
        self._make_list()
        self._fill()
        self._soon = QTimer(self, interval=DEBOUNCE, singleShot=True)
        self._soon.timeout.connect(self._look)
        self.search.textChanged.connect(self._on_typed)
        self.search.entered.connect(self.list.setFocus)
        self.kind.currentIndexChanged.connect(self._explain)
        self.where.currentIndexChanged.connect(self._on_where)
        self.resize(WIDTH, HEIGHT)
        self._on_typed()
        self.offer_draft(context, f"link {skill}", {"target": self.search})
        self.search.setFocus()

    @property
    def chosen(self) -> Found | None:
        found: Found | None = self.list.currentIndex().data(FOUND)
        return found

    @property
    def place(self) -> Place | None:
        """Outside the vault; None for within."""
        number = self.where.currentIndex()
        return [*Place][number - 1] if number > 0 else None

    def _on_where(self) -> None:
        outside = self.place is not None
        self.search.setPlaceholderText(
            _("Its path, address or name") if outside else _("A skill or a memory")
        )
        self._on_typed()
        self.search.setFocus()

    def _on_typed(self) -> None:
        if self.place is not None:
            self._soon.stop()
            self._listed.setCurrentIndex(_OUTSIDE)
            self._explain()
            return
        self._hasty = False
        self.model.set_rows(())  # nothing is linked that was found for other words
        self._explain()
        self._soon.start()

    def _look(self) -> None:
        """Both take a moment to find: a job."""
        if self._job is not None:
            self._job.cancel()
        context, text = self._context, self.search.text().strip()

        def work(job: Job) -> tuple[list[int], tuple[Found, ...]]:
            skills = catalogue.ids(context.vault, order="title" if text else "updated")
            if not text:
                return skills, asking.newest(context.vault, Filters())
            skills = context.search.find(Query(text), skills, job)
            return skills, asking.answers(
                context.vault, text, Filters(what="memory"), context.embedding
            )

        def done(found: tuple[list[int], tuple[Found, ...]]) -> None:
            skills, memories = found
            self._job, self._memories = None, memories[:MEMORIES]
            others = [skill for skill in skills if skill != self._skill]
            self._skills = tuple(catalogue.some(context.vault, others[:SKILLS]).values())
            self._show()
            if self._hasty:
                self._give()

        self._job = context.jobs.start(self, _("Recalling"), work, done)

    def _show(self) -> None:
        """Skills, memories behind them; what was chosen stays chosen."""
        kept = self.chosen
        skills = [Found("skill", row.id, row.title, row.engram_name) for row in self._skills]
        self.model.set_rows((*skills, *self._memories))
        index = self.model.index_of(kept.what, kept.id) if kept is not None else QModelIndex()
        self.list.setCurrentIndex(index if index.isValid() else self.model.index(0))
        self._listed.setCurrentIndex(_FOUND if self.model.rows else _NOTHING)
        self._explain()

    def _explain(self) -> None:
        """What would be linked, in words."""
        found, target = self.chosen, self.search.text().strip()[:LONGEST]
        other = target if self.place is not None else found.gist if found is not None else ""
        self.link.setEnabled(bool(other))
        kind = link_words(KINDS[self.kind.currentIndex()])
        self._said.setText(f"{self._title} {kind} {other}" if other else "")

    def _give(self) -> None:
        kind, place, found = KINDS[self.kind.currentIndex()], self.place, self.chosen
        self._hasty = place is None and (self._soon.isActive() or self._job is not None)
        if not self.link.isEnabled():
            return
        if place is not None:
            target = self.search.text().strip()[:LONGEST]
            self.outside_given.emit(External(place.value, target, kind.value))
        else:
            self.given.emit(kind, found)
        self.accept()

    # How it is put together

    def _make_list(self) -> None:
        made = self.list
        made.setModel(self.model)
        MemoryDelegate(self._context.theme, made).show_in(made, _("Skills and memories"))
        made.selectionModel().currentChanged.connect(self._explain)
        made.doubleClicked.connect(self._give)

    def _fill(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.kind)
        row.addWidget(self.where)
        row.addWidget(self.search, 1)
        listed = QWidget()
        self._listed = QStackedLayout(listed)
        nothing = label(_("No skill or memory matches."), "muted")
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._listed.addWidget(self.list)
        self._listed.addWidget(nothing)
        outside = _("It is kept as you write it and shown beside the skill. Techne never opens it.")
        kept = label(outside, "muted", wrap=True)
        kept.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._listed.addWidget(kept)
        self.body.addLayout(row)
        self.body.addWidget(listed, 1)
        cancel = Button(self._context.theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.link = Button(self._context.theme, _("Link"), "primary", size="large")
        self.link.clicked.connect(self._give)
        self.footer.addWidget(self._said, 1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.link)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows move in the list while one goes on typing."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        row = self.list.currentIndex().row() + step if step is not None else -1
        if 0 <= row < len(self.model.rows):
            self.list.setCurrentIndex(self.model.index(row))
        else:
            super().keyPressEvent(event)
