"""What clients run at moments of a session, with the JSON that they really send."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.agents import calls, clients, consent, scope
from app.core.agents.consent import Group, Rule
from app.core.library import engrams, library
from app.core.lifecycle import config, outcomes, seen, signs, success, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.seen import Stage
from app.core.memory import entities, memories, nodes
from app.core.serve import hook_alone, hook_process
from app.core.serve.hooks.block import AT_PROMPT, AT_START, HEADING, Line, block
from app.core.serve.hooks.moment import Event, event_of, moment
from app.core.serve.local_desk import LocalDesk
from app.core.serve.relay.host import RelayHost
from app.core.serve.relay.place import Kind
from app.core.store.files import Home
from app.core.vault import Vault
from tests.conftest import PASSPHRASE

COLD = """\
---
description: Receive a cold delivery at the dock and check its temperature.
---
# Receive a cold delivery

Prerequisites: The thermometer is calibrated.

1. Measure the delivery.
"""
BREAD = "# Bake sourdough bread\n\nTrigger: the oven is free\n\n1. Fold the dough.\n"


@pytest.fixture
def hook(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Run a hook of Claude Code while a window has the vault open; what its model is told."""
    library.save(vault, None, COLD)
    library.save(vault, None, BREAD)
    nodes.catch_up(vault, 0.7)
    monkeypatch.setenv("TECHNE_CLIENT_SECRET", clients.enrol(vault, "claude", "Claude Code"))
    desk = LocalDesk(vault, Procedural, lambda: None)
    host = RelayHost(vault.home, Kind.WINDOW, desk)

    def run(event: str, **said: Any) -> str:
        told = {"session_id": "s1", "cwd": "/work/bakery", "hook_event_name": event, **said}
        answer = hook_process.answer(vault.home.folder, event_of(event) or Event.STOP, "", told)
        if not answer:
            return ""
        inner = json.loads(answer)["hookSpecificOutput"]
        assert inner["hookEventName"] == event
        return str(inner["additionalContext"])

    yield run
    host.close()
    desk.close()


def test_a_session_with_the_skills_that_it_needs(vault: Vault, hook: Callable[..., str]) -> None:
    cold = 1
    start = hook("SessionStart", source="startup")
    assert start.startswith(HEADING) and len(start) <= AT_START
    assert "Receive a cold delivery (skill:1)" in start and "Bake sourdough" in start
    assert "Bake sourdough bread (skill:2): the oven is free" in start
    assert "Keep in mind for Receive a cold delivery: Prerequisites" in start
    prompt = hook("UserPromptSubmit", prompt="A cold delivery came to the dock, please receive it")
    assert len(prompt) <= AT_PROMPT
    assert "(skill:1)" in prompt and "Bake" not in prompt
    assert "calibrated" in prompt
    assert hook("UserPromptSubmit", prompt="zzz qqq") == ""
    loaded = {"tool_name": "Skill", "tool_input": {"skill": "receive-a-cold-delivery"}}
    for _again in range(2):
        assert hook("PostToolUse", **loaded, tool_response={"success": True}) == ""
    assert [one.session for one in usage.uses(vault, cold)] == ["s1"]
    assert seen.times(vault, cold, Stage.SURFACED) == 1
    failed = {"tool_name": "Bash", "error": "Exit code 2\nno such file", "tool_use_id": "t1"}
    for _again in range(2):
        hook("PostToolUseFailure", **failed)
    (outcome,) = outcomes.outcomes(vault, cold)
    assert (outcome.evidence, outcome.session) == (Evidence.TOOL_FAILED, "s1")
    assert outcome.note == "Bash: Exit code 2 no such file"
    assert hook("Stop", last_assistant_message="Done.") == ""


def test_what_a_session_shows_of_how_it_went(vault: Vault, hook: Callable[..., str]) -> None:
    cold, bread = 1, 2

    def load(skill: str) -> None:
        hook("PostToolUse", tool_name="Skill", tool_input={"skill": skill})

    ask = "A cold delivery came to the dock, please receive it"
    hook("UserPromptSubmit", prompt=ask)
    hook("UserPromptSubmit", prompt="That's wrong")  # nothing was used yet
    assert not outcomes.outcomes(vault, cold)
    load("Receive a cold delivery")
    hook("UserPromptSubmit", prompt="Now count the pallets")
    hook("UserPromptSubmit", prompt="No, that's not what I asked for")
    hook("UserPromptSubmit", prompt=ask)
    hook("PostToolUseFailure", tool_name="Bash", error="Exit code 2", tool_use_id="t1")
    load("Bake sourdough bread")
    hook("SessionEnd", last_assistant_message="I could not find the thermometer.")
    told = {(one.evidence, one.confidence, one.value) for one in outcomes.outcomes(vault, cold)}
    assert told == {
        (Evidence.CORRECTED, 0.5, -1.0), (Evidence.RETRIED, 0.5, -1.0),
        (Evidence.RETRIED, 0.3, -1.0), (Evidence.TOOL_FAILED, 0.2, -1.0),
        (Evidence.SESSION, 0.3, -1.0),
    }  # fmt: skip
    assert success.success(vault, Procedural(), cold).rate == 0.0
    assert success.success(vault, Procedural(), bread).rate is None
    consent.decide(vault, "claude", Group.REPORT, Rule.NEVER)
    hook("UserPromptSubmit", prompt="You forgot the salt")
    assert not [one for one in outcomes.outcomes(vault, bread) if one.evidence.is_implicit]


@pytest.mark.parametrize(
    ("said", "sure"),
    [
        ("That’s wrong, the port is 80", 0.5), ("no, use the other branch", 0.3),
        ("It still fails", 0.5), ("Das ist falsch", 0.5), ("Ça ne marche pas", 0.5),
        ("Actually, do it tomorrow", 0.3), ("Now the next one", 0.0), ("note the date", 0.0),
        ("Is there no other way?", 0.0), ("", 0.0), ("Nobody knows", 0.0),
    ],
)  # fmt: skip
def test_corrections_by_their_words(said: str, sure: float) -> None:
    assert signs.correction(said) == sure


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("All tests pass.", 1), ("The release has been deployed.", 1), ("I couldn't log in.", -1),
        ("All tests pass, but I could not push.", 0), ("What next?", 0),
        ("Das Skript lief erfolgreich.", 1), ("x" * 9_000 + " It is done", 1),
    ],
)  # fmt: skip
def test_endings_by_their_words(said: str, value: float) -> None:
    assert signs.ending(said) == value


def test_a_session_becomes_a_memory_where_it_is_allowed(
    vault: Vault, hook: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "session.jsonl"
    rows = [
        {"type": "user", "isMeta": True, "message": {"content": "caveat"}},
        {"type": "user", "message": {"content": "Receive the fish"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "It is 3 °C."}]}},
        {"type": "user", "message": {"content": [{"type": "tool_result", "content": "x"}]}},
    ]
    file.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n{cut")
    end = {"reason": "other", "transcript_path": str(file)}
    hook("SessionEnd", **end)
    hook("PostToolUse", tool_name="Skill", tool_input={"skill": "Receive a cold delivery"})
    hook("SessionEnd", **end)
    assert not vault.rows("select id from memory")
    consent.decide(vault, "claude", Group.LEARN, Rule.ALLOW)
    hook("SessionEnd", **end)
    hook("SessionEnd", **end)
    ((number,),) = vault.rows("select id from memory")
    memory = memories.memory(vault, number)
    assert memory is not None
    assert "Receive the fish" in memory.text and "It is 3 °C." in memory.text
    assert 1 in [one.skill for one in entities.of_memory(vault, number)]
    written = [one for one in calls.logged(vault) if one.tool == "remember"]
    assert written and written[0].client == "claude" and written[0].journal


def test_what_is_closed_or_not_allowed_is_not_told(
    vault: Vault, hook: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = engrams.engrams(vault)[0]
    scope.close(vault, "claude", row)
    assert hook("SessionStart") == ""
    assert hook("PostToolUse", tool_input={"skill": "Bake sourdough bread"}) == ""
    assert not usage.uses(vault, 2)
    monkeypatch.setenv("TECHNE_CLIENT_SECRET", "stolen")
    assert "Bake" in hook("SessionStart")  # as any other program, for which nothing is closed
    consent.decide(vault, "other", Group.READ, Rule.NEVER)
    assert hook("SessionStart") == ""


def test_alone_it_opens_the_vault_or_says_nothing(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    library.save(vault, None, COLD)
    home = vault.home.folder
    config.store(Home(home), config.Procedural(resumed_suggestion_limit=0))

    def run(*arguments: str, said: str = "{}") -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said.encode())))
        assert hook_process.main(home, arguments) == 0
        return capsys.readouterr().out

    assert run("session-start") == ""
    secret = tmp_path / "passphrase"
    secret.write_text(PASSPHRASE)
    monkeypatch.setenv("TECHNE_PASSPHRASE_FILE", str(secret))
    assert "cold delivery" in run("session-start", "--client", "claude")
    assert "cold delivery" not in run("session-start", said='{"source": "resume"}')
    assert run("nothing-known") == ""
    for bad in ((), ("--client",), ("session-end", "--client", "nobody")):
        run(*bad, said="not json")
    assert hook_process.main(tmp_path / "gone", ["session-start"]) == 0
    monkeypatch.setattr(hook_alone, "told", lambda *_a: 1 / 0)
    assert run("session-start") == ""


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("SessionStart", Event.START), ("user-prompt-submit", Event.PROMPT),
        ("user-prompt", Event.PROMPT), ("BeforeAgent", Event.PROMPT),
        ("post_tool_use", Event.TOOL), ("PostToolUseFailure", Event.TOOL_FAILED),
        ("SESSION-END", Event.END), ("PreToolUse", None), ("", None),
    ],
)  # fmt: skip
def test_events_are_known_by_the_names_of_clients(name: str, event: Event | None) -> None:
    assert event_of(name) is event


TEXTS = st.text("ab ä\n", max_size=150)
LINES = st.builds(
    Line, st.integers(1, 99).map("skill:{}".format), TEXTS, TEXTS, TEXTS,
    st.lists(TEXTS, max_size=3).map(tuple), st.lists(TEXTS, max_size=2).map(tuple),
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(LINES, max_size=6), st.integers(0, 6), st.sampled_from([AT_START, AT_PROMPT]))
def test_a_block_keeps_within_its_room(lines: list[Line], limit: int, room: int) -> None:
    text = block(lines, limit, room)
    assert len(text) <= room
    assert not text or text.startswith(HEADING + "\n")


def test_a_skill_that_seldom_went_well_is_marked_and_constraints_come_first() -> None:
    lines = [
        Line("skill:1", "A", "x" * 300, "fits 90 %", warnings=("It seldom goes well.",)),
        Line("skill:2", "B", "y" * 300, "fits 50 %"),
        Line("skill:3", "C", "", "fits 5 %", ("Only on weekdays",)),
    ]
    text = block(lines, 2, AT_PROMPT)
    assert "(! It seldom goes well.)" in text
    assert "Keep in mind for C: Only on weekdays" in text and "(skill:3)" not in text


def test_whatever_a_client_says_is_a_moment() -> None:
    odd: dict[str, Any] = {"session_id": 3, "tool_input": [], "tool_response": "x", "prompt": None}
    assert moment(Event.TOOL, odd).event is Event.TOOL
    gemini = {"tool_name": "x", "tool_response": {"error": {"message": "no"}}}
    assert moment(Event.TOOL, gemini).event is Event.TOOL
    failed = {"tool_response": {"error": "no"}}
    assert moment(Event.TOOL, failed).event is Event.TOOL_FAILED
