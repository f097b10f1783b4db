"""French."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHOLE = (
    r"(?:tout|le\s+tout|l'operation|l'ensemble|la\s+procedure|le\s+processus|le\s+cycle|la\s+mesure)"
)
FRENCH = Language(
    "fr",
    stems=(
        "etap", "point ", "phase ", "debut", "zero", "repet", "recommenc", "reessay", "nouveau", "refai",
    ),
    step=r"etape",
    steps=r"etapes",
    item=r"points?|phases?|numeros?",
    number=r"numero|n[o°]?\.?|de",
    article=r"la|l'|le|les",
    adverb=r"directement|ensuite|immediatement|toutes|tous|aussi|seulement|uniquement|en\s+arriere|donc|encore|de\s+nouveau|a\s+nouveau",
    also=r"et|ou|puis",
    upto=r"a|jusqu'a",
    back=(
        r"(?:reven(?:ir|ez|ons)|reviens|revient|retourn(?:er|ez|e|ons)|remont(?:er|ez|e)|recul(?:er|ez|e)"
        r"|repart(?:ir|ez|s|ons)?|retour|renvoi)(?:\s+(?:en\s+arriere|directement|alors|ensuite))?"
        r"\s+(?:jusqu'a|a\s+partir\s+de|a|au|aux|depuis|du|des|de|par|vers)"
        r"|(?:repren(?:dre|ez|ds|d|ons)|repet(?:er|ez|e|es|ons|ition)|recommenc(?:er|ez|e|ons)"
        r"|refai(?:re|tes|s|t|sons)|reitere(?:r|z)?|reexecut(?:er|ez|e))"
        rf"(?:\s+{_WHOLE})?(?:\s+(?:alors|ensuite|donc))?"
        r"(?:\s+(?:en\s+partant\s+de|a\s+partir\s+(?:de|du|des)|a|au|aux|depuis|du|des|de|par|avec))?"
    ),
    go=(
        r"(?:pass(?:er|ez|e|ons|age)|all(?:er|ez|ons)|va|vas|saut(?:er|ez|e)?|continu(?:er|ez|e|ons)"
        r"|poursuiv(?:re|ez|ons)|poursuit|poursuis|avanc(?:er|ez|e|ons)|proced(?:er|ez|e|ons)"
        r"|rendez-vous|se\s+rendre|rends-toi|enchain(?:er|ez|e))"
        r"(?:\s+(?:directement|ensuite|alors|immediatement|tout\s+de\s+suite))?"
        r"\s+(?:a|au|aux|avec|par|vers|jusqu'a|sur)"
    ),
    skip=r"(?:saut(?:er|ez|e|ons)|ignor(?:er|ez|e|ons)|omet(?:tre|tez|s|tons)|pass(?:er|ez|e|ons)(?=\s+(?:la|l'|les|cette|ces|outre)\b)|ne\s+pas\s+faire)",
    ends_back=(
        r"(?:est|sont|doit\s+etre|doivent\s+etre|sera|seront|peut\s+etre|devra\s+etre)\s+(?:a\s+)?"
        r"(?:repete[es]*|refaite?s?|recommencee?s?|reprise?s?|refaire|repeter|recommencer)"
        r"|a\s+(?:refaire|repeter|recommencer|reprendre)"
        r"|se\s+repetent?"
    ),
    ends_go=r"(?!)",
    ends_skip=r"(?:est|sont|peut\s+etre|peuvent\s+etre|doit\s+etre)\s+(?:sautee?s?|ignoree?s?|omise?s?)",
    ending=r"alors|donc|ensuite",
    over=(
        r"(?:recommenc(?:er|ez|e|ons)|repren(?:dre|ez|ds|d|ons)|repart(?:ir|ez|s|ons)?|reven(?:ir|ez|ons)"
        r"|reviens|revient|retourn(?:er|ez|e)|refai(?:re|tes|s)|repet(?:er|ez|e)|retour)"
        rf"(?:\s+{_WHOLE})?\s+(?:depuis\s+le\s+(?:tout\s+)?(?:debut|commencement)|du\s+debut"
        r"|au\s+(?:tout\s+)?(?:debut|depart|commencement)|a\s+partir\s+du\s+debut|a\s+zero|de\s+zero"
        r"|par\s+le\s+debut|tout\s+du\s+debut)(?!\s+(?:de\s+la\s+(?:ligne|page)|du\s+texte))"
        r"|(?:tout\s+)?(?:recommenc(?:er|ez|e)|refai(?:re|tes))\s+(?:tout|toutes\s+les\s+etapes)"
        r"|tout\s+(?:recommencer|refaire|reprendre)"
        r"|repet(?:er|ez|e)\s+toutes\s+les\s+etapes(?:\s+precedentes)?"
        r"|repet(?:er|ez|e)\s+(?:toute\s+la\s+procedure|tout\s+le\s+processus)"
        r"|(?:commencer|commencez|commence)\s+(?:de|a)\s+nouveau(?:\s+depuis\s+le\s+debut)?"
    ),
    again=(
        r"(?:repet(?:er|ez|e)|recommenc(?:er|ez|e)|refai(?:re|tes)|reiter(?:er|ez))"
        r"(?:\s+(?:l'operation|la\s+procedure|le\s+processus|le\s+cycle|cela|ces\s+etapes|l'essai))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:jusqu'[a-z]+|autant|tant\s+que|si|pour\s+(?:chaque|tous|toutes|le|la)"
        r"|au\s+(?:maximum|plus)|[0-9]+\s+fois|(?:deux|trois|quatre|cinq)\s+fois|avec\s+(?:chaque|le|la))"
        r"(?!\w)))"
        r"|reessay(?:er|ez|e)|reessai(?:e|es)|(?:essay(?:er|ez|e)|tent(?:er|ez))\s+(?:de|a)\s+nouveau"
        r"|(?:essay(?:er|ez)|essaie)\s+encore|retent(?:er|ez)"
    ),
    stepping=r"(?:reven(?:ir|ez)|retourn(?:er|ez)|recul(?:er|ez)|remont(?:er|ez))(?:\s+en\s+arriere)?\s+(?:d'|de\s+)?(?P<count>COUNT)\s+etapes?",
    stir=r"repet\w*|reven\w*|retour\w*|recommenc\w*|refai\w*|repren\w*|saut(?:er|ez)|passer|passez|ignor(?:er|ez)|continu(?:er|ez)",
    idle=(
        r"dans|de|du|des|voir|comme|selon|d'apres|pendant|lors|apres|avant|suivre|suivant|chaque|par|sur"
        r"|pour|entre|et|ou|en|depuis|cf\.?"
    ),
    plain=(
        r"(?:seulement\s+|uniquement\s+|meme\s+)?(?:si|s'|quand|lorsqu'?e?|lorsque|dans\s+le\s+cas\s+ou|au\s+cas\s+ou"
        r"|en\s+cas\s+de|en\s+cas\s+d'|des\s+que|des\s+qu'|une\s+fois\s+que|une\s+fois\s+qu')"
    ),
    kept=(
        r"sauf(?:\s+(?:si|s'|en\s+cas\s+de|en\s+cas\s+d'|lorsque|quand))?|excepte(?:\s+si)?"
        r"|a\s+moins\s+(?:que|qu'|de|d')|jusqu'a\s+ce\s+(?:que|qu')|jusqu'a(?!\s+(?:l'|la|[0-9]))|jusqu'au(?!x)"
        r"|tant\s+(?:que|qu')|selon|pourvu\s+(?:que|qu')|a\s+condition\s+(?:que|qu'|de|d')"
        r"|aussi\s+longtemps\s+(?:que|qu')|si\s+(?:besoin|necessaire)|au\s+besoin|pendant\s+(?:que|qu')"
        r"|avant\s+(?:que|qu')|en\s+l'absence\s+d[e']"
    ),
    opening=r"sans|faute\s+d[e']|a\s+defaut|en\s+presence\s+d[e']|pour(?!\s+(?:chaque|tous|toutes))",
    otherwise=r"sinon|autrement|dans\s+le\s+cas\s+contraire|dans\s+les\s+autres\s+cas|si\s+(?:non|ce\s+n'est\s+pas\s+le\s+cas)(?=\s*(?:[.,:;→>-]|\Z))|en\s+cas\s+contraire",
    answer=r"oui|non|vrai|faux|ok",
    then=r"alors|ensuite|puis|dans\s+ce\s+cas",
    joined=r"alors|et|ou|puis|il\s+faut|vous\s+devez|on|vous|veuillez|devez|doit|faut|l'|la|le|les|mais|tu|nous|y|n'",
    and_then=r"et|puis|ou|alors|il\s+faut|veuillez|on",
    asked=r"verifi(?:er|ez|e)|voir|regard(?:er|ez)|demand(?:er|ez)|determin(?:er|ez)|controler|controlez|savoir",
    inside=r"(?:si|quand|lorsque|avant|apres|pour)\s+(?:vous|tu|on|nous|de|il|elle)(?:\s+(?:devez|voulez|souhaitez))?",
    never=(
        r"ne\s+(?:pas|jamais|plus)|ne|n'|pas|jamais|sans|inutile\s+d[e']|pas\s+besoin\s+d[e']|au\s+lieu\s+d[e']|plutot\s+que(?:\s+d[e'])?"
        r"|evit(?:er|ez)\s+d[e']|nul\s+besoin\s+d[e']|pas\s+necessaire\s+d[e']|n'est\s+pas\s+utile\s+d[e']"
    ),
    hardly=r"(?!)",
    other=(
        r"(?:du|de\s+la|de\s+l'|des|de\s+ce|de\s+cette|de\s+votre|dans\s+(?:le|la|les)|dans\s+l')\s*"
        r"(?!(?:procedure|processus|debut|phase|operation|cycle)\b)"
        r"(?:[a-z-]+\s+)?(?:manuel|guide|formulaire|document|notice|mode\s+d'emploi|instructions|livret|livre"
        r"|recette|protocole|annexe|chapitre|liste|assistant|fiche|site|tutoriel|reglement|cahier)\b"
    ),
    time=r"fois|essais?|tentatives?|tours?|repetitions?|x|reprises",
    more=r"autres?|supplementaires?|nouvelles?|encore",
    limit=(
        r"(?:mais\s+)?(?:au\s+(?:plus|maximum|max\.?)|jusqu'a|maximum|max\.?|pas\s+plus\s+d[e']|un\s+maximum\s+d[e']"
        r"|dans\s+la\s+limite\s+d[e']|limite\s+a|ne\s+pas\s+depasser|tout\s+au\s+plus|encore)"
    ),
    limited=r"au\s+(?:plus|maximum|max)|maximum|max|en\s+tout|au\s+total|de\s+plus",
    multiples=multiples("une_fois|une_seule_fois|encore_une_fois deux_fois trois_fois quatre_fois cinq_fois"),
    relative=relative(
        "precedente precedent precedentes precedents anterieure anterieures d'avant ci-dessus dessus",
        "suivante suivant suivantes suivants prochaine prochaines d'apres ci-dessous",
        "cette meme actuelle ces celle-ci", "derniere dernier dernieres derniers finale",
    ),
)  # fmt: skip
