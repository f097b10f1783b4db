"""`techne screenshots`: every screen of a demo vault, drawn without a display."""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, tell
from app.cli.session import Session
from app.core.errors import AppError
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("screenshots", help=_("render every screen as a PNG file"))
    command.add_argument("folder", type=Path, metavar="DIR")
    command.set_defaults(run=draw)


def draw(_session: Session, arguments: argparse.Namespace) -> Answer:
    """The vault of the person is not touched: a demo vault is made for the pictures."""
    os.environ.update(QT_QPA_PLATFORM="offscreen", TZ="UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    from app.cli.screens import draw as screens  # noqa: PLC0415  no other command draws

    folder: Path = arguments.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AppError(
            _("{path} cannot be written: {why}.").format(path=folder, why=error.strerror or error),
            _("Choose another folder."),
        ) from error
    paths = []
    with _workshop() as workshop:
        for path in screens.draw_all(folder, workshop):
            tell(str(path))
            paths.append(str(path))
    return Answer(paths, "")


@contextmanager
def _workshop() -> Iterator[Path]:
    """A folder of the same name every time, if nobody has it, because pictures show its name."""
    usual = Path(tempfile.gettempdir()) / "techne-screenshots"
    try:
        usual.mkdir(mode=0o700)
    except FileExistsError:
        usual = Path(tempfile.mkdtemp(prefix="techne-screenshots-"))
    try:
        yield usual
    finally:
        shutil.rmtree(usual, ignore_errors=True)
