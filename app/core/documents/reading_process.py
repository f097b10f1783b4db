"""Documents read in another process, which can be ended at any time."""

import base64
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from app.core.documents import limits, problems
from app.core.documents.content import Content, Picture, content_from_json
from app.core.errors import Cancelled
from app.core.llm.child import Child, Lost, Process, command
from app.core.llm.frames import Garbled
from app.core.memory.reading.decoding import Unreadable, readable
from app.core.memory.reading.documents import why_not
from app.core.progress import SILENT, Progress, checkpoint

ARGUMENT = "--document-process"
"""Has the packaged program be the process that reads documents."""
_LOOK = 0.05
"""Seconds between two looks whether the person stopped it."""
_PART = 4 * limits.MEBI


def _start() -> Process:
    return Child(command(ARGUMENT, "app.core.documents.worker"))


class ReadingProcess:
    """Used in a `with` block: the process is started by the first document and ended after the
    last; after one that ended it, another is started."""

    def __init__(
        self, start: Callable[[], Process] = _start, seconds: float = limits.SECONDS
    ) -> None:
        self._start, self._seconds = start, seconds
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._end()

    def read(self, data: bytes, name: str, progress: Progress = SILENT) -> Content:
        """What a document says; raises `Unreadable`, `Cancelled`."""
        if self._process is None:
            self._process = self._start()
        try:
            return self._conversation(self._process, data, name, progress)
        except Lost as error:
            self._end()
            raise problems.lost() from error
        except (Cancelled, TimeoutError) as error:
            self._end()
            if isinstance(error, Cancelled):
                raise
            raise problems.took_too_long() from error

    def _conversation(
        self, process: Process, data: bytes, name: str, progress: Progress
    ) -> Content:
        until = time.monotonic() + self._seconds
        try:
            process.say({"bytes": len(data), "name": name})
            for at in range(0, len(data), _PART):
                coded = base64.b64encode(data[at : at + _PART]).decode()
                process.say({"data": coded})
        except Garbled as error:
            raise Lost from error
        pictures: list[Picture] = []
        while True:
            heard = self._hear(process, until, progress)
            match heard["is"]:
                case "at":
                    progress.report(heard["fraction"])
                case "picture":
                    pictures.append(Picture(heard["name"], base64.b64decode(heard["data"])))
                case "refused":
                    raise Unreadable(heard["why"], heard["hint"])
                case _:
                    return _content(heard, tuple(pictures))

    def _hear(self, process: Process, until: float, progress: Progress) -> dict[str, Any]:
        while True:
            checkpoint(progress)
            heard = process.hear(_LOOK)
            if heard is not None:
                return heard
            if time.monotonic() > until:
                raise TimeoutError

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


def file_data(path: Path) -> bytes:
    """The bytes of a document; raises `Unreadable`. Pipes and devices, which never end, are not
    opened."""
    try:
        if not path.is_file():
            path.stat()
            raise problems.not_a_file()
        with path.open("rb") as file:
            data = file.read(limits.FILE_BYTES + 1)
    except OSError as error:
        raise why_not(error) from error
    if len(data) > limits.FILE_BYTES:
        raise problems.too_large()
    if not data:
        raise problems.empty()
    return data


def shown_name(path: Path) -> str:
    """The name of a file, which need not be text."""
    return readable(path.name)


def _content(heard: dict[str, Any], pictures: tuple[Picture, ...]) -> Content:
    try:
        return content_from_json(heard, pictures)
    except (KeyError, TypeError, ValueError) as error:
        raise Lost from error
