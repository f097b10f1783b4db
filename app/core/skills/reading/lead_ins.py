"""What a paragraph before or after a list tells of it: that it is none of steps, where to go on."""

import re

from app.core.skills.reading.folding import fold
from app.core.skills.reading.pieces import Piece, Shape

_NO_STEPS = re.compile(
    r"\b(?:need|needs|required|materials?|tools|ingredients|for example|e\.g\.|such as|examples?"
    r"|prerequisites?|requirements?|brauch\w*|benotig\w*|voraussetz\w*|beispiel\w*|z\. ?b\.|besoin"
    r"|necessaires?|par exemple|exemples?|necesit\w*|requisitos|por ejemplo|ejemplos?|serv(?:e|ono)"
    r"|occorr\w*|per esempio|ad esempio|esempi\w*|precis\w*|por exemplo|exemplos?|nevoie|de exemplu"
    r"|exemplu|necesare?)\b"
)
_LEADS = re.compile(
    r"\b(?:go|jump|skip|return|repeat|retry|proceed|continue|back|start over|zuruck|weiter"
    r"|wiederhol\w*|gehe\w*|spring\w*|reven\w*|retourn\w*|repren\w*|pass(?:er|ez)|aller|allez"
    r"|vuelv\w*|volver|regres\w*|vaya|repit\w*|salt\w*|torn\w*|ripet\w*|pass(?:are|a)|vai|volt\w*"
    r"|repet\w*|siga|va para|mergi\w*|intoarc\w*|revin\w*|reluat\w*|reia|treci\w*|sari\w*)\b"
)
_STEP = re.compile(
    r"\b(?:steps?|schritt\w*|etapes?|pasos?|passo|passaggio|passi|passos|pasul\w*|pas|phase|stage"
    r"|fase|etapa|faza|start over)\b"
)
_FAR = 600
"""Characters of a paragraph that are looked at."""


def introduces_no_steps(text: str, piece: Piece) -> bool:
    """Whether the list after it is of examples, or of things that are needed: *You need:*."""
    said = text[piece.body : piece.end].rstrip()
    return said.endswith(":") and _NO_STEPS.search(fold(said[-_FAR:]).text) is not None


def introduces_items(text: str, piece: Piece) -> bool:
    """Whether a paragraph is there for the list after it: `**For Python:**`."""
    said = text[piece.body : piece.end].rstrip(" \t\r\n*_")
    return piece.shape is Shape.PARAGRAPH and said.endswith(":")


def sends_on(said: str) -> bool:
    """Whether a paragraph says at which step to go on, so that it belongs to the step above."""
    words = fold(said[:_FAR]).text
    return _STEP.search(words) is not None and _LEADS.search(words) is not None
