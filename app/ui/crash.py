"""Bugs: logged in full, shown once per place.

Public name: `CrashReporter`. Only code lines and the kind of error are kept. The message of an
error is left out, because it may quote the text of a skill.
"""

import logging
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal

log = logging.getLogger(__name__)


class CrashReporter(QObject):
    """`reported(title, details)` on the GUI thread, once per place of failure."""

    reported = Signal(str, str)
    _caught = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seen: set[tuple[str, int]] = set()
        self._caught.connect(self.reported, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take every error nobody else took, from any thread."""
        sys.excepthook = self.take
        threading.excepthook = self._take_from_thread

    def take(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        details = describe(error, trace)
        log.error("%s", details)
        frames = traceback.extract_tb(trace)
        place = (frames[-1].filename, frames[-1].lineno or 0) if frames else (kind.__name__, 0)
        if place not in self._seen:
            self._seen.add(place)
            self._caught.emit(kind.__name__, details)

    def _take_from_thread(self, caught: threading.ExceptHookArgs) -> None:
        error = caught.exc_value or caught.exc_type()
        self.take(caught.exc_type, error, caught.exc_traceback)


def describe(error: BaseException, trace: TracebackType | None) -> str:
    """Where it happened and what kind of error it was, causes first, without any message."""
    parts = []
    if error.__cause__ is not None:
        parts.append(describe(error.__cause__, error.__cause__.__traceback__))
    elif error.__context__ is not None and not error.__suppress_context__:
        parts.append(describe(error.__context__, error.__context__.__traceback__))
    lines = "".join(traceback.format_list(traceback.extract_tb(trace)))
    parts.append(f"{lines}{type(error).__module__}.{type(error).__qualname__}")
    return "\n\n".join(parts)
