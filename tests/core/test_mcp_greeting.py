"""What is answered before the official package is loaded is what that package answers."""

import json
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.shared.message import SessionMessage
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from app.core.serve.errors import NotOpen
from app.core.serve.mcp.greeting import HANDSHAKE, MODERN, Greeting
from app.core.serve.mcp.kept_tools import keep, kept
from app.core.serve.mcp.server import McpServer
from app.core.serve.mcp.tools import listed
from tests.core.test_mcp_server import Locked, who


def official_answers(*lines: bytes) -> list[Any]:
    """What the server of the official package answers to the first requests of a client."""
    server = McpServer(Locked(NotOpen("", "")), who)

    async def run() -> list[Any]:
        send, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        outgoing, receive = anyio.create_memory_object_stream[SessionMessage](9)
        async with anyio.create_task_group() as tasks, send, receive:
            tasks.start_soon(server.run, incoming, outgoing, server.create_initialization_options())
            for line in lines:
                await send.send(SessionMessage(types.jsonrpc_message_adapter.validate_json(line)))
            answers = [(await receive.receive()).message for _line in lines]
            tasks.cancel_scope.cancel()
        dumped = (one.model_dump_json(by_alias=True, exclude_unset=True) for one in answers)
        return list(map(json.loads, dumped))

    return anyio.run(run)


def initialize(version: str, **more: Any) -> bytes:
    params = {
        "protocolVersion": version,
        "capabilities": {"roots": {"listChanged": True}, "elicitation": {"form": {}}},
        "clientInfo": {"name": "a", "version": "1"},
        **more,
    }
    return json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    ).encode()


def discover(
    version: str, method: str = "server/discover", capabilities: Any = None, **more: Any
) -> bytes:
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {} if capabilities is None else capabilities,
        **{f"io.modelcontextprotocol/client{name.title()}": said for name, said in more.items()},
    }
    message = {"jsonrpc": "2.0", "id": "a", "method": method, "params": {"_meta": meta}}
    return json.dumps(message).encode()


@pytest.mark.parametrize(
    "line",
    [
        *(initialize(version) for version in (*HANDSHAKE, "1999-01-01", *MODERN)),
        *(discover(version) for version in MODERN),
        discover(MODERN[0], info={"name": "a", "version": "1"}),
    ],
)
def test_first_answer_is_that_of_the_official_package(line: bytes) -> None:
    assert [Greeting().answer(line)] == official_answers(line)


@pytest.mark.parametrize(
    "lines",
    [
        *(
            [initialize(one), b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}']
            for one in HANDSHAKE
        ),
        [initialize("2025-06-18"), b'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}'],
        [
            initialize("2025-06-18"),
            b'{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{"_meta":{"progressToken":0}}}',
        ],
        [discover("2026-07-28"), discover("2026-07-28", method="tools/list")],
        [discover("2026-07-28", method="tools/list")],
    ],
)
def test_list_of_tools_that_was_kept_is_that_of_the_official_package(
    tmp_path: Path, lines: list[bytes]
) -> None:
    assert kept(tmp_path) is None
    keep(tmp_path, [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed()])
    greeting = Greeting(kept(tmp_path))
    assert [greeting.answer(line) for line in lines] == official_answers(*lines)
    greeting = Greeting(None)
    assert greeting.answer(lines[-1]) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"program": "0.0.1", "tools": []}'])
def test_list_of_another_program_is_not_used(tmp_path: Path, text: str) -> None:
    (tmp_path / "agent-tools.json").write_text(text)
    assert kept(tmp_path) is None


def test_versions_are_those_of_the_official_package() -> None:
    assert HANDSHAKE == HANDSHAKE_PROTOCOL_VERSIONS
    assert MODERN == MODERN_PROTOCOL_VERSIONS


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"[" * 100_000,
        b"[]",
        initialize("2025-06-18", capabilities={"roots": 3}),
        initialize("2025-06-18", capabilities=None),
        initialize("2025-06-18", clientInfo={"name": "a"}),
        initialize("2025-06-18", clientInfo={"name": 1, "version": "1"}),
        discover("2031-01-01"),
        discover(MODERN[0], capabilities=3),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}',
        b'{"jsonrpc":"2.0","id":null,"method":"initialize","params":{}}',
    ],
)
def test_what_is_not_plain_is_left_to_the_official_package(line: bytes) -> None:
    assert Greeting([]).answer(line) is None
