"""The shipped program, started as a process in a world of its own."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

PASSPHRASE = "seven small boats at anchor"
PATIENCE = 120
"""Seconds after which a process is taken to hang."""
_BESIDE = Path(sys.executable).with_name("techne.exe" if os.name == "nt" else "techne")
COMMAND = [str(_BESIDE)] if _BESIDE.exists() else [sys.executable, "-m", "app.main"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command came to."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Program:
    """`folder` holds the home, the passphrase file, the temporary files and the user's folder."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    def prepare(self) -> "Program":
        for name in ("tmp", "user"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n", encoding="utf-8")
        return self

    def copy(self, folder: Path) -> "Program":
        """The same vault somewhere else; stretching a passphrase for a new one is slow."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return replace(self, folder=folder)

    def with_(self, **environment: str) -> "Program":
        return replace(self, environment=self.environment | environment)

    def variables(self) -> dict[str, str]:
        """Nothing of whoever runs the tests but where their programs are."""
        user = str(self.folder / "user")
        own = {
            "HOME": user,
            "XDG_DATA_HOME": user,
            "XDG_CONFIG_HOME": user,
            "XDG_RUNTIME_DIR": user,
            "TMPDIR": str(self.temporary),
            "TECHNE_HOME": str(self.home),
            "TECHNE_PASSPHRASE_FILE": str(self.folder / "passphrase"),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "QT_QPA_PLATFORM": "offscreen",
            "LC_ALL": "C.UTF-8",
        }
        kept = (
            "PATH",
            "PYTHONPATH",
            "SYSTEMROOT",
            "LD_LIBRARY_PATH",
            "VIRTUAL_ENV",
            "COVERAGE_PROCESS_START",
        )
        return {n: os.environ[n] for n in kept if n in os.environ} | own | self.environment

    def start(
        self, *arguments: str | Path, command: list[str] | None = None, **options: Any
    ) -> "subprocess.Popen[bytes]":
        """A process that nobody waits for yet, without a terminal to ask on."""
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen(
            [*(command or COMMAND), *map(str, arguments)],
            env=self.variables(),
            cwd=self.folder,
            start_new_session=True,
            **(pipes | options),
        )

    def run(self, *arguments: str | Path, stdin: bytes = b"", **options: Any) -> Outcome:
        with self.start(*arguments, **options) as process:
            try:
                out, err = process.communicate(stdin, timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        outcome = Outcome(process.returncode, (out or b"").decode(), (err or b"").decode())
        assert "Traceback" not in outcome.err and "inside Techne" not in outcome.err, outcome.err
        return outcome

    def do(self, *arguments: str | Path, stdin: bytes = b"") -> Outcome:
        """Run a command that must succeed."""
        outcome = self.run(*arguments, stdin=stdin)
        assert outcome.status == 0, outcome.err
        return outcome

    def ask(self, *arguments: str | Path, stdin: bytes = b"") -> Any:
        """The JSON document a command that must succeed answers with."""
        return self.do("--json", *arguments, stdin=stdin).json

    def fail(self, *arguments: str | Path, **options: Any) -> str:
        """What a command that must fail in an understandable way says: a sentence and a hint."""
        outcome = self.run(*arguments, **options)
        assert outcome.status == 1, (outcome.out, outcome.err)
        assert 1 <= len(outcome.err.strip().splitlines()) <= 2, outcome.err
        return outcome.err

    def edit(self, name: str | None, text: str, *more: str) -> Any:
        which = ["--new"] if name is None else [name]
        return self.ask("edit", *which, "--text-file", "-", *more, stdin=text.encode())

    def text(self, name: str, *more: str) -> str:
        return str(self.ask("show", name, *more)["text"])

    def texts(self) -> dict[tuple[str, str | int], str]:
        """Every skill by engram and title (by id, if it has none), read by one process."""
        script = (
            "import json, sys\n"
            "from app.cli.session import Session\n"
            "from app.core.library import catalogue, library\n"
            "from pathlib import Path\n"
            "with Session(Path(sys.argv[1])).vault() as vault:\n"
            "    rows = catalogue.rows(vault)\n"
            "    print(json.dumps([[r.engram_name, r.title if r.key else r.id,"
            " library.text(vault, r.id)] for r in rows]))\n"
        )
        outcome = self.run(self.home, command=[sys.executable, "-c", script])
        return {(engram, title): text for engram, title, text in outcome.json}

    def is_sound(self) -> bool:
        return bool(self.ask("doctor")["sound"])
