"""Another process that holds the vault in the middle of a write, for as long as a test wants."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HOLDER = """
import sys
from pathlib import Path
from app.core.library import library
from app.core.library.record import Reason
from app.core.store.connection import connect
from app.core.vault import Vault
home, data_key = Path(sys.argv[1]), bytes.fromhex(sys.argv[2])
db, vault = connect(home / "vault.db", data_key), Vault(home, data_key)
for line in sys.stdin:
    exec(line)
    print("done", flush=True)
"""


class OtherProcess:
    """What it was asked for is done when a call returns."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def take(self, how: str = "immediate") -> None:
        """Begin to write."""
        self.run(f"db.execute('begin {how}')")

    def release(self) -> None:
        self.run("db.execute('rollback')")

    def take_to_edit(self, skill: int, text: str) -> None:
        """Begin to write, and change a skill."""
        self.run("held = vault.write('Edit skill'); write = held.__enter__()")
        self.run(f"meta = library.last_meta(vault, {skill})")
        self.run(f"library.put(write, {skill}, {text!r}, meta, Reason.EDITED)")

    def commit(self) -> None:
        self.run("held.__exit__(None, None, None)")

    def kill(self) -> None:
        """Have it end in the middle of whatever it does."""
        self._process.kill()
        self._process.wait()

    def run(self, line: str) -> None:
        """Do a line of Python."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"


@contextmanager
def other_process(home: Path, data_key: bytes) -> Iterator[OtherProcess]:
    """One that has the vault open."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(home), data_key.hex()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield OtherProcess(process)
        process.kill()
