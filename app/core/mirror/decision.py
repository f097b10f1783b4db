"""What is to happen with one skill on the disk: decided from three texts, known by their digests.

`base` is what both sides had when they last agreed, `disk` what the file says now, `here` what the
vault would write; None where there is none. Pure.
"""

from enum import Enum, auto


class Decision(Enum):
    NOTHING = auto()
    AGREE = auto()
    """Both sides came to say the same: only that is to be noted."""
    READ = auto()
    WRITE = auto()
    CONFLICT = auto()
    """Both changed. The disk's becomes current, and ours stays in the history."""
    VANISHED = auto()
    """The file is gone: after a time of grace the skill goes too, and until then nothing does."""
    VANISHED_CHANGED = auto()
    """The file is gone, and the skill was changed here since: only a person can say."""
    TAKE_AWAY = auto()
    """The skill was deleted here, and its file is as it was: it goes if it is ours."""
    FORGET = auto()
    """Gone on both sides."""


def decide(base: str | None, disk: str | None, here: str | None) -> Decision:
    """Total: every combination has one answer, and none of them loses a text."""
    if disk is None and here is None:
        return Decision.FORGET
    if disk == here:
        return Decision.NOTHING if disk == base else Decision.AGREE
    if disk is None:
        if base is None:
            return Decision.WRITE
        return Decision.VANISHED if here == base else Decision.VANISHED_CHANGED
    if here is None:
        return Decision.TAKE_AWAY if disk == base else Decision.READ
    if base is None:
        return Decision.CONFLICT
    if disk == base:
        return Decision.WRITE
    return Decision.READ if here == base else Decision.CONFLICT
