"""Clients connected from the command line, by the program itself."""

import json
import sys
from pathlib import Path

import pytest

from app.desktop import association
from tests.cli.conftest import Techne


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody with two clients, one of whose settings are broken."""
    folder = tmp_path / "person"
    for name in (".codex", ".gemini"):
        (folder / name).mkdir(parents=True)
    (folder / ".codex" / "config.toml").write_text("# mine\n")
    (folder / ".gemini" / "settings.json").write_text("{,")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", "")
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    root = Path(__file__).parents[2]
    launch = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n"
              "from app.main import main\nsys.exit(main(sys.argv[1:]))"]  # fmt: skip
    monkeypatch.setattr(association, "lasting_command", lambda: launch)
    return folder


def test_a_client_is_connected_verified_and_taken_back(techne: Techne, person: Path) -> None:
    file = person / ".codex" / "config.toml"
    states = {one["id"]: one["state"] for one in techne("connect", "--json").json}
    assert (states["codex"], states["gemini"], states["cursor"]) == ("found", "found", "not-found")
    said = techne("connect", "cursor").out
    assert said.startswith("Connected Cursor.")
    assert "Cursor is told to read the passphrase from " in said
    assert techne("disconnect", "cursor").status == 0
    done = techne("connect", "codex", "--json")
    assert done.status == 0, done.json
    assert done.json["verified"]["tools"] > 0
    assert [change["file"] for change in done.json["changes"]] == [
        str(file), str(person / ".codex" / "hooks.json")
    ]  # fmt: skip
    written = file.read_bytes()
    again = techne("connect", "codex")
    assert "Codex is connected already." in again.out and "The server answers" in again.out
    assert file.read_bytes() == written
    (codex,) = [one for one in techne("connect", "--json").json if one["id"] == "codex"]
    assert codex["state"] == "connected" and codex["verified"]["failed"] == ""
    assert "connected" in techne("connect").out
    assert techne("disconnect", "codex").status == 0
    assert file.read_text() == "# mine\n"
    assert not (person / ".codex" / "hooks.json").exists()
    assert techne("disconnect", "codex", "--json").json["error"]["code"] == "not-connected"


def test_what_is_in_the_way_is_said(techne: Techne, person: Path, tmp_path: Path) -> None:
    assert techne("connect", "gemini", "--json").json["error"]["code"] == "settings-broken"
    assert techne("connect", "nobody", "--json").json["error"]["code"] == "unknown-client"
    missing = techne("connect", "cursor", "--project", tmp_path / "gone", "--json")
    assert missing.json["error"]["code"] == "not-found"
    failed = techne("connect", "cursor", "--http", "http://127.0.0.1:9/mcp")
    assert failed.status == 1 and "It does not work yet" in failed.out
    assert failed.out.startswith("The settings of Cursor are written, but the check failed.")
    assert "passphrase" not in failed.out, "a server that runs has opened the vault itself"
    entry = json.loads((person / ".cursor" / "mcp.json").read_text())["mcpServers"]["techne"]
    assert entry["url"] == "http://127.0.0.1:9/mcp"
    (person / ".gemini" / "settings.json").write_text("{}")
    assert "does not trust" in techne("connect", "gemini", "--http", "http://127.0.0.1:9/mcp").out
