"""Writing skills into a signed pack. Public name: `export_skills`."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.packs import export, identity
from app.core.packs.export import Options
from app.core.packs.format.contents import Format, Mode
from app.core.packs.format.limits import NAME_CHARS
from app.core.packs.format.signing import Identity
from app.core.skills import names
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.packs.exporting.contents import Cargo, PackedSkills, described, load
from app.ui.views.packs.exporting.readers import Readers
from app.ui.views.packs.exporting.signer import Signer
from app.ui.views.packs.exporting.skill_files import (
    Files,
    about_files,
    ask_folder,
    chosen_files,
    missing,
)
from app.ui.views.packs.exporting.writing import write_reviewed
from app.ui.widgets import file_saving
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import Role, label, restyle, rule
from app.ui.widgets.name_line import NameLine
from app.ui.widgets.prose_field import ProseField
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.select import Select
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.typed_draft import Field

SIDE = 340
WIDTH, HEIGHT = 900, 740
DESCRIPTION_HEIGHT = 58
PACKED = Part.LIST | Part.TEXT | Part.EDGES | Part.TRAINING | Part.MEMORIES | Part.KNOWLEDGE
"""What a change of which may be a change of what leaves."""
LEADING = 8
"""So many skills say which export it is."""


def export_skills(context: AppContext, parent: QWidget, ids: tuple[int, ...]) -> None:
    """Ask how to pack these skills, and write the file the person chooses."""
    ExportDialog(context, ids, parent).open()


class ExportDialog(Dialog):
    """Nothing is written before the person has chosen a file and read what was found."""

    def __init__(self, context: AppContext, ids: tuple[int, ...], parent: QWidget) -> None:
        rows = tuple(catalogue.some(context.vault, ids).values())
        count = ngettext("Export {name}", "Export {count} skills", len(rows))
        first = rows[0].title if rows else ""
        title = count.format(name=first, count=len(rows))
        self._about = _("One signed file that others can open, review and import")
        super().__init__(context.theme, title, self._about, parent=parent, icon="export")
        self._context, self._ids = context, tuple(row.id for row in rows)
        self.cargo: Cargo | None = None
        self._job: Job | None = None
        self._mode_before: Mode | None = None
        """Who could read it before a format was chosen that anyone can read."""
        self._again: Job | None = None
        """Looks at what was changed while this is open."""
        self.name = NameLine(first)
        self.name.setMaxLength(NAME_CHARS)
        self.version = QLineEdit()
        self.description = ProseField()
        self.format = Select(context.theme, _("Format"))
        self.readers = Readers(context)
        self.skills = PackedSkills(context.theme)
        self.banner = Banner(context.theme)
        self.go = Button(context.theme, "", "primary", size="large", icon="export")
        self.signer = Signer()
        self._missing = label("", "caption", wrap=True)
        self._missing.setContentsMargins(20, 8, 20, 10)
        self._area = scrolled(self._form(), _("About the pack"))
        self._lay_out()
        self._connect()
        self._offer_version()
        self._load()
        self._watch()
        self.resize(WIDTH, HEIGHT)

        vault = context.vault
        context.writes.write(
            self,
            _("Loading your key"),
            lambda: identity.mine(vault),
            self._on_identity,
        )

    # Layout

    def _lay_out(self) -> None:
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        side = QWidget()
        side.setFixedWidth(self.share(SIDE))
        column = QVBoxLayout(side)
        column.setContentsMargins(16, 14, 12, 12)
        column.addWidget(scrolled(self.skills, _("Skills"), with_keys=True))
        row = QHBoxLayout()
        row.setSpacing(0)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self._area, 1)
        left.addWidget(rule())  # else it reads on from a paragraph that is scrolled half away
        left.addWidget(self._missing)
        row.addLayout(left, 1)
        row.addWidget(rule("down"))
        row.addWidget(side)
        self.body.addWidget(self.banner)
        self.body.addWidget(rule())
        self.body.addLayout(row, 1)
        cancel = Button(self._theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        who = QVBoxLayout()
        who.addWidget(self.signer)
        self.footer.addWidget(_held(who), 1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.go)

    def _form(self) -> QWidget:
        self.version.setMaximumWidth(self._theme.scaled(110))
        self.description.setFixedHeight(self._theme.scaled(DESCRIPTION_HEIGHT))
        self.description.setTabChangesFocus(True)
        self.format.addItem(_("Techne pack (.gsk)"), Format.NATIVE)
        self.format.addItem(_("Older pack, GSK2"), Format.GSK2)
        self.format.addItem(_("Older pack, GSK1"), Format.GSK1)
        for one in Files:
            self.format.addItem(one.words, one.value)
        named = QHBoxLayout()
        named.setSpacing(12)
        named.addLayout(_field(_("Pack name"), self.name), 1)
        named.addLayout(_field(_("Version"), self.version))
        first = QVBoxLayout()
        first.setSpacing(14)
        first.addWidget(self.signer.asking)
        first.addLayout(named)
        made = QWidget()
        form = QVBoxLayout(made)
        form.setContentsMargins(20, 14, 20, 14)
        form.setSpacing(14)
        what = _field(_("What it is for"), self.description)
        who = _field(_("Who can read it"), self.readers)
        self._of_pack = [_held(one) for one in (first, what, who)]
        for part in self._of_pack[:2]:
            form.addWidget(part)
        form.addLayout(_field(_("Format"), self.format))
        for part in self._of_pack[2:]:
            form.addWidget(part)
        form.addStretch(1)
        return made

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._offer_version)
        self.name.textChanged.connect(self._show_state)
        self.version.textChanged.connect(self._show_state)
        self.format.currentIndexChanged.connect(self._on_format)
        self.readers.changed.connect(self._show_state)
        self.readers.choice.chosen.connect(self._show_readers)
        self.signer.changed.connect(self._show_state)
        self.description.textChanged.connect(self._describe)
        self._context.bridge.changed.connect(self._on_changed)
        self.skills.calls_changed.connect(self._load)
        self.skills.memories_changed.connect(self._load)
        self.skills.originals.toggled.connect(self._load)
        self.skills.read.connect(self._show_state)
        self.go.clicked.connect(self._choose_file)

    # What it will be

    @property
    def options(self) -> Options:
        """What the person chose. Raises `AppError` for a recipient's key that is none."""
        return replace(
            self._contents(),
            name=self.name.text().strip(),
            description=self._said,
            version=self.version.text().strip(),
            wish=self.readers.wish(),
            hide_names=self.readers.hides_names,
        )

    def _contents(self) -> Options:
        """What of it decides which bytes there are to review; its own words are begun with."""
        is_pack = self.files is None
        return Options(
            format=Format(self.format.currentData()) if is_pack else Format.NATIVE,
            with_calls=self.skills.with_calls.isChecked(),
            include_memories=is_pack and self.skills.memories.isChecked(),
            include_originals=self.skills.originals.isChecked(),
        )

    @property
    def _said(self) -> str:
        """What the pack says of itself."""
        return self.description.toPlainText().strip()

    @property
    def files(self) -> Files | None:
        """Which kind of skill files it is to be; None for a pack."""
        return chosen_files(str(self.format.currentData()))

    def _offer_version(self) -> None:
        """The one after the last that was exported under this name."""
        edition = export.latest(self._context.vault, self.name.text().strip())
        self.version.setText(export.next_version(edition.version if edition else ""))

    def _watch(self) -> None:
        """Keep what is written about the pack; who reads it may be a secret, and is not kept."""
        fields: dict[str, Field] = {
            "name": self.name,
            "version": self.version,
            "description": self.description,
        }
        self.offer_draft(self._context, f"export {' '.join(map(str, self._ids[:LEADING]))}", fields)

    def _on_format(self) -> None:
        """The oldest format and files of skills cannot be encrypted; files have no name of their
        own, nobody signs them, and no memories are in them."""
        is_pack = self.files is None
        open_only = self.format.currentData() == Format.GSK1 or not is_pack
        for part in (*self._of_pack, self.signer):
            part.setVisible(is_pack)
        self.skills.memories.setEnabled(is_pack)
        self.subtitle.setText(self._about if is_pack else about_files())
        if open_only and self._mode_before is None:
            self._mode_before = self.readers.mode
            self.readers.choose(Mode.OPEN)
        elif not open_only and self._mode_before is not None:
            self.readers.choose(self._mode_before)
            self._mode_before = None
        self.readers.choice.setEnabled(not open_only)
        self._load()

    def _on_identity(self, me: Identity) -> None:
        """Begin with the name of who signs where it is asked for, unless somebody types already."""
        self.signer.show_identity(me)
        if self.signer.missing() and not self.name.isModified():
            self.signer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_readers(self) -> None:
        """Scroll to what is asked for, once it has its place."""
        QTimer.singleShot(0, self.readers, lambda: self._area.ensureWidgetVisible(self.readers))

    def _load(self) -> None:
        """Look again at what would be packed."""
        vault, ids, options = self._context.vault, self._ids, self._contents()
        self.cargo = None
        for job in (self._job, self._again):
            if job is not None:
                job.cancel()
        self._again = None
        self._job = self._context.jobs.start(
            self,
            _("Checking the skills"),
            lambda _job: load(vault, ids, options),
            self._on_loaded,
            self._on_failed,
        )
        self._show_state()

    def _on_loaded(self, cargo: Cargo) -> None:
        self._job = self._again = None
        if not self.description.document().isModified():
            self.description.setPlainText(cargo.description)
        self._show_cargo(cargo)

    def _show_cargo(self, cargo: Cargo) -> None:
        """What was found in the skills, and in what the pack says of itself by now."""
        self.cargo = replace(cargo, packing=described(cargo.packing, self._said))
        self.skills.show_cargo(self.cargo)
        self._show_state()

    def _describe(self) -> None:
        if self.cargo is not None:
            self._show_cargo(self.cargo)

    def _on_changed(self, changes: Changes) -> None:
        """What was saved meanwhile, late or by somebody else, is looked at as well."""
        if self.cargo is None or not changes.parts & PACKED:
            return
        if self._again is not None:
            self._again.cancel()
        vault, ids, options = self._context.vault, self._ids, self._contents()
        self._again = self._context.jobs.start(
            self,
            _("Checking the skills"),
            lambda _job: load(vault, ids, options),
            self._on_loaded_again,
            self._on_failed_again,
        )

    @property
    def is_reviewing(self) -> bool:
        """Whether what changed is being looked at."""
        return self._again is not None

    def _on_loaded_again(self, cargo: Cargo) -> None:
        self._again = None
        if self._job is None:  # else it is being written, if it is what was reviewed
            self._show_cargo(cargo)

    def _on_failed_again(self, error: Exception) -> None:
        self._again = None
        if self._job is None:
            self.cargo = None
            self._on_failed(error)

    def press_primary(self) -> None:
        """Export, or go to what has yet to be filled in and say so."""
        missing, field = self._lacking()
        if not missing:
            super().press_primary()
            return
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._area.ensureWidgetVisible(field)
        self._say_missing(missing, "error")

    def _lacking(self) -> tuple[str, QWidget]:
        """What has yet to be given first, in a sentence, and where; empty when nothing."""
        read = self.cargo is None or self.skills.have_read.isChecked()
        unread = "" if read else _("Review the findings, then tick that you have read them.")
        if self.files is not None:
            count = len(self.cargo.packing.pack.skills) if self.cargo is not None else 0
            asked: tuple[tuple[str, QWidget], ...] = ((missing(self.files, count), self.format),)
        else:
            asked = (
                ("" if self.name.text().strip() else _("Name the pack."), self.name),
                (self.readers.missing(), self.readers.field),
                (self.signer.missing(), self.signer.field),
            )
        checked = (*asked, (unread, self.skills.have_read))
        return next((one for one in checked if one[0]), ("", self.go))

    def _say_missing(self, words: str, role: Role) -> None:
        self._missing.setText(words)
        self._missing.setProperty("role", role)
        restyle(self._missing)

    def _show_state(self) -> None:
        missing, _field = self._lacking()
        self._say_missing(missing, "caption")
        self.go.setText(self.readers.export_words())
        self.go.setToolTip(plain_tip(missing))
        self.go.setEnabled(not missing and self.cargo is not None and self._job is None)

    # Writing

    def _choose_file(self) -> None:
        stem = names.key(self.name.text()) or "skills"
        if self.cargo is None:
            return
        chosen = partial(self._write_reviewed, self.cargo)
        if self.files is Files.FOLDERS:
            ask_folder(self, self._context.window_state, chosen)
            return
        title, kind, name = _("Export a pack"), _("Packs"), f"{stem}.gsk"
        if self.readers.hides_names:
            name = "pack.gsk"  # a name of a file can be read, too
        if self.files is Files.ARCHIVE:
            title, kind, name = _("Export a skill"), _("Skills"), f"{stem}.skill"
        file_saving.ask_where(self._context, self, title, kind, name, chosen)

    def _write_reviewed(self, reviewed: Cargo, path: str) -> None:
        """Write it, unless it changed while a place was being chosen."""
        if self.cargo is None or not reviewed.covers(self.cargo.packing):
            self._say_changed()
        else:
            self.write_to(path)

    def _say_changed(self) -> None:
        said = _("The skills changed meanwhile, so nothing was exported. Review them again.")
        self.banner.say(said, "warn")

    def write_to(self, path: str | Path) -> None:
        """Pack, sign and write: the whole file or none."""
        reviewed = self.cargo
        if not self.go.isEnabled() or reviewed is None:
            return
        vault, ids, options, file = self._context.vault, self._ids, self.options, Path(path)
        name, files = self.signer.name, self.files
        self.banner.hide()

        def work(job: Job) -> Path | None:
            return write_reviewed(vault, ids, options, reviewed, files, name, file, job)

        title = _("Exporting {name}").format(name=options.name)
        self._job = self._context.jobs.start(self, title, work, self._on_written, self._on_failed)
        self._show_state()

    def _on_written(self, file: Path | None) -> None:
        """It is over: where the file is stays to be read in the window."""
        if file is None:
            self._job = None
            self._say_changed()
            self._load()
            return
        words = _("Exported {name} {version} to {file}")
        if self.files is not None:
            words = _("Exported {name} to {file}")
        said = words.format(
            name=self.name.text().strip(), version=self.version.text().strip(), file=file.name
        )
        file_saving.tell_saved(self._context, said, file)
        if self.typed is not None:
            self.typed.end()
        self.accept()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._context.jobs.explain(self, error, self.banner.explain)
        self._show_state()


def _held(layout: QLayout) -> QWidget:
    """A part of the form that can be hidden."""
    made = QWidget()
    layout.setContentsMargins(0, 0, 0, 0)
    made.setLayout(layout)
    return made


def _field(words: str, field: QWidget) -> QVBoxLayout:
    """A field with its name above it."""
    name = label(words, "secondary")
    name.setBuddy(field)
    if not field.accessibleName():
        field.setAccessibleName(words)
    column = QVBoxLayout()
    column.setSpacing(5)
    column.addWidget(name)
    column.addWidget(field)
    return column
