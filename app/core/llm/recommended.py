"""The few models that Techne proposes to fetch, out of `resources/models/recommended.json`."""

import json
from dataclasses import dataclass
from pathlib import Path

from app.core.llm.address import file_name
from app.core.llm.download import Wanted
from app.core.llm.stored_model import Use
from app.core.words import _

_TABLE = Path(__file__).resolve().parents[3] / "resources" / "models" / "recommended.json"


@dataclass(frozen=True, slots=True)
class Recommended:
    """A file that its publisher offers under this licence; `size` is in bytes."""

    name: str
    title: str
    about: str
    use: Use
    licence: str
    size: int
    sha256: str
    url: str
    page: str

    @property
    def wanted(self) -> Wanted:
        """What to fetch; it is taken only if it has this size and SHA-256."""
        return Wanted(self.url, file_name(self.url), self.sha256, self.size)


def recommended() -> tuple[Recommended, ...]:
    """The best first, those for text before those for embeddings."""
    table = json.loads(_TABLE.read_text("utf-8"))
    return tuple(
        Recommended(**{**row, "use": Use(row["use"]), "about": _(row["about"])})
        for row in table["models"]
    )


def by_name(name: str) -> Recommended | None:
    """One of them, by the name a person types."""
    return next((m for m in recommended() if m.name.casefold() == name.casefold()), None)
