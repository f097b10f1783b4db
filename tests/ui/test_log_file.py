"""The log: what happened, for the eyes of the person alone."""

import errno
import faulthandler
import logging
import os
import stat
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from app.ui import log_file
from app.ui.log_file import _PrivateLog, open_log


@pytest.fixture(autouse=True)
def _put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The log is closed again; a crash of the tests is told where it always is."""
    monkeypatch.setattr(faulthandler, "enable", lambda _file: None)
    before, level = os.umask(0o022), logging.getLogger("app").level
    yield
    os.umask(before)
    logger = logging.getLogger("app")
    logger.setLevel(level)
    for handler in [h for h in logger.handlers if isinstance(h, RotatingFileHandler)]:
        logger.removeHandler(handler)
        handler.close()


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a profile private by its own means")
def test_log_files_are_their_owners_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "BYTES", 200)
    for name in ("techne.log", "techne.log.1", "crash.log"):
        (tmp_path / name).write_text("of an earlier version\n")
        (tmp_path / name).chmod(0o644)
    open_log(tmp_path)
    assert modes(tmp_path) == dict.fromkeys(("techne.log", "techne.log.1", "crash.log"), 0o600)
    for number in range(20):
        logging.getLogger("app.test").info("The %d. line of a log that begins anew", number)
    rotated = modes(tmp_path)
    assert set(rotated) == {"crash.log", "techne.log", *(f"techne.log.{n}" for n in (1, 2, 3))}
    assert set(rotated.values()) == {0o600}
    assert "19. line" in (tmp_path / "techne.log").read_text()
    open_log(tmp_path / "new")
    assert set(modes(tmp_path / "new").values()) == {0o600}


def test_a_full_disk_is_not_told_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_log(tmp_path)
    (handler,) = (h for h in logging.getLogger("app").handlers if isinstance(h, _PrivateLog))

    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def log(words: object) -> str:
        handler.handle(logging.LogRecord("app", logging.INFO, "", 0, "%d files", (words,), None))
        return capsys.readouterr().err

    with monkeypatch.context() as patch:
        patch.setattr(handler, "flush", full)
        assert log(1) == ""
        assert "Logging error" in log("some"), "that is a bug"
