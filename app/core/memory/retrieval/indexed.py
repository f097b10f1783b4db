"""How much of the vault can be found by its meaning."""

from dataclasses import dataclass

from app.core.memory.retrieval.index import waiting
from app.core.memory.retrieval.item import MEMORY, SKILL, TALK, is_a
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Indexed:
    """The passages that have a vector of a model, of how many items; what still waits."""

    passages: int
    skills: int
    memories: int
    waiting: int


def indexed(vault: Vault, model: str) -> Indexed:
    """What is indexed with that model. Takes a moment in a large vault: a job."""
    ((skills, memories),) = vault.rows(
        f"select count(*) filter (where {is_a(SKILL)}), count(*) filter (where {is_a(MEMORY)})"
        " from indexed where model = ? and item <> ?",
        model,
        TALK.stored,
    )
    ((passages,),) = vault.rows(
        "select count(*) from passage p join indexed i on i.item = p.item"
        " where i.model = ? and i.item <> ?",
        model,
        TALK.stored,
    )
    return Indexed(passages, skills, memories, len(waiting(vault, model)))
