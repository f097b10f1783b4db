"""A tool: its name, what it takes and answers, and the hints that clients are given."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.core.agents.consent import Group
from app.core.serve.pages import LONGEST, shortened
from app.core.serve.turn import Turn

A = TypeVar("A", bound=Mapping[str, Any])
D = TypeVar("D", bound=Mapping[str, Any])


def as_json(document: Mapping[str, Any]) -> str:
    """A document as the text of an answer, for clients that read no structure."""
    return json.dumps(document, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Tool(Generic[A, D]):
    """`takes` and `answers` are TypedDicts: their schemas are what clients are told, and what they
    send is checked against `takes`. `run` raises `AppError` for what the agent can put right.

    The four hints of the protocol follow from the group, `destructive` and `idempotent`; nothing
    here reaches beyond the vault.
    """

    name: str
    title: str
    description: str
    group: Group
    takes: type[A]
    answers: type[D]
    run: Callable[[Turn, A], D]
    destructive: bool = False
    idempotent: bool = True
    text: Callable[[D], str] = as_json

    def answered(self, turn: Turn, arguments: A) -> tuple[D, str]:
        """What it answers, as a document and as a text, neither too long for a client.

        What comes in pages fits already; elsewhere only endless titles and notes have to be cut.
        """
        document = self.run(turn, arguments)
        if len(as_json(document)) > LONGEST:
            document = shortened(document, LONGEST)
        return document, self.text(document)

    @property
    def reads_only(self) -> bool:
        return self.group is Group.READ
