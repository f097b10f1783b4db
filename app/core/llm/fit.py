"""Whether a model fits into this machine: what it needs, what there is, and what suits both."""

import os
from dataclasses import dataclass
from enum import StrEnum

from app.core.llm.free_memory import free_memory
from app.core.llm.gguf import Header
from app.core.words import _

BATCH = 256
"""Tokens that are read at once."""
_PROGRAM = 48_000_000
"""Bytes that the process takes without a model."""
_CACHE_VALUE, _WORK_VALUE = 2, 4
"""Bytes of a value: the cache keeps halves, the work is done in singles."""
_WORK_ROWS = 8
"""Rows as wide as the model that are in work at once."""
_LARGEST, _USUAL = 8192, 4096
"""Tokens of a context that nobody chose, and of one that the file does not tell."""
_SMALLER = (4096, 2048)
"""Contexts that are tried, in turn, where the usual one does not fit."""
_COMFORTABLE = 0.8
"""Of what is free; the rest is for everything else."""
_PAIRED = 4
"""With more processors than this, two usually share what calculates."""


class Verdict(StrEnum):
    FITS = "fits"
    TIGHT = "tight"
    TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class Need:
    """Bytes: for the weights, for what is remembered of the context, and for the work itself."""

    weights: int
    cache: int
    work: int

    @property
    def total(self) -> int:
        return self.weights + self.cache + self.work


@dataclass(frozen=True, slots=True)
class Fit:
    """`free` is in bytes, 0 where the system does not say; `context` in tokens."""

    verdict: Verdict
    need: Need
    free: int
    context: int

    @property
    def sentence(self) -> str:
        """The verdict with its numbers."""
        if self.verdict is Verdict.TOO_LARGE:
            said = _("Needs about {need} of memory, but only {free} is free.")
        elif self.verdict is Verdict.TIGHT:
            said = _("Needs about {need} of the {free} of free memory: a tight fit.")
        elif self.free:
            said = _("Needs about {need} of memory; {free} is free.")
        else:
            said = _("Needs about {need} of memory.")
        return said.format(need=in_words(self.need.total), free=in_words(self.free))


def need(header: Header, context: int) -> Need:
    """What a model needs with a context of so many tokens.

    The cache holds a key and a value of 16 bits for every head of every layer and token. The work
    is a guess from above: a batch of answers over the whole vocabulary, and some rows of the
    network. For the starter model that is 7 to 15 % more than measured.
    """
    work = BATCH * (header.vocabulary + _WORK_ROWS * header.embedding) * _WORK_VALUE
    weights = header.weights * header.parts  # of a model in parts only this one was looked at
    return Need(weights, header.cache * context * _CACHE_VALUE, _PROGRAM + work)


def judge(header: Header, context: int = 0, free: int | None = None) -> Fit:
    """Whether it fits, with this context or one that suits. `free` is in bytes; None: ask."""
    free = free_memory() if free is None else free
    chosen = min(context, header.context or context) or _suitable(header, free)
    needed = need(header, chosen)
    if free and needed.total > free:
        verdict = Verdict.TOO_LARGE
    elif free and needed.total > free * _COMFORTABLE:
        verdict = Verdict.TIGHT
    else:
        verdict = Verdict.FITS
    return Fit(verdict, needed, free, chosen)


def usual_threads() -> int:
    """As many as there are cores, which calculate; more only wait for each other."""
    processors = os.cpu_count() or 1
    return processors if processors <= _PAIRED else processors // 2


def in_words(size: int) -> str:
    """So many bytes, as people say it."""
    if size < 1_000_000_000:
        return _("{count} MB").format(count=round(size / 1_000_000))
    return _("{count} GB").format(count=f"{size / 1_000_000_000:.1f}")


def _suitable(header: Header, free: int) -> int:
    """The largest that leaves room for everything else; what the model was made for at most."""
    most = min(header.context or _USUAL, _LARGEST)
    contexts = [most, *(context for context in _SMALLER if context < most)]
    for context in contexts:
        if not free or need(header, context).total <= free * _COMFORTABLE:
            return context
    return contexts[-1]
