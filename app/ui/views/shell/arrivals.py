"""Files that arrive in the window, dropped, chosen or opened with Techne, sorted by what they are.

Public names: `open_files`, `take_files`, `choose_documents`, `choose_packs`,
`choose_skill_folder`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.documents.choosing import is_document
from app.core.documents.suffixes import SUFFIXES
from app.core.mirror.archive import SUFFIXES as SKILL_SUFFIXES
from app.core.mirror.oddities import FILE
from app.core.mirror.sources import is_skills
from app.core.words import _
from app.ui.views.shell.drops import looks_like_pack
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.window_state import WindowState

Open = Callable[[list[str]], object]
ENDINGS = (".gsk", ".gts")
MODEL = ".gguf"


@dataclass(frozen=True, slots=True)
class Sorted:
    """`packs` begin like one, or lie in a folder of nothing else, `skills` are SKILL.md files,
    folders and archives of them, `documents` are procedures to be imported, `rest` can only be
    remembered.
    """

    packs: list[str]
    skills: list[str]
    models: list[str]
    documents: list[str]
    rest: list[str]


def sort_files(paths: Iterable[str]) -> Sorted:
    """What each of these files is."""
    found = Sorted([], [], [], [], [])
    for path in dict.fromkeys(paths):
        if looks_like_pack(path):
            found.packs.append(path)
        elif is_skills(Path(path)):
            found.skills.append(path)
        elif packs := _packs_in(Path(path)):
            found.packs.extend(packs)
        elif path.casefold().endswith(MODEL):
            found.models.append(path)
        elif is_document(Path(path)):
            found.documents.append(path)
        else:
            found.rest.append(path)
    return found


def _packs_in(folder: Path) -> list[str]:
    """The packs in a folder; none where other files lie among them, to be remembered."""
    try:
        files = [one for one in sorted(folder.iterdir()) if one.is_file()]
    except OSError:  # a file, too
        return []
    seen = [str(one) for one in files if not one.name.startswith(".")]
    return seen if all(map(looks_like_pack, seen)) else []


def open_files(paths: list[str], open_packs: Open, open_documents: Open) -> None:
    """Documents, and everything else as packs: those say what is wrong with them."""
    documents = sort_files(paths).documents
    others = [path for path in paths if path not in documents]
    if packs := [one for path in others for one in _packs_in(Path(path)) or [path]]:
        open_packs(packs)
    if documents:
        open_documents(documents)


def take_files(
    paths: list[str], workspace: Workspace | None, opened: Open, warn: Callable[[str], object]
) -> None:
    """Files that were dropped: packs, skills and documents are opened, a model is offered, the
    rest is remembered. On the page of the memories all but packs are remembered."""
    found = sort_files(paths)
    remembers = workspace is not None and workspace.current == "memories"
    rest = found.rest + (found.documents + found.skills if remembers else [])
    kept = [path for path in rest if not path.casefold().endswith(ENDINGS)]
    if workspace is not None and found.models:
        workspace.use_model_file(found.models[0])
    if files := found.packs + ([] if remembers else found.skills + found.documents):
        opened(files)
    if workspace is not None and kept:
        workspace.remember_files(kept)
    elif rest:
        warn(_("This file is not a pack, despite its name."))


def choose_packs(parent: QWidget, state: WindowState, chosen: Open) -> None:
    """Ask for packs, skills or documents, which are told apart by what is in them."""
    skills = (FILE, FILE.lower(), *(f"*{suffix}" for suffix in SKILL_SUFFIXES))
    packs, documents = (" ".join(f"*{one}" for one in some) for some in (ENDINGS, SUFFIXES))
    filters = [
        _("Packs, skills, and documents") + f" ({packs} {' '.join(skills)} {documents})",
        _("Packs") + f" ({packs})",
        _("Skills") + f" ({' '.join(skills)})",
        _("All files") + " (*)",
    ]
    _choose(parent, state, _("Open packs, skills, or documents"), filters, chosen)


def choose_skill_folder(parent: QWidget, state: WindowState, chosen: Open) -> None:
    """Ask for a folder with skills in it."""
    title = _("Import skills from a folder")
    _choose(parent, state, title, [], chosen, QFileDialog.FileMode.Directory)


def choose_documents(parent: QWidget, state: WindowState, chosen: Open) -> None:
    """Ask for documents."""
    patterns = " ".join(f"*{suffix}" for suffix in SUFFIXES)
    filters = [_("Documents") + f" ({patterns})", _("All files") + " (*)"]
    _choose(parent, state, _("Import documents"), filters, chosen)


def _choose(
    parent: QWidget,
    state: WindowState,
    title: str,
    filters: list[str],
    chosen: Open,
    mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFiles,
) -> None:
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(mode)
    begin_in_last_folder(dialog, state)
    dialog.setNameFilters(filters)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.filesSelected.connect(chosen)
    dialog.open()
