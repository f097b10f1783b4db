"""What the window looked like last time: sizes and places, no secrets and no names of skills.

Public name: `WindowState`. Stored as one small JSON object, `window.json`, in the home folder.
"""

import base64
import binascii
import json
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QByteArray

Value = str | int | float | bool


class WindowState:
    """Remembers values by name. A damaged or missing file is the same as an empty one."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._values = _read(file)

    def number(self, name: str, default: int) -> int:
        value = self._values.get(name)
        return value if type(value) is int else default

    def flag(self, name: str, default: bool) -> bool:
        value = self._values.get(name)
        return value if isinstance(value, bool) else default

    def word(self, name: str, default: str) -> str:
        value = self._values.get(name)
        return value if isinstance(value, str) else default

    def state(self, name: str) -> QByteArray:
        """What `saveGeometry` or `saveState` gave; empty when nothing is known."""
        try:
            return QByteArray(base64.b64decode(self.word(name, ""), validate=True))
        except (ValueError, binascii.Error):
            return QByteArray()

    def put(self, name: str, value: Value | QByteArray) -> None:
        """Remember a value until `save` writes it."""
        if isinstance(value, QByteArray):
            value = base64.b64encode(bytes(value.data())).decode("ascii")
        self._values[name] = value

    def save(self) -> None:
        """Replace the file whole, or leave it as it is when the disk does not let us."""
        text = json.dumps(self._values, indent=1, sort_keys=True)
        try:
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=".window-")
        except OSError:
            return
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._file)
        except OSError:
            Path(name).unlink(missing_ok=True)


def _read(file: Path) -> dict[str, Value]:
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(stored, dict):
        return {}
    return {k: v for k, v in stored.items() if isinstance(v, str | int | float | bool)}
