"""Agents and the shipped program: over both transports, in both eras, beside other writers."""

import json
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from app.core.agents import clients, consent
from app.core.agents.caller import OTHER
from app.core.agents.consent import Group, Rule
from app.core.library import catalogue, library
from app.core.serve.mcp.greeting import HANDSHAKE
from app.core.serve.tools.table import TOOLS
from app.core.vault import Vault
from tests.e2e.conftest import BREAD, TEA
from tests.e2e.program import COMMAND, PATIENCE, Program
from tests.other_process import other_process

ALL_CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("list_skills", {"limit": 1}),
    ("get_skill", {"skill": "Bread"}),
    ("walk_skill", {"skill": "Bread"}),
    ("walk_skill_structured", {"skill": "Bread", "recursive": True}),
    ("check_skill", {"skill": "Bread"}),
    ("search_skills", {"query": "bake"}),
    ("suggest_skills", {"context": "I am hungry and want to bake"}),
    ("skill_features", {}),
    ("remember", {"text": "The oven of the office is broken."}),
    ("recall", {"query": "oven"}),
    ("related_skills", {"skill": "Bread"}),
    ("record_usage", {"skill": "Bread", "session": "one"}),
    ("record_outcome", {"skill": "Bread", "value": 1}),
    ("memory_feedback", {"ratings": {"Bread": 0.5, "Nothing": 1}}),
    ("observe_skill", {"skill": "Bread", "text": "How hot?", "category": "quality"}),
    ("start_run", {"skill": "Bread"}),
    ("next_step", {"run": 1}),
    ("report_step", {"run": 1, "step": "1", "result": "done"}),
    ("hand_over", {"run": 1, "why": "My hands are full.", "to": "agent"}),
    ("next_step", {"run": 1}),
    ("list_runs", {}),
    ("finish_run", {"run": 1, "outcome": "partial", "why": "No oven."}),
    ("save_skill", {"skill": "Bread", "text": BREAD + "3. Eat it.\n"}),
    ("skill_history", {"skill": "Bread"}),
    ("skill_vitality", {"skill": "Bread"}),
    ("export_skill", {"skill": "Bread"}),
    ("link_skills", {"skill": "Bread", "to": "Tea"}),
    ("unlink_skills", {"skill": "Bread", "to": "Tea"}),
    ("attach_file", {"skill": "Bread", "name": "oven.txt", "content": "220 degrees"}),
    ("train_skill", {"skill": "Bread"}),
    ("rollback_skill", {"skill": "Bread", "version": 1}),
    ("report_session", {"content": '{"type": "call", "tool": "oven"}\n', "format": "generic"}),
    ("delete_skill", {"skill": "Tea"}),
)


@contextmanager
def served(program: Program) -> Iterator[tuple[str, str, "subprocess.Popen[bytes]"]]:
    """The address of a server over HTTP, its token, and its process."""
    file = program.folder / "token"
    process = program.start("serve", "--port", "0", "--token-file", file)
    try:
        assert process.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/mcp", process.stderr.readline().decode())
        assert found is not None
        yield found[0], file.read_text().strip(), process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def writing(home: Path, data_key: bytes) -> Iterator[None]:
    """Another process saves skills all the while."""
    ended = threading.Event()
    with other_process(home, data_key) as other:

        def write() -> None:
            number = 0
            while not ended.wait(0.02):
                number += 1
                other.run(f"library.save(vault, None, '# Other {number}\\n\\n1. Do it.\\n')")

        thread = threading.Thread(target=write)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


class Heard:
    """What a client of the older versions was told without asking."""

    def __init__(self) -> None:
        self.update = anyio.Event()

    async def __call__(self, message: object) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.update.set()


async def use_all(client: Client, heard: Heard) -> None:
    """Call every tool there is; the client checks what comes back against the tool's schema."""
    await client.list_tools()
    assert (await client.list_prompts()).prompts
    bread = next(
        one.uri for one in (await client.list_resources()).resources if one.name == "bread"
    )
    is_older = client.protocol_version in HANDSHAKE
    if is_older:
        await client.subscribe_resource(bread)
    base, run = "", 0
    for tool, arguments in ALL_CALLS:
        more: dict[str, Any] = {"base": base} if tool == "save_skill" else {}
        more |= {"run": run} if "run" in arguments else {}
        answer = await client.call_tool(tool, arguments | more)
        assert not answer.is_error, (tool, answer.content)
        assert answer.structured_content is not None
        base = answer.structured_content.get("base", base)
        run = answer.structured_content.get("run", run) if tool == "start_run" else run
    if is_older:
        await heard.update.wait()


def test_calls_are_of_every_tool() -> None:
    assert {tool for tool, _arguments in ALL_CALLS} == {tool.name for tool in TOOLS}


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_every_tool_over_standard_input(
    kitchen: Program, home: Path, data_key: bytes, vault: Vault, era: Any
) -> None:
    async def run() -> None:
        server = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "mcp"], env=kitchen.variables()
        )
        with anyio.fail_after(PATIENCE):
            heard = Heard()
            async with Client(server, mode=era, message_handler=heard) as client:
                await use_all(client, heard)

    with writing(home, data_key):
        anyio.run(run)
    assert "Bread" in [row.title for row in catalogue.rows(vault)]
    vault.check()


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_every_tool_over_http(kitchen: Program, home: Path, data_key: bytes, vault: Vault) -> None:
    for group in Group:
        consent.decide(vault, "claude", group, Rule.ALLOW)
        consent.decide(vault, OTHER, group, Rule.NEVER)
    secret = clients.enrol(vault, "claude", "Claude Code")

    async def run(url: str, era: Any) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        with anyio.fail_after(PATIENCE):
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                transport = streamable_http_client(url, http_client=http)
                heard = Heard()
                async with Client(transport, mode=era, message_handler=heard) as client:
                    await use_all(client, heard)

    with served(kitchen) as (url, _token, _process), writing(home, data_key):
        anyio.run(run, url, "legacy")
        library.save(vault, None, TEA)
        anyio.run(run, url, "auto")
    vault.check()


def message(number: int | None, method: str, **params: Any) -> bytes:
    said = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(said | ({} if number is None else {"id": number})).encode() + b"\n"


HELLO = message(
    0, "initialize", protocolVersion="2025-06-18", capabilities={},
    clientInfo={"name": "a", "version": "1"},
) + message(None, "notifications/initialized")  # fmt: skip


LIST_TOOLS = b'{"jsonrpc":"2.0","id":21,"method":"tools/list"}\n'
FIRST = HELLO.splitlines()[0]


def listing(number: int) -> bytes:
    return message(number, "tools/call", name="list_skills", arguments={})


def test_what_was_asked_before_hanging_up_is_answered(kitchen: Program) -> None:
    asked = HELLO + LIST_TOOLS + b"".join(map(listing, range(1, 21))) + b"nonsense\n"
    outcome = kitchen.run("mcp", stdin=asked)
    assert outcome.status == 0
    answers = list(map(json.loads, outcome.out.splitlines()))
    assert {one["jsonrpc"] for one in answers} == {"2.0"}
    assert {one["id"] for one in answers if "result" in one} == set(range(22))
    assert answers[0]["result"]["protocolVersion"] == "2025-06-18"
    assert [one["id"] for one in answers].count(0) == 1
    again = kitchen.run("mcp", stdin=asked)  # the list of tools is kept from the last time
    by_id = {one["id"]: one for one in answers}
    assert {one["id"]: one for one in map(json.loads, again.out.splitlines())} == by_id


def test_nobody_says_anything(kitchen: Program) -> None:
    assert kitchen.run("mcp").status == 0


@contextmanager
def started(program: Program) -> Iterator["subprocess.Popen[bytes]"]:
    """A server whose pipes are in our hands, which has answered the first call."""
    with program.start("mcp", stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdin and process.stdout
            process.stdin.write(HELLO + listing(1))
            process.stdin.flush()
            while b'"id":1' not in process.stdout.readline():
                pass
            yield process
        finally:
            process.kill()


def test_client_dies_in_a_call(kitchen: Program, vault: Vault) -> None:
    with started(kitchen) as process:
        assert process.stdin and process.stdout
        process.stdout.close()
        last = message(2, "tools/call", name="save_skill", arguments={"text": "# Last"})
        process.stdin.write(last)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert "Last" in [row.title for row in catalogue.rows(vault)]


def test_client_never_reads(kitchen: Program) -> None:
    with started(kitchen) as process:
        assert process.stdin
        process.stdin.write(b"".join(map(listing, range(2, 402))))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_told_to_end(kitchen: Program) -> None:
    with started(kitchen) as process:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_locked_vault_is_used_when_it_is_open(kitchen: Program) -> None:
    passphrase = kitchen.folder / "passphrase"
    shutil.move(passphrase, kitchen.folder / "away")
    locked = kitchen.with_(TECHNE_PASSPHRASE_FILE="")
    outcome = locked.run("mcp", stdin=HELLO + message(1, "tools/list") + listing(2))
    answers = {one["id"]: one["result"] for one in map(json.loads, outcome.out.splitlines())}
    assert len(answers[1]["tools"]) == len(TOOLS)
    assert answers[2]["isError"] and "locked" in answers[2]["content"][0]["text"]
    assert outcome.status == 0


def test_who_comes_in_over_http(kitchen: Program, vault: Vault) -> None:
    with served(kitchen) as (url, token, process), httpx2.Client(timeout=60) as http:
        usual = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

        def send(content: Any = FIRST, method: str = "POST", **headers: str | None) -> Any:
            said = usual | {name.replace("_", "-"): value for name, value in headers.items()}
            kept = {name: value for name, value in said.items() if value is not None}
            return http.request(method, url, content=content, headers=kept)

        def status(*said: Any, **headers: Any) -> int:
            return int(send(*said, **headers).status_code)

        assert status() == 200
        assert status(Authorization=None) == 401
        assert status(Authorization="Bearer wrong") == 401
        assert status(Authorization=f"Bearer {'x' * 43}") == 401
        secret = clients.enrol(vault, "codex", "Codex")
        assert status(Authorization=f"Bearer {secret}") == 200
        clients.dismiss(vault, "codex")
        assert status(Authorization=f"Bearer {secret}") == 401
        for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example"):
            assert status(Origin=origin) == 403
        for host in ("evil.example", "127.0.0.1@evil.example", "evil.example:80"):
            assert status(Host=host) == 421
        assert status(Origin="http://localhost:3000") == 200
        assert status(Content_Type="text/plain") == 415
        assert status(Accept="text/html") == 406
        assert status(FIRST, "PUT") == 405
        assert status(b"x" * (5 << 20)) == 413
        assert status(iter([b"x" * (1 << 20)] * 10)) == 413
        for version in (None, "2026-07-28"):
            assert status(b"[" * 500_000, MCP_Protocol_Version=version) == 400
        _token_can_be_replaced(kitchen.folder / "token", usual, status)
        wrong = [send(Authorization=f"Bearer wrong{number}") for number in range(40)]
        assert wrong[-1].status_code == 429 and int(wrong[-1].headers["Retry-After"]) > 0
        assert status() == 200
        _ends_with_streams_open(process, http, url, usual)


def _token_can_be_replaced(file: Path, usual: dict[str, str], status: Any) -> None:
    if os.name != "nt":
        assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("another-token-of-some-length")
    assert status() == 401
    usual["Authorization"] = "Bearer another-token-of-some-length"
    assert status() == 200


def _ends_with_streams_open(
    process: "subprocess.Popen[bytes]", http: httpx2.Client, url: str, usual: dict[str, str]
) -> None:
    answer = http.post(url, content=FIRST, headers=usual)
    usual["Mcp-Session-Id"] = answer.headers["mcp-session-id"]
    with http.stream("GET", url, headers=usual) as stream:
        assert stream.status_code == 200
        process.terminate()
        assert process.wait(PATIENCE) == (1 if os.name == "nt" else 0)


def test_port_that_is_taken(kitchen: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in kitchen.fail("serve", "--port", port, "--token-file", kitchen.folder / "t")


def test_token_file_that_is_no_good(kitchen: Program) -> None:
    file = kitchen.folder / "short"
    file.write_text("short")
    assert "token" in kitchen.fail("serve", "--port", "0", "--token-file", file)
