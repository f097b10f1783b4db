"""How the skills of the vault to show have done, and what agents repeat in it."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from app.core.learning import recording, scanning
from app.core.learning.candidates import Call
from app.core.learning.recording import Found
from app.core.learning.studying import study
from app.core.library import catalogue, library
from app.core.lifecycle import outcomes, protection, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE
from app.core.memory import nodes
from app.core.patterns.pattern import Occurrence
from app.core.transcripts.model import Format
from app.core.vault import Vault

Row = Mapping[str, object]
"""A row of a session."""

_WENT = {
    "Refund an order": "1100110001001000100000010",
    "Newsletter": "1011010010100100101",
    "Answer a support request": "0110111011110111111111101111",
    "Release notes": "11111111101111111111111111111",
    "Code review": "0101101110111110111111",
    "Meeting notes": "101",
}
"""How the last invocations of some went, a day apart: 1 well, 0 not; the newest last."""
_PROTECTED = ("Release notes",)
_SHELL, _CHAT = {"tool": "bash"}, {"tool": "post_message", "server": "chat"}
_REPEATED: Sequence[tuple[Sequence[int], Sequence[Row]]] = (
    ((0, 1, 1, 5, 9, 13), (
        {**_SHELL, "parameters": {"command": "docker build -t shop:{n} ."}},
        {**_SHELL, "parameters": {"command": "docker push shop:{n}"}},
        {**_SHELL, "parameters": {"command": "kubectl set image deployment/shop shop=shop:{n}"}},
        {**_CHAT, "parameters": {"channel": "releases", "text": "Shop {n} is on staging"}},
    )),
    ((1, 4, 8, 15), (
        {**_SHELL, "parameters": {"command": "git fetch origin"}},
        {**_SHELL, "parameters": {"command": "git rebase origin/main"}},
        {**_SHELL, "parameters": {"command": "pytest -q tests/part_{n}.py"}},
        {**_SHELL, "parameters": {"command": "git push --force-with-lease origin part-{n}"}},
    )),
)  # fmt: skip
"""What the assistant did again and again, and how many days ago."""
_EVOLVED = "Release notes"

At = Callable[..., None]
"""Sets the clock of the vault to so long ago."""


def judge(vault: Vault, at: At) -> None:
    """Uses with outcomes."""
    nodes.catch_up(vault)
    for title, results in _WENT.items():
        skill = catalogue.find(vault, title).id
        for number, result in enumerate(results):
            at(days=len(results) - number, hours=3)
            session = f"{title} {number}"
            usage.record(vault, skill, Procedural(), session=session, agent="assistant")
            value = 1.0 if result == "1" else -1.0
            outcomes.record(vault, skill, value, session=session, agent="assistant")
    protection.protect(vault, *(catalogue.find(vault, title).id for title in _PROTECTED))


def learn(vault: Vault, at: At) -> None:
    """Candidates, one of which would change a skill."""
    at(hours=2)
    for procedure, (days, rows) in enumerate(_REPEATED):
        for number, day in enumerate(days):
            began = vault.now() - timedelta(days=day, hours=number)
            data = _session(f"{procedure}-{number}", began, rows)
            scanning.receive(vault, data, Format.GENERIC, "assistant")
    study(vault, Procedural(), lambda _agent: EVERYONE)
    skill = catalogue.find(vault, _EVOLVED).id
    saved = library.current(vault, skill)
    assert saved is not None
    text = saved[1].replace("1. ", "1. Read what was merged since the last release.\n2. ", 1)
    tools = ("shell git log", "read", "edit", "shell git tag")
    calls = tuple(Call(tool, ("path",)) for tool in tools)
    found = Found("assistant", calls, "release-notes", "As agents write them by now.", text, 0.77,
                  _places(vault, "notes", (0, 2, 6)))  # fmt: skip
    _put(vault, found, skill)


def _session(name: str, began: datetime, calls: Sequence[Row]) -> bytes:
    """In JSON Lines of our own, each `{n}` another value."""
    rows: list[Row] = [{"type": "session", "session": name}]
    for number, call in enumerate(calls, start=1):
        at = (began + timedelta(minutes=number)).isoformat()
        rows.append({"type": "call", "id": f"{number}", "at": at, "result": "done", **call})
    return "\n".join(json.dumps(row).replace("{n}", name) for row in rows).encode()


def _put(vault: Vault, found: Found, evolves: int | None = None) -> None:
    row = vault.row("select current from skill where id = ?", evolves)
    with vault.write(None) as write:
        recording.put(write, found, evolves, row[0] if row else None)


def _places(vault: Vault, name: str, days: tuple[int, ...]) -> tuple[Occurrence, ...]:
    now = vault.now()
    return tuple(
        Occurrence(f"{name}-{number}", 4, 19, now - timedelta(days=day, hours=1 + number),
                   now - timedelta(days=day, hours=number))
        for number, day in enumerate(days)
    )  # fmt: skip
