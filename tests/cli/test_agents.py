"""`techne agents`, `requests` and `journal`."""

from pathlib import Path
from typing import Any

import pytest

from app.core.agents.caller import Caller
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.serve.errors import NotAllowed
from app.core.serve.local_desk import LocalDesk
from app.core.vault import Vault
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys

CLAUDE = Caller("claude", "Claude Code", "2.1")


def call(home: Path, data_key: bytes, tool: str, **arguments: Any) -> Any:
    """As a server without a window does."""
    with Vault(home, data_key) as vault:
        desk = LocalDesk(vault, Procedural, lambda: None)
        try:
            return desk.ask("call", CLAUDE, {"tool": tool, "arguments": arguments})
        finally:
            desk.close()


@pytest.fixture(autouse=True)
def _bread(home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, "# Bread\n", engram="Bakery")


def test_a_request_waits_and_is_allowed_and_undone(
    techne: Techne, home: Path, data_key: bytes
) -> None:
    for _twice in range(2):
        call(home, data_key, "delete_skill", skill="Bread")
    (waits,) = techne("requests", "--json").json
    assert (waits["client"], waits["tool"], waits["skill"]) == ("claude", "delete_skill", "Bread")
    assert "Bread" in techne("requests").out
    number = str(waits["id"])
    (done,) = techne("requests", "--allow", number, "--json").json
    assert done["state"] == "done"
    assert techne("list", "--json").json == []
    assert techne("requests", "--refuse", number).status == 1
    assert techne("requests", "--json").json == []
    newest, *asked = techne("journal", "--json").json
    assert (newest["outcome"], newest["undoable"]) == ("done", True)
    assert [one["outcome"] for one in asked] == ["waits", "waits"]
    undone = techne("journal", "--undo", str(newest["id"]), "--json").json[0]
    assert undone["id"] == newest["id"] and undone["undone"] and not undone["undoable"]
    assert techne("journal").out.count(" undone ") == 1
    assert [one["title"] for one in techne("list", "--json").json] == ["Bread"]
    call(home, data_key, "delete_skill", skill="Bread")
    number = str(techne("requests", "--json").json[0]["id"])
    techne("requests", "--allow", number)
    again = str(techne("journal", "--json").json[0]["id"])
    said = techne("journal", "--undo", again).out
    assert said.startswith("Undone: what claude did at ") and said.endswith("deleted: Bread).\n")
    assert techne("journal", "--undo", str(asked[0]["id"])).status == 1
    assert techne("journal", "--undo", "99").status == 1
    assert "deleted" in techne("journal", "--changes", "--client", "claude").out
    assert set(keys([newest])) | {"why"} == documented("journal")


def test_a_request_that_cannot_be_done_waits_as_before(
    techne: Techne, home: Path, data_key: bytes
) -> None:
    call(home, data_key, "delete_skill", skill="Bread")
    with Vault(home, data_key) as vault:
        library.save(vault, 1, "# Bread\n\n1. Bake it.\n", sitting=False)
    number = str(techne("requests", "--json").json[0]["id"])
    said = techne("requests", "--allow", number)
    assert said.status == 1 and "has changed since the agent asked" in said.err
    (waits,) = techne("requests", "--json").json
    assert set(keys([waits])) == documented("requests")
    assert waits["answer"].startswith("The skill has changed")
    assert "Refused" in techne("requests", "--refuse", number).out


def test_what_a_client_may_see_and_do_is_decided(
    techne: Techne, home: Path, data_key: bytes
) -> None:
    assert techne("agents", "claude", "--never", "delete").status == 1, "nobody knows it yet"
    call(home, data_key, "get_skill", skill="Bread")
    arguments = ("--never", "delete", "--allow", "save_skill", "--close", "bakery", "--isolate")
    (one,) = techne("agents", "claude", *arguments, "--close", "sensitive", "--json").json
    assert set(keys([one])) - {"rules"} - set(one["rules"]) == documented("agents") - {"rules"}
    assert (one["rules"]["delete"], one["rules"]["save_skill"]) == ("never", "allow")
    assert (one["closed"], one["closedTiers"]) == (["Bakery"], ["sensitive"])
    assert (one["isolated"], one["callsToday"]) == (True, 1)
    with pytest.raises(NotAllowed):
        call(home, data_key, "delete_skill", skill="Bread")
    (one,) = techne("agents", "claude", "--usual", "delete", "--open", "Bakery", "--json").json
    assert (one["rules"]["delete"], one["closed"]) == ("ask", [])
    assert "sensitive" in techne("agents").out
    with pytest.raises(SystemExit):
        techne("agents", "claude", "--allow", "everything")
    with pytest.raises(SystemExit):
        techne("agents", "--isolate")
