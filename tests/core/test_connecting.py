"""Clients connected and taken back: real files, real programs, a real vault."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from app.core.agents import clients as agents
from app.core.connect import connections
from app.core.connect.connecting import NotConnected, connect, disconnect
from app.core.connect.conversation import NoAnswer
from app.core.connect.entry import NAME, SECRET, secret_of, started_by
from app.core.connect.handshake import shake
from app.core.connect.health import CONNECTED, asked
from app.core.connect.known import setup
from app.core.connect.looking import Fault, State, look
from app.core.connect.planning import plan
from app.core.connect.settings_file import (
    SettingsBroken,
    SettingsChanged,
    SettingsElsewhere,
    SettingsLocked,
)
from app.core.connect.setups import UnknownClient, setups
from app.core.connect.stored import stored
from app.core.errors import AppError
from app.core.vault import Vault

SERVER = """\
import json, os, sys
if sys.argv[1:] != ["mcp"] or not os.environ.get("TECHNE_CLIENT_SECRET"):
    sys.exit(3)
print("hello", flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    if asked["method"] == "initialize":
        answer = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "techne"}}
    elif not asked["params"].get("cursor"):
        answer = {"tools": [{"name": "a"}, {"name": "b"}], "nextCursor": "x"}
    else:
        answer = {"tools": [{"name": "c"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": answer}), flush=True)
"""


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a person without any client."""
    folder = tmp_path / "a person"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(folder / "bin"))
    return folder


@pytest.fixture
def command(person: Path) -> tuple[str, ...]:
    return (_program(person / "the bin" / "techne", SERVER),)


def _program(path: Path, text: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return str(path)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("client", sorted(setups()))
@pytest.mark.parametrize("url", ["", "http://127.0.0.1:7337/mcp"])
def test_each_client_is_connected_and_taken_back(
    vault: Vault, person: Path, command: tuple[str, ...], client: str, url: str
) -> None:
    file = setup(client)[1].settings()
    is_toml = file.suffix == ".toml"
    text = "# mine\na = 1\n" if is_toml else '{\r\n\t// mine\r\n\t"a": [1,2],\r\n}\r\n'
    before = _write(file, text).read_bytes()
    planned = plan(vault, client, command, url=url)
    assert before == file.read_bytes()
    assert not any(planned.secret in line.text for one in planned.changes for line in one.lines())
    connect(vault, planned)
    assert file.read_bytes() != before
    assert plan(vault, client, command, url=url).is_done
    assert look(vault)[0].state is State.CONNECTED
    entry = look(vault)[0].entry
    assert agents.of_secret(vault, planned.secret) == client
    assert planned.secret in json.dumps(entry)
    assert url in json.dumps(entry) if url else started_by(entry)[0] == (*command, "mcp")
    disconnect(vault, client)
    assert file.read_bytes() == before
    assert agents.of_secret(vault, planned.secret) is None
    with pytest.raises(NotConnected):
        disconnect(vault, client)


@pytest.mark.parametrize(
    "text", ["[1, 2]", "3", '"text"', '{"mcpServers": []}', '{"mcpServers": {"techne": 1}, "a": ']
)
def test_settings_of_another_shape_are_refused(
    vault: Vault, person: Path, command: tuple[str, ...], text: str
) -> None:
    file = _write(person / ".claude.json", text)
    with pytest.raises(SettingsBroken):
        plan(vault, "claude", command)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"hooks": []}',
        '{"hooks": {"Stop": {"a": 1}}}',
        '{"hooks": {"Stop": 3}}',
        '{"hooks": {"Stop": "x"}}',
    ],
)
def test_hooks_of_another_shape_are_refused(
    vault: Vault, person: Path, command: tuple[str, ...], text: str
) -> None:
    hooks = _write(person / ".claude" / "settings.json", text)
    with pytest.raises(SettingsBroken):
        plan(vault, "claude", command)
    connect(vault, plan(vault, "claude", command, hooks=False))
    disconnect(vault, "claude")
    assert hooks.read_text() == text


def test_toml_of_another_shape_is_refused(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    for text in ("mcp_servers = []\n", "[[mcp_servers]]\na = 1\n", "mcp_servers = 3\n"):
        file = _write(person / ".codex" / "config.toml", text)
        with pytest.raises(SettingsBroken):
            plan(vault, "codex", command)
        assert file.read_text() == text


def test_what_somebody_else_wrote_since_stays(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    file = _write(person / ".claude.json", '{"mcpServers": {"mine": {"command": "x"}}}')
    hooks = _write(person / ".claude" / "settings.json", '{\n  "env": {"K": "1"}\n}\n')
    connect(vault, plan(vault, "claude", command))
    written = json.loads(hooks.read_text())["hooks"]
    assert set(written) >= {"SessionStart", "UserPromptSubmit", "PostToolUseFailure", "SessionEnd"}
    assert written["SessionStart"][0]["hooks"][0]["command"].startswith(f"'{command[0]}' ")
    file.write_text(file.read_text().replace('"mine"', '"yours"'))
    said = json.loads(hooks.read_text())
    said["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "echo hook mine"}]})
    hooks.write_text(json.dumps(said))
    assert plan(vault, "claude", command).is_done
    disconnect(vault, "claude")
    assert json.loads(file.read_text()) == {"mcpServers": {"yours": {"command": "x"}}}
    assert json.loads(hooks.read_text()) == {
        "env": {"K": "1"},
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo hook mine"}]}]},
    }


def test_repair_keeps_the_first_backup(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    file = _write(person / ".codex" / "config.toml", "# mine\n")
    connect(vault, plan(vault, "codex", ("/gone/techne",), hooks=False))
    first = look(vault)[0]
    assert (first.state, first.fault) == (State.REPAIR, Fault.PROGRAM)
    file.write_text(file.read_text() + "\n[mine]\nx = 1\n")
    connect(vault, plan(vault, "codex", command))
    assert look(vault)[0].state is State.CONNECTED
    assert tomllib.loads(file.read_text())["mcp_servers"][NAME]["command"] == command[0]
    disconnect(vault, "codex")
    assert file.read_text() == "# mine\n\n[mine]\nx = 1\n"
    assert not (person / ".codex" / "hooks.json").exists()
    assert connections.connections(vault.home.folder) == ()


def test_a_secret_that_is_not_ours_is_replaced(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    connect(vault, plan(vault, "gemini", command))
    agents.dismiss(vault, "gemini")
    assert (look(vault)[0].state, look(vault)[0].fault) == (State.REPAIR, Fault.SECRET)
    connect(vault, plan(vault, "gemini", command))
    assert look(vault)[0].state is State.CONNECTED
    project = person / "project"
    project.mkdir()
    untrusted = look(vault, folders=(project,))[0]
    assert (untrusted.fault, untrusted.folder) == (Fault.TRUST, project)
    _write(person / ".gemini" / "trustedFolders.json", json.dumps({str(person): "TRUST_FOLDER"}))
    assert look(vault, folders=(project,))[0].state is State.CONNECTED


def test_files_that_cannot_be_written_are_refused_and_left(
    vault: Vault, person: Path, command: tuple[str, ...], tmp_path: Path
) -> None:
    file = _write(person / ".cursor" / "mcp.json", '{"mcpServers": {')
    with pytest.raises(SettingsBroken, match="line 1"):
        plan(vault, "cursor", command)
    file.write_bytes(b"\xff")
    with pytest.raises(SettingsBroken):
        plan(vault, "cursor", command)
    file.write_bytes(b"{}")
    file.chmod(0o444)
    with pytest.raises(SettingsLocked):
        plan(vault, "cursor", command)
    file.unlink()
    outside = _write(tmp_path / "outside" / "mcp.json", "{}")
    file.symlink_to(outside)
    with pytest.raises(SettingsElsewhere, match="outside"):
        plan(vault, "cursor", command)
    file.unlink()
    inside = _write(person / "dotfiles" / "mcp.json", "{}")
    file.symlink_to(inside)
    planned = plan(vault, "cursor", command)
    inside.write_text('{"a": 1}')
    with pytest.raises(SettingsChanged):
        connect(vault, planned)
    assert inside.read_text() == '{"a": 1}'
    connect(vault, plan(vault, "cursor", command))
    assert file.is_symlink()
    assert NAME in json.loads(inside.read_text())["mcpServers"]
    assert [one.client.id for one in look(vault) if one.state is State.CONNECTED] == ["cursor"]


def test_all_is_written_or_nothing(vault: Vault, person: Path, command: tuple[str, ...]) -> None:
    planned = plan(vault, "claude", command)
    _write(person / ".claude" / "settings.json", "{}")  # the second file changed meanwhile
    with pytest.raises(SettingsChanged):
        connect(vault, planned)
    assert not (person / ".claude.json").exists()
    assert not agents.clients(vault)


def test_a_person_may_say_where_a_client_keeps_its_servers(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    (vault.home.folder / "clients.toml").write_text(
        '[[setup]]\nid = "goose"\nchecked = 2026-11-22\nfile = ["~/goose.json"]\nat = ["servers"]\n'
        'stdio = { run = "{argv}" }\nhttp = { url = "{url}" }\n'
    )
    connect(vault, plan(vault, "goose", command))
    entry = json.loads((person / "goose.json").read_text())["servers"][NAME]
    assert entry == {"run": [*command, "mcp"]}
    (vault.home.folder / "clients.toml").write_text("[[setup]]\nid = 3\n")
    with pytest.raises(AppError, match="cannot be read"):
        plan(vault, "goose", command)


def test_a_project_has_settings_of_its_own(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    project = person / "project"
    project.mkdir()
    connect(vault, plan(vault, "vscode", command, project=project))
    assert NAME in json.loads((project / ".vscode" / "mcp.json").read_text())["servers"]
    assert look(vault, project=project)[0].client.id == "vscode"
    assert look(vault)[0].state is not State.CONNECTED
    secret = secret_of(stored(vault.home.folder, "vscode", str(project)))
    assert agents.of_secret(vault, secret) == "vscode"
    assert stored(vault.home.folder, "vscode") is None
    disconnect(vault, "vscode", project)
    assert not (project / ".vscode" / "mcp.json").exists()
    for name in ("amp", "goose", "nobody"):
        with pytest.raises(UnknownClient):
            plan(vault, name, command, project=project)


def test_what_was_written_is_started_and_asked(
    vault: Vault, person: Path, command: tuple[str, ...]
) -> None:
    connect(vault, plan(vault, "opencode", command))
    shaken = shake(look(vault)[0].entry)
    assert (shaken.protocol, shaken.tools) == ("2025-11-25", 3)
    entry = {"command": command[0], "args": ["other"], "env": {SECRET: "x"}}
    with pytest.raises(NoAnswer, match="it ended"):
        shake(entry)
    with pytest.raises(NoAnswer):
        shake({"command": "/gone/techne"})
    silent = _program(person / "silent", "import sys; sys.stdin.read()")
    with pytest.raises(NoAnswer, match="in time"):
        shake({"command": silent}, 0.2)
    with pytest.raises(NoAnswer):
        shake({"url": "http://127.0.0.1:9/mcp"}, 1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("techne: /bin/techne mcp - \\x1b[32m✔ Connected\\x1b[0m", CONNECTED),
        ("techne: /bin/techne mcp - ✗ Not connected", "techne: /bin/techne mcp - ✗ Not connected"),
        ("✗ techne: (stdio) - Disconnected", "✗ techne: (stdio) - Disconnected"),
        ("nothing", "it does not name the server"),
    ],
)
def test_the_client_itself_is_asked(person: Path, line: str, expected: str) -> None:
    _program(person / "bin" / "gemini", f"print('{line}')")
    assert asked(setup("gemini")[1]) == expected
    assert asked(setup("claude")[1]) == ""


def test_a_client_that_writes_its_settings_when_asked_is_given_a_copy(person: Path) -> None:
    file = _write(person / ".claude.json", '{"mcpServers": {"techne": {}}}')
    _program(
        person / "bin" / "claude",
        "import json, os, pathlib\n"
        "folder = os.environ.get('CLAUDE_CONFIG_DIR') or os.environ['HOME']\n"
        "file = pathlib.Path(folder) / '.claude.json'\n"
        "said = json.loads(file.read_text())\n"
        "file.write_text(json.dumps({**said, 'startups': 2}))\n"
        "print(*said['mcpServers'], '- Connected')\n",
    )
    before = file.read_bytes()
    assert asked(setup("claude")[1]) == CONNECTED
    assert file.read_bytes() == before


def test_the_app_server_of_codex_is_asked(person: Path) -> None:
    _program(
        person / "bin" / "codex",
        SERVER.replace('sys.argv[1:] != ["mcp"] or not os.environ.get("TECHNE_CLIENT_SECRET")',
                       'sys.argv[1:] != ["app-server"]')
        .replace('{"tools": [{"name": "a"}, {"name": "b"}], "nextCursor": "x"}',
                 '{"data": [{"name": "techne", "tools": {"a": {}}}]}'),
    )  # fmt: skip
    assert asked(setup("codex")[1]) == CONNECTED
