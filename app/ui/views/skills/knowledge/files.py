"""The files that are kept with a skill: attached, saved as a copy, taken off."""

from pathlib import Path

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs import attachments
from app.core.packs.attachments import Attachment
from app.core.packs.format.limits import ATTACHMENT_BYTES, ATTACHMENTS, MEBI
from app.core.store.files import replace_file
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import RowsCard
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.tips import plain_tip

EMPTY = 130


class FilesCard(RowsCard):
    """Files that are dropped on it are attached."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Files"), parent)
        self._context = context
        self._skill = 0
        self.add = IconButton(context.theme, "plus", _("Attach files"), size="small")
        self.add.clicked.connect(self._ask)
        self.end.addWidget(self.add)
        self._wrong = label("", "error", wrap=True)
        self._wrong.setContentsMargins(12, 2, 12, 8)
        self._wrong.hide()
        self.column.addWidget(self._wrong)

    def show_files(self, skill: int, found: tuple[Attachment, ...]) -> None:
        if skill != self._skill:
            self._skill = skill
            self._explain("")
        total = sum(one.size for one in found)
        self.remark.setText(f"{len(found)} · {size_words(total)}" if found else "")
        full = len(found) >= ATTACHMENTS
        self.add.setEnabled(not full)
        said = _("A skill can have at most {most} files") if full else _("Attach files")
        self.add.setToolTip(plain_tip(said.format(most=ATTACHMENTS)))
        self.show_rows([self._row(one) for one in found] if found else [self._nothing()])

    def attach_files(self, paths: list[str]) -> None:
        """Read these files into the vault: all of them or, with the reason, none."""
        vault, skill = self._context.vault, self._skill
        self._explain("")

        def work(_job: object) -> tuple[Attachment, ...]:
            return attachments.attach_all(vault, skill, [_read(Path(path)) for path in paths])

        def done(found: tuple[Attachment, ...]) -> None:
            said = ngettext("{name} attached", "{count} files attached", len(found))
            words = said.format(name=found[0].name, count=len(found))
            self._context.say.tell(words, undoable=True)

        if paths and skill:
            self._context.jobs.start(self, _("Attaching"), work, done, self._fail)

    def show_drop(self, near: bool) -> None:
        """Whether files that hang over it would be attached if they were let go."""
        self.setProperty("card", "info" if near else "plain")
        restyle(self)

    def _row(self, one: Attachment) -> QWidget:
        theme, holder = self._context.theme, QWidget()
        caption = f"{size_words(one.size)} · {one.media_type}"
        if one.is_private:
            caption += " · " + _("left out of packs")
        row = FactRow(theme, "file", one.name, caption)
        row.clicked.connect(lambda *_checked: self._ask_place(one))
        row.setToolTip(plain_tip(_("Save a copy of {name}…").format(name=one.name)))
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 6, 0)
        line.setSpacing(0)
        line.addWidget(row, 1)
        save = IconButton(theme, "export", _("Save a copy of {name}…").format(name=one.name))
        drop = IconButton(theme, "close", _("Remove {name}").format(name=one.name))
        save.clicked.connect(lambda *_checked: self._ask_place(one))
        drop.clicked.connect(lambda *_checked: self._detach(one))
        line.addWidget(save)
        line.addWidget(drop)
        return holder

    def _nothing(self) -> QWidget:
        said = _("Drop up to {count} files of {most} MB here; the vault encrypts them.")
        nothing = EmptyState(
            self._context.theme,
            "file",
            _("No files yet"),
            said.format(count=ATTACHMENTS, most=ATTACHMENT_BYTES // MEBI),
            _("Attach files…"),
        )
        nothing.acted.connect(self._ask)
        nothing.setMinimumHeight(EMPTY)
        return nothing

    def _ask(self) -> None:
        dialog = QFileDialog(self, _("Attach files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        begin_in_last_folder(dialog, self._context.window_state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.attach_files)
        dialog.open()

    def _ask_place(self, one: Attachment) -> None:
        """Only where somebody chose: the copy is not encrypted."""
        dialog = QFileDialog(self, _("Save an unencrypted copy"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        begin_in_last_folder(dialog, self._context.window_state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.selectFile(one.name)
        dialog.fileSelected.connect(lambda path: self.save_copy(one, Path(path)))
        dialog.open()

    def save_copy(self, one: Attachment, place: Path) -> None:
        """Write what is in a file to a place outside the vault."""
        vault, skill = self._context.vault, self._skill

        def work(_job: object) -> None:
            data = attachments.content(vault, skill, one.name)
            try:
                replace_file(place, data)
            except OSError as error:
                raise _refused(_("{name} cannot be written: {why}."), place, error) from error

        said = _("Copy saved to {place}").format(place=place)
        self._context.jobs.start(
            self, _("Saving a copy"), work, lambda _done: self._explain(said, "caption"), self._fail
        )

    def _detach(self, one: Attachment) -> None:
        vault, skill = self._context.vault, self._skill

        said = _("{name} removed").format(name=one.name)
        self._context.jobs.start(
            self,
            _("Removing"),
            lambda _job: attachments.detach(vault, skill, one.name),
            lambda _gone: self._context.say.tell(said, undoable=True),
            self._fail,
        )

    def _fail(self, error: Exception) -> None:
        if isinstance(error, AppError):
            hint = _(error.hint) if error.hint else ""
            self._explain(f"{error} {hint}".strip())
        else:
            self._context.jobs.failed.emit(self, error)

    def _explain(self, words: str, role: str = "error") -> None:
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        self._wrong.setProperty("role", role)
        restyle(self._wrong)


def size_words(size: int) -> str:
    """A size as people write it."""
    return QLocale().formattedDataSize(
        size, 1 if size >= MEBI else 0, QLocale.DataSizeFormat.DataSizeTraditionalFormat
    )


def _read(path: Path) -> tuple[str, bytes]:
    """The name and what is in a file; raises `AppError`. Of a large one only so much that it
    is seen to be too large."""
    if path.is_dir():
        raise AppError(
            _("{name} is a folder.").format(name=path.name), _("Attach the files inside it.")
        )
    try:
        with path.open("rb") as file:
            return path.name, file.read(ATTACHMENT_BYTES + 1)
    except OSError as error:
        raise _refused(_("{name} cannot be read: {why}."), path, error) from error


def _refused(sentence: str, path: Path, error: OSError) -> AppError:
    why = error.strerror or str(error)
    return AppError(sentence.format(name=path.name, why=why), _("Choose another place or file."))
