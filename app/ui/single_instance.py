"""One process per home folder: a second start rings, hands over its paths and leaves.

Public names: `ring`, `SingleInstance`. A message is one line of JSON, `{"open": [paths]}`,
at most 1 MB; the answer is the line `ok`.
"""

import hashlib
import json
import os
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

PATIENCE = 1500
"""Milliseconds a second start waits for each answer before it opens a window of its own."""
LONGEST = 1_000_000
ANSWER = b"ok\n"


def _name(home: Path) -> str:
    """The socket of a home folder, the same in every process."""
    return "techne-" + hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:16]


def _is_ours(socket: str) -> bool:
    """Whether this person made the socket: others may put one of that name into a shared folder."""
    try:
        return os.name == "nt" or Path(socket).stat().st_uid == os.getuid()
    except OSError:
        return False


def ring(home: Path, paths: list[str], patience: int = PATIENCE) -> bool:
    """Whether somebody was in and took the paths. Without paths it asks for the window."""
    socket = QLocalSocket()
    socket.connectToServer(_name(home))
    if not socket.waitForConnected(patience) or not _is_ours(socket.fullServerName()):
        return False
    socket.write(json.dumps({"open": paths}).encode() + b"\n")
    socket.flush()
    while not socket.canReadLine():
        if not socket.waitForReadyRead(patience):
            return False
    answer = bytes(socket.readLine().data())
    socket.disconnectFromServer()
    return answer == ANSWER


class SingleInstance(QObject):
    """`rung(paths)` when a second start hands over paths; with none, show the window.

    Not `listening` when another process was faster: ring it and leave. A lock decides who is in,
    because listening silently takes the name away from whoever has it; a lock and a socket that
    a crash left behind are taken over.
    """

    rung = Signal(list)

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = QLockFile(str(home / "window.lock"))
        self._lock.setStaleLockTime(0)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)
        if self._lock.tryLock(0):
            QLocalServer.removeServer(_name(home))
            self._server.listen(_name(home))

    @property
    def listening(self) -> bool:
        return self._server.isListening()

    def close(self) -> None:
        self._server.close()
        self._lock.unlock()

    def _answer(self) -> None:
        """The server owns the sockets; each is freed when the caller hangs up."""
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(socket.deleteLater)
        self._read()

    def _read(self) -> None:
        for socket in self._server.findChildren(QLocalSocket):
            if socket.canReadLine():
                self._take(socket)
            elif socket.bytesAvailable() > LONGEST:
                socket.abort()

    def _take(self, socket: QLocalSocket) -> None:
        paths = _paths(bytes(socket.readLine().data()))
        if paths is None:
            socket.abort()
            return
        socket.write(ANSWER)
        socket.flush()
        self.rung.emit(paths)


def _paths(line: bytes) -> list[str] | None:
    """What a well-formed message asks to open; None for anything else."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    paths = message.get("open") if isinstance(message, dict) else None
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        return None
    return paths
