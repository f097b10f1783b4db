"""Romanian: a verb has no article behind it, and what it is done to often has one."""

import re

from app.core.drafting.speech.speech import Speech, Words, inside, joints, never, starts, word_set
from app.core.skills.model import GoalKind

_SMALL = word_set(
    "un o unui unei niste si sau dar daca cand ca care pe la de din in cu fara pentru prin pana"
    " dupa inainte al a ai ale lui ei lor sa nu este e sunt fie orice fiecare toate toti tot"
    " doua doi trei patru cinci acest aceasta acesti aceste foarte mai apoi intai primul"
)
_OBJECTS = word_set(
    "un o la pe daca cu din in ca toate toti tot fiecare ce cine cum unde doua doi trei"
)
_DEFINITE = re.compile(
    r"\w{2,}(?:ul|ului|ele|elor|ile|ilor|ii|urile|ea|ia|ta|na|ra|la|da|sa|ca|va|le)\Z"
)
_CLITICS = re.compile(r"(?:ma|te|se|ne|va|imi|iti|isi|il|ii|le|i|l|o)\Z")
_WEEKDAY = r"(?:luni|marti|miercuri|joi|vineri|sambata|duminica)"
_WHO = re.compile(r"(?:eu|noi)\s+|(?:trebuie\s+)?să\s+(?=\w)|sa\s+(?=\w+)", re.IGNORECASE)
_TIMES = (
    rf"(?:in\s+fiecare|fiecare)\s+(?:{_WEEKDAY}|zi|dimineata|seara|noapte|saptamana"
    rf"|luna|an|trimestru|ora)"
    rf"(?:\s+(?:dimineata|seara|la\s+ora\s+\w+))?|{_WEEKDAY}\s+(?:dimineata|seara)"
    rf"|(?:o\s+data|de\s+doua\s+ori)\s+pe\s+\w+|zilnic"
    r"|saptamanal|lunar|anual"
)


def _acts(words: Words, _original: Words) -> bool:
    first, second = words[0], words[1] if len(words) > 1 else ""
    if not second:
        return False
    if first in ("sa", "eu", "noi", "nu") or first.startswith("trebuie"):
        return True
    if _CLITICS.match(first) and first not in ("la", "o") and second not in _SMALL:
        return True
    if first in _SMALL:
        return False
    if "-" in first and first.split("-")[1] in ("te", "va", "l", "le", "o", "i", "ti", "mi"):
        return True
    noun = re.search(r"(?:ul|ului|ele|elor|ile|ilor|urile)\Z", first) is not None
    return not noun and (second in _OBJECTS or _DEFINITE.match(second) is not None)


def _plain(clause: str) -> str:
    return _WHO.sub("", clause, count=1) if _WHO.match(clause) else clause


ROMANIAN = Speech(
    "ro",
    common=word_set(
        "si in la de pe cu un o este sa nu se din care pentru apoi daca cand toate fiecare ca mai"
        " al ale lui"
    ),
    only_names=never,
    lead=starts(
        r"(?:si\s+)?(?:apoi|intai|mai\s+intai|in\s+primul\s+rand|dupa\s+aceea"
        r"|dupa\s+asta|pe\s+urma|in\s+final"
        r"|la\s+sfarsit)\b,?|si\b"
    ),
    joint=joints("si", r"apoi|pe\s+urma"),
    acts=_acts,
    plain=_plain,
    condition=starts(r"daca|cand|in\s+caz\s+ca|imediat\s+ce"),
    otherwise=starts(r"altfel|daca\s+nu|in\s+caz\s+contrar"),
    when=starts(r"cand|ori\s+de\s+cate\s+ori|de\s+fiecare\s+data\s+cand|imediat\s+ce"),
    times=re.compile(_TIMES),
    event=starts(r"(?:un|o)\s+[\w-]+|cineva|in\s+caz\s+de"),
    setting=starts(r"pentru|inainte|dupa|in\s+timpul|la|cu|fara"),
    purpose=re.compile(r"(?:pentru\s+a|cum\s+sa|ca\s+sa)\s+(?P<what>.+)"),
    never=starts(r"niciodata|nu"),
    forget=starts(r"(?:sa\s+)?nu\s+(?:uita(?:ti)?|uitam)(?:\s+sa)?|nu\s+uita(?:ti)?"),
    again=re.compile(r"\bdin\s+nou\b"),
    until=inside(r"pana\s+(?:cand|ce)"),
    result=inside(r"astfel\s+incat|ca\s+sa|pentru\s+ca\s+sa"),
    goals={
        GoalKind.ON_FAILURE: starts(r"daca\s+(?:ceva|asta)\s+(?:nu\s+merge|esueaza|merge\s+prost)"),
        GoalKind.TRIGGER: starts(r"(?:facem|fac)\s+asta"),
        GoalKind.PREREQUISITES: starts(
            r"(?:ai|am|avem|este|e)\s+nevoie|inainte\s+de\s+a\s+incepe|iti\s+trebuie"
        ),
        GoalKind.SUCCESS: starts(r"la\s+(?:final|sfarsit)|(?:e|este)\s+gata\s+cand"),
        GoalKind.OUT_OF_SCOPE: starts(r"(?:asta|aceasta)\s+nu\s+include|nu\s+include"),
    },
)
