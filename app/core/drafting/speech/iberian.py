"""Spanish and Portuguese: infinitives, imperatives and first persons with what they are done to."""

import re
from collections.abc import Callable

from app.core.drafting.speech.speech import Speech, Words, inside, joints, never, starts, word_set
from app.core.skills.model import GoalKind

_SPANISH = word_set(
    "el la los las lo un una unos unas de del al a en con sin por para sobre entre desde hasta"
    " que quien y e o u pero si no ni cuando donde como porque mi mis tu tus su sus este esta"
    " estos estas ese esa cada todo toda todos todas otro otra otros otras es son estan ya muy"
    " mas menos tambien luego despues antes primero dos tres cuatro cinco seis siete ocho nueve"
    " diez uno nunca algo nada"
)
_SPANISH_OBJECTS = word_set(
    "el la los las lo un una unos unas su sus mi mis tu tus al a si que cada todo toda todos"
    " todas este esta estos estas ese esa cuanto cuantos quien cual dos tres"
)
_PORTUGUESE = word_set(
    "o a os as um uma uns umas de do da dos das ao aos em no na nos nas com sem por para pelo"
    " pela sobre entre desde ate que quem e ou mas se nao nem quando onde como porque meu minha"
    " seu sua seus suas este esta estes estas esse essa cada todo toda todos todas outro outra"
    " sao ja muito mais menos tambem depois antes primeiro dois duas tres quatro cinco seis sete"
    " oito nove dez nunca algo nada"
)
_PORTUGUESE_OBJECTS = word_set(
    "o a os as um uma uns umas ao aos seu sua seus suas meu minha se que cada todo toda todos"
    " todas este esta esse essa quanto quantos quem qual dois duas tres"
)
_NOUNS = word_set(
    "azucar acucar lugar taller alquiler aluguer aluguel mujer mulher celular hogar lar par"
    " bar mar ayer"
    " collar colar familiar popular militar talher colher"
)
"""Those that end as infinitives do."""
_INFINITIVE = re.compile(r"\w+(?:ar|er|ir)(?:-?(?:[mts]e|l[aeo]s?|nos|lhes?))?\Z")
_PLURAL = re.compile(r"\w+[aei]mos\Z")
_FINITE = re.compile(r"\w*[^\W_s](?:o|a|e|an|en|am|em)\Z|\w+[oae]\Z")
_CLITIC = word_set("lo le les se me te nos lhe lhes")
_OUGHT = re.compile(
    r"(?:(?:yo|nosotros|eu|nos|voce)\s+)?(?:hay\s+que|(?:tengo|tenemos|tienes)\s+que"
    r"|(?:debo|debemos|debes)"
    r"|se\s+debe|(?:tenho|temos)\s+(?:que|de)|e\s+preciso|deve-se|devo|devemos"
    r"|precisamos(?=\s+\w+r\b))\s+"
    r"|(?:yo|nosotros|eu|nós)\s+",
    re.IGNORECASE,
)


def _acting(small: frozenset[str], objects: frozenset[str]) -> Callable[[Words, Words], bool]:
    def acts(words: Words, _original: Words) -> bool:
        first, second = words[0], words[1] if len(words) > 1 else ""
        third = words[2] if len(words) > 2 else ""
        if not second:
            return _INFINITIVE.match(first) is not None and first not in _NOUNS
        said = " ".join(words)
        if _OUGHT.match(said) or (first in ("no", "nunca", "nao") and _is_verb(second)):
            return True
        if first in _CLITIC and (_is_verb(second) or third in objects):
            return True
        # “la guardo”, “los guardo”: no article agrees with the word behind it.
        if first in ("la", "las", "los") and (_PLURAL.match(second) or (second.endswith("o"))):
            return True
        if first in small or first in _NOUNS:
            return False
        if _INFINITIVE.match(first) or _PLURAL.match(first):
            return True
        return _FINITE.match(first) is not None and second in objects

    return acts


def _is_verb(word: str) -> bool:
    return bool(_INFINITIVE.match(word) or _PLURAL.match(word) or _FINITE.match(word))


def _plain(clause: str) -> str:
    return _OUGHT.sub("", clause, count=1) if _OUGHT.match(clause) else clause


_ES_DAY = r"(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)"
_ES_TIMES = (
    rf"(?:(?:cada|todos\s+los|todas\s+las)\s+(?:\d+\s+|dos\s+|primer\s+"
    rf"|ultimo\s+)?(?:{_ES_DAY}|dias?|mananas?"
    r"|tardes?|noches?|semanas?|mes(?:es)?|anos?|trimestres?|horas?|turnos?|primavera"
    r"|verano|otono|invierno)"
    rf"|los\s+{_ES_DAY}|al\s+final\s+de\s+cada\s+\w+|(?:una\s+vez|dos\s+veces)\s+(?:al"
    rf"|por|a\s+la)\s+\w+)"
    r"(?:\s+(?:por\s+la\s+\w+|a\s+las?\s+[\w:]+|antes\s+de\s+\w+))*"
)
SPANISH = Speech(
    "es",
    common=word_set(
        "el la los las un una de del y en que se por con para su al lo es hay si no cuando cada"
        " hacemos esta todos"
    ),
    only_names=never,
    lead=starts(
        r"(?:y\s+)?(?:luego|despues|primero|primero\s+de\s+todo|en\s+primer\s+lugar"
        r"|a\s+continuacion|entonces"
        r"|finalmente|por\s+ultimo|para\s+terminar|para\s+empezar|tras\s+eso)\b,?|y\b"
    ),
    joint=joints("[ye]", r"luego|despues|finalmente|por\s+ultimo"),
    acts=_acting(_SPANISH, _SPANISH_OBJECTS),
    plain=_plain,
    condition=starts(r"si|cuando|en\s+caso\s+de(?:\s+que)?|en\s+cuanto"),
    otherwise=starts(r"si\s+no|de\s+lo\s+contrario|en\s+caso\s+contrario"),
    when=starts(r"cuando|cada\s+vez\s+que|en\s+cuanto"),
    times=re.compile(_ES_TIMES),
    event=starts(r"una?\s+[\w-]+|alguien|en\s+caso\s+de"),
    setting=starts(r"para|antes|despues|durante|al|en|con|sin|tras|a\s+la"),
    purpose=re.compile(r"(?:para|como|asi\s+es\s+como|asi)\s+(?P<what>.+)"),
    never=starts(r"(?:nunca|jamas|no(?!\s+(?:solo|obstante)\b))"),
    forget=starts(
        r"no\s+(?:(?:hay\s+que|te|se)\s+)*(?:olvides?|olvide|olviden|olvidar"
        r"|olvidemos|olvidarse)(?:\s+de)?"
    ),
    again=re.compile(r"\b(?:otra\s+vez|de\s+nuevo|nuevamente)\b"),
    until=inside(r"hasta\s+que"),
    result=inside(r"para\s+que|de\s+modo\s+que|de\s+forma\s+que|a\s+fin\s+de\s+que"),
    goals={
        GoalKind.ON_FAILURE: starts(
            r"si\s+algo\s+(?:falla|sale\s+mal|va\s+mal)|en\s+caso\s+de\s+fallo"
        ),
        GoalKind.TRIGGER: starts(
            r"(?:esto\s+se\s+hace|hago\s+esto|hacemos\s+esto|lo\s+hacemos|lo\s+hago)"
        ),
        GoalKind.PREREQUISITES: starts(
            r"(?:(?:primero|antes)\s+)?(?:se\s+necesita\w*|necesito|necesitas"
            r"|necesitamos|hace\s+falta|hacen\s+falta)"
            r"|antes\s+de\s+(?:empezar|comenzar)|requisitos?"
        ),
        GoalKind.SUCCESS: starts(
            r"al\s+final|(?:esta|queda)\s+(?:listo|terminado|hecho)\s+cuando"
            r"|termina\s+cuando|el\s+resultado\s+es"
        ),
        GoalKind.OUT_OF_SCOPE: starts(
            r"esto\s+no\s+(?:incluye|cubre)|no\s+incluye|fuera\s+de\s+alcance"
        ),
    },
)
_PT_DAY = r"(?:segunda|terca|quarta|quinta|sexta)s?(?:-feiras?)?|sabados?|domingos?"
_PT_TIMES = (
    rf"(?:(?:cada|tod[oa]s?\s+[oa]s?|toda|todo)\s+(?:\d+\s+|dois\s+"
    rf"|duas\s+)?(?:{_PT_DAY}|dias?|manhas?|tardes?"
    r"|noites?|semanas?|mes(?:es)?|anos?|trimestres?|horas?|turnos?)|no\s+(?:fim"
    r"|final)\s+de\s+cada\s+\w+"
    r"|(?:uma\s+vez|duas\s+vezes)\s+por\s+\w+)(?:\s+(?:de\s+manha|a\s+(?:tarde|noite)"
    r"|as\s+[\w:]+))*"
)
PORTUGUESE = Speech(
    "pt",
    common=word_set(
        "o a os as um uma de do da dos das e em no na que se por com para seu sua ao nao quando"
        " cada depois pelo todos"
    ),
    only_names=never,
    lead=starts(
        r"(?:e\s+)?(?:depois|primeiro|em\s+primeiro\s+lugar|em\s+seguida|a\s+seguir"
        r"|entao|finalmente"
        r"|por\s+(?:fim|ultimo)|para\s+(?:terminar|comecar))\b,?|e\b"
    ),
    joint=joints("e", r"depois|em\s+seguida|finalmente|por\s+fim|entao"),
    acts=_acting(_PORTUGUESE, _PORTUGUESE_OBJECTS),
    plain=_plain,
    condition=starts(r"se|caso|quando|assim\s+que"),
    otherwise=starts(r"senao|caso\s+contrario|se\s+nao"),
    when=starts(r"quando|sempre\s+que|cada\s+vez\s+que|assim\s+que"),
    times=re.compile(_PT_TIMES),
    event=starts(r"uma?\s+[\w-]+|alguem|em\s+caso\s+de"),
    setting=starts(r"para|antes|depois|durante|ao|em|no|na|com|sem|apos"),
    purpose=re.compile(r"(?:para|como)\s+(?P<what>.+)"),
    never=starts(r"(?:nunca|jamais|nao(?!\s+so\b))"),
    forget=starts(r"nao\s+(?:se\s+)?esque(?:ca|cas|cam|cer)(?:-se)?(?:\s+de)?"),
    again=re.compile(r"\b(?:outra\s+vez|de\s+novo|novamente)\b"),
    until=inside(r"ate\s+que|ate(?=\s+\w+(?:ar|er|ir)(?:em)?\b)"),
    result=inside(r"para\s+que|de\s+modo\s+que|de\s+forma\s+que"),
    goals={
        GoalKind.ON_FAILURE: starts(
            r"se\s+algo\s+(?:falhar|der\s+errado|correr\s+mal)|em\s+caso\s+de\s+falha"
        ),
        GoalKind.TRIGGER: starts(r"(?:faco|fazemos)\s+isso"),
        GoalKind.PREREQUISITES: starts(
            r"(?:precisa-se|e\s+preciso\s+ter|preciso\s+de|precisamos\s+de"
            r"|precisa\s+de)|antes\s+de\s+comecar"
            r"|pre-?requisitos?"
        ),
        GoalKind.SUCCESS: starts(
            r"no\s+fin?a?l|(?:esta|fica)\s+(?:pronto|terminado|feito)\s+quando"
        ),
        GoalKind.OUT_OF_SCOPE: starts(r"isto\s+nao\s+inclui|isso\s+nao\s+inclui|nao\s+inclui"),
    },
)
