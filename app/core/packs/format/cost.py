"""What it costs to try a passphrase on a pack, said before it is spent. Public name: `cost`."""

import time
from functools import cache

from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from app.core.packs.format.limits import MEBI
from app.core.packs.format.locks import PassphraseLock, SodiumPassphraseLock
from app.core.words import _, ngettext

_SAMPLE = 16
"""MiB that are filled once to see how fast this computer is."""


def cost(lock: PassphraseLock | SodiumPassphraseLock) -> str:
    """Time and memory that the lock asks for here, in a sentence. Takes a moment itself: a job."""
    seconds = round(work(lock) * _seconds_for_a_mebibyte())
    memory = max(lock.memory // MEBI, 1)
    if seconds < 1:
        said = _("Trying a passphrase takes less than a second and {memory} MB of memory.")
        return said.format(memory=memory)
    words = ngettext(
        "Trying a passphrase takes about {count} second and {memory} MB of memory.",
        "Trying a passphrase takes about {count} seconds and {memory} MB of memory.",
        seconds,
    )
    return words.format(count=seconds, memory=memory)


def work(lock: PassphraseLock | SodiumPassphraseLock) -> float:
    """MiB that are written in all: lanes share the memory, and are gone through one by one."""
    return lock.memory / MEBI * lock.passes


@cache
def _seconds_for_a_mebibyte() -> float:
    """Measured once: Argon2 takes as long for each MiB of each pass, however many there are."""
    return min(_sample() for _turn in range(3)) / _SAMPLE  # the first has to get the memory


def _sample() -> float:
    """Seconds that one pass over the sample takes."""
    function = Argon2id(
        salt=bytes(16), length=32, iterations=1, lanes=1, memory_cost=_SAMPLE * MEBI // 1024
    )
    before = time.perf_counter()
    function.derive(b"")
    return time.perf_counter() - before
