"""The ways into the memory: writing, pasting, dropping a text, choosing files and folders."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.memory import listing, memories
from app.core.memory.sources import Source, SourceKind
from app.core.memory.staging import Remembered
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.memories.importing import Importing
from app.ui.views.memories.writing import WriteDialog
from app.ui.widgets.file_folder import begin_in_last_folder


class AddMenu(QObject):
    """`engram()` is the one that is looked at, by its number; None for all of them."""

    def __init__(
        self,
        context: AppContext,
        importing: Importing,
        engram: Callable[[], int | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._context, self._importing, self._engram, self._page = (
            context,
            importing,
            engram,
            parent,
        )
        importing.arrived.connect(self._on_arrived)

    def write(self, text: str = "", kind: SourceKind = SourceKind.NOTE) -> None:
        """Ask for something to remember, beginning with a text if there is one."""
        vault = self._context.vault
        names = {one.id: one.name for one in listing.engrams(vault)}
        suggested = names.get(self._engram() or 0, "")
        source = _("Clipboard") if kind is SourceKind.PASTE else _("Note")
        dialog = WriteDialog(
            self._context, text, suggested, tuple(names.values()), self._page, source=source
        )

        def keep(words: str, engram: str, name: str, tags: Sequence[str]) -> None:
            origin = Source(name, kind)
            self._context.jobs.start(
                dialog,
                _("Remembering"),
                lambda job: memories.remember(
                    vault, words, engram=engram, source=origin, tags=tags, progress=job
                ),
                lambda done: self._on_remembered(dialog, done),
                dialog.refuse,
            )

        dialog.given.connect(keep)
        dialog.open()

    def paste(self) -> None:
        """Take what is in the clipboard: files are imported, a text is looked at first."""
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if data is None or not self.take(data):
            self._context.say.tell(_("The clipboard has no text or files"))

    def take(self, data: QMimeData) -> bool:
        """The same for what was dropped; whether there was anything in it."""
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if paths:
            self.take_files(paths)
        elif data.text().strip():
            self.write(data.text(), SourceKind.PASTE)
        else:
            return False
        return True

    def take_files(self, paths: Sequence[str]) -> None:
        """Import files and folders into the engram that is looked at."""
        names = {one.id: one.name for one in listing.engrams(self._context.vault)}
        self._importing.start(paths, names.get(self._engram() or 0, ""))

    def ask_files(self) -> None:
        dialog = self._dialog(_("Import files"), QFileDialog.FileMode.ExistingFiles)
        patterns = f" ({self._importing.patterns})"
        dialog.setNameFilters([_("Documents") + patterns, _("All files (*)")])

    def ask_folder(self) -> None:
        self._dialog(_("Import a folder"), QFileDialog.FileMode.Directory)

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self._page, title)
        dialog.setFileMode(mode)
        begin_in_last_folder(dialog, self._context.window_state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take_files)
        dialog.open()
        return dialog

    def _on_remembered(self, dialog: WriteDialog, done: Remembered) -> None:
        dialog.accept()
        count = len(done.added)
        if count:
            said = ngettext("{count} memory added", "{count} memories added", count)
            self._on_arrived(said.format(count=count), done.added)
        else:
            self._context.say.tell(_("Already among your memories"))

    def _on_arrived(self, sentence: str, added: tuple[int, ...]) -> None:
        self._context.say.tell(sentence, undoable=bool(added))
