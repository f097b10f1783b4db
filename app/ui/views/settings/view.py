"""The settings page. Public name: `SettingsView`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QScrollArea, QVBoxLayout, QWidget

from app import __version__
from app.core import vaults
from app.core.changes import Part
from app.core.store.backup import Backup
from app.core.words import _
from app.desktop import association
from app.ui.context import AppContext
from app.ui.views.settings.fields import Fields, appearance, keeping, locking
from app.ui.views.settings.reading import ReadingSettings
from app.ui.views.settings.section import Line, Section
from app.ui.views.settings.server_token import ServerToken
from app.ui.views.settings.terms import TermsSettings
from app.ui.views.settings.vault_keys import ChangePassphrase, Remember
from app.ui.views.start.backups import backup_text
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

if TYPE_CHECKING:
    from app.ui.views.settings.knowledge import KnowledgeSettings
    from app.ui.views.settings.model.view import ModelSettings

WIDEST = 720
SPACE = 20
BACKUP_ROWS = 5
PARTS = (
    "Qt and PySide6 (LGPL-3.0), SQLite with SQLite3 Multiple Ciphers, sqlite-vec, Inter (OFL-1.1)"
)


class SettingsView(QWidget):
    """`changed(Settings)` at once with every choice; there is nothing to confirm."""

    changed = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.fields = Fields(context.theme, context.vault.home, self)
        self.fields.changed.connect(self.changed)
        self.remember = Remember(context)
        self.form = ChangePassphrase(context)
        self.form.changed.connect(self._on_passphrase_changed)
        self.backups = QListWidget()
        self.backups.setAccessibleName(_("Backups, newest first"))
        self._page = page = QWidget()
        context.theme.changed.connect(self._widen)
        self._widen()
        self._column = column = QVBoxLayout(page)
        column.setContentsMargins(20, 20, 20, 40)
        column.setSpacing(24)
        column.addWidget(label(_("Settings"), "page"))
        for section in (self._appearance(), self._vault(), self._backups()):
            column.addWidget(section)
        column.addStretch(1)
        self._rest: Iterator[QWidget] = self._below()
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._go_on)
        self._scroll = scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    @property
    def model(self) -> "ModelSettings":
        """The local model; makes what is not on the page yet."""
        self.finish()
        return self._models

    @property
    def knowledge(self) -> "KnowledgeSettings":
        """The numbers of the knowledge; makes what is not on the page yet."""
        self.finish()
        return self._numbers

    def finish(self) -> None:
        """Do not wait any longer for the sections that are still to follow."""
        for section in self._rest:
            self._add(section)
        self._later.stop()

    def ask_new_passphrase(self) -> None:
        """The form without the old passphrase, which its owner has forgotten."""
        self.form.forget_old()
        self._form_row.show()
        self._begin_form(self.form.new.first)

    def show_model(self) -> None:
        """Bring the local model to the top, with the focus on the first thing to do there."""
        self._bring(self.model)

    def show_setting(self, name: str) -> None:
        """Bring the row that is called so to the top, with the focus on what changes it."""
        self.finish()
        lines = self._page.findChildren(Line)
        line = next((one for one in lines if one.name.text() == name), None)
        if line is not None:
            self._bring(line)

    def _bring(self, part: QWidget) -> None:
        self._page.adjustSize()
        top = part.mapTo(self._page, QPoint(0, 0)).y()
        self._scroll.verticalScrollBar().setValue(max(0, top - SPACE))
        proxy = part.focusProxy()
        for widget in (proxy,) if proxy is not None else part.findChildren(QWidget):
            takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and widget.isVisibleTo(self) and widget.isEnabled():
                widget.setFocus(Qt.FocusReason.TabFocusReason)
                if isinstance(widget, QLineEdit):
                    widget.selectAll()  # which Qt leaves out while the palette is in front
                return

    def use_model_file(self, path: str) -> None:
        """Offer the model in a file."""
        self.show_model()
        self.model.found.attach_files([path])

    def refresh_backups(self) -> None:
        """Look into the folder again."""
        self.backups.clear()
        for backup in vaults.backups(self._context.vault.home.folder):
            self.backups.addItem(backup_text(backup))
        rows = min(self.backups.count(), BACKUP_ROWS)
        self.backups.setFixedHeight(rows * max(self.backups.sizeHintForRow(0), 1))
        self._backup_rows.setVisible(rows > 0)

    def back_up(self) -> None:
        """Make a verified copy now."""
        self._context.jobs.start(
            self, _("Backing up"), lambda _job: self._context.vault.backup(), self._on_backed_up
        )

    def _below(self) -> Iterator[QWidget]:
        """What is out of sight at first, from the top; each is made when it is asked for."""
        self._models = self._model()
        yield self._models
        self._numbers = self._knowledge()
        self._numbers.stored.connect(self._on_knowledge_changed)
        yield self._numbers
        reading = ReadingSettings(self._context)
        self._models.looked.connect(reading.show_around)
        yield reading
        yield TermsSettings(self._context)
        yield self._files()
        yield self._about()

    def _go_on(self) -> None:
        section = next(self._rest, None)
        if section is None:
            self._later.stop()
        else:
            self._add(section)

    def _add(self, section: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, section)
        section.show()

    def _widen(self) -> None:
        """Lines are no longer than can be read well, in letters of any size."""
        self._page.setMaximumWidth(self._context.theme.scaled(WIDEST))

    def _appearance(self) -> Section:
        section = Section(_("Appearance"))
        self.fields.fill(section, appearance())
        return section

    def _vault(self) -> Section:
        section = Section(_("Vault"))
        open_form = Button(self._context.theme, _("Change…"), size="small")
        open_form.setAccessibleName(_("Change the passphrase"))
        open_form.clicked.connect(self._toggle_form)
        section.add(_("Passphrase"), _("Changing it does not affect your skills."), open_form)
        self._form_row = section.add_wide(self.form)
        self._form_row.hide()
        section.add(
            _("Remember on this computer"),
            _("Unlocks with your system keychain. You can turn it off any time."),
            self.remember,
        )
        self.fields.fill(section, locking())
        section.add_line(ServerToken(self._context))
        return section

    def _backups(self) -> Section:
        section = Section(_("Backups"))
        now = Button(self._context.theme, _("Back up now"), size="small")
        now.clicked.connect(self.back_up)
        restore = Button(self._context.theme, _("Restore…"), size="small")
        restore.setAccessibleName(_("Restore a backup"))
        restore.clicked.connect(self._context.go.restore)
        section.add(
            _("Copies of the vault"),
            _("Encrypted like the vault and verified after they are made."),
            now,
            restore,
        )
        self._backup_rows = section.add_wide(self.backups)
        self.fields.fill(section, keeping())
        return section

    def _knowledge(self) -> "KnowledgeSettings":
        from app.ui.views.settings.knowledge import (  # noqa: PLC0415 - loads YAML
            KnowledgeSettings,
        )

        return KnowledgeSettings(self._context.theme, self._context.vault.home)

    def _model(self) -> "ModelSettings":
        from app.ui.views.settings.model.view import (  # noqa: PLC0415 - loads what fetches models
            ModelSettings,
        )

        return ModelSettings(self._context)

    def _files(self) -> Section:
        theme, section = self._context.theme, Section(_("Files"))
        show = Button(theme, _("Open the folder"), size="small")
        show.clicked.connect(self._open_folder)
        section.add(_("Data folder"), str(self._context.vault.home.folder), show)
        register = Button(theme, _("Open packs with Techne"), size="small")
        register.clicked.connect(self._register)
        unregister = Button(theme, _("Stop"), "quiet", size="small")
        unregister.setAccessibleName(_("Stop opening packs with Techne"))
        unregister.clicked.connect(self._unregister)
        section.add(
            _("Double-click on a pack"), _("Files that end in .gsk or .gts."), register, unregister
        )
        return section

    def _about(self) -> Section:
        section = Section(_("About"))
        version = label(__version__, "secondary")
        section.add("Techne", _("MIT licence. Nothing is sent anywhere."), version)
        section.add(_("Built on"), PARTS)
        return section

    def _toggle_form(self) -> None:
        self._form_row.setVisible(self._form_row.isHidden())
        if self._form_row.isVisible():
            self._begin_form(self.form.old)

    def _begin_form(self, field: QWidget) -> None:
        """Bring as much of the form as has room into view, above all the field to begin in."""
        field.setFocus()

        def bring() -> None:
            self._scroll.ensureWidgetVisible(self._form_row, 0, SPACE)
            self._scroll.ensureWidgetVisible(field, 0, SPACE)

        QTimer.singleShot(0, self._form_row, bring)  # once it has its place

    def _on_passphrase_changed(self) -> None:
        self._form_row.hide()
        self._context.say.tell(_("Passphrase changed"))

    def _on_knowledge_changed(self) -> None:
        """Whoever shows what follows from the numbers looks again."""
        vault = self._context.vault

        def touch() -> None:
            with vault.write(None) as write:
                write.touch(Part.KNOWLEDGE)

        self._context.writes.write(self, _("Saving"), touch)

    def _on_backed_up(self, _backup: Backup) -> None:
        self.refresh_backups()
        self._context.say.tell(_("Backed up and checked"))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._context.vault.home.folder)))

    def _register(self) -> None:
        association.register(association.launch_command())
        self._context.say.tell(_("Packs now open with Techne"))

    def _unregister(self) -> None:
        association.unregister()
        self._context.say.tell(_("Packs no longer open with Techne"))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh_backups()
        self._later.start()
        if not self.remember.isEnabled():
            self.remember.look()
