"""German, whose verbs often come last or in two parts."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHO = r"(?:\s+(?:sie|man|wir|du|ihr|es))?"
_HOW = (
    r"(?:\s+(?:nun|dann|bitte|direkt|gleich|sofort|wieder|erneut|nochmals?|noch\s+einmal|jetzt"
    r"|weiter|fort|anschliesend|nicht|nie|niemals|auf\s+keinen\s+fall|keinesfalls|dazu|einfach))"
    r"{0,3}"
)
_AGAIN = r"(?:wieder|erneut|neu|nochmals?|noch\s*einmal|noch\s+mal|von\s+neuem|von\s+vorne?)"
GERMAN = Language(
    "de",
    stems=(
        "schritt", "punkt ", "phase ", "anfang", "vorn", "von neuem", "wiederhol", "erneut", "noch einmal", "nochmal", "zuruck z", "weiter mit ", "weiter bei ",
    ),
    step=r"[a-z]{0,20}schritts?|[a-z]{0,20}schritte(?=\s+[0-9]+\s+(?:bis|und))",
    steps=r"[a-z]{0,20}schritten?",
    item=r"punkt(?:e[ns]?|s)?|ziffern?|phasen?|nummern?|nr\.|stufen?",
    number=r"nummer|nr\.?|von",
    article=r"dem|der|den|das|die|des",
    adverb=r"erneut|direkt|wieder|nochmals?|sofort|gleich|noch\s+einmal|beide|nur|auch|nicht|nie",
    also=r"und|oder|sowie|dann",
    upto=r"bis(?:\s+zu)?",
    back=(
        rf"zuruck{_HOW}\s+(?:zu[mr]?|auf|bis|an\s+den|an|in)"
        rf"|(?:geh(?:e|en|t)?|kehr(?:e|en|t)?|spring(?:e|en|t)?|fall(?:e|en|t)?){_WHO}{_HOW}"
        rf"\s+zuruck\s+(?:zu[mr]?|auf|an)"
        rf"|kehr(?:e|en|t)?{_WHO}{_HOW}\s+(?:zu[mr]?|auf)"
        rf"|wiederhol(?:e|en|t)?{_WHO}{_HOW}(?:\s+(?:alles\s+|das\s+ganze\s+|den\s+(?:vorgang"
        rf"|ablauf|prozess)\s+)?(?:ab|von))?"
        rf"|(?:beginn|fang|start|setz)(?:e|en|t)?{_WHO}{_HOW}(?:\s+{_AGAIN})?"
        rf"\s+(?:bei|mit|ab|von|am)"
        rf"|(?:alles|das\s+ganze|den\s+(?:vorgang|ablauf)|{_AGAIN})\s+(?:ab|von|bei|mit)"
        rf"|(?:rucksprung|ruckkehr|wiederholung)\s+(?:zu[mr]?|von|des|der|auf|ab)"
        rf"|(?:fuhr|mach)(?:e|en|t)?{_WHO}{_HOW}(?=\s+(?:den\s+|die\s+)?[a-z]{{0,9}}schritte?"
        rf"[^.;,]{{1,20}}(?:erneut|nochmal|noch\s+einmal))"
    ),
    go=(
        rf"(?:geh(?:e|en|t)?|spring(?:e|en|t)?|fahr(?:e|en|t)?|fahrt|mach(?:e|en|t)?|wechs(?:le|eln|elt)"
        rf"|weiter|ubergehen|setz(?:e|en|t)?|arbeit(?:e|en|et)?|vor|direkt|gleich|sprung){_WHO}{_HOW}"
        rf"\s+(?:weiter\s+|fort\s+)?(?:zu[mr]?|mit|bei|ab|auf)"
    ),
    skip=rf"(?:uberspring(?:e|en|t)?|ubergeh(?:e|en|t)?){_WHO}{_HOW}|lass(?:e|en|t)?{_WHO}{_HOW}",
    ends_back=(
        r"zuruck(?:kehren|gehen|springen|zukehren|zugehen|zuspringen|gekehrt|gegangen|gesprungen"
        r"|kommen|fallen)?(?:\s+(?:werden|wird|geht|ist|zu\s+gehen))?"
        r"|(?:zu\s+)?wiederholen|wiederholt(?:\s+(?:werden|wird|man))?|wiederhole"
        r"|(?:noch\s*(?:ein)?mals?|erneut|wieder|neu|von\s+neuem)\s+(?:zu\s+)?(?:beginnen|begonnen"
        r"|anfangen|angefangen|starten|gestartet|durchfuhren|durchgefuhrt|ausfuhren|ausgefuhrt"
        r"|machen|gemacht|anzufangen|durchlaufen|durchzufuhren|auszufuhren|aufnehmen)"
        r"|(?:noch\s*(?:ein)?mals?|erneut|von\s+vorne?)(?=\s*(?:[.,;:)]|\Z))"
    ),
    ends_go=(
        r"fort(?:fahren|setzen|zufahren|gefahren)?|weiter(?:machen|gehen|gemacht|zumachen|zugehen"
        r"|arbeiten|geht)?|(?:zu\s+)?(?:springen|gehen|wechseln)|gesprungen|gegangen|ubergehen"
        r"|uberzugehen|vorspringen|vorgehen|(?:zu\s+)?beginnen|(?:zu\s+)?starten"
    ),
    ends_skip=(
        r"(?:zu\s+)?uberspringen|ubersprungen|(?:aus|weg)lassen|(?:aus|weg)gelassen"
        r"|(?:aus|weg)zulassen|ubergehen|entfallt|entfallen|aus|weg"
    ),
    ending=(
        r"wird|werden|muss|mussen|soll|sollen|sollte|sollten|ist|sind|kann|konnen|darf|noch|einmal"
        r"|nochmals?|erneut|wieder|direkt|sofort|gleich|so|lange|oft|hochstens|maximal|bis|zu|von|da"
        r"|[0-9]{1,3}(?:\s?mal|-mal|\s?x)?|mal|[a-z]{3,8}mal|neu|dann|bitte|man|sie|wir|es|geht"
        r"|jeweils|komplett|vollstandig|ganz|ggf\.?|gegebenenfalls|nicht|nie|niemals|auf|keinen|fall"
        r"|keinesfalls|beide|insgesamt|zweimal|maximum|aus|an|mehr|ofter|als|selbst|auch|also"
        r"|vorne?|neuem|\(|\)"
    ),
    over=(
        r"(?:beginn(?:e|en|t)?|fang(?:e|en|t)?|start(?:e|en|et)?|geh(?:e|en|t)?|mach(?:e|en|t)?)?"
        r"(?:\s*\b(?:sie|man|wir|du|bitte|alles|das\s+ganze))*\s*\b(?:wieder|erneut|noch\s*(?:ein)?mals?"
        r"|nochmals?|alles|komplett|ganz)?\s*\bvon\s+(?:(?:ganz\s+)?vorne?|(?:anfang|beginn)\s+an|neuem)"
        r"(?!\s+(?:nach|bis|links|rechts|schieben|befestigen))(?:\s*(?:an(?:fangen|zufangen|gefangen)?"
        r"|(?:zu\s+)?beginnen|begonnen|(?:zu\s+)?starten|gestartet|(?:zu\s+)?wiederholen))?"
        r"|zuruck\s+(?:zum|an\s+den|auf)\s+(?:anfang|beginn|start)(?!\s+(?:der|des|von))"
        r"|zum\s+(?:anfang|beginn)\s+zuruck(?:kehren|gehen|springen)?"
        r"|(?:geh(?:e|en|t)?|spring(?:e|en|t)?|kehr(?:e|en|t)?)(?:\s+sie)?\s+zuruck\s+zum\s+(?:anfang"
        r"|beginn)|(?:kehr(?:e|en|t)?|geh(?:e|en|t)?|spring(?:e|en|t)?)(?:\s+(?:sie|wieder))*\s+zum"
        r"\s+(?:anfang|beginn)(?:\s+zuruck)?"
        r"|(?:noch\s*(?:ein)?mals?|erneut|wieder)\s+(?:beginnen|anfangen)(?=\s*(?:[.;,]|\Z))"
        r"|(?:das\s+ganze|alles|alle\s+(?:vorherigen\s+|obigen\s+|bisherigen\s+)?schritte|den"
        r"\s+(?:gesamten|ganzen)\s+(?:vorgang|ablauf|prozess))\s+(?:wiederholen|von\s+vorn)"
        r"|wiederhol(?:e|en)?(?:\s+sie)?\s+(?:alles|alle\s+(?:vorherigen\s+|obigen\s+)?schritte|das"
        r"\s+ganze|den\s+(?:gesamten|ganzen)\s+(?:vorgang|ablauf|prozess))"
    ),
    again=(
        r"wiederhol(?:e|en)?(?:\s+sie)?(?:\s+(?:dies(?:en|es|e)?|das|den|diese|die)(?:\s+(?:vorgang"
        r"|ablauf|schritte|prozess|prozedur))?)?(?:\s+so\s+(?:lange|oft))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:bis|solange|falls|wenn|fur\s+(?:jede|alle|den|die)|bei\s+(?:bedarf"
        r"|jede)|maximal|hochstens|[0-9]+\s*(?:x|mal)|[a-z]+mal|mit\s+(?:dem|der|allen|jede))\b))"
        r"|(?:(?:den|die|das)\s+(?:vorgang|ablauf|schritte|prozess|prozedur|ganze)|dies(?:es|e|en)?)"
        r"(?:\s+(?:[a-z]+mal|erneut|so\s+lange|so\s+oft))?\s+wiederholen"
        r"|(?:noch\s*(?:ein)?mals?|nochmals|erneut|wieder)\s+(?:versuchen|probieren|wiederholen)"
        r"|(?:versuch(?:e|en)?|probier(?:e|en)?)(?:\s+(?:sie|es))*\s+(?:es\s+)?(?:noch\s*(?:ein)?mals?"
        r"|erneut|wieder|nochmals)|bei\s+(?:bedarf|misserfolg|fehlern?|jede[mr]\s+\w+)\s+(?:erneut\s+"
        r"versuchen|wiederholen)|(?:es\s+)?(?:so\s+(?:lange|oft)|gegebenenfalls|ggf\.?|notfalls)"
        r"\s+wiederholen|versuch\s+wiederholen"
    ),
    stepping=r"(?:geh(?:e|en|t)?|spring(?:e|en|t)?)(?:\s+(?:sie|man|wir))?\s+(?:um\s+)?(?P<count>COUNT)\s+schritte?\s+zuruck|(?P<number>COUNT)\s+schritte?\s+zuruck(?:gehen|springen)",
    stir=(
        r"wiederhol\w*|zuruck\w*|uberspring\w*|ubersprungen|spring\w*|erneut|nochmals?|weiter(?:machen"
        r"|gehen)?|fortfahren|fortsetzen|neu\s+(?:beginnen|starten)|noch\s+einmal"
    ),
    idle=(
        r"aus|in|im|von|vom|nach|wie|laut|siehe|gemas|vor|wahrend|seit|s\.|vgl\.|unter|fur|uber|durch"
        r"|bei(?!\s+schritt\s+[0-9]+\s+weiter)|ohne|zwischen|je|pro|jede[rmn]?|und|oder|dieser|als|des"
    ),
    plain=r"wenn|falls|sobald|im\s+falle(?:\s+(?:von|eine[rs]|de[rs]))?|fur\s+den\s+fall,?\s+dass|sofern|vorausgesetzt,?(?:\s+dass)?",
    kept=(
        r"bis(?!\s+zu\b|\s+[0-9])|solange|auser(?:\s+(?:wenn|im\s+fall\w*|bei))?|es\s+sei\s+denn,?"
        r"|je\s+nach|je\s+nachdem|wahrend|nur(?:,)?\s+(?:wenn|falls|bei|nach)|erst,?\s+wenn|nicht,?\s+wenn"
        r"|bei\s+(?:bedarf|fehler\w*|misserfolg|zweifel\w*|storung\w*|abweichung\w*|alarm)"
        r"|im\s+[a-z]*fall(?:e)?|bei\s+(?!schritt|punkt|phase)[a-z]+(?:em|er|en)\b|notigenfalls"
        r"|gegebenenfalls|ggf\."
    ),
    opening=r"bei(?!\s+(?:schritt|punkt|phase|ziffer))|ohne|auf(?=\s+(?:wunsch|anfrage|fehler))|fur(?!\s+(?:jede|alle))|nur\s+bei|mangels|trotz",
    otherwise=r"sonst|andernfalls|ansonsten|anderenfalls|wenn\s+nicht(?=\s*(?:[.,:;→>-]|\Z))|falls\s+nicht(?=\s*(?:[.,:;→>-]|\Z))|in\s+allen\s+anderen\s+fallen|im\s+anderen\s+fall|im\s+gegenteil",
    answer=r"ja|nein|richtig|falsch|ok|wahr",
    then=r"dann|danach|anschliesend|daraufhin|in\s+diesem\s+fall",
    joined=(
        r"dann|und|oder|bitte|so|mussen|muss|sollen|soll|sollte|sollten|kann|konnen|sie|man|wir|es"
        r"|wird|werden|ist|sind|der|die|das|den|dem|zu[mr]?|mit|bei|ab|aber|jedoch|einfach"
    ),
    and_then=r"und|dann|oder|bitte|aber|sonst|falls\s+notig|wenn\s+notig|bei\s+bedarf|den|muss|sollte|klappt|misslingt",
    asked=r"prufen(?:\s+sie)?,?|prufe,?|ob|kontrollieren(?:\s+sie)?,?|schauen(?:\s+sie)?,?|feststellen,?",
    inside=(
        r"(?:wenn|falls|sobald|bevor|nachdem|wahrend|damit|dass|ob|bis)\s+(?:sie|man|wir|du|ihr|er|es)"
    ),
    never=(
        r"nicht|nie|niemals|keinesfalls|keineswegs|auf\s+keinen\s+fall|ohne|anstatt|statt|weder|kein(?:e|en)?|wurden?|worden"
        r"|unnotig"
    ),
    hardly=r"(?!)",
    other=(
        r"(?:der|des|im|in\s+(?:der|dem|den)|aus\s+(?:der|dem|den)|auf\s+(?:der|dem)|vom|von\s+der|von\s+dem)\s+"
        r"(?!(?:reihe|gleichen|selben|vorgang\w*|ablauf\w*|prozess\w*|verfahren\w*|liste\s+oben|phase)\b)"
        r"(?:[a-z-]+\s+)?[a-z-]*(?:anleitung|handbuch(?:e?s)?|formulars?|dokument(?:e?s|ation)?|checkliste|anweisung|vorschrift"
        r"|rezept(?:e?s)?|protokolls?|buch(?:e?s)?|anhangs?|kapitels?|assistenten|webseite|fibel"
        r"|beschreibung|leitfadens?|merkblatt(?:e?s)?|sop|wartungsplans?|liste)\b"
    ),
    time=r"mal|male|malen|versuche?n?|runden?|durchgange?n?|durchlaufe?n?|wiederholungen|x|iterationen",
    more=r"weitere[rns]?|zusatzliche[rns]?|vergebliche[nr]?|erfolglose[nr]?",
    limit=(
        r"(?:aber\s+|jedoch\s+)?(?:hochstens|maximal|max\.?|bis\s+zu|nicht\s+(?:mehr|ofter|haufiger)\s+als|nicht\s+uber"
        r"|im\s+hochstfall|insgesamt|nach\s+spatestens|spatestens\s+nach|ein\s+maximum\s+von|limit)"
    ),
    limited=r"maximal|hochstens|insgesamt|maximum",
    multiples=multiples(
        "einmal|ein_mal|ein_einziges_mal zweimal dreimal viermal"
        " funfmal|fuenfmal sechsmal siebenmal achtmal neunmal zehnmal elfmal zwolfmal"
    ),
    relative=relative(
        "vorherigen vorherige vorheriger vorigen vorige voriger vorangehenden vorangegangenen"
        " vorhergehenden vorhergehende davor obigen obige oben zuvor",
        "nachsten nachste nachster folgenden folgende folgender darauffolgenden danach unten"
        " nachfolgenden nachfolgende ubernachsten",
        "diesen diesem dieser dieses diese aktuellen selben gleichen denselben demselben",
        "letzten letzte letzter allerletzten",
    ),
    both=("beiden", "beide"),
    fronted=(
        r"(?:ist|sind|wird|werden|hat|haben|kann|konnen|muss|mussen|sollte|sollten|soll|gibt|war|waren"
        r"|stimmt|zeigt|tritt|treten|fehlt|fehlen|passen|passt|bleibt|bleiben|kommt|kommen|geht|steht"
        r"|liegt|hatte|hatten|wurde|mochten|wollen|[a-z]{2,}t)\s+"
        r"(?!(?:man|ihr|euch)\b)[\w\0]"
    ),
)  # fmt: skip
