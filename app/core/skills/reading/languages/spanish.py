"""Spanish."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHOLE = r"(?:todo(?:\s+el\s+(?:proceso|procedimiento))?|el\s+(?:proceso|procedimiento|ciclo)|la\s+operacion)"
_FROM = r"(?:desde|a\s+partir\s+de|en|por|con|del?|comenzando\s+(?:en|por|desde)|empezando\s+(?:en|por|desde))"
SPANISH = Language(
    "es",
    stems=(
        "paso", "punto ", "fase ", "etap", "principio", "inicio", "comienzo", "cero", "repit", "repet", "empezar", "empiece", "nuevo", "otra vez", "intent",
    ),
    step=r"paso|etapa",
    steps=r"pasos|etapas",
    item=r"puntos?|fases?|numeros?",
    number=r"numero|num\.?|n\.?|del?",
    article=r"el|la|los|las",
    adverb=r"directamente|directo|ambos|todos|de\s+nuevo|otra\s+vez|nuevamente|inmediatamente|solo|tambien",
    also=r"y|e|o|u",
    upto=r"al?|hasta(?:\s+el)?",
    back=(
        r"(?:vuelv(?:e|a|an)|volver)\s+a\s+(?:realizar|hacer|ejecutar|repetir|efectuar|empezar\s+(?:desde|en|por)"
        r"|comenzar\s+(?:desde|en|por))"
        r"|(?:vuelv(?:e|a|an|es|o|en)|volver|volvemos|volvamos|vuelvase|vuelta|regres(?:a|e|en|ar|o|amos)|retorn(?:a|e|ar|o|en)"
        r"|retroced(?:e|a|er|an)|retroces(?:o)|de\s+vuelta)(?:\s+(?:atras|otra\s+vez|de\s+nuevo))?\s+(?:al?|hasta)"
        rf"|(?:repit(?:e|a|an|en|ase|anse|es)|repetir|repetirse|rehaga|rehacer|repeticion)(?:\s+{_WHOLE})?(?:\s+{_FROM})?"
        rf"|(?:reinici(?:a|e|ar|en)|retom(?:a|e|ar|en)|reanud(?:a|e|ar|en)|recomenzar|recomience)(?:\s+{_WHOLE})?(?:\s+{_FROM})?"
        r"|(?:empieza|empezar|empiece|empiecen|comienza|comenzar|comience|comiencen|inici(?:e|ar|a))"
        rf"\s+(?:{_WHOLE}\s+)?(?:de\s+nuevo|otra\s+vez|nuevamente)(?:\s+{_FROM})"
        rf"|(?:de\s+nuevo|otra\s+vez)\s+{_FROM}"
    ),
    go=(
        r"(?:ve|vete|vaya|vayan|vamos|ir|se\s+va|salt(?:a|e|ar|en|o)|pas(?:a|e|ar|en|amos)|contin(?:ua|ue|uar|uen|uamos)|avanz(?:a|ar)"
        r"|avance|avancen|proced(?:e|a|er|an)|sig(?:ue|a|an)|seguir|prosiga|prosigue|proseguir|dirijase)"
        r"(?:\s+(?:directamente|directo|entonces|luego))?\s+(?:al?|con|hasta|en|desde|por)"
    ),
    skip=r"(?:omit(?:a|e|ir|an)|salt(?:e|a|ar|en)(?:se)?|saltese|sáltese|pas(?:e|ar)\s+por\s+alto|ignor(?:e|a|ar|en)|obvi(?:e|ar)|prescind(?:a|ir)\s+de)",
    ends_back=(
        r"(?:debe|deben|tiene\s+que|tienen\s+que|ha\s+de|puede|pueden|debera|deberan)\s+(?:repetirse|rehacerse|ser\s+repetid[oa]s?)"
        r"|se\s+(?:repiten?|rehacen?)|(?:es|sera)\s+repetid[oa]|hay\s+que\s+repetirl[oa]s?"
        r"|(?:de\s+nuevo|otra\s+vez|nuevamente)(?=\s*(?:[.,;:)]|\Z))"
    ),
    ends_go=r"(?!)",
    ends_skip=r"(?:se\s+(?:omiten?|saltan?)|(?:puede|pueden|debe|deben)\s+(?:omitirse|saltarse))",
    ending=r"entonces|tambien",
    over=(
        r"(?:(?:vuelv(?:e|a|an)|volver)\s+a\s+(?:empezar|comenzar|iniciar)(?:\s+(?:todo|el\s+proceso))?|(?:empieza|empezar|empiece|empiecen"
        r"|comienza|comenzar|comience|comiencen|recomenzar|reinici(?:e|ar)\s+(?:el\s+proceso|todo))"
        r"(?:\s+(?:de\s+nuevo|otra\s+vez|nuevamente|todo))*)"
        r"(?:(?<=nuevo)|(?<=vez)|(?<=nuevamente)|(?<=a\sempezar)|(?<=a\scomenzar)|(?=\s+(?:desde|por)\s+(?:el\s+)?(?:principio|inicio|comienzo|cero)))"
        r"(?:\s+(?:desde|por)\s+(?:el\s+)?(?:principio|inicio|comienzo|cero))?(?!\s+(?:desde|en|por|con)\s+(?:el\s+paso|la\s+etapa|el\s+punto))"
        r"|(?:vuelv(?:e|a|an)|volver|regres(?:e|a|ar)|retorn(?:e|ar)|de\s+vuelta|repit(?:a|e)|repetir|reinici(?:e|ar)|retom(?:e|ar))"
        rf"(?:\s+{_WHOLE})?\s+(?:al|desde\s+el|hasta\s+el|desde)\s+(?:principio|inicio|comienzo|cero)"
        r"(?!\s+de(?:l|\s+la)?\s+(?:pagina|linea|texto|menu))"
        r"|(?:repit(?:a|e|an)|repetir)\s+(?:todo|todos\s+los\s+pasos(?:\s+anteriores)?|todo\s+el\s+proceso)"
    ),
    again=(
        r"(?:repit(?:a|e|an)|repetir|repitalo|repetirlo)(?:\s+(?:el\s+(?:proceso|procedimiento|ciclo)|la\s+operacion|esto|estos\s+pasos))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:hasta|mientras|si|tantas|cuantas|para\s+(?:cada|todos|todas)|con\s+(?:cada|el|la)|un\s+maximo"
        r"|como\s+maximo|[0-9]+\s+veces|(?:dos|tres|cuatro|cinco)\s+veces)\b))"
        r"|(?:intent(?:e|ar|a)(?:lo|rlo)?|intentarlo|intentelo|intentalo|prueb(?:e|a)|probar)\s+(?:de\s+nuevo|otra\s+vez|nuevamente)"
        r"|(?:vuelv(?:a|e)|volver)\s+a\s+(?:intentar(?:lo)?|probar)|reintent(?:e|ar|a|elo|arlo)"
    ),
    stepping=r"(?:vuelv(?:a|e)|volver|retroced(?:a|e|er)|regres(?:e|a|ar))(?:\s+atras)?\s+(?P<count>COUNT)\s+pasos?",
    stir=r"repit\w*|repet\w*|vuelv\w*|volver|regres\w*|retorn\w*|saltar(?:se)?|salte|omit\w*|continu\w*|pase|pasar|reinici\w*|retom\w*",
    idle=(
        r"de|del|en|ver|vease|como|segun|durante|tras|despues|antes|seguir|siga|desde|por|para|entre|y|o|cada|sobre|con"
    ),
    plain=(
        r"(?:solo\s+|solamente\s+|unicamente\s+|incluso\s+)?(?:si|cuando|en\s+caso\s+de\s+que|en\s+el\s+caso\s+de\s+que|en\s+caso\s+de"
        r"|cada\s+vez\s+que|una\s+vez\s+que|en\s+cuanto|tan\s+pronto\s+como|siempre\s+que|siempre\s+y\s+cuando)"
    ),
    kept=(
        r"a\s+menos\s+que|a\s+no\s+ser\s+que|salvo(?:\s+(?:que|si|en\s+caso\s+de))?|excepto(?:\s+(?:si|que|cuando))?"
        r"|hasta\s+que|hasta(?!\s+(?:el\s+paso|[0-9]|la\s+etapa))|mientras(?:\s+que)?|segun|con\s+tal\s+de\s+que"
        r"|a\s+condicion\s+de\s+que|si\s+es\s+necesario|de\s+ser\s+necesario|en\s+tanto|excepto\s+en\s+caso\s+de|antes\s+de\s+que"
    ),
    opening=r"sin|ante|al\s+(?=[a-z]+(?:ar|er|ir)\b)|de\s+(?:no|lo)\s+ser\s+asi|de\s+ser\s+asi|para(?!\s+(?:cada|todos|todas))|con\s+(?!el\s+paso)",
    otherwise=r"si\s+no(?=\s*(?:[.,:;→>-]|\Z|(?:vaya|vuelva|volver|ir|continue|salte)\b))|de\s+lo\s+contrario|en\s+caso\s+contrario|de\s+no\s+ser\s+asi|de\s+otro\s+modo|en\s+otro\s+caso|de\s+otra\s+forma|caso\s+contrario",
    answer=r"si|no|verdadero|falso|ok",
    then=r"entonces|luego|despues|a\s+continuacion|en\s+ese\s+caso",
    joined=r"entonces|y|e|o|pero|hay\s+que|debe|deben|se|tiene\s+que|usted|por\s+favor|luego|el|la|los|las|es\s+necesario|que",
    and_then=r"y|e|o|luego|entonces|hay\s+que|debe",
    asked=r"compr(?:obar|uebe|ueba)|ver|verific(?:ar|a)|verifique|pregunt(?:ar|e)|mir(?:ar|e)|saber|decidir|averigu(?:ar|e)",
    inside=r"(?:si|cuando|antes\s+de|despues\s+de|al|para|que)\s+(?:usted|ustedes|se|uno)?(?:\s*(?:quiere|desea|debe|necesita))?",
    never=(
        r"no|nunca|jamas|tampoco|sin|en\s+vez\s+de|en\s+lugar\s+de|evit(?:e|ar|a)|no\s+es\s+necesario|no\s+hace\s+falta|no\s+se\s+debe|bajo\s+ningun\s+concepto|en\s+ningun\s+caso"
    ),
    hardly=r"(?!)",
    other=(
        r"(?:del|de\s+la|de\s+los|de\s+las|de\s+este|de\s+esta|de\s+su|en\s+el|en\s+la)\s+(?!(?:proceso|procedimiento|principio|inicio|fase|ciclo)\b)"
        r"(?:[a-z-]+\s+)?(?:manual|guia|formulario|documento|instrucciones|libro|receta|protocolo|anexo|capitulo|lista|asistente|folleto"
        r"|ficha|sitio|tutorial|reglamento|cuaderno)\b"
    ),
    time=r"vez|veces|intentos?|rondas?|repeticiones|x|ciclos|vueltas",
    more=r"mas|otras?|otros|adicionales",
    limit=(
        r"(?:pero\s+)?(?:como\s+(?:maximo|mucho)|(?:con\s+|hasta\s+)?un\s+maximo\s+de|a\s+lo\s+sumo|maximo(?:\s+de)?|max\.?|no\s+mas\s+de|hasta(?:\s+un\s+maximo\s+de)?"
        r"|limite\s+de|no\s+mas)"
    ),
    limited=r"como\s+(?:maximo|mucho)|a\s+lo\s+sumo|maximo|en\s+total|mas",
    multiples=multiples("una_vez|una_sola_vez|otra_vez_mas dos_veces tres_veces cuatro_veces cinco_veces"),
    relative=relative(
        "anterior anteriores previo previa previos precedente precedentes",
        "siguiente siguientes proximo proxima proximos", "este esta actual mismo misma estos",
        "ultimo ultima ultimos ultimas final",
    ),
    both=("ambos",),
)  # fmt: skip
