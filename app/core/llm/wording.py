"""What people call the uses, keepers and verdicts of models."""

from app.core.llm.fit import Verdict
from app.core.llm.places import Origin
from app.core.llm.shelved import Use
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
