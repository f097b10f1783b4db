"""Italian."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHOLE = r"(?:tutto(?:\s+il\s+(?:processo|procedimento))?|il\s+(?:processo|ciclo|procedimento)|la\s+procedura|l'operazione)"
_FROM = r"(?:a\s+partire\s+da(?:l|lla|ll')?|partendo\s+da(?:l|lla)?|dalla|dall'|dal|da|con|al|alla|all')"
ITALIAN = Language(
    "it",
    stems=(
        "passo", "passi ", "passagg", "punto ", "fase ", "inizio", "capo", "ripet", "riprov", "di nuovo", "zero", "ricominci",
    ),
    step=r"passo|passaggio",
    steps=r"passi|passaggi",
    item=r"punt[oi]|fas[ei]|numer[oi]",
    number=r"numero|n\.?|dal?",
    article=r"il|lo|la|l'|i|gli|le",
    adverb=r"direttamente|subito|entrambi|tutti|solo|anche|di\s+nuovo|nuovamente|ancora|da|dal",
    also=r"e|ed|o|oppure",
    upto=r"a|al|fino\s+a|fino\s+al",
    back=(
        r"(?:torn(?:a|are|ate|i|o|iamo)|ritorn(?:a|are|ate|i|o|iamo)|retroced(?:i|ere|a)|rimand(?:a|are)|rinvi[oa])(?:\s+(?:indietro|di\s+nuovo|quindi|poi))?"
        r"\s+(?:alla|all'|al|agli|ai|alle|a|dal|dalla)"
        rf"|(?:ripet(?:i|ere|ete|a|e|ono|ano|iamo)|rif(?:are|ai|accia|ate|a)|riesegu(?:i|ire|a)|ripetizione)(?:\s+{_WHOLE})?(?:\s+(?:{_FROM}|de[il]|della|delle))?"
        rf"|(?:ricominci(?:a|are|ate|o)?|ripart(?:i|ire|ite|a|e)|riprend(?:i|ere|ete|a|e)|riavvi(?:a|are))(?:\s+{_WHOLE})?(?:\s+{_FROM})?"
        rf"|(?:iniziare|inizia|inizi|cominciare|comincia|cominci|partire)\s+(?:di\s+nuovo|nuovamente)\s+{_FROM}"
        r"|indietro\s+(?:al|alla|all')"
    ),
    go=(
        r"(?:vai|va'|va|vada|vadano|andare|andate|pass(?:a|are|ate|i|o)|salt(?:a|are|ate|i|o)|continu(?:a|are|ate|i)|vada"
        r"|prosegu(?:i|ire|ite|a|e)|proced(?:i|ere|ete|a|e)|avanz(?:a|are|i))(?:\s+(?:direttamente|avanti|subito|quindi|poi))?"
        r"\s+(?:alla|all'|al|a|con\s+(?:il|la)|con|dal|dalla|col)"
    ),
    skip=r"(?:salt(?:a|are|ate|i)|omett(?:ere|i|a|ete)|tralasci(?:are|a)|ignor(?:a|are|i))",
    ends_back=(
        r"(?:va|vanno|deve|devono|dovra|e|sono|puo)\s+(?:essere\s+)?(?:ripetut[oaie]|rifatt[oaie])|si\s+ripet(?:e|ono)|e\s+da\s+ripetere|sono\s+da\s+ripetere"
        r"|(?:di\s+nuovo|nuovamente)(?=\s*(?:[.,;:)]|\Z))"
    ),
    ends_go=r"(?!)",
    ends_skip=r"(?:va|vanno|puo|possono|deve)\s+(?:essere\s+)?saltat[oaie]|si\s+salta",
    ending=r"allora|quindi|poi|anche",
    over=(
        r"(?:ricominci(?:a|are|ate|o)?|ripart(?:i|ire|ite|a|e)|riprend(?:i|ere|ete|a|e)|torn(?:a|are|ate|i)|ritorn(?:a|are|i)|ripet(?:i|ere|ete|a)"
        r"|iniziare|inizi[oa]?|cominci(?:are|a)?|rif(?:are|ai))"
        rf"(?:\s+(?:di\s+nuovo|{_WHOLE}))*\s+(?:da\s+capo|daccapo|dall'inizio|all'inizio|da\s+zero|dal\s+principio)(?!\s+(?:della?\s+(?:riga|pagina)|del\s+testo))"
        r"|(?:ripet(?:i|ere|ete|a)|rif(?:are|ai))\s+(?:tutto|tutti\s+i\s+(?:passi|passaggi)(?:\s+precedenti)?|l'intera\s+procedura|tutta\s+la\s+procedura)"
        r"|ricominci(?:a|are|ate)(?=\s*(?:[.;,]|\Z))"
    ),
    again=(
        r"(?:ripet(?:i|ere|ete|a))(?:\s+(?:il\s+(?:processo|procedimento|ciclo)|la\s+procedura|l'operazione|questi\s+(?:passi|passaggi)))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:finche|fino|se|per\s+(?:ogni|tutti|tutte)|con\s+(?:ogni|il|la)|al\s+massimo|quando|[0-9]+\s+volte"
        r"|(?:due|tre|quattro|cinque)\s+volte)\b))"
        r"|riprov(?:are|a|i|ate)|ritent(?:are|a|i)|(?:prov(?:are|a|i)|tent(?:are|a))\s+(?:di\s+nuovo|ancora|nuovamente)"
    ),
    stepping=r"(?:torn(?:are|a|i)|ritorn(?:are|a|i)|retroced(?:ere|i|a))(?:\s+indietro)?(?:\s+di)?\s+(?P<count>COUNT)\s+pass(?:o|i|aggio|aggi)",
    stir=r"ripet\w*|torn(?:a|are|i|ate)|ritorn\w*|ricominci\w*|ripart\w*|riprend\w*|salt(?:a|are|i)|prosegu\w*|procedere|passare|rifare",
    idle=(
        r"di|del|della|dei|delle|degli|nel|nella|nei|vedi|vedere|come|secondo|durante|dopo|prima|seguire|dal|dalla|da|per|tra|e|o|ogni|su|con"
    ),
    plain=(
        r"(?:solo\s+|soltanto\s+|anche\s+)?(?:se|quando|qualora|nel\s+caso\s+(?:in\s+cui|che|di)|in\s+caso\s+di|in\s+caso\s+d'|una\s+volta\s+che"
        r"|non\s+appena|appena|ove)"
    ),
    kept=(
        r"a\s+meno\s+(?:che|di)|salvo(?:\s+(?:che|se|in\s+caso\s+di))?|tranne(?:\s+(?:se|che|quando|in\s+caso\s+di))?|eccetto(?:\s+(?:se|che))?"
        r"|finche|fino\s+a\s+quando|fin\s+quando|fintanto\s+che|fintantoche|fino\s+a(?!l?\s+(?:passo|passaggio|punto|[0-9]))|mentre|a\s+seconda|purche|a\s+patto\s+che"
        r"|a\s+condizione\s+che|se\s+necessario|prima\s+che|sempre\s+che"
    ),
    opening=r"senza|in\s+assenza\s+di|in\s+mancanza\s+di|con|per(?!\s+(?:ogni|tutti|tutte))",
    otherwise=r"altrimenti|in\s+caso\s+contrario|se\s+no(?=\s*(?:[.,:;→>-]|\Z))|diversamente|in\s+caso\s+negativo|negli\s+altri\s+casi",
    answer=r"si|no|vero|falso|ok",
    then=r"allora|poi|quindi|dopodiche|in\s+tal\s+caso",
    joined=r"allora|e|ed|o|poi|quindi|ma|si|bisogna|occorre|deve|devono|prego|il|la|lo|i|le|gli|l'|dovete|e\s+necessario",
    and_then=r"e|poi|o|quindi|bisogna|occorre",
    asked=r"controll(?:are|a)|verific(?:are|a)|vedere|guardare|chiedere|sapere|decidere",
    inside=r"(?:se|quando|prima\s+di|dopo|per|che)(?:\s+(?:si|lei|voi))?(?:\s+(?:vuole|desidera|deve|si\s+vuole))?",
    never=r"non|mai|senza|invece\s+di|anziche|evit(?:are|a|i)\s+di|inutile|non\s+(?:e\s+necessario|occorre|serve|bisogna)|in\s+nessun\s+caso",
    hardly=r"(?!)",
    other=(
        r"(?:del|della|dello|dell'|dei|delle|nel|nella)\s*(?!(?:processo|procedimento|procedura|ciclo|inizio|fase)\b)(?:[a-z-]+\s+)?"
        r"(?:manuale|guida|modulo|documento|istruzioni|libro|libretto|ricetta|protocollo|allegato|capitolo|lista|elenco|sito|tutorial|foglio|scheda|opuscolo)\b"
    ),
    time=r"volt[ae]|tentativ[oi]|giri|ripetizioni|x|cicli|prove",
    more=r"altre|altri|ulteriori|ancora",
    limit=(
        r"(?:ma\s+)?(?:per\s+)?(?:al\s+(?:massimo|piu)|massimo(?:\s+di)?|max\.?|un\s+massimo\s+di|fino\s+a(?:d?\s+un\s+massimo\s+di)?|(?:e\s+)?non\s+(?:piu|oltre)\s+di|non\s+oltre)"
    ),
    limited=r"al\s+massimo|massimo|al\s+piu|in\s+totale",
    multiples=multiples("una_volta|una_sola_volta|ancora_una_volta due_volte tre_volte quattro_volte cinque_volte"),
    relative=relative(
        "precedente precedenti", "successivo successivi successiva seguente seguenti prossimo prossimi prossima",
        "questo questa questi stesso stessa stessi attuale", "ultimo ultima ultimi ultime finale",
    ),
    both=("entrambi",),
)  # fmt: skip
