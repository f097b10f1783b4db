"""French: nouns have an article, so a clause that begins with another word begins with a verb."""

import re

from app.core.drafting.speech.speech import Speech, Words, inside, joints, never, starts, word_set
from app.core.skills.model import GoalKind

_SMALL = word_set(
    "le la les l' un une des du de d' au aux a et ou mais si s' que qu' qui dont quand lorsque"
    " comme parce pour par sur sous dans en avec sans vers chez entre avant apres depuis pendant"
    " jusqu' ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs y"
    " ne n' pas plus jamais tout toute tous toutes chaque quelques plusieurs deux trois quatre"
    " cinq six sept huit neuf dix il elle ils elles c' ca cela est sont soit puis ensuite enfin"
    " donc aussi tres bien mal"
)
_CLITICS = word_set("le la les l' y en lui leur me nous se s' vous")
_NOUNS = word_set(
    "mer fer hiver diner dejeuner gouter souper danger cancer verger plaisir soir loisir cuir tir"
)
"""Those that end as infinitives do."""
_RE = word_set(
    "mettre remettre prendre reprendre cuire rendre faire refaire lire relire ecrire suivre"
    " vendre attendre eteindre joindre inscrire transmettre soumettre permettre repondre"
    " descendre etendre"
)
_WHO = re.compile(
    r"(?:(?:je|nous|vous|on|tu)\s+|j['’]\s*)(?:(?:dois|devons|devez|doit)\s+)?(?=\w)"
    r"|il\s+faut\s+(?=\w+(?:er|ir|re|oir)\b)",
    re.IGNORECASE,
)
_WEEKDAY = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
_TIMES = (
    rf"(?:(?:chaque|tous\s+les|toutes\s+les)\s+(?:\d+\s+|deux\s+|premiers?\s+"
    rf"|derniers?\s+)?(?:{_WEEKDAY}s?"
    r"|jours?|matins?|midis?|soirs?|nuits?|semaines?|mois|annees?|ans?|trimestres?"
    r"|heures?|printemps"
    rf"|etes?|automnes?|hivers?)|le\s+{_WEEKDAY}|a\s+la\s+fin\s+de\s+chaque\s+\w+"
    r"|(?:une|deux|trois)\s+fois\s+par\s+\w+)(?:\s+(?:matin|soir|apres-midi"
    r"|a\s+\d+\s*h\w*|avant\s+\w+))*"
)


def _acts(words: Words, _original: Words) -> bool:
    words = " ".join(words).replace("'", "' ").split()
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in ("je", "j'", "nous", "vous", "on", "tu"):
        return bool(second)
    if first in ("ne", "n'") or (first, second) == ("il", "faut"):
        return len(words) > 2
    if first in _CLITICS and _is_infinitive_after(first, second):
        return True
    if not second:
        return first.endswith(("er", "ir")) and first not in _NOUNS and not first.endswith("ier")
    return first not in _SMALL and not first[:1].isdigit()


def _is_infinitive_after(clitic: str, word: str) -> bool:
    """“la laisser”, “les cuire”, and not “le papier”, “la lettre”."""
    if word in _RE:
        return True
    if clitic in ("les", "y", "en", "lui", "leur", "me", "nous", "se", "s'", "vous"):
        return word.endswith(("er", "ir", "oir", "re"))
    if clitic == "la":
        return word.endswith(("er", "ir", "oir")) and word not in ("mer", "cuiller")
    return word.endswith("er") and not word.endswith(("ier", "ger", "ner"))


def _plain(clause: str) -> str:
    return _WHO.sub("", clause, count=1) if _WHO.match(clause) else clause


FRENCH = Speech(
    "fr",
    common=word_set(
        "le la les l' un une des du et est dans pour que qui sur avec je on nous vous ce cette il"
        " elle ne pas en au aux son sa ses chaque puis si quand"
    ),
    only_names=never,
    lead=starts(
        r"(?:et\s+)?(?:puis|ensuite|d'abord|tout\s+d'abord|premierement|deuxiemement"
        r"|apres\s+cela|apres\s+ca"
        r"|enfin|finalement|pour\s+finir|pour\s+commencer)\b,?|et\b"
    ),
    joint=joints("et", "puis|ensuite|enfin"),
    acts=_acts,
    plain=_plain,
    condition=starts(r"si|s'ils?|lorsque|quand|des\s+que|en\s+cas\s+de"),
    otherwise=starts(r"sinon|autrement|dans\s+le\s+cas\s+contraire"),
    when=starts(r"quand|lorsque?'?|chaque\s+fois\s+qu'?e?|des\s+qu'?e?"),
    times=re.compile(_TIMES),
    event=starts(r"une?\s+[\w-]+|quelqu'un|en\s+cas\s+de?|lors\s+d[eu]"),
    setting=starts(r"pour|avant|apres|pendant|afin\s+de|a\s+la|au|en|dans|avec|sans|des"),
    purpose=re.compile(r"(?:pour|afin\s+de|comment|voici\s+comment)\s+(?P<what>.+)"),
    never=re.compile(
        r"(?:(?:je|on|nous|vous|tu|il\s+faut)\s+)?(?:ne\s+|n')(?:\w+\s+){0,2}?(?:pas"
        r"|jamais|plus)\b|jamais\b"
        r"|(?:il\s+ne\s+faut)\s+(?:pas|jamais)\b"
    ),
    forget=starts(r"n'oublie[zr]?\s+pas|ne\s+pas\s+oublier|il\s+ne\s+faut\s+pas\s+oublier"),
    again=re.compile(r"\b(?:encore\s+une\s+fois|[ad]e?\s+nouveau)\b"),
    until=inside(r"jusqu'a\s+ce\s+qu(?:e|')"),
    result=inside(r"pour\s+que|afin\s+que|de\s+sorte\s+que|pour\s+qu'|afin\s+qu'"),
    goals={
        GoalKind.ON_FAILURE: starts(
            r"si\s+(?:quelque\s+chose|ca|cela)\s+(?:echoue|se\s+passe\s+mal"
            r"|ne\s+marche\s+pas)|en\s+cas\s+d'echec"
        ),
        GoalKind.TRIGGER: starts(
            r"(?:nous\s+(?:le\s+)?faisons|je\s+(?:le\s+)?fais|on\s+fait)\s+(?:cela|ca)"
        ),
        GoalKind.PREREQUISITES: starts(
            r"il\s+faut\s+(?:avoir|d'abord\s+avoir|une?|les?|la|des)|(?:on\s+a|j'ai"
            r"|vous\s+avez|nous\s+avons)"
            r"\s+besoin|avant\s+de\s+commencer|prerequis"
        ),
        GoalKind.SUCCESS: starts(
            r"a\s+la\s+fin|c'est\s+(?:fini|termine|pret|bon)\s+(?:quand|lorsque)"
            r"|le\s+resultat\s+est"
        ),
        GoalKind.OUT_OF_SCOPE: starts(r"(?:cela|ceci|ca)\s+ne\s+concerne\s+pas|hors\s+perimetre"),
    },
)
