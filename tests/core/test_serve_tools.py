"""The table of tools, asked on a desk of its own."""

from typing import Any

import pytest

from app.core.agents import scope
from app.core.agents.caller import Caller
from app.core.errors import NotFound
from app.core.library import engrams, library
from app.core.lifecycle.config import Procedural
from app.core.serve.errors import BadArguments
from app.core.serve.local_desk import LocalDesk
from app.core.vault import Vault

CALLER = Caller("claude", "claude-code")


def ask(vault: Vault, tool: str, **arguments: Any) -> Any:
    """The document of a call."""
    desk = LocalDesk(vault, Procedural, lambda: None)
    answer: Any = desk.ask("call", CALLER, {"tool": tool, "arguments": arguments})
    return answer["document"]


def test_lists_a_page_at_a_time(vault: Vault) -> None:
    for number in range(5):
        library.save(vault, None, f"# Skill {number}\n\n1. Do it.\n", sitting=False)
    first = ask(vault, "list_skills", limit=3)
    rest = ask(vault, "list_skills", limit=3, cursor=first["nextCursor"])
    titles = [one["title"] for one in first["skills"] + rest["skills"]]
    assert titles == [f"Skill {number}" for number in range(5)]
    assert first["total"] == 5
    assert "nextCursor" not in rest


def test_what_is_closed_is_not_there(vault: Vault) -> None:
    library.save(vault, None, "# Pay out\n\n1. Pay.\n", engram="Payroll")
    assert ask(vault, "get_skill", skill="Pay out")["title"] == "Pay out"
    scope.close(vault, "claude", engrams.named(vault, "Payroll"))
    assert ask(vault, "list_skills")["skills"] == []
    with pytest.raises(NotFound):
        ask(vault, "get_skill", skill="Pay out")


@pytest.mark.parametrize("arguments", [{}, {"skill": 3}, {"skill": "A", "cursor": "x", "no": 1}])
def test_arguments_are_checked(vault: Vault, arguments: dict[str, Any]) -> None:
    with pytest.raises((BadArguments, NotFound)):
        ask(vault, "get_skill", **arguments)
