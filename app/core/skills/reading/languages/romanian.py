"""Romanian."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHOLE = (
    r"(?:totul|tot\s+procesul|intregul\s+proces|procesul|procedura|operatiunea"
    r"|operatia|ciclul)"
)
_FROM = r"(?:incepand\s+(?:de\s+la|cu)|pornind\s+de\s+la|de\s+la|din|cu)"
ROMANIAN = Language(
    "ro",
    stems=(
        "inapoi la", "pasul", "pasi", " pas", "etap", "punctul ", "incep", "capat", "zero", "repet",
        "din nou", "incearca", "incercati", "incercare", "asa ", "la fel",
    ),
    step=r"pasul(?:ui)?|pas|etapa|etapei",
    steps=r"pasi(?:i|lor)?|etape(?:le|lor)?",
    item=r"punct(?:ul|ele|e)?|faz(?:a|ele|e)|numarul",
    number=r"numarul|nr\.?|al|a|de\s+la",
    article=r"cel\s+de-al|cea\s+de-a|cei|cele|al|a",
    adverb=r"direct|imediat|ambii|amandoi|toti|toate|doar|numai|din\s+nou|si|iar",
    also=r"si|sau|ori",
    upto=r"la|pana\s+la(?=\s+[0-9])",
    back=(
        r"(?:(?:ma|te|se|ne|va)\s+)?(?:intoarce(?:-te|-va|ti-va)?|intoarceti-va|intorc"
        r"|intoarcem|reven(?:iti|i|ire|im|irea)|revino|revine)(?:\s+(?:inapoi|din\s+nou"
        r"|apoi))?\s+la"
        rf"|(?:repet(?:a|ati|am|e|area)|reface|refa|refaceti|reluarea|reia|reluati|relua"
        rf"|reluam|reiau|reincearca|reincercati)(?:\s+{_WHOLE})?(?:\s+{_FROM})?"
        r"|(?:incearca|incercati)\s+(?:din\s+nou|iar)(?:\s+cu)?"
        r"|(?:mergi|mergeti|du-te|duceti-va|sari|treci|treceti|mergem)\s+inapoi\s+la"
        r"|inapoi\s+la|intoarcere(?:a)?\s+la|(?:te\s+intorci|va\s+intoarceti|revii)(?:\s+inapoi)?\s+la"
        rf"|reincep(?:e|eti|em)(?:\s+{_WHOLE})?\s+{_FROM}"
        rf"|(?:ia-o|luati-o|o\s+luam|o\s+ia|o\s+iei)(?:\s+din\s+nou)?\s+{_FROM}"
        rf"|(?:incepe(?:ti|m)?|porneste|porniti)(?:\s+{_WHOLE})?\s+(?:din\s+nou|iar)\s+{_FROM}"
        rf"|(?:din\s+nou)\s+de\s+la"
    ),
    go=(
        r"(?:mergi|merge|mergeti|mergem|du-te|duceti-va|treci|treceti|trece|se\s+trece|sari"
        r"|sariti|sare|continua(?:ti)?|continuam|avansea?za|avansati|salta|procedeaza)"
        r"(?:\s+(?:direct|mai\s+departe|apoi))?\s+(?:la|cu|de\s+la)|direct\s+la|trecere(?:a)?\s+la"
    ),
    skip=(
        r"(?:(?:sari|sariti|sare|treci|treceti)\s+peste|sari(?:ti)?(?!\s+(?:la|inapoi"
        r"|direct))|omite(?:ti|m)?|ignora(?:ti)?|saltati)"
    ),
    ends_back=(
        r"(?:trebuie|se\s+va|se\s+vor|va\s+fi|vor\s+fi|este|sunt"
        r"|poate\s+fi)(?:\s+sa\s+fie)?\s+(?:repetat[ae]?|repetati|refacut[ae]?|refacuti"
        r"|reluat[ae]?|reluati|repeta|relua)"
        r"|se\s+(?:repeta|reia|reiau|reface|refac)|(?:din\s+nou"
        r"|inca\s+o\s+data)(?=\s*(?:[.,;:)]|\Z))"
    ),
    ends_go=r"(?!)",
    ends_skip=(
        r"(?:poate|pot|trebuie)\s+(?:sa\s+)?(?:fi(?:e)?\s+)?(?:sarit[ae]?|sariti"
        r"|omis[ae]?|omisi)|se\s+(?:sare|omite)"
        r"|nu\s+(?:mai\s+)?(?:este|e|sunt)\s+(?:necesar[ai]?|necesare|nevoie)"
    ),
    ending=r"apoi|atunci|si",
    over=(
        r"(?:ia-o|ia|luati|luati-o|o\s+luam|o\s+ia|incepe(?:ti|m)?|reincepe(?:ti)?|reia|reluati|relua"
        r"|se\s+reia|repeta(?:ti)?|reveniti|revino|intoarce-te|intoarceti-va|mergi\s+inapoi"
        r"|inapoi|porneste|porniti)"
        rf"(?:\s+(?:din\s+nou|iar|{_WHOLE}|\w+(?:a|ul)(?=\s+de\s+la)))*\s+(?:de\s+la|la|din|cu)\s+(?:capat|inceput(?:ul"
        rf"|ului)?|zero)(?!\s+(?:paginii|randului))"
        r"|(?:incepe(?:ti|m)?|reincepe(?:ti)?)\s+(?:totul\s+)?(?:din\s+nou"
        r"|iar)(?!\s+(?:de\s+la|cu|din)\b)"
        r"|(?:repeta(?:ti)?|refa|reluati|reia)\s+(?:totul|toti\s+pasii(?:\s+anteriori)?"
        r"|toate\s+etapele|tot\s+procesul|intreaga\s+procedura)"
    ),
    again=(
        r"(?:repeta(?:ti)?)(?:\s+(?:procesul|procedura|operatiunea|operatia|ciclul|acesti\s+pasi))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:pana|cat|daca|pentru\s+(?:fiecare|toate|toti)"
        r"|cu\s+(?:fiecare|urmatorul)|de\s+(?:cate|cel|maximum|[0-9]+|doua|trei|patru|cinci)"
        r"|cel\s+mult|ori\s+de)\b))"
        r"|mai\s+(?:incearca|incercati|incerci)|(?:alta|noua|inca\s+o)\s+incercare"
        r"|(?:continua(?:ti)?|mergi|procedeaza)\s+(?:tot\s+)?(?:asa|astfel|la\s+fel|in\s+acest\s+fel)"
        r"|(?:fa|faceti)\s+la\s+fel(?=\s*,?\s*(?:pana|cat))|si\s+asa\s+mai\s+departe(?=\s*,?\s*(?:pana|cat))"
        r"|(?:cativa|mai\s+multi)\s+pasi\s+inapoi"
        r"|(?:incearca|incercati|incerci)\s+(?:din\s+nou|iar|inca\s+o\s+data)|reincearca"
        r"|reincercati"
    ),
    stepping=(
        r"(?:intoarce-te|intoarceti-va|mergi|mergeti|reven(?:iti|i)"
        r"|revino)(?:\s+inapoi)?(?:\s+cu)?\s+(?P<count>COUNT)\s+(?:pas|pasi)(?:\s+inapoi)?"
    ),
    stir=(
        r"repet\w*|reven\w*|revino|intoarc\w*|reia|relua\w*|sari(?:ti)?|omite\w*"
        r"|continua\w*|reincep\w*|refa\w*|din\s+nou"
    ),
    idle=(
        r"de\s+la|din|in|vezi|ca|conform|dupa|inainte|inaintea|urmeaza|urmati|fiecare|intre|pe"
        r"|pentru|ale|ai|rezultatul|cu"
    ),
    plain=(
        r"(?:doar\s+|numai\s+|chiar\s+)?(?:daca|cand|in\s+caz\s+ca|in\s+cazul\s+in\s+care"
        r"|in\s+caz\s+de|in\s+cazul(?:\s+unei|\s+unui)?|odata\s+ce|imediat\s+ce"
        r"|de\s+indata\s+ce|ori\s+de\s+cate\s+ori)"
    ),
    kept=(
        r"in\s+caz\s+(?:afirmativ|negativ)|cu\s+exceptia(?:\s+cazului\s+(?:in\s+care|ca))?"
        r"|decat\s+daca"
        r"|in\s+afara\s+(?:de\s+cazul|cazului)(?:\s+(?:in\s+care|ca))?|doar\s+daca\s+nu"
        r"|exceptand(?:\s+cazul)?|mai\s+putin\s+(?:daca|cand)"
        r"|pana\s+cand|pana\s+ce|pana(?!\s+la\s+(?:pasul|etapa|[0-9]))|cat\s+timp"
        r"|atat(?:a)?\s+timp\s+cat|in\s+functie\s+de|cu\s+conditia\s+(?:ca|sa)|daca\s+(?:este"
        r"|e)\s+(?:nevoie|necesar|cazul)|la\s+nevoie|inainte\s+(?:ca|sa)"
    ),
    opening=(
        r"dupa(?=\s+(?:o|un|doua|doi|trei|patru|cinci|[0-9]+)\b)|intre|peste|sub"
        r"|mai\s+mult\s+de|mai\s+putin\s+de|fara|in\s+lipsa|in\s+absenta"
        r"|la(?=\s+(?:eroare|esec|alarma))|cu(?!\s+pasul)"
        r"|pentru(?!\s+(?:fiecare|toate|toti))"
    ),
    otherwise=(
        r"altfel|in\s+caz\s+contrar|daca\s+nu(?=\s*(?:[.,:;→>-]|\Z))|de\s+nu(?=\s*,)"
        r"|in\s+celelalte\s+cazuri|altminteri"
    ),
    answer=r"da|nu|adevarat|fals|ok",
    then=r"atunci|apoi|dupa\s+aceea|in\s+acest\s+caz",
    joined=r"atunci|si|sau|apoi|dar|te|va|se|trebuie|sa|rog|o|iar|trebuie\s+sa|ne|cel|cea|de",
    and_then=r"si|sau|apoi|atunci|trebuie\s+sa",
    asked=r"verific(?:a|ati)|vezi|intreab(?:a|ati)|afla(?:ti)?|stabileste|decide",
    inside=(
        r"(?:daca|cand|inainte\s+sa|inainte\s+de\s+a|dupa\s+ce|ca\s+sa|care)(?:\s+(?:vrei"
        r"|vreti|doriti|trebuie|te|va|se|sa))*"
    ),
    never=(
        r"nu(?:\s+(?:te|va|se|mai))?|niciodata|fara\s+(?:sa|a)(?:\s+(?:te|va|se|mai))?"
        r"|fara\s+a|in\s+loc\s+(?:sa|de\s+a)|evita(?:ti)?(?:\s+sa)?|nu\s+(?:este"
        r"|e)\s+nevoie\s+sa|nu\s+trebuie\s+sa|in\s+niciun\s+caz(?:\s+nu)?|interzis(?:\s+sa)?"
    ),
    hardly=r"(?!)",
    other=(
        r"(?:din|al|a|ale|de\s+pe|de\s+la)\s+(?:[a-z-]+\s+)?(?:manual(?:ul|ului)?|ghid(?:ul"
        r"|ului)?|formular(?:ul|ului)?|document(?:ul|ului)?|instructiuni(?:le|lor)?"
        r"|carte(?:a)?|cartii"
        r"|reteta|retetei|protocol(?:ul|ului)?|anexa|anexei|capitol(?:ul|ului)?|lista|listei"
        r"|site(?:-ul)?|brosura|fisa|fisei)\b"
    ),
    time=r"ori|data|incercari|incercare|runde|repetari|x|cicluri|dati",
    more=r"alte|inca|mai|noi",
    limit=(
        r"fara\s+a\s+depasi|(?:dar\s+)?(?:de\s+)?(?:cel\s+mult|maxim(?:um)?(?:\s+de)?|max\.?"
        r"|nu\s+mai\s+mult\s+de|pana\s+la|un\s+maxim(?:um)?\s+de)(?:\s+de)?"
    ),
    limited=r"cel\s+mult|maxim(?:um)?|in\s+total",
    multiples=multiples(
        "o_data|o_singura_data|inca_o_data de_doua_ori|doua_ori de_trei_ori|trei_ori "
        "de_patru_ori|patru_ori de_cinci_ori|cinci_ori"
    ),
    relative=relative(
        "anterior anterioara anteriori anterioare precedent precedenta precedenti precedente"
        " dinainte",
        "urmator urmatorul urmatoare urmatoarea urmatorii urmatoarele",
        "acesta acest asta curent aceasta actual acelasi aceeasi",
        "ultim ultimul ultima ultimii ultimele final",
    ),
    both=("amandoi", "ambii"),
)  # fmt: skip
