"""Steps named without a verb that leads there: where a condition leads, or what may be meant so."""

import re

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.done_often import doing
from app.core.skills.reading.prose.found import Found, Ground, Reach
from app.core.skills.reading.prose.leads import Lead
from app.core.skills.reading.prose.sentences import CLAUSE_END

_FAR = 140
"""Characters in front of a step in which its condition is looked for."""
_ENDS = re.compile(r"[.!?;:,\n)]")
_CLAUSE = 80
"""Characters around a step in which its clause is."""
_BRACKET = re.compile(r"\s\((?:see\s+)?\Z")
_DONE_AGAIN = re.compile(
    r"repeat|redo|retry|wiederhol|repet|ripet|repit|refai|rifa|rifai|rehac|rehag|refaz|refac"
)
_AGAIN = re.compile(
    r"\b(?:again|once\s+more|erneut|nochmals?|noch\s*(?:ein)?mals?|(?:de|a)\s+nouveau|encore\s+une\s+fois"
    r"|(?:otra|outra)\s+vez|de\s+nuevo|di\s+nuovo|de\s+novo|novamente|din\s+nou|inca\s+o\s+data"
    r"|(?:re-?(?:count|measure|weigh|check|test|calculate|clean|run|read|scan|verify|inspect|fill)"
    r"|neu\s+[a-z]+e?n|re(?:compt|mesur|pes|control|verifi|test|calcul|nettoy)(?:er|ez|e|ons)"
    r"|re(?:cont|med|pes|calcul|verific|numar|cantar|masur|prob)(?:ar|ir|e|a|ati|esc|eaza|este)"
    r"|ri(?:cont|misur|pes|controll|verific|calcol|prov)(?:are|a|i)|vol(?:ver|tar)\s+a\s+[a-z]+r)"
    r"(?:\s+[\w'-]+){0,3})\W*\Z"
)
"""Before a step in brackets that is done again: "test again (step 2)", "recount (step 1)"."""


def outside(low: str, left: int, at: int) -> int:
    """Where the bracket opens in which a step is named: "go back to rolling (step 2)"."""
    bracket = _BRACKET.search(low, max(left, at - 8), at)
    return bracket.start() + 1 if bracket is not None else at


def idling(low: str, language: Language, at: int, before: int) -> re.Match[str] | None:
    """What stands before a step and tells that it is only mentioned."""
    return language.idling.search(low, max(before, at - 40), at)


def unlinked(
    ground: Ground, noun: re.Match[str], numbers: re.Match[str], before: int,
    lead: Lead | None, reach: Reach,
) -> Found | None:  # fmt: skip
    """What is meant by a numbered step in `low[before:]` that no verb leads to."""
    low, language = ground.low, ground.language
    opening = _opening(ground, noun, numbers, before)
    if opening is not None:
        return Found(language, "bare", opening, numbers.end(), opening, reach)
    done = doing(low, language, before, noun.start(), numbers.end(), ground.right)
    bracket = outside(low, ground.left, noun.start())
    again = _AGAIN.search(low, max(before, bracket - 40), bracket)
    if done is None and again is not None and bracket < noun.start():
        done = again.start()
    if done is not None:
        return Found(language, "back", done, numbers.end(), done, reach)
    is_again = lead is not None and _DONE_AGAIN.match(low, lead.start)
    may_lead = _is_stirred(ground, noun, numbers, before) or _is_conditional(ground, noun, before)
    if is_again or (may_lead and idling(low, language, noun.start(), before) is None):
        start = lead.start if lead is not None and is_again else noun.start()
        return Found(language, "unread", start, numbers.end(), start, reach)
    return None


def _opening(
    ground: Ground, noun: re.Match[str], numbers: re.Match[str], before: int
) -> int | None:
    """Where a step begins that a condition alone leads to, with its preposition."""
    low, language, at = ground.low, ground.language, noun.start()
    if before > ground.left:
        other = language.or_towards.search(low, max(before, at - 20), at)
        if other is not None:
            return other.start()
        again = language.towards_again.search(low, max(before, at - 20), at)
        if again is not None and CLAUSE_END.match(low, numbers.end(), ground.right):
            return again.start()
    article = language.article_before.search(low, max(before, at - 8), at)
    opening = article.start() if article is not None else at
    said = low[max(before, opening - 30) : opening]
    if language.links.search(said) and CLAUSE_END.match(low, numbers.end(), ground.right):
        return opening
    return None


def _is_stirred(ground: Ground, noun: re.Match[str], numbers: re.Match[str], before: int) -> bool:
    """Whether a verb that may lead somewhere is in the same clause."""
    low = ground.low
    right = outside(low, ground.left, noun.start())
    left = max(before, right - _CLAUSE)
    left = 1 + max(left - 1, *(low.rfind(mark, left, right) for mark in ".!?;:,\n("))
    if ground.language.stirring.search(low, left, right) is not None:
        return True
    end = _ENDS.search(low, numbers.end(), min(ground.right, numbers.end() + _CLAUSE))
    behind = end.start() if end is not None else min(ground.right, numbers.end() + _CLAUSE)
    return ground.language.stirring.search(low, numbers.end(), behind) is not None


def _is_conditional(ground: Ground, noun: re.Match[str], before: int) -> bool:
    """Whether it stands in what is to be done if something is so."""
    low, language = ground.low, ground.language
    left = max(before, noun.start() - _FAR)
    left = 1 + max(left - 1, *(low.rfind(mark, left, noun.start()) for mark in ".!?;\n"))
    asked = language.condition.search(low, left, noun.start())
    if asked is None or asked["opening"] is not None:
        return False
    return "," in low[asked.end() : noun.start()]
