"""What a step says to do again, and not where: "Count them. If one is missing, count again"."""

import re
from collections.abc import Iterator

from app.core.skills.reading.languages.every import IF, LANGUAGES
from app.core.skills.reading.prose.sentences import Sentence, Sentences

_SAME = 4
"""Letters in which two forms of a verb agree."""
_IT = (
    r"(?:\s+(?:it|them|this|that|everything|all|le|la|les|lo|los|las|li|gli|o|os|as|es|sie|ihn|alles"
    r"|tout|todo|tutto|tudo|totul))?"
)
_END = r"(?=\s*(?:[.,;!)]|\Z|\n))"
_AGAIN = (
    r"again|once\s+more|anew|de\s+nouveau|a\s+nouveau|encore\s+une\s+fois|otra\s+vez|de\s+nuevo"
    r"|nuevamente|di\s+nuovo|nuovamente|ancora|outra\s+vez|de\s+novo|novamente|din\s+nou|iar"
    r"|inca\s+o\s+data"
)
_VERB_FIRST = re.compile(rf"\b(?P<verb>[^\W\d_]{{3,}}){_IT}\s+(?:{_AGAIN}){_END}")
_VERB_LAST = re.compile(
    rf"\b(?:erneut|nochmals?|noch\s+(?:ein)?mal|wieder)\s+(?P<verb>[^\W\d_]{{3,}}en){_END}"
)
_MAY_BE = ("again", "more", "anew", "nouveau", "encore", "vez", "nuevo", "nuevamente", "nuovo",
           "nuovamente", "ancora", "novo", "novamente", "nou", " iar", "data", "erneut", "noch",
           "wieder")  # fmt: skip

_FRONTED = [one.fronted_condition for one in LANGUAGES if one.fronted_condition is not None]
"""Conditions without *if*."""


def done_again(low: str, left: int, right: int, sentences: Sentences) -> Iterator[Sentence]:
    """Where a verb of the step `low[left:right]` is said again, if something is so."""
    if not any(low.find(word, left, right) >= 0 for word in _MAY_BE):
        return
    for pattern in (_VERB_FIRST, _VERB_LAST):
        for found in pattern.finditer(low, left, right):
            sentence = sentences.around(*found.span())
            if _is_asked(low, sentence, found.start()) and _is_said_before(
                low, left, sentence, found["verb"]
            ):
                yield Sentence(*found.span())


def _is_asked(low: str, sentence: Sentence, at: int) -> bool:
    if IF.search(low, sentence.start, at) is not None:
        return True
    comma = low.find(",", sentence.start, at)
    return comma >= 0 and any(front.match(low, sentence.start, comma) for front in _FRONTED)


def _is_said_before(low: str, left: int, sentence: Sentence, verb: str) -> bool:
    """Whether the step says to do so before that sentence."""
    pattern = rf"(?<![^\W_]){re.escape(verb[:_SAME])}"
    return re.search(pattern, low[max(left, sentence.start - 400) : sentence.start]) is not None
