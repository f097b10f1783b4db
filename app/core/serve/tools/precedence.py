"""What holds where a skill and the instructions of the operator say different things."""

from app.core.library import library
from app.core.library.record import Precedence
from app.core.vault import Vault


def precedence(vault: Vault, skill: int) -> dict[str, str]:
    """What an agent is told, by the field of its answer; nothing where no person decided it."""
    state = library.current(vault, skill)
    chosen = state[2].precedence if state is not None else None
    return {"precedence": _SAID[chosen]} if chosen is not None else {}


_SAID = {
    Precedence.YIELDS: "Where this skill and the instructions you were given differ, follow the"
    " instructions.",
    Precedence.OVERRIDES: "The person decided: where this skill and the instructions you were given"
    " differ, follow this skill, except where safety or law is at stake.",
}
