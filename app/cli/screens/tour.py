"""What every part of the walk through the window needs. Public name: `Tour`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QWidget

from app.cli.screens.camera import Camera
from app.cli.screens.demo_vault import DemoVault
from app.ui.context import AppContext
from app.ui.main_window import MainWindow
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import EditorView

Shown = TypeVar("Shown", bound=QWidget)


@dataclass(frozen=True)
class Tour:
    """One walk through the window with a vault."""

    camera: Camera
    show: DemoVault
    window: MainWindow
    context: AppContext
    workspace: Workspace

    def take(self, name: str) -> Path:
        return self.camera.take(name, self.window)

    def editor(self, title: str) -> EditorView:
        """Open a skill."""
        self.context.go.skill(self.show.skill(title))
        self.camera.wait()
        editor = self.workspace.skills.documents.editor
        assert editor is not None
        return editor

    def take_dialog(
        self, name: str, kind: type[Shown], ready: Callable[[Shown], bool] = lambda _dialog: True
    ) -> Path:
        """The picture of a dialog that was asked for; it is closed again."""
        self.camera.wait(lambda: any(map(ready, self.shown(kind))))
        path = self.take(name)
        self.dismiss(kind)
        return path

    def shown(self, kind: type[Shown]) -> list[Shown]:
        return [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]

    def dismiss(self, kind: type[QWidget]) -> None:
        for dialog in self.shown(kind):
            dialog.close()
        self.camera.wait()
