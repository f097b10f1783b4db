"""The review of documents before skills are made of them. Public name: `DocumentReview`."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.documents.importing import import_documents
from app.core.documents.roles import Becomes
from app.core.errors import AppError
from app.core.library.record import Saved
from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.documents import looks
from app.ui.views.documents.document_list import DocumentList
from app.ui.views.documents.entries import Entry, Shown, shown, summary
from app.ui.views.documents.sheet import Sheet
from app.ui.views.engrams.destination import Destination
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.import_review import ImportReview
from app.ui.widgets.labels import label, rule
from app.ui.widgets.switch import Switch
from app.ui.widgets.tips import plain_tip

SIZE = QSize(1360, 836)


class DocumentReview(ImportReview[Saved]):
    """One document at a time, each held against the skill that is made of it."""

    def __init__(self, context: AppContext, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(context, _("Import documents"), " ", parent, "import", "documents")
        self.entries = list(entries)
        self._at = 0
        self._engram: int | str = ""
        """The id of an engram, or the name of one; empty for the usual one."""
        self._reading: Job | None = None
        theme = context.theme
        self.documents = DocumentList(theme, self)
        self._below_documents = rule()
        self.sheet = Sheet(theme)
        self._count = label("", "secondary")
        self.before = IconButton(theme, "chevron-up", _("Previous document"))
        self.after = IconButton(theme, "chevron-down", _("Next document"))
        self.keep = Switch(theme, _("Keep the originals attached"))
        self.keep.setChecked(True)
        self._kept = Elided("", "caption")
        self.places = Button(theme, "", "quiet", icon="help")
        self.destination = Destination(
            context, _("Imported"), [(_("Your usual engram"), "")], across=True
        )
        self.skip = Button(theme, _("Skip this one"), size="large")
        self._lay_out()
        self._connect()
        self.resize(SIZE)
        self._show()
        self._say_notices()
        self.sheet.original.setFocus()

    @property
    def entry(self) -> Entry:
        """The document in front."""
        return self.entries[self._at]

    def add(self, entries: Iterable[Entry]) -> None:
        """Review these as well."""
        self.entries += entries
        self._show()

    def explain(self, error: AppError) -> None:
        """Say what is wrong with a file that is not among them."""
        self.banner.explain(error)

    # Layout

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(20, 0, 16, 8)
        top.setSpacing(6)
        top.addWidget(self.banner, 1)
        self.body.addLayout(top)
        self.body.addWidget(rule())
        self.body.addWidget(self.documents)
        self.body.addWidget(self._below_documents)
        self.body.addWidget(self.sheet, 1)
        self._fill_footer(
            self.keep,
            self._kept,
            (self.places, self.destination),
            (self.skip, self.cancel, self.go),
        )
        for words in (self.title, self.subtitle):  # a long name is cut, not the window
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.words.setStretch(0, 1)
        self.head.addWidget(self._count)
        self.head.addWidget(self.before)
        self.head.addWidget(self.after)

    def _connect(self) -> None:
        self.sheet.decided.connect(self.decide)
        self.documents.fronted.connect(self._bring_to_front)
        self.documents.ticked.connect(self._skip)
        self.before.clicked.connect(lambda: self.turn(-1))
        self.after.clicked.connect(lambda: self.turn(1))
        self.places.clicked.connect(self.sheet.next_doubt)
        self.skip.clicked.connect(lambda: self._skip(self._at))
        self.go.clicked.connect(self.start)
        self.keep.toggled.connect(self._question.touch)
        self.destination.chosen.connect(self._go_elsewhere)

    # What it shows

    def _show(self) -> None:
        one = self.entry.shown
        title = one.draft.skill.title or one.draft.name
        self.title.setText(title)
        self.setWindowTitle(_("Import {name}").format(name=one.draft.name))
        self.setAccessibleName(self.windowTitle())
        said = _("Read without a model: {summary}").format(summary=summary(one))
        self.subtitle.setText(f"{one.draft.name} · {said}")
        count = len(self.entries)
        self._count.setText(
            _("Document {number} of {count}").format(number=self._at + 1, count=count)
        )
        for part in (
            self._count, self.before, self.after, self.skip, self.documents, self._below_documents
        ):  # fmt: skip
            part.setVisible(count > 1)
        self.before.setEnabled(self._at > 0)
        self.after.setEnabled(self._at < count - 1)
        self.sheet.show_draft(one)
        self._show_go()
        self.documents.show_entries(self.entries, self._at)

    def _say_notices(self) -> None:
        """What to know about the document as a whole."""
        notices = self.entry.draft.content.notices
        if notices:
            self.banner.say(" ".join(notices), "info")
        else:
            self.banner.hide()

    def _show_go(self) -> None:
        coming = [entry for entry in self.entries if not entry.is_skipped]
        self.go.say(_import_words(len(coming)), _import_words(len(self.entries)))
        self.go.setEnabled(bool(coming) and self._importing is None and self._reading is None)
        is_skipped = self.entry.is_skipped
        words = _("Take this one"), _("Skip this one")
        self.skip.say(words[not is_skipped], *words)
        self.sheet.setEnabled(not is_skipped and self._importing is None)
        self._show_cancel()
        doubts = len(self.entry.shown.doubts)
        said = ngettext("{count} place to look at", "{count} places to look at", doubts)
        self.places.setText(said.format(count=doubts))
        self.places.setToolTip(plain_tip(with_keys(_("Next place"), "F8")))
        self.places.setVisible(bool(doubts))
        one = self.entry.arrived
        size = _("{name}, encrypted with the vault, left out of packs").format(name=one.draft.name)
        too_large = _("{name} is too large to be attached").format(name=one.draft.name)
        said = size if one.can_attach else too_large
        self._kept.setText(said)
        self.keep.setToolTip(plain_tip(said))

    def turn(self, by: int) -> None:
        """Show the next document, or the one before."""
        if 0 <= self._at + by < len(self.entries):
            self._bring_to_front(self._at + by)

    def _bring_to_front(self, number: int) -> None:
        if number in (self._at, -1):
            return
        if self._reading is not None:  # what is being read is shown when it is
            self.documents.choose(self._at)
            return
        self._at = number
        self._show()
        self._say_notices()
        self.sheet.original.choose(0)

    # What people decide

    def decide(self, passage: int, role: Becomes | None) -> None:
        """Have a passage be something else; None: what it was read as."""
        if self._reading is not None or self._importing is not None:
            return
        self._question.touch()
        entry = self.entry
        draft = entry.draft.choose(passage, role)
        if not entry.is_long:
            self._on_decided(entry, shown(draft), passage)
            return
        self._reading = self._context.jobs.start(
            self,
            _("Reading {file}").format(file=entry.draft.name),
            lambda _job: shown(draft),
            lambda new: self._on_decided(entry, new, passage),
            self._on_failed,
        )
        self._show_go()

    def _on_decided(self, entry: Entry, new: Shown, passage: int) -> None:
        """Show what it is read as now, and say so where that is not what was wanted."""
        self._reading = None
        entry.take(new)
        self._show()
        wanted, now = new.draft.chosen.get(passage), new.draft.roles[passage]
        if wanted not in (None, now):
            said = _("Here it reads as: {role}.").format(role=looks.words(now))
            self.banner.say(said, "info")
        else:
            self._say_notices()

    def take_back(self) -> None:
        """Undo the last decision about the document in front."""
        if self._reading is None and self.entry.take_back():
            self._show()

    def _skip(self, number: int) -> None:
        if self._importing is None:
            self._question.touch()
            self.entries[number].is_skipped = not self.entries[number].is_skipped
            self._show_go()
            self.documents.show_entries(self.entries, self._at)

    def _go_elsewhere(self, place: int | str) -> None:
        self._question.touch()
        self._engram = place

    # Importing

    def start(self) -> None:
        """Import what was not skipped."""
        if not self.go.isEnabled():
            return
        self.destination.commit()
        keep = self.keep.isChecked()
        wishes = [one.wish(keep_original=keep) for one in self.entries if not one.is_skipped]
        vault, place = self._context.vault, self._engram or None
        title = ngettext("Importing {count} document", "Importing {count} documents", len(wishes))
        self._import(
            title.format(count=len(wishes)),
            lambda job: import_documents(vault, wishes, place, progress=job),
        )

    def _inputs(self) -> Sequence[QWidget]:
        return ()  # the sheet follows whether the document in front is skipped

    def _waiting_for(self) -> Sequence[Job]:
        return () if self._reading is None else (self._reading,)

    def _on_failed(self, error: Exception) -> None:
        self._reading = None
        super()._on_failed(error)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.take_back()
        elif event.key() == Qt.Key.Key_F8:
            self.sheet.next_doubt()
        elif event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and (
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.turn(1 if event.key() == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)


def _import_words(count: int) -> str:
    return ngettext("Import as draft", "Import {count} as drafts", count).format(count=count)
