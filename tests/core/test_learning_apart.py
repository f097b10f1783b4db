"""Candidates of one agent are not visible to another in isolated mode (seed 002, validation)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from app.core.agents import clients, consent
from app.core.agents.caller import OTHER, Caller
from app.core.agents.consent import Group, Rule
from app.core.api import learning
from app.core.library import catalogue
from app.core.lifecycle.config import Procedural
from app.core.serve import schemas
from app.core.serve.http.application import application
from app.core.serve.http.token_file import TokenFile
from app.core.serve.http_api.routes import ENDPOINTS
from app.core.serve.local_desk import LocalDesk
from app.core.serve.mcp.server import McpServer
from app.core.serve.tool import Tool
from app.core.serve.tools.table import TOOLS
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning import RELEASE, play
from tests.core.test_learning_scan import AT

TOKEN = "a-token-of-the-tests"
ASKED = {"query": "release", "context": "release a version with gh release create and git tag"}
"""What makes a tool tell whatever it knows."""


@pytest.fixture
def desk(vault: Vault, tmp_path: Path, clock: Clock) -> LocalDesk:
    """On a vault with a candidate of ada and one of hers that is promoted and held back, beside
    an isolated bob who may do everything."""
    clock.time = AT + timedelta(days=1)
    for folder, commands in (("one", RELEASE), ("other", ("ffmpeg {v}", "ffprobe {v}", "mpv {v}"))):
        (sessions := tmp_path / folder).mkdir()
        for name in ("1", "2", "3"):
            play(sessions, f"{folder}{name}", commands)
        settings = Procedural(auto_promote=folder == "other")
        learning.scan(vault, settings, [sessions], agent="ada")
        if folder == "one":
            learning.dismiss(vault, learning.candidates(vault)[0]["id"])
    for client in ("bob", OTHER):
        clients.enrol(vault, client, client)
        clients.isolate(vault, client, isolated=True)
        for group in Group:
            consent.decide(vault, client, group, Rule.ALLOW)
    return LocalDesk(vault, Procedural, lambda: None)


def traces(vault: Vault) -> list[str]:
    """Words by which a candidate of ada would be known."""
    found = learning.candidates(vault, agent="ada")
    assert sorted(one["status"] for one in found) == ["dismissed", "promoted"]
    assert [row.status for row in catalogue.rows(vault)] == ["quarantined"]
    return [one["name"] for one in found] + ["gh release", "ffprobe", "ffmpeg"]


def asked(tool: Tool[Any, Any]) -> dict[str, str]:
    taken = schemas.takes(tool)["properties"]
    return {name: said for name, said in ASKED.items() if name in taken}


def unseen(told: str, words: list[str]) -> None:
    said = told.replace(ASKED["context"], "").replace(ASKED["query"], "")
    assert not [word for word in words if word.casefold() in said.casefold()]


def test_nothing_of_it_is_told_over_the_protocol(desk: LocalDesk, vault: Vault) -> None:
    server = McpServer(desk, lambda _desk, _context: Caller("bob", "bob", session="b1"))
    told: list[str] = []
    answered: set[str] = set()

    async def ask() -> None:
        with anyio.fail_after(60):
            async with Client(server) as client:
                for tool in TOOLS:
                    answer = await client.call_tool(tool.name, asked(tool))
                    told.append(str(answer))
                    if not answer.is_error:
                        answered.add(tool.name)
                told.append(str(await client.list_resources()))
                told.append(str(await client.list_prompts()))

    anyio.run(ask)
    assert answered > {"list_skills", "search_skills", "suggest_skills", "skill_features"}
    unseen(" ".join(told), traces(vault))


def test_nothing_of_it_is_told_over_http(desk: LocalDesk, vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN)
    app = application(desk, TokenFile(tmp_path / "token"))[0]
    headers = {"Authorization": f"Bearer {TOKEN}", "User-Agent": "curl/8.1"}
    http = TestClient(app, "http://127.0.0.1", headers=headers)
    answers = [
        http.get(
            one.path, params={one.renamed.get(n, n): said for n, said in asked(one.tool).items()}
        )
        for one in ENDPOINTS
        if one.method == "GET" and "{" not in one.path
    ]
    assert {answer.status_code for answer in answers} == {200}
    unseen(" ".join(answer.text for answer in answers), traces(vault))


def test_an_agent_is_shown_its_own_alone(desk: LocalDesk, vault: Vault) -> None:
    assert learning.candidates(vault, agent="bob") == []
    assert learning.outcomes(vault, agent="bob") == []
    assert len(learning.candidates(vault, agent="ada")) == 2
