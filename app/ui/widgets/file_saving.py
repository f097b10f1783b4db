"""A file a person saves somewhere: asked where, written whole, shown in its folder."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.errors import AppError
from app.core.store.files import replace_file
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.file_folder import begin_in_last_folder


def ask_where(
    context: AppContext,
    parent: QWidget,
    title: str,
    kind: str,
    name: str,
    chosen: Callable[[str], object],
) -> None:
    """Open the dialog for saving a `kind` of file, first under `name`; `chosen` gets the path."""
    suffix = Path(name).suffix
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix.removeprefix("."))
    dialog.setNameFilters([f"{kind} (*{suffix})"])
    begin_in_last_folder(dialog, context.window_state)
    dialog.selectFile(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def write_file(file: Path, data: bytes) -> None:
    """Write it whole or not at all, for others to read as well; raises `AppError`."""
    try:
        replace_file(file, data, shared=True)
    except OSError as error:
        raise AppError(
            _("{file} cannot be written: {why}.").format(
                file=file.name, why=error.strerror or error
            ),
            _("Choose another folder."),
        ) from error


def tell_saved(context: AppContext, said: str, file: Path) -> None:
    """Say that it is there, with a way to its folder."""
    folder = QUrl.fromLocalFile(str(file.parent))
    show = partial(QDesktopServices.openUrl, folder)
    context.say.tell_more(said, _("Show in folder"), show)
