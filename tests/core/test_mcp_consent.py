"""Calls that wait for a person: asked in the client, in the window, or left for later."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
import pytest
from mcp import Client

from app.core.agents import requests
from app.core.agents.caller import Caller
from app.core.agents.requests import State
from app.core.api.json_values import Json
from app.core.library import catalogue, library
from app.core.lifecycle.config import Procedural
from app.core.serve.errors import NotOpen
from app.core.serve.local_desk import LocalDesk
from app.core.vault import Vault
from tests.core.test_mcp_server import ERAS, talk


def says(action: str, answer: str | None = None, *, after: float = 0) -> dict[str, Any]:
    """A client with a person before it, who answers so."""

    async def asked(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        assert "Bread" in params.message
        await anyio.sleep(after)
        content: Any = {"answer": answer} if answer else None
        return types.ElicitResult(action=action, content=content)  # type: ignore[arg-type]

    return {"elicitation_callback": asked}


def delete(
    vault: Vault, era: str, *, watched: bool = False, **options: Any
) -> types.CallToolResult:
    """What the agent is told when it wants to delete the skill “Bread”."""
    library.save(vault, None, "# Bread\n\n1. Bake.\n")
    desk = LocalDesk(vault, Procedural, lambda: None, lambda: watched)
    told: list[types.CallToolResult] = []

    async def say(client: Client) -> None:
        told.append(await client.call_tool("delete_skill", {"skill": "Bread"}))

    talk(desk, era, say, **options)
    desk.close()
    return told[0]


def text(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def is_there(vault: Vault) -> bool:
    return bool(catalogue.rows(vault))


@pytest.mark.parametrize("era", ERAS)
def test_person_allows_it_in_the_client(vault: Vault, era: str) -> None:
    told = delete(vault, era, **says("accept", "allow"))
    assert not told.is_error and told.structured_content
    assert not is_there(vault)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("said", "state", "words"),
    [
        (("decline", None), State.REFUSED, "refused"),
        (("accept", "refuse"), State.REFUSED, "refused"),
        (("accept", "later"), State.PROPOSED, "waits in Techne"),
        (("cancel", None), State.PROPOSED, "waits in Techne"),
    ],
)
def test_person_does_not_allow_it(
    vault: Vault, era: str, said: tuple[str, str | None], state: State, words: str
) -> None:
    told = delete(vault, era, **says(*said))
    assert told.is_error and words in text(told)
    assert is_there(vault)
    assert requests.request(vault, 1).state is state


@pytest.mark.parametrize("era", ERAS)
def test_nobody_can_be_asked(vault: Vault, era: str) -> None:
    told = delete(vault, era)
    assert told.is_error and "waits in Techne" in text(told)
    assert requests.request(vault, 1).state is State.PROPOSED


@pytest.mark.parametrize(
    ("era", "options"),
    [
        ("legacy", {}),
        ("legacy", says("accept", "refuse", after=60)),
        *((era, says("cancel")) for era in ERAS),
    ],
)
def test_window_is_faster(vault: Vault, era: str, options: dict[str, Any]) -> None:
    """Also than a client that cancels because nobody is before it."""
    desk = LocalDesk(vault, Procedural, lambda: None, lambda: True)
    library.save(vault, None, "# Bread\n\n1. Bake.\n")
    told: list[types.CallToolResult] = []

    async def allow() -> None:
        while not requests.waiting(vault):
            await anyio.sleep(0.01)
        answer: dict[str, Any] = {"request": 1, "answer": "allow"}
        await anyio.to_thread.run_sync(desk.ask, "decide", Caller("claude"), answer)

    async def say(client: Client) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(allow)
            told.append(await client.call_tool("delete_skill", {"skill": "Bread"}))

    talk(desk, era, say, **options)
    desk.close()
    assert not told[0].is_error and not is_there(vault)


@pytest.mark.parametrize("options", [{}, says("accept", "allow", after=60)])
def test_nobody_answers_in_time(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.setattr(requests, "ASKING", timedelta(0))
    told = delete(vault, "legacy", watched=True, **options)
    assert told.is_error and "waits in Techne" in text(told)
    assert is_there(vault)
    assert vault.row("select state from agent_request") == ("proposed",), "the window is told"


@pytest.mark.parametrize("options", [{}, says("accept", "allow", after=60)])
def test_window_is_killed_while_it_asks(vault: Vault, options: dict[str, Any]) -> None:
    """Then the desk knows no answer any more."""

    class Killed(LocalDesk):
        def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
            if operation == "decision":
                raise NotOpen("Techne was closed.", "Unlock it.")
            return super().ask(operation, caller, values)

    library.save(vault, None, "# Bread\n\n1. Bake.\n")
    desk = Killed(vault, Procedural, lambda: None, lambda: True)
    told: list[types.CallToolResult] = []

    async def say(client: Client) -> None:
        told.append(await client.call_tool("delete_skill", {"skill": "Bread"}))

    talk(desk, "legacy", say, **options)
    desk.close()
    assert told[0].is_error and text(told[0]) == "Techne was closed. Unlock it."
    assert is_there(vault)
