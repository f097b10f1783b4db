"""The official conformance suite and inspector, where Node and both of them are to be had.

They are looked for in the folder that TECHNE_AGENT_CLIENTS names, else beside the project, with
their commands in its `bin`; see docs/testing.md.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.program import COMMAND, PATIENCE, Program

_HERE = Path(__file__).resolve()
CLIENTS = Path(os.environ.get("TECHNE_AGENT_CLIENTS") or _HERE.parents[3] / "clients")
EXPECTED = _HERE.with_name("conformance.yml")
_WITHOUT_TOKEN = """
import sys
from pathlib import Path
import uvicorn
from app.core.serve.home_desk import HomeDesk
from app.core.serve.http.application import application
from app.core.serve.http.token_file import TokenFile

tokens = TokenFile(Path(sys.argv[2]))
with HomeDesk(Path(sys.argv[1])) as desk:
    guarded, _server = application(desk, tokens)

    async def app(scope, receive, send):
        if scope["type"] == "http":
            given = (b"authorization", b"Bearer " + tokens.current().encode())
            scope["headers"] = [*scope["headers"], given]
        await guarded(scope, receive, send)

    config = uvicorn.Config(app, port=0, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    listening = config.bind_socket()
    print(listening.getsockname()[1], flush=True)
    server.run([listening])
"""
"""The suite cannot send a token, so it comes in by a door of its own that adds one."""


def tool(name: str) -> str:
    """The path of a command; the test is skipped without it."""
    found = shutil.which(name, path=f"{CLIENTS / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip(f"{name} is not installed (it needs Node)")
    return found


def run(*command: str | Path, program: Program) -> "subprocess.CompletedProcess[str]":
    """Run a command with its own Node first, from an empty folder."""
    path = f"{CLIENTS / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.run(
        [*map(str, command)], cwd=program.temporary, env=program.variables() | {"PATH": path},
        capture_output=True, text=True, timeout=PATIENCE * 2, check=False,
    )  # fmt: skip


@pytest.fixture
def folders(kitchen: Program) -> Program:
    """A vault whose first skill has a file in a folder of its own."""
    archive = kitchen.folder / "a-walk.skill"
    with zipfile.ZipFile(archive, "w") as file:
        text = "---\nname: a-walk\ndescription: How to walk. Use it outside.\n---\n\n1. Walk.\n"
        file.writestr("a-walk/SKILL.md", text)
        file.writestr("a-walk/references/map.md", "# Map\n")
    kitchen.do("import", archive, "--trust", "once")
    return kitchen


@contextmanager
def door(program: Program) -> Iterator[str]:
    """The address of a server that lets everybody of this computer in."""
    script = [sys.executable, "-c", _WITHOUT_TOKEN, program.variables()["TECHNE_HOME"]]
    with program.start(command=[*script, str(program.folder / "token")]) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
        finally:
            process.kill()


def test_conformance_suite(folders: Program) -> None:
    suite = tool("conformance")
    with door(folders) as url:
        ran = run(
            suite, "server", "--url", url, "--suite", "all", "--expected-failures", EXPECTED,
            "-o", folders.folder / "results", program=folders,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]


def test_inspector_verifies_every_skill(folders: Program) -> None:
    inspector = tool("mcp-inspector")
    server = {"type": "stdio", "command": COMMAND[0], "args": [*COMMAND[1:], "mcp"],
              "env": folders.variables()}  # fmt: skip
    config = folders.folder / "inspector.json"
    config.write_text(json.dumps({"mcpServers": {"techne": server}}))
    base = (inspector, "--cli", "--config", config, "--server", "techne", "--format", "json")
    for era, method in (
        ("modern", ("skills/list", "--verify")),
        ("legacy", ("tools/list", "--strict")),
        ("modern", ("tools/list", "--strict")),
    ):
        ran = run(*base, "--protocol-era", era, "--method", *method, program=folders)
        assert ran.returncode == 0, (era, method, ran.stdout[-2000:], ran.stderr[-2000:])
