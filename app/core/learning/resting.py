"""Sessions are not read in the background while a person has them scanned, or stopped that.

Public names: `by_hand`, `is_resting`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from app.core.errors import Cancelled
from app.core.vault import Vault

LONGEST = timedelta(hours=1)
"""A scan that takes longer, or was cut off by a crash, keeps nobody else from reading any more."""
AFTER_STOP = timedelta(minutes=10)
"""Who stops a scan wants some quiet."""
_UNTIL = "sessions rest until"


@contextmanager
def by_hand(vault: Vault) -> Iterator[None]:
    """Nothing is read in the background inside, and for a while after it was stopped."""
    vault.put_setting(_UNTIL, (vault.now() + LONGEST).isoformat())
    try:
        yield
    except Cancelled:
        vault.put_setting(_UNTIL, (vault.now() + AFTER_STOP).isoformat())
        raise
    except BaseException:
        vault.put_setting(_UNTIL, None)
        raise
    vault.put_setting(_UNTIL, None)


def is_resting(vault: Vault) -> bool:
    """Whether reading is left to a person now."""
    until = vault.setting(_UNTIL)
    return until is not None and vault.now() < datetime.fromisoformat(until)
