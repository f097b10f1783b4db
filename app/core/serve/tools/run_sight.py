"""Which runs a caller is shown."""

from app.core.runs.store import Run
from app.core.serve.turn import Turn


def shows_run(turn: Turn, run: Run) -> bool:
    """Whether the caller is shown what those did who have had this run, or was given it."""
    offered = run.offered
    if offered is not None and not offered.is_person and offered.client in ("", turn.caller.client):
        return True
    return turn.counted.shows({run.begun_by, run.holder.client})
