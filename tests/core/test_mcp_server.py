"""The server of the protocol, asked by the official package's own client in both eras."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import jsonschema
import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from pydantic import ConfigDict

from app.core.agents import scope
from app.core.agents.caller import Caller
from app.core.library import engrams, library
from app.core.lifecycle.config import Procedural
from app.core.packs import attachments
from app.core.serve.desk import Desk
from app.core.serve.errors import NotOpen
from app.core.serve.local_desk import LocalDesk
from app.core.serve.mcp import asking
from app.core.serve.mcp.asking import Context, said_of_itself
from app.core.serve.mcp.server import McpServer
from app.core.serve.tools.table import TOOLS
from app.core.vault import Vault

ERAS = ("legacy", "auto")
SKILLS = "io.modelcontextprotocol/skills"


def who(desk: Desk, context: Context) -> Caller:
    return Caller("claude", *said_of_itself(context), "one")


def talk(
    desk: Desk, era: str, say: Callable[[Client], Awaitable[None]], **options: Any
) -> McpServer:
    """Do `say` with a client that is connected to a server on the desk."""
    server = McpServer(desk, who)

    async def run() -> None:
        with anyio.fail_after(60):
            async with Client(server, mode=era, **options) as client:
                await say(client)

    anyio.run(run)
    return server


@pytest.fixture
def desk(vault: Vault) -> LocalDesk:
    return LocalDesk(vault, Procedural, lambda: None)


@pytest.fixture
def skill(vault: Vault) -> int:
    """One with a file in a folder of its own."""
    saved = library.save(vault, None, "# Pay out\n\n1. Open the [list](list.csv).\n2. Pay.\n")
    attachments.attach_all(vault, saved.skill, [("list.csv", b"who,what\n"), ("logo", b"\xff\0")])
    return saved.skill


@pytest.mark.parametrize("era", ERAS)
def test_tools_say_all_about_themselves(desk: LocalDesk, skill: int, era: str) -> None:
    async def say(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert [one.name for one in listed] == [tool.name for tool in TOOLS]
        for tool in listed:
            hints = tool.annotations
            assert hints is not None and tool.title and tool.description and tool.output_schema
            said = hints.model_dump(exclude_none=True)
            assert {"read_only_hint", "destructive_hint", "idempotent_hint", "open_world_hint"} < {
                *said
            }
            for schema in (tool.input_schema, tool.output_schema):
                jsonschema.Draft202012Validator.check_schema(schema)
                assert schema["type"] == "object"
        answer = await client.call_tool("list_skills", {"limit": 1})
        shapes = {tool.name: tool.output_schema or {} for tool in listed}["list_skills"]
        jsonschema.validate(answer.structured_content, shapes)
        text = answer.content[0]
        assert isinstance(text, types.TextContent) and "Pay out" in text.text

    talk(desk, era, say)


@pytest.mark.parametrize("era", ERAS)
def test_what_an_agent_can_put_right_is_an_answer(desk: LocalDesk, era: str) -> None:
    async def say(client: Client) -> None:
        for name, arguments in (
            ("get_skill", {"skill": "None"}),
            ("get_skill", {}),
            ("list_skills", {"cursor": "?"}),
            ("no_tool", {}),
        ):
            answer = await client.call_tool(name, arguments)
            text = answer.content[0]
            assert answer.is_error and isinstance(text, types.TextContent)
            assert text.text.count(".") >= 2, "a sentence, and what to do"

    talk(desk, era, say)


class Locked:
    """A vault that nobody has unlocked, and a program that fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def ask(self, operation: str, caller: Caller, values: Any) -> Any:
        raise self.error

    def listen(self, told: Any) -> Callable[[], None]:
        return lambda: None


@pytest.mark.parametrize("era", ERAS)
def test_locked_vault_lists_its_tools_and_says_how_to_unlock(era: str) -> None:
    async def say(client: Client) -> None:
        assert (await client.list_tools()).tools
        assert (await client.list_prompts()).prompts
        assert not (await client.list_resources()).resources
        answer = await client.call_tool("list_skills", {})
        text = answer.content[0]
        assert answer.is_error and isinstance(text, types.TextContent)
        assert text.text == "The vault is locked. Unlock it."
        with pytest.raises(MCPError, match="Unlock it"):
            await client.read_resource("skill://1/a/SKILL.md")

    talk(Locked(NotOpen("The vault is locked.", "Unlock it.")), era, say)


@pytest.mark.parametrize("era", ERAS)
def test_skills_are_resources(desk: LocalDesk, vault: Vault, skill: int, era: str) -> None:
    for number in range(45):
        library.save(vault, None, f"# Skill {number}\n\n1. Do it.\n", sitting=False)

    async def say(client: Client) -> None:
        found, cursor = [], None
        while True:
            answer = await client.list_resources(cursor=cursor)
            found += answer.resources
            cursor = answer.next_cursor
            if cursor is None:
                break
        assert len(found) == 48
        assert found[0].uri == f"skill://{skill}/pay-out/SKILL.md"
        assert found[0].mime_type == "text/markdown" and found[0].name == "pay-out"
        assert found[0].description == "Follow this procedure: Pay out."
        for one in found[:3]:
            (content,) = (await client.read_resource(one.uri)).contents
            size = (
                len(content.text.encode()) if isinstance(content, types.TextResourceContents) else 2
            )
            assert size == one.size
        own = f"skill://{skill}"
        for wrong in (
            f"{own}/other/SKILL.md",
            f"{own}/pay-out/../secret",
            f"{own}/pay-out",
            "skill://99/a/SKILL.md",
            "file:///etc/passwd",
        ):
            with pytest.raises(MCPError) as error:
                await client.read_resource(wrong)
            assert error.value.error.code == types.INVALID_PARAMS

    talk(desk, era, say)


class Asked(types.Request[dict[str, Any], str]):
    """A request of the extension."""

    method: str
    params: dict[str, Any]


class Anything(types.Result):
    """Whatever comes back."""

    model_config = ConfigDict(extra="allow")


async def ask(client: Client, method: str, **params: Any) -> dict[str, Any]:
    request = Asked(method=method, params=params)
    answer = await client.session.send_request(request, Anything)
    return answer.model_dump(by_alias=True)


@pytest.mark.parametrize("era", ERAS)
def test_extension_for_skills(desk: LocalDesk, vault: Vault, skill: int, era: str) -> None:
    library.save(vault, None, "# Hidden\n\n1. Do it.\n", engram="Private")
    scope.close(vault, "claude", engrams.named(vault, "Private"))

    async def say(client: Client) -> None:
        able = client.server_capabilities
        assert SKILLS in ((able.extensions if era != "legacy" else able.experimental) or {})
        listed = await ask(client, "skills/list")
        (entry,) = listed["skills"]
        assert {"ttlMs", "cacheScope"} < {*listed}
        assert entry["uri"] == f"skill://{skill}/pay-out/SKILL.md"
        assert entry["frontmatter"]["name"] == "pay-out"
        got = await ask(client, "skills/get", uri=entry["uri"])
        assert got["skill"] == entry and {"ttlMs", "cacheScope"} < {*got}
        for file in entry["resources"]:
            (content,) = (await client.read_resource(file["uri"])).contents
            assert isinstance(content, types.TextResourceContents | types.BlobResourceContents)
            data = content.text.encode() if hasattr(content, "text") else b"\xff\0"
            assert file["size"] == len(data)
            assert file["digest"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        root = entry["uri"].removesuffix("/SKILL.md")
        inside = await ask(client, "resources/directory/read", uri=root)
        assert [one["uri"] for one in inside["resources"]] == [
            one["uri"] for one in entry["resources"]
        ]
        for method, uri in (
            ("skills/get", root),
            ("skills/get", "skill://99/none/SKILL.md"),
            ("resources/directory/read", entry["uri"]),
        ):
            with pytest.raises(MCPError) as error:
                await ask(client, method, uri=uri)
            assert error.value.error.code == types.INVALID_PARAMS

    talk(desk, era, say)


def test_long_lists_of_resources_come_in_short_pages(desk: LocalDesk, vault: Vault) -> None:
    for number in range(12):
        saved = library.save(vault, None, f"# Skill {number}\n\n1. Do it.\n", sitting=False)
        files = [(f"{number}-{'x' * 80}-{file}.txt", b"1") for file in range(20)]
        attachments.attach_all(vault, saved.skill, files)

    async def say(client: Client) -> None:
        for method, key in (("resources/list", "resources"), ("skills/list", "skills")):
            found: list[str] = []
            cursor = None
            while cursor is not None or not found:
                answer = await ask(client, method, **({"cursor": cursor} if cursor else {}))
                assert len(json.dumps(answer)) < 40_000
                found += [one["uri"] for one in answer[key]]
                cursor = answer.get("nextCursor")
            assert len(found) == len(set(found)) == (12 * 21 if key == "resources" else 12)

    talk(desk, "legacy", say)


@pytest.mark.parametrize("era", ERAS)
def test_prompts_and_the_names_in_them(desk: LocalDesk, skill: int, era: str) -> None:
    async def say(client: Client) -> None:
        listed = (await client.list_prompts()).prompts
        assert all(prompt.description and prompt.title for prompt in listed)
        for prompt in listed:
            given = {one.name: "Pay out" for one in prompt.arguments or () if one.required}
            (message,) = (await client.get_prompt(prompt.name, given)).messages
            assert isinstance(message.content, types.TextContent)
            assert "{" not in message.content.text
        for name in ("follow_skill", "no_prompt"):
            with pytest.raises(MCPError):
                await client.get_prompt(name, {})
        prompt_ref = types.PromptReference(name="follow_skill")
        for typed, names in (("pay", ["Pay out"]), ("OUT", ["Pay out"]), ("x", [])):
            found = await client.complete(prompt_ref, {"name": "skill", "value": typed})
            assert found.completion.values == names
        template = (await client.list_resource_templates()).resource_templates[0]
        address = types.ResourceTemplateReference(uri=template.uri_template)
        found = await client.complete(address, {"name": "name", "value": "p"})
        assert found.completion.values == ["pay-out"]

    talk(desk, era, say)


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_older_clients_are_told_of_changes(desk: LocalDesk, vault: Vault, skill: int) -> None:
    told: list[str] = []
    logged: list[Any] = []
    arrived = anyio.Event()

    async def heard(message: object) -> None:
        told.append(type(message).__name__)
        if isinstance(message, types.ResourceUpdatedNotification):
            arrived.set()

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        logged.append(params.data)

    async def say(client: Client) -> None:
        await client.call_tool("get_skill", {"skill": "None"})
        await client.session.set_logging_level("warning")
        await client.subscribe_resource(f"skill://{skill}/pay-out/SKILL.md")
        await client.call_tool("get_skill", {"skill": "None"})
        text = library.text(vault, skill)
        await anyio.to_thread.run_sync(
            lambda: library.save(vault, skill, text.replace("Pay.", "Pay it."))
        )
        await arrived.wait()

    talk(desk, "legacy", say, message_handler=heard, logging_callback=log)
    assert "ResourceListChangedNotification" in told
    assert len(logged) == 1 and logged[0].startswith("get_skill: There is no skill")


def test_newer_clients_listen_to_changes(desk: LocalDesk, vault: Vault, skill: int) -> None:
    address = f"skill://{skill}/pay-out/SKILL.md"

    async def say(client: Client) -> None:
        async with client.listen(
            resources_list_changed=True, resource_subscriptions=[address]
        ) as events:
            text = library.text(vault, skill)
            library.save(vault, skill, text.replace("Pay.", "Pay it."))
            seen = set()
            async for event in events:
                seen.add(type(event).__name__)
                if len(seen) == 2:
                    break
            assert seen == {"ResourcesListChanged", "ResourceUpdated"}

    talk(desk, "auto", say)


def test_failure_of_ours_is_told_without_its_insides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking.log, "disabled", True)

    async def say(client: Client) -> None:
        answer = await client.call_tool("list_skills", {})
        text = answer.content[0]
        assert answer.is_error and isinstance(text, types.TextContent)
        assert "secret" not in text.text and "internal error" in text.text

    talk(Locked(RuntimeError("secret")), "legacy", say)
