"""The review of a pack before it comes into the library. Public name: `ImportDialog`."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs import install, plan
from app.core.packs.cautions import Kind
from app.core.packs.install import Imported, StalePlan
from app.core.packs.match import Choice
from app.core.packs.plan import Plan
from app.core.progress import SILENT, Progress
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.engrams.destination import Destination
from app.ui.views.packs.importing.comparing import compare_item
from app.ui.views.packs.importing.contents import Contents
from app.ui.views.packs.importing.incoming import IncomingPack, compared, title_of
from app.ui.views.packs.importing.publisher_card import PublisherCard
from app.ui.views.packs.importing.scan_findings import ScanColumn, passed, places
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.close_question import CloseQuestion
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label, rule
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.switch import Switch
from app.ui.widgets.tips import plain_tip

SIZE = QSize(988, 680)
SMALLEST = QSize(760, 520)
SCAN = 330
MARK = 14
FEW = 10
"""As many skills are compared with those in another engram at once; of more it is a job."""


class ImportDialog(Dialog):
    """`imported(Imported)` after the skills came in. Nothing is written before that."""

    is_review = True
    imported = Signal(object)

    def __init__(self, context: AppContext, incoming: IncomingPack, parent: QWidget) -> None:
        title = _("Open {file}").format(file=incoming.outside.path.name)
        about = title_of(incoming)
        super().__init__(
            context.theme,
            title,
            about,
            parent=parent,
            icon="packs",
            name="import",
            window_state=context.window_state,
        )
        self._context, self._incoming = context, incoming
        self._job: Job | None = None
        self._done: Imported | None = None
        made = incoming.plan
        self.publisher = PublisherCard(
            context.theme,
            made.judgement,
            made.pack.publisher,
            incoming.earlier,
            made.cautions,
            context.vault.now(),
            skill_files=made.pack.is_skill_files,
        )
        self._area = scrolled(holder := QWidget(), _("Contents"), with_keys=True)
        is_narrow = context.theme.scaled(SIZE.width()) > parent.window().width()
        self.contents = Contents(context.theme, self._area, narrow=is_narrow)
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(*((20, 4, 12, 0) if is_narrow else (0, 0, 0, 0)))
        inside.addWidget(self.contents)
        offers = [(made.engram_name, made.engram_name)]
        self.destination = Destination(context, made.pack.name, offers)
        self.quarantine = Switch(context.theme, _("Keep in quarantine"))
        self.banner = Banner(context.theme)
        self._question = CloseQuestion(self.banner)
        self.go = Button(context.theme, "", "primary", size="large", icon="import")
        self._lay_out()
        self._connect()
        self._show_plan(incoming)
        self.contents.allow_switch(not made.quarantine)
        self.quarantine.toggled.connect(lambda on: self.contents.allow_switch(not on))
        self.quarantine.setChecked(made.quarantine or made.quarantine_locked)
        self.quarantine.setEnabled(not made.quarantine_locked)
        for chosen in (
            self.publisher.trusted,
            self.contents.changed,
            self.destination.chosen,
            self.quarantine.toggled,
        ):
            chosen.connect(self._question.touch)
        self.setMinimumSize(SMALLEST)
        self.resize(SIZE)

    @property
    def plan(self) -> Plan:
        return self._incoming.plan

    @property
    def is_importing(self) -> bool:
        return not self.destination.isEnabled()

    # Layout

    def _lay_out(self) -> None:
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(20, 0, 20, 16)
        top.setSpacing(8)
        top.addWidget(self.publisher)
        for caution in self.plan.cautions:
            if caution.kind in (Kind.OLDER, Kind.CLAIMS_OFFICIAL):
                top.addWidget(self._caution(caution.text))
        for notice in self.plan.pack.notices:
            top.addWidget(self._caution(notice))
        top.addWidget(self.banner)
        self.body.addLayout(top)
        self.body.addWidget(rule())
        middle = QHBoxLayout()
        middle.setSpacing(0)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self._area, 1)
        left.addWidget(rule())
        left.addWidget(self._note("info", _("Your versions stay in History, whatever you choose.")))
        middle.addLayout(left, 1)
        middle.addWidget(rule("down"))
        middle.addWidget(self._side())
        self.body.addLayout(middle, 1)
        self._fill_footer()

    def _side(self) -> QWidget:
        made = QWidget()
        made.setFixedWidth(self.share(SCAN))
        column = QVBoxLayout(made)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(12)
        found = places(self.plan)
        good = passed({place.finding.code for place in found})
        scan = ScanColumn(self._context.theme, _("Safety scan"), found, good)
        scan.setContentsMargins(0, 0, 8, 0)
        column.addWidget(scrolled(scan, _("Safety scan"), with_keys=True), 1)
        column.addWidget(rule())
        column.addWidget(self.destination)
        return made

    def _fill_footer(self) -> None:
        locked = self.plan.quarantine_locked
        words = (
            _("Locked: this pack is unsigned")
            if locked
            else _("Visible to you, inert for agents until you release each skill")
        )
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self.quarantine)
        caption = label(words, "caption", wrap=True)
        caption.setContentsMargins(36, 0, 0, 0)
        column.addWidget(caption)
        cancel = Button(self._context.theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.leave)
        self.footer.addLayout(column, 1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.go)

    def _caution(self, words: str) -> QWidget:
        made = Banner(self._context.theme)
        made.say(words, "warn", closable=False)
        return made

    def _note(self, icon: str, words: str) -> QWidget:
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(20, 8, 16, 8)
        row.setSpacing(8)
        mark = QLabel()
        mark.setPixmap(
            self._context.theme.pixmap(
                icon, "t3", self._context.theme.scaled(MARK), self.devicePixelRatioF()
            )
        )
        row.addWidget(mark)
        row.addWidget(label(words, "caption", wrap=True), 1)
        return made

    def _connect(self) -> None:
        self.publisher.trusted.connect(self._on_trusted)
        self.contents.changed.connect(self._show_state)
        self.contents.look_requested.connect(self._look)
        self.destination.chosen.connect(self._go_elsewhere)
        self.banner.acted.connect(self.leave)
        self.go.clicked.connect(self.start)
        self._context.jobs.ended.connect(self._on_ended)

    # What it shows

    def _show_plan(self, incoming: IncomingPack) -> None:
        self._incoming = incoming
        self.contents.allow_switch(not self.quarantine.isChecked())
        self.contents.show_incoming(incoming)
        self.destination.show_engram(incoming.plan.engram, incoming.plan.engram_name)
        self._show_state()

    def _show_state(self) -> None:
        count = sum(choice is not Choice.KEEP for choice in self.contents.choices().values())
        words = ngettext("Import {count} skill", "Import {count} skills", count)
        trusting = self.publisher.trusts and not count
        all_of_it = len(self.plan.items)
        most = ngettext("Import {count} skill", "Import {count} skills", all_of_it)
        self.go.say(
            _("Import is off")
            if not self.plan.allowed
            else _("Trust this publisher")
            if trusting
            else words.format(count=count)
            if count
            else _("Nothing to import"),
            most.format(count=all_of_it),
        )
        allowed = self.plan.allowed and self._job is None
        self.go.setEnabled(allowed and (count > 0 or trusting))
        self.go.setToolTip(plain_tip(self.plan.refused))

    def _on_trusted(self, trusted: bool) -> None:
        """Who is trusted needs no quarantine, unless the person wants it."""
        if not self.plan.quarantine_locked:
            self.quarantine.setChecked(not trusted)
        self._show_state()

    def _go_elsewhere(self, engram: int | str) -> None:
        self._plan_again(engram)

    def _plan_again(self, engram: int | str | None = None) -> None:
        vault, outside, before = self._context.vault, self._incoming.outside, self.plan
        if self._job is not None:
            self._job.cancel()
            self._job = None

        def work(progress: Progress) -> IncomingPack:
            return compared(vault, outside, plan.again(vault, before, engram), progress)

        if len(before.items) <= FEW:
            self._show_plan(work(SILENT))
            return
        title = _("Comparing with the library")
        self._job = self._context.jobs.start(self, title, work, self._on_planned, self._on_failed)
        self._show_state()

    def _on_planned(self, incoming: IncomingPack) -> None:
        self._job = None
        self._show_plan(incoming)

    def _look(self, index: int) -> None:
        compare_item(self._context, self.plan.items[index], [self.plan], self._below)

    # Importing

    def start(self) -> None:
        """Import what is chosen: one transaction, one undo."""
        if not self.go.isEnabled():
            return
        made, choices, switch = self.plan, self.contents.choices(), self.contents.switched()
        vault, trusts = self._context.vault, self.publisher.trusts
        quarantine = self.quarantine.isChecked()
        self.banner.hide()
        self.destination.setEnabled(False)
        self._done = None

        def work(job: Job) -> None:
            self._done = install.apply(
                vault,
                made,
                choices,
                quarantine=quarantine,
                trust_publisher=trusts,
                switch=switch,
                progress=job,
            )

        title = _("Importing {pack}").format(pack=made.pack.name)
        self._job = self._context.jobs.start(self, title, work, self._on_imported, self._on_failed)
        self._show_state()

    def _on_imported(self, _nothing: None) -> None:
        self._job = None
        self.imported.emit(self._done)
        self.accept()

    def _on_ended(self, job: Job) -> None:
        """What was stopped too late is imported, and nobody is told otherwise."""
        if job is not self._job or not job.cancelled:
            return
        if self._done is not None:
            self._on_imported(None)
        else:
            self._job = None
            self.leave()

    def _on_failed(self, error: Exception) -> None:
        """The library moved: look again. Anything else is said and nothing is lost."""
        self._job = None
        self.destination.setEnabled(True)
        if isinstance(error, StalePlan):
            self._plan_again()
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
        else:
            self.banner.explain(error)
        self._show_state()

    def leave(self) -> None:
        """Stop an import that is under way, nothing of it stays, and leave."""
        if self._job is not None:
            self._job.cancel()
        if self._job is None or not self.is_importing:
            super().reject()

    # Qt

    def reject(self) -> None:
        """Esc and the cross ask before what was chosen is lost."""
        if self.is_importing or not self._question.holds():
            self.leave()
