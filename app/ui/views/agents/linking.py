"""Looking at what a folder would bring before it is linked. Public name: `LinkDialog`."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.mirror.linking import Incoming, incoming, link_chosen
from app.core.mirror.report import Report
from app.core.packs.scan.rules import Severity
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.agents.signs import refused_words, said_path
from app.ui.views.agents.tick_list import TickList
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.job_bar import JobBar
from app.ui.widgets.labels import label

SIZE = (720, 560)
_ORDER = {one: n for n, one in enumerate((Severity.DANGER, Severity.WARNING, Severity.NOTE))}


class LinkDialog(Dialog):
    """`linked(path)` when it is followed. Nothing is ticked before a person does it."""

    is_review = True
    linked = Signal(object)

    def __init__(self, context: AppContext, path: Path, parent: QWidget) -> None:
        self._path, name = path, said_path(path)
        super().__init__(
            context.theme,
            _("Link {folder}").format(folder=name),
            _("Looking at what is in it…"),
            parent=parent,
            icon="link",
            name="link-folder",
            window_state=context.window_state,
        )
        self._context = context
        self._job: Job | None = None
        self._linking = False
        self.banner = Banner(context.theme)
        self.list = TickList(_("Skills in this folder"))
        self._all = Button(context.theme, _("Select all"), "quiet", size="small")
        self._invert = Button(context.theme, _("Invert"), "quiet", size="small")
        self.cancel = Button(context.theme, _("Cancel"), size="large")
        self.go = Button(context.theme, _("Link"), "primary", size="large", icon="link")
        self._bar = JobBar()
        self._bar.begin(_("Looking at what is in it"))
        self._lay_out()
        self.resize(*SIZE)
        self._all.clicked.connect(lambda: self.list.tick(lambda _on: True))
        self._invert.clicked.connect(lambda: self.list.tick(lambda on: not on))
        self.list.ticked.connect(self._show_go)
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._link)
        context.jobs.progressed.connect(self._on_progressed)
        context.jobs.ended.connect(self._on_ended)
        self.go.setEnabled(False)
        vault = context.vault
        self._job = context.jobs.start(
            self,
            _("Looking at a folder"),
            lambda job: incoming(vault, path, job),
            self._show,
            self._on_failed,
        )

    def _lay_out(self) -> None:
        self.body.addWidget(self.banner)
        said = _(
            "What comes in is followed both ways: a change here is written to its file, and one on"
            " the disk is read. The files are not encrypted; every program on this computer can"
            " read them. What you do not tick stays as it is, and nothing foreign is changed."
        )
        self.body.addWidget(label(said, "secondary", wrap=True))
        tools = QHBoxLayout()
        tools.setSpacing(6)
        self._count = label("", "muted")
        tools.addWidget(self._count, 1)
        tools.addWidget(self._all)
        tools.addWidget(self._invert)
        self.body.addLayout(tools)
        self._pages = QStackedLayout()
        self.body.addLayout(self._pages, 1)  # first: what it shows without a place is a window
        self._pages.addWidget(self.list)
        nothing = QWidget()
        column = QVBoxLayout(nothing)
        words = label(_("No skill is in it yet. What is put there later comes in."), "muted")
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(nothing)
        self.footer.addWidget(self._bar, 1)
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel)
        self.footer.addWidget(self.go)

    # What is there

    def _show(self, found: Sequence[Incoming]) -> None:
        self._job = None
        self._bar.hide()
        for one in found:
            self._add(one)
        count = ngettext("{count} skill in it", "{count} skills in it", len(found))
        self.subtitle.setText(count.format(count=len(found)))
        self._pages.setCurrentIndex(0 if found else 1)
        for button in (self._all, self._invert):
            button.setVisible(bool(found))
        self._show_go()
        if found:
            self.list.setCurrentIndex(self.list.items.index(0, 0))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, one: Incoming) -> None:
        dangers = any(found.severity is Severity.DANGER for found in one.findings)
        icon = self._context.theme.icon("warn", "warn") if dangers or one.trouble else None
        words = "\n".join((one.title, *_remarks(one)))
        self.list.add(one.name, words, icon, can=not one.trouble)

    def _show_go(self) -> None:
        count = len(self.list.chosen)
        words = ngettext("Link and read {count} skill", "Link and read {count} skills", count)
        self.go.setText(words.format(count=count) if count else _("Link"))
        self.go.setEnabled(self._job is None)
        chosen = ngettext("{count} selected", "{count} selected", count).format(count=count)
        self._count.setText(chosen if self.list.items.rowCount() else "")

    # Linking

    def _link(self) -> None:
        vault, path = self._context.vault, self._path
        chosen = frozenset(map(str, self.list.chosen))
        self._linking = True
        self.banner.hide()
        self._bar.begin(_("Linking"))
        self._bar.show()
        self.list.setEnabled(False)
        self._job = self._context.jobs.start(
            self,
            _("Linking"),
            lambda job: link_chosen(vault, path, chosen, progress=job),
            self._on_linked,
            self._on_failed,
        )
        self._show_go()

    def _on_linked(self, report: Report) -> None:
        self._job = None
        count, name = len(report.read), said_path(self._path)
        said = ngettext(
            "{folder} is linked. {count} skill came in.",
            "{folder} is linked. {count} skills came in.",
            count,
        ).format(folder=name, count=count)
        if report.quarantined:
            waiting = ngettext(
                "{count} of them is in quarantine until you have looked.",
                "{count} of them are in quarantine until you have looked.",
                len(report.quarantined),
            )
            said += " " + waiting.format(count=len(report.quarantined))
        self._context.say.tell(said, undoable=False)
        self.linked.emit(self._path)
        self.accept()

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self._bar.show_progress(fraction, text)

    def _on_ended(self, job: Job) -> None:
        if job is self._job and job.cancelled:
            self._job = None
            super().reject()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._bar.hide()
        self.list.setEnabled(True)
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
        elif self._linking:
            self.banner.explain(error)
            self._show_go()
        else:  # it cannot be linked at all
            self.subtitle.setText(_("It cannot be linked."))
            self.banner.explain(error)

    # Qt

    def reject(self) -> None:
        """Stops what is under way, and then nothing is linked."""
        if self._job is not None:
            self._job.cancel()
        if self._job is None or not self._linking:
            super().reject()


def _remarks(one: Incoming) -> list[str]:
    said = []
    if one.trouble:
        said.append(_("Cannot be read: {why}").format(why=one.trouble))
    if one.owner:
        said.append(_("Belongs to {owner}; ticked, it is adopted").format(owner=one.owner))
    if one.findings:
        worst = min(one.findings, key=lambda found: _ORDER[found.severity])
        count = ngettext("{count} finding", "{count} findings", len(one.findings))
        said.append(f"{count.format(count=len(one.findings))}: {worst.title}")
    return [*said, *map(refused_words, one.refusals)]
