"""One client over standard input and output, from its first request until it is gone."""

import math
import os
import signal
from pathlib import Path
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
from app.core.serve.mcp.pipes import LONGEST, Pipes
from app.core.serve.mcp.server import McpServer

SECRET = "TECHNE_CLIENT_SECRET"
"""The environment variable in which a connected client has its secret."""
_LAST_ANSWERS = 3.0
"""Seconds for which the answers of a client that has hung up are still worked on."""
_MOST_OPEN = 256
"""Requests without an answer; others wait until some are answered."""
_MOST_UNREAD = LONGEST
"""Bytes of those that wait; then nothing more is read."""
_CANCELLED = "notifications/cancelled"
_NO_MESSAGE = JSONRPCError(
    jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message="Parse error")
)

Incoming = SessionMessage | Exception


def run(home: Path, pipes: Pipes, first: bytes, *, answered: bool) -> int:
    """Serve the client whose first line was read, and maybe answered, until it hangs up."""

    async def serve() -> None:
        await _Session(McpServer(desk, _Client()), pipes, first, answered=answered).serve()

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

    The pipes are read and written on threads. `answered` says that the first request has its answer
    already: the server is told of it all the same, and what it answers is not sent again.
    """

    def __init__(self, server: McpServer, pipes: Pipes, first: bytes, *, answered: bool) -> None:
        self._server, self._pipes, self._first = server, pipes, first
        self._is_first_answered = answered
        self._open: set[str | int] = set()
        """The requests that have no answer yet."""
        self._fewer = anyio.Event()
        """Set, and made anew, when one of them gets its answer."""
        self._unread = 0
        """Bytes that were read and not yet looked at."""
        self._reading = anyio.CancelScope()
        self._has_hung_up = anyio.Event()
        self._is_gone = False

    async def serve(self) -> None:
        into, incoming = anyio.create_memory_object_stream[Incoming]()
        lines, unread = anyio.create_memory_object_stream[bytes](math.inf)
        outgoing, answers = anyio.create_memory_object_stream[SessionMessage]()
        fed = anyio.Event()
        async with anyio.create_task_group() as tasks:
            if os.name != "nt":
                tasks.start_soon(self._hang_up_on_a_signal)
            tasks.start_soon(self._write, answers)
            tasks.start_soon(self._read, lines)
            tasks.start_soon(self._feed, unread, into, outgoing.clone(), fed)
            tasks.start_soon(self._end, into, fed)
            options = self._server.create_initialization_options()
            await self._server.run(incoming, outgoing, options)
            tasks.cancel_scope.cancel()

    async def _hang_up_on_a_signal(self) -> None:
        with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as received:
            async for _signal in received:
                self._reading.cancel()

    async def _read(self, lines: MemoryObjectSendStream[bytes]) -> None:
        """Goes on while much is open: only behind all that it said stands that it hung up."""
        async with lines:
            with self._reading:
                line = self._first
                while line:
                    self._unread += len(line)
                    await lines.send(line)
                    while self._unread > _MOST_UNREAD:
                        await self._fewer.wait()
                    line = await anyio.to_thread.run_sync(self._pipes.line, abandon_on_cancel=True)
            self._has_hung_up.set()

    async def _feed(
        self,
        lines: MemoryObjectReceiveStream[bytes],
        into: MemoryObjectSendStream[Incoming],
        outgoing: MemoryObjectSendStream[SessionMessage],
        fed: anyio.Event,
    ) -> None:
        async for line in lines:
            self._unread -= len(line)
            message = self._message(line)
            if message is None:
                await outgoing.send(SessionMessage(_NO_MESSAGE))
            else:
                await into.send(SessionMessage(message))
            while len(self._open) >= _MOST_OPEN:
                await self._fewer.wait()
        fed.set()

    async def _end(self, into: MemoryObjectSendStream[Incoming], fed: anyio.Event) -> None:
        """What was asked is answered, unless that takes too long."""
        await self._has_hung_up.wait()
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
            if self._is_first_answered:
                self._is_first_answered = False
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
