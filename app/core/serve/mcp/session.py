"""One client over standard input and output, from its first request until it is gone."""

import os
import signal
from pathlib import Path
from threading import Timer
from uuid import uuid4

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from app.core.agents.caller import Caller
from app.core.serve.desk import Desk
from app.core.serve.home_desk import HomeDesk
from app.core.serve.mcp.asking import Context, client_of, said_of_itself
from app.core.serve.mcp.beginning import Beginning, Id
from app.core.serve.mcp.kept_tools import keep
from app.core.serve.mcp.pipes import Lines, Pipes
from app.core.serve.mcp.server import McpServer
from app.core.serve.mcp.tools import listed

SECRET = "TECHNE_CLIENT_SECRET"
"""The environment variable in which a connected client has its secret."""
_LAST_ANSWERS = 3.0
"""Seconds for which the answers of a client that has hung up are still worked on."""
_LAST_MOMENT = 4.5
"""Seconds after which the process ends whatever still goes on; what is in the vault is whole."""
_MOST_OPEN = 256
"""Requests without an answer; others wait until some are answered."""
_CANCELLED = "notifications/cancelled"
_NO_MESSAGE = JSONRPCError(
    jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message="Parse error")
)

Incoming = SessionMessage | Exception


def run(home: Path, pipes: Pipes, lines: Lines, beginning: Beginning) -> int:
    """Serve the client, which began so, until it hangs up."""

    async def serve() -> None:
        await _Session(McpServer(desk, _Client()), pipes, lines, beginning).serve()

    keep(home, [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed()])
    with HomeDesk(home) as desk:
        anyio.run(serve)
    return 0


class _Client:
    """The one client there is: its secret is in the environment that it gave this process."""

    def __init__(self) -> None:
        self._session = uuid4().hex

    def __call__(self, desk: Desk, context: Context) -> Caller:
        name, version = said_of_itself(context)
        return Caller(client_of(desk, os.environ.get(SECRET, "")), name, version, self._session)


class _Session:
    """Carries lines between the pipes and the server.

    The pipes are read and written on threads. What the client asked first has its answer already:
    the server is told of it all the same, and what it answers is not sent again.
    """

    def __init__(self, server: McpServer, pipes: Pipes, lines: Lines, beginning: Beginning) -> None:
        self._server, self._pipes, self._lines = server, pipes, lines
        self._heard = beginning.heard
        self._answered = list(beginning.answered)
        self._open: set[Id] = set()
        """The requests that have no answer yet."""
        self._fewer = anyio.Event()
        """Set, and made anew, when one of them gets its answer."""
        self._reading = anyio.CancelScope()
        self._has_hung_up = anyio.Event()
        self._is_gone = False

    async def serve(self) -> None:
        into, incoming = anyio.create_memory_object_stream[Incoming]()
        outgoing, answers = anyio.create_memory_object_stream[SessionMessage]()
        fed = anyio.Event()
        async with anyio.create_task_group() as tasks:
            if os.name != "nt":
                tasks.start_soon(self._hang_up_on_a_signal)
            tasks.start_soon(self._write, answers)
            tasks.start_soon(self._read, into, outgoing.clone(), fed)
            tasks.start_soon(self._watch)
            tasks.start_soon(self._end, into, fed)
            options = self._server.create_initialization_options()
            await self._server.run(incoming, outgoing, options)
            tasks.cancel_scope.cancel()

    async def _hang_up_on_a_signal(self) -> None:
        with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as received:
            async for _signal in received:
                self._reading.cancel()
                self._has_hung_up.set()

    async def _watch(self) -> None:
        await anyio.to_thread.run_sync(self._lines.has_ended.wait, abandon_on_cancel=True)
        self._has_hung_up.set()

    async def _read(
        self,
        into: MemoryObjectSendStream[Incoming],
        outgoing: MemoryObjectSendStream[SessionMessage],
        fed: anyio.Event,
    ) -> None:
        with self._reading:
            for line in self._heard:
                await self._feed(line, into, outgoing)
            while line := await self._line():
                await self._feed(line, into, outgoing)
        fed.set()

    async def _line(self) -> bytes:
        line = None
        while line is None:
            line = await anyio.to_thread.run_sync(self._lines.get, abandon_on_cancel=True)
        return line

    async def _feed(
        self,
        line: bytes,
        into: MemoryObjectSendStream[Incoming],
        outgoing: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        message = self._message(line)
        if message is None:
            await outgoing.send(SessionMessage(_NO_MESSAGE))
        else:
            await into.send(SessionMessage(message))
        while len(self._open) >= _MOST_OPEN:
            await self._fewer.wait()

    async def _end(self, into: MemoryObjectSendStream[Incoming], fed: anyio.Event) -> None:
        """What was asked is answered, unless that takes too long."""
        await self._has_hung_up.wait()
        last = Timer(_LAST_MOMENT, os._exit, (0,))
        last.daemon = True
        last.start()
        with anyio.move_on_after(_LAST_ANSWERS):
            await fed.wait()
            self._server.end_streams()
            while self._open and not self._is_gone:
                await self._fewer.wait()
        await into.aclose()

    def _message(self, line: bytes) -> JSONRPCMessage | None:
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValidationError:
            return None
        if isinstance(message, JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            self._close((message.params or {}).get("requestId"))
        return message

    def _close(self, request: object) -> None:
        """A request that has its answer, or is not to get one."""
        if isinstance(request, str | int):
            self._open.discard(request)
            self._fewer.set()
            self._fewer = anyio.Event()

    async def _write(self, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async for one in answers:
            message = one.message
            if not isinstance(message, JSONRPCResponse | JSONRPCError):
                await self._send(message)
                continue
            if message.id in self._answered:
                self._answered.remove(message.id)
            else:
                await self._send(message)
            self._close(message.id)

    async def _send(self, message: JSONRPCMessage) -> None:
        if self._is_gone:
            return
        line = message.model_dump_json(by_alias=True, exclude_unset=True).encode()
        try:
            await anyio.to_thread.run_sync(self._pipes.write, line, abandon_on_cancel=True)
        except OSError:  # nobody reads any more; what was asked is still done
            self._is_gone = True
            self._reading.cancel()
            self._has_hung_up.set()
