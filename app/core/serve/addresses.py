"""The addresses of skills and their files: `skill://12/release-an-app/SKILL.md`.

The number is the skill's own, so that two of one name are told apart; behind it stands the name
that its SKILL.md has, as the protocol's extension for skills wants it, and then the path of a file.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

_ADDRESS = re.compile(r"skill://(?P<skill>[1-9]\d{0,17})/(?P<name>[^/?#]+)(?:/(?P<path>[^?#]*))?")


@dataclass(frozen=True, slots=True)
class Address:
    """`path` is that of a file or a folder below the skill's own; empty for that one itself."""

    skill: int
    name: str
    path: str = ""

    def __str__(self) -> str:
        parts = [self.name, *filter(None, self.path.split("/"))]
        return f"skill://{self.skill}/{'/'.join(quote(part, safe='') for part in parts)}"


def parsed(said: str) -> Address | None:
    """What an address names; None for any that is not written as `Address` writes it."""
    found = _ADDRESS.fullmatch(said)
    if found is None:
        return None
    path = "/".join(map(unquote, (found["path"] or "").split("/")))
    address = Address(int(found["skill"]), unquote(found["name"]), path)
    return address if str(address) == said else None
