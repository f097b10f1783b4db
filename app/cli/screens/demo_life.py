"""How the skills of the vault to show have done, and what agents repeat in it."""

from collections.abc import Callable
from datetime import timedelta

from app.core.learning import recording
from app.core.learning.candidates import Call
from app.core.learning.recording import Found
from app.core.library import catalogue, library
from app.core.lifecycle import outcomes, protection, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.patterns.pattern import Occurrence
from app.core.vault import Vault

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
_REPEATED = (
    ("check-staging-health", "Looks whether staging is up and says so.", 0.93, (0, 1, 1, 5, 9, 13),
     ("shell curl", "shell jq", "grep", "mcp chat post")),
    ("bisect-regression", "Finds the change that broke a test.", 0.81, (1, 4, 8, 15),
     ("shell git log", "shell git checkout", "shell pytest", "shell git bisect")),
)  # fmt: skip
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
    for name, description, sure, days, tools in _REPEATED:
        text = f"# {name}\n\nTrigger: {description}\n\n"
        text += "".join(f"{n}. Call `{tool}`.\n" for n, tool in enumerate(tools, start=1))
        _put(vault, Found("assistant", _calls(tools), name, description, text, sure,
                          _places(vault, name, days)))  # fmt: skip
    skill = catalogue.find(vault, _EVOLVED).id
    saved = library.current(vault, skill)
    assert saved is not None
    text = saved[1].replace("1. ", "1. Read what was merged since the last release.\n2. ", 1)
    tools = ("shell git log", "read", "edit", "shell git tag")
    found = Found("assistant", _calls(tools), "release-notes", "As agents write them by now.", text,
                  0.77, _places(vault, "notes", (0, 2, 6)))  # fmt: skip
    _put(vault, found, skill)


def _put(vault: Vault, found: Found, evolves: int | None = None) -> None:
    row = vault.row("select current from skill where id = ?", evolves)
    with vault.write(None) as write:
        recording.put(write, found, evolves, row[0] if row else None)


def _calls(tools: tuple[str, ...]) -> tuple[Call, ...]:
    return tuple(Call(tool, ("path",)) for tool in tools)


def _places(vault: Vault, name: str, days: tuple[int, ...]) -> tuple[Occurrence, ...]:
    now = vault.now()
    return tuple(
        Occurrence(f"{name}-{number}", 4, 19, now - timedelta(days=day, hours=1 + number),
                   now - timedelta(days=day, hours=number))
        for number, day in enumerate(days)
    )  # fmt: skip
