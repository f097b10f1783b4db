"""Relating a skill to another or to a memory, by hand. Public name: `LinkDialog`."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QStackedLayout, QWidget

from app.core.graph.relation_cues import Kind
from app.core.library import catalogue
from app.core.memory.filters import Filters
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.memory_list import FOUND, Found, MemoryListModel
from app.ui.views.knowledge.relation_row import link_words
from app.ui.views.memories import asking
from app.ui.views.memories.row_delegate import MemoryDelegate
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.select import Select

WIDTH, HEIGHT = 560, 520
DEBOUNCE = 150
SKILLS, MEMORIES = 12, 12
"""How many of each are offered."""
KINDS = (Kind.RELATED_TO, *(kind for kind in Kind if kind is not Kind.RELATED_TO))
"""The one that always holds comes first."""


class LinkDialog(Dialog):
    """`given(kind, found)` when a person made up their mind; the dialog is closed then."""

    given = Signal(object, object)

    def __init__(self, context: AppContext, skill: int, title: str, parent: QWidget) -> None:
        about = _("Of whatever engram. What you link stays until you remove it.")
        super().__init__(context.theme, _("Link “{title}”").format(title=title), about,
                         parent=parent, icon="link")  # fmt: skip
        self._context, self._skill, self._title = context, skill, title
        self._job: Job | None = None
        self._memories: tuple[Found, ...] = ()
        self.kind = Select(context.theme, _("Kind of the relation"))
        self.kind.addItems([link_words(kind) for kind in KINDS])
        self.search = SearchField(context.theme, _("A skill or a memory"), "")
        self.model = MemoryListModel(self)
        self.list = QListView()
        self._said = Elided("", "secondary")
        self._make_list()
        self._fill()
        self._soon = QTimer(self, interval=DEBOUNCE, singleShot=True)
        self._soon.timeout.connect(self._look)
        self.search.textChanged.connect(self._on_typed)
        self.search.returnPressed.connect(self._give)
        self.kind.currentIndexChanged.connect(self._explain)
        self.resize(WIDTH, HEIGHT)
        self._on_typed()
        self.search.setFocus()

    @property
    def chosen(self) -> Found | None:
        found: Found | None = self.list.currentIndex().data(FOUND)
        return found

    def _on_typed(self) -> None:
        self._memories = ()
        self._show()
        self._soon.start()

    def _look(self) -> None:
        """Memories take a moment to recall: a job."""
        if self._job is not None:
            self._job.cancel()
        context, text = self._context, self.search.text().strip()

        def work(_job: object) -> tuple[Found, ...]:
            if not text:
                return asking.newest(context.vault, Filters())[:MEMORIES]
            found = asking.answers(context.vault, text, Filters(what="memory"), context.embedding)
            return found[:MEMORIES]

        def done(found: tuple[Found, ...]) -> None:
            self._job, self._memories = None, found
            self._show()

        self._job = context.jobs.start(self, _("Recalling"), work, done)

    def _show(self) -> None:
        """Skills at once, memories behind them; what was chosen stays chosen."""
        kept = self.chosen
        order: catalogue.Order = "title" if self.search.text().strip() else "updated"
        rows = catalogue.rows(self._context.vault, text=self.search.text(), order=order)
        skills = [
            Found("skill", row.id, row.title, row.engram_name)
            for row in rows[: SKILLS + 1]
            if row.id != self._skill
        ]
        self.model.set_rows((*skills[:SKILLS], *self._memories))
        index = self.model.index_of(kept.what, kept.id) if kept is not None else QModelIndex()
        self.list.setCurrentIndex(index if index.isValid() else self.model.index(0))
        self._listed.setCurrentIndex(0 if self.model.rows else 1)
        self._explain()

    def _explain(self) -> None:
        found = self.chosen
        self.link.setEnabled(found is not None)
        said = ""
        if found is not None:
            said = f"{self._title} {link_words(KINDS[self.kind.currentIndex()])} {found.gist}"
        self._said.setText(said)

    def _give(self) -> None:
        found = self.chosen
        if found is not None:
            self.given.emit(KINDS[self.kind.currentIndex()], found)
            self.close()

    # How it is put together

    def _make_list(self) -> None:
        made = self.list
        made.setModel(self.model)
        made.setItemDelegate(MemoryDelegate(self._context.theme, made))
        made.setAccessibleName(_("Skills and memories"))
        made.setMouseTracking(True)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.selectionModel().currentChanged.connect(self._explain)
        made.doubleClicked.connect(self._give)

    def _fill(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.kind)
        row.addWidget(self.search, 1)
        listed = QWidget()
        self._listed = QStackedLayout(listed)
        nothing = label(_("No skill and no memory says that."), "muted")
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._listed.addWidget(self.list)
        self._listed.addWidget(nothing)
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
