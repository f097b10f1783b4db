"""The log in the home folder: what happened, never what a skill says. Public name: `open_log`."""

import faulthandler
import logging
import os
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

BYTES = 512 * 1024
FILES = 3


class _PrivateLog(RotatingFileHandler):
    """A log whose every next file is readable by its owner only; `crashes` lies beside it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "techne.log", maxBytes=BYTES, backupCount=FILES)
        self.crashes = _appended(folder / "crash.log")

    def close(self) -> None:
        super().close()
        self.crashes.close()

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk is told where somebody works, and not with every line on the terminal."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def _open(self) -> TextIOWrapper:
        return _appended(Path(self.baseFilename))


def open_log(folder: Path) -> None:
    """Write what the application logs, and where Python itself crashes, into files of `folder`.

    They are readable by their owner only. A folder that cannot be written to is no reason not to
    start.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for older in folder.glob("*.log*"):  # earlier versions left them readable by others
            older.chmod(0o600)
        handler = _PrivateLog(folder)
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    faulthandler.enable(handler.crashes)
    logger = logging.getLogger("app")
    for old in [h for h in logger.handlers if isinstance(h, RotatingFileHandler)]:
        logger.removeHandler(old)
        old.close()
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


def _appended(path: Path) -> TextIOWrapper:
    return open(path, "a", encoding="utf-8", opener=lambda name, how: os.open(name, how, 0o600))
