"""Hearing that something changed in folders on the disk. What it was, a look at them says."""

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock

from watchdog.events import (
    EVENT_TYPE_CLOSED,
    EVENT_TYPE_CREATED,
    EVENT_TYPE_DELETED,
    EVENT_TYPE_MODIFIED,
    EVENT_TYPE_MOVED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

from app.core.mirror.skill_folders import MARK

log = logging.getLogger(__name__)

_NEWS = frozenset(
    {
        EVENT_TYPE_CLOSED,
        EVENT_TYPE_CREATED,
        EVENT_TYPE_DELETED,
        EVENT_TYPE_MODIFIED,
        EVENT_TYPE_MOVED,
    }
)
"""Reading a file is none: a look would be followed by the next for ever."""


class Watcher:
    """`changed(root)` is called, in a thread of its own, for a followed folder in which something
    was written; often several times for one change, and also for what Techne wrote itself.
    """

    def __init__(self, changed: Callable[[Path], None]) -> None:
        self._changed = changed
        self._observer = Observer()
        self._observer.daemon = True
        self._watches: dict[Path, ObservedWatch] = {}
        self._lost: set[Path] = set()
        """Those that went, whatever is there now."""
        self._turn = Lock()
        self._is_over = False

    def follow(self, roots: Iterable[Path]) -> None:
        """Hear of these folders, and of no others. Reads all folders below those that are new, so
        it takes a while; what is not there now is heard of when this is called again later.
        """
        wanted = {root for root in roots if root.is_dir()}
        with self._turn:
            if self._is_over:
                return
            if wanted and not self._observer.is_alive():
                self._observer.start()
            lost = self._watches.keys() & self._lost
            self._lost -= lost
            for root in (self._watches.keys() - wanted) | lost:
                self._observer.unschedule(self._watches.pop(root))
            for root in wanted - self._watches.keys():
                if self._is_over:
                    break
                try:
                    self._watches[root] = self._observer.schedule(
                        _Handler(self, root), os.fspath(root), recursive=True
                    )
                except OSError as error:  # more folders than the system watches; others look
                    log.warning("A linked folder cannot be watched: %s", error.strerror or error)
            if self._is_over:
                self._observer.stop()

    def stop(self) -> None:
        """Hear nothing more. Does not wait for `follow`, which ends soon then."""
        self._is_over = True
        if self._turn.acquire(blocking=False):
            try:
                if self._observer.is_alive():
                    self._observer.stop()
                    self._observer.join()
            finally:
                self._turn.release()

    def heard(self, root: Path, event: FileSystemEvent) -> None:
        """Pass on what is news; a folder that went has to be followed anew when it is back."""
        if event.event_type not in _NEWS:
            return
        if event.is_directory and event.event_type == EVENT_TYPE_MODIFIED:
            return  # what changed in it is told as well, and may be but a sign of Techne's own
        paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        if all(Path(path).name.startswith(MARK) for path in paths):
            return
        if event.event_type != EVENT_TYPE_MODIFIED and os.fspath(root) in paths:
            self._lost.add(root)
        self._changed(root)


class _Handler(FileSystemEventHandler):
    def __init__(self, watcher: Watcher, root: Path) -> None:
        self._watcher, self._root = watcher, root

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._watcher.heard(self._root, event)
