"""What was wrong with the procedure of a run, for people and agents to say."""

from typing_extensions import TypedDict

from app.core.api.training import Ready
from app.core.runs import remarks
from app.core.runs.state import PERSON, By
from app.core.training.memory_query import Memories
from app.core.vault import Vault
from app.core.walk.plan import source_id


class RemarkDocument(TypedDict):
    """The number of the observation, and the skill in whose inbox the remark waits; null where the
    same was said before, or the skill is gone."""

    observation: int
    proposed: str | None


def remark(
    vault: Vault, ready: Ready, run: int, text: str, step: str = "", *, by: By = PERSON
) -> RemarkDocument:
    """Say what was wrong at a step, or with the procedure as a whole; raises as `remarks.remark`.
    A job."""
    found = remarks.remark(vault, run, text, Memories(vault, ready()), by, step=step)
    proposed = None if found.proposed is None else source_id(found.proposed)
    return {"observation": found.observation, "proposed": proposed}
