"""The log in the home folder: what happened, never what a skill says. Public name: `open_log`."""

import faulthandler
import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

BYTES = 512 * 1024
FILES = 3


def open_log(folder: Path) -> None:
    """Write what the application logs, and where Python itself crashes, into files of `folder`.

    A folder that cannot be written to is no reason not to start.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(
            folder / "techne.log", maxBytes=BYTES, backupCount=FILES, encoding="utf-8"
        )
        crashes = (folder / "crash.log").open("a", encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("app")
    for old in [h for h in logger.handlers if isinstance(h, RotatingFileHandler)]:
        logger.removeHandler(old)
        old.close()
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    faulthandler.enable(crashes)
