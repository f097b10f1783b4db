"""The application with a vault open, and what stands in its window."""

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView


def space_of(techne: Techne) -> Workspace:
    assert techne.window.workspace is not None
    return techne.window.workspace


def documents_of(techne: Techne) -> Documents:
    return space_of(techne).skills.documents


def editor_of(techne: Techne) -> EditorView:
    editor = documents_of(techne).editor
    assert editor is not None
    return editor


def vault_of(techne: Techne) -> Vault:
    assert techne.vault is not None
    return techne.vault


def until(qtbot: QtBot, happens: Callable[[], bool]) -> None:
    """Wait for what another process does, on a machine that is busy."""
    qtbot.waitUntil(happens)


def at_rest(qtbot: QtBot, techne: Techne, data_key: bytes, skill: int) -> Techne:
    """Its vault open with a skill in front, and nothing going on in it."""
    techne.window.show()
    assert techne.open_vault(data_key)
    space_of(techne).upkeep.stop()
    documents_of(techne).open_skill(skill)
    until(qtbot, lambda: not techne._running)
    return techne


def in_front(qtbot: QtBot, techne: Techne, skill: int) -> EditorView:
    """The editor of a skill, in a window that has the keyboard."""
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    documents_of(techne).open_skill(skill)
    return editor_of(techne)
