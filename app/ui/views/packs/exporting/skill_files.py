"""Skills written as SKILL.md files instead of a pack."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.mirror import handing_out
from app.core.mirror.handing_out import Outgoing
from app.core.progress import Progress
from app.core.words import _
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.window_state import WindowState


class Files(StrEnum):
    FOLDERS = "skill-md"
    ARCHIVE = "skill-zip"

    @property
    def words(self) -> str:
        """As it is chosen."""
        if self is Files.FOLDERS:
            return _("SKILL.md folders, for agents")
        return _(".skill file, for agents")


def chosen_files(choice: str) -> Files | None:
    """Which of them was chosen; None for a pack."""
    return Files(choice) if choice in list(Files) else None


def about_files() -> str:
    """What is written, in one line."""
    return _("Files for agents, neither signed nor encrypted; tags and the role go along")


def missing(files: Files, skills: int) -> str:
    """What keeps so many skills from being written so, in a sentence; empty when nothing."""
    if files is Files.ARCHIVE and skills > 1:
        return _("A .skill file holds one skill. Choose folders, or leave out what it calls.")
    return ""


def ask_folder(parent: QWidget, state: WindowState, chosen: Callable[[str], object]) -> None:
    """Ask for the folder in which the folders of the skills are made."""
    dialog = QFileDialog(parent, _("Export SKILL.md folders"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    begin_in_last_folder(dialog, state)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def write(outgoing: Outgoing, files: Files, path: Path, progress: Progress) -> Path:
    """Write them into the folder, or as the archive `path`; returns what was written first.

    Raises `AppError` and `Cancelled`.
    """
    if files is Files.FOLDERS:
        return handing_out.write_folders(outgoing, path, progress)[0]
    handing_out.write_archive(outgoing, path)
    return path
