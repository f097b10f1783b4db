"""German: things to do end in an infinitive, or begin with a finite verb."""

import re

from app.core.drafting.speech.speech import Speech, Words, inside, joints, starts, word_set
from app.core.skills.model import GoalKind
from app.core.skills.reading.folding import fold

_SMALL = word_set(
    "der die das den dem des ein eine einen einem einer eines kein keine keinen mein meine"
    " meinen dein sein seine seinen ihr ihre ihren ihrem ihrer unser unsere unseren euer eure"
    " diese dieser diesen diesem dieses jede jeder jeden jedem jedes alle allen aller alles und"
    " oder aber wenn falls ob dass weil da damit bis bevor nachdem wahrend sobald sofern obwohl"
    " um ohne statt wer was wie wo wann warum welche welcher welchen welches von vom zu zum zur"
    " in im ins an am ans auf aufs aus bei beim mit nach seit uber unter vor hinter neben"
    " zwischen durch fur gegen wegen er sie es ihm ihn ihnen uns mir mich dir dich sich nicht"
    " auch nur schon noch sehr mehr immer oben unten aussen innen morgen abends morgens sonst"
    " denn als so dann danach zuerst zuletzt hier dort man ich wir ist sind war waren hat haben"
    " hatte wird werden wurde worden wurden gegebenenfalls eventuell"
)
_AFTER_VERB = word_set(
    "der die das den dem des ein eine einen einem einer mein meine meinen dein deine seine"
    " seinen ihr ihre ihren unser unsere unseren diese diesen dieses alle allen alles jede jeden"
    " jedes ich wir man sie es ihn ihm ihnen uns mir mich sich ob was wer wie wo dass in im ins"
    " an am ans auf aus bei beim mit nach uber unter vor zu zum zur noch nochmal bis"
)
_PREFIXES = word_set(
    "ab an auf aus bei ein fest fort her hin hoch los mit nach vor weg weiter zu zuruck"
    " zusammen um durch frei heraus hinein heran herunter hinzu nieder bereit fertig statt"
)
_WE = re.compile(
    r"(?:wir\s+(?P<verb>\w+(?:en|ern|eln|n))|(?P<turned>\w+(?:en|ern|eln|n))\s+wir)\s+(?P<rest>.+)",
    re.I,
)
_BARE = re.compile(r"(?P<turned>[a-zäöüß]+(?:en|ern|eln))\s+(?P<rest>.+)")
_I = re.compile(r"ich\s+(?=\w+e\b)|(?<=e)\s+ich\b", re.IGNORECASE)
_ZU = re.compile(r"(?<=\w)zu(?=\w{2,}(?:en|ern|eln|tun)\Z)|(?<=\s)zu\s+(?=\w+\Z)")
"""In an infinitive that depends on another verb: “aufzuhängen”, “zu schließen”."""
_INFINITIVE = re.compile(r"\w{2,}(?:en|ern|eln|tun)\Z")
_DAY = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
_TIMES = (
    rf"(?:jede[nrms]?\s+(?:(?:zweiten?|dritten?|ersten?|letzten?"
    rf"|\d+\.?)\s+)?(?:{_DAY}\w*|tag|woche|monat"
    r"|jahr|morgen|mittag|abend|nacht|quartal|schicht|stunde|fruhling|sommer|herbst|winter|werktag)"
    r"|(?:immer\s+)?(?:am|zum)\s+(?:monats|wochen|jahres|quartals|tages)(?:ende|anfang|beginn|schluss)"
    rf"|(?:immer\s+)?(?:am\s+)?{_DAY}s?(?:abends?|morgens?)?|(?:immer\s+)?(?:morgens"
    rf"|abends|mittags|nachts)"
    r"|(?:ein|zwei|drei)mal\s+(?:pro|im|in\s+der|am)\s+\w+|taglich|wochentlich|monatlich|jahrlich)"
    r"(?:\s+(?:nach|vor|um|am|ab|gegen)\s+(?:(?:dem|der)\s+)?[\w:]+(?:\s+uhr)?)*"
)


def _acts(words: Words, original: Words) -> bool:
    first = words[0]
    if first in ("nie", "niemals", "bitte") or "ich" in words[:2] or "wir" in words[:2]:
        return len(words) > 1
    main = _main(original)
    last = main[-1]
    ends = len(main) > 1 and last[:1].islower() and _INFINITIVE.match(last) is not None
    if len(main) > 1 and _ZU.search(" ".join(main)):
        return False
    if (
        ends
        and fold(last).text not in _SMALL
        and first not in _SUBORDINATE
        and not _is_relative(words)
    ):
        return True
    if len(words) == 1:
        verb = original[0][:1].islower() and _INFINITIVE.match(first) is not None
        return verb and first not in _SMALL
    if first in _SMALL or not original[0][:1].islower():
        return False
    return words[1] in _AFTER_VERB or words[-1] in _PREFIXES or first.endswith("iere")


_SUBORDINATE = word_set(
    "ob dass weil da damit bis bevor nachdem wahrend obwohl um ohne statt sowie oder"
)


def _is_relative(words: Words) -> bool:
    """“die der Kunde will”: two articles in a row."""
    articles = ("der", "die", "das", "den", "dem")
    return words[0] in articles and words[1:2] != [] and words[1] in (*articles, "wir", "er", "sie")


def _only_names(words: Words, original: Words) -> bool:
    """“Brot, Milch”: nouns have a capital, and what is done with them stands at the end."""
    if words[0] not in _SMALL and words[1:2] != [] and words[1] in _AFTER_VERB:
        return False
    lower = [fold(word).text.strip(".,;:") for word in original if word[:1].islower()]
    return all(word in _SMALL for word in lower)


def _main(original: Words) -> Words:
    """The words before the first comma."""
    for at, word in enumerate(original):
        if word.endswith((",", ":")) and at:
            return [*original[:at], word.rstrip(",:")]
    return [*original[:-1], original[-1].rstrip(".!")]


def _plain(clause: str) -> str:
    body = clause.rstrip(".!")
    if "," not in body and _ZU.search(body):
        return _ZU.sub("", body) + clause[len(body) :]
    found = _WE.match(clause) or _BARE.match(clause)
    if found is None:
        return _I.sub("", clause, count=1)
    verb = found.groupdict().get("verb") or found["turned"]
    rest, stop = re.fullmatch(r"(.*?)([.!]*)", found["rest"], re.DOTALL).groups()  # type: ignore[union-attr]
    if verb == found.groupdict().get("turned") and fold(verb).text in _SMALL:
        return clause
    main, comma, after = rest.partition(",")
    words = main.split()
    if not words:
        return clause
    last = fold(words[-1]).text
    if last in _PREFIXES and len(words) > 1:
        words[-1] += verb.lower()
    elif _INFINITIVE.match(words[-1]) and words[-1][:1].islower() and last not in _SMALL:
        return clause
    else:
        words.append(verb.lower())
    return f"{' '.join(words)}{comma}{after}{stop}"


GERMAN = Speech(
    "de",
    common=word_set(
        "der die das und den dem ein eine einen ist nicht mit fur auf wenn dann ich wir im ins zu"
        " von sich auch wird oder bei nach zum zur es sie man alle"
    ),
    only_names=_only_names,
    lead=starts(
        r"(?:und\s+)?(?:dann|danach|zuerst|als\s+erstes|als\s+nachstes|anschliessend"
        r"|schliesslich|zuletzt"
        r"|zum\s+schluss|nun|darauf|daraufhin|hinterher|erst(?:ens)?|zweitens"
        r"|drittens)\b[,:]?|und\b"
        r"|bitte\b[,:]?"
    ),
    joint=joints("und", "dann|danach|anschliessend|schliesslich|zuletzt"),
    acts=_acts,
    plain=_plain,
    condition=starts(
        r"wenn|falls|sobald|sofern|solange|im\s+falle"
        r"|(?:ist|sind|hat|haben|wird|werden|fehlt|fehlen|stimmt|stimmen|kommt|kommen|gibt|liegt|passt"
        r"|funktioniert|klappt|sollte|sollten)(?=\s+[^,.]+,)"
    ),
    otherwise=starts(r"sonst|andernfalls|ansonsten|wenn\s+nicht|falls\s+nicht"),
    when=starts(r"(?:immer\s+)?wenn|sobald|jedes\s+mal,?\s+wenn"),
    times=re.compile(_TIMES),
    event=starts(r"eine?\s+[\w-]+|jemand|bei(?!\s+(?:jedem|jeder))\s+\w+"),
    setting=starts(r"um|vor|nach|bei|beim|bevor|nachdem|wahrend|am|im|zum|zur|in|mit|ohne|fur"),
    purpose=re.compile(r"(?:um\s+)?(?P<what>.+)"),
    never=re.compile(
        r"(?:nie|niemals|nicht|kein\w*|auf\s+keinen\s+fall)\b"
        r"|(?:[\w-]+\s+){1,3}?(?:nie|niemals)\b|[^,]*\bnicht(?:\s+\w+(?:en|ern|eln))?[.!]?\Z"
    ),
    forget=starts(
        r"(?:bitte\s+)?(?:vergiss\s+nicht|nicht\s+vergessen|denk\s+daran|daran\s+denken),?"
    ),
    again=re.compile(r"\b(?:noch\s*(?:ein)?mal|erneut|wieder|von\s+neuem)\b"),
    until=inside(r"(?:so\s+lange,?\s+)?bis"),
    result=inside(r"damit|so\s*dass"),
    goals={
        GoalKind.ON_FAILURE: starts(
            r"(?:wenn|falls)\s+(?:es|etwas|das|was|irgendetwas)\s+(?:fehlschlagt"
            r"|schiefgeht|schief\s+geht"
            r"|nicht\s+klappt|misslingt)"
        ),
        GoalKind.TRIGGER: starts(r"(?:das|dies)\s+(?:mache|machen|tue|tun)\s+(?:ich|wir)"),
        GoalKind.PREREQUISITES: starts(
            r"voraussetzung(?:en)?|(?:du\s+brauchst|sie\s+brauchen|man\s+braucht"
            r"|ich\s+brauche|wir\s+brauchen"
            r"|(?:dazu|dafur|zuerst|vorher)\s+(?:braucht|brauche|brauchen)"
            r"|benotigt\s+wird|benotigt\s+werden)"
            r"|bevor\s+(?:man|ich|wir|du)\s+(?:anfang\w*|beginn\w*)"
        ),
        GoalKind.SUCCESS: starts(
            r"am\s+ende|fertig(?:\s+(?:ist|sind|bin|bist)\s+\w+)?,?\s+wenn|das\s+ergebnis\s+ist"
        ),
        GoalKind.OUT_OF_SCOPE: starts(
            r"(?:das|dies)\s+gilt\s+nicht|nicht\s+enthalten|nicht\s+teil"
        ),
    },
)
