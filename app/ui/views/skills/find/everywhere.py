"""Finding and replacing in the whole library. Public name: `ReplaceDialog`."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListView, QWidget

from app.core.errors import AppError
from app.core.library import catalogue, engrams, replace
from app.core.library.catalogue import Conditions
from app.core.library.replace import Found, Replaced
from app.core.skills.editing.find import Finder, Query
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.find.change_delegate import ChangeDelegate
from app.ui.views.skills.find.changes import ChangeList, counted
from app.ui.views.skills.find.query_field import QueryField
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.elided import Elided
from app.ui.widgets.form_dialog import named
from app.ui.widgets.labels import label
from app.ui.widgets.select import Select

LETTERS = 10
"""So much of a filter can be read in any case."""
SIZE = (860, 640)
IDLE = 250
"""Milliseconds without typing before it is looked for."""
NAMED = 3
"""So many skills are named; of others there is their number."""


class ReplaceDialog(Dialog):
    """Every change is shown before it is made; all of them are one job and one undo."""

    is_review = True

    def __init__(
        self,
        context: AppContext,
        query: Query,
        written: str,
        among: Conditions,
        parent: QWidget,
    ) -> None:
        """`among` is what the skills are narrowed down to at first, to an engram and a tag."""
        super().__init__(
            context.theme,
            _("Find and replace in skills"),
            _("Nothing changes until you review it, and one undo reverts everything."),
            parent=parent,
            icon="search",
            name="replace",
            window_state=context.window_state,
        )
        self._context = context
        self._looking: Job | None = None
        self._replacing: Job | None = None
        self._is_wanted = False
        """Whether to replace as soon as it is known what."""
        self.query = QueryField(context.theme)
        self.query.show_query(query)
        self.query.selectAll()
        self.written = QLineEdit(written)
        self.written.setAccessibleName(_("Replace with"))
        self.engram = Select(context.theme, _("Engram"))
        self.tag = Select(context.theme, _("Tag"))
        for select in (self.engram, self.tag):
            select.may_be_cut(LETTERS)
        self._fill_filters(among)
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        self._kept = label("", "secondary", wrap=True)
        self._kept.hide()
        self.changes = ChangeList(self)
        self.list = QListView()
        self.list.setModel(self.changes)
        ChangeDelegate(context.theme, self.list).show_in(self.list, _("Changes"))
        self.list.setUniformItemSizes(True)
        self.said = Elided("", "secondary")
        self.all = Button(context.theme, _("All"), "link")
        self.none = Button(context.theme, _("None"), "link")
        self.accept_button = Button(context.theme, "", "primary", size="large")
        self._idle = QTimer(self, interval=IDLE, singleShot=True)
        self.resize(*SIZE)
        self._lay_out()
        self._connect()
        self._look()

    def _fill_filters(self, among: Conditions) -> None:
        vault = self._context.vault
        self.engram.addItem(_("All engrams"), None)
        for one in engrams.engrams(vault):
            if one.skills:
                self.engram.addItem(one.name, one.id)
        self.tag.addItem(_("All tags"), "")
        for name in catalogue.tags(vault):
            self.tag.addItem(name, name)
        self.engram.setCurrentIndex(max(0, self.engram.findData(among.get("engram"))))
        self.tag.setCurrentIndex(max(0, self.tag.findData(among.get("tag", ""))))

    def _lay_out(self) -> None:
        fields = QHBoxLayout()
        fields.setSpacing(10)
        for name, field, share in (
            (_("Find"), self.query, 3),
            (_("Replace with"), self.written, 3),
            (_("Engram"), self.engram, 1),
            (_("Tag"), self.tag, 1),
        ):
            fields.addLayout(named(name, field), share)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.said, 1)
        head.addWidget(self.all)
        head.addWidget(self.none)
        for part in (fields, self._wrong, head, self._kept):
            if isinstance(part, QHBoxLayout):
                self.body.addLayout(part)
            else:
                self.body.addWidget(part)
        self.body.addWidget(self.list, 1)
        cancel = Button(self._theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.accept_button)

    def _connect(self) -> None:
        self.query.edited.connect(self._on_edited)
        self.query.next_wanted.connect(self._look_now)
        self.written.textChanged.connect(self._on_edited)
        self.written.returnPressed.connect(self._look_now)
        for select in (self.engram, self.tag):
            select.currentIndexChanged.connect(self._look)
        self._idle.timeout.connect(self._look)
        self.changes.dataChanged.connect(self._show_state)
        self.all.clicked.connect(lambda: self.changes.tick_all(True))
        self.none.clicked.connect(lambda: self.changes.tick_all(False))
        self.accept_button.clicked.connect(self.replace)
        self._context.jobs.progressed.connect(self._on_progressed)
        self._context.jobs.ended.connect(self._on_ended)

    def press_primary(self) -> None:
        """What was typed last is looked for first, and then replaced."""
        self._look_now()
        if self._looking is not None:
            self._is_wanted = True
        else:
            super().press_primary()

    # Looking

    def _on_edited(self) -> None:
        self._is_wanted = False
        self._idle.start()

    def _look_now(self) -> None:
        """Enter does not wait; what is found already is left for Ctrl+Enter to replace."""
        if self._idle.isActive():
            self._look()

    def _look(self, *_changed: object) -> None:
        """Find what would change, when everything that is open is saved."""
        self._idle.stop()
        self._is_wanted = False
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self._say_wrong("")
        query, written, vault = self.query.query, self.written.text(), self._context.vault
        engram, tag = self.engram.currentData(), self.tag.currentData()
        try:
            finder = Finder(query)
            finder.template(written)
        except AppError as error:
            self._on_failed(error)
            return
        if not query.text:
            self._show_found(())
            return

        def look(job: Job) -> tuple[Found, ...]:
            skills = catalogue.ids(vault, engram=engram, tag=tag)
            return replace.propose(vault, finder, written, skills, job)

        self._looking = self._context.jobs.start(
            self, _("Searching"), look, self._show_found, self._on_failed
        )
        self._show_state()

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
            return
        self._say_wrong(f"{error} {error.hint}")
        self._show_found(())

    def _on_progressed(self, job: Job, fraction: float, _text: str) -> None:
        if job in (self._looking, self._replacing):
            said = _("{what}… {percent} %")
            self.said.setText(said.format(what=job.title, percent=int(100 * fraction)))

    def _on_ended(self, job: Job) -> None:
        if job is self._looking:
            self._looking = None
        if job is self._replacing:
            self._replacing = None
            self._show_state()

    def _say_wrong(self, words: str) -> None:
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        self.query.say_count("", wrong=bool(words))

    def _show_found(self, found: tuple[Found, ...]) -> None:
        self.changes.show_found([one for one in found if one.places])
        count = sum(one.in_memories for one in found)
        self._kept.setText(replace.left_in_memories(count) if count else "")
        self._kept.setVisible(count > 0)
        self._show_state()
        wanted, self._is_wanted = self._is_wanted, False
        if wanted:
            self.replace()

    def _show_state(self, *_changed: object) -> None:
        (places, skills), is_there = self.changes.ticked(), self.changes.count > 0
        if self._looking is not None or self._wrong.text():
            said = ""
        elif not self.query.text():
            said = _("Enter what to find.")
        else:
            said = counted(places, skills) if is_there else _("No matches to replace.")
        self.said.setText(said)
        if not places:
            verb = _("Replace")
        elif self.written.text():
            verb = ngettext("Replace {count} place", "Replace {count} places", places)
        else:
            verb = ngettext("Remove {count} place", "Remove {count} places", places)
        self.accept_button.setText(verb.format(count=places))
        is_idle = self._looking is None and self._replacing is None
        self.accept_button.setEnabled(is_idle and places > 0)
        self.all.setEnabled(is_there)
        self.none.setEnabled(is_there)

    # Replacing

    def replace(self) -> None:
        """Make the changes that are ticked."""
        chosen, vault, words = self.changes.chosen(), self._context.vault, self.query.text()
        if self._idle.isActive() or not self.accept_button.isEnabled():
            return

        def work(job: Job) -> Replaced:
            return replace.apply(vault, words, chosen, progress=job)

        self._replacing = self._context.jobs.start(
            self, _("Replacing"), work, self._on_replaced, self._on_failed
        )
        self._show_state()

    def _on_replaced(self, done: Replaced) -> None:
        say, count = self._context.say, len(done.saved)
        if count:
            said = ngettext("Replaced in {count} skill", "Replaced in {count} skills", count)
            say.tell(said.format(count=count), undoable=True)
        if done.stale:
            names = ", ".join(row.title for row in done.stale[:NAMED])
            more = len(done.stale) - NAMED
            if more > 0:
                names = _("{names} and {count} more").format(names=names, count=more)
            say.warn(_("Edited in the meantime and left unchanged: {names}.").format(names=names))
        self.accept()

    # Qt

    def done(self, result: int) -> None:
        """Whoever closes it wants nothing found or replaced any more."""
        for job in (self._looking, self._replacing):
            if job is not None:
                job.cancel()
        super().done(result)
