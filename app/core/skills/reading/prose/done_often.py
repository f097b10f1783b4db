"""Steps that are to be done so many times, or until something is so: "do step 2 three times"."""

import re

from app.core.skills.reading.languages.language import Language

_DO = re.compile(
    r"\b(?:do|perform|carry\s+out|execute|(?:(?:go|work|run|cycle)\s+through)|run|fai(?:re|tes)|effectue[rz]"
    r"|execute[rz]|ha(?:cer|z|ga)|realizar?|realice|ejecut(?:ar|e)|efectu(?:ar|e)|fare|eseguire|svolgere"
    r"|esegui|fa(?:zer|ca)|executar?|execute|efetuar?|efectuar?|executa|efectueaza|parcurge)\b"
)
_REACH = 60
"""Characters in front of a step in which the verb is."""


def doing(low: str, language: Language, before: int, left: int, end: int, right: int) -> int | None:
    """Where the verb begins that has the steps `low[left:end]` done more than once, or None."""
    verb = next(iter(reversed([*_DO.finditer(low, max(before, left - _REACH), left)])), None)
    between = language.before_done.fullmatch(low, verb.end(), left) if verb is not None else None
    if verb is None or between is None:
        return None
    often = between["often"] or language.cap.match(low, end + 1, right)
    asked = language.condition.match(low, end + 1, right)
    return verb.start() if often or (asked is not None and asked["kept"] is not None) else None
