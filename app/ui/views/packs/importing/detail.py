"""The pack in front of those that were opened together. Public name: `PackDetail`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs.format.contents import Format
from app.core.packs.format.names import plain
from app.core.progress import SILENT
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.packs.importing.caution_words import caution_word
from app.ui.views.packs.importing.comparing import compare_item
from app.ui.views.packs.importing.contents import Contents
from app.ui.views.packs.importing.incoming import (
    IncomingPack,
    compared,
    mode_words,
    size_words,
)
from app.ui.views.packs.importing.passphrase import PassphraseForm
from app.ui.views.packs.importing.problem import problem_card
from app.ui.views.packs.importing.publisher_card import PublisherCard
from app.ui.views.packs.importing.review import Entry, Group, Review
from app.ui.views.packs.importing.scan_findings import ScanColumn, passed, places
from app.ui.widgets.banner import Banner
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import Tone, label, tag
from app.ui.widgets.scrolled import scrolled

_TONES: dict[str, Tone] = {"err": "err", "warn": "warn", "t3": "neutral"}
FEW = 10
"""As many skills are compared with those of the library at once; of more it is a job."""


class PackDetail(QWidget):
    """`changed` when something else is decided about it, `unlock(entry, passphrase)`."""

    changed = Signal()
    unlock = Signal(object, str)

    def __init__(self, context: AppContext, review: Review, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._review = context, review
        self._entry: Entry | None = None
        self._shown: tuple[object, ...] = ()
        self._job: Job | None = None
        self.publisher: PublisherCard | None = None
        self.contents: Contents | None = None
        self.form: PassphraseForm | None = None
        self._around = QVBoxLayout(self)
        self._around.setContentsMargins(0, 0, 0, 0)
        self._area: QScrollArea | None = None

    def show_entry(self, entry: Entry) -> None:
        """Show it as it is now; nothing moves when nothing about it changed."""
        shown = entry, entry.plan, entry.found
        if shown == self._shown:
            return
        self._entry, self._shown = entry, shown
        self._stop_comparing()
        plan, outside = entry.plan, entry.found.outside
        if plan is None or not plan.allowed or outside is None:
            self._fill(entry, None)
        elif len(plan.items) <= FEW:
            self._fill(entry, compared(self._context.vault, outside, plan, SILENT))
        else:
            vault = self._context.vault
            self._fill(entry, IncomingPack(outside, plan, {}, 0))
            self._job = self._context.jobs.start(
                self,
                _("Comparing with the library"),
                lambda job: compared(vault, outside, plan, job),
                lambda incoming: self._fill(entry, incoming),
            )

    def show_group(self, count: str, about: str) -> None:
        """Say what a group of packs is, while its head is in front."""
        self._entry, self._shown = None, ()
        self._stop_comparing()
        column, _area = self._begin(count)
        column.addWidget(label(count, "pane", wrap=True))
        column.addWidget(label(about, "muted", wrap=True))
        column.addStretch(1)

    def ask(self) -> None:
        """Let the person type the passphrase, where one is wanted."""
        if self.form is not None:
            self.form.setFocus()

    def look_at_quarantine(self) -> None:
        """Say whether calls can lead to what comes in, as it is decided by now."""
        if self.contents is not None and self._entry is not None:
            self.contents.allow_switch(not self._review.quarantines(self._entry))

    def refuse(self, entry: Entry, error: AppError) -> None:
        """The passphrase was not the one."""
        if entry is self._entry and self.form is not None:
            self.form.refuse(error)

    # Layout

    def _stop_comparing(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _begin(self, name: str) -> tuple[QVBoxLayout, QScrollArea]:
        """An empty column in place of what is shown, and what it is scrolled in."""
        self.publisher = self.contents = self.form = None
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        area = scrolled(holder, name, with_keys=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        if self._area is not None:
            self._around.removeWidget(self._area)
            self._area.hide()
            self._area.deleteLater()
        self._area = area
        self._around.addWidget(area)
        return column, area

    def _fill(self, entry: Entry, incoming: IncomingPack | None) -> None:
        column, area = self._begin(_("About {name}").format(name=plain(entry.name)))
        column.addLayout(self._head(entry))
        if entry.found.problem is not None:
            column.addWidget(problem_card(self._context.theme, entry.found.problem))
        elif entry.group is Group.LOCKED:
            self._add_form(column, entry)
        elif entry.plan is not None:
            self._add_plan(column, entry, incoming, area)
        column.addStretch(1)

    def _head(self, entry: Entry) -> QVBoxLayout:
        title = FlowLayout(gap=8)
        title.addWidget(
            Elided(plain(entry.name), "pane", Qt.TextElideMode.ElideMiddle, modest=True)
        )
        if entry.version:
            title.addWidget(tag(entry.version))
        word, token = caution_word(entry)
        if word:
            title.addWidget(tag(word, _TONES[token]))
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addLayout(title)
        said = []
        unpacked, outside = entry.found.unpacked, entry.found.outside
        if unpacked is not None:
            count = len(unpacked.skills)
            words = ngettext("{count} skill", "{count} skills", count)
            said.append(words.format(count=count))
        if outside is not None:
            said.append(size_words(outside.size))
            if outside.envelope.format is not Format.SKILLS:
                said.append(mode_words(outside.envelope.mode))
        head.addWidget(label(", ".join(said), "muted", wrap=True))
        head.addWidget(Elided(str(entry.path), "caption", Qt.TextElideMode.ElideMiddle))
        return head

    def _add_form(self, column: QVBoxLayout, entry: Entry) -> None:
        assert entry.found.outside is not None
        self.form = PassphraseForm(self._context.theme, entry.found.outside)
        self.form.given.connect(lambda passphrase: self.unlock.emit(entry, passphrase))
        column.addWidget(self.form)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.form.open)
        column.addLayout(row)

    def _add_plan(
        self,
        column: QVBoxLayout,
        entry: Entry,
        incoming: IncomingPack | None,
        area: QScrollArea,
    ) -> None:
        plan, theme = entry.plan, self._context.theme
        assert plan is not None
        for words in [c.text for c in plan.grave] + [*plan.pack.notices] or [plan.refused]:
            if words:
                banner = Banner(theme)
                column.addWidget(banner)
                banner.say(words, "err" if plan.refused else "warn", closable=False)
        self.publisher = PublisherCard(
            theme,
            plan.judgement,
            plan.pack.publisher,
            incoming.earlier if incoming is not None else 0,
            plan.cautions,
            self._context.vault.now(),
            narrow=True,
            skill_files=plan.pack.is_skill_files,
        )
        self.publisher.trust_box.setChecked(self._review.is_trusted(entry))
        self.publisher.trusted.connect(lambda on: self._trust(entry, on))
        column.addWidget(self.publisher)
        if incoming is not None:
            self.contents = Contents(theme, area, narrow=True)
            column.addWidget(self.contents)
            self.contents.allow_switch(not self._review.quarantines(entry))
            self.contents.show_incoming(incoming, entry.choices, entry.switch)
            self.contents.changed.connect(lambda: self._choose(entry))
            self.contents.look_requested.connect(lambda index: self._look(entry, index))
        found = places(plan)
        good = passed({place.finding.code for place in found})
        column.addWidget(ScanColumn(theme, _("Safety scan"), found, good))

    # What people do

    def _trust(self, entry: Entry, on: bool) -> None:
        self._review.trust(entry, on)
        self.look_at_quarantine()
        self.changed.emit()

    def _choose(self, entry: Entry) -> None:
        if self.contents is not None:
            entry.switch = self.contents.switched()
            self._review.choose(entry, self.contents.choices())
            self.changed.emit()

    def _look(self, entry: Entry, index: int) -> None:
        below = self.window().parentWidget()
        if entry.plan is not None and below is not None:
            compare_item(self._context, entry.plan.items[index], self._review.plans, below)
