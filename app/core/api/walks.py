"""Skills to follow: as a procedure to read aloud, or as a plan to execute."""

from app.core.api.json_values import Json
from app.core.api.lookup import find
from app.core.api.plain import document
from app.core.library import library
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.model import Narrative
from app.core.walk.narrative import narrative
from app.core.walk.plan import walk


def structured(
    vault: Vault, name: str, engram: str | None = None, *, recursive: bool = False
) -> dict[str, Json]:
    """The plan (`Plan`); with `recursive`, a call holds the steps of the called skill.

    Raises `NotFound`, `Ambiguous`.
    """
    return document(walk(vault, find(vault, name, engram).id, recursive=recursive))


def narrated(
    vault: Vault, name: str, engram: str | None = None, *, recursive: bool = False
) -> dict[str, Json]:
    """The same in words (`Narrative`)."""
    skill = find(vault, name, engram).id
    plan = walk(vault, skill, recursive=recursive)
    text = narrative(parse(library.text(vault, skill)), plan)
    return document(Narrative(skill=plan.skill, text=text))
