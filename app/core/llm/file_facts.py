"""What was found out about model files once: header and SHA-256, valid until the file changes."""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from app.core.errors import NotFound
from app.core.llm import gguf
from app.core.llm.gguf import Header
from app.core.progress import SILENT, Progress, checkpoint
from app.core.store.files import replace_file
from app.core.words import _

_FORM = 1
"""Of the entries; raised when they come to mean something else."""
_KEPT = 500
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class State:
    """What changes when somebody writes to a file: its size and the time of it, in ns."""

    size: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> Self:
        """Raises `NotFound`."""
        try:
            found = path.stat()
        except OSError as error:
            raise gone(path) from error
        return cls(found.st_size, found.st_mtime_ns)


@dataclass(frozen=True, slots=True)
class _Entry:
    state: State
    sha256: str = ""
    header: Header | None = None


class FileFacts:
    """A small file that remembers what large ones are.

    One that is missing or damaged is the same as an empty one: losing it costs time only.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._entries = _read(file)
        self._is_new = False

    def header(self, path: Path) -> Header:
        """The header of a whole file; raises as `gguf.read`, and `NotFound`."""
        state = State.of(path)
        entry = self._entry(path, state)
        if entry.header is None:
            entry = replace(entry, header=gguf.read(path))
            self._note(path, entry)
        assert entry.header is not None
        return entry.header

    def sha256(self, path: Path) -> str:
        """The digest if it is known for the file as it is now, else nothing."""
        with suppress(NotFound):
            return self._entry(path, State.of(path)).sha256
        return ""

    def compute(self, path: Path, progress: Progress = SILENT) -> str:
        """The digest, known from now on. Raises `NotFound`, `Cancelled`. Slow: a job."""
        if known := self.sha256(path):
            return known
        state = State.of(path)
        digest = sha256(path, progress)
        if State.of(path) == state:
            self.keep(path, digest)
        return digest

    def keep(self, path: Path, digest: str) -> None:
        """A digest that was computed while the file was written."""
        self._note(path, replace(self._entry(path, State.of(path)), sha256=digest))
        self.save()

    def save(self) -> None:
        """Write down what is new; what other processes found out meanwhile stays."""
        if not self._is_new:
            return
        entries = list({**_read(self._file), **self._entries}.items())[-_KEPT:]
        document = {"form": _FORM, "files": {path: asdict(entry) for path, entry in entries}}
        with suppress(OSError):  # a full or read-only disk: it is found out again next time
            self._file.parent.mkdir(exist_ok=True, mode=0o700)
            replace_file(self._file, json.dumps(document).encode("utf-8", "surrogatepass"))
            self._is_new = False

    def _entry(self, path: Path, state: State) -> _Entry:
        entry = self._entries.get(str(path))
        return entry if entry and entry.state == state else _Entry(state)

    def _note(self, path: Path, entry: _Entry) -> None:
        self._entries.pop(str(path), None)
        self._entries[str(path)] = entry
        self._is_new = True


def sha256(path: Path, progress: Progress = SILENT) -> str:
    """Of the whole file, in hex. Raises `NotFound`, `Cancelled`. Slow: a job."""
    digest, done = hashlib.sha256(), 0
    whole = max(State.of(path).size, 1)
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                checkpoint(progress)
                digest.update(chunk)
                done += len(chunk)
                progress.report(min(1.0, done / whole))
    except OSError as error:
        raise gone(path) from error
    return digest.hexdigest()


def gone(path: Path) -> NotFound:
    return NotFound(
        _("The model file {name} cannot be found.").format(name=path.name),
        _("Put it back, connect its disk, or choose another model."),
    )


def _read(file: Path) -> dict[str, _Entry]:
    try:
        document = json.loads(file.read_text("utf-8", "surrogatepass"))
        if document["form"] != _FORM:
            return {}
        return {str(path): _entry_from(entry) for path, entry in document["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _entry_from(stored: dict[str, Any]) -> _Entry:
    """Raises `TypeError` or `KeyError` for what no entry can be."""
    state = State(int(stored["state"]["size"]), int(stored["state"]["changed"]))
    header = stored["header"]
    for field in fields(Header) if header is not None else ():
        kind: Any = field.type if field.type in (int, bool) else str
        if type(header[field.name]) is not kind:
            raise TypeError(field.name)
    return _Entry(state, str(stored["sha256"]), None if header is None else Header(**header))
