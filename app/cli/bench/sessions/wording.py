"""The short notation in which the procedures of the made-up sessions are written, and its values.

`$ docker build -t {image} .` is a command, `< {file}` reads, `? {word}` searches, `> {file}` edits,
`+ {file}` writes anew, `% {url}` fetches, `@ github create_issue title={text}` asks an MCP server.
"""

import random
import re
from collections.abc import Callable

from app.cli.bench.sessions.made import Action, Kind

_SIGNS = {
    "$": Kind.SHELL, "<": Kind.READ, "?": Kind.SEARCH, ">": Kind.EDIT,
    "+": Kind.WRITE, "%": Kind.WEB, "@": Kind.MCP,
}  # fmt: skip
_SLOT = re.compile(r"\{(\w+)\}")
_SYLLABLES = [
    "ba",
    "bre",
    "cho",
    "dol",
    "fen",
    "gri",
    "hal",
    "jus",
    "kel",
    "lom",
    "mar",
    "nov",
    "oth",
    "pel",
    "qui",
    "ras",
    "sol",
    "tur",
    "ved",
    "wim",
    "zan",
]
_FOLDERS = ["src", "lib", "app", "services", "packages", "internal", "tools", "web", "core", "api"]
_ENDINGS = ["py", "ts", "go", "rs", "md", "json", "yaml", "sql", "toml", "tf"]


def word(chance: random.Random) -> str:
    """A name that nobody uses."""
    return "".join(chance.choice(_SYLLABLES) for _n in range(chance.randint(2, 3)))


def _file(chance: random.Random) -> str:
    folder, ending = chance.choice(_FOLDERS), chance.choice(_ENDINGS)
    return f"{folder}/{word(chance)}/{word(chance)}_{chance.randint(10, 99)}.{ending}"


def _text(chance: random.Random) -> str:
    return " ".join(word(chance) for _n in range(chance.randint(3, 9)))


_VALUES: dict[str, Callable[[random.Random], str]] = {
    "file": _file,
    "text": _text,
    "url": lambda chance: (
        f"https://{word(chance)}.example/{word(chance)}/{chance.randint(100, 999)}"
    ),
    "version": lambda chance: ".".join(str(chance.randint(0, 40)) for _n in range(3)),
    "number": lambda chance: str(chance.randint(1000, 99999)),
    "name": lambda chance: f"{word(chance)}-{word(chance)}",
    "secret": lambda chance: "sk-" + "".join(chance.choices("abcdefABCDEF0123456789", k=40)),
}


def value(slot: str, chance: random.Random) -> str:
    """Of the kind that the slot's name begins with; a name where it is no kind: `{file2}`."""
    return _VALUES.get(slot.rstrip("0123456789"), _VALUES["name"])(chance)


def action(notation: str, chance: random.Random, bound: dict[str, str] | None = None) -> Action:
    """What a line of the notation does now; slots get the values that `bound` has or gets here."""
    values = {} if bound is None else bound

    def filled(text: str) -> str:
        def of(match: re.Match[str]) -> str:
            slot = match[1]
            if slot not in values:
                values[slot] = value(slot, chance)
            return values[slot]

        return _SLOT.sub(of, text)

    kind, rest = _SIGNS[notation[0]], notation[2:]
    if kind is not Kind.MCP:
        return Action(kind, filled(rest))
    server, tool, *pairs = rest.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    return Action(kind, f"{server} {tool}", {name: filled(of) for name, of in arguments.items()})
