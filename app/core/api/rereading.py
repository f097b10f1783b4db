"""Skills that a newer Techne reads otherwise than before, until somebody has seen it."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict

from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.library import catalogue, reread
from app.core.library.said import Link, Said
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


class LinkDocument(TypedDict):
    """A jump from a step to another, a call of a skill, or a memory from a source, at a step."""

    kind: Literal["loop", "branch", "call", "memory"]
    step: str
    to: str
    condition: str
    max: int | None


class SaidDocument(TypedDict):
    """What a text says: its steps as they are counted, and what links them."""

    steps: list[str]
    links: list[LinkDocument]


class RereadDocument(SkillDocument):
    """A skill, what its text said before and what it says now."""

    before: SaidDocument
    after: SaidDocument


def listed(vault: Vault, progress: Progress = SILENT) -> list[RereadDocument]:
    """What is read otherwise, looked for first where upkeep has not yet. Raises `Cancelled`."""
    reread.catch_up(vault, progress)
    return _documents(vault)


def seen(vault: Vault, names: Sequence[str] | None = None) -> list[RereadDocument]:
    """Note that somebody has seen these, or all; what is left. Raises `NotFound`, `Ambiguous`."""
    reread.seen(vault, None if names is None else [find(vault, name).id for name in names])
    return _documents(vault)


def _documents(vault: Vault) -> list[RereadDocument]:
    waiting = reread.waiting(vault)
    rows = catalogue.some(vault, [one.skill for one in waiting])
    return [
        {
            **skill_document(rows[one.skill]),
            "before": _said(one.before),
            "after": _said(one.after),
        }
        for one in waiting
    ]


def _said(said: Said) -> SaidDocument:
    return {"steps": list(said.steps), "links": list(map(_link, said.links))}


def _link(link: Link) -> LinkDocument:
    return {
        "kind": link.kind,
        "step": link.step,
        "to": link.to,
        "condition": link.condition,
        "max": link.maximum,
    }
