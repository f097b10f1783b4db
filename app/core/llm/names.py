"""What people call the uses, keepers, sizes and verdicts of models."""

import re

from app.core.llm.fit import Verdict
from app.core.llm.gguf import Header
from app.core.llm.model_folders import Origin
from app.core.llm.stored_model import Use
from app.core.words import _


def use_in_words(use: Use) -> str:
    """What a model is for."""
    return {Use.TEXT: _("text"), Use.EMBEDDING: _("embeddings")}[use]


def origin_in_words(origin: Origin) -> str:
    """Who keeps a model."""
    return {
        Origin.OWN: "Techne",
        Origin.STARTER: _("Starter model: small, for trying things out"),
        Origin.LM_STUDIO: "LM Studio",
        Origin.OLLAMA: "Ollama",
        Origin.HUGGING_FACE: "Hugging Face",
        Origin.ELSEWHERE: _("you"),
    }[origin]


def verdict_in_words(verdict: Verdict) -> str:
    """Whether a model fits into memory, in a word or two."""
    return {
        Verdict.FITS: _("fits"),
        Verdict.TIGHT: _("tight"),
        Verdict.TOO_LARGE: _("too large"),
    }[verdict]


def parameters_in_words(count: int) -> str:
    """How large a network is."""
    if count >= 1_000_000_000:
        return _("{count} billion").format(count=f"{count / 1_000_000_000:.1f}")
    return _("{count} million").format(count=round(count / 1_000_000))


def in_short(header: Header) -> str:
    """Size and quantisation as people say them: “8B · 4-bit”; what is not known is left out."""
    count = header.parameters
    size = f"{count / 1e9:.2g}B" if count >= 1e9 else f"{count / 1e6:.0f}M" if count >= 1e6 else ""
    bits = re.search(r"\d+", header.quantisation)
    stored = _("{count}-bit").format(count=bits[0]) if bits else header.quantisation
    return " · ".join(part for part in (size, stored) if part)
