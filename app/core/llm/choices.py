"""What a person chose about models: which is used for what, how, and where else to look.

It lies beside the models and not in the vault: a path belongs to this computer and means nothing
where the vault is restored; it is no secret; and it can be changed while the vault is locked.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.core.errors import AppError, NotFound
from app.core.llm.file_facts import State
from app.core.llm.run_options import RunOptions
from app.core.store.files import replace_file
from app.core.words import _


class Choices:
    """A small file, read anew each time, so that a window and a command see the same.

    One that is missing or damaged is the same as an empty one.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def file(self, use: str) -> Path | None:
        """The file of the model that is used for this, or None."""
        return _path(_fields(self._read().get(use)).get("path"))

    def name(self, use: str) -> str:
        """What the model for this was called when it was chosen."""
        return str(_fields(self._read().get(use)).get("name", ""))

    def has_changed(self, use: str) -> bool:
        """Whether the chosen file is another one than when it was chosen."""
        stored, path = _fields(self._read().get(use)), self.file(use)
        if path is None:
            return False
        with suppress(NotFound):
            return asdict(State.of(path)) != _fields(stored.get("state"))
        return True

    def choose(self, use: str, path: Path, name: str) -> None:
        """Raises `AppError` when it cannot be written down, `NotFound` when there is no file."""
        chosen = {"path": str(path), "name": name, "state": asdict(State.of(path))}
        self._write({**self._read(), use: chosen})

    def choose_none(self, use: str) -> None:
        document = self._read()
        if document.pop(use, None) is not None:
            self._write(document)

    @property
    def run_options(self) -> RunOptions:
        """How models are to run."""
        return RunOptions.of(_fields(self._read().get("manner")))

    def keep_run_options(self, run_options: RunOptions) -> None:
        """Raises `AppError` when it cannot be written down."""
        self._write({**self._read(), "manner": asdict(run_options)})

    def also(self) -> tuple[Path, ...]:
        """Files and folders that the person pointed to."""
        stored = map(_path, _texts(self._read().get("also")))
        return tuple(path for path in stored if path is not None)

    def add(self, path: Path) -> None:
        document = self._read()
        document["also"] = list(dict.fromkeys([*_texts(document.get("also")), str(path)]))
        self._write(document)

    def drop(self, path: Path) -> bool:
        """Stop looking at a file, or into a folder; False if nobody pointed to it."""
        document = self._read()
        paths = _texts(document.get("also"))
        if str(path) not in paths:
            return False
        document["also"] = [other for other in paths if other != str(path)]
        self._write(document)
        return True

    def _read(self) -> dict[str, Any]:
        try:
            return _fields(json.loads(self._file.read_text("utf-8", "surrogatepass")))
        except (OSError, ValueError, RecursionError):
            return {}

    def _write(self, document: dict[str, Any]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            text = json.dumps(document, indent=2)
            replace_file(self._file, text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise AppError(
                _("The choice cannot be saved: {why}.").format(why=error.strerror or error),
                _("Check that the disk has space and that you own the models folder."),
            ) from error


def _path(value: object) -> Path | None:
    """What can be a path of this computer; anything else was not written by us."""
    if not isinstance(value, str) or "\0" in value:
        return None
    with suppress(ValueError):
        os.fsencode(value)
        return path if (path := Path(value)).is_absolute() else None
    return None


def _fields(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
