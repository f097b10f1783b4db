"""The screens before the vault is open."""

from collections.abc import Iterator
from pathlib import Path

from app.cli.offscreen_window import OffscreenWindow
from app.cli.screens.camera import Camera
from app.core.packs import demos
from app.ui.views.start.unlock import Unlock
from app.ui.views.start.welcome import Welcome


def screens(camera: Camera, bare: OffscreenWindow, home: Path) -> Iterator[Path]:
    """`home` is where no vault is."""
    camera.watch(bare.jobs)
    welcome = Welcome(bare.theme, bare.jobs, home, demos.available())
    bare.window.show_start_screen(welcome)
    yield camera.take("welcome", bare.window)
    unlock = Unlock(bare.theme, bare.jobs, home)
    bare.window.show_start_screen(unlock)
    unlock.show_form()
    yield camera.take("unlock", bare.window)
