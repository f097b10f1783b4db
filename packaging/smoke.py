"""A short life with the built program, through every part that packaging can break."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from console import ChildFailed, Trouble, run_quietly

_SETTLED = 3.0  # seconds after which a window that is going to fail has failed
_PATIENCE = 15.0  # seconds until a window that was asked to close counts as hanging

_ASKED: tuple[dict[str, object], ...] = (
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "smoke", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": {"name": "list_skills", "arguments": {}}},
)


class _Life:
    """One vault, one passphrase, one program."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program = program
        secret = folder / "passphrase"
        secret.write_text("correct horse battery staple\n", "utf-8")
        self._environ = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "TECHNE_HOME": str(folder / "home"),
            "TECHNE_PASSPHRASE_FILE": str(secret),
        }

    def says(self, *arguments: str) -> str:
        try:
            return run_quietly([str(self._program), *arguments], self._environ)
        except ChildFailed as failure:
            raise Trouble(f"{failure} did not work.", failure.output) from failure

    def answers_an_agent(self) -> None:
        """The protocol of agents is a package of its own, with parts that are found by name."""
        asked = b"\n".join(json.dumps({"jsonrpc": "2.0", **one}).encode() for one in _ASKED)
        ran = subprocess.run(
            [str(self._program), "mcp"], input=asked + b"\n", env=self._environ,
            capture_output=True, timeout=_PATIENCE * 4, check=False,
        )  # fmt: skip
        if ran.returncode or b'"isError":false' not in ran.stdout:
            raise Trouble("Agents get no answer.", ran.stderr.decode("utf-8", "replace"))

    def opens_and_closes(self) -> None:
        """The window stays until it is asked to go."""
        with subprocess.Popen([str(self._program)], env=self._environ) as window:
            time.sleep(_SETTLED)
            if (status := window.poll()) is not None:
                raise Trouble("The window closed by itself.", f"Its status was {status}.")
            window.terminate()
            try:
                window.wait(_PATIENCE)
            except subprocess.TimeoutExpired as late:
                window.kill()
                raise Trouble("The window did not close.", "It had to be killed.") from late


def smoke(program: Path, version: str) -> None:
    """Raises Trouble at the first thing that does not work."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        life = _Life(program, folder)
        if version not in life.says("--version"):
            raise Trouble("The program is of another version.", "Build it again.")
        life.says("init")
        skills = json.loads(life.says("list", "--json"))
        pack = folder / "smoke.gsk"
        life.says("export", skills[0]["title"], "--output", str(pack))
        life.says("verify", str(pack))
        life.says("doctor")
        life.says("schema")
        life.answers_an_agent()
        page = folder / "smoke.html"
        page.write_text("<h1>Smoke</h1><ol><li>Look</li></ol>", encoding="utf-8")
        life.says("import", str(page))
        life.says("screenshots", str(folder / "screens"))
        if not list((folder / "screens").glob("*.png")):
            raise Trouble("No screen was drawn.", "Run: techne screenshots DIR")
        life.opens_and_closes()
