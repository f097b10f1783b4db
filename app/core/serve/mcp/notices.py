"""Telling clients what changed: those of the older versions, and the streams of the newer one."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, get_args

import anyio
import mcp_types as types
from mcp.server.connection import Connection, allowed_log_levels
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
)

from app.core.changes import NO_CHANGES, Changes, Part
from app.core.serve.addresses import parsed
from app.core.serve.desk import Desk
from app.core.serve.mcp.asking import Context
from app.core.serve.mcp.greeting import HANDSHAKE

_LISTED = Part.LIST | Part.TEXT | Part.ENGRAMS | Part.FOLDERS
"""What the list of resources, with its descriptions and sizes, is made of."""
_TOGETHER = 0.1
"""Seconds in which changes are gathered: a thousand new skills are one notice."""
_PATIENCE = 2.0
"""Seconds for a client to take a notice; one that does not read gets none."""
_LEVELS: tuple[types.LoggingLevel, ...] = get_args(types.LoggingLevel)
"""From the least to the most severe."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Client:
    """One of the older versions, for as long as it is connected."""

    session: ServerSession
    addresses: set[str] = field(default_factory=set)
    level: types.LoggingLevel | None = None


class Notices:
    """The handlers for subscriptions and the level of logging, and who they are kept for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bus = InMemorySubscriptionBus()
        self._streams = ListenHandler(self._bus)
        self._clients: dict[Connection, _Client] = {}
        self._listened: Counter[str] = Counter()
        """The addresses that streams of the newer version are about."""
        self._changes = NO_CHANGES
        self._changed = anyio.Event()

    @asynccontextmanager
    async def carried(self, _server: object) -> AsyncIterator[dict[str, Any]]:
        """While a server runs, what changes is carried to its clients."""
        loop = asyncio.get_running_loop()

        def told(changes: Changes) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._note, changes)

        unsubscribe = self._desk.listen(told)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._carry)
                yield {}
                tasks.cancel_scope.cancel()
        finally:
            unsubscribe()

    def end_streams(self) -> None:
        """Give every open stream its last word."""
        self._streams.close()

    # The handlers

    async def initialized(self, context: Context, _params: types.NotificationParams) -> None:
        self._client(context)

    async def subscribe(
        self, context: Context, params: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        self._client(context).addresses.add(params.uri)
        return types.EmptyResult()

    async def unsubscribe(
        self, context: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        self._client(context).addresses.discard(params.uri)
        return types.EmptyResult()

    async def listen(
        self, context: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        addresses = set(params.notifications.resource_subscriptions or ())
        self._listened.update(addresses)
        try:
            return await self._streams(context, params)
        finally:
            self._listened.subtract(addresses)

    async def set_level(
        self, context: Context, params: types.SetLevelRequestParams
    ) -> types.EmptyResult:
        self._client(context).level = params.level
        return types.EmptyResult()

    # What is told

    async def tell(self, context: Context, level: types.LoggingLevel, said: str) -> None:
        """A line for the log of the client whose request this is, if it wants lines like it."""
        if level not in self._wanted(context):
            return
        line = types.LoggingMessageNotificationParams(level=level, logger="techne", data=said)
        await context.session.send_notification(
            types.LoggingMessageNotification(params=line), related_request_id=context.request_id
        )

    def _wanted(self, context: Context) -> frozenset[types.LoggingLevel]:
        allowed = allowed_log_levels(context.protocol_version, context.meta)
        client = self._clients.get(_connection(context.session))
        if client is None:  # the newer version says it with each request
            return allowed if context.protocol_version not in HANDSHAKE else frozenset()
        if client.level is None:
            return frozenset()
        return allowed & frozenset(_LEVELS[_LEVELS.index(client.level) :])

    def _note(self, changes: Changes) -> None:
        self._changes |= changes
        self._changed.set()

    async def _carry(self) -> None:
        while True:
            await self._changed.wait()
            await anyio.sleep(_TOGETHER)
            changes, self._changes = self._changes, NO_CHANGES
            self._changed = anyio.Event()
            if changes.parts & _LISTED:
                await self._publish(changes)

    async def _publish(self, changes: Changes) -> None:
        await self._bus.publish(ResourcesListChanged())
        for address in [one for one, count in self._listened.items() if count > 0]:
            if _is_about(address, changes):
                await self._bus.publish(ResourceUpdated(uri=address))
        async with anyio.create_task_group() as tasks:
            for client in list(self._clients.values()):
                tasks.start_soon(self._notify, client, changes)

    async def _notify(self, client: _Client, changes: Changes) -> None:
        with anyio.move_on_after(_PATIENCE):
            await client.session.send_resource_list_changed()
            for address in sorted(client.addresses):
                if _is_about(address, changes):
                    await client.session.send_resource_updated(address)

    def _client(self, context: Context) -> _Client:
        connection = _connection(context.session)
        if connection not in self._clients:
            self._clients[connection] = _Client(context.session)
            connection.exit_stack.callback(self._clients.pop, connection, None)
        return self._clients[connection]


def _is_about(said: str, changes: Changes) -> bool:
    address = parsed(said)
    return address is not None and address.skill in changes.skills


def _connection(session: ServerSession) -> Connection:
    """What stays the same in all requests of a client of the older versions.

    The official package has no public way to it.
    """
    return session._connection
