"""Which skill of the library a call means."""

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.skills import names
from app.core.skills.model import Call
from app.core.vault import Vault


def targets(vault: Vault, caller: SkillRow, call: Call) -> tuple[SkillRow, ...]:
    """The skills that a call in the text of `caller` can mean.

    One is the answer, several are an ambiguity, none is an unknown skill.
    """
    found = catalogue.resolve(vault, names.call_key(call.target), caller.engram, caller.status)
    return tuple(catalogue.some(vault, found).values())
