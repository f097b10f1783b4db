"""How a jump to another step is worded, in seven languages; patterns over folded text."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """`stems` are found first (literal, fast); `jump` then reads the whole phrase.

    Groups of `jump`: `back` or `go` (the verb), and what names the step: `after` (a number or word
    after the noun), `before` (words in front of it) or `begin` (the beginning).
    """

    code: str
    stems: tuple[str, ...]
    jump: re.Pattern[str]
    relative: dict[str, int | str]


def _phrase(
    back: str, go: str, article: str, noun: str, number: str, begin: str
) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:(?P<back>{back})|(?P<go>{go}))\s*+(?<![^\W_])"
        rf"(?:(?:{article})(?:(?<=')|(?![^\W_]))\s*+)?"
        rf"(?:{noun}\s+(?:(?:{number})(?![^\W\d_])[ \t]*+)?\#?"
        rf"(?P<after>[0-9]{{1,9}}(?![\w-])|[^\W\d_][\w'-]*+)"
        rf"|(?P<before>(?:[\w'-]+\s+){{1,5}}?)(?:{noun})\b"
        rf"|(?P<begin>{begin})\b)"
    )


def _relative(previous: str, following: str, this: str, last: str) -> dict[str, int | str]:
    words: dict[str, int | str] = dict.fromkeys(previous.split(), -1)
    words |= dict.fromkeys(following.split(), 1)
    words |= dict.fromkeys(this.split(), 0)
    return words | dict.fromkeys(last.split(), "last")


_EN = Language(
    "en",
    ("step", "beginning", "the start", "the top"),
    _phrase(
        r"(?:go|jump|loop|circle|step|move|come|cycle|roll|head|get|skip|switch|turn|fall)\s+"
        r"(?:right\s+|straight\s+|all\s+the\s+way\s+)?back(?:\s+up)?\s+(?:to|at|from|with)"
        r"|return\s+to|repeat(?:\s+from)?|retry(?:\s+from)?|redo|re-?run(?:\s+from)?"
        r"|restart(?:\s+(?:from|at|with))?|re-?start\s+from"
        r"|start\s+(?:over|again|afresh)(?:\s+(?:from|at|with))?"
        r"|begin\s+again(?:\s+(?:from|at|with))?|resume\s+(?:from|at)|loop\s+(?:to|from|over)"
        r"|try\s+again\s+from|back\s+to",
        r"(?:go|jump|skip|move|proceed|continue|advance|head|branch|hop|fall)"
        r"(?:\s+(?:on|ahead|forward|straight|directly|right|immediately|over|down|through)){0,2}"
        r"\s+(?:to|at|with|from)|goto|(?:straight|directly|ahead)\s+to|(?:continue|proceed)",
        r"the\s+very|the|your",
        r"steps?",
        r"number|no\.?|nr\.?",
        r"beginning|start|top",
    ),
    _relative(
        "previous prior preceding last-but-one earlier", "next following subsequent",
        "this same current that", "last final",
    ),
)  # fmt: skip
_RO = Language(
    "ro",
    ("pas", "incep", "etap"),
    _phrase(
        r"intoarce(?:-te|ti-va)?(?:\s+inapoi)?\s+la|reven(?:iti|i|ire)\s+la|revino\s+la"
        r"|repeta(?:ti)?(?:\s+de\s+la)?|(?:reia|reluati|relua)(?:\s+de\s+la)?"
        r"|(?:mergi|mergeti|du-te|duceti-va|sari|treci)\s+inapoi\s+la|inapoi\s+la"
        r"|reincep(?:e|eti)\s+(?:de\s+la|cu)|(?:ia-o|luati-o|incepe(?:ti)?\s+din\s+nou)\s+de\s+la",
        r"(?:mergi|mergeti|du-te|duceti-va|treci|treceti|sari|sariti|continua(?:ti)?|avanseaza|salta)"
        r"(?:\s+(?:direct|mai\s+departe))?\s+(?:la|cu|de\s+la)|direct\s+la",
        r"cel\s+de-al|al|a",
        r"(?:pasul(?:ui)?|pas|etapa)",
        r"numarul|nr\.?|al|a",
        r"inceput(?:ul|ului)?",
    ),
    _relative(
        "anterior anterioara precedent precedenta dinainte",
        "urmator urmatorul urmatoare urmatoarea", "acesta acest asta curent aceasta actual",
        "ultim ultimul ultima final",
    ),
)  # fmt: skip
_ES = Language(
    "es",
    ("paso", "etap", "principio", "inicio", "comienzo"),
    _phrase(
        r"(?:vuelv(?:e|a|an)|volver|regres(?:a|e|en|ar)|retorn(?:a|e|ar)|retroced(?:e|a|er)"
        r"|de\s+vuelta)(?:\s+atras)?\s+(?:al?|hasta)|(?:repit(?:e|a|an)|repetir)(?:\s+desde)?"
        r"|reinici(?:a|e|ar)(?:\s+(?:desde|en))?"
        r"|(?:empieza|empezar|comienza|comenzar)\s+de\s+nuevo(?:\s+(?:desde|en))?",
        r"(?:ve|vete|vaya|vayan|ir|salt(?:a|e|ar)|pas(?:a|e|ar)|contin(?:ua|ue|uar)|avanz(?:a|ar)"
        r"|avance|proced(?:e|a|er)|sig(?:ue|a)|seguir)(?:\s+(?:directamente|directo))?"
        r"\s+(?:al?|con|hasta|en|desde)",
        r"el|la",
        r"(?:pasos?|etapa)",
        r"numero|num\.?|n\.?",
        r"principio|inicio|comienzo",
    ),
    _relative(
        "anterior previo previa precedente", "siguiente proximo proxima",
        "este esta actual mismo misma", "ultimo ultima final",
    ),
)  # fmt: skip
_FR = Language(
    "fr",
    ("etape", "debut"),
    _phrase(
        r"(?:reven(?:ir|ez|s)|retourn(?:er|ez|e)|repren(?:dre|ez|ds)|repet(?:er|ez|e)"
        r"|recommenc(?:er|ez|e)|refai(?:re|tes|s)|repart(?:ir|ez|s)|retour)(?:\s+en\s+arriere)?"
        r"(?:\s+(?:a\s+partir\s+de|a|au|depuis|du|de|par))?",
        r"(?:pass(?:er|ez|e)|all(?:er|ez)|va|vas|saut(?:er|ez|e)|continu(?:er|ez|e)"
        r"|poursuiv(?:re|ez)|avanc(?:er|ez|e)|proced(?:er|ez|e)|rendez-vous|rends-toi)"
        r"(?:\s+(?:directement|ensuite))?\s+(?:a|au|avec|par|vers|jusqu'a)",
        r"la|l'|le",
        r"etapes?",
        r"numero|n[o°]?\.?",
        r"debut",
    ),
    _relative(
        "precedente precedent anterieure d'avant", "suivante suivant prochaine",
        "cette meme actuelle", "derniere dernier",
    ),
)  # fmt: skip
_DE = Language(
    "de",
    ("schritt", "anfang", "vorn"),
    _phrase(
        r"zuruck\s+(?:zu[mr]?|auf|bis|an\s+den|an)"
        r"|(?:geh(?:e|en)?|kehr(?:e|en)?|spring(?:e|en)?)(?:\s+sie)?\s+(?:\w+\s+)?zuruck\s+zu[mr]?"
        r"|wiederhol(?:e|en)?(?:\s+sie)?(?:\s+(?:ab|von))?"
        r"|(?:beginn|fang)(?:e|en)?(?:\s+sie)?(?:\s+(?:wieder|erneut|neu|noch\s+einmal))?"
        r"\s+(?:bei|mit|ab|von|am)",
        r"(?:geh(?:e|en)?|weiter|spring(?:e|en)?|fahr(?:e|en)?|mach(?:e|en)?|wechsle|wechseln)"
        r"(?:\s+(?:sie|direkt|weiter|gleich|dann|fort)){0,3}\s+(?:zu[mr]?|mit|bei|ab)",
        r"dem|der|den|das",
        r"schritte?s?",
        r"nummer|nr\.?",
        r"anfang|vorne?",
    ),
    _relative(
        "vorherigen vorherige vorigen vorige vorangehenden letzten",
        "nachsten nachste folgenden folgende", "diesen diesem dieser dieses aktuellen selben",
        "allerletzten",
    ),
)  # fmt: skip
_IT = Language(
    "it",
    ("passo", "passagg", "inizio"),
    _phrase(
        r"(?:torn(?:a|are|ate|i)|ritorn(?:a|are|ate|i))(?:\s+indietro)?\s+(?:alla|all'|al|a|dal)"
        r"|ripet(?:i|ere|ete|a)(?:\s+(?:a\s+partire\s+dal?|dalla|dal|da))?"
        r"|(?:ricominci(?:a|are|ate)|ripart(?:i|ire|ite)|riprend(?:i|ere|ete))"
        r"(?:\s+(?:dalla|dall'|dal|da|con))?",
        r"(?:vai|va'|andare|andate|pass(?:a|are|ate|i)|salt(?:a|are|ate|i)|continu(?:a|are|ate)"
        r"|prosegu(?:i|ire|ite)|proced(?:i|ere|ete))(?:\s+(?:direttamente|avanti|subito))?"
        r"\s+(?:alla|all'|al|a|con|dal)",
        r"il|lo|la|l'",
        r"(?:passo|passaggio)",
        r"numero|n\.?",
        r"inizio",
    ),
    _relative(
        "precedente", "successivo seguente prossimo", "questo stesso attuale", "ultimo finale",
    ),
)  # fmt: skip
_PT = Language(
    "pt",
    ("passo", "etap", "inicio", "comeco"),
    _phrase(
        r"(?:volt(?:e|a|ar|em)|retorn(?:e|a|ar|em)|regress(?:e|ar|em))(?:\s+atras)?"
        r"\s+(?:ao|a|para)|(?:repit(?:a|am)|repete|repetir)(?:\s+(?:desde|a\s+partir\s+d[eoa]))?"
        r"|(?:recomec(?:e|a|ar|em)|reinici(?:e|a|ar|em))(?:\s+(?:desde|do|no|a\s+partir\s+d[eoa]))?",
        r"(?:va|vai|ir|pul(?:e|a|ar)|salt(?:e|a|ar)|pass(?:e|a|ar)|continu(?:e|a|ar)"
        r"|avanc(?:e|a|ar)|prossig(?:a|am)|prosseguir|sig(?:a|am))(?:\s+(?:direto|diretamente))?"
        r"\s+(?:ao|a|para|com|no|do)",
        r"o|a",
        r"(?:passos?|etapa)",
        r"numero|n\.?",
        r"inicio|comeco",
    ),
    _relative(
        "anterior previo", "seguinte proximo proxima", "este esta atual mesmo mesma",
        "ultimo ultima final",
    ),
)  # fmt: skip

LANGUAGES = (_EN, _RO, _ES, _FR, _DE, _IT, _PT)
IF = re.compile(
    r"\b(?:(?P<plain>if|when(?:ever)?|in\s+case|in\s+the\s+event|daca|cand|si|cuando|en\s+caso\s+de\s+que|s'il|quand|lorsque"
    r"|wenn|falls|sobald|se|quando|qualora|caso)"
    r"|(?P<kept>unless|until|while|once|as\s+long\s+as|depending\s+on|cat\s+timp|pana\s+cand"
    r"|in\s+functie\s+de|mientras|hasta\s+que|a\s+menos\s+que|segun|tant\s+que|jusqu'a\s+ce\s+que|a\s+moins\s+que"
    r"|selon|solange|bis|sofern|je\s+nach|finche|a\s+meno\s+che|a\s+seconda|enquanto|ate\s+que|a\s+menos\s+que|conforme))"
    r"(?:\s+|\Z)"
)
OTHERWISE = re.compile(
    r"\b(?:otherwise|else|if\s+not|or\s+else|altfel|in\s+caz\s+contrar|daca\s+nu|si\s+no|de\s+lo\s+contrario|en\s+caso"
    r"\s+contrario|sinon|autrement|dans\s+le\s+cas\s+contraire|sonst|andernfalls|ansonsten|altrimenti|in\s+caso"
    r"\s+contrario|se\s+no|senao|caso\s+contrario)\b"
)
NEVER = re.compile(
    r"\b(?:do\s+not|don't|never|not|cannot|can't|must\s+not|without|instead\s+of|rather\s+than|nu|niciodata|no|nunca"
    r"|jamas|ne|pas|jamais|sans|nicht|nie|niemals|non|mai|senza|nao)\s+(?:\w+\s+)?\Z"
)
TIMES = re.compile(
    r"\b(?:at\s+most|max(?:imum)?(?:\s+of)?|up\s+to|no\s+more\s+than|cel\s+mult|maxim(?:um)?|como\s+maximo|maximo"
    r"|hasta|au\s+plus|au\s+maximum|jusqu'a|hochstens|maximal|bis\s+zu|al\s+massimo|massimo|fino\s+a|no\s+maximo|ate)"
    r"\s*[=:]?\s*(?P<count>[0-9]{1,9}|[a-z-]+)"
    r"(?:\s*(?:times?|attempts?|tries|rounds?|iterations?|x|ori|veces|fois|mal|volte|vezes)\b|(?=\s*(?:[.,;)\]]|\Z)))"
)
