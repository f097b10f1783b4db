"""What the words of a session show about how it went, where nobody says so. Pure, and careful: a
sentence that can be taken in two ways says nothing.
"""

import re

_LOOKED_AT = 300
"""Characters at the beginning of what a person says, and at the end of what an agent says last."""
STRONG, WEAK = 0.5, 0.3

_CORRECTED = re.compile(
    r"\b(?:that(?:'|’)?s|that is|this is|it(?:'|’)?s) (?:wrong|incorrect|not (?:right|what i))"
    r"|\bnot what i (?:asked|wanted|meant|said)|\byou (?:forgot|skipped|missed|ignored)\b"
    r"|\bi (?:already|just) (?:said|told you)|\b(?:does|did)(?:n(?:'|’)?t| not) work"
    r"|\bstill (?:broken|fail\w*|wrong|not work\w*)|\b(?:undo|revert) (?:that|this|it)\b"
    r"|\bdas (?:ist|war) falsch|\bstimmt (?:so )?nicht|\bfunktioniert (?:immer noch )?nicht"
    r"|\bdu hast .{1,40}vergessen|\bich habe doch (?:schon )?gesagt"
    r"|\bc(?:'|’)est (?:faux|incorrect)|\bça ne (?:marche|fonctionne) pas|\btu as oublié"
    r"|\beso está mal|\bno funciona|\b(?:te )?olvidaste",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"\s*(?:no\b[,.!]|nope\b|wrong\b|actually\b|instead\b|again\b[,.!?]"
    r"|nein\b[,.!]|falsch\b|non\b[,.!]|mal\b[,.!])",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"\b(?:could(?:n(?:'|’)?t| not)|unable to|was not able to|failed to|gave up|did not succeed"
    r"|still fail\w*|blocked by|konnte .{0,60}nicht|gescheitert|fehlgeschlagen|je n(?:'|’)ai pas pu"
    r"|échoué|no pude|no se pudo)\b",
    re.IGNORECASE,
)
_WENT_WELL = re.compile(
    r"\b(?:all (?:\w+ )?tests? pass\w*|successfully|is (?:now )?(?:complete|done|fixed|deployed)"
    r"|(?:has|have) been (?:completed|fixed|deployed|released|merged)|everything (?:works|passes)"
    r"|erfolgreich|ist (?:jetzt )?(?:fertig|erledigt)|avec succès|est terminée?|con éxito)\b",
    re.IGNORECASE,
)


def correction(said: str) -> float:
    """How surely a person corrects with these words what was done before; 0: they do not."""
    start = said[:_LOOKED_AT]
    if _CORRECTED.search(start):
        return STRONG
    return WEAK if _BEGINS.match(start) else 0.0


def ending(said: str) -> float:
    """What the last words of an agent say of its work: 1, -1, or 0 where that is not clear."""
    end = said[-_LOOKED_AT:]
    failed, well = bool(_FAILED.search(end)), bool(_WENT_WELL.search(end))
    return float(well) - float(failed)
